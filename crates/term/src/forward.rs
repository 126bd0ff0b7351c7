//! Forward transfer: what is known of a result from what is known of its operands.
//!
//! Sound for every operator, exact for few. The domains of terms and the propagators both use it;
//! the tests compare it with enumeration at width 4.

use crate::domain::{gcd128, signed_limits};
use crate::{Domain, Op, Stride, mask, strides};

/// The domain of `op` applied to operands within `args`. `width` is the result's width and
/// `arg_width` the first operand's, as in [`crate::apply`].
///
/// # Panics
/// On a constant or variable, which have no operands.
pub fn forward(op: Op, width: u32, arg_width: u32, args: &[Domain]) -> Domain {
    let facts = forward_facts(op, width, arg_width, args);
    facts.reduced(width).expect("sound facts about one value should not contradict each other")
}

/// The same, not reduced: for callers that meet it with more facts before reducing once.
pub fn forward_facts(op: Op, width: u32, arg_width: u32, args: &[Domain]) -> Domain {
    match op {
        Op::Const(_) | Op::Var(_) => panic!("a leaf should not be applied"),
        Op::Table(_) => panic!("a table should be asked for its words"),
        Op::Not => complement(width, &args[0]),
        Op::Neg => sub(width, &Domain::singleton(width, 0), &args[0]),
        Op::Add => add(width, &args[0], &args[1]),
        Op::Sub => sub(width, &args[0], &args[1]),
        Op::Mul => mul(width, &args[0], &args[1]),
        Op::Udiv => udiv(width, &args[0], &args[1]),
        Op::Urem => urem(width, &args[0], &args[1]),
        Op::Sdiv => sdiv(width, &args[0], &args[1]),
        Op::Srem => srem(width, &args[0], &args[1]),
        Op::Shl | Op::Lshr | Op::Ashr => shift(op, width, &args[0], &args[1]),
        Op::And => and(width, &args[0], &args[1]),
        Op::Or => or(width, &args[0], &args[1]),
        Op::Xor => xor(width, &args[0], &args[1]),
        Op::Eq => truth(eq(arg_width, &args[0], &args[1])),
        Op::Ult => truth(less(args[0].lo, args[0].hi, args[1].lo, args[1].hi)),
        Op::Ule => truth(less(args[1].lo, args[1].hi, args[0].lo, args[0].hi).map(|b| !b)),
        Op::Slt => truth(less(args[0].slo, args[0].shi, args[1].slo, args[1].shi)),
        Op::Sle => truth(less(args[1].slo, args[1].shi, args[0].slo, args[0].shi).map(|b| !b)),
        Op::Ite => match args[0].as_singleton() {
            Some(1) => args[1],
            Some(_) => args[2],
            None => args[1].join(&args[2]),
        },
        Op::Concat => concat(width, width - arg_width, &args[0], &args[1]),
        Op::Extract(lo) => extract(width, arg_width, lo, &args[0]),
        Op::Zext => zext(width, arg_width, &args[0]),
        Op::Sext => sext(width, arg_width, &args[0]),
        Op::UaddOverflow => truth(uadd_overflow(arg_width, &args[0], &args[1])),
        Op::SaddOverflow => truth(sadd_overflow(arg_width, &args[0], &args[1])),
        Op::SsubOverflow => truth(ssub_overflow(arg_width, &args[0], &args[1])),
        Op::UmulOverflow => truth(umul_overflow(arg_width, &args[0], &args[1])),
        Op::SmulOverflow => truth(smul_overflow(arg_width, &args[0], &args[1])),
        Op::All => truth(all(args, 1)),
        Op::Any => truth(all(args, 0).map(|none| !none)),
        Op::Element => element(&args[0], &args[1..]),
        Op::Float(float) => crate::float::direct(float, width, arg_width, args),
    }
}

fn truth(known: Option<bool>) -> Domain {
    known.map_or(Domain::full(1), |value| Domain::singleton(1, u128::from(value)))
}

/// The sound modular interval of the integers `lo..=hi`.
fn wrapped(width: u32, lo: i128, hi: i128) -> Domain {
    Domain::arc(width, lo as u128, hi.wrapping_sub(lo) as u128)
}

