//! Objects, their cells and pointers, and the trail: every change can be taken back to a mark.

use crate::memory::{Cell, First, Life, Logged, ObjId, Object, Rest};
use crate::{Algebra, Alt, PtrId, Target, Val};
use entity::{EntityRef, PrimaryMap};
use ir::ByteOrder;

pub(crate) enum Undo<W> {
    Cell(ObjId, u64, Option<Cell<W>>),
    Life(ObjId, Life<W>),
    Rest(ObjId, Rest),
}

/// How much there was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    trail: usize,
    objects: usize,
    alts: usize,
    ptrs: usize,
    log: usize,
    firsts: usize,
}

impl Mark {
    /// Did an object exist?
    pub(crate) fn has_object(&self, object: ObjId) -> bool {
        object.index() < self.objects
    }

    /// Did a pointer?
    pub(crate) fn has_pointer(&self, ptr: PtrId) -> bool {
        ptr.index() < self.ptrs
    }
}

/// What memory holds.
pub(crate) struct State<W> {
    pub(crate) objects: PrimaryMap<ObjId, Object<W>>,
    alts: Vec<Alt<W>>,
    ptrs: PrimaryMap<PtrId, (u32, u32)>,
    /// Writes at places that depend on inputs, and all later ones to the same objects.
    pub(crate) log: Vec<Logged<W>>,
    /// What was read at such places of what stood there at first.
    pub(crate) firsts: Vec<First<W>>,
    trail: Vec<Undo<W>>,
}

impl<W: Copy + PartialEq> State<W> {
    pub(crate) fn new() -> Self {
        Self {
            objects: PrimaryMap::new(),
            alts: Vec::new(),
            ptrs: PrimaryMap::new(),
            log: Vec::new(),
            firsts: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Remembers this place.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            objects: self.objects.len(),
            alts: self.alts.len(),
            ptrs: self.ptrs.len(),
            log: self.log.len(),
            firsts: self.firsts.len(),
        }
    }

    /// Goes back to a marked place.
    pub(crate) fn undo_to(&mut self, mark: &Mark) {
        self.rewind(mark);
        self.objects.truncate(mark.objects);
        self.alts.truncate(mark.alts);
        self.ptrs.truncate(mark.ptrs);
        self.firsts.truncate(mark.firsts);
    }

    /// Goes back to a marked place, but keeps the objects and pointers made since, to be merged with others.
    pub(crate) fn rewind(&mut self, mark: &Mark) {
        for undo in self.trail.drain(mark.trail..).rev() {
            match undo {
                Undo::Cell(object, offset, Some(old)) => {
                    self.objects[object].cells.insert(offset, old);
                }
                Undo::Cell(object, offset, None) => {
                    self.objects[object].cells.remove(&offset);
                }
                Undo::Life(object, old) => self.objects[object].life = old,
                Undo::Rest(object, old) => self.objects[object].rest = old,
            }
        }
        self.log.truncate(mark.log);
    }

    /// What was logged since a mark, oldest first.
    pub(crate) fn log_since(&self, mark: &Mark) -> &[Logged<W>] {
        &self.log[mark.log..]
    }

    /// Was an object written at a place that depends on inputs? Then only its log tells what stands where.
    pub(crate) fn has_log(&self, object: ObjId) -> bool {
        self.log.iter().any(|entry| entry.object == object)
    }

    /// What was changed since a mark, oldest first.
    pub(crate) fn trail_since(&self, mark: &Mark) -> &[Undo<W>] {
        &self.trail[mark.trail..]
    }

    pub(crate) fn set_cell(&mut self, object: ObjId, offset: u64, cell: Cell<W>) {
        let old = self.objects[object].cells.insert(offset, cell);
        self.trail.push(Undo::Cell(object, offset, old));
    }

    pub(crate) fn remove_cell(&mut self, object: ObjId, offset: u64) {
        let old = self.objects[object].cells.remove(&offset);
        self.trail.push(Undo::Cell(object, offset, old));
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

    pub(crate) fn set_life(&mut self, object: ObjId, life: Life<W>) {
        let old = std::mem::replace(&mut self.objects[object].life, life);
        self.trail.push(Undo::Life(object, old));
    }

    /// What bytes hold from here on that no cell covers.
    pub(crate) fn set_rest(&mut self, object: ObjId, rest: Rest) {
        let old = std::mem::replace(&mut self.objects[object].rest, rest);
        if old != rest {
            self.trail.push(Undo::Rest(object, old));
        }
    }

    /// A pointer with these alternatives.
    pub(crate) fn pointer(&mut self, alts: &[Alt<W>]) -> PtrId {
        let start = self.alts.len() as u32;
        self.alts.extend_from_slice(alts);
        self.ptrs.push((start, alts.len() as u32))
    }

    /// A pointer to one place.
    pub(crate) fn pointer_to<A: Algebra<Word = W>>(
        &mut self,
        alg: &mut A,
        target: Target,
        offset: i64,
    ) -> PtrId {
        let (guard, offset) = (alg.yes(), alg.constant(64, offset as u128));
        self.pointer(&[Alt { guard, target, offset, moved: None }])
    }

    /// The alternatives of a pointer.
    pub(crate) fn alts(&self, ptr: PtrId) -> &[Alt<W>] {
        let (start, len) = self.ptrs[ptr];
        &self.alts[start as usize..(start + len) as usize]
    }

    /// A byte as it stands there, input that nobody has asked for aside.
    pub(crate) fn byte_at<A: Algebra<Word = W>>(
        &self,
        alg: &mut A,
        object: ObjId,
        offset: u64,
        order: ByteOrder,
    ) -> Cell<W> {
        let data = &self.objects[object];
        match data.overlapping(offset, 1).first() {
            Some(&(at, cell)) => crate::memory::byte_of(alg, cell, offset - at, order),
            None if data.reads_as_zero() => Cell::full(1, Val::Word(alg.constant(8, 0))),
            None => Cell::full(1, data.unsaid()),
        }
    }
}
