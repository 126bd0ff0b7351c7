//! Circuits of float operators: take apart, compute on significands with a bit for what was cut off, round.
//!
//! Rounding is shared by all: a normalised significand, its exponent and a sign become a pattern. As in the order of the
//! patterns, a carry out of the significand runs into the exponent, so one adder does both.

mod compute;
mod convert;
mod remainder;

use super::arith::{self, Shift, Word};
use super::circuit::{Bit, Circuit};
use term::{Float, FloatOp, Format, Rounding};

/// The wires of a result, lowest bit first; `width` is the result's. `None` where the circuit would be out of all proportion.
pub(super) fn apply(c: &mut Circuit, float: Float, width: usize, args: &[&[Bit]]) -> Option<Word> {
    let Float { op, format, rounding } = float;
    let mut cx = Context { c, format, rounding };
    Some(match op {
        FloatOp::Neg => {
            let mut word = args[0].to_vec();
            word[width - 1] = !word[width - 1];
            word
        }
        FloatOp::Abs => {
            let mut word = args[0].to_vec();
            word[width - 1] = Bit::FALSE;
            word
        }
        FloatOp::Add => cx.sum(args[0], args[1]),
        FloatOp::Sub => {
            let mut negated = args[1].to_vec();
            negated[width - 1] = !negated[width - 1];
            cx.sum(args[0], &negated)
        }
        FloatOp::Mul => cx.product(args[0], args[1]),
        FloatOp::Div => cx.quotient(args[0], args[1]),
        FloatOp::Fma => cx.fused(args[0], args[1], args[2]),
        FloatOp::Sqrt => cx.root(args[0]),
        FloatOp::Fmod | FloatOp::Remainder => {
            return cx.rest(op == FloatOp::Remainder, args[0], args[1]);
        }
        FloatOp::Host(_) | FloatOp::Printed(_) => return None,
        FloatOp::Integral => cx.integral(args[0]),
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => vec![cx.comparison(op, args[0], args[1])],
        FloatOp::Convert(to) => cx.converted(to, args[0]),
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            cx.of_integer(op == FloatOp::FromSigned, args[0])
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            cx.integer(op == FloatOp::ToSigned, width, args[0])
        }
    })
}

/// A float's parts: what kind it is, its sign, and for finite ones other than zero `significand * 2^exponent` with the point
/// behind the topmost bit, which is set.
struct Parts {
    nan: Bit,
    infinite: Bit,
    zero: Bit,
    negative: Bit,
    /// A signed number.
    exponent: Word,
    significand: Word,
}

/// A result before rounding.
struct Exact {
    negative: Bit,
    /// The exponent of the topmost bit, a signed number.
    exponent: Word,
    /// Its topmost bit is set, its lowest is true if anything lies below.
    significand: Word,
}

/// What a circuit is built in, and for which results.
struct Context<'a> {
    c: &'a mut Circuit,
    format: Format,
    rounding: Rounding,
}

/// The constant of a width.
fn constant(width: usize, value: i128) -> Word {
    (0..width).map(|at| Bit::constant(value >> at.min(127) & 1 == 1)).collect()
}

/// The number without sign, extended.
fn widened(word: &[Bit], width: usize) -> Word {
    let mut word = word.to_vec();
    word.resize(width.max(word.len()), Bit::FALSE);
    word
}

/// The signed number, extended.
fn sign_widened(word: &[Bit], width: usize) -> Word {
    let sign = word[word.len() - 1];
    let mut word = word.to_vec();
    word.resize(width.max(word.len()), sign);
    word
}

