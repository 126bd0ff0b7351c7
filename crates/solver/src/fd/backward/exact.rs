//! Arithmetic in the integers, for results that are known not to leave the width,
//! and what follows where they are known to leave it.

use term::{Domain, Op, mask};

/// The operation is exact: `args` are the operands and the result, all narrowed as integers.
pub(super) fn relation(op: Op, width: u32, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, b, r) = (&args[0], &args[1], &args[2]);
    match op {
        Op::UaddOverflow => unsigned_sum(a, b, r, facts),
        Op::SaddOverflow => {
            signed_interval(
                &mut facts[2],
                a.slo.saturating_add(b.slo),
                a.shi.saturating_add(b.shi),
            );
            signed_interval(
                &mut facts[0],
                r.slo.saturating_sub(b.shi),
                r.shi.saturating_sub(b.slo),
            );
            signed_interval(
                &mut facts[1],
                r.slo.saturating_sub(a.shi),
                r.shi.saturating_sub(a.slo),
            );
            true
        }
        Op::SsubOverflow => {
            signed_interval(
                &mut facts[2],
                a.slo.saturating_sub(b.shi),
                a.shi.saturating_sub(b.slo),
            );
            signed_interval(
                &mut facts[0],
                r.slo.saturating_add(b.slo),
                r.shi.saturating_add(b.shi),
            );
            signed_interval(
                &mut facts[1],
                a.slo.saturating_sub(r.shi),
                a.shi.saturating_sub(r.slo),
            );
            true
        }
        Op::UmulOverflow => {
            facts[2].lo = a.lo.saturating_mul(b.lo);
            facts[2].hi = a.hi.saturating_mul(b.hi).min(mask(width));
            facts[2].lo <= mask(width) && unsigned_factors(r, a, b, facts)
        }
        _ => {
            let corners = [(a.slo, b.slo), (a.slo, b.shi), (a.shi, b.slo), (a.shi, b.shi)];
            let corners = corners.map(|(x, y)| x.saturating_mul(y));
            let lo = corners.into_iter().fold(i128::MAX, i128::min);
            let hi = corners.into_iter().fold(i128::MIN, i128::max);
            signed_interval(&mut facts[2], lo, hi);
            signed_factors(r, a, b, facts)
        }
    }
}

fn signed_interval(fact: &mut Domain, lo: i128, hi: i128) {
    fact.slo = fact.slo.max(lo);
    fact.shi = fact.shi.min(hi);
}

fn unsigned_sum(a: &Domain, b: &Domain, r: &Domain, facts: &mut [Domain]) -> bool {
    facts[2].lo = a.lo.saturating_add(b.lo);
    facts[2].hi = facts[2].hi.min(a.hi.saturating_add(b.hi));
    if r.hi < a.lo || r.hi < b.lo {
        return false;
    }
    facts[0].lo = r.lo.saturating_sub(b.hi);
    facts[0].hi = r.hi - b.lo;
    facts[1].lo = r.lo.saturating_sub(a.hi);
    facts[1].hi = r.hi - a.lo;
    true
}

/// `r = a * b` in the naturals.
pub(super) fn unsigned_factors(r: &Domain, a: &Domain, b: &Domain, facts: &mut [Domain]) -> bool {
    for (at, other) in [(0, b), (1, a)] {
        if r.lo > 0 {
            if other.hi == 0 {
                return false;
            }
            facts[at].lo = facts[at].lo.max(r.lo.div_ceil(other.hi));
        }
        let divisor = if r.lo > 0 { other.lo.max(1) } else { other.lo };
        if let Some(most) = r.hi.checked_div(divisor) {
            facts[at].hi = facts[at].hi.min(most);
        }
    }
    true
}

/// Do all products of the signed box lie within the width?
pub(super) fn signed_product_fits(width: u32, a: &Domain, b: &Domain) -> bool {
    let full = Domain::full(width);
    let corners = [(a.slo, b.slo), (a.slo, b.shi), (a.shi, b.slo), (a.shi, b.shi)];
    corners.into_iter().all(|(x, y)| {
        x.checked_mul(y).is_some_and(|product| full.slo <= product && product <= full.shi)
    })
}

