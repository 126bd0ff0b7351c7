//! Arithmetic of every format in integers: take apart, compute exactly, round once.
//!
//! A finite number is `significand * 2^exponent`. Where an exact result needs more than 128 bits, what lies below the bits kept is
//! told by one flag: rounding asks only whether something is there.

use super::wide::Wide;
use super::{Float, FloatOp, Format, Rounding};
use crate::{mask, to_signed, to_unsigned};

/// A number taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Nan,
    Infinity(bool),
    Finite(Finite),
}

/// `± significand * 2^exponent`; the significand of zero is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Finite {
    negative: bool,
    exponent: i32,
    significand: u128,
}

/// The result for these operands, any format, any rounding.
pub(super) fn apply(float: Float, width: u32, arg_width: u32, v: &[u128]) -> u128 {
    let Float { op, format, rounding } = float;
    if let FloatOp::FromSigned | FloatOp::FromUnsigned = op {
        return from_integer(format, rounding, op == FloatOp::FromSigned, arg_width, v[0]);
    }
    let n = |at: usize| take_apart(format, v[at]);
    let cx = Context { format, rounding };
    match op {
        FloatOp::Add => cx.add(n(0), n(1)),
        FloatOp::Sub => cx.add(n(0), negated(n(1))),
        FloatOp::Mul => cx.multiply(n(0), n(1)),
        FloatOp::Div => cx.divide(n(0), n(1)),
        FloatOp::Fma => cx.fused(n(0), n(1), n(2)),
        FloatOp::Sqrt => cx.root(n(0)),
        FloatOp::Fmod => cx.remainder(n(0), n(1), Finite::truncated_remainder),
        FloatOp::Remainder => cx.remainder(n(0), n(1), Finite::nearest_remainder),
        FloatOp::Neg => v[0] ^ format.sign(),
        FloatOp::Abs => v[0] & !format.sign(),
        FloatOp::Integral => cx.integral(n(0)),
        FloatOp::Eq => u128::from(compare(format, v[0], v[1], |a, b| a == b)),
        FloatOp::Lt => u128::from(compare(format, v[0], v[1], |a, b| a < b)),
        FloatOp::Le => u128::from(compare(format, v[0], v[1], |a, b| a <= b)),
        FloatOp::Convert(to) => Context { format: to, rounding }.put_together(n(0)),
        FloatOp::ToSigned => to_unsigned(integer(n(0), rounding, true, width), width),
        FloatOp::ToUnsigned => integer(n(0), rounding, false, width) as u128,
        FloatOp::FromSigned | FloatOp::FromUnsigned | FloatOp::Host(_) | FloatOp::Printed(_) => {
            unreachable!("handled above")
        }
    }
}

fn take_apart(format: Format, bits: u128) -> Number {
    let negative = bits & format.sign() != 0;
    let magnitude = bits & (format.sign() - 1);
    if magnitude >= format.infinity() {
        return if magnitude == format.infinity() {
            Number::Infinity(negative)
        } else {
            Number::Nan
        };
    }
    let fraction = magnitude & mask(format.fraction_bits());
    let stored = (magnitude >> format.fraction_bits()) as i32;
    let leading = u128::from(stored > 0) << format.fraction_bits();
    let exponent = format.least_exponent() + (stored - 1).max(0);
    Number::Finite(Finite { negative, exponent, significand: fraction | leading })
}

fn negated(number: Number) -> Number {
    match number {
        Number::Nan => Number::Nan,
        Number::Infinity(negative) => Number::Infinity(!negative),
        Number::Finite(a) => Number::Finite(Finite { negative: !a.negative, ..a }),
    }
}

fn compare(format: Format, a: u128, b: u128, holds: fn(i128, i128) -> bool) -> bool {
    // Both zeros are one number.
    let key = |bits: u128| {
        let place = format.place(bits);
        if place < 0 { place + 1 } else { place }
    };
    !format.is_nan(a) && !format.is_nan(b) && holds(key(a), key(b))
}

fn from_integer(to: Format, rounding: Rounding, signed: bool, width: u32, value: u128) -> u128 {
    let negative = signed && value >> (width - 1) & 1 == 1;
    let significand = if negative { to_signed(value, width).unsigned_abs() } else { value };
    let exact = Finite { negative, exponent: 0, significand };
    Context { format: to, rounding }.round(exact, false)
}