fn complement(width: u32, a: &Domain) -> Domain {
    let m = mask(width);
    let (lo, hi) = (!a.hi & m, !a.lo & m);
    let bits = Domain::bits(width, a.ones, a.zeros);
    Domain { lo, hi, slo: !a.shi, shi: !a.slo, ..bits }
}

fn add(width: u32, a: &Domain, b: &Domain) -> Domain {
    let unsigned = arc_sum(width, a.lo, a.hi - a.lo, b.lo, b.hi - b.lo);
    let signed = arc_sum(width, a.slo as u128, signed_extent(a), b.slo as u128, signed_extent(b));
    let bits = sum_bits(width, (a.zeros, a.ones), (b.zeros, b.ones), 0);
    let mut result = unsigned.and(&signed).and(&bits);
    if a.hi.checked_add(b.hi).is_some_and(|most| most <= mask(width)) {
        result.stride = strides::sum(a, b);
    }
    result
}

fn sub(width: u32, a: &Domain, b: &Domain) -> Domain {
    let minus = |hi: u128| hi.wrapping_neg();
    let unsigned = arc_sum(width, a.lo, a.hi - a.lo, minus(b.hi), b.hi - b.lo);
    let signed =
        arc_sum(width, a.slo as u128, signed_extent(a), minus(b.shi as u128), signed_extent(b));
    // a - b is a + !b + 1.
    let bits = sum_bits(width, (a.zeros, a.ones), (b.ones, b.zeros), 1);
    let mut result = unsigned.and(&signed).and(&bits);
    if a.lo >= b.hi {
        result.stride = strides::difference(a, b);
    }
    result
}

fn signed_extent(a: &Domain) -> u128 {
    a.shi.wrapping_sub(a.slo) as u128
}

fn arc_sum(width: u32, start: u128, extent: u128, start2: u128, extent2: u128) -> Domain {
    match extent.checked_add(extent2) {
        Some(sum) => Domain::arc(width, start.wrapping_add(start2), sum),
        None => Domain::full(width),
    }
}

/// Known bits of a sum with carry in: compute the least and the greatest sum the bits allow;
/// a carry is known where both agree with it.
fn sum_bits(width: u32, a: (u128, u128), b: (u128, u128), carry: u128) -> Domain {
    let m = mask(width);
    let least = a.1.wrapping_add(b.1).wrapping_add(carry);
    let greatest = (!a.0 & m).wrapping_add(!b.0 & m).wrapping_add(carry);
    let carry_ones = least ^ a.1 ^ b.1;
    let carry_zeros = !(greatest ^ (!a.0 & m) ^ (!b.0 & m));
    let known = (a.0 | a.1) & (b.0 | b.1) & (carry_ones | carry_zeros) & m;
    Domain::bits(width, !greatest & known, least & known)
}

fn mul(width: u32, a: &Domain, b: &Domain) -> Domain {
    let mut result = product_bits(width, a, b);
    if let Some(hi) = a.hi.checked_mul(b.hi)
        && let lo = a.lo * b.lo
        && hi - lo < mask(width)
    {
        result = result.and(&Domain::arc(width, lo, hi - lo));
        if hi <= mask(width) {
            result.stride = strides::product(a, b);
        }
    }
    if let Some((lo, hi)) = signed_corners(a, b, i128::checked_mul) {
        result = result.and(&wrapped(width, lo, hi));
    }
    result
}

/// The low bits of a product follow from the low bits of its operands.
fn product_bits(width: u32, a: &Domain, b: &Domain) -> Domain {
    let run = |bits: u128| bits.trailing_ones().min(width);
    let (known_a, known_b) = (run(a.zeros | a.ones), run(b.zeros | b.ones));
    let (zeros_a, zeros_b) = (run(a.zeros), run(b.zeros));
    let known = mask((known_a + zeros_b).min(known_b + zeros_a).min(width));
    // With no known bit `mask(0)` is 0 and nothing is claimed.
    let product = a.ones.wrapping_mul(b.ones);
    Domain::bits(width, !product & known, product & known)
}

