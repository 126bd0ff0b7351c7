//! Postconditions as code: where a function returns, it traps `ensures-failed` if one does not hold.
//!
//! All returns lead to one place, so that a clause is one check. Parameters stand for their values on entry. What `\old` reads
//! from memory is read at the top of the function, unless a pointer on the way is null or the clause does not ask for it.

use super::terms::{Integer, Term};
use super::{FuncCx, Meaning, Range, Scope};
use crate::contract::mentions;
use cfront::logic::{Clause, LogicType, LogicVarId, PredId, PredKind, TermId, TermKind};
use cfront::typed::FuncId;
use cfront::types::BitField;
use ir::{BinOp, Inst, Label, Local, TrapKind, Type, Value};
use source::Diagnostic;

/// Where returns go in a function that promises something.
#[derive(Clone, Copy)]
pub(crate) struct ReturnPoint {
    pub(crate) label: Label,
    /// What is returned, if that is a scalar.
    pub(crate) result: Option<Local>,
}

impl FuncCx<'_, '_> {
    /// Does a function promise anything?
    pub(crate) fn promises(&self, id: FuncId) -> bool {
        let func = &self.unit().funcs[id];
        let contract = func.contract.as_ref().filter(|_| !func.system);
        contract.is_some_and(|contract| {
            let mut behaviors = contract.behaviors.iter();
            !contract.ensures.is_empty() || behaviors.any(|it| !it.ensures.is_empty())
        })
    }

    /// The checks of all that a function promises.
    pub(crate) fn check_promises(&mut self, id: FuncId, exit: ReturnPoint) {
        let Some(contract) = &self.unit().funcs[id].contract else { return };
        for clause in &contract.ensures {
            self.check_promise(clause, &[], exit);
        }
        for behavior in &contract.behaviors {
            let assumes: Vec<PredId> = behavior.assumes.iter().map(|clause| clause.pred).collect();
            for clause in &behavior.ensures {
                self.check_promise(clause, &assumes, exit);
            }
        }
    }

    fn check_promise(&mut self, clause: &Clause, assumes: &[PredId], exit: ReturnPoint) {
        if matches!(self.unit().preds[clause.pred].kind, PredKind::Unsupported(_)) {
            return;
        }
        let outer = std::mem::replace(&mut self.span, clause.span);
        let n_read = self.read_on_entry.len();
        let mut outcome = Ok(());
        let code = self.region(|cx| outcome = cx.promise(clause.pred, assumes, exit));
        match outcome {
            Ok(()) => self.splice(code),
            Err(reason) => {
                self.read_on_entry.truncate(n_read);
                let message = format!("this postcondition is not checked: {reason}");
                self.cx.diagnostics.push(Diagnostic::warning("L0001", clause.span, message));
            }
        }
        self.span = outer;
    }

    fn promise(&mut self, pred: PredId, assumes: &[PredId], exit: ReturnPoint) -> Meaning<()> {
        let applies = match assumes {
            [] => None,
            _ => Some(self.held_on_entry(assumes)?),
        };
        let mut outcome = Ok(());
        let check = self.region(|cx| {
            let mut scope = Scope { promised: true, result: exit.result, ..Scope::default() };
            scope.guards.extend(assumes);
            outcome = cx.pred(pred, &mut scope).map(|holds| {
                cx.choose(holds, |_| (), |cx| cx.run(Inst::Trap(TrapKind::EnsuresFailed)));
            });
        });
        outcome?;
        match applies {
            Some(applies) => self.choose(applies, |cx| cx.splice(check), |_| ()),
            None => self.splice(check),
        }
        Ok(())
    }

    /// Whether some predicates held on entry.
    fn held_on_entry(&mut self, preds: &[PredId]) -> Meaning<Value> {
        let held = self.temp("held", Type::BOOL);
        let mut outcome = Ok(());
        let code = self.region(|cx| {
            let no = cx.int(Type::BOOL, 0);
            cx.set(held, no);
            outcome = cx.where_they_hold(preds, None, &mut |cx| {
                let yes = cx.int(Type::BOOL, 1);
                cx.set(held, yes);
                Ok(())
            });
        });
        outcome?;
        self.read_on_entry.push(code);
        Ok(self.get(held))
    }

    /// Goes on where some predicates hold on entry, a variable having a value perhaps.
    pub(super) fn where_they_hold(
        &mut self,
        preds: &[PredId],
        bound: Option<(LogicVarId, Term)>,
        then: &mut dyn FnMut(&mut Self) -> Meaning<()>,
    ) -> Meaning<()> {
        let Some((&first, rest)) = preds.split_first() else { return then(self) };
        let mut scope = Scope { vars: Vec::from_iter(bound), ..Scope::on_entry() };
        let holds = self.pred(first, &mut scope)?;
        let mut outcome = Ok(());
        self.choose(holds, |cx| outcome = cx.where_they_hold(rest, bound, then), |_| ());
        outcome
    }

