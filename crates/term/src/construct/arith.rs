//! Sums, products and quotients.

use super::{Op, Pool, Rule, Term, mask};

impl Pool {
    /// `-a` modulo 2^width.
    pub fn neg(&mut self, a: Term) -> Term {
        if let Some(x) = self.under(Op::Neg, a) {
            self.fire(Rule::NegNeg);
            return x;
        }
        if let Some((x, y)) = self.pair(Op::Sub, a) {
            self.fire(Rule::NegSub);
            return self.sub(y, x);
        }
        self.intern(Op::Neg, self.width(a), &[a])
    }

    /// `a + b` modulo 2^width.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.in_order(a, b);
        if let Some(d) = self.as_const(b) {
            return self.add_constant(width, a, b, d);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(z) = self.under(Op::Neg, y) {
                self.fire(Rule::AddNeg);
                return self.sub(x, z);
            }
            if let Some((z, minus)) = self.pair(Op::Sub, x)
                && minus == y
            {
                self.fire(Rule::AddSub);
                return z;
            }
        }
        self.intern(Op::Add, width, &[a, b])
    }

    fn add_constant(&mut self, width: u32, a: Term, b: Term, d: u128) -> Term {
        if d == 0 {
            self.fire(Rule::AddZero);
            return a;
        }
        if let Some((x, c)) = self.with_constant(Op::Add, a) {
            self.fire(Rule::AddConstants);
            let sum = self.constant(width, c.wrapping_add(d));
            return self.add(x, sum);
        }
        if d == 1
            && let Some(x) = self.under(Op::Not, a)
        {
            self.fire(Rule::AddNotOne);
            return self.neg(x);
        }
        self.intern(Op::Add, width, &[a, b])
    }

    /// `a - b` modulo 2^width.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            self.fire(Rule::SubSame);
            return self.zero(width);
        }
        if let Some(c) = self.as_const(b) {
            self.fire(Rule::SubConstant);
            let minus = self.constant(width, c.wrapping_neg());
            return self.add(a, minus);
        }
        if self.as_const(a) == Some(0) {
            self.fire(Rule::SubFromZero);
            return self.neg(b);
        }
        if let Some(y) = self.under(Op::Neg, b) {
            self.fire(Rule::SubNeg);
            return self.add(a, y);
        }
        if let Some(rest) = self.cancelled(a, b) {
            self.fire(Rule::SubCancel);
            return rest;
        }
        self.intern(Op::Sub, width, &[a, b])
    }

    /// The difference where one operand holds the other as a summand.
    fn cancelled(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, y)) = self.pair(Op::Add, a) {
            if x == b {
                return Some(y);
            }
            if y == b {
                return Some(x);
            }
        }
        if let Some((x, y)) = self.pair(Op::Add, b) {
            if x == a {
                return Some(self.neg(y));
            }
            if y == a {
                return Some(self.neg(x));
            }
        }
        match self.pair(Op::Sub, b) {
            Some((x, y)) if x == a => Some(y),
            _ => None,
        }
    }

    /// `a * b` modulo 2^width.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.in_order(a, b);
        if let Some(d) = self.as_const(b) {
            return self.mul_constant(width, a, b, d);
        }
        self.intern(Op::Mul, width, &[a, b])
    }

    fn mul_constant(&mut self, width: u32, a: Term, b: Term, d: u128) -> Term {
        if d == 1 {
            self.fire(Rule::MulOne);
            return a;
        }
        if d == mask(width) {
            self.fire(Rule::MulMinusOne);
            return self.neg(a);
        }
        if let Some((x, c)) = self.with_constant(Op::Mul, a) {
            self.fire(Rule::MulConstants);
            let product = self.constant(width, c.wrapping_mul(d));
            return self.mul(x, product);
        }
        if let Some((x, c)) = self.with_constant(Op::Add, a) {
            self.fire(Rule::MulDistribute);
            let scaled = self.mul(x, b);
            let offset = self.constant(width, c.wrapping_mul(d));
            return self.add(scaled, offset);
        }
        if let Some(x) = self.under(Op::Neg, a) {
            self.fire(Rule::MulNeg);
            let minus = self.constant(width, d.wrapping_neg());
            return self.mul(x, minus);
        }
        self.intern(Op::Mul, width, &[a, b])
    }

    /// Unsigned quotient; division by zero gives all ones.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(d) = self.as_const(b) {
            if d == 1 {
                self.fire(Rule::DivOne);
                return a;
            }
            if d.is_power_of_two() {
                self.fire(Rule::UdivPowerOfTwo);
                let by = self.constant(width, u128::from(d.trailing_zeros()));
                return self.lshr(a, by);
            }
        }
        self.intern(Op::Udiv, width, &[a, b])
    }

    /// Unsigned remainder; by zero gives the dividend.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(d) = self.as_const(b)
            && d.is_power_of_two()
        {
            self.fire(Rule::UremPowerOfTwo);
            let low = self.constant(width, d - 1);
            return self.and(a, low);
        }
        self.intern(Op::Urem, width, &[a, b])
    }

    /// Signed quotient rounded to zero; by zero gives 1 for negative dividends and -1 for others;
    /// the least value by -1 gives itself.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        // At width 1 the constant 1 means -1, whose quotient is handled below.
        if width > 1 && self.as_const(b) == Some(1) {
            self.fire(Rule::DivOne);
            return a;
        }
        if self.as_const(b) == Some(mask(width)) {
            self.fire(Rule::DivMinusOne);
            return self.neg(a);
        }
        if self.domain(a).slo >= 0 && self.domain(b).slo >= 0 {
            self.fire(Rule::SignedDivision);
            return self.udiv(a, b);
        }
        self.intern(Op::Sdiv, width, &[a, b])
    }

    /// Signed remainder with the sign of the dividend; by zero gives the dividend.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if self.domain(a).slo >= 0 && self.domain(b).slo >= 0 {
            self.fire(Rule::SignedDivision);
            return self.urem(a, b);
        }
        self.intern(Op::Srem, width, &[a, b])
    }

    /// The lesser operand, unsigned.
    pub fn umin(&mut self, a: Term, b: Term) -> Term {
        let a_least = self.ule(a, b);
        self.ite(a_least, a, b)
    }

    /// The greater operand, unsigned.
    pub fn umax(&mut self, a: Term, b: Term) -> Term {
        let a_least = self.ule(a, b);
        self.ite(a_least, b, a)
    }

    /// The lesser operand, signed.
    pub fn smin(&mut self, a: Term, b: Term) -> Term {
        let a_least = self.sle(a, b);
        self.ite(a_least, a, b)
    }

    /// The greater operand, signed.
    pub fn smax(&mut self, a: Term, b: Term) -> Term {
        let a_least = self.sle(a, b);
        self.ite(a_least, b, a)
    }
}
