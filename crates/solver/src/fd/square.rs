//! Products of a term with itself.
//!
//! `r = x * x` where both factors are one term. Meaning: that of the product. Consistency: bounds of
//! the magnitude by integer square roots where the square of every magnitude fits the width; always the
//! low bits, for a square is 0, 1 or 4 modulo 8.

use term::{Domain, mask};

/// What is known of the square.
pub(super) fn square(width: u32, x: &Domain) -> Domain {
    let mut facts = low_bits(width, x);
    let (least, greatest) = magnitudes(x);
    if let Some(most) = fitting_square(width, greatest) {
        (facts.lo, facts.hi) = (least * least, most);
    }
    facts
}

/// What is known of `x` from its square; `None` if no value fits.
pub(super) fn root(width: u32, r: &Domain, x: &Domain) -> Option<Domain> {
    let mut facts = Domain::full(width);
    let (_, greatest) = magnitudes(x);
    if fitting_square(width, greatest).is_none() {
        return Some(facts);
    }
    let most = r.hi.isqrt();
    let least = if r.lo == 0 { 0 } else { (r.lo - 1).isqrt() + 1 };
    if least > most {
        return None;
    }
    // Magnitudes whose squares fit 128 bits have 64 at most.
    let (least, most) = (least as i128, most as i128);
    (facts.slo, facts.shi) = (facts.slo.max(-most), facts.shi.min(most));
    if x.slo > -least {
        facts.slo = least;
    }
    if x.shi < least {
        facts.shi = -least;
    }
    Some(facts)
}

/// The least and the greatest distance from 0, signed.
fn magnitudes(x: &Domain) -> (u128, u128) {
    let (from, to) = (x.slo.unsigned_abs(), x.shi.unsigned_abs());
    let least = if x.slo <= 0 && x.shi >= 0 { 0 } else { from.min(to) };
    (least, from.max(to))
}

fn fitting_square(width: u32, magnitude: u128) -> Option<u128> {
    magnitude.checked_mul(magnitude).filter(|&square| square <= mask(width))
}

fn low_bits(width: u32, x: &Domain) -> Domain {
    let (zeros, ones) = match (x.zeros & 1, x.ones & 1) {
        (1, _) => (0b11, 0),
        (_, 1) => (0b110, 1),
        _ => (0b10, 0),
    };
    Domain::bits(width, zeros & mask(width), ones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Op, apply};

    /// All modular intervals at several widths, with and without a known lowest bit.
    #[test]
    fn no_root_is_lost() {
        for width in 1..=6 {
            for start in 0..=mask(width) {
                for extent in 0..=mask(width) {
                    for (zeros, ones) in [(0, 0), (1, 0), (0, 1)] {
                        let arc = Domain::arc(width, start, extent);
                        let bits = Domain::bits(width, zeros, ones);
                        if let Some(x) = arc.meet(&bits, width) {
                            check(width, &x);
                        }
                    }
                }
            }
        }
    }

    #[track_caller]
    fn check(width: u32, x: &Domain) {
        let facts = square(width, x);
        for value in (0..=mask(width)).filter(|&value| x.contains(width, value)) {
            let r = apply(Op::Mul, width, width, &[value, value]);
            assert!(facts.contains(width, r), "{width} {x:?} {value}");
            for r in [Domain::singleton(width, r), Domain::unsigned(width, r, mask(width))] {
                let roots = root(width, &r, x).expect("the value itself is a root");
                assert!(roots.contains(width, value), "{width} {x:?} {r:?} {value}");
            }
        }
    }

    #[test]
    fn a_number_between_squares_has_no_root() {
        let x = Domain::unsigned(32, 0, 100).reduced(32).expect("not empty");
        assert!(root(32, &Domain::unsigned(32, 50, 63), &x).is_none());
        let nine = root(32, &Domain::singleton(32, 9), &x).expect("3");
        assert_eq!((nine.slo, nine.shi), (3, 3));
    }
}
