//! Quotients and remainders.

use super::super::modular::trim_to_residue;
use term::{Domain, Stride, mask, sum};

/// `r = a / b`, unsigned; `b = 0` gives all ones.
pub(super) fn udiv(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, b) = (&args[0], &args[1]);
    if r.hi == mask(width) && b.lo == 0 {
        return true;
    }
    // Zero is no divisor here: it would give all ones.
    let divisor_lo = b.lo.max(1);
    if divisor_lo > b.hi {
        return false;
    }
    facts[1].lo = divisor_lo;
    quotient(width, r, a, divisor_lo, b.hi, facts)
}

/// Bounds of `r * b <= a <= r * b + b - 1` over positive divisors `b_lo..=b_hi`.
fn quotient(
    width: u32,
    r: &Domain,
    a: &Domain,
    b_lo: u128,
    b_hi: u128,
    facts: &mut [Domain],
) -> bool {
    let Some(least) = r.lo.checked_mul(b_lo) else { return false };
    if least > mask(width) {
        return false;
    }
    facts[0].lo = least;
    let greatest = r.hi.saturating_add(1).saturating_mul(b_hi).saturating_sub(1);
    facts[0].hi = greatest.min(mask(width));
    if let Some(most) = a.hi.checked_div(r.lo) {
        facts[1].hi = most;
    }
    // b > a / (r + 1)
    if let Some(next) = r.hi.checked_add(1) {
        facts[1].lo = facts[1].lo.max(a.lo / next + 1);
    }
    facts[1].lo <= mask(width)
}

/// `r = a % b`, unsigned; `b = 0` gives `a`.
pub(super) fn urem(_width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, b) = (&args[0], &args[1]);
    facts[0].lo = r.lo;
    if let Some(divisor) = b.as_singleton() {
        if divisor == 0 {
            facts[0] = *r;
            return true;
        }
        let Some((lo, hi)) = trim_to_residue(a.lo, a.hi, divisor, r.lo, r.hi) else { return false };
        (facts[0].lo, facts[0].hi) = (lo, hi);
        // The dividend is the remainder plus a multiple of the divisor.
        facts[0].stride = sum(r, &multiples(divisor));
        return true;
    }
    // Where the remainder is not the dividend, the divisor is neither 0 nor beyond the dividend.
    if r.hi < a.lo {
        facts[1].lo = r.lo + 1;
        facts[1].hi = a.hi;
    } else if b.lo > 0 {
        facts[1].lo = b.lo.max(r.lo.saturating_add(1));
    }
    true
}

/// The multiples of a number, as far as a stride can say.
fn multiples(of: u128) -> Domain {
    Domain { stride: Stride::through(0, of), ..Domain::full(128) }
}

/// `r = a / b`, signed: by a known divisor, or over non-negative operands as the unsigned rule.
pub(super) fn sdiv(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, b) = (&args[0], &args[1]);
    if a.slo >= 0 && b.slo > 0 && r.slo >= 0 {
        return quotient(width, r, a, b.lo, b.hi, facts);
    }
    let Some(divisor) = b.as_singleton().map(|_| b.slo) else { return true };
    // By -1 the least value wraps; by 0 the result tells the sign at most.
    if divisor == 0 || divisor == -1 {
        return true;
    }
    let size = divisor.unsigned_abs() as i128;
    let (lo, hi) = if divisor > 0 { (r.slo, r.shi) } else { (-r.shi, -r.slo) };
    // a / size lies in lo..=hi, rounded to zero.
    let rest = size - 1;
    let least =
        if lo > 0 { lo.saturating_mul(size) } else { lo.saturating_mul(size).saturating_sub(rest) };
    let most =
        if hi < 0 { hi.saturating_mul(size) } else { hi.saturating_mul(size).saturating_add(rest) };
    (facts[0].slo, facts[0].shi) = (least, most);
    true
}

/// `r = a % b`, signed: the sign of the result is the dividend's; over non-negative operands
/// a known divisor moves the bounds as in the unsigned rule.
pub(super) fn srem(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, b) = (&args[0], &args[1]);
    if r.slo > 0 {
        facts[0].slo = r.slo;
    } else if r.shi < 0 {
        facts[0].shi = r.shi;
    }
    if a.slo >= 0 && b.slo > 0 {
        return urem(width, r, args, facts);
    }
    true
}
