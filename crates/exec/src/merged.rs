//! Merged execution: a whole function at once, over its region tree.
//!
//! The second driver of [`Machine`]'s operations. Where the walk follows one path, this one follows all of them together:
//! both sides of an `if` are executed and their states joined by ite, jumps bring their state to the target they name, calls
//! are executed in place. What a path is about becomes a word of width 1, its *guard*; what the function can show becomes a
//! list of words: outcomes of conditions, traps, and *cuts*, places where execution was not followed further.
//!
//! Guards hold control flow only. Inputs that trapped or were cut keep flowing through later guards; each entry therefore
//! says what had gone wrong before it. In return, a guard after an `if` whose sides meet again is the guard before it.
//!
//! This module asks no solver. It knows no objectives, only events.

mod choice;
mod found;
mod meeting;
mod path;
mod precondition;

use crate::limits::STEPS_BETWEEN_LOOKS;
pub use found::{Cut, Occurrence, Reason, Trapping, Visit};
use meeting::Meeting;
pub(crate) use meeting::{Arrival, Place};
pub use path::Step;
pub(crate) use path::conjunction;
pub use precondition::Admission;

use crate::claim::Claims;
use crate::{Algebra, Machine, Pause, Policy, Val};
use ir::{Callee, Func, Inst, LoopId, Region, Trap, Value};
use std::collections::{BTreeMap, BTreeSet};
use world::{Premise, World};

/// How far loops and recursion are followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfolding {
    /// Turns of every loop not named below, each time it is entered.
    pub turns: u32,
    /// Turns of single loops.
    pub of_loop: BTreeMap<(Func, LoopId), u32>,
    /// Active calls of one function.
    pub calls: u32,
    /// Instructions in all.
    pub steps: u64,
    /// Words in all: where each access may lead to many objects, an instruction makes thousands.
    pub words: usize,
    /// Objects that are made for pointers inside data.
    pub objects: usize,
    /// How many times as long as at first arrays may be whose length no contract fixes.
    pub longer: u64,
    /// What becomes of loops beyond their turns.
    pub beyond: Beyond,
}

/// What becomes of loops beyond their turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// They are cut: what was found is exact as far as it goes.
    Cut,
    /// One turn stands for all others: what was found includes all there is.
    AnyTurn,
}

/// Which of some claims about a loop are inductive together.
pub type Inductive<A> = fn(&mut A, &Claims<<A as Algebra>::Word>) -> Vec<bool>;

impl Unfolding {
    /// How often a loop may turn each time it is entered.
    pub fn turns_of(&self, func: Func, id: LoopId) -> u32 {
        self.of_loop.get(&(func, id)).copied().unwrap_or(self.turns)
    }
}

/// Does control go on to the next instruction?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    On,
    Ended,
}

/// The merged execution of one function, and what it found.
pub struct Merged<'p, A: Algebra> {
    /// The machine whose operations are executed.
    pub machine: Machine<'p, A>,
    unfolding: Unfolding,
    pub(crate) meetings: Vec<Meeting<A::Word>>,
    /// The conjuncts of the present guard, and the conjunction of the first n of them.
    pub(crate) path: Vec<Step<A::Word>>,
    guards: Vec<A::Word>,
    /// Every path that was ever entered: its last step, and the path without it. The first one is empty.
    ways: Vec<Option<(Step<A::Word>, u32)>>,
    /// The way of the first n steps of the path.
    way: Vec<u32>,
    /// When something has gone wrong so far.
    pub wrong: A::Word,
    /// Outcomes of conditions and switches, in order of execution.
    pub occurrences: Vec<Occurrence<A::Word>>,
    /// Outcomes that are impossible on the face of it.
    pub never: Vec<Occurrence<A::Word>>,
    /// Traps, in order of execution.
    pub traps: Vec<Trapping<A::Word>>,
    /// Everything that was looked at for a trap, whether or not it can happen.
    pub checks: BTreeSet<Trap>,
    /// When a watched instruction is about to be executed.
    pub visits: Vec<Visit<A::Word>>,
    watched: BTreeSet<(Func, Value)>,
    /// Asked now and then whether to give up.
    stop: &'p dyn Fn() -> bool,
    /// Where execution was not followed further.
    pub cuts: Vec<Cut<A::Word>>,
    /// What holds of all inputs.
    pub facts: Vec<A::Word>,
    /// What holds of the values that stand for those of any turn of a loop.
    pub invariants: Vec<A::Word>,
    /// What holds of all inputs for which a premise does.
    pub bounds: Vec<(A::Word, Premise)>,
    /// For each word of input, when it is asked for; those made before the run always.
    pub asked: Vec<A::Word>,
    /// When execution was cut so far.
    pub(crate) lost: A::Word,
    /// Which claims about a loop are inductive; without it loops beyond their unfolding are known by nothing.
    pub(crate) inductive: Option<Inductive<A>>,
    /// How many turns are being tried that may have to be taken back.
    pub(crate) scouting: u32,
    /// The numbers of the active calls, and how many there were.
    calls: Vec<u32>,
    n_calls: u32,
    /// Evaluations of conditions and switches so far.
    n_moments: u32,
    yes: A::Word,
}

