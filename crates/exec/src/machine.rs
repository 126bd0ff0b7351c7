//! The machine: executes IR until its driver has to choose.
//!
//! Here is what it holds, how it is asked and how it goes on. Single instructions, frames and what it tells the driver have
//! files of their own.

mod execute;
mod frames;
mod pause;
mod written;

pub use pause::Pause;
pub(crate) use written::written_globals;

use crate::code::{Code, Op};
use crate::linked::Rule;
use crate::memory::{ObjId, Origin, Rest};
use crate::state::{Mark, State};
use crate::{Algebra, Leaf, Val};
use entity::{EntityRef, SecondaryMap};
use ir::{Func, Global, Program, Value, View};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What the driver may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Longest array behind an input pointer whose length no contract fixes; a bound of our own choice.
    pub max_length: u64,
    /// Most cells that one access with an unknown offset may touch.
    pub max_candidates: u64,
    /// Most objects made for pointers inside input data; a bound of our own choice.
    pub max_nodes: usize,
    /// May arrays behind parameters overlap that the code does not take for one in any case?
    pub overlap: bool,
    /// May parameters lead to parts of what others lead to, and of globals?
    pub inside: bool,
    /// Are arrays whose length no contract fixes known by what is read and written, not by cells? For walks that only exclude.
    pub logged: bool,
    /// Is each place that a pointer of an access may lead to a path of its own? Many easy questions for a few hard ones.
    pub split: bool,
    /// May every allocation find no memory, as an input of its own decides?
    pub allocation_may_fail: bool,
}

impl Policy {
    /// What `gen` starts with.
    pub const INITIAL: Self = Self {
        max_length: 64,
        max_candidates: 1024,
        max_nodes: 32,
        overlap: false,
        inside: false,
        logged: false,
        split: false,
        allocation_may_fail: false,
    };
    /// Arrays as long as memory could hold.
    pub const UNBOUNDED: Self = Self { max_length: 1 << 40, ..Self::INITIAL };
}

/// The executor of one function under test.
pub struct Machine<'p, A: Algebra> {
    pub(crate) program: &'p Program,
    /// The function under test.
    pub(crate) func: Func,
    pub(crate) policy: Policy,
    codes: SecondaryMap<Func, Option<Code>>,
    pub(crate) written: SecondaryMap<Global, bool>,
    /// What the code makes of pointers.
    pub(crate) views: Vec<View>,
    /// The globals that the code names.
    pub(crate) named: BTreeSet<Global>,
    /// Does the code give memory back?
    pub(crate) frees: bool,
    /// Parameters whose arrays may lie in one object.
    pub(crate) overlaps: Vec<crate::Overlap>,
    /// What parameters may lead to a part of.
    pub(crate) insides: Vec<crate::Inside>,
    /// Members of structures that may lead into one array.
    pub(crate) siblings: Vec<crate::siblings::Siblings>,
    /// Sizes of the elements that pointers are moved by.
    pub(crate) strides: BTreeSet<u64>,
    pub(crate) state: State<A::Word>,
    pub(crate) globals: Vec<ObjId>,
    /// The arguments of the function under test.
    pub(crate) args: Vec<Val<A::Word>>,
    pub(crate) pending: VecDeque<Pause<A::Word>>,
    /// What contracts ask of all links of some kind.
    pub(crate) rules: Vec<Rule<A::Word>>,
    /// Does what they ask rest on links that could not be told apart?
    pub(crate) vague: bool,
    /// May a value that is hard to express be any value?
    pub(crate) approximate: bool,
    /// Instructions executed since the start, undone ones included.
    pub steps: u64,
    /// Did an access at an unknown offset rest on the bounds known of it?
    pub looked_within_bounds: bool,
}

impl<'p, A: Algebra> Machine<'p, A> {
    /// A machine about to execute the first instruction of `func` on unknown inputs.
    pub fn new(program: &'p Program, func: Func, policy: Policy, alg: &mut A) -> Self {
        let mut machine = Self {
            program,
            func,
            policy,
            codes: SecondaryMap::with_default(None),
            written: written_globals(program),
            views: crate::host::views(program, func),
            named: crate::host::named_globals(program, func),
            frees: crate::frees(program, func),
            overlaps: active_pairs(program, func, policy),
            insides: if policy.inside { crate::insides(program, func).tried } else { Vec::new() },
            siblings: crate::siblings::siblings(program, func),
            strides: crate::siblings::strides(program, func),
            state: State::new(),
            globals: Vec::new(),
            args: Vec::new(),
            pending: VecDeque::new(),
            rules: Vec::new(),
            vague: false,
            approximate: false,
            steps: 0,
            looked_within_bounds: false,
        };
        machine.set_up(alg, func);
        machine
    }

    /// Words of input cells stay the same on every path from here on, even when one is undone.
    pub(crate) fn keep_inputs(&mut self) {
        self.state.input_cells = Some(BTreeMap::new());
    }