    /// What `\old` reads from memory, where the clause asks for it.
    pub(super) fn memory_on_entry(
        &mut self,
        addr: TermId,
        bits: Option<BitField>,
        ty: Type,
        scope: &Scope,
    ) -> Meaning<Value> {
        if !scope.promised {
            return Err("memory on entry is not modelled in assertions".to_owned());
        }
        let ranges = scope.ranges.iter().copied();
        let bound: Vec<Range> =
            ranges.filter(|range| mentions(self.cx, addr, &[range.var])).collect();
        match bound[..] {
            [] => {
                self.kept_from_entry(ty, scope, |cx, scope| cx.read_if_there(addr, bits, ty, scope))
            }
            [range] => self.kept_element((addr, bits, ty), range, scope),
            _ => Err("memory on entry at several indices that quantifiers bind".to_owned()),
        }
    }

    /// What a piece of code computes at the top of the function, where the clause asks for it.
    pub(super) fn kept_from_entry(
        &mut self,
        ty: Type,
        scope: &Scope,
        compute: impl Fn(&mut Self, &mut Scope) -> Meaning<Value>,
    ) -> Meaning<Value> {
        // What speaks of memory at the end of the call, or of the result, is no guard on entry.
        let guards: Vec<PredId> = scope
            .guards
            .iter()
            .copied()
            .filter(|&pred| self.is_known_on_entry(pred, None))
            .collect();
        let kept = self.temp("old", ty);
        let mut outcome = Ok(());
        let code = self.region(|cx| {
            let nothing = cx.dummy(ty);
            cx.set(kept, nothing);
            outcome = cx.where_they_hold(&guards, None, &mut |cx| {
                let value = compute(cx, &mut Scope::on_entry())?;
                cx.set(kept, value);
                Ok(())
            });
        });
        outcome?;
        self.read_on_entry.push(code);
        Ok(self.get(kept))
    }

    /// Can a predicate be decided without memory, given a variable perhaps?
    pub(super) fn is_known_on_entry(&mut self, pred: PredId, var: Option<LogicVarId>) -> bool {
        let mut known = false;
        // Only to see whether it can be built: the code is dropped.
        let n_saved = self.saved.len();
        let _ = self.region(|cx| {
            let value = cx.int(Type::I64, 0);
            let bound = var.map(|var| (var, Term::Integer(Integer { value, bits: 64 })));
            let mut scope = Scope { vars: Vec::from_iter(bound), ..Scope::on_entry() };
            scope.bare = true;
            known = cx.pred(pred, &mut scope).is_ok();
        });
        self.saved.truncate(n_saved);
        known
    }

    /// A read on entry; nothing is read through a null pointer.
    pub(super) fn read_if_there(
        &mut self,
        addr: TermId,
        bits: Option<BitField>,
        ty: Type,
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let base = self.base_of(addr);
        if matches!(self.unit().terms[base].kind, TermKind::GlobalAddr(_) | TermKind::LocalAddr(_))
        {
            return self.read_at(addr, bits, ty, scope);
        }
        let pointer = self.pointer(base, scope)?;
        let null = self.null();
        let is_there = self.binary(BinOp::PtrNe, pointer, null);
        let (kept, nothing) = (self.temp("old", ty), self.dummy(ty));
        self.set(kept, nothing);
        let mut outcome = Ok(());
        let read = |cx: &mut Self| {
            outcome = cx.read_at(addr, bits, ty, scope).map(|value| cx.set(kept, value));
        };
        self.choose(is_there, read, |_| ());
        outcome?;
        Ok(self.get(kept))
    }

    /// Is what an address leads to part of a structure that was passed? Such a structure means its value on entry.
    pub(super) fn is_in_parameter(&self, addr: TermId) -> bool {
        matches!(self.unit().terms[self.base_of(addr)].kind, TermKind::LocalAddr(_))
    }

    /// The pointer that an address is computed from.
    fn base_of(&self, mut addr: TermId) -> TermId {
        loop {
            addr = match self.unit().terms[addr].kind {
                TermKind::FieldAddr { base, .. } => base,
                TermKind::PtrAdd { ptr, .. } => ptr,
                TermKind::Cast(inner) if matches!(self.unit().terms[inner].ty, LogicType::C(_)) => {
                    inner
                }
                _ => return addr,
            };
        }
    }

    /// The result, where a function ends.
    pub(super) fn returned(&mut self, scope: &Scope) -> Meaning<Value> {
        if !scope.promised {
            return Err("\\result has no meaning here".to_owned());
        }
        let result = scope.result.ok_or("a result that is a structure")?;
        Ok(self.get(result))
    }

    /// Where a structure is that the function returns.
    pub(super) fn returned_structure(&mut self, scope: &Scope) -> Meaning<Value> {
        let result = self.result.filter(|_| scope.promised && !scope.entered);
        result
            .map(|result| self.get(result))
            .ok_or_else(|| "\\result has no meaning here".to_owned())
    }
}
