//! `math.h` for `double` and `float`, through the host's own functions.

use super::{Arg, Model, Reply, int};
use crate::world::World;

macro_rules! of_one {
    ($($name:literal, $single:literal = $of:expr;)*) => {
        &[$(
            Model { name: $name, sig: "dd", run: |_, args| Ok(double($of(args[0].double()))) },
            Model { name: $single, sig: "ff", run: |_, args| {
                let of: fn(f64) -> f64 = $of;
                Ok(single(of(args[0].single() as f64) as f32))
            } },
        )*]
    };
}

/// Functions whose result for `float` is that for `double`, rounded: exact ones, and those correctly rounded twice.
pub(super) const EXACT: &[Model] = of_one! {
    "fabs", "fabsf" = f64::abs;
    "floor", "floorf" = f64::floor;
    "ceil", "ceilf" = f64::ceil;
    "trunc", "truncf" = f64::trunc;
    "round", "roundf" = f64::round;
    "rint", "rintf" = f64::round_ties_even;
    "nearbyint", "nearbyintf" = f64::round_ties_even;
    "sqrt", "sqrtf" = f64::sqrt;
};

pub(super) const MODELS: &[Model] = &[
    Model { name: "sin", sig: "dd", run: |_, args| Ok(double(args[0].double().sin())) },
    Model { name: "cos", sig: "dd", run: |_, args| Ok(double(args[0].double().cos())) },
    Model { name: "tan", sig: "dd", run: |_, args| Ok(double(args[0].double().tan())) },
    Model { name: "asin", sig: "dd", run: |_, args| Ok(double(args[0].double().asin())) },
    Model { name: "acos", sig: "dd", run: |_, args| Ok(double(args[0].double().acos())) },
    Model { name: "atan", sig: "dd", run: |_, args| Ok(double(args[0].double().atan())) },
    Model { name: "sinh", sig: "dd", run: |_, args| Ok(double(args[0].double().sinh())) },
    Model { name: "cosh", sig: "dd", run: |_, args| Ok(double(args[0].double().cosh())) },
    Model { name: "tanh", sig: "dd", run: |_, args| Ok(double(args[0].double().tanh())) },
    Model { name: "exp", sig: "dd", run: |_, args| Ok(double(args[0].double().exp())) },
    Model { name: "exp2", sig: "dd", run: |_, args| Ok(double(args[0].double().exp2())) },
    Model { name: "expm1", sig: "dd", run: |_, args| Ok(double(args[0].double().exp_m1())) },
    Model { name: "log", sig: "dd", run: |_, args| Ok(double(args[0].double().ln())) },
    Model { name: "log2", sig: "dd", run: |_, args| Ok(double(args[0].double().log2())) },
    Model { name: "log10", sig: "dd", run: |_, args| Ok(double(args[0].double().log10())) },
    Model { name: "log1p", sig: "dd", run: |_, args| Ok(double(args[0].double().ln_1p())) },
    Model { name: "cbrt", sig: "dd", run: |_, args| Ok(double(args[0].double().cbrt())) },
    Model { name: "atan2", sig: "ddd", run: |_, args| two(args, f64::atan2) },
    Model { name: "pow", sig: "ddd", run: |_, args| two(args, f64::powf) },
    Model { name: "fmod", sig: "ddd", run: |_, args| two(args, |a, b| a % b) },
    Model { name: "hypot", sig: "ddd", run: |_, args| two(args, f64::hypot) },
    Model { name: "fmin", sig: "ddd", run: |_, args| two(args, f64::min) },
    Model { name: "fmax", sig: "ddd", run: |_, args| two(args, f64::max) },
    Model { name: "copysign", sig: "ddd", run: |_, args| two(args, f64::copysign) },
    Model {
        name: "ldexp",
        sig: "ddi",
        run: |_, args| Ok(double(scale(args[0].double(), args[1].int()))),
    },
    Model {
        name: "scalbn",
        sig: "ddi",
        run: |_, args| Ok(double(scale(args[0].double(), args[1].int()))),
    },
    Model {
        name: "scalbln",
        sig: "ddz",
        run: |_, args| Ok(double(scale(args[0].double(), power(args[1])))),
    },
    // A float times a power of two is a double where it can matter, so that only the last step rounds.
    Model {
        name: "ldexpf",
        sig: "ffi",
        run: |_, args| Ok(single(scale(args[0].single().into(), args[1].int()) as f32)),
    },
    Model {
        name: "scalbnf",
        sig: "ffi",
        run: |_, args| Ok(single(scale(args[0].single().into(), args[1].int()) as f32)),
    },
    Model {
        name: "scalblnf",
        sig: "ffz",
        run: |_, args| Ok(single(scale(args[0].single().into(), power(args[1])) as f32)),
    },
    Model { name: "frexp", sig: "ddp", run: frexp },
    Model { name: "frexpf", sig: "ffp", run: frexp_single },
    Model { name: "modf", sig: "ddp", run: modf },
    Model { name: "modff", sig: "ffp", run: modf_single },
    Model { name: "sinf", sig: "ff", run: |_, args| Ok(single(args[0].single().sin())) },
    Model { name: "cosf", sig: "ff", run: |_, args| Ok(single(args[0].single().cos())) },
    Model { name: "tanf", sig: "ff", run: |_, args| Ok(single(args[0].single().tan())) },
    Model { name: "expf", sig: "ff", run: |_, args| Ok(single(args[0].single().exp())) },
    Model { name: "logf", sig: "ff", run: |_, args| Ok(single(args[0].single().ln())) },
    Model { name: "asinf", sig: "ff", run: |_, args| Ok(single(args[0].single().asin())) },
    Model { name: "acosf", sig: "ff", run: |_, args| Ok(single(args[0].single().acos())) },
    Model { name: "atanf", sig: "ff", run: |_, args| Ok(single(args[0].single().atan())) },
    Model { name: "sinhf", sig: "ff", run: |_, args| Ok(single(args[0].single().sinh())) },
    Model { name: "coshf", sig: "ff", run: |_, args| Ok(single(args[0].single().cosh())) },
    Model { name: "tanhf", sig: "ff", run: |_, args| Ok(single(args[0].single().tanh())) },
    Model { name: "exp2f", sig: "ff", run: |_, args| Ok(single(args[0].single().exp2())) },
    Model { name: "expm1f", sig: "ff", run: |_, args| Ok(single(args[0].single().exp_m1())) },
    Model { name: "log2f", sig: "ff", run: |_, args| Ok(single(args[0].single().log2())) },
    Model { name: "log10f", sig: "ff", run: |_, args| Ok(single(args[0].single().log10())) },
    Model { name: "log1pf", sig: "ff", run: |_, args| Ok(single(args[0].single().ln_1p())) },
    Model { name: "cbrtf", sig: "ff", run: |_, args| Ok(single(args[0].single().cbrt())) },
    Model { name: "atan2f", sig: "fff", run: |_, args| two_single(args, f32::atan2) },
    Model { name: "hypotf", sig: "fff", run: |_, args| two_single(args, f32::hypot) },
    Model {
        name: "powf",
        sig: "fff",
        run: |_, args| Ok(single(args[0].single().powf(args[1].single()))),
    },
    Model {
        name: "fmodf",
        sig: "fff",
        run: |_, args| Ok(single(args[0].single() % args[1].single())),
    },
    Model { name: "__isnan", sig: "id", run: |_, args| Ok(int(args[0].double().is_nan() as i32)) },
    Model { name: "__isinf", sig: "id", run: |_, args| Ok(int(infinity(args[0].double()))) },
    Model {
        name: "__finite",
        sig: "id",
        run: |_, args| Ok(int(args[0].double().is_finite() as i32)),
    },
    Model {
        name: "__signbit",
        sig: "id",
        run: |_, args| Ok(int(args[0].double().is_sign_negative() as i32)),
    },
    Model {
        name: "lround",
        sig: "zd",
        run: |world, args| whole(args[0].double().round(), world.pointer_bytes * 8),
    },
    Model { name: "llround", sig: "qd", run: |_, args| whole(args[0].double().round(), 64) },
    Model {
        name: "lrint",
        sig: "zd",
        run: |world, args| whole(args[0].double().round_ties_even(), world.pointer_bytes * 8),
    },
    Model {
        name: "llrint",
        sig: "qd",
        run: |_, args| whole(args[0].double().round_ties_even(), 64),
    },
    Model {
        name: "fdim",
        sig: "ddd",
        run: |_, args| two(args, |a, b| if a <= b { 0.0 } else { a - b }),
    },
    Model { name: "remainder", sig: "ddd", run: |_, args| two(args, remainder) },
    Model { name: "nextafter", sig: "ddd", run: |_, args| two(args, next_after) },
    Model {
        name: "fma",
        sig: "dddd",
        run: |_, args| Ok(double(args[0].double().mul_add(args[1].double(), args[2].double()))),
    },
    Model {
        name: "fmaf",
        sig: "ffff",
        run: |_, args| Ok(single(args[0].single().mul_add(args[1].single(), args[2].single()))),
    },
    Model {
        name: "lroundf",
        sig: "zf",
        run: |world, args| whole(args[0].single().round().into(), world.pointer_bytes * 8),
    },
    Model {
        name: "llroundf",
        sig: "qf",
        run: |_, args| whole(args[0].single().round().into(), 64),
    },
    Model {
        name: "lrintf",
        sig: "zf",
        run: |world, args| {
            whole(args[0].single().round_ties_even().into(), world.pointer_bytes * 8)
        },
    },
    Model {
        name: "llrintf",
        sig: "qf",
        run: |_, args| whole(args[0].single().round_ties_even().into(), 64),
    },
    Model {
        name: "fdimf",
        sig: "fff",
        run: |_, args| two_single(args, |a, b| if a <= b { 0.0 } else { a - b }),
    },
    // What is left of two floats is a float.
    Model {
        name: "remainderf",
        sig: "fff",
        run: |_, args| two_single(args, |a, b| remainder(a.into(), b.into()) as f32),
    },
    Model { name: "nextafterf", sig: "fff", run: |_, args| two_single(args, next_after_single) },
    Model { name: "fminf", sig: "fff", run: |_, args| two_single(args, f32::min) },
    Model { name: "fmaxf", sig: "fff", run: |_, args| two_single(args, f32::max) },
    Model { name: "copysignf", sig: "fff", run: |_, args| two_single(args, f32::copysign) },
];