/// The nearest integer that fits; saturating.
fn integer(number: Number, rounding: Rounding, signed: bool, width: u32) -> i128 {
    let limit = |negative: bool| match (signed, negative) {
        (true, true) => to_signed(1 << (width - 1), width),
        (true, false) => (mask(width) >> 1) as i128,
        (false, true) => 0,
        // Only 128 unsigned bits have no sign to spare; the cast back restores them.
        (false, false) => mask(width) as i128,
    };
    let exact = match number {
        Number::Nan => return 0,
        Number::Infinity(negative) => return limit(negative),
        Number::Finite(exact) if exact.significand == 0 => return 0,
        Number::Finite(exact) => exact,
    };
    let negative = exact.negative;
    let most = if signed { (mask(width) >> 1) + u128::from(negative) } else { mask(width) };
    let whole = if exact.exponent >= 0 {
        let fits = exact.significand.leading_zeros() as i32 >= exact.exponent;
        fits.then(|| exact.significand << exact.exponent)
    } else {
        Some(exact.at_quantum(0, false, rounding).0)
    };
    match whole {
        Some(0) => 0,
        Some(_) if negative && !signed => 0,
        Some(magnitude) if magnitude <= most => {
            if negative {
                (magnitude as i128).wrapping_neg()
            } else {
                magnitude as i128
            }
        }
        _ => limit(negative),
    }
}

impl Finite {
    /// The significand at exponent `quantum`, rounded, and whether that was inexact; `more` says that something
    /// lies below the significand.
    fn at_quantum(self, quantum: i32, more: bool, rounding: Rounding) -> (u128, bool) {
        let by = quantum - self.exponent;
        if by <= 0 {
            debug_assert!(!more, "bits below the last place should be told from those above it");
            return (self.significand << -by, false);
        }
        let (kept, rest, half) = if by > 127 {
            // Half a unit or more of the last place only if the topmost bit stands right below it.
            let near = by == 128 && self.significand >> 127 == 1;
            let rest = if near { self.significand } else { u128::from(self.significand != 0) };
            (0, rest, 1 << 127)
        } else {
            (self.significand >> by, self.significand & mask(by as u32), 1 << (by - 1))
        };
        let inexact = rest != 0 || more;
        let up = match rounding {
            Rounding::NearestEven => rest > half || rest == half && (more || kept & 1 == 1),
            Rounding::NearestAway => rest >= half,
            Rounding::Zero => false,
            Rounding::Down => self.negative && inexact,
            Rounding::Up => !self.negative && inexact,
        };
        (kept + u128::from(up), inexact)
    }

    /// `self` modulo `by` towards zero; both positive and not zero.
    fn truncated_remainder(self, by: Self) -> Self {
        let exponent = self.exponent.min(by.exponent);
        let significand = self.modulo(by, 1);
        Self { negative: false, exponent, significand }
    }

    /// What the multiple of `by` nearest to `self` leaves, of two the even one.
    fn nearest_remainder(self, by: Self) -> Self {
        let exponent = self.exponent.min(by.exponent);
        // Modulo twice the divisor: the quotient's last bit is still there.
        let rest = self.modulo(by, 2);
        let Some(divisor) = shifted(by.significand, by.exponent - exponent) else {
            // The divisor is far greater than twice the number.
            return Self { negative: false, exponent, significand: rest };
        };
        let (significand, negative) = if 2 * rest <= divisor {
            (rest, false)
        } else if 2 * rest < 3 * divisor {
            (rest.abs_diff(divisor), rest < divisor)
        } else {
            (2 * divisor - rest, true)
        };
        Self { negative, exponent, significand }
    }

    /// `self` modulo `times * by`, in units of the lesser of the two exponents.
    fn modulo(self, by: Self, times: u128) -> u128 {
        if self.exponent < by.exponent {
            let divisor = shifted(by.significand * times, by.exponent - self.exponent);
            return divisor.map_or(self.significand, |divisor| self.significand % divisor);
        }
        let divisor = by.significand * times;
        let mut rest = self.significand % divisor;
        // At most 66 bits: 60 more fit each step.
        let mut left = (self.exponent - by.exponent) as u32;
        while left > 0 && rest > 0 {
            let step = left.min(60);
            rest = (rest << step) % divisor;
            left -= step;
        }
        rest
    }
}

/// `significand << by`, unless that is above anything that is compared with it.
fn shifted(significand: u128, by: i32) -> Option<u128> {
    (by < 56).then(|| significand << by)
}

/// Where results go.
#[derive(Clone, Copy)]
struct Context {
    format: Format,
    rounding: Rounding,
}

impl Context {
    /// The bits of a number, rounded once.
    fn put_together(self, number: Number) -> u128 {
        match number {
            Number::Nan => self.format.nan(),
            Number::Infinity(negative) => self.signed(negative, self.format.infinity()),
            Number::Finite(exact) => self.round(exact, false),
        }
    }

    const fn signed(self, negative: bool, magnitude: u128) -> u128 {
        if negative { magnitude | self.format.sign() } else { magnitude }
    }