/// The extremes of a monotone operation over the four corners of the signed box,
/// unless one of them leaves 128 bits or their distance does.
fn signed_corners(
    a: &Domain,
    b: &Domain,
    op: fn(i128, i128) -> Option<i128>,
) -> Option<(i128, i128)> {
    let corners = [op(a.slo, b.slo)?, op(a.slo, b.shi)?, op(a.shi, b.slo)?, op(a.shi, b.shi)?];
    let lo = corners.into_iter().min()?;
    let hi = corners.into_iter().max()?;
    hi.checked_sub(lo)?;
    Some((lo, hi))
}

fn udiv(width: u32, a: &Domain, b: &Domain) -> Domain {
    if b.hi == 0 {
        return Domain::singleton(width, mask(width));
    }
    let hi = a.hi.checked_div(b.lo).unwrap_or(mask(width));
    Domain::unsigned(width, a.lo / b.hi, hi)
}

fn urem(width: u32, a: &Domain, b: &Domain) -> Domain {
    if b.hi == 0 || a.hi < b.lo {
        return *a;
    }
    if let Some(divisor) = b.as_singleton() {
        return urem_constant(width, a, divisor);
    }
    let hi = if b.lo == 0 { a.hi } else { a.hi.min(b.hi - 1) };
    Domain::unsigned(width, 0, hi)
}

fn urem_constant(width: u32, a: &Domain, divisor: u128) -> Domain {
    let bounds = if a.lo / divisor == a.hi / divisor {
        Domain::unsigned(width, a.lo % divisor, a.hi % divisor)
    } else {
        Domain::unsigned(width, 0, divisor - 1)
    };
    // The trailing zeros of the divisor leave the dividend's low bits as they are.
    let low = mask(divisor.trailing_zeros());
    let mut bits = Domain::bits(width, a.zeros & low, a.ones & low);
    let (member, distance) = a.progression();
    bits.stride = Stride::through(member, gcd128(distance, divisor));
    bounds.and(&bits)
}

fn sdiv(width: u32, a: &Domain, b: &Domain) -> Domain {
    let (min, _) = signed_limits(width);
    let mut bounds = Bounds::default();
    if b.slo <= 0 && b.shi >= 0 && b.ones == 0 {
        // Division by zero: 1 for negative dividends, -1 for the others.
        if a.slo < 0 {
            bounds.take(1);
        }
        if a.shi >= 0 {
            bounds.take(-1);
        }
    }
    let positive = (b.slo.max(1), b.shi);
    let negative = (b.slo, b.shi.min(-1));
    for (from, to) in [positive, negative].into_iter().filter(|(from, to)| from <= to) {
        for dividend in [a.slo, a.shi] {
            bounds.take(dividend.checked_div(from).unwrap_or(min));
            bounds.take(dividend.checked_div(to).unwrap_or(min));
        }
        if a.slo == min && from <= -1 && to == -1 {
            // The smallest value over -1 wraps to itself, while its neighbours become greatest.
            return Domain::full(width);
        }
    }
    Domain::signed(width, bounds.lo, bounds.hi)
}

fn srem(width: u32, a: &Domain, b: &Domain) -> Domain {
    let greatest_divisor = b.slo.unsigned_abs().max(b.shi.unsigned_abs());
    let least_divisor = if b.slo > 0 {
        b.slo.unsigned_abs()
    } else if b.shi < 0 {
        b.shi.unsigned_abs()
    } else {
        0
    };
    let greatest_dividend = a.slo.unsigned_abs().max(a.shi.unsigned_abs());
    if greatest_divisor == 0 || greatest_dividend < least_divisor {
        return *a;
    }
    if least_divisor == 0 {
        return Domain::signed(width, a.slo.min(0), a.shi.max(0));
    }
    let most = greatest_divisor - 1;
    let lo = if a.slo < 0 { -(a.slo.unsigned_abs().min(most) as i128) } else { 0 };
    let hi = if a.shi > 0 { a.shi.unsigned_abs().min(most) as i128 } else { 0 };
    Domain::signed(width, lo, hi)
}

#[derive(Clone, Copy)]
struct Bounds {
    lo: i128,
    hi: i128,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { lo: i128::MAX, hi: i128::MIN }
    }
}

