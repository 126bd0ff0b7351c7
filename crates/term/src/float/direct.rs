//! What a result can be, from what the operands can be.
//!
//! Rounding is monotone, so on operands of one sign and kind the extremes of a result are at the corners of the box, and they are
//! attained: the bounds are exact, whatever the rounding, and need no wider format (compare Botella, Gotlieb, Michel, STVR 2006).
//! Remainders are not monotone; their bounds are those of their definition.

use super::{Float, FloatOp, FloatSet, Format};
use crate::{Domain, mask, to_signed, to_unsigned};

/// The domain of a result, not reduced; `width` is the result's, `arg_width` the first operand's.
pub fn direct(float: Float, width: u32, arg_width: u32, args: &[Domain]) -> Domain {
    let full = Domain::full(width);
    if float.op.takes_integer() {
        return from_integer(float, arg_width, &args[0]).to_domain(float.format).unwrap_or(full);
    }
    let sets = operands(float, args);
    let n = float.op.n_operands();
    if sets[..n].iter().any(FloatSet::is_empty) {
        return full;
    }
    match float.op {
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => {
            let known = comparison(float.op, &sets[0], &sets[1]);
            known.map_or(full, |truth| Domain::singleton(1, u128::from(truth)))
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => to_integer(float, width, &sets[0]),
        FloatOp::Neg | FloatOp::Abs => {
            changed_sign(float.op, &sets[0]).to_any_domain(float.format).unwrap_or(full)
        }
        FloatOp::Fmod | FloatOp::Remainder => {
            remainder(float, &sets[0], &sets[1]).to_domain(float.format).unwrap_or(full)
        }
        FloatOp::Printed(printed) if float.op.gives_integer() => printed.direct(width, &sets[0]),
        FloatOp::Host(function) => {
            function.direct(float.format, args).to_domain(float.format).unwrap_or(full)
        }
        _ => {
            let result = float.result().expect("the other operators give floats");
            corners(float, &sets[..n]).to_domain(result).unwrap_or(full)
        }
    }
}

/// The same for an operator on one operand twice, as in `x * x`.
pub fn direct_same(float: Float, arg: &Domain) -> Domain {
    let format = float.format;
    let set = FloatSet::of(format, arg);
    let mut result = FloatSet { nan: set.nan, ..FloatSet::EMPTY };
    for piece in &*set.pieces(format) {
        let ends = [piece.lo, piece.hi].map(|place| format.at_place(place));
        let values = ends.map(|bits| float.apply(format.width(), format.width(), &[bits, bits]));
        add_values(format, &mut result, &values);
    }
    result.to_domain(format).unwrap_or(Domain::full(format.width()))
}

/// Operators on the sign alone, which what is no number has as well.
pub fn changed_sign(op: FloatOp, set: &FloatSet) -> FloatSet {
    let FloatSet { neg, pos, nan } = *set;
    if op == FloatOp::Neg {
        return FloatSet { neg: pos, pos: neg, nan };
    }
    let mut magnitudes = FloatSet { neg: FloatSet::EMPTY.neg, pos, nan };
    if !neg.is_empty() {
        magnitudes.add_places(neg.lo as i128, neg.hi as i128);
    }
    magnitudes
}

fn operands(float: Float, args: &[Domain]) -> [FloatSet; 3] {
    let mut sets = [FloatSet::EMPTY; 3];
    for (set, arg) in sets.iter_mut().zip(args) {
        *set = FloatSet::of(float.format, arg);
    }
    sets
}

/// The hull of an operator over all boxes of pieces.
fn corners(float: Float, sets: &[FloatSet]) -> FloatSet {
    let result = float.result().expect("corners are of operators that give floats");
    let mut found = FloatSet { nan: sets.iter().any(|set| set.nan), ..FloatSet::EMPTY };
    let pieces = [0, 1, 2].map(|at| sets.get(at).map(|set| set.pieces(float.format)));
    let one = [super::Piece { lo: 0, hi: 0 }];
    let of = |at: usize| pieces[at].as_deref().unwrap_or(&one);
    let ends = |piece: &super::Piece| [piece.lo, piece.hi].map(|at| float.format.at_place(at));
    for a in of(0) {
        for b in of(1) {
            for c in of(2) {
                let corners = [ends(a), ends(b), ends(c)];
                let mut values = [0; 8];
                for (at, value) in values.iter_mut().enumerate() {
                    let corner = [corners[0][at & 1], corners[1][at >> 1 & 1], corners[2][at >> 2]];
                    *value =
                        float.apply(result.width(), float.format.width(), &corner[..sets.len()]);
                    if at + 1 == 1 << sets.len() {
                        break;
                    }
                }
                add_values(result, &mut found, &values[..1 << sets.len()]);
            }
        }
    }
    found
}

/// Adds the interval between the least and the greatest of these; or that there is no number.
fn add_values(format: Format, set: &mut FloatSet, values: &[u128]) {
    if format.is_nan(values[0]) {
        set.nan = true;
        return;
    }
    let (mut lo, mut hi) = (i128::MAX, i128::MIN);
    for &value in values {
        let place = format.place(value);
        (lo, hi) = (lo.min(place), hi.max(place));
    }
    set.add_places(lo, hi);
}

fn from_integer(float: Float, width: u32, arg: &Domain) -> FloatSet {
    let convert =
        |value: u128| float.format.place(float.apply(float.format.width(), width, &[value]));
    let mut set = FloatSet::EMPTY;
    if float.op == FloatOp::FromSigned {
        let top = mask(width) >> 1;
        if arg.slo < 0 {
            let below = if arg.hi > top { to_signed(arg.hi, width) } else { -1 };
            let hi = below.min(arg.shi).max(arg.slo);
            let ends = [arg.slo, hi].map(|value| convert(to_unsigned(value, width)));
            set.add_places(ends[0], ends[1]);
        }
        if arg.shi >= 0 {
            let lo = arg.slo.max(0) as u128;
            let lo = if arg.lo <= top { lo.max(arg.lo) } else { lo };
            let hi = arg.shi as u128;
            set.add_places(convert(lo.min(hi)), convert(hi));
        }
    } else {
        set.add_places(convert(arg.lo), convert(arg.hi));
    }
    set
}

/// The integers that a set of floats becomes, not reduced.
fn to_integer(float: Float, width: u32, set: &FloatSet) -> Domain {
    let convert =
        |place: i128| float.apply(width, float.format.width(), &[float.format.at_place(place)]);
    let mut found: Option<Domain> = set.nan.then(|| Domain::singleton(width, 0));
    for piece in &*set.intervals() {
        let (lo, hi) = (convert(piece.lo), convert(piece.hi));
        let range = if float.op == FloatOp::ToSigned {
            let (lo, hi) = (to_signed(lo, width), to_signed(hi, width));
            Domain::signed(width, lo, hi)
        } else {
            Domain::unsigned(width, lo, hi)
        };
        let range = range.reduced(width).unwrap_or(Domain::full(width));
        found = Some(found.map_or(range, |before| before.join(&range)));
    }
    found.unwrap_or(Domain::full(width))
}

/// What a comparison is known to be.
fn comparison(op: FloatOp, a: &FloatSet, b: &FloatSet) -> Option<bool> {
    let (Some((a_lo, a_hi)), Some((b_lo, b_hi))) = (a.keys(), b.keys()) else {
        return Some(false);
    };
    let numbers = !a.nan && !b.nan;
    let (always, never) = match op {
        FloatOp::Eq => (a_lo == a_hi && b_lo == b_hi && a_lo == b_lo, a_hi < b_lo || b_hi < a_lo),
        FloatOp::Lt => (a_hi < b_lo, a_lo >= b_hi),
        _ => (a_hi <= b_lo, a_lo > b_hi),
    };
    match (always, never) {
        (_, true) => Some(false),
        (true, _) if numbers => Some(true),
        _ => None,
    }
}

/// The rest has the dividend's sign (of `remainder` any), and is no greater than the dividend nor than the divisor.
fn remainder(float: Float, a: &FloatSet, b: &FloatSet) -> FloatSet {
    let infinity = float.format.infinity();
    let greatest = |set: &FloatSet| {
        let of = |range: super::Range| if range.is_empty() { 0 } else { range.hi };
        of(set.neg).max(of(set.pos))
    };
    let has = |set: &FloatSet, magnitude: u128| {
        let within = |range: super::Range| range.lo <= magnitude && magnitude <= range.hi;
        within(set.neg) || within(set.pos)
    };
    let nan = a.nan || b.nan || has(a, infinity) || has(b, 0);
    // Beyond the dividend only a finite one is cut.
    let most = greatest(a).min(infinity - 1).min(greatest(b));
    let up_to = |range: super::Range| super::Range {
        lo: 0,
        hi: most.min(if range.is_empty() { 0 } else { range.hi }),
    };
    let mut result = FloatSet { nan, ..FloatSet::EMPTY };
    let any_sign = float.op == FloatOp::Remainder;
    if !a.neg.is_empty() || any_sign {
        result.neg = if any_sign { super::Range { lo: 0, hi: most } } else { up_to(a.neg) };
    }
    if !a.pos.is_empty() || any_sign {
        result.pos = if any_sign { super::Range { lo: 0, hi: most } } else { up_to(a.pos) };
    }
    result
}
