//! The machine's state and its trail: every change can be taken back to a mark.

use crate::inputs::Leaf;
use crate::linked;
use crate::logged::Logged;
use crate::memory::{Cell, Life, ObjId, Object};
use crate::value::MaybeId;
use crate::{Alt, Pc, PtrId, Val};
use entity::{EntityRef, PrimaryMap};
use ir::{Func, Value};
use std::collections::BTreeMap;

/// An active call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) func: Func,
    pub(crate) pc: Pc,
    /// First slot: the locals, then the values of the body.
    pub(crate) base: u32,
    /// First turn counter.
    pub(crate) turns: u32,
    /// The caller's instruction that receives the result.
    pub(crate) returns_to: Option<Value>,
    /// Objects of this frame are those from here on (up to the next frame's).
    pub(crate) objects: u32,
}

pub(crate) enum Undo<W> {
    Slot(u32, Val<W>),
    Turns(u32, u32),
    Cell(ObjId, u64, Option<Cell<W>>),
    Life(ObjId, Life<W>),
    Push,
    Pop { frame: Frame, caller_pc: Pc },
}

/// A place in the run to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    trail: usize,
    slots: usize,
    turns: usize,
    objects: usize,
    alts: usize,
    ptrs: usize,
    leaves: usize,
    marks: usize,
    log: usize,
    pc: Pc,
}

impl Mark {
    /// How many objects there were.
    pub(crate) fn n_objects(&self) -> usize {
        self.objects
    }
}

/// Everything that changes during a run.
pub(crate) struct State<W> {
    pub(crate) frames: Vec<Frame>,
    slots: Vec<Val<W>>,
    turns: Vec<u32>,
    pub(crate) objects: PrimaryMap<ObjId, Object<W>>,
    alts: Vec<Alt<W>>,
    ptrs: PrimaryMap<PtrId, (u32, u32)>,
    pub(crate) leaves: Vec<Leaf<W>>,
    /// The marks of nodes of linked inputs.
    pub(crate) marks: Vec<linked::Mark<W>>,
    /// What was read and written of arrays that have no cells.
    pub(crate) log: Vec<Logged<W>>,
    /// Registers written on some of the merged paths only: the value, and when it was written.
    pub(crate) maybes: PrimaryMap<MaybeId, (Val<W>, W)>,
    /// The words of input cells made so far, where they outlive the path that made them.
    pub(crate) input_cells: Option<BTreeMap<(ObjId, u64), W>>,
    /// The same for pointers in input cells.
    pub(crate) input_pointers: BTreeMap<(ObjId, u64), Val<W>>,
    trail: Vec<Undo<W>>,
    /// Slots and turn counters below these are needed by some mark.
    floor: (usize, usize),
}

impl<W: Copy + PartialEq> State<W> {
    pub(crate) fn new() -> Self {
        Self {
            frames: Vec::new(),
            slots: Vec::new(),
            turns: Vec::new(),
            objects: PrimaryMap::new(),
            alts: Vec::new(),
            ptrs: PrimaryMap::new(),
            leaves: Vec::new(),
            marks: Vec::new(),
            log: Vec::new(),
            maybes: PrimaryMap::new(),
            input_cells: None,
            input_pointers: BTreeMap::new(),
            trail: Vec::new(),
            floor: (0, 0),
        }
    }

    /// Remembers this place.
    pub(crate) fn mark(&mut self) -> Mark {
        self.floor = (self.slots.len(), self.turns.len());
        Mark {
            trail: self.trail.len(),
            slots: self.slots.len(),
            turns: self.turns.len(),
            objects: self.objects.len(),
            alts: self.alts.len(),
            ptrs: self.ptrs.len(),
            leaves: self.leaves.len(),
            marks: self.marks.len(),
            log: self.log.len(),
            pc: self.frames.last().map_or(0, |frame| frame.pc),
        }
    }

    /// Goes back to a marked place.
    pub(crate) fn undo_to(&mut self, mark: &Mark) {
        self.rewind(mark);
        self.objects.truncate(mark.objects);
        self.alts.truncate(mark.alts);
        self.ptrs.truncate(mark.ptrs);
        self.leaves.truncate(mark.leaves);
        self.marks.truncate(mark.marks);
        self.log.truncate(mark.log);
        // What a precondition looked at before the mark stays.
        self.input_pointers.retain(|&(object, _), val| match val {
            Val::Ptr(ptr) => object.index() < mark.objects && ptr.index() < mark.ptrs,
            Val::Word(_) | Val::Maybe(_) | Val::Uninit | Val::Opaque(_) => false,
        });
    }

