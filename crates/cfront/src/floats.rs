//! Floating constants: literals read exactly, values converted and combined, in any of the formats of the target.
//!
//! A value is the bits of its format ([`FloatBits`]). Everything goes through exact rationals and one rounding
//! (to nearest, ties to even), so the narrow formats of the host and the wide ones that it lacks follow the same code.
//! Not a number has no payload here.

use crate::bignum::Natural;
use crate::typed::{BinaryOp, CompareOp, FloatBits};
use crate::types::FloatKind;
use std::cmp::Ordering;

/// The shape of a binary format.
struct Format {
    /// Bits of the significand, the leading one included.
    precision: u32,
    /// Largest exponent of the leading bit.
    emax: i32,
    /// Is the leading bit stored?
    explicit: bool,
}

const fn format(kind: FloatKind) -> Format {
    match kind {
        FloatKind::F16 => Format { precision: 11, emax: 15, explicit: false },
        FloatKind::F32 => Format { precision: 24, emax: 127, explicit: false },
        FloatKind::F64 => Format { precision: 53, emax: 1023, explicit: false },
        FloatKind::X87 => Format { precision: 64, emax: 16383, explicit: true },
        FloatKind::F128 => Format { precision: 113, emax: 16383, explicit: false },
    }
}

impl Format {
    const fn stored(&self) -> u32 {
        if self.explicit { self.precision } else { self.precision - 1 }
    }

    const fn exponent_bits(&self) -> u32 {
        (self.emax as u32 + 1).trailing_zeros() + 1
    }

    const fn emin(&self) -> i32 {
        1 - self.emax
    }
}

/// A value taken apart: `mantissa * 2^exponent`.
#[derive(Clone, Copy, Debug)]
enum Parts {
    Nan,
    Infinite { negative: bool },
    Finite { negative: bool, mantissa: u128, exponent: i32 },
}

/// Reads the digits of a literal, decimal or hexadecimal, without suffix. None if they are not well formed.
pub fn parse(text: &str, kind: FloatKind) -> Option<FloatBits> {
    let lower = text.to_ascii_lowercase();
    match lower.strip_prefix("0x") {
        Some(hex) => parse_digits(hex, 16, 'p', kind),
        None => parse_digits(&lower, 10, 'e', kind),
    }
}

/// Exponents beyond this give infinity or zero in every format, whatever the digits of a sane literal.
const EXPONENT_LIMIT: i64 = 100_000;
/// Digits beyond this are refused: no one writes them, and the time to read them grows with the square.
const DIGIT_LIMIT: usize = 50_000;

fn parse_digits(text: &str, base: u32, exponent_mark: char, kind: FloatKind) -> Option<FloatBits> {
    let (digits, exponent) = text.split_once(exponent_mark).unwrap_or((text, "0"));
    if digits.len() > DIGIT_LIMIT {
        return None;
    }
    let mut exponent = exponent.parse::<i64>().ok()?.clamp(-EXPONENT_LIMIT, EXPONENT_LIMIT);
    let (mut value, mut past_point) = (Natural::default(), false);
    let per_digit = if base == 16 { 4 } else { 1 };
    for character in digits.chars() {
        match character.to_digit(base) {
            Some(digit) => {
                if value.is_zero() {
                    value = Natural::new(u128::from(digit));
                } else {
                    value.mul_add(base, digit);
                }
                exponent -= if past_point { per_digit } else { 0 };
            }
            None if character == '.' && !past_point => past_point = true,
            None => return None,
        }
    }
    Some(scale(&value, base, exponent, kind))
}

/// `value * 10^exponent`, or `2^exponent` for hexadecimal digits.
fn scale(value: &Natural, base: u32, exponent: i64, kind: FloatKind) -> FloatBits {
    let magnitude = exponent.unsigned_abs();
    let power = match base {
        16 => Natural::new(1).shl(magnitude),
        _ if magnitude > 20_000 => Natural::new(1).shl(magnitude * 4),
        _ => Natural::pow10(magnitude as u32),
    };
    let one = Natural::new(1);
    if exponent < 0 {
        ratio(kind, false, value, &power)
    } else {
        ratio(kind, false, &value.mul(&power), &one)
    }
}

