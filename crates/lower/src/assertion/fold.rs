//! `\sum`, `\numof`, `\min` and `\max` over a range: a loop that computes them.
//!
//! Of the bits of the range only as many count as its ends can have; a product would need more than there are.

use super::terms::{Integer, Term};
use super::{FuncCx, Meaning, Scope};
use cfront::logic::{FoldOp, LogicVarId, TermId};
use ir::{BinOp, Inst, Local, LoopData, TrapKind, Type};

impl FuncCx<'_, '_> {
    pub(super) fn fold(
        &mut self,
        op: FoldOp,
        var: LogicVarId,
        (lo, hi): (TermId, TermId),
        body: TermId,
        scope: &mut Scope,
    ) -> Meaning<Term> {
        if op == FoldOp::Product {
            return Err("a product over a range whose ends are no constants".to_owned());
        }
        let (lo, hi) = (self.integer_term(lo, scope)?, self.integer_term(hi, scope)?);
        let index_bits = lo.bits.max(hi.bits) + 1;
        let (lo, hi) = self.same_width(lo, hi, index_bits)?;
        let counter = self.temp("i", self.body.ty(lo));
        self.set(counter, lo);
        // How wide the result is becomes known with the first element; until then it waits in the widest register.
        let wide = Type::Int(128);
        let (result, some) = (self.temp("folded", wide), self.temp("some", Type::BOOL));
        let (zero, none) = (self.int(wide, 0), self.int(Type::BOOL, 0));
        self.set(result, zero);
        self.set(some, none);
        let mut outcome = Ok(0);
        let id = self.body.loops.push(LoopData { span: self.span, source: false });
        self.block(|cx, out| {
            let turn = cx.region(|cx| {
                let value = cx.get(counter);
                let inside = cx.binary(BinOp::LeS, value, hi);
                cx.choose(inside, |_| (), |cx| cx.leave(out));
                let bound = Term::Integer(Integer { value, bits: index_bits });
                scope.vars.push((var, bound));
                let element = cx.folded_term(op, body, scope);
                scope.vars.pop();
                outcome = element.map(|element| cx.take_in(op, element, result, some));
                let one = cx.int(cx.body.ty(value), 1);
                let next = cx.binary(BinOp::Add, value, one);
                cx.set(counter, next);
            });
            cx.run(Inst::Loop { id, body: turn });
        });
        let bits = match op {
            FoldOp::Sum | FoldOp::NumOf => outcome? + index_bits,
            FoldOp::Min | FoldOp::Max | FoldOp::Product => outcome?,
        };
        if bits > 128 {
            return Err("a sum may need more than 128 bits".to_owned());
        }
        if matches!(op, FoldOp::Min | FoldOp::Max) {
            let some = self.get(some);
            self.choose(some, |_| (), |cx| cx.run(Inst::Trap(TrapKind::AssertFailed)));
        }
        Ok(Term::Integer(Integer { value: self.get(result), bits }))
    }

    fn folded_term(&mut self, op: FoldOp, body: TermId, scope: &mut Scope) -> Meaning<Integer> {
        let term = self.term(body, scope)?;
        let term = match op {
            FoldOp::NumOf => Term::Truth(self.is_not_zero(term)),
            FoldOp::Sum | FoldOp::Product | FoldOp::Min | FoldOp::Max => term,
        };
        self.as_integer(term)
    }

    /// One more element; how many bits it has.
    fn take_in(&mut self, op: FoldOp, element: Integer, result: Local, some: Local) -> u32 {
        let value = self.resize(element.value, Type::Int(128), true);
        let so_far = self.get(result);
        match op {
            FoldOp::Sum | FoldOp::NumOf | FoldOp::Product => {
                let sum = self.binary(BinOp::Add, so_far, value);
                self.set(result, sum);
            }
            FoldOp::Min | FoldOp::Max => {
                let (a, b) = if op == FoldOp::Min { (value, so_far) } else { (so_far, value) };
                let better = self.binary(BinOp::LtS, a, b);
                let is_some = self.get(some);
                let none = self.unary(ir::UnOp::Not, is_some);
                let takes = self.binary(BinOp::Or, none, better);
                self.choose(takes, |cx| cx.set(result, value), |_| ());
            }
        }
        let yes = self.int(Type::BOOL, 1);
        self.set(some, yes);
        element.bits
    }
}
