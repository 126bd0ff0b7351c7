//! Equality and order.

use super::{Op, Pool, Rule, Term, mask, to_signed, to_unsigned};
use crate::domain::signed_limits;

impl Pool {
    /// `a == b`.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            self.fire(Rule::EqSame);
            return self.bool(true);
        }
        let (a, b) = self.in_order(a, b);
        if let Some(d) = self.as_const(b) {
            return self.eq_constant(width, a, b, d);
        }
        if let Some((x, y)) = self.stripped_pair(a, b) {
            self.fire(Rule::EqExtended);
            return self.eq(x, y);
        }
        self.intern(Op::Eq, 1, &[a, b])
    }

    /// `a != b`.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    fn eq_constant(&mut self, width: u32, a: Term, b: Term, d: u128) -> Term {
        if width == 1 {
            self.fire(Rule::EqBoolean);
            return if d == 1 { a } else { self.not(a) };
        }
        // Decided by what is known of `a`: let the constant come out of `intern`.
        if !self.domain(a).contains(width, d) || self.as_const(a).is_some() {
            return self.intern(Op::Eq, 1, &[a, b]);
        }
        if let Some(folded) = self.compare_ite(Op::Eq, a, b) {
            return folded;
        }
        let args = self.args(a).to_vec();
        let right = args.get(1).and_then(|&arg| self.as_const(arg));
        let (rule, value) = match (self.op(a), right) {
            (Op::Add, Some(c)) => (Rule::EqAdd, d.wrapping_sub(c)),
            (Op::Neg, _) => (Rule::EqInverse, d.wrapping_neg()),
            (Op::Not, _) => (Rule::EqInverse, !d),
            (Op::Xor, Some(c)) => (Rule::EqInverse, c ^ d),
            (Op::Mul, Some(c)) if c & 1 == 1 => (Rule::EqOddMul, d.wrapping_mul(inverse(c))),
            (Op::Sub, _) if d == 0 => {
                self.fire(Rule::EqSub);
                return self.eq(args[0], args[1]);
            }
            (Op::Xor, _) if d == 0 => {
                self.fire(Rule::EqInverse);
                return self.eq(args[0], args[1]);
            }
            (Op::Zext | Op::Sext, _) => (Rule::EqExtended, d),
            (Op::Concat, _) => {
                self.fire(Rule::EqConcat);
                return self.eq_concat(args[0], args[1], d);
            }
            _ => return self.intern(Op::Eq, 1, &[a, b]),
        };
        self.fire(rule);
        let value = self.constant(self.width(args[0]), value);
        self.eq(args[0], value)
    }

    fn eq_concat(&mut self, high: Term, low: Term, d: u128) -> Term {
        let low_width = self.width(low);
        let high_value = self.constant(self.width(high), d >> low_width);
        let low_value = self.constant(low_width, d);
        let high_equal = self.eq(high, high_value);
        let low_equal = self.eq(low, low_value);
        self.all(&[high_equal, low_equal])
    }

    /// `a < b`, unsigned.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Unsigned, a, b)
    }

    /// `a <= b`, unsigned.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.at_most(Order::Unsigned, a, b)
    }

    /// `a < b`, signed.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Signed, a, b)
    }

    /// `a <= b`, signed.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.at_most(Order::Signed, a, b)
    }

    fn less(&mut self, order: Order, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            self.fire(Rule::CompareSame);
            return self.bool(false);
        }
        if order == Order::Signed && self.of_one_sign(a, b) {
            self.fire(Rule::CompareSigned);
            return self.less(Order::Unsigned, a, b);
        }
        let (least, greatest) = order.limits(width);
        if let Some(c) = self.as_const(b)
            && c != least
        {
            self.fire(Rule::CompareBound);
            let bound = self.constant(width, c.wrapping_sub(1));
            return self.at_most(order, a, bound);
        }
        if let Some(c) = self.as_const(a)
            && c != greatest
        {
            self.fire(Rule::CompareBound);
            let bound = self.constant(width, c.wrapping_add(1));
            return self.at_most(order, bound, b);
        }
        if let Some((x, y)) = self.stripped_comparison(order, a, b) {
            self.fire(Rule::CompareExtended);
            return self.less(order, x, y);
        }
        if let Some(wraps) = self.wraps(order, a, b) {
            self.fire(Rule::CompareWrap);
            return wraps;
        }
        self.intern(order.strict(), 1, &[a, b])
    }

    fn at_most(&mut self, order: Order, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            self.fire(Rule::CompareSame);
            return self.bool(true);
        }
        if order == Order::Signed && self.of_one_sign(a, b) {
            self.fire(Rule::CompareSigned);
            return self.at_most(Order::Unsigned, a, b);
        }
        if let Some(folded) = self.compare_ite(order.weak(), a, b) {
            return folded;
        }
        if let Some((x, y)) = self.stripped_comparison(order, a, b) {
            self.fire(Rule::CompareExtended);
            return self.at_most(order, x, y);
        }
        if let Some(wraps) = self.wraps(order, b, a) {
            self.fire(Rule::CompareWrap);
            return self.not(wraps);
        }
        if let Some(edge) = self.at_edge(order, width, a, b) {
            self.fire(Rule::CompareEdge);
            return edge;
        }
        self.intern(order.weak(), 1, &[a, b])
    }

    /// `a < b` where one operand is the other plus or minus something: does that wrap around?
    fn wraps(&mut self, order: Order, a: Term, b: Term) -> Option<Term> {
        if order == Order::Signed {
            return None;
        }
        match (self.pair(Op::Add, a), self.pair(Op::Sub, b)) {
            (Some((x, y)), _) if x == b || y == b => Some(self.add_overflows(false, x, y)),
            (_, Some((x, y))) if x == a => Some(self.ult(x, y)),
            _ => None,
        }
    }

    /// A comparison with the least or greatest value of a domain is an equality.
    fn at_edge(&mut self, order: Order, width: u32, a: Term, b: Term) -> Option<Term> {
        let (least, greatest) = order.limits(width);
        if self.as_const(a).is_some() && self.as_const(b).is_some() {
            return None;
        }
        if self.as_const(b) == Some(least) || self.as_const(a) == Some(greatest) {
            return Some(self.eq(a, b));
        }
        if order == Order::Unsigned && self.as_const(a) == Some(1) {
            let zero = self.zero(width);
            return Some(self.ne(b, zero));
        }
        None
    }

    /// A comparison of a choice between constants with a constant.
    fn compare_ite(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let constant_choice = |pool: &Self, term: Term| match *pool.args(term) {
            [c, x, y] if pool.op(term) == Op::Ite => {
                (pool.as_const(x).is_some() && pool.as_const(y).is_some()).then_some((c, x, y))
            }
            _ => None,
        };
        let (c, x, y) = if self.as_const(b).is_some() {
            let (c, x, y) = constant_choice(self, a)?;
            (c, (x, b), (y, b))
        } else if self.as_const(a).is_some() {
            let (c, x, y) = constant_choice(self, b)?;
            (c, (a, x), (a, y))
        } else {
            return None;
        };
        self.fire(Rule::CompareIte);
        let then = self.build(op, 1, &[x.0, x.1]);
        let other = self.build(op, 1, &[y.0, y.1]);
        Some(self.ite(c, then, other))
    }

    fn of_one_sign(&self, a: Term, b: Term) -> bool {
        let (a, b) = (self.domain(a), self.domain(b));
        (a.slo >= 0 && b.slo >= 0) || (a.shi < 0 && b.shi < 0)
    }

    /// The operands of two extensions of one kind from one width, or of one and a constant in its range.
    fn stripped_pair(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let kind = [a, b].into_iter().map(|term| self.op(term));
        let op = kind.into_iter().find(|op| matches!(op, Op::Zext | Op::Sext))?;
        let inner = |pool: &Self| pool.under(op, a).or_else(|| pool.under(op, b));
        let width = self.width(inner(self)?);
        let narrow = |pool: &mut Self, term: Term| {
            if let Some(x) = pool.under(op, term) {
                return (pool.width(x) == width).then_some(x);
            }
            let value = pool.as_const(term)?;
            let full = pool.width(term);
            let fits = if op == Op::Zext {
                value <= mask(width)
            } else {
                to_unsigned(to_signed(value & mask(width), width), full) == value
            };
            fits.then(|| pool.constant(width, value))
        };
        Some((narrow(self, a)?, narrow(self, b)?))
    }

    /// Zero extension keeps the unsigned order; sign extension keeps both.
    fn stripped_comparison(&mut self, order: Order, a: Term, b: Term) -> Option<(Term, Term)> {
        let zext = self.op(a) == Op::Zext || self.op(b) == Op::Zext;
        if zext && order == Order::Signed {
            return None;
        }
        self.stripped_pair(a, b)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Unsigned,
    Signed,
}

impl Order {
    fn strict(self) -> Op {
        match self {
            Order::Unsigned => Op::Ult,
            Order::Signed => Op::Slt,
        }
    }

    fn weak(self) -> Op {
        match self {
            Order::Unsigned => Op::Ule,
            Order::Signed => Op::Sle,
        }
    }

    /// The bit patterns of the least and greatest values.
    fn limits(self, width: u32) -> (u128, u128) {
        match self {
            Order::Unsigned => (0, mask(width)),
            Order::Signed => {
                let (least, greatest) = signed_limits(width);
                (to_unsigned(least, width), to_unsigned(greatest, width))
            }
        }
    }
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration.
fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    // x is right modulo 2^3 at first and each step doubles the number of right bits.
    for _ in 0..6 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}
