//! Equality and order, reified.

use term::{Domain, Gaps, mask, to_signed};

/// Values between the bounds, at most, of a domain that keeps its holes.
const SMALL: u128 = 64;

/// `a == b`: domains meet where it is true; where it is false, a known value leaves the other's bounds.
pub(super) fn eq(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    match r.as_singleton() {
        Some(1) => {
            (facts[0], facts[1]) = (args[1], args[0]);
            true
        }
        Some(_) => {
            if let Some(value) = args[1].as_singleton() {
                facts[0] = without(width, &args[0], value);
            }
            if let Some(value) = args[0].as_singleton() {
                facts[1] = without(width, &args[1], value);
            }
            !(args[0].as_singleton().is_some() && args[0].as_singleton() == args[1].as_singleton())
        }
        None => true,
    }
}

/// A domain without one value.
fn without(width: u32, a: &Domain, value: u128) -> Domain {
    let signed = to_signed(value, width);
    let mut facts = *a;
    if a.as_singleton().is_some() {
        return facts;
    }
    facts.lo += u128::from(a.lo == value);
    facts.hi -= u128::from(a.hi == value);
    facts.slo += i128::from(a.slo == signed);
    facts.shi -= i128::from(a.shi == signed);
    // In a large domain a hole says little and would only add its labels to every core.
    if a.lo < value && value < a.hi && a.hi - a.lo < SMALL {
        facts.gaps = Gaps::without(value);
    }
    facts
}

/// `a < b`.
pub(super) fn less(
    width: u32,
    signed: bool,
    r: &Domain,
    args: &[Domain],
    facts: &mut [Domain],
) -> bool {
    let (first, second) = facts.split_at_mut(1);
    let (fa, fb) = (&mut first[0], &mut second[0]);
    match r.as_singleton() {
        Some(1) => below(width, signed, &args[0], &args[1], fa, fb, true),
        Some(_) => below(width, signed, &args[1], &args[0], fb, fa, false),
        None => true,
    }
}

/// `a <= b`.
pub(super) fn at_most(
    width: u32,
    signed: bool,
    r: &Domain,
    args: &[Domain],
    facts: &mut [Domain],
) -> bool {
    let (first, second) = facts.split_at_mut(1);
    let (fa, fb) = (&mut first[0], &mut second[0]);
    match r.as_singleton() {
        Some(1) => below(width, signed, &args[0], &args[1], fa, fb, false),
        Some(_) => below(width, signed, &args[1], &args[0], fb, fa, true),
        None => true,
    }
}

/// `a < b` or `a <= b`: the upper bound of `b` holds `a` down, the lower bound of `a` pushes `b` up.
fn below(
    width: u32,
    signed: bool,
    a: &Domain,
    b: &Domain,
    fa: &mut Domain,
    fb: &mut Domain,
    strict: bool,
) -> bool {
    if signed {
        let step = i128::from(strict);
        let (Some(hi), Some(lo)) = (b.shi.checked_sub(step), a.slo.checked_add(step)) else {
            return false;
        };
        (fa.shi, fb.slo) = (hi, lo);
    } else {
        let step = u128::from(strict);
        let (Some(hi), Some(lo)) = (b.hi.checked_sub(step), a.lo.checked_add(step)) else {
            return false;
        };
        (fa.hi, fb.lo) = (hi, lo);
        if lo > mask(width) {
            return false;
        }
    }
    true
}
