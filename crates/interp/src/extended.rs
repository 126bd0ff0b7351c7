//! The x87 extended format in software: `long double` on x86.
//!
//! Rounding is to nearest even at 64 bits of precision, which is what gcc's code gets from the processor.

use ir::{BinOp, CastOp, TrapKind, Type};
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Status};

/// Arithmetic gives an extended float by its bits, comparisons 0 or 1.
pub(crate) fn binary(op: BinOp, a: u128, b: u128) -> u128 {
    let (x, y) = (X87DoubleExtended::from_bits(a), X87DoubleExtended::from_bits(b));
    match op {
        BinOp::FAdd => (x + y).value.to_bits(),
        BinOp::FSub => (x - y).value.to_bits(),
        BinOp::FMul => (x * y).value.to_bits(),
        BinOp::FDiv => (x / y).value.to_bits(),
        BinOp::FEq => u128::from(x == y),
        BinOp::FNe => u128::from(x != y),
        BinOp::FLt => u128::from(x < y),
        BinOp::FLe => u128::from(x <= y),
        BinOp::FNext => u128::from(x < y && x.next_up().value == y),
        _ => unreachable!("{op} should be an operator on floats"),
    }
}

/// A conversion from or to the extended format.
pub(crate) fn cast(op: CastOp, from: Type, to: Type, a: u128) -> Result<u128, TrapKind> {
    match op {
        CastOp::FToF if to == Type::F80 => Ok(widen(from, a).to_bits()),
        CastOp::FToF => Ok(narrow(X87DoubleExtended::from_bits(a), to)),
        CastOp::SToF => {
            let unused = 128 - from.int_bits().unwrap_or(128);
            let value = ((a << unused) as i128) >> unused;
            Ok(X87DoubleExtended::from_i128(value).value.to_bits())
        }
        CastOp::UToF => Ok(X87DoubleExtended::from_u128(a).value.to_bits()),
        CastOp::FToS | CastOp::FToU => {
            to_integer(X87DoubleExtended::from_bits(a), op, to.int_bits().unwrap_or(0))
        }
        _ => unreachable!("{op} should be a conversion of floats"),
    }
}

fn widen(from: Type, a: u128) -> X87DoubleExtended {
    let mut loses = false;
    if from == Type::F32 {
        Single::from_bits(a).convert(&mut loses).value
    } else {
        Double::from_bits(a).convert(&mut loses).value
    }
}

fn narrow(value: X87DoubleExtended, to: Type) -> u128 {
    let mut loses = false;
    if to == Type::F32 {
        let value: Single = value.convert(&mut loses).value;
        value.to_bits()
    } else {
        let value: Double = value.convert(&mut loses).value;
        value.to_bits()
    }
}

fn to_integer(value: X87DoubleExtended, op: CastOp, bits: u32) -> Result<u128, TrapKind> {
    let (status, word) = if op == CastOp::FToS {
        let result = value.to_i128(bits as usize);
        (result.status, result.value as u128)
    } else {
        let result = value.to_u128(bits as usize);
        (result.status, result.value)
    };
    if status.contains(Status::INVALID_OP) {
        return Err(TrapKind::FloatToInt);
    }
    Ok(word & (u128::MAX >> (128 - bits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extended(value: f64) -> u128 {
        widen(Type::F64, value.to_bits() as u128).to_bits()
    }

    #[test]
    fn a_third_has_64_bits_of_precision() {
        let third = binary(BinOp::FDiv, extended(1.0), extended(3.0));
        assert_eq!(third, 0x3ffd_aaaa_aaaa_aaaa_aaab);
        let back = cast(CastOp::FToF, Type::F80, Type::F64, third);
        assert_eq!(back, Ok((1.0f64 / 3.0).to_bits() as u128));
    }

    #[test]
    fn integers_convert_exactly_and_trap_outside() {
        let from = cast(CastOp::SToF, Type::I64, Type::F80, i64::MAX as u128);
        let bits = from.expect("every i64 has an extended float");
        assert_eq!(cast(CastOp::FToS, Type::F80, Type::I64, bits), Ok(i64::MAX as u128));
        let trap = Err(TrapKind::FloatToInt);
        let to_i8 = |value| cast(CastOp::FToS, Type::F80, Type::Int(8), extended(value));
        assert_eq!((to_i8(-128.9), to_i8(128.0)), (Ok(0x80), trap));
        let to_u8 = |value| cast(CastOp::FToU, Type::F80, Type::Int(8), extended(value));
        assert_eq!(
            (to_u8(255.9), to_u8(-0.9), to_u8(256.0), to_u8(-1.0)),
            (Ok(255), Ok(0), trap, trap)
        );
        assert_eq!(to_u8(f64::NAN), trap);
    }

    #[test]
    fn comparisons_with_nan_are_unordered() {
        let nan = extended(f64::NAN);
        let all = [BinOp::FEq, BinOp::FNe, BinOp::FLt, BinOp::FLe].map(|op| binary(op, nan, nan));
        assert_eq!(all, [0, 1, 0, 0]);
    }
}
