//! The machine: executes IR until its driver has to choose.
//!
//! Here is what it holds, how it is asked and how it goes on. Single instructions, frames and what it tells the driver have
//! files of their own.

mod execute;
mod frames;
mod jumps;

pub(crate) use jumps::jump;

use crate::code::{Code, Op};
use crate::entry::{self, Memory};
use crate::memory::ObjId;
use crate::stack::{self, Stack};
use crate::{Algebra, Pause, Policy, Val};
use entity::{EntityRef, SecondaryMap};
use ir::{Func, Value};
use std::ops::{Deref, DerefMut};
use world::World;

/// The executor of one function under test: memory, and on it the active calls.
///
/// What can be asked of memory can be asked of a machine; the other way there is none, and so nothing that memory does can
/// depend on who is calling.
pub struct Machine<'p, A: Algebra> {
    memory: Memory<'p, A>,
    pub(crate) stack: Stack<A::Word>,
    codes: SecondaryMap<Func, Option<Code>>,
    /// Places that `setjmp` marked; a mark stays where its path is left.
    jumps: Vec<jumps::JumpMark>,
    /// Instructions executed since the start, undone ones included.
    pub steps: u64,
}

impl<'p, A: Algebra> Deref for Machine<'p, A> {
    type Target = Memory<'p, A>;

    fn deref(&self) -> &Self::Target {
        &self.memory
    }
}

impl<A: Algebra> DerefMut for Machine<'_, A> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.memory
    }
}

/// A place in the run to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub(crate) memory: entry::Mark,
    pub(crate) stack: stack::Mark,
}

impl Mark {
    /// Did an object exist?
    pub(crate) fn knows(&self, object: ObjId) -> bool {
        self.memory.state.has_object(object)
    }
}

impl<'p, A: Algebra> Machine<'p, A> {
    /// A machine about to execute the first instruction of the function under test on unknown inputs.
    pub fn new(world: &'p World<'p>, policy: Policy, alg: &mut A) -> Self {
        let mut machine = Self {
            memory: Memory::new(world, policy),
            stack: Stack::new(),
            codes: SecondaryMap::with_default(None),
            jumps: Vec::new(),
            steps: 0,
        };
        let passed = machine.set_up(alg, world.func);
        let is_variadic = world.program.funcs[world.func].sig.variadic;
        let area = is_variadic.then(|| machine.variadic_inputs(alg));
        machine.enter(world.func, &passed, None);
        if let Some(area) = area {
            machine.set_variadic(area);
        }
        machine
    }

    /// Remembers this place. Only between pauses, when nothing is pending.
    pub fn mark(&mut self) -> Mark {
        assert!(self.pending.is_empty(), "a mark should be made only when nothing is pending");
        Mark { memory: self.memory.mark(), stack: self.stack.mark() }
    }

    /// Are there pauses to come before the next instruction?
    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Goes back to a marked place.
    pub fn undo_to(&mut self, mark: &Mark) {
        self.memory.undo_to(&mark.memory);
        self.stack.rewind(&mark.stack);
    }

    /// Goes back to a marked place, but keeps the objects, pointers and inputs made since, to be merged with others.
    pub(crate) fn rewind(&mut self, mark: &Mark) {
        self.state.rewind(&mark.memory.state);
        self.stack.rewind(&mark.stack);
    }

    /// The active function.
    pub fn active(&self) -> Func {
        self.stack.top().func
    }

    /// Where it is told that something goes wrong at an instruction: what functions of headers and models do is the doing of
    /// those who call them.
    pub fn blamed(&self, inst: Value) -> (Func, Value) {
        let mut place = (self.active(), inst);
        for pair in self.stack.frames.windows(2).rev() {
            match pair[1].call {
                Some(call) if self.program.funcs[place.0].system => place = (pair[0].func, call),
                _ => break,
            }
        }
        place
    }

    /// The active calls, outermost first, each with where it goes on.
    pub fn frames(&self) -> impl Iterator<Item = (Func, crate::Pc)> {
        self.stack.frames.iter().map(|frame| (frame.func, frame.pc))
    }

    /// The value an instruction of the active function yielded last, for validation against the interpreter.
    pub fn yielded(&self, inst: Value) -> Val<A::Word> {
        self.value(inst)
    }

    /// Runs until the driver is needed, observing each instruction that was executed.
    pub fn run_observed(
        &mut self,
        alg: &mut A,
        observe: &mut dyn FnMut(&Self, Value),
    ) -> Pause<A::Word> {
        loop {
            if let Some(pause) = self.pending.pop_front() {
                return pause;
            }
            if let Some(pause) = self.step(alg, observe) {
                return pause;
            }
        }
    }

    /// Runs until the driver is needed.
    pub fn run(&mut self, alg: &mut A) -> Pause<A::Word> {
        self.run_observed(alg, &mut |_, _| {})
    }

    /// After [`Pause::Branch`]: goes one way.
    pub fn take(&mut self, outcome: bool) {
        let Op::Branch(_, otherwise) = self.op() else {
            unreachable!("`take` should follow a branch")
        };
        let next = if outcome { self.stack.top().pc + 1 } else { *otherwise };
        self.stack.set_pc(next);
    }

    /// After [`Pause::Switch`]: goes to a target, which for a call through a pointer is one of its functions.
    pub fn take_target(&mut self, target: u32) {
        match self.op() {
            Op::Switch(_, targets) => {
                let next = targets[target as usize];
                self.stack.set_pc(next);
            }
            &Op::Do(inst) => self.choose_place(inst, target),
            Op::Branch(..) | Op::Goto(_) | Op::Enter(_) | Op::End => {
                unreachable!("`take_target` should follow a switch")
            }
        }
    }

    pub(crate) fn op(&self) -> &Op {
        let frame = self.stack.top();
        let code = self.codes[frame.func].as_ref().expect("an active function should be flattened");
        &code.ops[frame.pc as usize]
    }

    fn step(
        &mut self,
        alg: &mut A,
        observe: &mut dyn FnMut(&Self, Value),
    ) -> Option<Pause<A::Word>> {
        self.steps += 1;
        let frame = *self.stack.top();
        let op = self.op().clone();
        match op {
            Op::Do(inst) => {
                self.stack.set_pc(frame.pc + 1);
                self.execute(alg, inst, observe)
            }
            Op::Goto(pc) => {
                self.stack.set_pc(pc);
                None
            }
            Op::Branch(inst, _) => self.branch(alg, inst),
            Op::Switch(inst, _) => self.switch(alg, inst),
            Op::Enter(id) => {
                self.stack.set_turns(frame.turns + id.index() as u32, 0);
                self.stack.set_pc(frame.pc + 1);
                None
            }
            Op::End => self.leave(None),
        }
    }

    /// Says where the active function stands, for those who ask what lies ahead.
    pub(crate) fn stand_at(&mut self, inst: Value) {
        let func = self.stack.top().func;
        let code = self.codes[func].as_ref().expect("an active function should be flattened");
        let place = code.places[inst];
        self.stack.set_pc(place);
    }
}
