//! The stack of active calls: frames, the slots of their locals and values, turn counters, and a trail of its own.

use crate::Val;
use crate::code::Pc;
use crate::value::MaybeId;
use entity::PrimaryMap;
use ir::{Func, Value};

/// An active call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) func: Func,
    pub(crate) pc: Pc,
    /// First slot: the locals, then the values of the body.
    pub(crate) base: u32,
    /// First turn counter.
    pub(crate) turns: u32,
    /// The caller's instruction; none where no instruction calls it.
    pub(crate) call: Option<Value>,
    /// Objects of this frame are those from here on (up to the next frame's).
    pub(crate) objects: u32,
}

pub(crate) enum Undo<W> {
    Slot(u32, Val<W>),
    Turns(u32, u32),
    Push,
    Pop { frame: Frame, caller_pc: Pc },
}

/// How much there was, and where the active function stood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    trail: usize,
    slots: usize,
    turns: usize,
    pc: Pc,
}

/// The active calls.
pub(crate) struct Stack<W> {
    pub(crate) frames: Vec<Frame>,
    slots: Vec<Val<W>>,
    turns: Vec<u32>,
    /// Registers written on some of the merged paths only: the value, and when it was written.
    pub(crate) maybes: PrimaryMap<MaybeId, (Val<W>, W)>,
    trail: Vec<Undo<W>>,
    /// Slots and turn counters below these are needed by some mark.
    floor: (usize, usize),
}

impl<W: Copy + PartialEq> Stack<W> {
    pub(crate) fn new() -> Self {
        Self {
            frames: Vec::new(),
            slots: Vec::new(),
            turns: Vec::new(),
            maybes: PrimaryMap::new(),
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
            pc: self.frames.last().map_or(0, |frame| frame.pc),
        }
    }

    /// Goes back to a marked place.
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
        call: Option<Value>,
        n_objects: usize,
    ) {
        self.frames.push(Frame {
            func,
            pc: 0,
            base: self.slots.len() as u32,
            turns: self.turns.len() as u32,
            call,
            objects: n_objects as u32,
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
}
