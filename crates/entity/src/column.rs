//! A long list of words that never changes, and questions about a stretch of it answered in steps of its logarithm.
//!
//! Values are ranked, and the ranks kept bit by bit, each level stably sorted by the one before (a wavelet matrix: Claude, Navarro
//! and Ordóñez, 2015). So how many values of a stretch are less than some value is one look per level, and from that follow the
//! least and the greatest value, the next one, and where in the stretch a value first or last lies within an interval. The ranks
//! are made when they are first asked for.

use std::ops::Range;
use std::sync::OnceLock;

/// Positions that are looked at one by one rather than counted.
const FEW: usize = 32;

/// A list of words of up to 64 bits.
#[derive(Debug)]
pub struct Column {
    width: u32,
    values: Vec<u64>,
    ranks: OnceLock<Ranks>,
}

/// The distinct values in order, and the rank of each position.
#[derive(Debug)]
struct Ranks {
    distinct: Vec<u64>,
    /// From the highest bit of a rank to the lowest.
    levels: Vec<Level>,
}

/// One bit of each rank, and how many ones there are before each group of 64.
#[derive(Debug)]
struct Level {
    bits: Vec<u64>,
    before: Vec<u32>,
    zeros: usize,
}

impl Column {
    /// A list of words of a width.
    ///
    /// # Panics
    /// If there are none, or more than a `u32` counts, or the width is not 1 to 64.
    pub fn new(width: u32, values: Vec<u64>) -> Self {
        assert!((1..=64).contains(&width), "a column should have words of 1 to 64 bits: {width}");
        assert!(!values.is_empty(), "a column should have a word");
        assert!(u32::try_from(values.len()).is_ok(), "a column should have fewer than 2^32 words");
        Self { width, values, ranks: OnceLock::new() }
    }

    /// Bits of each word.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The words.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// The word at an index; beyond the last it is the last.
    pub fn at(&self, index: u128) -> u64 {
        let last = self.values.len() - 1;
        self.values[usize::try_from(index).map_or(last, |index| index.min(last))]
    }

    /// The least value of a stretch that is not less than `from`.
    pub fn next_value(&self, stretch: Range<usize>, from: u64) -> Option<u64> {
        if stretch.len() <= FEW {
            return self.values[stretch].iter().copied().filter(|&it| it >= from).min();
        }
        let ranks = self.ranks();
        let less = ranks.count_less(stretch.clone(), ranks.rank(from));
        (less < stretch.len()).then(|| ranks.distinct[ranks.nth(stretch, less)])
    }

    /// The greatest value of a stretch that is not greater than `to`.
    pub fn last_value(&self, stretch: Range<usize>, to: u64) -> Option<u64> {
        if stretch.len() <= FEW {
            return self.values[stretch].iter().copied().filter(|&it| it <= to).max();
        }
        let ranks = self.ranks();
        let most = ranks.count_less(stretch.clone(), ranks.rank_after(to));
        (most > 0).then(|| ranks.distinct[ranks.nth(stretch, most - 1)])
    }

    /// The first position of a stretch whose value lies within `lo ..= hi`.
    pub fn first_within(&self, stretch: Range<usize>, lo: u64, hi: u64) -> Option<usize> {
        if lo > hi {
            return None;
        }
        let (mut from, mut to) = (stretch.start, stretch.end);
        if to - from > FEW && self.count_within(from..to, lo, hi) == 0 {
            return None;
        }
        while to - from > FEW {
            let middle = from + (to - from) / 2;
            if self.count_within(from..middle, lo, hi) > 0 { to = middle } else { from = middle }
        }
        (from..to).find(|&at| (lo..=hi).contains(&self.values[at]))
    }

    /// The last position of a stretch whose value lies within `lo ..= hi`.
    pub fn last_within(&self, stretch: Range<usize>, lo: u64, hi: u64) -> Option<usize> {
        if lo > hi {
            return None;
        }
        let (mut from, mut to) = (stretch.start, stretch.end);
        if to - from > FEW && self.count_within(from..to, lo, hi) == 0 {
            return None;
        }
        while to - from > FEW {
            let middle = from + (to - from) / 2;
            if self.count_within(middle..to, lo, hi) > 0 { from = middle } else { to = middle }
        }
        (from..to).rev().find(|&at| (lo..=hi).contains(&self.values[at]))
    }

    /// How many values of a stretch lie within `lo ..= hi`.
    fn count_within(&self, stretch: Range<usize>, lo: u64, hi: u64) -> usize {
        let ranks = self.ranks();
        let (from, to) = (ranks.rank(lo), ranks.rank_after(hi));
        ranks.count_less(stretch.clone(), to) - ranks.count_less(stretch, from)
    }

    fn ranks(&self) -> &Ranks {
        self.ranks.get_or_init(|| Ranks::new(&self.values))
    }
}

