//! The operators on floats, from what the standard says: the exact result of the reals, then the float that rounding chooses.
//!
//! No significand is ever shifted or rounded here. A real result is only compared with floats; the greatest float that does not
//! exceed it is found by halving the ordered patterns, and the midpoint to the next one decides.

use super::big::Big;
use std::cmp::Ordering;
use term::float::Function;
use term::{Float, FloatOp, Format, Rounding};

/// A real number: sign and `magnitude * 2^exponent`.
#[derive(Clone, Debug)]
struct Real {
    negative: bool,
    magnitude: Big,
    exponent: i64,
}

enum Operand {
    Nan,
    Infinite { negative: bool },
    Finite(Real),
}

/// The operator's value, from operands `(value, width)`.
pub(super) fn apply(float: Float, width: u32, args: &[(u128, u32)]) -> u128 {
    let Float { op, format, rounding } = float;
    let n = |at: usize| read(format, args[at].0);
    let to = Target { format, rounding };
    match op {
        FloatOp::Neg => (args[0].0 + format.sign()) % (2 * format.sign()),
        FloatOp::Abs => args[0].0 % format.sign(),
        FloatOp::Add => to.sum(n(0), n(1)),
        FloatOp::Sub => to.sum(n(0), opposite(n(1))),
        FloatOp::Mul => to.product(n(0), n(1)),
        FloatOp::Div => to.quotient(n(0), n(1)),
        FloatOp::Fma => to.fused(n(0), n(1), n(2)),
        FloatOp::Sqrt => to.root(n(0)),
        FloatOp::Fmod | FloatOp::Remainder => to.rest(op == FloatOp::Remainder, n(0), n(1)),
        FloatOp::Integral => match n(0) {
            Operand::Nan => nan(format),
            Operand::Infinite { negative } => signed(format, negative, infinity(format)),
            Operand::Finite(x) => {
                to.exact(&Real { magnitude: whole(&x, rounding), exponent: 0, ..x })
            }
        },
        FloatOp::Eq => u128::from(order(&n(0), &n(1)) == Some(Ordering::Equal)),
        FloatOp::Lt => u128::from(order(&n(0), &n(1)) == Some(Ordering::Less)),
        FloatOp::Le => {
            u128::from(matches!(order(&n(0), &n(1)), Some(Ordering::Less | Ordering::Equal)))
        }
        FloatOp::Convert(format) => match n(0) {
            Operand::Nan => nan(format),
            Operand::Infinite { negative } => signed(format, negative, infinity(format)),
            Operand::Finite(x) => Target { format, rounding }.exact(&x),
        },
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            let (value, width) = args[0];
            let negative = op == FloatOp::FromSigned && value >> (width - 1) == 1;
            let magnitude = if negative {
                Big::new(1).raised(width).minus(&Big::new(value))
            } else {
                Big::new(value)
            };
            to.exact(&Real { negative, magnitude, exponent: 0 })
        }
        FloatOp::Host(function) => host(function, format, args),
        // Text is by execution alone, and has no second definition.
        FloatOp::Printed(_) => Float::nearest(op, format).apply(width, args[0].1, &[args[0].0]),
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            integer(&n(0), rounding, op == FloatOp::ToSigned, width)
        }
    }
}

/// A function of the library, which is its own definition, and the number some places further on, one by one.
fn host(function: Function, format: Format, args: &[(u128, u32)]) -> u128 {
    let n = function.n_operands();
    let operands: Vec<u128> = args[..n].iter().map(|arg| arg.0).collect();
    let mut result = function.of(format, &operands);
    if matches!(read(format, result), Operand::Nan) {
        return result;
    }
    let (off, width) = args[n];
    let down = off >> (width - 1) == 1;
    let steps = if down { (1u128 << (width - 1)) - off % (1 << (width - 1)) } else { off };
    for _ in 0..steps.min(MOST_STEPS) {
        result = next(format, result, down);
    }
    if steps > MOST_STEPS {
        function.apply(format, &[&operands[..], &[off]].concat())
    } else {
        result
    }
}

