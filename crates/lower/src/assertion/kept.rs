//! Memory on entry at an index that a quantifier binds: the elements that it may range over are copied at the top of the function.
//!
//! The copy has room for some elements only. Where a clause asks for one beyond them, the run ends as unsupported at that point,
//! when all the function does is done. What the quantifier ranges over must be known on entry without looking at memory.

use super::terms::{Integer, Term};
use super::{FuncCx, Meaning, Range, Scope};
use cfront::logic::{LogicVarId, PredId, TermId};
use cfront::types::BitField;
use ir::{BinOp, Inst, Local, LocalData, LocalKind, Type, Value};

/// Elements that are copied.
const MOST: i128 = 32;

/// What is read of each element, and its type.
type Element = (TermId, Option<BitField>, Type);

/// Elements from the entry, and the index of the first.
struct Kept {
    object: Local,
    first: Local,
    bytes: u64,
}

impl FuncCx<'_, '_> {
    /// What stood on entry where the value of a bound variable leads to.
    pub(super) fn kept_element(
        &mut self,
        element: Element,
        range: Range,
        scope: &Scope,
    ) -> Meaning<Value> {
        let bound = scope.vars.iter().rev().find(|(var, _)| *var == range.var);
        let Some(&(_, Term::Integer(Integer { value: index, .. }))) = bound else {
            return Err("a bound variable that is no integer".to_owned());
        };
        let (guards, kept) = (self.guards_of(range.var, scope), self.room_for(element.2));
        let mut outcome = Ok(());
        let code = self.region(|cx| outcome = cx.keep_elements(element, range, &guards, &kept));
        outcome?;
        self.read_on_entry.push(code);
        let (index, first) = (self.resize(index, Type::I64, true), self.get(kept.first));
        let at = self.binary(BinOp::Sub, index, first);
        let room = self.int(Type::I64, MOST);
        let is_kept = self.binary(BinOp::LtU, at, room);
        let reason =
            format!("a postcondition asks for more than {MOST} elements as they were on entry");
        self.choose(is_kept, |_| (), |cx| cx.run(Inst::Unsupported(reason)));
        let place = self.place_in(&kept, at);
        Ok(self.load(element.2, place))
    }

    /// What is known on entry to hold where the clause asks for an element.
    fn guards_of(&mut self, var: LogicVarId, scope: &Scope) -> Vec<PredId> {
        let guards = scope.guards.iter().copied();
        guards.filter(|&pred| self.is_known_on_entry(pred, Some(var))).collect()
    }

    fn room_for(&mut self, ty: Type) -> Kept {
        let bytes = match ty {
            Type::Int(bits) => u64::from(bits).div_ceil(8).next_power_of_two(),
            Type::F32 => 4,
            Type::F64 | Type::Ptr => 8,
            Type::F80 => 16,
        };
        let kind = LocalKind::Object { size: MOST as u64 * bytes, align: bytes, shape: None };
        let data = LocalData { name: "old".to_owned(), kind, span: self.span };
        Kept { object: self.body.locals.push(data), first: self.temp("first", Type::I64), bytes }
    }

    /// Copies the elements, those that nobody asks for excepted.
    fn keep_elements(
        &mut self,
        (addr, bits, ty): Element,
        range: Range,
        guards: &[PredId],
        kept: &Kept,
    ) -> Meaning<()> {
        self.run(Inst::Live(kept.object));
        let mut bare = Scope { bare: true, ..Scope::on_entry() };
        let (lo, hi) = (self.moved(range.lo, &mut bare)?, self.moved(range.hi, &mut bare)?);
        let (lo, hi) = self.same_width(lo, hi, lo.bits.max(hi.bits) + 1)?;
        if self.body.ty(lo) != Type::I64 {
            return Err("a range of more than 64 bits".to_owned());
        }
        self.set(kept.first, lo);
        let mut outcome = Ok(());
        self.for_each(lo, hi, |cx, index, out| {
            let at = cx.binary(BinOp::Sub, index, lo);
            let room = cx.int(Type::I64, MOST);
            let is_room = cx.binary(BinOp::LtU, at, room);
            cx.choose(is_room, |_| (), |cx| cx.leave(out));
            let (place, nothing) = (cx.place_in(kept, at), cx.dummy(ty));
            cx.store(place, nothing);
            let bound = (range.var, Term::Integer(Integer { value: index, bits: 64 }));
            outcome = cx.where_they_hold(guards, Some(bound), &mut |cx| {
                let mut scope = Scope { vars: vec![bound], ..Scope::on_entry() };
                let value = cx.read_if_there(addr, bits, ty, &mut scope)?;
                cx.store(place, value);
                Ok(())
            });
        });
        outcome
    }

    fn place_in(&mut self, kept: &Kept, at: Value) -> Value {
        let base = self.emit(Inst::AddrLocal(kept.object), Some(Type::Ptr));
        let inst = Inst::PtrAdd { base, index: at, size: kept.bytes, accessed: true };
        self.emit(inst, Some(Type::Ptr))
    }
}