fn double(value: f64) -> u128 {
    value.to_bits() as u128
}

fn single(value: f32) -> u128 {
    value.to_bits() as u128
}

impl Arg {
    fn double(self) -> f64 {
        f64::from_bits(self.bits as u64)
    }

    fn single(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the result of a model")]
fn two(args: &[Arg], of: impl Fn(f64, f64) -> f64) -> Reply {
    Ok(double(of(args[0].double(), args[1].double())))
}

fn infinity(value: f64) -> i32 {
    if value.is_infinite() { value.signum() as i32 } else { 0 }
}

/// Times a power of two, rounding once.
fn scale(value: f64, power: i32) -> f64 {
    let (fraction, exponent) = split(value);
    if fraction == 0.0 || !value.is_finite() {
        return value;
    }
    let power = power.saturating_add(exponent).clamp(-2000, 2000);
    // Stay clear of subnormals until the last step, so that only that one rounds.
    if power < -1000 {
        fraction * 2f64.powi(-900) * 2f64.powi(power + 900)
    } else if power > 1000 {
        fraction * 2f64.powi(900) * 2f64.powi(power - 900)
    } else {
        fraction * 2f64.powi(power)
    }
}

/// A fraction in [1/2, 1) and an exponent.
fn split(value: f64) -> (f64, i32) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    let normal = if value.is_normal() { value } else { value * 2f64.powi(64) };
    let shift = if value.is_normal() { 0 } else { 64 };
    let bits = normal.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1022 - shift;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent)
}