    /// The bits of an exact number; `more` says that something less than its last place is to be added.
    fn round(self, exact: Finite, more: bool) -> u128 {
        let format = self.format;
        if exact.significand == 0 {
            debug_assert!(!more, "what is left of nothing should have bits");
            return self.signed(exact.negative, 0);
        }
        let length = 128 - exact.significand.leading_zeros() as i32;
        let quantum =
            (exact.exponent + length - i32::from(format.precision)).max(format.least_exponent());
        let (significand, _) = exact.at_quantum(quantum, more, self.rounding);
        // A carry out of the significand goes into the exponent stored above it.
        let steps = (quantum - format.least_exponent()) as u128;
        let magnitude = (steps << format.fraction_bits()) + significand;
        if magnitude < format.infinity() {
            return self.signed(exact.negative, magnitude);
        }
        let away = match self.rounding {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::Zero => false,
            Rounding::Down => exact.negative,
            Rounding::Up => !exact.negative,
        };
        self.signed(exact.negative, format.infinity() - u128::from(!away))
    }

    /// The zero that numbers of both signs cancel to.
    const fn cancelled(self) -> u128 {
        self.signed(matches!(self.rounding, Rounding::Down), 0)
    }

    fn add(self, a: Number, b: Number) -> u128 {
        match (a, b) {
            (Number::Nan, _) | (_, Number::Nan) => self.format.nan(),
            (Number::Infinity(x), Number::Infinity(y)) if x != y => self.format.nan(),
            (Number::Infinity(negative), _) | (_, Number::Infinity(negative)) => {
                self.signed(negative, self.format.infinity())
            }
            (Number::Finite(a), Number::Finite(b)) => self.sum(a, b),
        }
    }

    fn sum(self, a: Finite, b: Finite) -> u128 {
        if a.significand == 0 && b.significand == 0 {
            let zero = self.signed(a.negative, 0);
            return if a.negative == b.negative { zero } else { self.cancelled() };
        }
        let (a, b) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
        let by = (a.exponent - b.exponent) as u32;
        // 62 bits below the greater one's last place are more than rounding asks for.
        let kept = by.min(62);
        let high = (a.significand << kept) as i128;
        let cut = by - kept;
        let (low, more) = if cut > 127 {
            (0, b.significand != 0)
        } else {
            ((b.significand >> cut) as i128, b.significand & mask(cut) != 0)
        };
        let exponent = a.exponent - kept as i32;
        let sum = match (a.negative == b.negative, more) {
            (true, _) => high + low,
            (false, false) => high - low,
            // The true difference lies between this and the next one.
            (false, true) => high - low - 1,
        };
        if sum == 0 && !more {
            return self.cancelled();
        }
        let negative = a.negative != (sum < 0);
        self.round(Finite { negative, exponent, significand: sum.unsigned_abs() }, more)
    }

    fn multiply(self, a: Number, b: Number) -> u128 {
        let negative = is_negative(a) != is_negative(b);
        match (a, b) {
            (Number::Nan, _) | (_, Number::Nan) => self.format.nan(),
            (Number::Infinity(_), other) | (other, Number::Infinity(_)) => {
                if is_zero(other) {
                    self.format.nan()
                } else {
                    self.signed(negative, self.format.infinity())
                }
            }
            (Number::Finite(a), Number::Finite(b)) => self.round(product(a, b), false),
        }
    }

    fn divide(self, a: Number, b: Number) -> u128 {
        let negative = is_negative(a) != is_negative(b);
        match (a, b) {
            (Number::Nan, _) | (_, Number::Nan) => self.format.nan(),
            (Number::Infinity(_), Number::Infinity(_)) => self.format.nan(),
            (Number::Infinity(_), _) => self.signed(negative, self.format.infinity()),
            (_, Number::Infinity(_)) => self.signed(negative, 0),
            (Number::Finite(a), Number::Finite(b)) => match (a.significand, b.significand) {
                (0, 0) => self.format.nan(),
                (0, _) => self.signed(negative, 0),
                (_, 0) => self.signed(negative, self.format.infinity()),
                _ => self.quotient(a, b),
            },
        }
    }

    fn quotient(self, a: Finite, b: Finite) -> u128 {
        // With the dividend's top bit at 126, 62 quotient bits at least are before the point of the first step.
        let up = a.significand.leading_zeros() - 1;
        let (first, rest) =
            ((a.significand << up) / b.significand, (a.significand << up) % b.significand);
        let (second, rest) = ((rest << 8) / b.significand, (rest << 8) % b.significand);
        let (significand, more) = (first << 8 | second, rest != 0);
        let exponent = a.exponent - up as i32 - b.exponent - 8;
        if first.leading_zeros() >= 8 {
            let exact = Finite { negative: a.negative != b.negative, exponent, significand };
            return self.round(exact, more);
        }
        // The quotient is long enough without the second step.
        let more = more || second != 0;
        let exponent = exponent + 8;
        self.round(
            Finite { negative: a.negative != b.negative, exponent, significand: first },
            more,
        )
    }