/// The next number of a sign in a direction; infinity is the last, and so is zero: no library errs about a sign.
fn next(format: Format, bits: u128, down: bool) -> u128 {
    let sign = signed(format, true, 0);
    let negative = bits >= sign;
    match bits % sign {
        magnitude if negative == down => {
            signed(format, negative, (magnitude + 1).min(infinity(format)))
        }
        magnitude => signed(format, negative, magnitude.saturating_sub(1)),
    }
}

/// Further steps are not made one by one.
const MOST_STEPS: u128 = 1000;

fn infinity(format: Format) -> u128 {
    ((1 << format.exponent) - 1) << (format.precision - 1)
}

fn nan(format: Format) -> u128 {
    infinity(format) + (1 << (format.precision - 2))
}

fn signed(format: Format, negative: bool, magnitude: u128) -> u128 {
    if negative { magnitude + (1 << (format.exponent + format.precision - 1)) } else { magnitude }
}

/// The real of a pattern without sign, as if the greatest exponent were like any other.
fn magnitude(format: Format, pattern: u128) -> (u128, i64) {
    let hidden = 1u128 << (format.precision - 1);
    let (stored, fraction) = (pattern / hidden, pattern % hidden);
    let least = 3 - (1i64 << (format.exponent - 1)) - i64::from(format.precision);
    match stored {
        0 => (fraction, least),
        _ => (fraction + hidden, least + stored as i64 - 1),
    }
}

fn read(format: Format, bits: u128) -> Operand {
    let sign = 1u128 << (format.exponent + format.precision - 1);
    let (negative, pattern) = (bits >= sign, bits % sign);
    match pattern.cmp(&infinity(format)) {
        Ordering::Greater => Operand::Nan,
        Ordering::Equal => Operand::Infinite { negative },
        Ordering::Less => {
            let (significand, exponent) = magnitude(format, pattern);
            Operand::Finite(Real { negative, magnitude: Big::new(significand), exponent })
        }
    }
}

fn opposite(a: Operand) -> Operand {
    match a {
        Operand::Nan => Operand::Nan,
        Operand::Infinite { negative } => Operand::Infinite { negative: !negative },
        Operand::Finite(x) => Operand::Finite(Real { negative: !x.negative, ..x }),
    }
}

/// `a * 2^i` against `b * 2^j`.
fn compare(a: &Big, i: i64, b: &Big, j: i64) -> Ordering {
    match (a.is_zero(), b.is_zero()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        (false, false) => {}
    }
    let by_length = (a.length() + i).cmp(&(b.length() + j));
    by_length.then_with(|| {
        let least = i.min(j);
        a.raised((i - least) as u32).compare(&b.raised((j - least) as u32))
    })
}

/// How two operands are ordered, unless one is no number.
fn order(a: &Operand, b: &Operand) -> Option<Ordering> {
    let rank = |x: &Operand| match x {
        Operand::Nan => None,
        Operand::Infinite { negative: true } => Some(-2),
        Operand::Infinite { negative: false } => Some(2),
        Operand::Finite(x) if x.magnitude.is_zero() => Some(0),
        Operand::Finite(x) => Some(if x.negative { -1 } else { 1 }),
    };
    let (rank_a, rank_b) = (rank(a)?, rank(b)?);
    let (Operand::Finite(a), Operand::Finite(b)) = (a, b) else { return Some(rank_a.cmp(&rank_b)) };
    let magnitudes = compare(&a.magnitude, a.exponent, &b.magnitude, b.exponent);
    Some(rank_a.cmp(&rank_b).then(if rank_a < 0 { magnitudes.reverse() } else { magnitudes }))
}

/// The magnitude of the integer that rounding makes of a real.
fn whole(x: &Real, rounding: Rounding) -> Big {
    if x.exponent >= 0 {
        return x.magnitude.raised(x.exponent as u32);
    }
    // Halving between nothing and more than the number.
    let at_most = |n: u128| compare(&Big::new(n), 0, &x.magnitude, x.exponent) != Ordering::Greater;
    let (mut below, mut above) = (0u128, 1u128 << 66);
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if at_most(middle) { below = middle } else { above = middle }
    }
    let exact = compare(&Big::new(below), 0, &x.magnitude, x.exponent) == Ordering::Equal;
    let half = compare(&x.magnitude, x.exponent, &Big::new(2 * below + 1), -1);
    Big::new(if exact || !goes_up(x.negative, below % 2 == 1, half, rounding) {
        below
    } else {
        above
    })
}

