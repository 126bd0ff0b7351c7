//! Bitwise operators, shifts, concatenation, extraction and extension.

use super::super::modular::trim_to_residue;
use term::{Domain, Op, forward_facts, mask};

/// `a & b`: ones of the result are ones of both; a zero opposite a one is a zero. And `r <= a`.
pub(super) fn and(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    for (fact, other) in facts.iter_mut().zip([&args[1], &args[0]]) {
        *fact = Domain::bits(width, r.zeros & other.ones, r.ones);
        fact.lo = r.lo;
    }
    true
}

/// `a | b`: the dual of `&`.
pub(super) fn or(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    for (fact, other) in facts.iter_mut().zip([&args[1], &args[0]]) {
        *fact = Domain::bits(width, r.zeros, r.ones & other.zeros);
        fact.hi = r.hi;
    }
    true
}

/// Tries every amount: those whose result misses `r` are ruled out at the ends,
/// and the operand lies in the union of what the others allow.
pub(super) fn shift(op: Op, width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let (a, amount) = (&args[0], &args[1]);
    let beyond = u128::from(width);
    let mut allowed: Option<(u128, u128)> = None;
    let mut operand: Option<Domain> = None;
    for by in amount.lo..=amount.hi.min(beyond.min(mask(width))) {
        if by < beyond && !amount.contains(width, by) {
            continue;
        }
        let shifted = forward_facts(op, width, width, &[*a, Domain::singleton(width, by)]);
        let Some(met) = shifted.meet(r, width) else { continue };
        allowed = Some((allowed.map_or(by, |(first, _)| first), by));
        let before = before_shift(op, width, &met, by as u32);
        operand = Some(operand.map_or(before, |so_far| so_far.join(&before)));
    }
    if amount.lo > beyond {
        return true;
    }
    let (Some((first, last)), Some(operand)) = (allowed, operand) else { return false };
    facts[0] = operand;
    facts[1].lo = if first == beyond { beyond } else { first };
    if last < beyond {
        facts[1].hi = last;
    }
    true
}

/// The operands that a shift by a known amount takes into `r`, whose values it can give.
fn before_shift(op: Op, width: u32, r: &Domain, by: u32) -> Domain {
    let m = mask(width);
    if by >= width {
        // Only the sign can be seen, and the forward rule has met it.
        return match (op, r.shi < 0, r.slo >= 0) {
            (Op::Ashr, true, _) => Domain::signed(width, Domain::full(width).slo, -1),
            (Op::Ashr, _, true) => Domain::signed(width, 0, Domain::full(width).shi),
            _ => Domain::full(width),
        };
    }
    let low = mask(width - by);
    match op {
        Op::Shl => Domain::bits(width, (r.zeros >> by) & low, (r.ones >> by) & low),
        Op::Lshr => {
            let mut facts =
                Domain::bits(width, ((r.zeros & low) << by) & m, ((r.ones & low) << by) & m);
            facts.lo = (r.lo << by) & m;
            facts.hi = ((r.hi << by) | ((1 << by) - 1)) & m;
            facts
        }
        _ => {
            let mut facts =
                Domain::bits(width, ((r.zeros & low) << by) & m, ((r.ones & low) << by) & m);
            facts.slo = r.slo << by;
            facts.shi = (r.shi << by) | ((1 << by) - 1);
            facts
        }
    }
}

pub(super) fn concat(width: u32, high_width: u32, r: &Domain, facts: &mut [Domain]) -> bool {
    let low_width = width - high_width;
    let low = mask(low_width);
    facts[0] = Domain::bits(high_width, r.zeros >> low_width, r.ones >> low_width);
    facts[0].lo = r.lo >> low_width;
    facts[0].hi = r.hi >> low_width;
    facts[1] = Domain::bits(low_width, r.zeros & low, r.ones & low);
    if facts[0].lo == facts[0].hi {
        facts[1].lo = r.lo & low;
        facts[1].hi = r.hi & low;
    }
    true
}

/// Bits go back to their places; low bits also move the bounds to the nearest fitting residue.
pub(super) fn extract(
    width: u32,
    from_width: u32,
    lo: u8,
    r: &Domain,
    args: &[Domain],
    facts: &mut [Domain],
) -> bool {
    facts[0] = Domain::bits(from_width, r.zeros << lo, r.ones << lo);
    if lo > 0 {
        return true;
    }
    let trimmed = trim_to_residue(args[0].lo, args[0].hi, 1 << width, r.lo, r.hi);
    let Some((from, to)) = trimmed else { return false };
    (facts[0].lo, facts[0].hi) = (from, to);
    if args[0].hi <= mask(width) {
        (facts[0].stride, facts[0].gaps) = (r.stride, r.gaps);
    }
    true
}

pub(super) fn zext(from_width: u32, r: &Domain, facts: &mut [Domain]) -> bool {
    let m = mask(from_width);
    facts[0] = Domain::bits(from_width, r.zeros & m, r.ones & m);
    (facts[0].lo, facts[0].hi) = (r.lo, r.hi);
    (facts[0].stride, facts[0].gaps) = (r.stride, r.gaps);
    r.lo <= m
}

pub(super) fn sext(from_width: u32, r: &Domain, facts: &mut [Domain]) -> bool {
    let m = mask(from_width);
    facts[0] = Domain::bits(from_width, r.zeros & m, r.ones & m);
    (facts[0].slo, facts[0].shi) = (r.slo, r.shi);
    true
}
