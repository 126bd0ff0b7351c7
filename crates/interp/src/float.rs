//! Floating-point operations: `f32` and `f64` as the host computes them, which is IEEE 754 to nearest even.
//!
//! The x87 format is computed in software, in [`crate::extended`].

use crate::extended;
use ir::{BinOp, CastOp, TrapKind, Type};

/// Arithmetic gives a float by its bits, comparisons 0 or 1.
pub(crate) fn binary(ty: Type, op: BinOp, a: u128, b: u128) -> u128 {
    match ty {
        Type::F32 => {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            if op == BinOp::FNext {
                return (x < y && x.next_up() == y) as u128;
            }
            arith32(op, x, y).unwrap_or_else(|| compare(op, x as f64, y as f64))
        }
        Type::F64 => {
            let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            arith64(op, x, y).unwrap_or_else(|| compare(op, x, y))
        }
        Type::F80 => extended::binary(op, a, b),
        Type::Int(_) | Type::Ptr => unreachable!("{op} should be given floats, not {ty}"),
    }
}

fn arith32(op: BinOp, x: f32, y: f32) -> Option<u128> {
    let result = match op {
        BinOp::FAdd => x + y,
        BinOp::FSub => x - y,
        BinOp::FMul => x * y,
        BinOp::FDiv => x / y,
        _ => return None,
    };
    Some(result.to_bits() as u128)
}

fn arith64(op: BinOp, x: f64, y: f64) -> Option<u128> {
    let result = match op {
        BinOp::FAdd => x + y,
        BinOp::FSub => x - y,
        BinOp::FMul => x * y,
        BinOp::FDiv => x / y,
        _ => return None,
    };
    Some(result.to_bits() as u128)
}

/// Comparisons; widening from `f32` changes none of them but who is next to whom.
fn compare(op: BinOp, x: f64, y: f64) -> u128 {
    let holds = match op {
        BinOp::FEq => x == y,
        BinOp::FNe => x != y,
        BinOp::FLt => x < y,
        BinOp::FLe => x <= y,
        BinOp::FNext => x < y && x.next_up() == y,
        _ => unreachable!("{op} should be an operator on floats"),
    };
    holds as u128
}

/// Flips the sign.
pub(crate) fn negate(ty: Type, a: u128) -> u128 {
    match ty {
        Type::F32 => a ^ 1 << 31,
        Type::F64 => a ^ 1 << 63,
        Type::F80 => a ^ 1 << 79,
        Type::Int(_) | Type::Ptr => unreachable!("{ty} should be a float"),
    }
}

/// A conversion from, to or between floats. Integers are given and returned zero-extended.
pub(crate) fn cast(op: CastOp, from: Type, to: Type, a: u128) -> Result<u128, TrapKind> {
    if from == Type::F80 || to == Type::F80 {
        return extended::cast(op, from, to, a);
    }
    match op {
        CastOp::FToS => to_signed(value(from, a), to.int_bits().unwrap_or(0)),
        CastOp::FToU => to_unsigned(value(from, a), to.int_bits().unwrap_or(0)),
        CastOp::SToF => Ok(from_signed(extend(from, a), to)),
        CastOp::UToF => Ok(from_unsigned(a, to)),
        CastOp::FToF if to == Type::F32 => Ok((f64::from_bits(a as u64) as f32).to_bits() as u128),
        CastOp::FToF => Ok((f32::from_bits(a as u32) as f64).to_bits() as u128),
        _ => unreachable!("{op} should be a conversion of floats"),
    }
}

fn value(ty: Type, bits: u128) -> f64 {
    if ty == Type::F32 { f32::from_bits(bits as u32) as f64 } else { f64::from_bits(bits as u64) }
}

fn extend(ty: Type, bits: u128) -> i128 {
    let unused = 128 - ty.int_bits().unwrap_or(128);
    ((bits << unused) as i128) >> unused
}

const OUT_OF_RANGE: TrapKind = TrapKind::FloatToInt;

fn to_signed(x: f64, bits: u32) -> Result<u128, TrapKind> {
    let x = x.trunc();
    // Powers of two are exact, so these bounds are too.
    let bound = 2f64.powi(bits as i32 - 1);
    if !(x >= -bound && x < bound) {
        return Err(OUT_OF_RANGE);
    }
    Ok(x as i128 as u128 & (u128::MAX >> (128 - bits)))
}

fn to_unsigned(x: f64, bits: u32) -> Result<u128, TrapKind> {
    let x = x.trunc();
    if !(x >= 0.0 && x < 2f64.powi(bits as i32)) {
        return Err(OUT_OF_RANGE);
    }
    Ok(x as u128)
}

fn from_signed(a: i128, to: Type) -> u128 {
    if to == Type::F32 { (a as f32).to_bits() as u128 } else { (a as f64).to_bits() as u128 }
}

fn from_unsigned(a: u128, to: Type) -> u128 {
    if to == Type::F32 { (a as f32).to_bits() as u128 } else { (a as f64).to_bits() as u128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_to_integers_trap_exactly_outside_their_range() {
        let s8 = |x: f64| cast(CastOp::FToS, Type::F64, Type::Int(8), x.to_bits() as u128);
        assert_eq!(s8(127.9), Ok(127));
        assert_eq!(s8(-128.9), Ok(0x80));
        assert_eq!(s8(128.0), Err(OUT_OF_RANGE));
        assert_eq!(s8(-129.0), Err(OUT_OF_RANGE));
        assert_eq!(s8(f64::NAN), Err(OUT_OF_RANGE));
        let u64_of = |x: f64| cast(CastOp::FToU, Type::F64, Type::I64, x.to_bits() as u128);
        assert_eq!(u64_of(-0.9), Ok(0));
        assert_eq!(u64_of(-1.0), Err(OUT_OF_RANGE));
        assert_eq!(u64_of(18_446_744_073_709_549_568.0), Ok(0xffff_ffff_ffff_f800));
        assert_eq!(u64_of(18_446_744_073_709_551_616.0), Err(OUT_OF_RANGE));
    }

    #[test]
    fn comparisons_with_nan_are_unordered() {
        let nan = f64::NAN.to_bits() as u128;
        for (op, expected) in [(BinOp::FEq, 0), (BinOp::FNe, 1), (BinOp::FLt, 0), (BinOp::FLe, 0)] {
            assert_eq!(binary(Type::F64, op, nan, nan), expected);
        }
    }
}