/// Does an inexact magnitude become the next one above? `half` compares it with the middle.
fn goes_up(negative: bool, odd: bool, half: Ordering, rounding: Rounding) -> bool {
    match rounding {
        Rounding::NearestEven => half == Ordering::Greater || half == Ordering::Equal && odd,
        Rounding::NearestAway => half != Ordering::Less,
        Rounding::Zero => false,
        Rounding::Down => negative,
        Rounding::Up => !negative,
    }
}

fn integer(x: &Operand, rounding: Rounding, is_signed: bool, width: u32) -> u128 {
    let modulus = Big::new(1).raised(width);
    let half = Big::new(1).raised(width - 1);
    let one = Big::new(1);
    let (negative, magnitude) = match x {
        Operand::Nan => return 0,
        Operand::Infinite { negative } => (*negative, modulus.clone()),
        Operand::Finite(x) if x.length() > 200 => (x.negative, modulus.clone()),
        Operand::Finite(x) => (x.negative, whole(x, rounding)),
    };
    let limit = match (is_signed, negative) {
        (true, true) => half,
        (true, false) => half.minus(&one),
        (false, true) => Big::new(0),
        (false, false) => modulus.minus(&one),
    };
    let least = if magnitude.compare(&limit) == Ordering::Greater { limit } else { magnitude };
    if negative && !least.is_zero() { modulus.minus(&least).value() } else { least.value() }
}

impl Real {
    /// The exponent of the bit above the topmost.
    fn length(&self) -> i64 {
        self.magnitude.length() + self.exponent
    }
}

/// Where results go.
struct Target {
    format: Format,
    rounding: Rounding,
}

impl Target {
    /// The float for a real, given by how it compares with any `n * 2^e`; it is not zero.
    fn choose(&self, negative: bool, compared: &dyn Fn(u128, i64) -> Ordering) -> u128 {
        let format = self.format;
        let beyond = infinity(format);
        let against = |pattern: u128| {
            let (significand, exponent) = magnitude(format, pattern);
            compared(significand, exponent)
        };
        if against(beyond) != Ordering::Less {
            let out = goes_up(negative, true, Ordering::Greater, self.rounding);
            return signed(format, negative, if out { beyond } else { beyond - 1 });
        }
        let (mut below, mut above) = (0, beyond);
        while above - below > 1 {
            let middle = below.midpoint(above);
            if against(middle) == Ordering::Less { above = middle } else { below = middle }
        }
        let (significand, exponent) = magnitude(format, below);
        let half = compared(2 * significand + 1, exponent - 1);
        let up = against(below) != Ordering::Equal
            && goes_up(negative, below % 2 == 1, half, self.rounding);
        signed(format, negative, if up { above } else { below })
    }

    fn exact(&self, x: &Real) -> u128 {
        if x.magnitude.is_zero() {
            return signed(self.format, x.negative, 0);
        }
        self.choose(x.negative, &|n, e| compare(&x.magnitude, x.exponent, &Big::new(n), e))
    }

    fn no_number(&self) -> u128 {
        nan(self.format)
    }

    fn infinite(&self, negative: bool) -> u128 {
        signed(self.format, negative, infinity(self.format))
    }

    fn sum(&self, a: Operand, b: Operand) -> u128 {
        match (a, b) {
            (Operand::Finite(a), Operand::Finite(b)) => self.finite_sum(&a, &b),
            (Operand::Infinite { negative: a }, Operand::Infinite { negative: b }) if a != b => {
                self.no_number()
            }
            (Operand::Nan, _) | (_, Operand::Nan) => self.no_number(),
            (Operand::Infinite { negative }, _) | (_, Operand::Infinite { negative }) => {
                self.infinite(negative)
            }
        }
    }