impl Bounds {
    fn take(&mut self, value: i128) {
        self.lo = self.lo.min(value);
        self.hi = self.hi.max(value);
    }
}

/// Joins the results of every amount the second operand admits; all amounts of `width` or more act alike.
fn shift(op: Op, width: u32, a: &Domain, b: &Domain) -> Domain {
    let beyond = u128::from(width);
    let mut result: Option<Domain> = None;
    for by in b.lo..=b.hi.min(beyond) {
        if by < beyond && !b.contains(width, by) {
            continue;
        }
        let shifted = shift_by(op, width, a, by as u32);
        result = Some(result.map_or(shifted, |so_far| so_far.join(&shifted)));
    }
    result.unwrap_or_else(|| shift_by(op, width, a, width))
}

fn shift_by(op: Op, width: u32, a: &Domain, by: u32) -> Domain {
    let far = by >= width;
    match op {
        Op::Shl if far => Domain::singleton(width, 0),
        Op::Shl => mul(width, a, &Domain::singleton(width, 1 << by)),
        Op::Lshr if far => Domain::singleton(width, 0),
        Op::Lshr => {
            let top = mask(width) & !(mask(width) >> by);
            let bounds = Domain::unsigned(width, a.lo >> by, a.hi >> by);
            bounds.and(&Domain::bits(width, (a.zeros >> by) | top, a.ones >> by))
        }
        _ => {
            let by = by.min(width - 1);
            let bounds = Domain::signed(width, a.slo >> by, a.shi >> by);
            let top = mask(width) & !(mask(width) >> by);
            let (zeros, ones) = ((a.zeros >> by) & !top, (a.ones >> by) & !top);
            bounds.and(&Domain::bits(width, zeros, ones))
        }
    }
}

fn and(width: u32, a: &Domain, b: &Domain) -> Domain {
    let bits = Domain::bits(width, a.zeros | b.zeros, a.ones & b.ones);
    bits.and(&Domain::unsigned(width, 0, a.hi.min(b.hi)))
}

fn or(width: u32, a: &Domain, b: &Domain) -> Domain {
    let bits = Domain::bits(width, a.zeros & b.zeros, a.ones | b.ones);
    bits.and(&Domain::unsigned(width, a.lo.max(b.lo), mask(width)))
}

fn xor(width: u32, a: &Domain, b: &Domain) -> Domain {
    let zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
    let ones = (a.zeros & b.ones) | (a.ones & b.zeros);
    Domain::bits(width, zeros, ones)
}

fn eq(width: u32, a: &Domain, b: &Domain) -> Option<bool> {
    match (a.as_singleton(), b.as_singleton()) {
        (Some(x), Some(y)) => Some(x == y),
        _ if a.meet(b, width).is_none() => Some(false),
        _ => None,
    }
}

/// Is every value of the first interval less than, or every one at least, those of the second?
fn less<T: Ord + Copy>(lo: T, hi: T, lo2: T, hi2: T) -> Option<bool> {
    if hi < lo2 {
        Some(true)
    } else if lo >= hi2 {
        Some(false)
    } else {
        None
    }
}

fn concat(width: u32, low: u32, a: &Domain, b: &Domain) -> Domain {
    let bounds = Domain::unsigned(width, (a.lo << low) | b.lo, (a.hi << low) | b.hi);
    let bits = Domain::bits(width, (a.zeros << low) | b.zeros, (a.ones << low) | b.ones);
    bounds.and(&bits)
}

fn extract(width: u32, from_width: u32, lo: u8, a: &Domain) -> Domain {
    let m = mask(width);
    let bits = Domain::bits(width, (a.zeros >> lo) & m, (a.ones >> lo) & m);
    let unsigned = Domain::arc(width, a.lo >> lo, (a.hi >> lo) - (a.lo >> lo));
    debug_assert!(u32::from(lo) + width <= from_width, "bits should lie within the operand");
    let (slo, shi) = (a.slo >> lo, a.shi >> lo);
    let signed = Domain::arc(width, slo as u128, shi.wrapping_sub(slo) as u128);
    let mut result = bits.and(&unsigned).and(&signed);
    if lo == 0 && a.hi <= m {
        (result.stride, result.gaps) = (a.stride, a.gaps);
    }
    result
}