/// The value nearest to `numerator / denominator`.
fn ratio(kind: FloatKind, negative: bool, numerator: &Natural, denominator: &Natural) -> FloatBits {
    if numerator.is_zero() {
        return encode(kind, Parts::Finite { negative, mantissa: 0, exponent: 0 }, false);
    }
    let wanted = i64::from(format(kind).precision) + 3;
    let shift = wanted - (numerator.bit_len() as i64 - denominator.bit_len() as i64);
    let (mantissa, sticky) = if shift >= 0 {
        numerator.shl(shift as u64).div(denominator)
    } else {
        numerator.div(&denominator.shl(shift.unsigned_abs()))
    };
    let exponent = (-shift).clamp(-1_000_000, 1_000_000) as i32;
    encode(kind, Parts::Finite { negative, mantissa, exponent }, sticky)
}

/// Puts a value together, rounding once. `sticky` says that the true magnitude is a little larger.
fn encode(kind: FloatKind, parts: Parts, sticky: bool) -> FloatBits {
    let format = format(kind);
    let special = (1_u128 << format.exponent_bits()) - 1;
    let (negative, mantissa, mut exponent) = match parts {
        Parts::Nan => return assemble(&format, false, special, 1 << (format.precision - 2), true),
        Parts::Infinite { negative } => return assemble(&format, negative, special, 0, true),
        Parts::Finite { negative, mantissa: 0, .. } => {
            return assemble(&format, negative, 0, 0, false);
        }
        Parts::Finite { negative, mantissa, exponent } => (negative, mantissa, exponent),
    };
    let precision = format.precision as i32;
    let lead = exponent + 127 - mantissa.leading_zeros() as i32;
    let last = (lead - (precision - 1)).max(format.emin() - (precision - 1));
    let mut rounded = round_shift(mantissa, last - exponent, sticky);
    exponent = last;
    if rounded >> precision != 0 {
        (rounded, exponent) = (rounded >> 1, exponent + 1);
    }
    if exponent + precision - 1 > format.emax {
        return assemble(&format, negative, special, 0, true);
    }
    let normal = rounded >> (precision - 1) != 0;
    let biased = if normal { (exponent + precision - 1 + format.emax) as u128 } else { 0 };
    assemble(&format, negative, biased, rounded & !(1 << (precision - 1)), normal)
}

fn assemble(
    format: &Format,
    negative: bool,
    biased: u128,
    fraction: u128,
    lead: bool,
) -> FloatBits {
    let stored = format.stored();
    let lead = if format.explicit && lead { 1 << (stored - 1) } else { 0 };
    let sign = u128::from(negative) << (stored + format.exponent_bits());
    FloatBits(sign | biased << stored | lead | fraction)
}

/// `value / 2^shift` to the nearest integer, ties to even.
fn round_shift(value: u128, shift: i32, sticky: bool) -> u128 {
    if shift <= 0 {
        return value << shift.unsigned_abs().min(127);
    }
    if shift > 127 {
        // At most 127 bits are ever handed in, so all of the value lies below half a unit.
        return 0;
    }
    let (quotient, rest, half) = (value >> shift, value & ((1 << shift) - 1), 1 << (shift - 1));
    let up = match rest.cmp(&half) {
        Ordering::Less => false,
        Ordering::Equal => sticky || quotient & 1 == 1,
        Ordering::Greater => true,
    };
    quotient + u128::from(up)
}

