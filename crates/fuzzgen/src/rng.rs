//! A small random number generator: the same seed gives the same programs for ever.
//!
//! This is the splitmix64 step (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Nothing here is
//! secret or uniform to the last bit; it only has to be cheap and stable.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed ^ 0x6a09_e667_f3bc_c908 }
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there should be something to choose from");
        (self.draw() % n as u64) as usize
    }

    /// A number in `lo..=hi`.
    pub fn range(&mut self, lo: i128, hi: i128) -> i128 {
        assert!(lo <= hi, "the range {lo}..={hi} should not be empty");
        lo + (self.draw() as i128).rem_euclid(hi - lo + 1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several things.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of several things, each as likely as its weight.
    pub fn weighted<T: Copy>(&mut self, from: &[(u32, T)]) -> T {
        let total: u32 = from.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(total as usize) as u32;
        for &(weight, item) in from {
            if at < weight {
                return item;
            }
            at -= weight;
        }
        unreachable!("a number below the sum of the weights should fall on one of them")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_stream() {
        let stream = |seed| {
            let mut rng = Rng::new(seed);
            [rng.draw(), rng.draw(), rng.draw()]
        };
        assert_eq!(stream(7), stream(7));
        assert_ne!(stream(7), stream(8));
    }

    #[test]
    fn ranges_are_met_at_both_ends() {
        let mut rng = Rng::new(1);
        let drawn: std::collections::BTreeSet<i128> = (0..200).map(|_| rng.range(-2, 3)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2, 3]);
    }
}