    /// From here on one path is followed: input cells made since the first `n_leaves` words of input stand where they were
    /// found. False if two of them share a byte.
    pub(crate) fn settle_inputs(&mut self, n_leaves: usize) -> bool {
        self.state.input_cells = None;
        for at in n_leaves..self.state.leaves.len() {
            let leaf = &self.state.leaves[at];
            let crate::LeafValue::Cell(object, offset) = leaf.value else { continue };
            let (len, word) = (self.program.bytes(leaf.ty), leaf.word);
            if !self.state.objects[object].overlapping(offset, len).is_empty() {
                return false;
            }
            let cell = crate::memory::Cell::full(len, Val::Word(word));
            self.state.set_cell(object, offset, cell);
        }
        true
    }

    /// Are paths merged, so that what one of them makes must be joined with the others?
    pub(crate) fn is_merging(&self) -> bool {
        self.state.input_cells.is_some()
    }

    /// Remembers this place. Only between pauses, when nothing is pending.
    pub fn mark(&mut self) -> Mark {
        assert!(self.pending.is_empty(), "a mark should be made only when nothing is pending");
        self.state.mark()
    }

    /// Are there pauses to come before the next instruction?
    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Goes back to a marked place.
    pub fn undo_to(&mut self, mark: &Mark) {
        self.pending.clear();
        self.state.undo_to(mark);
    }

    /// The words of input made so far.
    pub fn leaves(&self) -> &[Leaf<A::Word>] {
        &self.state.leaves
    }

    /// The active function.
    pub fn active(&self) -> Func {
        self.state.top().func
    }

    /// The active calls, outermost first, each with where it goes on.
    pub fn frames(&self) -> impl Iterator<Item = (Func, crate::Pc)> {
        self.state.frames.iter().map(|frame| (frame.func, frame.pc))
    }

    /// Where an object comes from, what it is called, and its size in bytes.
    pub fn object(&self, object: ObjId) -> (Origin, &str, A::Word) {
        let data = &self.state.objects[object];
        (data.origin, &data.name, data.size)
    }

    /// What an object of the input is an array of, and whether it must not be written.
    pub fn input_data(&self, object: ObjId) -> Option<(ir::ShapeId, bool)> {
        let data = &self.state.objects[object];
        match (data.rest, data.origin) {
            (Rest::Input(shape), Origin::Param(_) | Origin::Node(..)) => {
                Some((shape, data.read_only))
            }
            _ => None,
        }
    }

    /// The cells of an object that were looked at or written: offset, bytes, and what they hold now.
    pub fn cells(&self, object: ObjId) -> impl Iterator<Item = (u64, u64, Val<A::Word>)> {
        let cells = self.state.objects[object].cells.iter();
        cells.map(|(&offset, cell)| (offset, u64::from(cell.len), cell.val))
    }

    /// The objects that exist.
    pub fn objects(&self) -> impl Iterator<Item = ObjId> + use<A> {
        self.state.objects.keys()
    }

    /// The arguments of the function under test.
    pub fn args(&self) -> &[Val<A::Word>] {
        &self.args
    }

    /// The alternatives of a pointer.
    pub fn alternatives(&self, ptr: crate::PtrId) -> &[crate::Alt<A::Word>] {
        self.state.alts(ptr)
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
        let next = if outcome { self.state.top().pc + 1 } else { *otherwise };
        self.state.set_pc(next);
    }

    /// After [`Pause::Switch`]: goes to a target, which for a call through a pointer is one of its functions.
    pub fn take_target(&mut self, target: u32) {
        match self.op() {
            Op::Switch(_, targets) => {
                let next = targets[target as usize];
                self.state.set_pc(next);
            }
            &Op::Do(inst) => self.choose_place(inst, target),
            Op::Branch(..) | Op::Goto(_) | Op::Enter(_) | Op::End => {
                unreachable!("`take_target` should follow a switch")
            }
        }
    }

    fn op(&self) -> &Op {
        let frame = self.state.top();
        let code = self.codes[frame.func].as_ref().expect("an active function should be flattened");
        &code.ops[frame.pc as usize]
    }

    fn step(
        &mut self,
        alg: &mut A,
        observe: &mut dyn FnMut(&Self, Value),
    ) -> Option<Pause<A::Word>> {
        self.steps += 1;
        let frame = *self.state.top();
        let op = self.op().clone();
        match op {
            Op::Do(inst) => {
                self.state.set_pc(frame.pc + 1);
                self.execute(alg, inst, observe)
            }
            Op::Goto(pc) => {
                self.state.set_pc(pc);
                None
            }
            Op::Branch(inst, _) => self.branch(alg, inst),
            Op::Switch(inst, _) => self.switch(alg, inst),
            Op::Enter(id) => {
                self.state.set_turns(frame.turns + id.index() as u32, 0);
                self.state.set_pc(frame.pc + 1);
                None
            }
            Op::End => self.leave(None),
        }
    }

    /// Says where the active function stands, for those who ask what lies ahead.
    pub(crate) fn stand_at(&mut self, inst: Value) {
        let func = self.state.top().func;
        let code = self.codes[func].as_ref().expect("an active function should be flattened");
        let place = code.places[inst];
        self.state.set_pc(place);
    }
}

/// The pairs of parameters that may lead into one array.
fn active_pairs(program: &Program, func: Func, policy: Policy) -> Vec<crate::Overlap> {
    let mut pairs = crate::overlaps(program, func);
    pairs.retain(|pair| policy.overlap || pair.together.is_some());
    pairs
}
