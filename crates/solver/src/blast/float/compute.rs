//! Sums, products, quotients, roots.

use super::{Bit, Context, Exact, Parts, Word, arith, constant, sign_widened, widened};

impl Context<'_> {
    /// The greater magnitude first; the other is moved below it. Three bits more than the precision suffice: where more than one
    /// place is cut off, at most one leading bit cancels.
    pub(super) fn sum(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let top = a.len() - 1;
        let swap = arith::less(self.c, &a[..top], &b[..top]);
        let (x, y) = (self.choose(swap, b, a), self.choose(swap, a, b));
        let p = self.precision();
        let (x_stored, x_significand) = self.unnormalised(&x);
        let (y_stored, y_significand) = self.unnormalised(&y);
        let by = self.difference(&x_stored, &y_stored);
        let padded = |word: &[Bit]| [&[Bit::FALSE; 3], word, &[Bit::FALSE]].concat();
        let high = padded(&x_significand);
        let low = self.shifted_down(&padded(&y_significand), &by);
        let differ = self.c.xor(a[top], b[top]);
        let low: Word = low.iter().map(|&bit| self.c.xor(bit, differ)).collect();
        let (sum, _) = arith::add(self.c, &high, &low, differ);
        let some = arith::any(self.c, &sum);
        let (significand, zeros) = self.normalised(&sum);
        let width = self.exponent_width(self.format);
        let bias = constant(width, i128::from(self.format.bias() - 1));
        let exponent = self.difference(&widened(&x_stored, width), &bias);
        let exponent = self.difference(&exponent, &widened(&zeros, width));
        debug_assert_eq!(significand.len(), p + 4);
        let rounded = self.round(&Exact { negative: x[top], exponent, significand });
        let zero = self.cancelled(a[top], b[top]);
        let finite = self.choose(some, &rounded, &zero);
        self.sum_of_infinities(a, b, &x, &finite)
    }

    /// The zero that two numbers cancel to.
    fn cancelled(&mut self, a_negative: Bit, b_negative: Bit) -> Word {
        let both = self.c.and(a_negative, b_negative);
        let one = self.c.or(a_negative, b_negative);
        let negative = if self.rounding == term::Rounding::Down { one } else { both };
        self.signed_pattern(negative, 0)
    }

    /// `x` is the operand of greater magnitude.
    fn sum_of_infinities(&mut self, a: &[Bit], b: &[Bit], x: &[Bit], finite: &[Bit]) -> Word {
        let top = a.len() - 1;
        let infinity = constant(top, self.format.infinity() as i128);
        let beyond = arith::less(self.c, &infinity, &x[..top]);
        let is_infinite = arith::equal(self.c, &infinity, &x[..top]);
        let both = arith::equal(self.c, &a[..top], &b[..top]);
        let differ = self.c.xor(a[top], b[top]);
        let clash = self.c.and(both, differ);
        let clash = self.c.and(clash, is_infinite);
        let nan = self.c.or(beyond, clash);
        let word = self.choose(is_infinite, x, finite);
        self.choose(nan, &self.nan(), &word)
    }

    /// The stored exponent, one for zero and subnormal numbers, and the significand as it is.
    pub(super) fn unnormalised(&mut self, word: &[Bit]) -> (Word, Word) {
        let (fraction, rest) = word.split_at(self.precision() - 1);
        let stored = &rest[..rest.len() - 1];
        let normal = arith::any(self.c, stored);
        let mut stored = stored.to_vec();
        stored[0] = self.c.or(stored[0], !normal);
        let mut significand = fraction.to_vec();
        significand.push(normal);
        (stored, significand)
    }

    pub(super) fn product(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let (x, y) = (self.parts(self.format, a), self.parts(self.format, b));
        let negative = self.c.xor(x.negative, y.negative);
        let (exponent, significand) = self.exact_product(&x, &y);
        let finite = self.round(&Exact { negative, exponent, significand });
        let zero = self.c.or(x.zero, y.zero);
        let infinite = self.c.or(x.infinite, y.infinite);
        let clash = self.c.and(zero, infinite);
        self.special(&[x.nan, y.nan, clash], infinite, zero, negative, &finite)
    }

    /// The normalised product of numbers that are not zero.
    fn exact_product(&mut self, x: &Parts, y: &Parts) -> (Word, Word) {
        let p = self.precision();
        let product =
            arith::mul(self.c, &widened(&x.significand, 2 * p), &widened(&y.significand, 2 * p));
        let width = x.exponent.len() + 1;
        let exponent =
            self.total(&sign_widened(&x.exponent, width), &sign_widened(&y.exponent, width));
        // Of two numbers from 1 up to 2 it lies below 4.
        let carry = product[2 * p - 1];
        let (exponent, _) = arith::add(self.c, &exponent, &constant(width, 0), carry);
        let mut moved = vec![Bit::FALSE];
        moved.extend_from_slice(&product[..2 * p - 1]);
        let significand = self.choose(carry, &product, &moved);
        (exponent, significand)
    }

    /// No number, infinity, zero or else the finite result, in this order.
    fn special(
        &mut self,
        nan: &[Bit],
        infinite: Bit,
        zero: Bit,
        negative: Bit,
        finite: &[Bit],
    ) -> Word {
        let word = self.choose(zero, &self.signed_pattern(negative, 0), finite);
        let infinity = self.signed_pattern(negative, self.format.infinity());
        let word = self.choose(infinite, &infinity, &word);
        let nan = arith::any(self.c, nan);
        self.choose(nan, &self.nan(), &word)
    }

    /// Digit by digit: the dividend is less than twice the divisor, so the first digit stands before the point.
    pub(super) fn quotient(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let (x, y) = (self.parts(self.format, a), self.parts(self.format, b));
        let negative = self.c.xor(x.negative, y.negative);
        let p = self.precision();
        let divisor = widened(&y.significand, p + 1);
        let mut rest = widened(&x.significand, p + 1);
        let mut digits = Vec::new();
        for _ in 0..p + 3 {
            let (difference, fits) = arith::sub(self.c, &rest, &divisor);
            digits.push(fits);
            rest = self.choose(fits, &difference, &rest);
            rest.pop();
            rest.insert(0, Bit::FALSE);
        }
        let first = digits[0];
        digits.push(arith::any(self.c, &rest));
        digits.reverse();
        let mut moved = vec![Bit::FALSE];
        moved.extend_from_slice(&digits[..digits.len() - 1]);
        let significand = self.choose(first, &digits, &moved);
        let width = x.exponent.len() + 1;
        let (x_exponent, y_exponent) =
            (sign_widened(&x.exponent, width), sign_widened(&y.exponent, width));
        let mut taken = arith::complement(&y_exponent);
        taken.truncate(width);
        // One less where the quotient is below one.
        let (exponent, _) = arith::add(self.c, &x_exponent, &taken, first);
        let finite = self.round(&Exact { negative, exponent, significand });
        let (no_value, none) = (self.c.and(x.zero, y.zero), self.c.and(x.infinite, y.infinite));
        let infinite = self.c.or(x.infinite, y.zero);
        let zero = self.c.or(x.zero, y.infinite);
        self.special(&[x.nan, y.nan, no_value, none], infinite, zero, negative, &finite)
    }

    /// Digit by digit, two bits of the radicand for each.
    pub(super) fn root(&mut self, a: &[Bit]) -> Word {
        let x = self.parts(self.format, a);
        let p = self.precision();
        // With an odd exponent the radicand lies from 2 up to 4.
        let odd = x.exponent[0];
        let mut radicand = vec![Bit::FALSE];
        radicand.extend_from_slice(&x.significand);
        radicand.push(Bit::FALSE);
        let plain = radicand[..=p].to_vec();
        let doubled = radicand[1..].to_vec();
        // Both with the point above bit p - 1; `plain` is the significand times two here.
        let radicand = self.choose(odd, &plain, &doubled);
        let radicand: Word = radicand.into_iter().rev().collect();
        let n = p + 2;
        let (mut root, mut rest) = (vec![Bit::FALSE; n + 2], vec![Bit::FALSE; n + 4]);
        for step in 0..n {
            let digit = |at: usize| radicand.get(at).copied().unwrap_or(Bit::FALSE);
            rest.truncate(n + 2);
            rest.insert(0, digit(2 * step));
            rest.insert(0, digit(2 * step + 1));
            let mut trial = vec![Bit::TRUE, Bit::FALSE];
            trial.extend_from_slice(&root);
            let (difference, fits) = arith::sub(self.c, &rest, &trial);
            rest = self.choose(fits, &difference, &rest);
            root.pop();
            root.insert(0, fits);
        }
        root.truncate(n);
        root.insert(0, arith::any(self.c, &rest));
        let mut exponent = x.exponent[1..].to_vec();
        exponent.push(x.exponent[x.exponent.len() - 1]);
        let finite = self.round(&Exact { negative: Bit::FALSE, exponent, significand: root });
        let not_zero = self.c.and(x.negative, !x.zero);
        self.special(&[x.nan, not_zero], x.infinite, x.zero, x.negative, &finite)
    }

    /// The exact product in twice the precision, then a sum as of such numbers.
    pub(super) fn fused(&mut self, a: &[Bit], b: &[Bit], d: &[Bit]) -> Word {
        let (x, y, z) =
            (self.parts(self.format, a), self.parts(self.format, b), self.parts(self.format, d));
        let p = self.precision();
        let negative = self.c.xor(x.negative, y.negative);
        let (p_exponent, product) = self.exact_product(&x, &y);
        let width = p_exponent.len() + 1;
        let p_exponent = sign_widened(&p_exponent, width);
        let z_exponent = sign_widened(&z.exponent, width);
        let mut addend = vec![Bit::FALSE; p];
        addend.extend_from_slice(&z.significand);
        let addend: Word = addend.iter().map(|&bit| self.c.and(bit, !z.zero)).collect();
        let larger = arith::signed_less(self.c, &p_exponent, &z_exponent);
        let swap = self.c.and(larger, !z.zero);
        let (high, low) =
            (self.choose(swap, &addend, &product), self.choose(swap, &product, &addend));
        let exponent = self.choose(swap, &z_exponent, &p_exponent);
        let lower = self.choose(swap, &p_exponent, &z_exponent);
        let by = self.difference(&exponent, &lower);
        let padded = |word: &[Bit]| [&[Bit::FALSE; 3], word, &[Bit::FALSE; 2]].concat();
        let high = padded(&high);
        let by: Word = by.iter().map(|&bit| self.c.and(bit, !z.zero)).collect();
        let low = self.shifted_down(&padded(&low), &by);
        let differ = self.c.xor(negative, z.negative);
        let low: Word = low.iter().map(|&bit| self.c.xor(bit, differ)).collect();
        let (sum, _) = arith::add(self.c, &high, &low, differ);
        let below = sum[sum.len() - 1];
        let magnitude = arith::magnitude(self.c, &sum);
        let some = arith::any(self.c, &magnitude);
        let (significand, zeros) = self.normalised(&magnitude);
        let exponent = self.total(&exponent, &constant(width, 2));
        let exponent = self.difference(&exponent, &widened(&zeros, width));
        let high_negative = self.c.mux(swap, z.negative, negative);
        let result_negative = self.c.xor(high_negative, below);
        let rounded = self.round(&Exact { negative: result_negative, exponent, significand });
        let nothing = self.cancelled(negative, z.negative);
        let finite = self.choose(some, &rounded, &nothing);
        let no_product = self.c.or(x.zero, y.zero);
        // Without a product the addend is the result, zeros apart.
        let both_zero = self.c.and(no_product, z.zero);
        let alone = self.choose(both_zero, &nothing, d);
        let finite = self.choose(no_product, &alone, &finite);
        let infinite = self.c.or(x.infinite, y.infinite);
        let clash = self.c.and(no_product, infinite);
        let opposed = self.c.and(infinite, z.infinite);
        let opposed = self.c.and(opposed, differ);
        let word = self.choose(z.infinite, d, &finite);
        let infinity = self.signed_pattern(negative, self.format.infinity());
        let word = self.choose(infinite, &infinity, &word);
        let nan = arith::any(self.c, &[x.nan, y.nan, z.nan, clash, opposed]);
        self.choose(nan, &self.nan(), &word)
    }
}