    fn fused(self, a: Number, b: Number, c: Number) -> u128 {
        let (Number::Finite(a), Number::Finite(b), Number::Finite(c)) = (a, b, c) else {
            // An infinity decides, and the size of finite factors does not matter beside it.
            return match (a, b, c) {
                (Number::Finite(_), Number::Finite(_), other) => self.put_together(other),
                _ => self.add(take_apart(self.format, self.multiply(a, b)), c),
            };
        };
        let product = product(a, b);
        if product.significand == 0 {
            let zero = Finite { significand: 0, exponent: c.exponent, ..product };
            return self.sum(zero, c);
        }
        self.wide_sum(product, c)
    }

    /// The sum of a product of up to 128 bits, not zero, and a number.
    fn wide_sum(self, a: Finite, b: Finite) -> u128 {
        if b.significand == 0 {
            return self.round(a, false);
        }
        let (a, b) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
        let by = (a.exponent - b.exponent) as u32;
        let kept = by.min(127);
        let high = Wide::new(a.significand).shl(kept);
        let (low, more) = Wide::new(b.significand).shr((by - kept).min(256));
        let exponent = a.exponent - kept as i32;
        let (negative, sum) = if a.negative == b.negative {
            (a.negative, high.add(low))
        } else if high > low {
            (a.negative, high.sub(low.add(Wide::new(u128::from(more)))))
        } else {
            (b.negative, low.sub(high))
        };
        if sum.is_zero() && !more {
            return self.cancelled();
        }
        let cut = sum.bit_length().saturating_sub(128);
        let (sum, lost) = sum.shr(cut);
        let exact = Finite { negative, exponent: exponent + cut as i32, significand: sum.low };
        self.round(exact, more || lost)
    }

    fn root(self, a: Number) -> u128 {
        match a {
            Number::Finite(a) if a.significand == 0 => self.signed(a.negative, 0),
            Number::Infinity(false) => self.format.infinity(),
            Number::Finite(a) if !a.negative => self.root_of(a),
            _ => self.format.nan(),
        }
    }

    /// Digit by digit: 66 bits of the root, two of the radicand for each.
    fn root_of(self, a: Finite) -> u128 {
        let mut up = a.significand.leading_zeros();
        if (a.exponent - up as i32) % 2 != 0 {
            up -= 1;
        }
        let radicand = a.significand << up;
        let (mut root, mut rest) = (0u128, 0u128);
        for step in 0..66 {
            let digits = if step < 64 { radicand >> (126 - 2 * step) & 3 } else { 0 };
            rest = rest << 2 | digits;
            let trial = root << 2 | 1;
            root <<= 1;
            if rest >= trial {
                rest -= trial;
                root |= 1;
            }
        }
        let exponent = (a.exponent - up as i32) / 2 - 2;
        self.round(Finite { negative: false, exponent, significand: root }, rest != 0)
    }

    fn remainder(self, a: Number, b: Number, rest: fn(Finite, Finite) -> Finite) -> u128 {
        match (a, b) {
            (Number::Nan | Number::Infinity(_), _) | (_, Number::Nan) => self.format.nan(),
            (Number::Finite(_), Number::Infinity(_)) => self.put_together(a),
            (Number::Finite(a), Number::Finite(b)) => {
                if b.significand == 0 {
                    return self.format.nan();
                }
                if a.significand == 0 {
                    return self.signed(a.negative, 0);
                }
                let positive = |x: Finite| Finite { negative: false, ..x };
                let rest = rest(positive(a), positive(b));
                let negative =
                    if rest.significand == 0 { a.negative } else { a.negative != rest.negative };
                self.round(Finite { negative, ..rest }, false)
            }
        }
    }

    fn integral(self, a: Number) -> u128 {
        match a {
            Number::Finite(exact) if exact.exponent < 0 => {
                let (significand, _) = exact.at_quantum(0, false, self.rounding);
                self.round(Finite { exponent: 0, significand, ..exact }, false)
            }
            other => self.put_together(other),
        }
    }
}

fn product(a: Finite, b: Finite) -> Finite {
    Finite {
        negative: a.negative != b.negative,
        exponent: a.exponent + b.exponent,
        significand: a.significand * b.significand,
    }
}

const fn is_negative(number: Number) -> bool {
    match number {
        Number::Nan => false,
        Number::Infinity(negative) => negative,
        Number::Finite(exact) => exact.negative,
    }
}

const fn is_zero(number: Number) -> bool {
    matches!(number, Number::Finite(Finite { significand: 0, .. }))
}