    fn finite_sum(&self, a: &Real, b: &Real) -> u128 {
        let exponent = a.exponent.min(b.exponent);
        let align = |x: &Real| x.magnitude.raised((x.exponent - exponent) as u32);
        let (x, y) = (align(a), align(b));
        if a.negative == b.negative {
            return self.exact(&Real { negative: a.negative, magnitude: x.plus(&y), exponent });
        }
        match x.compare(&y) {
            Ordering::Greater => {
                self.exact(&Real { negative: a.negative, magnitude: x.minus(&y), exponent })
            }
            Ordering::Less => {
                self.exact(&Real { negative: b.negative, magnitude: y.minus(&x), exponent })
            }
            Ordering::Equal => signed(self.format, self.rounding == Rounding::Down, 0),
        }
    }

    fn product(&self, a: Operand, b: Operand) -> u128 {
        let differ = is_negative(&a) != is_negative(&b);
        match (&a, &b) {
            (Operand::Nan, _) | (_, Operand::Nan) => self.no_number(),
            (Operand::Finite(a), Operand::Finite(b)) => self.exact(&times(a, b)),
            (Operand::Infinite { .. }, other) | (other, Operand::Infinite { .. }) => {
                if is_zero(other) { self.no_number() } else { self.infinite(differ) }
            }
        }
    }

    fn quotient(&self, a: Operand, b: Operand) -> u128 {
        let negative = is_negative(&a) != is_negative(&b);
        let zero = signed(self.format, negative, 0);
        match (&a, &b) {
            (Operand::Nan, _) | (_, Operand::Nan) => self.no_number(),
            (Operand::Infinite { .. }, Operand::Infinite { .. }) => self.no_number(),
            (Operand::Infinite { .. }, _) => self.infinite(negative),
            (_, Operand::Infinite { .. }) => zero,
            (Operand::Finite(a), Operand::Finite(b)) => {
                match (a.magnitude.is_zero(), b.magnitude.is_zero()) {
                    (true, true) => self.no_number(),
                    (true, false) => zero,
                    (false, true) => self.infinite(negative),
                    // a / b against c is a against b * c.
                    (false, false) => self.choose(negative, &|n, e| {
                        let product = b.magnitude.times(&Big::new(n));
                        compare(&a.magnitude, a.exponent, &product, b.exponent + e)
                    }),
                }
            }
        }
    }

    fn fused(&self, a: Operand, b: Operand, c: Operand) -> u128 {
        match (&a, &b, &c) {
            (Operand::Nan, ..) | (_, Operand::Nan, _) | (.., Operand::Nan) => self.no_number(),
            (Operand::Finite(a), Operand::Finite(b), Operand::Finite(c)) => {
                self.finite_sum(&times(a, b), c)
            }
            (Operand::Finite(_), Operand::Finite(_), _) => self.infinite(is_negative(&c)),
            _ if is_zero(&a) || is_zero(&b) => self.no_number(),
            _ => {
                let negative = is_negative(&a) != is_negative(&b);
                self.sum(Operand::Infinite { negative }, c)
            }
        }
    }

    fn root(&self, a: Operand) -> u128 {
        match a {
            Operand::Finite(x) if x.magnitude.is_zero() => signed(self.format, x.negative, 0),
            Operand::Infinite { negative: false } => self.infinite(false),
            // The root of a against c is a against c * c.
            Operand::Finite(x) if !x.negative => self.choose(false, &|n, e| {
                compare(&x.magnitude, x.exponent, &Big::new(n).times(&Big::new(n)), 2 * e)
            }),
            _ => self.no_number(),
        }
    }

    fn rest(&self, nearest: bool, a: Operand, b: Operand) -> u128 {
        let (a, b) = match (a, b) {
            (Operand::Nan | Operand::Infinite { .. }, _) | (_, Operand::Nan) => {
                return self.no_number();
            }
            (Operand::Finite(a), Operand::Infinite { .. }) => return self.exact(&a),
            (Operand::Finite(a), Operand::Finite(b)) => (a, b),
        };
        if b.magnitude.is_zero() {
            return self.no_number();
        }
        let exponent = a.exponent.min(b.exponent);
        let align = |x: &Real| x.magnitude.raised((x.exponent - exponent) as u32);
        let divisor = align(&b);
        let (odd, rest) = align(&a).modulo(&divisor);
        let twice = rest.raised(1).compare(&divisor);
        let over = nearest && (twice == Ordering::Greater || twice == Ordering::Equal && odd);
        let magnitude = if over { divisor.minus(&rest) } else { rest };
        let flips = over && !magnitude.is_zero();
        self.exact(&Real { negative: a.negative != flips, magnitude, exponent })
    }
}

