//! The machine's own arithmetic where it means the same: binary32 and binary64, rounding to the nearest even.
//!
//! Only for speed: propagators evaluate operators by the million. The tests compare it with the arithmetic in integers.

use super::{Float, FloatOp, Format, Rounding};

/// The result, if the machine has the operator.
pub(super) fn apply(float: Float, v: &[u128]) -> Option<u128> {
    if float.rounding != Rounding::NearestEven {
        return None;
    }
    match float.format {
        Format::DOUBLE => double(float.op, v),
        Format::SINGLE => single(float.op, v),
        _ => None,
    }
}

fn double(op: FloatOp, v: &[u128]) -> Option<u128> {
    let n = |at: usize| f64::from_bits(v[at] as u64);
    let result = match op {
        FloatOp::Add => n(0) + n(1),
        FloatOp::Sub => n(0) - n(1),
        FloatOp::Mul => n(0) * n(1),
        FloatOp::Div => n(0) / n(1),
        FloatOp::Sqrt => n(0).sqrt(),
        _ => return None,
    };
    Some(if result.is_nan() { Format::DOUBLE.nan() } else { result.to_bits().into() })
}

fn single(op: FloatOp, v: &[u128]) -> Option<u128> {
    let n = |at: usize| f32::from_bits(v[at] as u32);
    let result = match op {
        FloatOp::Add => n(0) + n(1),
        FloatOp::Sub => n(0) - n(1),
        FloatOp::Mul => n(0) * n(1),
        FloatOp::Div => n(0) / n(1),
        FloatOp::Sqrt => n(0).sqrt(),
        FloatOp::Convert(Format::DOUBLE) => {
            let wide = f64::from(n(0));
            return Some(if wide.is_nan() { Format::DOUBLE.nan() } else { wide.to_bits().into() });
        }
        _ => return None,
    };
    Some(if result.is_nan() { Format::SINGLE.nan() } else { result.to_bits().into() })
}
