//! Complement, shifts and bitwise operators.

use super::{Op, Pool, Rule, Term, mask};

impl Pool {
    /// Bitwise complement; at width 1, negation.
    pub fn not(&mut self, a: Term) -> Term {
        let (x, y) = match *self.args(a) {
            [x, y] => (x, y),
            [x] => (x, x),
            _ => (a, a),
        };
        let flipped = match self.op(a) {
            Op::Not => {
                self.fire(Rule::NotNot);
                return x;
            }
            Op::Ult => Op::Ule,
            Op::Ule => Op::Ult,
            Op::Slt => Op::Sle,
            Op::Sle => Op::Slt,
            _ => return self.intern(Op::Not, self.width(a), &[a]),
        };
        self.fire(Rule::NotCompare);
        self.build(flipped, 1, &[y, x])
    }

    /// Shift left; an amount of width or more gives 0.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        match self.as_const(b) {
            Some(0) => {
                self.fire(Rule::ShiftZero);
                a
            }
            Some(by) if by < u128::from(width) => {
                self.fire(Rule::ShlConstant);
                let factor = self.constant(width, 1 << by);
                self.mul(a, factor)
            }
            _ => self.intern(Op::Shl, width, &[a, b]),
        }
    }

    /// Logical shift right; an amount of width or more gives 0.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        self.shift_right(Op::Lshr, a, b)
    }

    /// Arithmetic shift right; an amount of width or more gives copies of the sign.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        if self.domain(a).slo >= 0 {
            self.fire(Rule::AshrNonNegative);
            return self.lshr(a, b);
        }
        self.shift_right(Op::Ashr, a, b)
    }

    fn shift_right(&mut self, op: Op, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if self.as_const(b) == Some(0) {
            self.fire(Rule::ShiftZero);
            return a;
        }
        if let Some(d) = self.as_const(b)
            && let Some((x, c)) = self.with_constant(op, a)
        {
            self.fire(Rule::ShiftConstants);
            // The sum may not fit the operand's width, but anything that large shifts all out.
            let sum = self.constant(width, c.saturating_add(d).min(mask(width)));
            return self.shift_right(op, x, sum);
        }
        self.intern(op, width, &[a, b])
    }

    /// Bitwise and.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.all(&[a, b]);
        }
        let (a, b) = self.in_order(a, b);
        if a == b {
            self.fire(Rule::AndSame);
            return a;
        }
        if self.are_complements(a, b) {
            self.fire(Rule::AndComplement);
            return self.zero(width);
        }
        if let Some(d) = self.as_const(b) {
            if self.domain(a).zeros | d == mask(width) {
                self.fire(Rule::AndCovered);
                return a;
            }
            if let Some((x, c)) = self.with_constant(Op::And, a) {
                self.fire(Rule::AndConstants);
                let meet = self.constant(width, c & d);
                return self.and(x, meet);
            }
        }
        self.intern(Op::And, width, &[a, b])
    }

    /// Bitwise or.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.any(&[a, b]);
        }
        let (a, b) = self.in_order(a, b);
        if a == b {
            self.fire(Rule::OrSame);
            return a;
        }
        if self.are_complements(a, b) {
            self.fire(Rule::AndComplement);
            return self.constant(width, mask(width));
        }
        if let Some(d) = self.as_const(b) {
            if self.domain(a).ones & d == d {
                self.fire(Rule::OrCovered);
                return a;
            }
            if let Some((x, c)) = self.with_constant(Op::Or, a) {
                self.fire(Rule::OrConstants);
                let join = self.constant(width, c | d);
                return self.or(x, join);
            }
        }
        self.intern(Op::Or, width, &[a, b])
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.in_order(a, b);
        if a == b {
            self.fire(Rule::XorSame);
            return self.zero(width);
        }
        if self.are_complements(a, b) {
            self.fire(Rule::AndComplement);
            return self.constant(width, mask(width));
        }
        if let Some(d) = self.as_const(b) {
            return self.xor_constant(width, a, b, d);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(z) = self.under(Op::Not, x) {
                self.fire(Rule::XorNot);
                let plain = self.xor(z, y);
                return self.not(plain);
            }
        }
        self.intern(Op::Xor, width, &[a, b])
    }

    fn xor_constant(&mut self, width: u32, a: Term, b: Term, d: u128) -> Term {
        if d == 0 {
            self.fire(Rule::XorZero);
            return a;
        }
        if d == mask(width) {
            self.fire(Rule::XorOnes);
            return self.not(a);
        }
        if let Some((x, c)) = self.with_constant(Op::Xor, a) {
            self.fire(Rule::XorConstants);
            let both = self.constant(width, c ^ d);
            return self.xor(x, both);
        }
        self.intern(Op::Xor, width, &[a, b])
    }

    pub(super) fn are_complements(&self, a: Term, b: Term) -> bool {
        self.under(Op::Not, a) == Some(b) || self.under(Op::Not, b) == Some(a)
    }
}