/// A power given as a `long`: as an `int` it is as far away.
fn power(arg: Arg) -> i32 {
    (arg.bits as i64).clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

fn frexp_single(world: &mut World, args: &[Arg]) -> Reply {
    let (fraction, exponent) = split(args[0].single().into());
    world.memory.store(args[1].pointer(), exponent.to_le_bytes())?;
    Ok(single(fraction as f32))
}

fn modf_single(world: &mut World, args: &[Arg]) -> Reply {
    let value = args[0].single();
    world.memory.store(args[1].pointer(), value.trunc().to_le_bytes())?;
    let rest = if value.is_infinite() { 0.0 } else { value - value.trunc() };
    Ok(single(rest.copysign(value)))
}

fn frexp(world: &mut World, args: &[Arg]) -> Reply {
    let (fraction, exponent) = split(args[0].double());
    world.memory.store(args[1].pointer(), exponent.to_le_bytes())?;
    Ok(double(fraction))
}

fn modf(world: &mut World, args: &[Arg]) -> Reply {
    let value = args[0].double();
    world.memory.store(args[1].pointer(), value.trunc().to_le_bytes())?;
    let rest = if value.is_infinite() { 0.0 } else { value - value.trunc() };
    Ok(double(rest.copysign(value)))
}

#[allow(clippy::unnecessary_wraps, reason = "the result of a model")]
fn two_single(args: &[Arg], of: impl Fn(f32, f32) -> f32) -> Reply {
    Ok(single(of(args[0].single(), args[1].single())))
}

/// A whole number as a `long` or `long long`; one that does not fit is left open by C.
fn whole(rounded: f64, bits: u32) -> Reply {
    let bound = 2f64.powi(bits as i32 - 1);
    if !(rounded >= -bound && rounded < bound) {
        return Err(ir::TrapKind::LibraryMisuse.into());
    }
    Ok(rounded as i64 as u128 & (u128::MAX >> (128 - bits)))
}

/// IEEE 754's remainder: of the division whose quotient is rounded to nearest even. Every step is exact.
fn remainder(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() || a.is_infinite() || b == 0.0 {
        return f64::NAN;
    }
    let (mut rest, by) = (a.abs(), b.abs());
    if by <= f64::MAX / 2.0 {
        rest %= by + by;
    }
    if by < 2f64.powi(-1021) {
        if rest + rest > by {
            rest -= by;
            if rest + rest >= by {
                rest -= by;
            }
        }
    } else if rest > by / 2.0 {
        rest -= by;
        if rest >= by / 2.0 {
            rest -= by;
        }
    }
    if a.is_sign_negative() { -rest } else { rest }
}

/// The next number from one towards another.
fn next_after(from: f64, to: f64) -> f64 {
    if from.is_nan() || to.is_nan() {
        return f64::NAN;
    }
    match from.partial_cmp(&to) {
        Some(std::cmp::Ordering::Less) => from.next_up(),
        Some(std::cmp::Ordering::Greater) => from.next_down(),
        _ => to,
    }
}

fn next_after_single(from: f32, to: f32) -> f32 {
    if from.is_nan() || to.is_nan() {
        return f32::NAN;
    }
    match from.partial_cmp(&to) {
        Some(std::cmp::Ordering::Less) => from.next_up(),
        Some(std::cmp::Ordering::Greater) => from.next_down(),
        _ => to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_rounds_once_and_splitting_is_its_inverse() {
        for value in [1.0, -3.5, 1e-310, 5e-324, 1.7e308, 0.1] {
            let (fraction, exponent) = split(value);
            assert!((0.5..1.0).contains(&fraction.abs()), "{value}");
            assert_eq!(scale(fraction, exponent), value);
        }
        assert_eq!(scale(1.0, -1074), 5e-324);
        assert_eq!(scale(1.0, -1076), 0.0);
        assert_eq!(scale(1.0, 1024), f64::INFINITY);
    }

    #[test]
    fn remainders_are_of_the_nearest_quotient() {
        for (a, b, expect) in
            [(5.0, 3.0, -1.0), (4.0, 3.0, 1.0), (6.0, 4.0, -2.0), (2.0, 4.0, 2.0), (-5.0, 3.0, 1.0)]
        {
            assert_eq!(remainder(a, b), expect, "{a} {b}");
        }
        assert!(remainder(1.0, 0.0).is_nan());
        assert_eq!(remainder(5e-324, 1.0), 5e-324);
    }
}