fn zext(width: u32, from_width: u32, a: &Domain) -> Domain {
    let top = mask(width) & !mask(from_width);
    let bounds = Domain::unsigned(width, a.lo, a.hi);
    let bits = Domain::bits(width, a.zeros | top, a.ones);
    Domain { stride: a.stride, gaps: a.gaps, ..bounds.and(&bits) }
}

fn sext(width: u32, from_width: u32, a: &Domain) -> Domain {
    let low = mask(from_width) >> 1;
    let bounds = Domain::signed(width, a.slo, a.shi);
    let mut result = bounds.and(&Domain::bits(width, a.zeros & low, a.ones & low));
    if a.slo >= 0 {
        (result.stride, result.gaps) = (a.stride, a.gaps);
    }
    result
}

fn uadd_overflow(width: u32, a: &Domain, b: &Domain) -> Option<bool> {
    unsigned_overflow(width, a, b, u128::checked_add)
}

fn umul_overflow(width: u32, a: &Domain, b: &Domain) -> Option<bool> {
    unsigned_overflow(width, a, b, u128::checked_mul)
}

/// Does an operation that grows with both operands leave the width? Then its least and greatest results tell.
fn unsigned_overflow(
    width: u32,
    a: &Domain,
    b: &Domain,
    op: fn(u128, u128) -> Option<u128>,
) -> Option<bool> {
    let fits = |x: u128, y: u128| op(x, y).is_some_and(|exact| exact <= mask(width));
    if fits(a.hi, b.hi) {
        Some(false)
    } else if !fits(a.lo, b.lo) {
        Some(true)
    } else {
        None
    }
}

/// -1, 0 or 1: does the exact result lie below, within or above the signed width?
fn side(width: u32, a: i128, b: i128, op: fn(i128, i128) -> Option<i128>, saturated: i128) -> i32 {
    let (min, max) = signed_limits(width);
    let exact = op(a, b).unwrap_or(saturated);
    let strictly_outside = op(a, b).is_none();
    if exact < min || (strictly_outside && exact == i128::MIN) {
        -1
    } else {
        i32::from(exact > max || (strictly_outside && exact == i128::MAX))
    }
}

/// From the sides of the least and the greatest exact result.
fn leaves(least: i32, greatest: i32) -> Option<bool> {
    match (least, greatest) {
        (0, 0) => Some(false),
        (-1, -1) | (1, 1) => Some(true),
        _ => None,
    }
}

fn sadd_overflow(width: u32, a: &Domain, b: &Domain) -> Option<bool> {
    let at = |x: i128, y: i128| side(width, x, y, i128::checked_add, x.saturating_add(y));
    leaves(at(a.slo, b.slo), at(a.shi, b.shi))
}

fn ssub_overflow(width: u32, a: &Domain, b: &Domain) -> Option<bool> {
    let at = |x: i128, y: i128| side(width, x, y, i128::checked_sub, x.saturating_sub(y));
    leaves(at(a.slo, b.shi), at(a.shi, b.slo))
}

fn smul_overflow(width: u32, a: &Domain, b: &Domain) -> Option<bool> {
    let at = |x: i128, y: i128| side(width, x, y, i128::checked_mul, x.saturating_mul(y));
    let corners = [at(a.slo, b.slo), at(a.slo, b.shi), at(a.shi, b.slo), at(a.shi, b.shi)];
    let least = corners.into_iter().min()?;
    let greatest = corners.into_iter().max()?;
    leaves(least, greatest)
}

/// Are all operands known to be `value` (true), or one known not to be (false)?
fn all(args: &[Domain], value: u128) -> Option<bool> {
    if args.iter().any(|arg| arg.as_singleton() == Some(1 - value)) {
        Some(false)
    } else if args.iter().all(|arg| arg.as_singleton() == Some(value)) {
        Some(true)
    } else {
        None
    }
}