fn decode(kind: FloatKind, bits: FloatBits) -> Parts {
    let format = format(kind);
    let stored = format.stored();
    let fraction = bits.0 & ((1 << (format.precision - 1)) - 1);
    let special = (1_u128 << format.exponent_bits()) - 1;
    let biased = bits.0 >> stored & special;
    let negative = bits.0 >> (stored + format.exponent_bits()) & 1 == 1;
    if biased == special {
        return if fraction == 0 { Parts::Infinite { negative } } else { Parts::Nan };
    }
    let lead = if biased == 0 { 0 } else { 1 << (format.precision - 1) };
    let exponent = (biased as i32).max(1) - format.emax - (format.precision as i32 - 1);
    Parts::Finite { negative, mantissa: fraction | lead, exponent }
}

/// The same value in another format, rounded.
pub fn convert(from: FloatKind, to: FloatKind, bits: FloatBits) -> FloatBits {
    encode(to, decode(from, bits), false)
}

/// An integer, rounded. `unsigned` says that the bits of `value` are those of an unsigned 128-bit number.
pub fn from_int(kind: FloatKind, value: i128, unsigned: bool) -> FloatBits {
    let negative = value < 0 && !unsigned;
    let magnitude = if negative { value.unsigned_abs() } else { value as u128 };
    ratio(kind, negative, &Natural::new(magnitude), &Natural::new(1))
}

/// The integer towards zero; none if it is not finite or beyond 127 bits.
pub fn to_int(kind: FloatKind, bits: FloatBits) -> Option<i128> {
    let Parts::Finite { negative, mantissa, exponent } = decode(kind, bits) else { return None };
    if mantissa == 0 {
        return Some(0);
    }
    let magnitude = match exponent {
        0.. if exponent as u32 >= mantissa.leading_zeros() => return None,
        0.. => mantissa << exponent,
        -127..0 => mantissa >> -exponent,
        _ => 0,
    };
    let magnitude = i128::try_from(magnitude).ok()?;
    Some(if negative { -magnitude } else { magnitude })
}

/// Does it compare unequal to zero?
pub fn is_nonzero(kind: FloatKind, bits: FloatBits) -> bool {
    !matches!(decode(kind, bits), Parts::Finite { mantissa: 0, .. })
}

/// `-x`.
pub fn negate(kind: FloatKind, bits: FloatBits) -> FloatBits {
    let format = format(kind);
    FloatBits(bits.0 ^ 1 << (format.stored() + format.exponent_bits()))
}

/// `a op b`, rounded once; none for operators that floats do not have.
pub fn arithmetic(kind: FloatKind, op: BinaryOp, a: FloatBits, b: FloatBits) -> Option<FloatBits> {
    let (x, y) = match op {
        BinaryOp::Sub => (decode(kind, a), decode(kind, negate(kind, b))),
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::Div => (decode(kind, a), decode(kind, b)),
        _ => return None,
    };
    Some(match op {
        BinaryOp::Mul => multiply(kind, x, y),
        BinaryOp::Div => divide(kind, x, y),
        _ => add(kind, x, y),
    })
}

fn add(kind: FloatKind, x: Parts, y: Parts) -> FloatBits {
    use Parts::{Finite, Infinite, Nan};
    let (a, b) = match (x, y) {
        (Infinite { negative: a }, Infinite { negative: b }) if a != b => {
            return encode(kind, Nan, false);
        }
        (Nan, _) | (_, Nan) => return encode(kind, Nan, false),
        (Infinite { .. }, _) => return encode(kind, x, false),
        (_, Infinite { .. }) => return encode(kind, y, false),
        (
            Finite { negative: s, mantissa: m, exponent: e },
            Finite { negative: t, mantissa: n, exponent: f },
        ) => ((s, m, e), (t, n, f)),
    };
    let low = a.2.min(b.2);
    let widen = |mantissa, exponent: i32| Natural::new(mantissa).shl((exponent - low) as u64);
    let (m, n) = (widen(a.1, a.2), widen(b.1, b.2));
    let (negative, sum) = match (a.0 == b.0, m >= n) {
        (true, _) => (a.0, m.add(&n)),
        // An exact zero is positive when rounding to nearest.
        (false, true) => (a.0 && m != n, m.sub(&n)),
        (false, false) => (b.0, n.sub(&m)),
    };
    scaled(kind, negative, &sum, &Natural::new(1), low)
}

