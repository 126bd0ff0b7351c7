//! Which propagator runs next: cheap ones first, each once at a time.

use super::Slot;
use std::collections::VecDeque;
use term::Op;

/// Three queues by cost of the propagator.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    waiting: [VecDeque<Slot>; 3],
    queued: Vec<bool>,
}

impl Queue {
    pub(super) fn add(&mut self, slot: Slot, op: Op) {
        if self.queued.len() <= slot.index() {
            self.queued.resize(slot.index() + 1, false);
        }
        if !self.queued[slot.index()] {
            self.queued[slot.index()] = true;
            self.waiting[priority(op)].push_back(slot);
        }
    }

    pub(super) fn next(&mut self) -> Option<Slot> {
        let slot = self.waiting.iter_mut().find_map(VecDeque::pop_front)?;
        self.queued[slot.index()] = false;
        Some(slot)
    }

    pub(super) fn clear(&mut self) {
        for slot in self.waiting.iter_mut().flat_map(|queue| queue.drain(..)) {
            self.queued[slot.index()] = false;
        }
    }
}

/// 0 for booleans, comparisons and wiring, 1 for sums and bits, 2 for what multiplies or enumerates.
fn priority(op: Op) -> usize {
    match op {
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::All | Op::Any | Op::Ite => 0,
        Op::Not | Op::Concat | Op::Extract(_) | Op::Zext | Op::Sext => 0,
        Op::Const(_) | Op::Var(_) => 0,
        Op::Neg | Op::Add | Op::Sub | Op::And | Op::Or | Op::Xor => 1,
        Op::UaddOverflow | Op::SaddOverflow | Op::SsubOverflow => 1,
        Op::Float(_) | Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 2,
        Op::Shl | Op::Lshr | Op::Ashr | Op::Element | Op::Table(_) => 2,
        Op::UmulOverflow | Op::SmulOverflow => 2,
    }
}
