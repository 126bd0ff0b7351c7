//! Products modulo 2^width.

use super::super::modular::{inverse, trim_factor};
use super::exact;
use term::{Domain, mask};

/// `r = a * b`: bounds by division where nothing wraps, modular bounds by the three-gap argument
/// where one factor is known, and low bits always.
pub(super) fn factors(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, b) = (&args[0], &args[1]);
    let fits = |x: u128, y: u128| x.checked_mul(y).is_some_and(|product| product <= mask(width));
    if fits(a.hi, b.hi) {
        if !exact::unsigned_factors(r, a, b, facts) {
            return false;
        }
    } else if exact::signed_product_fits(width, a, b) && !exact::signed_factors(r, a, b, facts) {
        return false;
    }
    for (unknown, known) in [(0, 1), (1, 0)] {
        if let Some(factor) = args[known].as_singleton()
            && !by_constant(width, r, &args[unknown], factor, unknown, facts)
        {
            return false;
        }
    }
    true
}

/// `r = x * factor` for a known factor. The last fact is about the result.
fn by_constant(
    width: u32,
    r: &Domain,
    x: &Domain,
    factor: u128,
    at: usize,
    facts: &mut [Domain],
) -> bool {
    if factor == 0 {
        return true;
    }
    facts[at] = facts[at].and(&low_bits(width, r, factor));
    let wraps = x.hi.checked_mul(factor).is_none_or(|product| product > mask(width));
    if !wraps {
        return true;
    }
    let Some(trimmed) = trim_factor(width, factor, x, r) else { return false };
    facts[at] = facts[at].and(&trimmed);
    if factor & 1 == 1 {
        // An odd factor has an inverse: then the result is a multiple of the operand as well.
        let Some(trimmed) = trim_factor(width, inverse(factor), r, x) else { return false };
        let result = facts.len() - 1;
        facts[result] = facts[result].and(&trimmed);
    }
    true
}

/// Dividing out the factor's power of two and multiplying by the inverse of the rest
/// gives the low bits of `x` from the known low bits of `r`.
fn low_bits(width: u32, r: &Domain, factor: u128) -> Domain {
    let power = factor.trailing_zeros();
    let known = (r.zeros | r.ones).trailing_ones().min(width);
    if known <= power {
        return Domain::full(width);
    }
    let m = mask(known - power);
    let value = (r.ones >> power).wrapping_mul(inverse(factor >> power)) & m;
    Domain::bits(width, !value & m, value)
}
