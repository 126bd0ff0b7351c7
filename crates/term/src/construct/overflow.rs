//! "Does the exact result leave the width?" as terms of their own.

use super::{Op, Pool, Rule, Term, mask};
use crate::domain::signed_limits;

impl Pool {
    /// Does the exact `a + b` leave the width?
    pub fn add_overflows(&mut self, signed: bool, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.in_order(a, b);
        if signed {
            if let Some(c) = self.as_signed_const(b) {
                self.fire(Rule::OverflowConstant);
                let (min, max) = signed_limits(width);
                return if c >= 0 { self.above(a, max - c) } else { self.below(a, min - c) };
            }
            return self.intern(Op::SaddOverflow, 1, &[a, b]);
        }
        if let Some(c) = self.as_const(b) {
            self.fire(Rule::OverflowConstant);
            let most = self.constant(width, mask(width) - c);
            return self.ult(most, a);
        }
        self.intern(Op::UaddOverflow, 1, &[a, b])
    }

    /// Does the exact `a - b` leave the width? Unsigned, that is `a < b`.
    pub fn sub_overflows(&mut self, signed: bool, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if !signed {
            return self.ult(a, b);
        }
        let (min, max) = signed_limits(width);
        if let Some(c) = self.as_signed_const(b) {
            self.fire(Rule::OverflowConstant);
            return if c >= 0 { self.below(a, min + c) } else { self.above(a, max + c) };
        }
        if let Some(c) = self.as_signed_const(a) {
            self.fire(Rule::OverflowConstant);
            return if c >= 0 { self.below(b, c - max) } else { self.above(b, c - min) };
        }
        self.intern(Op::SsubOverflow, 1, &[a, b])
    }

    /// Does the exact `a * b` leave the width?
    pub fn mul_overflows(&mut self, signed: bool, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.in_order(a, b);
        if signed {
            if let Some(c) = self.as_signed_const(b) {
                self.fire(Rule::OverflowConstant);
                return self.signed_multiple_overflows(width, a, c);
            }
            return self.intern(Op::SmulOverflow, 1, &[a, b]);
        }
        if let Some(c) = self.as_const(b) {
            self.fire(Rule::OverflowConstant);
            let Some(most) = mask(width).checked_div(c) else { return self.bool(false) };
            let most = self.constant(width, most);
            return self.ult(most, a);
        }
        self.intern(Op::UmulOverflow, 1, &[a, b])
    }

    /// `a * c` leaves the signed width where `a` is beyond the quotients of the limits by `c`.
    /// Quotients rounded to zero are the right bounds: they are the last multiples inside.
    fn signed_multiple_overflows(&mut self, width: u32, a: Term, c: i128) -> Term {
        let (min, max) = signed_limits(width);
        if c == 0 {
            return self.bool(false);
        }
        if c == -1 {
            return self.below(a, -max);
        }
        let (low, high) = if c > 0 { (min / c, max / c) } else { (max / c, min / c) };
        let below = self.below(a, low);
        let above = self.above(a, high);
        self.any(&[below, above])
    }

    /// Does the exact `-a` leave the width? Signed, only for the least value; unsigned, for all but 0.
    pub fn neg_overflows(&mut self, signed: bool, a: Term) -> Term {
        let width = self.width(a);
        if signed {
            let least = self.signed_constant(width, signed_limits(width).0);
            return self.eq(a, least);
        }
        let zero = self.zero(width);
        self.ne(a, zero)
    }

    fn below(&mut self, a: Term, bound: i128) -> Term {
        let bound = self.signed_constant(self.width(a), bound);
        self.slt(a, bound)
    }

    fn above(&mut self, a: Term, bound: i128) -> Term {
        let bound = self.signed_constant(self.width(a), bound);
        self.slt(bound, a)
    }
}