fn times(a: &Real, b: &Real) -> Real {
    Real {
        negative: a.negative != b.negative,
        magnitude: a.magnitude.times(&b.magnitude),
        exponent: a.exponent + b.exponent,
    }
}

fn is_negative(x: &Operand) -> bool {
    match x {
        Operand::Nan => false,
        Operand::Infinite { negative } => *negative,
        Operand::Finite(x) => x.negative,
    }
}

fn is_zero(x: &Operand) -> bool {
    matches!(x, Operand::Finite(x) if x.magnitude.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(float: Float, width: u32, args: &[(u128, u32)]) {
        let plain: Vec<u128> = args.iter().map(|&(value, _)| value).collect();
        let folded = float.apply(width, args[0].1, &plain);
        assert_eq!(apply(float, width, args), folded, "{float:?} of {plain:x?}");
    }

    /// All operands of eight bits, in every rounding; every third pair unless `POINTS` says otherwise.
    #[test]
    fn definition_and_folding_agree_on_eight_bits() {
        let step = std::env::var("POINTS").ok().and_then(|text| text.parse().ok()).unwrap_or(7);
        let (a, b) = (Format { exponent: 4, precision: 4 }, Format { exponent: 3, precision: 5 });
        for (format, other) in [(a, b), (b, a)] {
            for op in FloatOp::ALL {
                let op = if let FloatOp::Convert(_) = op { FloatOp::Convert(other) } else { op };
                for rounding in Rounding::ALL {
                    let float = Float { op, format, rounding };
                    let n = op.n_operands() as u32;
                    if op == FloatOp::Fma || !op.is_rounded() && rounding != Rounding::NearestEven {
                        continue;
                    }
                    for packed in (0..1u128 << (8 * n)).step_by(if n == 1 { 1 } else { step }) {
                        let args = [(packed & 255, 8), (packed >> 8, 8)];
                        agree(float, float.result().map_or(6, |_| 8), &args[..n as usize]);
                    }
                }
            }
        }
    }

    #[test]
    fn definition_and_folding_agree_on_fused_products() {
        let format = Format { exponent: 3, precision: 3 };
        let step = std::env::var("POINTS").ok().and_then(|text| text.parse().ok()).unwrap_or(11);
        for rounding in Rounding::ALL {
            let float = Float { op: FloatOp::Fma, format, rounding };
            for packed in (0..1u128 << 18).step_by(step) {
                let args = [0, 6, 12].map(|at| (packed >> at & 63, 6));
                agree(float, 6, &args);
            }
        }
    }

    #[test]
    fn definition_and_folding_agree_on_real_formats() {
        let mut state = 7u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u128::from(state >> 11) << 75
                ^ u128::from(state) << 20
                ^ u128::from(state.rotate_left(29))
        };
        for format in [Format::SINGLE, Format::DOUBLE, Format::EXTENDED] {
            let width = format.width();
            for turn in 0..400 {
                let mut operand = || match turn % 4 {
                    // Near one, so that sums cancel and products do not overflow.
                    0 => (next() >> 8 & ((1 << (width - 3)) - 1)) | (1 << (width - 3)),
                    _ => next() & ((1 << width) - 1),
                };
                let args = [(operand(), width), (operand(), width), (operand(), width)];
                for op in FloatOp::ALL {
                    let slow = matches!(op, FloatOp::Fmod | FloatOp::Remainder);
                    if slow && (format == Format::EXTENDED || turn % 8 != 0) {
                        continue;
                    }
                    let float = Float { op, format, rounding: Rounding::ALL[turn % 5] };
                    let result = float.result().map_or(64, Format::width);
                    agree(
                        float,
                        if op.is_comparison() { 1 } else { result },
                        &args[..op.n_operands()],
                    );
                }
            }
        }
    }
}