fn element(index: &Domain, cells: &[Domain]) -> Domain {
    let last = cells.len() - 1;
    let position = |bound: u128| usize::try_from(bound).map_or(last, |at| at.min(last));
    let reached = &cells[position(index.lo)..=position(index.hi)];
    reached[1..].iter().fold(reached[0], |so_far, cell| so_far.join(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Gaps, apply};

    /// A spread of domains of width 3 or 1: intervals in both orders, wrapped ones, and known bits.
    fn domains(width: u32) -> Vec<Domain> {
        let m = mask(width);
        let mut found = Vec::new();
        for start in 0..=m {
            for extent in 0..=m {
                let arc = Domain::arc(width, start, extent);
                found.extend(arc.reduced(width));
                if extent % 2 == 1 {
                    let stride = Stride { modulus: 3, residue: (start % 3) as u32 };
                    found.extend(Domain { stride, ..arc }.reduced(width));
                    let gaps = Gaps { start: 0, members: !(1 << start | 4) };
                    found.extend(Domain { gaps, ..arc }.reduced(width));
                }
                for zeros in [0, 1, 2, 4, 5] {
                    let bits = Domain::bits(width, zeros & m, start & !zeros & extent);
                    found.extend(bits.meet(&Domain::arc(width, start, extent), width));
                }
            }
        }
        found.sort_by_key(|d| {
            (d.lo, d.hi, d.slo, d.shi, d.zeros, d.ones, d.gaps.members, d.stride.modulus)
        });
        found.dedup();
        found
    }

    fn members(domain: &Domain, width: u32) -> impl Iterator<Item = u128> + '_ {
        (0..=mask(width)).filter(move |&value| domain.contains(width, value))
    }

    #[track_caller]
    fn check(op: Op, width: u32, arg_widths: &[u32], args: &[Domain]) {
        let result = forward(op, width, arg_widths[0], args);
        let mut values = vec![0; args.len()];
        check_from(op, width, arg_widths, args, &result, &mut values, 0);
    }

    fn check_from(
        op: Op,
        width: u32,
        arg_widths: &[u32],
        args: &[Domain],
        result: &Domain,
        values: &mut Vec<u128>,
        at: usize,
    ) {
        if at == args.len() {
            let value = apply(op, width, arg_widths[0], values);
            assert!(
                result.contains(width, value),
                "{op:?} {args:?} at {values:?} gives {value}, not in {result:?}"
            );
            return;
        }
        for value in members(&args[at], arg_widths[at]) {
            values[at] = value;
            check_from(op, width, arg_widths, args, result, values, at + 1);
        }
    }

    #[test]
    fn no_value_is_lost_at_width_3() {
        let (of3, of1) = (domains(3), domains(1));
        for op in Op::WITH_OPERANDS {
            for a in &of3 {
                match op {
                    Op::Not | Op::Neg => check(op, 3, &[3], &[*a]),
                    Op::Zext | Op::Sext => check(op, 5, &[3], &[*a]),
                    Op::Extract(_) => {
                        for lo in 0..3 {
                            for width in 1..=3 - u32::from(lo) {
                                check(Op::Extract(lo), width, &[3], &[*a]);
                            }
                        }
                    }
                    Op::All | Op::Any => {}
                    _ => {
                        for b in &of3 {
                            check_binary(op, a, b, &of1);
                        }
                    }
                }
            }
            if matches!(op, Op::All | Op::Any) {
                for a in &of1 {
                    for b in &of1 {
                        check(op, 1, &[1, 1], &[*a, *b]);
                    }
                }
            }
        }
    }

    fn check_binary(op: Op, a: &Domain, b: &Domain, of1: &[Domain]) {
        match op {
            Op::Ite => of1.iter().for_each(|c| check(op, 3, &[1, 3, 3], &[*c, *a, *b])),
            Op::Element => check(op, 3, &[3, 3, 3], &[*a, *b, *a]),
            Op::Concat => check(op, 6, &[3, 3], &[*a, *b]),
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => check(op, 1, &[3, 3], &[*a, *b]),
            Op::UaddOverflow
            | Op::SaddOverflow
            | Op::SsubOverflow
            | Op::UmulOverflow
            | Op::SmulOverflow => check(op, 1, &[3, 3], &[*a, *b]),
            _ => check(op, 3, &[3, 3], &[*a, *b]),
        }
    }
}
