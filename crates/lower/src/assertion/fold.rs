//! `\sum`, `\product`, `\numof`, `\min` and `\max` over a range: a loop that computes them.
//!
//! Of the bits of the range only as many count as its ends can have. A product has no such limit: where it outgrows what is
//! computed, control comes to what is not modelled, and nobody is told a wrong number.

use super::terms::{Integer, Term};
use super::{FuncCx, Meaning, Range, Scope};
use cfront::logic::{FoldOp, LogicVarId, TermId};
use ir::{BinOp, Inst, Local, TrapKind, Type, Value};

/// How wide the result is becomes known with the first element; until then it waits in the widest register.
const WIDE: Type = Type::Int(128);
/// Bits of a product that is computed; the rest of the register is for what is done with it.
const PRODUCT_BITS: u32 = 120;

/// What the loop keeps.
struct Folding {
    op: FoldOp,
    /// Of the elements so far.
    result: Local,
    /// Were there any?
    some: Local,
}

impl FuncCx<'_, '_> {
    pub(super) fn fold(
        &mut self,
        op: FoldOp,
        var: LogicVarId,
        (lo, hi): (TermId, TermId),
        body: TermId,
        scope: &mut Scope,
    ) -> Meaning<Term> {
        let range = Range { var, lo: (lo, 0), hi: (hi, 0) };
        let (lo, hi) = (self.integer_term(lo, scope)?, self.integer_term(hi, scope)?);
        let index_bits = lo.bits.max(hi.bits) + 1;
        let (lo, hi) = self.same_width(lo, hi, index_bits)?;
        let folding = self.start_folding(op);
        let mut outcome = Ok(0);
        self.for_each(lo, hi, |cx, value, _| {
            let bound = Term::Integer(Integer { value, bits: index_bits });
            scope.vars.push((var, bound));
            scope.ranges.push(range);
            let element = cx.folded_term(op, body, scope);
            scope.ranges.pop();
            scope.vars.pop();
            outcome = element.and_then(|element| cx.take_in(&folding, element));
        });
        let bits = match op {
            FoldOp::Sum | FoldOp::NumOf => outcome? + index_bits,
            FoldOp::Min | FoldOp::Max | FoldOp::Product => outcome?,
        };
        if bits > 128 {
            return Err("a sum may need more than 128 bits".to_owned());
        }
        if matches!(op, FoldOp::Min | FoldOp::Max) {
            let some = self.get(folding.some);
            self.choose(some, |_| (), |cx| cx.run(Inst::Trap(TrapKind::AssertFailed)));
        }
        Ok(Term::Integer(Integer { value: self.get(folding.result), bits }))
    }

    fn start_folding(&mut self, op: FoldOp) -> Folding {
        let (result, some) = (self.temp("folded", WIDE), self.temp("some", Type::BOOL));
        let first = self.int(WIDE, i128::from(op == FoldOp::Product));
        let none = self.int(Type::BOOL, 0);
        self.set(result, first);
        self.set(some, none);
        Folding { op, result, some }
    }

    fn folded_term(&mut self, op: FoldOp, body: TermId, scope: &mut Scope) -> Meaning<Integer> {
        let term = self.term(body, scope)?;
        let term = match op {
            FoldOp::NumOf => Term::Truth(self.is_not_zero(term)),
            FoldOp::Sum | FoldOp::Product | FoldOp::Min | FoldOp::Max => term,
        };
        self.as_integer(term)
    }

    /// One more element; how many bits the result has, in a sum for each element.
    fn take_in(&mut self, folding: &Folding, element: Integer) -> Meaning<u32> {
        let value = self.resize(element.value, WIDE, true);
        let so_far = self.get(folding.result);
        let mut bits = element.bits;
        match folding.op {
            FoldOp::Sum | FoldOp::NumOf => {
                let sum = self.binary(BinOp::Add, so_far, value);
                self.set(folding.result, sum);
            }
            FoldOp::Product => {
                self.keep_small(so_far, element.bits)?;
                let product = self.binary(BinOp::Mul, so_far, value);
                self.set(folding.result, product);
                bits = PRODUCT_BITS;
            }
            FoldOp::Min | FoldOp::Max => {
                let (a, b) =
                    if folding.op == FoldOp::Min { (value, so_far) } else { (so_far, value) };
                let better = self.binary(BinOp::LtS, a, b);
                let is_some = self.get(folding.some);
                let none = self.unary(ir::UnOp::Not, is_some);
                let takes = self.binary(BinOp::Or, none, better);
                self.choose(takes, |cx| cx.set(folding.result, value), |_| ());
            }
        }
        let yes = self.int(Type::BOOL, 1);
        self.set(folding.some, yes);
        Ok(bits)
    }

    /// A product goes on only where one more factor of some bits leaves it in its width.
    fn keep_small(&mut self, so_far: Value, factor_bits: u32) -> Meaning<()> {
        // Of signed numbers of m and n bits the product has m + n.
        let room = PRODUCT_BITS.checked_sub(factor_bits + 1);
        let room = room.ok_or("a product of numbers that are too wide")?;
        let (least, most) = (self.int(WIDE, -(1 << room)), self.int(WIDE, 1 << room));
        let (above, below) =
            (self.binary(BinOp::LeS, least, so_far), self.binary(BinOp::LtS, so_far, most));
        let small = self.binary(BinOp::And, above, below);
        self.choose(small, |_| (), |cx| cx.unsupported("a product of more than 120 bits"));
        Ok(())
    }
}
