//! What a stretch of a run changed, kept when the run goes back so that it can be merged with what other stretches changed.

use crate::Val;
use crate::memory::{Cell, Life, ObjId};
use crate::state::{Mark, State, Undo};
use std::collections::BTreeMap;
use std::ops::Range;

/// The values at the end of a stretch of everything that it changed. A cell without a value was taken away.
pub(crate) struct Delta<W> {
    pub(crate) slots: BTreeMap<u32, Val<W>>,
    pub(crate) cells: BTreeMap<(ObjId, u64), Option<Cell<W>>>,
    pub(crate) lives: BTreeMap<ObjId, Life<W>>,
}

impl<W> Delta<W> {
    /// Was an object made, written or ended in this stretch?
    pub(crate) fn knows(&self, object: ObjId) -> bool {
        self.lives.contains_key(&object)
            || self.cells.range((object, 0)..=(object, u64::MAX)).next().is_some()
    }
}

impl<W: Copy + PartialEq> State<W> {
    /// What changed since a mark. Of the slots only the active frame's registers matter: values are written once and seen
    /// only inside the region that writes them.
    pub(crate) fn delta_since(&self, mark: &Mark, registers: &Range<u32>) -> Delta<W> {
        let mut delta =
            Delta { slots: BTreeMap::new(), cells: BTreeMap::new(), lives: BTreeMap::new() };
        for undo in self.trail_since(mark) {
            match *undo {
                Undo::Slot(index, _) if registers.contains(&index) => {
                    delta.slots.insert(index, self.slot(index));
                }
                Undo::Cell(object, offset, _) => {
                    let now = self.objects[object].cells.get(&offset).copied();
                    delta.cells.insert((object, offset), now);
                }
                Undo::Life(object, _) => {
                    delta.lives.insert(object, self.objects[object].life);
                }
                Undo::Slot(..) | Undo::Turns(..) | Undo::Push | Undo::Pop { .. } => {}
            }
        }
        delta
    }

    /// Makes the changes of a stretch again.
    pub(crate) fn redo(&mut self, delta: Delta<W>) {
        for (index, val) in delta.slots {
            self.set_slot(index, val);
        }
        for ((object, offset), cell) in delta.cells {
            self.replace_cell(object, offset, cell);
        }
        for (object, life) in delta.lives {
            self.set_life(object, life);
        }
    }

    /// Puts a cell where one may stand, or takes it away.
    pub(crate) fn replace_cell(&mut self, object: ObjId, offset: u64, cell: Option<Cell<W>>) {
        match cell {
            Some(cell) => self.set_cell(object, offset, cell),
            None if self.objects[object].cells.contains_key(&offset) => {
                self.remove_cell(object, offset);
            }
            None => {}
        }
    }
}
