//! Operands of functions of the library, from their results: on stretches where a function moves in one direction, by halving.

use super::{narrowed, put};
use term::float::{Course, FloatSet, Function, Piece, Stretch, off, widened};
use term::{Domain, Format};

/// Adds facts about the numbers; how far a result lies from the library's is left as it is. False if no values fit together.
pub(super) fn inverse(
    function: Function,
    format: Format,
    r: &Domain,
    args: &[Domain],
    facts: &mut [Domain],
) -> bool {
    let n = function.n_operands();
    let wanted = FloatSet::of(format, r);
    let mut sets = [FloatSet::EMPTY; 2];
    for (set, arg) in sets.iter_mut().zip(&args[..n]) {
        *set = FloatSet::of(format, arg);
    }
    let off = off(format, &args[n]);
    let of_nan = !function.of_nan(format, off).meet(&wanted).is_empty();
    let cx = Context { function, format, wanted, off };
    for at in 0..n {
        // Where the other is no number, this one can be anything.
        if of_nan && (0..n).any(|other| other != at && sets[other].nan) {
            continue;
        }
        let mut left = FloatSet { nan: sets[at].nan && of_nan, ..FloatSet::EMPTY };
        function.stretches(format, &sets[..n], &mut |stretch| cx.keep(stretch, at, &mut left));
        if !put(format, &left, &mut facts[at]) {
            return false;
        }
        sets[at] = left;
    }
    true
}

struct Context {
    function: Function,
    format: Format,
    wanted: FloatSet,
    off: (i128, i128),
}

impl Context {
    /// Adds the places of an operand on a stretch that may give a result as wanted.
    fn keep(&self, stretch: Stretch, at: usize, left: &mut FloatSet) {
        let own = stretch.at[at];
        let whole = self.function.range(self.format, stretch.at, self.off);
        match (stretch.course, whole) {
            (Course::Monotone, Some((lo, hi))) if lo > hi => {
                if self.wanted.nan {
                    left.add_places(own.lo, own.hi);
                }
            }
            (Course::Monotone, Some(_)) => {
                for interval in &*self.wanted.intervals() {
                    let kept = narrowed(own, *interval, &|place| self.range(&stretch, at, place));
                    if let Some(kept) = kept {
                        left.add_places(kept.lo, kept.hi);
                    }
                }
            }
            (Course::Between(lo, hi), _) => {
                let (lo, hi) = widened(self.format, (lo, hi), self.off);
                let meets = |interval: &Piece| interval.lo <= hi && lo <= interval.hi;
                if self.wanted.intervals().iter().any(meets) {
                    left.add_places(own.lo, own.hi);
                }
            }
            (Course::Any, _) | (_, None) => left.add_places(own.lo, own.hi),
        }
    }

    /// The results with an operand at a place, widened as if it were not the only one.
    fn range(&self, stretch: &Stretch, at: usize, place: i128) -> (i128, i128) {
        let mut corners = stretch.at;
        corners[at] = Piece { lo: place, hi: place };
        let found = self.function.range_about(self.format, corners, self.off);
        found.expect("results on a stretch should all be numbers")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Float, FloatOp};

    fn next(seed: &mut u64) -> u64 {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 24
    }

    /// A number of ordinary size, or any.
    fn draw(seed: &mut u64, format: Format) -> i128 {
        let number = (next(seed) % 40_000) as f64 / 1000.0 - 20.0;
        let bits = match (next(seed) % 5, format == Format::SINGLE) {
            (0, true) => u128::from(next(seed) as u32),
            (0, false) => u128::from(next(seed) << 30 ^ next(seed)),
            (_, true) => u128::from((number as f32).to_bits()),
            (_, false) => u128::from(number.to_bits()),
        };
        let bits = if format.is_nan(bits) { format.infinity() } else { bits };
        format.place(bits)
    }

    fn around(seed: &mut u64, format: Format, at: i128) -> Domain {
        let (a, b) = (draw(seed, format), draw(seed, format));
        let mut set = FloatSet::EMPTY;
        set.add_places(at.min(a.min(b)), at.max(if next(seed).is_multiple_of(2) { at } else { b }));
        set.to_domain(format).expect("there is a number")
    }

    #[test]
    fn no_operand_is_lost() {
        for &function in Function::ALL {
            for format in [Format::SINGLE, Format::DOUBLE] {
                let (n, mut seed) = (function.n_operands(), function as u64 + 7);
                for _ in 0..3000 {
                    let at: Vec<i128> = (0..n).map(|_| draw(&mut seed, format)).collect();
                    let off = next(&mut seed) as i128 % 64 - 32;
                    let mut v: Vec<u128> = at.iter().map(|&at| format.at_place(at)).collect();
                    v.push(term::to_unsigned(off, format.width()));
                    let float = Float::nearest(FloatOp::Host(function), format);
                    let result = float.apply(format.width(), format.width(), &v);
                    let r = if format.is_nan(result) {
                        Domain::singleton(format.width(), result)
                    } else {
                        around(&mut seed, format, format.place(result))
                    };
                    let mut args: Vec<Domain> =
                        at.iter().map(|&at| around(&mut seed, format, at)).collect();
                    args.push(Domain::signed(format.width(), -32, 31));
                    let mut facts = args.clone();
                    let fits = inverse(function, format, &r, &args, &mut facts);
                    let kept = facts
                        .iter()
                        .zip(&v)
                        .all(|(fact, &bits)| fact.contains(format.width(), bits));
                    assert!(fits && kept, "{function:?} {format:?} {v:?} {r:?} {facts:?}");
                }
            }
        }
    }
}