fn multiply(kind: FloatKind, x: Parts, y: Parts) -> FloatBits {
    use Parts::{Finite, Infinite, Nan};
    let parts = match (x, y) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite { .. }, Finite { mantissa: 0, .. })
        | (Finite { mantissa: 0, .. }, Infinite { .. }) => Nan,
        (Infinite { negative: s }, Infinite { negative: t } | Finite { negative: t, .. })
        | (Finite { negative: s, .. }, Infinite { negative: t }) => Infinite { negative: s != t },
        (
            Finite { negative: s, mantissa: m, exponent: e },
            Finite { negative: t, mantissa: n, exponent: f },
        ) => {
            let product = Natural::new(m).mul(&Natural::new(n));
            return scaled(kind, s != t, &product, &Natural::new(1), e + f);
        }
    };
    encode(kind, parts, false)
}

fn divide(kind: FloatKind, x: Parts, y: Parts) -> FloatBits {
    use Parts::{Finite, Infinite, Nan};
    let parts = match (x, y) {
        (Nan, _) | (_, Nan) | (Infinite { .. }, Infinite { .. }) => Nan,
        (Finite { mantissa: 0, .. }, Finite { mantissa: 0, .. }) => Nan,
        (Infinite { negative: s }, Finite { negative: t, .. })
        | (Finite { negative: s, .. }, Finite { negative: t, mantissa: 0, .. }) => {
            Infinite { negative: s != t }
        }
        (Finite { negative: s, .. }, Infinite { negative: t }) => {
            Finite { negative: s != t, mantissa: 0, exponent: 0 }
        }
        (
            Finite { negative: s, mantissa: m, exponent: e },
            Finite { negative: t, mantissa: n, exponent: f },
        ) => return scaled(kind, s != t, &Natural::new(m), &Natural::new(n), e - f),
    };
    encode(kind, parts, false)
}

/// `numerator / denominator * 2^exponent`.
fn scaled(kind: FloatKind, negative: bool, n: &Natural, d: &Natural, exponent: i32) -> FloatBits {
    let shift = u64::from(exponent.unsigned_abs());
    if exponent >= 0 {
        ratio(kind, negative, &n.shl(shift), d)
    } else {
        ratio(kind, negative, n, &d.shl(shift))
    }
}

