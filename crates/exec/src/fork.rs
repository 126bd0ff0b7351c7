//! Where the driver says which of its places a pointer leads to: calls of one of several functions, and accesses that are split.
//!
//! The instruction is executed again when that is known. Merged execution never comes here.

use crate::{Algebra, Machine, Pause, Val};
use ir::{Callee, Inst, Value};

impl<A: Algebra> Machine<'_, A> {
    /// The question where an access leads, if what is known leaves it open.
    pub(crate) fn split_access(&mut self, alg: &mut A, inst: Value) -> Option<Pause<A::Word>> {
        let addr = self.pointer_of(inst).filter(|_| !self.is_merging())?;
        let Val::Ptr(ptr) = self.value(addr) else { return None };
        if self.state.alts(ptr).len() < 2 || matches!(self.inst(inst), Inst::Call { .. }) {
            return None;
        }
        let mut alts = self.possible_alts(alg, ptr);
        let possible = self.state.pointer(&alts);
        self.define(addr, Val::Ptr(possible));
        if self.has_pending() {
            // What was left out is said before the question; next time nothing is.
            self.stand_at(inst);
            return self.pending.pop_front();
        }
        if alts.len() < 2 {
            return None;
        }
        self.stand_at(inst);
        let guards = alts.iter().map(|alt| alt.guard).collect();
        let yes = alg.yes();
        alts.iter_mut().for_each(|alt| alt.guard = yes);
        let split = self.state.pointer(&alts);
        self.define(addr, Val::Ptr(split));
        Some(Pause::Switch { guards, event: None })
    }

    /// From here on the pointer of an access or call leads to one of its places.
    pub(crate) fn choose_place(&mut self, inst: Value, place: u32) {
        let pointer = self.pointer_of(inst);
        let pointer = pointer.expect("only accesses and calls through pointers should be split");
        let Val::Ptr(ptr) = self.value(pointer) else {
            unreachable!("what is followed should be a pointer")
        };
        let alt = self.state.alts(ptr)[place as usize];
        let chosen = self.state.pointer(&[alt]);
        self.define(pointer, Val::Ptr(chosen));
    }

    /// The pointer that an instruction follows.
    fn pointer_of(&self, inst: Value) -> Option<Value> {
        match self.inst(inst) {
            Inst::Load { addr, .. }
            | Inst::LoadBits { addr, .. }
            | Inst::Store { addr, .. }
            | Inst::StoreBits { addr, .. } => Some(*addr),
            Inst::Call { callee: Callee::Indirect(pointer, _), .. } => Some(*pointer),
            _ => None,
        }
    }
}