impl<'p, A: Algebra> Merged<'p, A> {
    /// Prepares the execution of the function under test on unknown inputs.
    pub fn new(world: &'p World<'p>, policy: Policy, unfolding: Unfolding, alg: &mut A) -> Self {
        Self::on(Machine::new(world, policy, alg), unfolding, alg)
    }

    /// Prepares the merged execution of what a machine stands before.
    fn on(mut machine: Machine<'p, A>, unfolding: Unfolding, alg: &mut A) -> Self {
        machine.keep_inputs();
        machine.approximate = unfolding.beyond == Beyond::AnyTurn;
        machine.most_words = unfolding.words;
        let (yes, no) = (alg.yes(), alg.no());
        Self {
            machine,
            unfolding,
            meetings: Vec::new(),
            path: Vec::new(),
            guards: vec![yes],
            ways: vec![None],
            way: vec![0],
            wrong: no,
            occurrences: Vec::new(),
            never: Vec::new(),
            traps: Vec::new(),
            checks: BTreeSet::new(),
            visits: Vec::new(),
            watched: BTreeSet::new(),
            stop: &|| false,
            cuts: Vec::new(),
            facts: Vec::new(),
            invariants: Vec::new(),
            bounds: Vec::new(),
            asked: Vec::new(),
            lost: no,
            inductive: None,
            scouting: 0,
            calls: vec![0],
            n_calls: 0,
            n_moments: 0,
            yes,
        }
    }

    /// Lets claims about loops be proved inductive.
    #[must_use]
    pub fn with_induction(mut self, inductive: Inductive<A>) -> Self {
        self.inductive = Some(inductive);
        self
    }

    /// Watches for instructions to be executed.
    #[must_use]
    pub fn watching(mut self, watched: BTreeSet<(Func, Value)>) -> Self {
        self.watched = watched;
        self
    }

    /// Gives up when told to: the rest is cut as if it were too long.
    #[must_use]
    pub fn until(mut self, stop: &'p dyn Fn() -> bool) -> Self {
        self.stop = stop;
        self
    }

    /// Takes in what the machine said while inputs were made, contracts read and states joined.
    pub fn settle(&mut self, alg: &mut A) {
        let _ = self.listen(alg, None);
    }

    /// Executes the function. Afterwards the machine stands at its entry again.
    pub fn run(&mut self, alg: &mut A) {
        self.settle(alg);
        let mark = self.machine.mark();
        let root = self.body().root;
        self.meet(Place::Return, 0);
        let _ = self.region(alg, root);
        self.meetings.pop();
        self.machine.rewind(&mark);
    }

