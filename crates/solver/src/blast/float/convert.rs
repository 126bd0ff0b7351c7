//! Integers and other formats.

use super::{Bit, Context, Exact, Format, Word, arith, constant, widened};

impl Context<'_> {
    /// The number in another format.
    pub(super) fn converted(&mut self, to: Format, a: &[Bit]) -> Word {
        let x = self.parts(self.format, a);
        let mut cx = Context { c: self.c, format: to, rounding: self.rounding };
        let finite = cx.round(&Exact {
            negative: x.negative,
            exponent: x.exponent,
            significand: x.significand,
        });
        let word = cx.choose(x.zero, &cx.signed_pattern(x.negative, 0), &finite);
        let infinity = cx.signed_pattern(x.negative, to.infinity());
        let word = cx.choose(x.infinite, &infinity, &word);
        cx.choose(x.nan, &cx.nan(), &word)
    }

    pub(super) fn of_integer(&mut self, is_signed: bool, a: &[Bit]) -> Word {
        let negative = if is_signed { a[a.len() - 1] } else { Bit::FALSE };
        let magnitude = if is_signed { arith::magnitude(self.c, a) } else { a.to_vec() };
        self.of_magnitude(negative, &magnitude)
    }

    fn of_magnitude(&mut self, negative: Bit, magnitude: &[Bit]) -> Word {
        let some = arith::any(self.c, magnitude);
        let mut padded = magnitude.to_vec();
        if padded.len() == 1 {
            padded.push(Bit::FALSE);
        }
        let (significand, zeros) = self.normalised(&padded);
        let width = self.exponent_width(self.format).max(zeros.len() + 2);
        let top = constant(width, padded.len() as i128 - 1);
        let exponent = self.difference(&top, &widened(&zeros, width));
        let rounded = self.round(&Exact { negative, exponent, significand });
        self.choose(some, &rounded, &self.signed_pattern(negative, 0))
    }

    /// The integer magnitude nearest in the rounding's sense, in `whole` bits, and whether it has more.
    fn whole(&mut self, whole: usize, a: &[Bit]) -> (Word, Bit) {
        let p = self.precision();
        let top = a.len() - 1;
        let (stored, significand) = self.unnormalised(a);
        let width = self.exponent_width(self.format);
        let bias = constant(width, i128::from(self.format.bias()));
        let exponent = self.difference(&widened(&stored, width), &bias);
        let below = exponent[width - 1];
        let negated = arith::negate(self.c, &exponent);
        let up: Word = exponent.iter().map(|&bit| self.c.and(bit, !below)).collect();
        let down: Word = negated.iter().map(|&bit| self.c.and(bit, below)).collect();
        // Two bits more below the fraction: half a unit stays apart from the rest however far it is moved down.
        let mut fixed = vec![Bit::FALSE; 2];
        fixed.extend_from_slice(&significand);
        fixed.resize(2 + p + whole, Bit::FALSE);
        let limit = constant(width, whole as i128);
        let beyond = arith::signed_less(self.c, &limit, &exponent);
        let some = arith::any(self.c, &significand);
        let beyond = self.c.and(beyond, some);
        let fixed = self.shifted_down(&fixed, &down);
        let fixed = self.shifted_up(&fixed, &up);
        let (fraction, integer) = fixed.split_at(p + 1);
        let half = fraction[p];
        let rest = arith::any(self.c, &fraction[..p]);
        let round_up = self.goes_up(a[top], integer[0], &[rest, half]);
        let zero = vec![Bit::FALSE; integer.len()];
        let (rounded, _) = arith::add(self.c, integer, &zero, round_up);
        (rounded, beyond)
    }

    pub(super) fn integral(&mut self, a: &[Bit]) -> Word {
        let p = self.precision();
        let top = a.len() - 1;
        // Numbers from 2^(p - 1) up are integers as they are.
        let (magnitude, _) = self.whole(p, a);
        let rounded = self.of_magnitude(a[top], &magnitude);
        let fraction_bits = self.format.fraction_bits();
        let from = self.format.bias() + fraction_bits as i32;
        let large = if from as u128 >= (1 << self.format.exponent) - 1 {
            self.format.infinity()
        } else {
            (from as u128) << fraction_bits
        };
        let is_small = arith::less(self.c, &a[..top], &constant(top, large as i128));
        let infinity = constant(top, self.format.infinity() as i128);
        let nan = arith::less(self.c, &infinity, &a[..top]);
        let word = self.choose(is_small, &rounded, a);
        self.choose(nan, &self.nan(), &word)
    }

    pub(super) fn integer(&mut self, is_signed: bool, width: usize, a: &[Bit]) -> Word {
        let top = a.len() - 1;
        let negative = a[top];
        let (magnitude, beyond) = self.whole(width + 1, a);
        let infinity = constant(top, self.format.infinity() as i128);
        let nan = arith::less(self.c, &infinity, &a[..top]);
        let high = arith::any(self.c, &magnitude[width..]);
        let finite = arith::less(self.c, &a[..top], &infinity);
        let beyond = arith::any(self.c, &[beyond, high, !finite]);
        let low = &magnitude[..width];
        let word = if is_signed {
            let negated = arith::negate(self.c, low);
            let value = self.choose(negative, &negated, low);
            let mut least = vec![Bit::FALSE; width];
            least[width - 1] = Bit::TRUE;
            let limit = self.choose(negative, &least, &arith::complement(&least));
            // Magnitudes up to the sign bit's fit negative numbers, lesser ones the others.
            let above = arith::any(self.c, &low[..width - 1]);
            let more = self.c.or(above, !negative);
            let out = self.c.and(low[width - 1], more);
            let out = self.c.or(out, beyond);
            self.choose(out, &limit, &value)
        } else {
            let value: Word = low.iter().map(|&bit| self.c.or(bit, beyond)).collect();
            value.iter().map(|&bit| self.c.and(bit, !negative)).collect()
        };
        word.iter().map(|&bit| self.c.and(bit, !nan)).collect()
    }
}
