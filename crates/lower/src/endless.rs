//! Loops that never end because no turn changes anything.
//!
//! Where a body writes nothing, calls nothing and reads no volatile memory, each turn is like the one before it. A run that has
//! been through it once without leaving never leaves, and that is said where the next turn would begin. Functions that are
//! declared never to return may do so on purpose.

use crate::func::FuncCx;
use ir::{Inst, LoopId, Region, TrapKind, Value};

impl FuncCx<'_, '_> {
    /// Puts the trap where a turn of a loop ends, if the turn changes nothing.
    pub(crate) fn trap_if_nothing_changes(&mut self, id: LoopId, turn: Region) {
        let Some(ends) = self.ends_of_still_turn(id, turn) else { return };
        if self.unit().funcs[self.id].noreturn {
            return;
        }
        for end in ends {
            self.body.insts[end] = Inst::Trap(TrapKind::Endless);
        }
        let last = self.body.regions[turn].last();
        if !last.is_some_and(|&inst| self.body.insts[inst].is_terminator()) {
            let outside = std::mem::replace(&mut self.at, turn);
            self.run(Inst::Trap(TrapKind::Endless));
            self.at = outside;
        }
    }

    /// Where the next turn begins before the end of this one; none if something may change.
    fn ends_of_still_turn(&self, id: LoopId, turn: Region) -> Option<Vec<Value>> {
        let (mut ends, mut open) = (Vec::new(), vec![turn]);
        while let Some(region) = open.pop() {
            for &at in &self.body.regions[region] {
                match &self.body.insts[at] {
                    Inst::If { then, els, .. } => open.extend([*then, *els]),
                    Inst::Block { body, .. } => open.push(*body),
                    Inst::Next(other) if *other == id => ends.push(at),
                    inst if is_still(inst) => {}
                    _ => return None,
                }
            }
        }
        Some(ends)
    }
}

/// Does an instruction change nothing, and would it do the same once more?
fn is_still(inst: &Inst) -> bool {
    match inst {
        Inst::Int(..) | Inst::Float(..) | Inst::Null | Inst::AddrLocal(_) => true,
        Inst::AddrGlobal(_) | Inst::AddrFunc(_) | Inst::Get(_) | Inst::Unary(..) => true,
        Inst::Binary(..) | Inst::Cast(..) | Inst::PtrAdd { .. } | Inst::PtrDiff { .. } => true,
        Inst::PtrField { .. } | Inst::Turn(_) | Inst::Leave(_) | Inst::Return(_) => true,
        Inst::Switch { .. } | Inst::Trap(_) | Inst::TrapIf(..) | Inst::Aligned { .. } => true,
        Inst::Load { volatile, .. } => !volatile,
        Inst::LoadBits { .. } | Inst::Variadic | Inst::Call { .. } | Inst::Set(..) => false,
        Inst::Live(_) | Inst::Dead(_) | Inst::LiveSized(..) | Inst::Unsupported(_) => false,
        Inst::Store { .. } | Inst::StoreBits { .. } | Inst::Copy { .. } | Inst::Zero { .. } => {
            false
        }
        Inst::If { .. } | Inst::Loop { .. } | Inst::Block { .. } | Inst::Next(_) => false,
    }
}
