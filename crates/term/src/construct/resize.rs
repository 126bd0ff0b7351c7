//! Concatenation, extraction and extension.

use super::{Op, Pool, Rule, Term};
use crate::MAX_WIDTH;

impl Pool {
    /// `high` followed by `low`; the widths add up to 128 at most.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        assert!(width <= MAX_WIDTH, "a concatenation should have 128 bits at most: {width}");
        if self.as_const(high) == Some(0) {
            self.fire(Rule::ConcatZero);
            return self.zext(low, width);
        }
        if let (Op::Extract(high_lo), Op::Extract(low_lo)) = (self.op(high), self.op(low))
            && self.args(high) == self.args(low)
            && u32::from(high_lo) == u32::from(low_lo) + self.width(low)
        {
            self.fire(Rule::ConcatExtract);
            let (x, lo) = (self.args(low)[0], u32::from(low_lo));
            return self.extract(x, lo + width - 1, lo);
        }
        self.intern(Op::Concat, width, &[high, low])
    }

    /// Bits `hi` down to `lo`, both included.
    pub fn extract(&mut self, a: Term, hi: u32, lo: u32) -> Term {
        let from = self.width(a);
        assert!(lo <= hi && hi < from, "bits {hi}..{lo} should lie within {from} bits");
        let width = hi - lo + 1;
        if width == from {
            self.fire(Rule::ExtractAll);
            return a;
        }
        if let Some(simpler) = self.extract_inside(a, width, lo) {
            return simpler;
        }
        self.intern(Op::Extract(lo as u8), width, &[a])
    }

    fn extract_inside(&mut self, a: Term, width: u32, lo: u32) -> Option<Term> {
        let args = self.args(a).to_vec();
        match self.op(a) {
            Op::Extract(inner) => {
                self.fire(Rule::ExtractExtract);
                let lo = lo + u32::from(inner);
                Some(self.extract(args[0], lo + width - 1, lo))
            }
            Op::Concat => self.extract_part(args[0], args[1], width, lo),
            Op::Zext | Op::Sext => self.extract_extended(a, args[0], width, lo),
            Op::Add | Op::Sub | Op::Mul if lo == 0 => self.extract_low(a, &args, width),
            Op::And | Op::Or | Op::Xor if lo == 0 => self.extract_low(a, &args, width),
            Op::Ite if self.as_const(args[1]).is_some() && self.as_const(args[2]).is_some() => {
                self.fire(Rule::ExtractIte);
                let then = self.extract(args[1], lo + width - 1, lo);
                let other = self.extract(args[2], lo + width - 1, lo);
                Some(self.ite(args[0], then, other))
            }
            _ => None,
        }
    }

    fn extract_part(&mut self, high: Term, low: Term, width: u32, lo: u32) -> Option<Term> {
        let split = self.width(low);
        if lo + width <= split {
            self.fire(Rule::ExtractConcat);
            return Some(self.extract(low, lo + width - 1, lo));
        }
        if lo >= split {
            self.fire(Rule::ExtractConcat);
            return Some(self.extract(high, lo - split + width - 1, lo - split));
        }
        None
    }

    fn extract_extended(&mut self, a: Term, x: Term, width: u32, lo: u32) -> Option<Term> {
        let from = self.width(x);
        if lo + width <= from {
            self.fire(Rule::ExtractExtended);
            return Some(self.extract(x, lo + width - 1, lo));
        }
        if lo == 0 {
            self.fire(Rule::ExtractExtended);
            let zext = self.op(a) == Op::Zext;
            return Some(if zext { self.zext(x, width) } else { self.sext(x, width) });
        }
        None
    }

    /// The low bits of these operators depend on the low bits of the operands only.
    /// Worth it where that makes the operands simpler.
    fn extract_low(&mut self, a: Term, args: &[Term], width: u32) -> Option<Term> {
        let narrows = |pool: &Self, arg: Term| match pool.op(arg) {
            Op::Const(_) | Op::Zext | Op::Sext | Op::Concat => true,
            Op::Extract(lo) => lo == 0,
            _ => false,
        };
        if !args.iter().all(|&arg| narrows(self, arg)) {
            return None;
        }
        self.fire(Rule::ExtractLow);
        let narrow: Vec<Term> = args.iter().map(|&arg| self.extract(arg, width - 1, 0)).collect();
        Some(self.build(self.op(a), width, &narrow))
    }

    /// Zero extension to `width` bits in all.
    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        if let Some(done) = self.extend_trivially(Op::Zext, a, width) {
            return done;
        }
        if let Some(x) = self.under(Op::Zext, a) {
            self.fire(Rule::ExtendExtend);
            return self.zext(x, width);
        }
        self.intern(Op::Zext, width, &[a])
    }

    /// Sign extension to `width` bits in all.
    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        if let Some(done) = self.extend_trivially(Op::Sext, a, width) {
            return done;
        }
        if let Some(x) = self.under(Op::Sext, a) {
            self.fire(Rule::ExtendExtend);
            return self.sext(x, width);
        }
        if self.domain(a).slo >= 0 {
            self.fire(Rule::SextNonNegative);
            return self.zext(a, width);
        }
        self.intern(Op::Sext, width, &[a])
    }

    fn extend_trivially(&mut self, op: Op, a: Term, width: u32) -> Option<Term> {
        let from = self.width(a);
        assert!(
            from <= width && width <= MAX_WIDTH,
            "{} should widen {from} bits to at most 128: {width}",
            op.name()
        );
        (from == width).then(|| {
            self.fire(Rule::ExtendSame);
            a
        })
    }
}
