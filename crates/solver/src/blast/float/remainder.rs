//! Remainders, by the division of school: one step for each power of two between the operands.

use super::{Bit, Context, Exact, Word, arith, constant, sign_widened, widened};

/// Formats with more exponents than this would take millions of gates.
const MOST_STEPS: usize = 400;

impl Context<'_> {
    /// What a quotient rounded to zero, or to the nearest, leaves.
    pub(super) fn rest(&mut self, nearest: bool, a: &[Bit], b: &[Bit]) -> Option<Word> {
        let p = self.precision();
        let steps = (1 << self.format.exponent) + p;
        if steps > MOST_STEPS {
            return None;
        }
        let (x, y) = (self.parts(self.format, a), self.parts(self.format, b));
        let width = x.exponent.len() + 1;
        let (x_exponent, y_exponent) =
            (sign_widened(&x.exponent, width), sign_widened(&y.exponent, width));
        let distance = self.difference(&x_exponent, &y_exponent);
        let below = distance[width - 1];
        let divisor = widened(&y.significand, p + 2);
        let (mut rest, mut odd) = self.step(&widened(&x.significand, p + 2), &divisor);
        for at in (0..steps).rev() {
            let is_left = arith::less(self.c, &constant(width, at as i128), &distance);
            let is_left = self.c.and(is_left, !below);
            let mut doubled = rest.clone();
            doubled.pop();
            doubled.insert(0, Bit::FALSE);
            let (next, digit) = self.step(&doubled, &divisor);
            rest = self.choose(is_left, &next, &rest);
            odd = self.c.mux(is_left, digit, odd);
        }
        let (magnitude, flips) =
            if nearest { self.nearest(&rest, odd, &divisor) } else { (rest, Bit::FALSE) };
        let some = arith::any(self.c, &magnitude);
        let (significand, zeros) = self.normalised(&magnitude);
        let exponent = self.total(&y_exponent, &constant(width, 2));
        let exponent = self.difference(&exponent, &widened(&zeros, width));
        let negative = self.c.xor(x.negative, flips);
        let rounded = self.round(&Exact { negative, exponent, significand });
        let finite = self.choose(some, &rounded, &self.signed_pattern(x.negative, 0));
        // A dividend below the divisor stays, unless the nearest multiple is the divisor itself.
        let small = if nearest {
            self.near_divisor(&x_exponent, &x.significand, &y_exponent, &divisor, a, b)
        } else {
            a.to_vec()
        };
        let word = self.choose(below, &small, &finite);
        let stays = self.c.or(x.zero, y.infinite);
        let word = self.choose(stays, a, &word);
        let nan = arith::any(self.c, &[x.nan, y.nan, x.infinite, y.zero]);
        Some(self.choose(nan, &self.nan(), &word))
    }

    /// One digit of the quotient and what is left.
    fn step(&mut self, rest: &[Bit], divisor: &[Bit]) -> (Word, Bit) {
        let (difference, fits) = arith::sub(self.c, rest, divisor);
        (self.choose(fits, &difference, rest), fits)
    }

    /// The distance to the next multiple where that is nearer, and whether it is taken.
    fn nearest(&mut self, rest: &[Bit], odd: Bit, divisor: &[Bit]) -> (Word, Bit) {
        let mut twice = vec![Bit::FALSE];
        twice.extend_from_slice(rest);
        let wide = widened(divisor, twice.len());
        let more = arith::less(self.c, &wide, &twice);
        let half = arith::equal(self.c, &wide, &twice);
        let tie = self.c.and(half, odd);
        let over = self.c.or(more, tie);
        let beyond = self.difference(divisor, rest);
        (self.choose(over, &beyond, rest), over)
    }

    /// A dividend less than the divisor but more than half of it: one exponent below and not a power of two apart.
    fn near_divisor(
        &mut self,
        x_exponent: &[Bit],
        significand: &[Bit],
        y_exponent: &[Bit],
        divisor: &[Bit],
        a: &[Bit],
        b: &[Bit],
    ) -> Word {
        let one = constant(x_exponent.len(), 1);
        let next = self.total(x_exponent, &one);
        let adjacent = arith::equal(self.c, &next, y_exponent);
        // At one exponent below, twice the dividend has the divisor's exponent.
        let more = arith::less(self.c, divisor, &widened(significand, divisor.len()));
        let over = self.c.and(adjacent, more);
        let top = a.len() - 1;
        // The difference has the sign that the dividend has not.
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        (x[top], y[top]) = (Bit::FALSE, Bit::TRUE);
        let mut difference = self.sum(&x, &y);
        difference[top] = !a[top];
        self.choose(over, &difference, a)
    }
}
