//! Operands of sums from the last place of the sum alone.
//!
//! The last places of large operands are long, and a small sum of two such is exact: it is a multiple of those. Where no sum that
//! is wanted is such a multiple, no operand is so large, whatever the other one is (Marre and Michel, CP 2010, say this of single
//! values of the sum; here it is said of sets).

use term::Format;
use term::float::{FloatSet, Range};

/// The numbers that operands of a sum can be; none where nothing is said.
pub(super) fn most(format: Format, wanted: &FloatSet) -> Option<FloatSet> {
    if wanted.nan || !wanted.has_number() {
        return None;
    }
    let mut unit = i64::MIN;
    for range in [wanted.neg, wanted.pos].into_iter().filter(|range| !range.is_empty()) {
        unit = unit.max(longest_unit(format, range)?);
    }
    // Sums are below 2^(unit + precision). Of operands from 2^(unit + precision + 2) on, both would have last places longer than
    // `unit`, and their sum, being exact, would be a multiple of those.
    let exponent = unit + i64::from(format.precision) + 2;
    let stored = exponent + i64::from(format.bias());
    if stored >= (1 << format.exponent) - 1 {
        return None;
    }
    let bound = (stored.max(1) as u128) << format.fraction_bits();
    let range = Range { lo: 0, hi: bound - 1 };
    Some(FloatSet { neg: range, pos: range, nan: false })
}

/// The exponent of the greatest power of two of which one of these magnitudes is a multiple; none of zero and infinity, which are
/// multiples of all.
fn longest_unit(format: Format, Range { lo, hi }: Range) -> Option<i64> {
    if lo == 0 || hi >= format.infinity() {
        return None;
    }
    let (fraction_bits, leading) = (format.fraction_bits(), 1u128 << format.fraction_bits());
    let take_apart = |bits: u128| {
        let (stored, fraction) = ((bits >> fraction_bits) as i64, bits % leading);
        let significand = if stored == 0 { fraction } else { fraction + leading };
        (significand, stored.max(1) - 1 + i64::from(format.least_exponent()))
    };
    let ((low, low_exponent), (high, high_exponent)) = (take_apart(lo), take_apart(hi));
    // The power of two at which the last exponent begins is among them.
    if low_exponent < high_exponent {
        return Some(high_exponent + i64::from(fraction_bits));
    }
    let zeros = (0..=fraction_bits).rev().find(|&zeros| (high >> zeros) << zeros >= low);
    zeros.map(|zeros| high_exponent + i64::from(zeros))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_no_sum_of_large_numbers() {
        let bits = u128::from(0.1f64.to_bits());
        let one = Range { lo: bits, hi: bits };
        let wanted = FloatSet { pos: one, ..FloatSet::EMPTY };
        let most = most(Format::DOUBLE, &wanted).expect("it is no multiple of large powers");
        assert_eq!(f64::from_bits(most.pos.hi as u64 + 1), 1.0);
    }

    #[test]
    fn sums_of_a_toy_format_are_within() {
        let format = Format { exponent: 4, precision: 4 };
        let sum = term::Float::nearest(term::FloatOp::Add, format);
        for a in 0..1u128 << format.width() {
            for b in 0..1u128 << format.width() {
                let result = sum.apply(format.width(), format.width(), &[a, b]);
                if format.is_nan(result) {
                    continue;
                }
                let mut wanted = FloatSet::EMPTY;
                wanted.add_places(format.place(result), format.place(result));
                let most = most(format, &wanted);
                assert!(most.is_none_or(|most| most.contains(format, a)), "{a:#x} + {b:#x}");
            }
        }
    }
}
