//! Operands with a few values each: every pair is tried.
//!
//! Meaning: that of the operator. Consistency: domain consistency, every value left has a partner.
//! Applies where the operands have at most [`MAX_PAIRS`] pairs of values.

use term::{Domain, Op, apply};

const MAX_PAIRS: u32 = 32;

/// An operator with a result of several bits and two operands.
pub(super) const fn applies(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Udiv
            | Op::Urem
            | Op::Sdiv
            | Op::Srem
            | Op::Shl
            | Op::Lshr
            | Op::Ashr
            | Op::And
            | Op::Or
            | Op::Xor
    )
}

/// What trying gave.
#[expect(clippy::large_enum_variant, reason = "one at a time, on the stack")]
pub(super) enum Tried {
    /// There are too many pairs.
    TooMany,
    /// No pair fits.
    None,
    /// Exactly what the first operand, the second and the result can be.
    Left(Domain, Domain, Domain),
}

/// Tries all pairs of operands of one width; `one_term` where both are the same.
pub(super) fn try_pairs(
    op: Op,
    width: u32,
    r: &Domain,
    a: &Domain,
    b: &Domain,
    one_term: bool,
) -> Tried {
    let cheap = u128::from(MAX_PAIRS) * 4;
    if a.hi - a.lo > cheap || b.hi - b.lo > cheap {
        return Tried::TooMany;
    }
    let (Some((a_start, a_set)), Some((b_start, b_set))) = (a.small_set(width), b.small_set(width))
    else {
        return Tried::TooMany;
    };
    let pairs = if one_term { a_set.count_ones() } else { a_set.count_ones() * b_set.count_ones() };
    if pairs > MAX_PAIRS || pairs == 1 {
        return Tried::TooMany;
    }
    let (mut a_left, mut b_left) = (0u128, 0u128);
    let mut results: Option<Domain> = None;
    for i in bits(a_set) {
        for j in bits(b_set).filter(|&j| !one_term || j == i) {
            let values = [u128::from(a_start) + i, u128::from(b_start) + j];
            let value = apply(op, width, width, &values);
            if r.contains(width, value) {
                (a_left, b_left) = (a_left | 1 << i, b_left | 1 << j);
                let single = Domain::singleton(width, value);
                results = Some(results.map_or(single, |so_far| so_far.join(&single)));
            }
        }
    }
    match results {
        None => Tried::None,
        Some(result) => Tried::Left(
            Domain::from_small_set(width, a_start, a_left),
            Domain::from_small_set(width, b_start, b_left),
            result,
        ),
    }
}

fn bits(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (at < 128).then_some(u128::from(at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_what_fits() {
        let set = |values: &[u128]| {
            let singles = values.iter().map(|&value| Domain::singleton(8, value));
            singles.reduce(|a, b| a.join(&b)).expect("some").reduced(8).expect("not empty")
        };
        let (a, b) = (set(&[2, 5, 9]), set(&[1, 4, 7]));
        let r = Domain::unsigned(8, 20, 35);
        let Tried::Left(a, b, r) = try_pairs(Op::Mul, 8, &r, &a, &b, false) else {
            panic!("few pairs should be tried")
        };
        let left = |d: &Domain| (0..256).filter(|&v| d.contains(8, v)).collect::<Vec<_>>();
        assert_eq!((left(&a), left(&b)), (vec![5], vec![4, 7]));
        assert_eq!(left(&r.reduced(8).expect("not empty")), [20, 35]);
        let odd = Domain { zeros: 0, ones: 1, ..Domain::full(8) };
        assert!(matches!(try_pairs(Op::Mul, 8, &odd, &set(&[2, 4]), &b, false), Tried::None));
    }
}