    pub(crate) fn body(&self) -> &'p ir::Body {
        self.machine.program.body(self.machine.active())
    }

    pub(crate) fn region(&mut self, alg: &mut A, region: Region) -> Flow {
        let insts: &'p [Value] = &self.body().regions[region];
        for &inst in insts {
            if self.inst(alg, inst) == Flow::Ended {
                return Flow::Ended;
            }
        }
        Flow::On
    }

    fn inst(&mut self, alg: &mut A, inst: Value) -> Flow {
        self.machine.steps += 1;
        if self.machine.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (self.stop)() {
            self.unfolding.steps = 0;
        }
        if self.machine.steps > self.unfolding.steps || alg.n_words() > self.unfolding.words {
            return self.cut(alg, Some(inst), Reason::Steps);
        }
        if !self.watched.is_empty() && self.watched.contains(&(self.machine.active(), inst)) {
            let way = *self.way.last().expect("the empty path has a way");
            let place = (self.machine.active(), inst);
            self.visits.push(Visit { place, when: self.guard(), wrong: self.wrong, way });
        }
        match self.machine.inst(inst) {
            Inst::If { cond, event, then, els } => {
                self.branch(alg, inst, *cond, *event, [*then, *els])
            }
            Inst::Loop { id, body } => self.repeat(alg, inst, *id, *body),
            Inst::Block { label, body } => self.block(alg, *label, *body),
            Inst::Leave(label) => self.jump(Place::End(*label)),
            Inst::Next(id) => self.jump(Place::Head(*id)),
            Inst::Switch { event, targets, .. } => self.switch(alg, inst, *event, targets),
            Inst::Return(value) => {
                let value = value.map_or(Val::Uninit, |value| self.machine.value(value));
                self.arrive(Place::Return, value)
            }
            Inst::Turn(id) => self.turn(alg, inst, *id),
            _ => self.execute(alg, inst),
        }
    }

    fn execute(&mut self, alg: &mut A, inst: Value) -> Flow {
        let depth = self.machine.stack.frames.len();
        if let Inst::Call { callee, .. } = self.machine.inst(inst) {
            self.machine.stand_at(inst);
            if let Callee::Indirect(pointer, sig) = callee
                && let Some(alts) = self.machine.several_functions(alg, (*pointer, sig))
            {
                return self.call_one_of(alg, inst, (*pointer, sig), &alts);
            }
        }
        let pause = self.machine.execute(alg, inst, &mut |_, _| {});
        if self.machine.stack.frames.len() > depth {
            return self.call(alg, inst, pause);
        }
        if let Some(pause) = pause {
            self.machine.pending.push_back(pause);
        }
        self.listen(alg, Some(inst))
    }

    /// Deals with what the machine has to say after an instruction.
    fn listen(&mut self, alg: &mut A, inst: Option<Value>) -> Flow {
        let guard = self.guard();
        self.asked.resize(self.machine.leaves().len(), guard);
        let mut flow = Flow::On;
        while let Some(pause) = self.machine.pending.pop_front() {
            match pause {
                Pause::Check { kind, when, inst } => {
                    self.trap(alg, kind, when, inst);
                    if alg.is_yes(when) {
                        flow = Flow::Ended;
                    }
                }
                Pause::Trapped { kind, inst } => {
                    self.trap(alg, kind, self.yes, inst);
                    flow = Flow::Ended;
                }
                Pause::Assume(word) => self.facts.push(word),
                // What is not modelled matters only where it is executed.
                Pause::Bound(word, premise @ Premise::Lacks(_)) => {
                    self.bounds.push((alg.implies(guard, word), premise));
                }
                Pause::Bound(word, premise) => self.bounds.push((word, premise)),
                Pause::Fits(word) => {
                    let when = alg.and_not(guard, word);
                    self.wrong = alg.or(self.wrong, when);
                }
                Pause::Beyond(word) => {
                    let when = alg.and(guard, word);
                    self.cut_when(alg, inst, Reason::Refuted, when);
                }
                Pause::Unsupported(reason) => {
                    flow = self.cut(alg, inst, Reason::Unsupported(reason));
                }
                Pause::Branch { .. }
                | Pause::Switch { .. }
                | Pause::Settle(_)
                | Pause::Turn(..)
                | Pause::Recursion(..)
                | Pause::Returned(_) => unreachable!("control should be dealt with before"),
            }
            if flow == Flow::Ended {
                // Inputs that were made stay, and so does what holds of them.
                let stays =
                    |pause: &Pause<A::Word>| matches!(pause, Pause::Assume(_) | Pause::Bound(..));
                self.machine.pending.retain(stays);
            }
        }
        flow
    }
}