impl Ranks {
    fn new(values: &[u64]) -> Self {
        let mut in_order: Vec<(u64, u32)> = values.iter().copied().zip(0..).collect();
        in_order.sort_unstable();
        let (mut distinct, mut sorted) = (Vec::new(), vec![0u32; values.len()]);
        for (value, at) in in_order {
            if distinct.last() != Some(&value) {
                distinct.push(value);
            }
            sorted[at as usize] = distinct.len() as u32 - 1;
        }
        let n_levels = usize::BITS - (distinct.len() - 1).leading_zeros();
        let mut levels = Vec::new();
        let (mut zeros, mut ones) = (Vec::with_capacity(sorted.len()), Vec::new());
        for bit in (0..n_levels).rev() {
            let (level, is_one) = (Level::new(&sorted, bit), |rank: u32| rank >> bit & 1 == 1);
            zeros.clear();
            ones.clear();
            for &rank in &sorted {
                if is_one(rank) { ones.push(rank) } else { zeros.push(rank) }
            }
            sorted.clear();
            sorted.extend(zeros.iter().chain(&ones));
            levels.push(level);
        }
        Self { distinct, levels }
    }

    /// How many distinct values are less.
    fn rank(&self, value: u64) -> usize {
        self.distinct.partition_point(|&it| it < value)
    }

    /// How many are not greater.
    fn rank_after(&self, value: u64) -> usize {
        self.distinct.partition_point(|&it| it <= value)
    }

    /// How many positions of a stretch have a lesser rank.
    fn count_less(&self, stretch: Range<usize>, rank: usize) -> usize {
        if rank >= self.distinct.len() {
            return stretch.len();
        }
        let (mut from, mut to, mut count) = (stretch.start, stretch.end, 0);
        for (level, bit) in self.levels.iter().zip((0..self.levels.len()).rev()) {
            let (ones_before, ones_to) = (level.ones(from), level.ones(to));
            if rank >> bit & 1 == 1 {
                count += (to - ones_to) - (from - ones_before);
                (from, to) = (level.zeros + ones_before, level.zeros + ones_to);
            } else {
                (from, to) = (from - ones_before, to - ones_to);
            }
        }
        count
    }

    /// The rank that is the n-th of a stretch in order, counted from 0.
    fn nth(&self, stretch: Range<usize>, mut n: usize) -> usize {
        let (mut from, mut to, mut rank) = (stretch.start, stretch.end, 0);
        for level in &self.levels {
            let (ones_before, ones_to) = (level.ones(from), level.ones(to));
            let zeros = (to - ones_to) - (from - ones_before);
            rank <<= 1;
            if n < zeros {
                (from, to) = (from - ones_before, to - ones_to);
            } else {
                n -= zeros;
                rank |= 1;
                (from, to) = (level.zeros + ones_before, level.zeros + ones_to);
            }
        }
        rank
    }
}

impl Level {
    fn new(ranks: &[u32], bit: u32) -> Self {
        let mut bits = vec![0u64; ranks.len() / 64 + 1];
        for (at, &rank) in ranks.iter().enumerate() {
            bits[at / 64] |= u64::from(rank >> bit & 1) << (at % 64);
        }
        let mut ones = 0;
        let before = bits.iter().map(|group| {
            let before = ones;
            ones += group.count_ones();
            before
        });
        let before: Vec<u32> = before.collect();
        Self { bits, before, zeros: ranks.len() - ones as usize }
    }

    /// How many ones there are before a position.
    fn ones(&self, at: usize) -> usize {
        let below = self.bits[at / 64] & ((1 << (at % 64)) - 1);
        self.before[at / 64] as usize + below.count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every question about many stretches, against a look at each position.
    fn check(values: Vec<u64>) {
        let column = Column::new(64, values.clone());
        let n = values.len();
        let probes: Vec<u64> = values.iter().step_by(n / 7 + 1).copied().collect();
        let probes = probes.iter().flat_map(|&it| [it, it.wrapping_add(1), it.wrapping_sub(1)]);
        let probes: Vec<u64> = probes.chain([0, u64::MAX]).collect();
        for from in (0..n).step_by(n / 9 + 1) {
            for to in (from..=n).rev().step_by(n / 9 + 1) {
                let part = &values[from..to];
                for &lo in &probes {
                    let next = part.iter().copied().filter(|&it| it >= lo).min();
                    assert_eq!(column.next_value(from..to, lo), next, "{from}..{to} from {lo}");
                    let last = part.iter().copied().filter(|&it| it <= lo).max();
                    assert_eq!(column.last_value(from..to, lo), last, "{from}..{to} to {lo}");
                    for &hi in &probes {
                        let within = |at: &usize| (lo..=hi).contains(&values[*at]);
                        let (first, last) =
                            ((from..to).find(within), (from..to).rev().find(within));
                        assert_eq!(column.first_within(from..to, lo, hi), first, "{lo}..={hi}");
                        assert_eq!(column.last_within(from..to, lo, hi), last, "{lo}..={hi}");
                    }
                }
            }
        }
    }

    #[test]
    fn answers_are_those_of_a_look_at_each() {
        let random = |at: u64| at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        for n in [1, 2, 31, 63, 64, 65, 300, 1000] {
            check((0..n).map(random).collect());
            check((0..n).map(|at| random(at) % 5).collect());
            check((0..n).map(|at| 3 * at).collect());
            check(vec![7; n as usize]);
        }
    }
}