impl Context<'_> {
    fn precision(&self) -> usize {
        usize::from(self.format.precision)
    }

    /// Bits that hold every exponent that comes up.
    fn exponent_width(&self, format: Format) -> usize {
        usize::from(format.exponent).max(8) + 3
    }

    fn nan(&self) -> Word {
        constant(self.format.width() as usize, self.format.nan() as i128)
    }

    /// Zero or infinity with a sign.
    fn signed_pattern(&self, negative: Bit, magnitude: u128) -> Word {
        let mut word = constant(self.format.width() as usize, magnitude as i128);
        let top = word.len() - 1;
        word[top] = negative;
        word
    }

    /// The parts of a float, normalised.
    fn parts(&mut self, format: Format, word: &[Bit]) -> Parts {
        let fraction_bits = format.fraction_bits() as usize;
        let (fraction, rest) = word.split_at(fraction_bits);
        let (stored, sign) = rest.split_at(usize::from(format.exponent));
        let ones = self.all(stored);
        let normal = arith::any(self.c, stored);
        let some = arith::any(self.c, fraction);
        let (nan, infinite) = (self.c.and(ones, some), self.c.and(ones, !some));
        let not_zero = self.c.or(normal, some);
        let mut significand = fraction.to_vec();
        significand.push(normal);
        let (significand, zeros) = self.normalised(&significand);
        // A stored exponent of zero stands for one.
        let width = self.exponent_width(format);
        let mut biased = widened(stored, width);
        biased[0] = self.c.or(biased[0], !normal);
        let biased = self.difference(&biased, &widened(&zeros, width));
        let exponent = self.difference(&biased, &constant(width, i128::from(format.bias())));
        Parts { nan, infinite, zero: !not_zero, negative: sign[0], exponent, significand }
    }

    fn all(&mut self, bits: &[Bit]) -> Bit {
        !arith::any(self.c, &arith::complement(bits))
    }

    fn difference(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        arith::sub(self.c, a, b).0
    }

    fn total(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        arith::add(self.c, a, b, Bit::FALSE).0
    }

    fn choose(&mut self, condition: Bit, a: &[Bit], b: &[Bit]) -> Word {
        arith::choose(self.c, condition, a, b)
    }

    /// The word shifted up until its topmost bit is set, and by how much; of zero as far as it goes.
    fn normalised(&mut self, word: &[Bit]) -> (Word, Word) {
        let mut word = word.to_vec();
        let n = word.len();
        let stages = usize::BITS - (n - 1).leading_zeros();
        let mut by = vec![Bit::FALSE; stages as usize];
        for stage in (0..stages as usize).rev() {
            let step = 1 << stage;
            if step >= n {
                continue;
            }
            let top = arith::any(self.c, &word[n - step..]);
            let mut moved = vec![Bit::FALSE; step];
            moved.extend_from_slice(&word[..n - step]);
            word = self.choose(top, &word, &moved);
            by[stage] = !top;
        }
        (word, by)
    }

    /// The word shifted down; its lowest bit is true if anything was cut off.
    fn shifted_down(&mut self, word: &[Bit], by: &[Bit]) -> Word {
        let mut word = word.to_vec();
        let n = word.len();
        let mut lost = Vec::new();
        let mut all_out = Vec::new();
        for (stage, &bit) in by.iter().enumerate() {
            if stage >= 20 || 1 << stage >= n {
                all_out.push(bit);
                continue;
            }
            let step = 1 << stage;
            let cut = arith::any(self.c, &word[..step]);
            lost.push(self.c.and(bit, cut));
            let mut moved = word[step..].to_vec();
            moved.resize(n, Bit::FALSE);
            word = self.choose(bit, &moved, &word);
        }
        let all_out = arith::any(self.c, &all_out);
        let some = arith::any(self.c, &word);
        lost.push(self.c.and(all_out, some));
        let mut kept: Word = word.iter().map(|&bit| self.c.and(bit, !all_out)).collect();
        let lost = arith::any(self.c, &lost);
        kept[0] = self.c.or(kept[0], lost);
        kept
    }

    /// Cuts low bits off, keeping in the lowest whether one of them was set.
    fn shortened(&mut self, word: &[Bit], to: usize) -> Word {
        if word.len() <= to {
            let mut padded = vec![Bit::FALSE; to - word.len()];
            padded.extend_from_slice(word);
            return padded;
        }
        let cut = word.len() - to;
        let mut kept = word[cut..].to_vec();
        let lost = arith::any(self.c, &word[..cut]);
        kept[0] = self.c.or(kept[0], lost);
        kept
    }

    /// The pattern of an exact result that is not zero.
    fn round(&mut self, exact: &Exact) -> Word {
        let p = self.precision();
        let significand = self.shortened(&exact.significand, p + 2);
        let width = exact.exponent.len() + 1;
        let exponent = sign_widened(&exact.exponent, width);
        // How far below the least exponent of normal numbers it lies.
        let least = constant(width, i128::from(1 - self.format.bias()));
        let below = self.difference(&least, &exponent);
        let is_below = arith::signed_less(self.c, &exponent, &least);
        let shift: Word = below.iter().map(|&bit| self.c.and(bit, is_below)).collect();
        let significand = self.shifted_down(&significand, &shift[..width - 1]);
        let (rest, kept) = significand.split_at(2);
        let up = self.goes_up(exact.negative, kept[0], rest);
        // One less than the stored exponent, since the leading bit adds one.
        let steps = self.difference(&exponent, &least);
        let steps: Word = steps.iter().map(|&bit| self.c.and(bit, !is_below)).collect();
        let mut high = vec![Bit::FALSE; p - 1];
        high.extend(steps);
        let kept = widened(kept, high.len());
        let (magnitude, _) = arith::add(self.c, &high, &kept, up);
        self.within_range(exact.negative, &magnitude)
    }

    /// Does rounding go to the next magnitude? `rest` is what was cut off: half a unit, and anything below.
    fn goes_up(&mut self, negative: Bit, odd: Bit, rest: &[Bit]) -> Bit {
        let (below, half) = (rest[0], rest[1]);
        match self.rounding {
            Rounding::NearestEven => {
                let tie = self.c.or(below, odd);
                self.c.and(half, tie)
            }
            Rounding::NearestAway => half,
            Rounding::Zero => Bit::FALSE,
            Rounding::Down | Rounding::Up => {
                let inexact = self.c.or(below, half);
                let away = if self.rounding == Rounding::Down { negative } else { !negative };
                self.c.and(inexact, away)
            }
        }
    }

    /// A magnitude that may be beyond infinity, as a pattern.
    fn within_range(&mut self, negative: Bit, magnitude: &[Bit]) -> Word {
        let infinity = constant(magnitude.len(), self.format.infinity() as i128);
        let fits = arith::less(self.c, magnitude, &infinity);
        let width = self.format.width() as usize;
        let greatest = constant(width - 1, self.format.infinity() as i128 - 1);
        let infinity = &infinity[..width - 1];
        let beyond = match self.rounding {
            Rounding::NearestEven | Rounding::NearestAway => infinity.to_vec(),
            Rounding::Zero => greatest,
            Rounding::Down => self.choose(negative, infinity, &greatest),
            Rounding::Up => self.choose(negative, &greatest, infinity),
        };
        let mut word = self.choose(fits, &magnitude[..width - 1], &beyond);
        word.push(negative);
        word
    }

    fn comparison(&mut self, op: FloatOp, a: &[Bit], b: &[Bit]) -> Bit {
        let top = a.len() - 1;
        let infinity = constant(top, self.format.infinity() as i128);
        let (x, y) = (&a[..top], &b[..top]);
        let a_nan = arith::less(self.c, &infinity, x);
        let b_nan = arith::less(self.c, &infinity, y);
        let nan = self.c.or(a_nan, b_nan);
        let (x_some, y_some) = (arith::any(self.c, x), arith::any(self.c, y));
        let some = self.c.or(x_some, y_some);
        let same = arith::equal(self.c, a, b);
        let equal = self.c.or(same, !some);
        let equal = self.c.and(equal, !nan);
        if op == FloatOp::Eq {
            return equal;
        }
        let (up, down) = (arith::less(self.c, x, y), arith::less(self.c, y, x));
        let if_negative = self.c.mux(b[top], down, some);
        let if_positive = self.c.and(!b[top], up);
        let less = self.c.mux(a[top], if_negative, if_positive);
        let less = self.c.and(less, !nan);
        if op == FloatOp::Lt { less } else { self.c.or(less, equal) }
    }

    /// Shifts a word up by as many places as `by` says.
    fn shifted_up(&mut self, word: &[Bit], by: &[Bit]) -> Word {
        arith::shift(self.c, Shift::Left, word, by)
    }
}

#[cfg(test)]
mod tests;