    /// Goes back to a marked place, but keeps the objects, pointers and inputs made since, to be merged with others.
    pub(crate) fn rewind(&mut self, mark: &Mark) {
        while self.trail.len() > mark.trail {
            let undo = self.trail.pop().expect("the trail should be longer than the mark");
            self.undo(undo);
        }
        self.slots.truncate(mark.slots);
        self.turns.truncate(mark.turns);
        self.floor = (mark.slots, mark.turns);
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = mark.pc;
        }
    }

    /// What was changed since a mark, oldest first.
    pub(crate) fn trail_since(&self, mark: &Mark) -> &[Undo<W>] {
        &self.trail[mark.trail..]
    }

    /// No mark made since the active function was entered is needed any more.
    pub(crate) fn forget_marks_of_frame(&mut self) {
        let frame = self.top();
        self.floor = (frame.base as usize, frame.turns as usize);
    }

    fn undo(&mut self, undo: Undo<W>) {
        match undo {
            Undo::Slot(index, old) => {
                if let Some(slot) = self.slots.get_mut(index as usize) {
                    *slot = old;
                }
            }
            Undo::Turns(index, old) => {
                if let Some(turns) = self.turns.get_mut(index as usize) {
                    *turns = old;
                }
            }
            Undo::Cell(object, offset, Some(old)) => {
                self.objects[object].cells.insert(offset, old);
            }
            Undo::Cell(object, offset, None) => {
                self.objects[object].cells.remove(&offset);
            }
            Undo::Life(object, old) => self.objects[object].life = old,
            Undo::Push => {
                self.frames.pop();
            }
            Undo::Pop { frame, caller_pc } => {
                if let Some(caller) = self.frames.last_mut() {
                    caller.pc = caller_pc;
                }
                self.frames.push(frame);
            }
        }
    }

    /// The active frame.
    pub(crate) fn top(&self) -> &Frame {
        self.frames.last().expect("a running machine should have a frame")
    }

    pub(crate) fn set_pc(&mut self, pc: Pc) {
        self.frames.last_mut().expect("a running machine should have a frame").pc = pc;
    }

    /// Enters a function with fresh slots and turn counters.
    pub(crate) fn push_frame(
        &mut self,
        func: Func,
        n_slots: usize,
        n_turns: usize,
        returns_to: Option<Value>,
    ) {
        self.frames.push(Frame {
            func,
            pc: 0,
            base: self.slots.len() as u32,
            turns: self.turns.len() as u32,
            returns_to,
            objects: self.objects.len() as u32,
        });
        self.slots.resize(self.slots.len() + n_slots, Val::Uninit);
        self.turns.resize(self.turns.len() + n_turns, 0);
        self.trail.push(Undo::Push);
    }

    /// Leaves the active function; its slots are freed unless a mark still needs them.
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let frame = self.frames.pop().expect("a running machine should have a frame");
        let caller_pc = self.frames.last().map_or(0, |caller| caller.pc);
        self.trail.push(Undo::Pop { frame, caller_pc });
        if frame.base as usize >= self.floor.0 && frame.turns as usize >= self.floor.1 {
            self.slots.truncate(frame.base as usize);
            self.turns.truncate(frame.turns as usize);
        }
        frame
    }

    pub(crate) fn slot(&self, index: u32) -> Val<W> {
        self.slots[index as usize]
    }

    pub(crate) fn set_slot(&mut self, index: u32, val: Val<W>) {
        let old = std::mem::replace(&mut self.slots[index as usize], val);
        if (index as usize) < self.floor.0 {
            self.trail.push(Undo::Slot(index, old));
        }
    }

    /// Sets a slot whose old value nobody will ask for.
    pub(crate) fn put_slot(&mut self, index: u32, val: Val<W>) {
        self.slots[index as usize] = val;
    }

    pub(crate) fn turns(&self, index: u32) -> u32 {
        self.turns[index as usize]
    }

    pub(crate) fn set_turns(&mut self, index: u32, turns: u32) {
        let old = std::mem::replace(&mut self.turns[index as usize], turns);
        self.trail.push(Undo::Turns(index, old));
    }

    pub(crate) fn set_cell(&mut self, object: ObjId, offset: u64, cell: Cell<W>) {
        let old = self.objects[object].cells.insert(offset, cell);
        self.trail.push(Undo::Cell(object, offset, old));
    }

    pub(crate) fn remove_cell(&mut self, object: ObjId, offset: u64) {
        let old = self.objects[object].cells.remove(&offset);
        self.trail.push(Undo::Cell(object, offset, old));
    }

    pub(crate) fn set_life(&mut self, object: ObjId, life: Life<W>) {
        let old = std::mem::replace(&mut self.objects[object].life, life);
        self.trail.push(Undo::Life(object, old));
    }

    /// The word of an input cell that some path made, where it outlives that path.
    pub(crate) fn known_cell(&self, object: ObjId, offset: u64) -> Option<W> {
        self.input_cells.as_ref()?.get(&(object, offset)).copied()
    }

    /// The words of input cells that may share a byte with `offset .. offset + len`, where they outlive the path that made them.
    pub(crate) fn known_cells(&self, object: ObjId, offset: u64, len: u64) -> Vec<(u64, W)> {
        let Some(cells) = &self.input_cells else { return Vec::new() };
        // No cell is longer than 16 bytes, so none further left can reach in.
        let near = (object, offset.saturating_sub(15))..(object, offset.saturating_add(len));
        cells.range(near).map(|(&(_, at), &word)| (at, word)).collect()
    }

    /// A pointer with these alternatives.
    pub(crate) fn pointer(&mut self, alts: &[Alt<W>]) -> PtrId {
        let start = self.alts.len() as u32;
        self.alts.extend_from_slice(alts);
        self.ptrs.push((start, alts.len() as u32))
    }

    /// The alternatives of a pointer.
    pub(crate) fn alts(&self, ptr: PtrId) -> &[Alt<W>] {
        let (start, len) = self.ptrs[ptr];
        &self.alts[start as usize..(start + len) as usize]
    }

    /// The same, to be changed before any mark.
    pub(crate) fn alts_mut(&mut self, ptr: PtrId) -> &mut [Alt<W>] {
        let (start, len) = self.ptrs[ptr];
        &mut self.alts[start as usize..(start + len) as usize]
    }

    /// The objects that the active frame made.
    pub(crate) fn frame_objects(&self, frame: &Frame) -> impl Iterator<Item = ObjId> + use<W> {
        (frame.objects as usize..self.objects.len()).map(ObjId::from_index)
    }
}
