//! The witness walk: all paths of a function, depth first, on the fly.
//!
//! `PathCrawler`'s exploration (Williams, Marre, Mouy), with a witness in place of a run of instrumented code: the walk follows
//! a concrete input symbolically; at each condition the witness's side is free and the other side is remembered. At the end
//! of a path the deepest remembered side is asked of the solver: a model is the witness of the next path, a refutation closes
//! the side for good. No path is walked twice and nothing is executed again: memory and constraints go back by their trails.

mod admit;
mod chase;
mod choice;
mod constrain;
mod leaf;
mod react;
mod spread;
mod words;

pub use words::NoStart;
pub(crate) use words::{Counts, Cut, End, Everything, Guide, Leaf, Order};

use crate::entry::{self, Entry};
use crate::extent::Extent;
use crate::facts::{Known, Words};
use crate::given::{Given, To};
use crate::limits;
use crate::options::Options;
use crate::trace::Trace;
use crate::witness::Witness;
use chase::Idle;
use choice::Choice;
use constrain::Found;
use exec::{Machine, Val};
use ir::input::Input;
use ir::{Event, Func, Program};
use react::Flow;
use solver::{Label, Solver};
pub(crate) use spread::Taken;
use std::collections::{BTreeSet, VecDeque};
use term::{Pool, Term};
use world::{Premise, World};

/// A walk of one function.
pub(crate) struct Walk<'p> {
    program: &'p Program,
    machine: Machine<'p, Words<'p>>,
    words: Words<'p>,
    witness: Witness,
    /// The input that it is led by, if there is one.
    given: Option<Given>,
    options: &'p Options,
    extent: Extent,
    /// Asked now and then between questions; the solver asks it by itself.
    stop: &'p dyn Fn() -> bool,
    /// How often it still may look around without reaching anything new, if that is limited.
    looks_left: u32,
    choices: Vec<Choice>,
    /// How often each side was taken, where that matters.
    taken: Taken,
    trace: Trace,
    /// For how long nothing new has come, where control is led.
    idle: Idle,
    /// The outcomes on its paths, where control is led.
    met: BTreeSet<Event>,
    /// What the path rests on beyond the contract: the sides taken, and that nothing trapped.
    conditions: Vec<Term>,
    /// What the function returned, at the end of a path.
    returned: Option<Val<Term>>,
    path_steps: u64,
    /// What holds on entry, as far as that is not posted yet.
    entry: Entry,
    seen_leaves: usize,
    /// What each label stands for.
    premises: Vec<Premise>,
    used: BTreeSet<Label>,
    /// Did some refutation take more than propagation?
    searched: bool,
    ready: VecDeque<Leaf>,
    done: bool,
    /// The outcomes that the path is held to, where it is.
    along: Vec<Event>,
    /// Preconditions whose paths are walked because they cannot be merged.
    pub walked: Vec<Func>,
    /// Was a precondition followed only so far, and what lies beyond left out?
    pub is_narrowed: bool,
    /// Did any input get past the precondition?
    pub admitted: bool,
    /// What was counted so far.
    pub counts: Counts,
}

impl<'p> Walk<'p> {
    /// Prepares a walk: inputs are made and the contract is posted. Words of input that come up have the values of the one that
    /// leads, if there is one, as far as the path allows.
    pub(crate) fn new(
        world: &'p World<'p>,
        options: &'p Options,
        extent: &Extent,
        stop: &'p dyn Fn() -> bool,
        led_by: Option<Input>,
    ) -> Result<Self, NoStart> {
        let (program, func) = (world.program, world.func);
        let mut words = Words { pool: Pool::new(), known: Known::by(Solver::until(stop)) };
        let mut machine = Machine::new(world, extent.policy(), &mut words);
        machine.most_words = limits::WALK_WORDS;
        let mut walk = Self {
            program,
            machine,
            words,
            witness: Witness::new(),
            given: led_by.map(Given::new),
            options,
            extent: *extent,
            stop,
            looks_left: extent.looks.unwrap_or(0),
            choices: Vec::new(),
            taken: Taken::default(),
            trace: Trace::default(),
            idle: Idle::default(),
            met: BTreeSet::new(),
            conditions: Vec::new(),
            returned: None,
            path_steps: 0,
            entry: Entry::default(),
            seen_leaves: 0,
            premises: Vec::new(),
            used: BTreeSet::new(),
            searched: false,
            ready: VecDeque::new(),
            done: false,
            along: Vec::new(),
            walked: Vec::new(),
            is_narrowed: false,
            admitted: false,
            counts: Counts::default(),
        };
        walk.learn();
        walk.post_contract(func);
        match walk.satisfy() {
            Found::Yes => walk.admit(&entry::preconditions(program, func, options.pre)),
            Found::No => Err(NoStart::Unsatisfiable(walk.used())),
            Found::Unknown => Err(NoStart::Undecided),
        }
    }

