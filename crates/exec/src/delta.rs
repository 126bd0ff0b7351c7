//! What a stretch of a run changed, kept when the run goes back so that it can be merged with what other stretches changed.

use crate::memory::{Cell, Life, Logged, ObjId, Rest};
use crate::stack;
use crate::state::Undo;
use crate::{Algebra, Machine, Mark, Val};
use std::collections::BTreeMap;
use std::ops::Range;

/// The values at the end of a stretch of everything that it changed. A cell without a value was taken away.
pub(crate) struct Delta<W> {
    pub(crate) slots: BTreeMap<u32, Val<W>>,
    pub(crate) cells: BTreeMap<(ObjId, u64), Option<Cell<W>>>,
    pub(crate) lives: BTreeMap<ObjId, Life<W>>,
    /// Large objects that were zeroed as a whole.
    pub(crate) rests: BTreeMap<ObjId, Rest>,
    /// Writes at places that depend on inputs, oldest first.
    pub(crate) log: Vec<Logged<W>>,
}

impl<W> Delta<W> {
    /// Was an object made, written or ended in this stretch?
    pub(crate) fn knows(&self, object: ObjId) -> bool {
        self.lives.contains_key(&object)
            || self.rests.contains_key(&object)
            || self.cells.range((object, 0)..=(object, u64::MAX)).next().is_some()
            || self.log.iter().any(|entry| entry.object == object)
    }
}

impl<A: Algebra> Machine<'_, A> {
    /// What changed since a mark. Of the slots only the active frame's registers matter: values are written once and seen
    /// only inside the region that writes them.
    pub(crate) fn delta_since(&self, mark: &Mark, registers: &Range<u32>) -> Delta<A::Word> {
        let mut delta = Delta {
            slots: BTreeMap::new(),
            cells: BTreeMap::new(),
            lives: BTreeMap::new(),
            rests: BTreeMap::new(),
            log: self.state.log_since(&mark.memory.state).to_vec(),
        };
        for undo in self.stack.trail_since(&mark.stack) {
            match *undo {
                stack::Undo::Slot(index, _) if registers.contains(&index) => {
                    delta.slots.insert(index, self.stack.slot(index));
                }
                _ => {}
            }
        }
        for undo in self.state.trail_since(&mark.memory.state) {
            match *undo {
                Undo::Cell(object, offset, _) => {
                    let now = self.state.objects[object].cells.get(&offset).copied();
                    delta.cells.insert((object, offset), now);
                }
                Undo::Life(object, _) => {
                    delta.lives.insert(object, self.state.objects[object].life);
                }
                Undo::Rest(object, _) => {
                    delta.rests.insert(object, self.state.objects[object].rest);
                }
            }
        }
        delta
    }

    /// Makes the changes of a stretch again.
    pub(crate) fn redo(&mut self, delta: Delta<A::Word>) {
        for (index, val) in delta.slots {
            self.stack.set_slot(index, val);
        }
        for (object, rest) in delta.rests {
            self.state.set_rest(object, rest);
        }
        for ((object, offset), cell) in delta.cells {
            self.state.replace_cell(object, offset, cell);
        }
        for (object, life) in delta.lives {
            self.state.set_life(object, life);
        }
        self.state.log.extend(delta.log);
    }
}