/// `r = a * b` in the integers.
pub(super) fn signed_factors(r: &Domain, a: &Domain, b: &Domain, facts: &mut [Domain]) -> bool {
    for (at, own, other) in [(0, a, b), (1, b, a)] {
        if other.slo > 0 || other.shi < 0 {
            let (lo, hi) = signed_quotients(r, other);
            signed_interval(&mut facts[at], lo, hi);
        } else if r.slo > 0 || r.shi < 0 {
            // The other factor is not 0, so this one is no larger than the product.
            let most = r.slo.unsigned_abs().max(r.shi.unsigned_abs());
            let most = i128::try_from(most).unwrap_or(i128::MAX);
            signed_interval(&mut facts[at], most.saturating_neg(), most);
            if own.slo == 0 {
                signed_interval(&mut facts[at], 1, i128::MAX);
            }
            if own.shi == 0 {
                signed_interval(&mut facts[at], i128::MIN, -1);
            }
        }
    }
    true
}

/// Bounds of the integers `x` with `x * d` in `r` for a divisor `d` of one sign.
fn signed_quotients(r: &Domain, divisor: &Domain) -> (i128, i128) {
    let (r_lo, r_hi, d_lo, d_hi) = if divisor.slo > 0 {
        (r.slo, r.shi, divisor.slo, divisor.shi)
    } else {
        (
            r.shi.saturating_neg(),
            r.slo.saturating_neg(),
            divisor.shi.saturating_neg(),
            divisor.slo.saturating_neg(),
        )
    };
    let lo = if r_lo > 0 { ceil_div(r_lo, d_hi) } else { ceil_div(r_lo, d_lo) };
    let hi = if r_hi < 0 { floor_div(r_hi, d_hi) } else { floor_div(r_hi, d_lo) };
    (lo, hi)
}

fn floor_div(a: i128, positive: i128) -> i128 {
    a.div_euclid(positive)
}

fn ceil_div(a: i128, positive: i128) -> i128 {
    a.div_euclid(positive) + i128::from(a.rem_euclid(positive) != 0)
}

/// The exact result is known to leave the width.
pub(super) fn overflowed(op: Op, width: u32, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, b) = (&args[0], &args[1]);
    let m = mask(width);
    match op {
        Op::UaddOverflow => {
            // a > m - b
            let (Some(lo_a), Some(lo_b)) = ((m - b.hi).checked_add(1), (m - a.hi).checked_add(1))
            else {
                return false;
            };
            (facts[0].lo, facts[1].lo) = (lo_a, lo_b);
            lo_a <= m && lo_b <= m
        }
        Op::UmulOverflow => {
            let (Some(least_a), Some(least_b)) = (m.checked_div(b.hi), m.checked_div(a.hi)) else {
                return false;
            };
            (facts[0].lo, facts[1].lo) = (least_a.saturating_add(1), least_b.saturating_add(1));
            least_a < m && least_b < m
        }
        Op::SaddOverflow => {
            signed_sum_leaves(width, a, b, &mut facts[0])
                && signed_sum_leaves(width, b, a, &mut facts[1])
        }
        Op::SsubOverflow | Op::SmulOverflow => true,
        _ => true,
    }
}

/// `a + b` leaves the signed width: which way is known where `b` has one sign.
fn signed_sum_leaves(width: u32, _a: &Domain, b: &Domain, fact: &mut Domain) -> bool {
    let full = Domain::full(width);
    if b.slo >= 0 {
        fact.slo = full.shi.saturating_sub(b.shi).saturating_add(1);
        return b.shi > 0;
    }
    if b.shi < 0 {
        fact.shi = full.slo.saturating_sub(b.slo).saturating_sub(1);
    }
    true
}
