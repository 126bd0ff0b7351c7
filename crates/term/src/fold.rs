//! What each operator computes on values: constant folding and evaluation.
//!
//! A value of width `w` is a `u128` whose bits from `w` up are zero.

use crate::Op;

/// All ones of a width.
pub const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The value read as two's complement.
pub const fn to_signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// The bit pattern of a signed value, cut to the width.
pub const fn to_unsigned(value: i128, width: u32) -> u128 {
    value as u128 & mask(width)
}

/// Applies an operator to operand values. `width` is the result's, `arg_width` the first operand's
/// (the second operand's for `concat`: its low half, and the first cell's for `ite` and `element` do not matter).
///
/// # Panics
/// On a constant or variable, which have no operands.
pub fn apply(op: Op, width: u32, arg_width: u32, v: &[u128]) -> u128 {
    let m = mask(width);
    match op {
        Op::Const(_) | Op::Var(_) => panic!("a leaf should not be applied"),
        Op::Table(_) => panic!("a table should be asked for its word"),
        Op::Not => !v[0] & m,
        Op::Neg => v[0].wrapping_neg() & m,
        Op::Add => v[0].wrapping_add(v[1]) & m,
        Op::Sub => v[0].wrapping_sub(v[1]) & m,
        Op::Mul => v[0].wrapping_mul(v[1]) & m,
        Op::Udiv => v[0].checked_div(v[1]).unwrap_or(m),
        Op::Urem => v[0].checked_rem(v[1]).unwrap_or(v[0]),
        Op::Sdiv => sdiv(v[0], v[1], width),
        Op::Srem => srem(v[0], v[1], width),
        Op::Shl => shift_amount(v[1], width).map_or(0, |by| (v[0] << by) & m),
        Op::Lshr => shift_amount(v[1], width).map_or(0, |by| v[0] >> by),
        Op::Ashr => {
            let by = shift_amount(v[1], width).unwrap_or(width - 1);
            to_unsigned(to_signed(v[0], width) >> by, width)
        }
        Op::And => v[0] & v[1],
        Op::Or => v[0] | v[1],
        Op::Xor => v[0] ^ v[1],
        Op::Eq => u128::from(v[0] == v[1]),
        Op::Ult => u128::from(v[0] < v[1]),
        Op::Ule => u128::from(v[0] <= v[1]),
        Op::Slt => u128::from(to_signed(v[0], arg_width) < to_signed(v[1], arg_width)),
        Op::Sle => u128::from(to_signed(v[0], arg_width) <= to_signed(v[1], arg_width)),
        Op::Ite => {
            if v[0] == 1 {
                v[1]
            } else {
                v[2]
            }
        }
        // The low part is `width - arg_width` wide.
        Op::Concat => (v[0] << (width - arg_width)) | v[1],
        Op::Extract(lo) => (v[0] >> lo) & m,
        Op::Zext => v[0],
        Op::Sext => to_unsigned(to_signed(v[0], arg_width), width),
        Op::UaddOverflow => {
            u128::from(v[0].checked_add(v[1]).is_none_or(|sum| sum > mask(arg_width)))
        }
        Op::SaddOverflow => signed_leaves(v, arg_width, i128::checked_add),
        Op::SsubOverflow => signed_leaves(v, arg_width, i128::checked_sub),
        Op::UmulOverflow => {
            u128::from(v[0].checked_mul(v[1]).is_none_or(|product| product > mask(arg_width)))
        }
        Op::SmulOverflow => signed_leaves(v, arg_width, i128::checked_mul),
        Op::All => u128::from(v.iter().all(|&value| value == 1)),
        Op::Any => u128::from(v.contains(&1)),
        Op::Element => {
            let last = v.len() - 2;
            v[1 + usize::try_from(v[0]).map_or(last, |index| index.min(last))]
        }
        Op::Float(float) => float.apply(width, arg_width, v),
    }
}

fn shift_amount(by: u128, width: u32) -> Option<u32> {
    (by < u128::from(width)).then_some(by as u32)
}

fn sdiv(a: u128, b: u128, width: u32) -> u128 {
    let (a, b) = (to_signed(a, width), to_signed(b, width));
    let quotient = match b {
        0 if a < 0 => 1,
        0 => -1,
        // Only the smallest value over -1 wraps, and it wraps to itself.
        _ => a.wrapping_div(b),
    };
    to_unsigned(quotient, width)
}

fn srem(a: u128, b: u128, width: u32) -> u128 {
    let (a, b) = (to_signed(a, width), to_signed(b, width));
    to_unsigned(if b == 0 { a } else { a.wrapping_rem(b) }, width)
}

fn signed_leaves(v: &[u128], width: u32, op: fn(i128, i128) -> Option<i128>) -> u128 {
    let result = op(to_signed(v[0], width), to_signed(v[1], width));
    u128::from(result.is_none_or(|exact| to_signed(to_unsigned(exact, width), width) != exact))
}
