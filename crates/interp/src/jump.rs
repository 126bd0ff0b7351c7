//! `setjmp` and `longjmp`: frames above the marked one end, and it goes on behind its call of `setjmp`.
//!
//! Registers keep what they hold, as gcc's unoptimised code does; C leaves those indeterminate that changed in between. Objects of
//! inner blocks of the marked frame live on until they come to life again or the frame ends.

use crate::code::Slot;
use crate::compile::NONE;
use crate::library::Stop;
use crate::machine::put;
use crate::outcome::Observer;
use crate::pointer::Word;
use crate::run::{At, Engine, Frame, Halt, Place};
use ir::{TrapKind, Type};

/// What `setjmp` remembers.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    place: Place,
    /// Callers below the frame.
    depth: usize,
    /// Where the result of `setjmp` goes.
    result: Slot,
}

impl<'a, O: Observer> Engine<'a, O> {
    /// Remembers where the caller of `setjmp` is; the first result is 0.
    pub(crate) fn mark(&mut self, at: &At<'a>, buffer: Word, result: Slot) -> Result<u128, Halt> {
        let index = self.marks.len() as u32;
        self.marks.push(Mark { place: at.place(), depth: self.frames.len(), result });
        self.world.memory.store(buffer, index.to_le_bytes())?;
        Ok(0)
    }

    /// Goes back to a mark; 0 becomes 1.
    pub(crate) fn jump(
        &mut self,
        regs: &mut [u64],
        at: &mut At<'a>,
        buffer: Word,
        value: i32,
    ) -> Result<(), Halt> {
        let index = u32::from_le_bytes(self.world.memory.load(buffer)?);
        let mark = self.marks.get(index as usize).copied();
        let Some(mark) = mark else {
            let reason = "a longjmp to where the caller was".to_owned();
            return Err(Stop::Unsupported(reason).into());
        };
        let mark = Some(mark).filter(|mark| self.is_there(at, mark));
        let mark = mark.ok_or(TrapKind::LibraryMisuse)?;
        self.unwind(regs, at, &mark);
        *at = self.at(mark.place);
        if mark.result != NONE {
            let value = if value == 0 { 1 } else { value };
            put(&mut regs[at.base..], mark.result, Type::I32, value as u32 as u128);
        }
        Ok(())
    }

    /// Has the marked frame not ended yet?
    fn is_there(&self, at: &At<'a>, mark: &Mark) -> bool {
        let place = match self.frames.get(mark.depth) {
            Some(Frame::Code(place)) => *place,
            Some(Frame::Task(..)) | None => at.place(),
        };
        place.activation == mark.place.activation
    }

    /// Ends all frames above the marked one.
    fn unwind(&mut self, regs: &[u64], at: &mut At<'a>, mark: &Mark) {
        while self.frames.len() > mark.depth {
            self.bury(regs, at);
            match self.frames.pop() {
                Some(Frame::Code(place)) => *at = self.at(place),
                // The code below a task has its own frame; the task itself has nothing to bury.
                Some(Frame::Task(..)) | None => {}
            }
        }
    }
}
