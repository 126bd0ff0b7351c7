//! Integer operations on zero-extended words, written from their definitions in the operator tables of the IR.

use ir::{BinOp, TrapKind, UnOp};

/// The result of an operation that can go wrong.
pub(crate) type Checked<T> = Result<T, TrapKind>;

/// The low `w` bits, 1 <= `w` <= 64.
#[inline]
pub(crate) fn low(w: u8, a: u64) -> u64 {
    a & (u64::MAX >> (64 - w as u32))
}

/// The low `w` bits as a signed number.
#[inline]
pub(crate) fn signed(w: u8, a: u64) -> i64 {
    let shift = 64 - w as u32;
    ((a << shift) as i64) >> shift
}

/// A signed number that must fit `w` bits.
#[inline]
fn fit(w: u8, result: Option<i64>) -> Checked<u64> {
    match result {
        Some(result) if signed(w, result as u64) == result => Ok(low(w, result as u64)),
        _ => Err(TrapKind::SignedOverflow),
    }
}

#[inline]
pub(crate) fn add_s(w: u8, a: u64, b: u64) -> Checked<u64> {
    fit(w, signed(w, a).checked_add(signed(w, b)))
}

#[inline]
pub(crate) fn sub_s(w: u8, a: u64, b: u64) -> Checked<u64> {
    fit(w, signed(w, a).checked_sub(signed(w, b)))
}

#[inline]
pub(crate) fn mul_s(w: u8, a: u64, b: u64) -> Checked<u64> {
    fit(w, signed(w, a).checked_mul(signed(w, b)))
}

#[inline]
pub(crate) fn neg_s(w: u8, a: u64) -> Checked<u64> {
    fit(w, signed(w, a).checked_neg())
}

#[inline]
pub(crate) fn div_u(a: u64, b: u64) -> Checked<u64> {
    a.checked_div(b).ok_or(TrapKind::DivisionByZero)
}

#[inline]
pub(crate) fn rem_u(a: u64, b: u64) -> Checked<u64> {
    a.checked_rem(b).ok_or(TrapKind::DivisionByZero)
}

#[inline]
pub(crate) fn div_s(w: u8, a: u64, b: u64) -> Checked<u64> {
    if b == 0 {
        return Err(TrapKind::DivisionByZero);
    }
    fit(w, signed(w, a).checked_div(signed(w, b)))
}

#[inline]
pub(crate) fn rem_s(w: u8, a: u64, b: u64) -> Checked<u64> {
    div_s(w, a, b)?;
    Ok(low(w, (signed(w, a) % signed(w, b)) as u64))
}

/// The amount of a shift of `w` bits; `b` has `amount` bits of its own.
#[inline]
fn shift_amount(w: u8, amount: u8, b: u64) -> Checked<u32> {
    let by = signed(amount, b);
    if (0..w as i64).contains(&by) { Ok(by as u32) } else { Err(TrapKind::ShiftRange) }
}

#[inline]
pub(crate) fn shl(w: u8, amount: u8, a: u64, b: u64) -> Checked<u64> {
    Ok(low(w, a << shift_amount(w, amount, b)?))
}

#[inline]
pub(crate) fn shr_u(w: u8, amount: u8, a: u64, b: u64) -> Checked<u64> {
    Ok(a >> shift_amount(w, amount, b)?)
}

#[inline]
pub(crate) fn shr_s(w: u8, amount: u8, a: u64, b: u64) -> Checked<u64> {
    Ok(low(w, (signed(w, a) >> shift_amount(w, amount, b)?) as u64))
}

/// An operation on `i128`.
pub(crate) fn wide_unary(op: UnOp, a: u128) -> Checked<u128> {
    match op {
        UnOp::Neg => Ok(a.wrapping_neg()),
        UnOp::NegS => (a as i128).checked_neg().map(|a| a as u128).ok_or(TrapKind::SignedOverflow),
        UnOp::Not => Ok(!a),
        UnOp::FNeg => unreachable!("{op} should not be given integers"),
    }
}

/// An operation on `i128`; for shifts `b` was sign-extended from the type of the amount, and `w` is the width of `a`, which may
/// be less than 128 where only the amount is wide.
pub(crate) fn wide_binary(op: BinOp, w: u8, a: u128, b: u128) -> Checked<u128> {
    let (x, y) = (a as i128, b as i128);
    let signed = |result: Option<i128>| result.map(|r| r as u128).ok_or(TrapKind::SignedOverflow);
    let nonzero = |b: u128| if b == 0 { Err(TrapKind::DivisionByZero) } else { Ok(()) };
    match op {
        BinOp::Add => Ok(a.wrapping_add(b)),
        BinOp::AddS => signed(x.checked_add(y)),
        BinOp::Sub => Ok(a.wrapping_sub(b)),
        BinOp::SubS => signed(x.checked_sub(y)),
        BinOp::Mul => Ok(a.wrapping_mul(b)),
        BinOp::MulS => signed(x.checked_mul(y)),
        BinOp::DivU => a.checked_div(b).ok_or(TrapKind::DivisionByZero),
        BinOp::RemU => a.checked_rem(b).ok_or(TrapKind::DivisionByZero),
        BinOp::DivS => nonzero(b).and_then(|()| signed(x.checked_div(y))),
        BinOp::RemS => nonzero(b).and_then(|()| signed(x.checked_rem(y))),
        BinOp::Shl | BinOp::ShrU | BinOp::ShrS => wide_shift(op, w, a, y),
        BinOp::And => Ok(a & b),
        BinOp::Or => Ok(a | b),
        BinOp::Xor => Ok(a ^ b),
        BinOp::Eq => Ok((a == b) as u128),
        BinOp::Ne => Ok((a != b) as u128),
        BinOp::LtU => Ok((a < b) as u128),
        BinOp::LeU => Ok((a <= b) as u128),
        BinOp::LtS => Ok((x < y) as u128),
        BinOp::LeS => Ok((x <= y) as u128),
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv => no_integers(op),
        BinOp::FEq | BinOp::FNe | BinOp::FLt | BinOp::FLe | BinOp::FNext => no_integers(op),
        BinOp::PtrEq | BinOp::PtrNe | BinOp::PtrLt | BinOp::PtrLe => no_integers(op),
    }
}

fn wide_shift(op: BinOp, w: u8, a: u128, by: i128) -> Checked<u128> {
    if !(0..w as i128).contains(&by) {
        return Err(TrapKind::ShiftRange);
    }
    let unused = 128 - w as u32;
    Ok(match op {
        BinOp::Shl => (a << by) << unused >> unused,
        BinOp::ShrU => a >> by,
        _ => (((a << unused) as i128 >> unused) >> by) as u128 & (u128::MAX >> unused),
    })
}

fn no_integers(op: BinOp) -> Checked<u128> {
    unreachable!("{op} should not be given integers")
}