    /// New words of input get the values of the input that leads.
    pub(super) fn learn(&mut self) {
        if let Some(given) = &mut self.given {
            let evaluator = self.witness.evaluator();
            given.learn(&mut To { machine: &self.machine, pool: &self.words.pool, evaluator });
        }
    }

    /// Something new was reached: it may look around as often as at first, unless it has given up.
    pub(crate) fn look_again(&mut self) {
        if !self.is_tired() {
            self.looks_left = self.extent.looks.unwrap_or(0);
        }
    }

    /// Did it give up because there was nothing new for too long, or because it has made too many words?
    pub(crate) fn is_tired(&self) -> bool {
        self.extent.looks.is_some() && self.looks_left == 0 || self.is_full()
    }

    /// Has it made as many words as it may?
    pub(crate) fn is_full(&self) -> bool {
        self.words.pool.len() > limits::WALK_WORDS
    }

    /// One look around.
    fn look(&mut self) {
        self.looks_left = self.looks_left.saturating_sub(1);
    }

    /// Is it to go no further?
    fn is_over(&mut self) -> bool {
        // Where control is led, paths are long, and it looks around where one ends.
        if !self.is_led() {
            self.look();
        }
        self.is_tired() || (self.stop)()
    }

    /// Goes on where another walk has left off telling common outcomes from rare ones.
    pub(crate) fn knowing(mut self, taken: Taken) -> Self {
        self.taken = taken;
        self
    }

    /// How often each side was taken.
    pub(crate) fn into_taken(self) -> Taken {
        self.taken
    }

    /// Only paths that begin with these outcomes.
    #[must_use]
    pub(crate) fn along(mut self, path: &[Event]) -> Self {
        self.along = path.to_vec();
        self
    }

    /// Clauses of the contract that could not become constraints, each with the reason.
    pub(crate) fn left_out(&self) -> &[(String, String)] {
        &self.entry.left_out
    }

    /// What some refutation rested on.
    pub(crate) fn used(&self) -> BTreeSet<Premise> {
        // An access at an unknown offset looks only at cells within the present bounds: then everything posted matters.
        if self.machine.looked_within_bounds {
            return self.premises.iter().cloned().collect();
        }
        self.used.iter().map(|label| self.premises[label.0 as usize].clone()).collect()
    }

    /// Did some refutation take more than propagation?
    pub(crate) fn is_refuted_by_search(&self) -> bool {
        self.searched
    }

    /// Did some refutation rest on a preference of ours?
    pub(crate) fn rests_on_preferences(&self) -> bool {
        self.used().iter().any(|premise| premise.preference().is_some())
    }

    /// May inputs violate a clause that is a constraint, because it could not be told where pointers lead?
    pub(crate) fn is_vague(&self) -> bool {
        self.machine.is_vague()
    }

    /// Was everything walked that the guide wanted?
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// The same, and nothing was left out on the way.
    pub(crate) fn is_whole(&self) -> bool {
        self.done && self.extent.order == Order::DepthFirst
    }

    /// Instructions executed symbolically so far.
    pub(crate) fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// Walks on to the next leaf; none when all paths that the guide wants are walked, or when it is to stop.
    pub(crate) fn next(&mut self, guide: &dyn Guide) -> Option<Leaf> {
        loop {
            if let Some(leaf) = self.ready.pop_front() {
                return Some(leaf);
            }
            if self.done || self.is_over() {
                return None;
            }
            match self.go_on(guide) {
                Flow::On => continue,
                Flow::Abandoned => {}
                Flow::Ended(end) => self.finish(end),
            }
            self.done = match self.extent.order {
                Order::DepthFirst => !self.backtrack(guide),
                Order::Leaping => !self.leap(guide),
                Order::Chasing => !self.chase_on(guide),
                Order::Spreading { .. } => !self.spread(guide),
            };
        }
    }
}