/// `a op b` as C compares.
pub fn compare(kind: FloatKind, op: CompareOp, a: FloatBits, b: FloatBits) -> bool {
    let order = order(decode(kind, a), decode(kind, b));
    match op {
        CompareOp::Eq => order == Some(Ordering::Equal),
        CompareOp::Ne => order != Some(Ordering::Equal),
        CompareOp::Lt => order == Some(Ordering::Less),
        CompareOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CompareOp::Gt => order == Some(Ordering::Greater),
        CompareOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

fn order(x: Parts, y: Parts) -> Option<Ordering> {
    let class = |parts| match parts {
        Parts::Nan => None,
        Parts::Infinite { negative: false } => Some(2_i32),
        Parts::Infinite { negative: true } => Some(-2),
        Parts::Finite { mantissa: 0, .. } => Some(0),
        Parts::Finite { negative, .. } => Some(if negative { -1 } else { 1 }),
    };
    let (p, q) = (class(x)?, class(y)?);
    if p != q || p == 0 || p.abs() == 2 {
        return Some(p.cmp(&q));
    }
    let (
        Parts::Finite { mantissa: m, exponent: e, .. },
        Parts::Finite { mantissa: n, exponent: f, .. },
    ) = (x, y)
    else {
        return None;
    };
    let low = e.min(f);
    let by_size = Natural::new(m).shl((e - low) as u64).cmp(&Natural::new(n).shl((f - low) as u64));
    Some(if p < 0 { by_size.reverse() } else { by_size })
}

/// Infinity, and a quiet not-a-number: what `__builtin_inf` and `__builtin_nan` stand for.
pub fn special(kind: FloatKind, nan: bool) -> FloatBits {
    encode(kind, if nan { Parts::Nan } else { Parts::Infinite { negative: false } }, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const F64_TEXTS: &[&str] = &[
        "0",
        "1",
        "0.1",
        "1e308",
        "1.8e308",
        "4.9e-324",
        "2.4e-324",
        "2.5e-324",
        "1e-310",
        "123456789.125",
        "9007199254740993",
        "2.2250738585072011e-308",
        "1e23",
        "8.5e-5",
        "1e400",
        "1e-400",
        "179769313486231580793e289",
    ];

    #[test]
    fn literals_agree_with_the_host() {
        for text in F64_TEXTS {
            let (double, single): (f64, f32) = (text.parse().unwrap(), text.parse().unwrap());
            assert_eq!(
                parse(text, FloatKind::F64),
                Some(FloatBits(double.to_bits().into())),
                "{text}"
            );
            assert_eq!(
                parse(text, FloatKind::F32),
                Some(FloatBits(single.to_bits().into())),
                "{text}"
            );
        }
        assert_eq!(parse("0x1.8p-3", FloatKind::F64), Some(FloatBits(0.1875_f64.to_bits().into())));
        assert_eq!(parse("1", FloatKind::X87), Some(FloatBits(0x3fff_8000_0000_0000_0000)));
        assert_eq!(parse("0.1", FloatKind::X87), Some(FloatBits(0x3ffb_cccc_cccc_cccc_cccd)));
        assert_eq!(parse("1x", FloatKind::F64), None);
    }

    #[test]
    fn arithmetic_agrees_with_the_host() {
        let values: Vec<f64> = F64_TEXTS.iter().map(|text| text.parse().unwrap()).collect();
        let values: Vec<f64> =
            values.iter().flat_map(|v| [*v, -v, v * 3.7]).chain([f64::NAN]).collect();
        let bits = |v: f64| FloatBits(v.to_bits().into());
        for (&a, &b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
            let host = [
                (BinaryOp::Add, a + b),
                (BinaryOp::Sub, a - b),
                (BinaryOp::Mul, a * b),
                (BinaryOp::Div, a / b),
            ];
            for (op, expected) in host {
                let got = arithmetic(FloatKind::F64, op, bits(a), bits(b)).unwrap();
                let got = f64::from_bits(got.0 as u64);
                let same = got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan();
                assert!(same, "{a:e} {op:?} {b:e}: {got:e}, host {expected:e}");
            }
            assert_eq!(
                compare(FloatKind::F64, CompareOp::Lt, bits(a), bits(b)),
                a < b,
                "{a} < {b}"
            );
            assert_eq!(
                compare(FloatKind::F64, CompareOp::Eq, bits(a), bits(b)),
                a == b,
                "{a} == {b}"
            );
            let narrow = convert(FloatKind::F64, FloatKind::F32, bits(a));
            assert!(a.is_nan() || narrow.0 as u32 == (a as f32).to_bits(), "{a:e} as float");
            let wide = convert(FloatKind::F64, FloatKind::X87, bits(a));
            assert!(
                a.is_nan() || convert(FloatKind::X87, FloatKind::F64, wide) == bits(a),
                "{a:e}"
            );
        }
    }

    #[test]
    fn integers_go_both_ways() {
        for value in [0, 1, -1, i64::MAX as i128, i128::MIN, 1 << 100, (1 << 53) + 1] {
            let expected = FloatBits((value as f64).to_bits().into());
            assert_eq!(from_int(FloatKind::F64, value, false), expected, "{value}");
        }
        let int = |v: f64| to_int(FloatKind::F64, FloatBits(v.to_bits().into()));
        assert_eq!(
            (int(-3.99), int(1e18), int(0.3)),
            (Some(-3), Some(1_000_000_000_000_000_000), Some(0))
        );
        assert_eq!((int(1e40), int(f64::NAN)), (None, None));
    }
}
