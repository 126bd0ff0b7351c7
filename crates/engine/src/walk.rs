//! The witness walk: all paths of a function, depth first, on the fly.
//!
//! `PathCrawler`'s exploration (Williams, Marre, Mouy), with a witness in place of a run of instrumented code: the walk follows
//! a concrete input symbolically; at each condition the witness's side is free and the other side is remembered. At the end
//! of a path the deepest remembered side is asked of the solver: a model is the witness of the next path, a refutation closes
//! the side for good. No path is walked twice and nothing is executed again: memory and constraints go back by their trails.

use crate::contract;
use crate::trace::Trace;
use crate::witness::{Known, Witness, Words};
use exec::{Lazy, LeafValue, Machine, Mark, Origin, Pause, Policy};
use ir::input::Input;
use ir::{CondSite, Event, Func, LoopId, Program, SwitchSite, Trap, TrapKind, Value};
use solver::{Answer, Label, Limits, Solver};
use std::collections::{BTreeSet, VecDeque};
use term::{Pool, Term};

/// Arrays of a witness that are longer are shortened where the path allows.
const SHORT_BYTES: u128 = 256;
/// Instances of a quantified clause that are made at a time; a witness that needs more is given up.
const MOST_INSTANCES: i128 = 10_000;

/// Limits of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkLimits {
    /// Most turns of a loop per dynamic entry.
    pub turns: Option<u32>,
    /// Most active calls of one function.
    pub recursion: u32,
    /// Most events of one path.
    pub events: usize,
    /// Most instructions of one path.
    pub steps: u64,
    /// What one question to the solver may cost.
    pub solver: Limits,
    /// A function of the same parameters that must not return zero.
    pub pre: Option<Func>,
}

/// Where a walk goes after a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// To the deepest choice with an open side: nothing is left out.
    DepthFirst,
    /// To the first choice with an open side that the guide wants, giving up all that is deeper: few paths that show much.
    Leaping,
}

/// Why a prefix was not followed to its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cut {
    /// A loop went beyond its turns.
    Turns(Func, LoopId, u32),
    /// A function called itself too often.
    Recursion(Func, u32),
    /// Too many events.
    Events(usize),
    /// Too many instructions.
    Steps(u64),
    /// The solver did not decide.
    Undecided,
    /// The input could not be built.
    Input(String),
}

/// How a walked prefix ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The function returned.
    Returned,
    /// It trapped.
    Trapped(Trap),
    /// It was given up.
    Cut(Cut),
    /// It met something that is not modelled.
    Unsupported(String),
}

/// A prefix walked to its end, with an input that follows it.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The events of the path.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: End,
    /// An input that goes there; always for returned and trapped ones.
    pub input: Option<Input>,
    /// Instructions executed on the way.
    pub steps: u64,
}

/// What an assumption of the solver stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// A requires clause, as written.
    Requires(String),
    /// A bound of our own choice.
    Bound(String),
}

/// What steers a walk.
pub trait Guide {
    /// Is this outcome worth a question now, before the side that comes free?
    fn wants(&self, event: Event) -> bool;
    /// Is anything wanted ahead of these places?
    fn worth(&self, frames: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool;
    /// Is it worth knowing whether this trap can happen here, after these events?
    fn wants_trap(&self, trap: Trap, events: &mut dyn Iterator<Item = Event>) -> bool;
}

/// Walks everything.
pub struct Everything;

impl Guide for Everything {
    fn wants(&self, _: Event) -> bool {
        false
    }
    fn worth(&self, _: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool {
        true
    }
    fn wants_trap(&self, _: Trap, _: &mut dyn Iterator<Item = Event>) -> bool {
        true
    }
}

/// Counts of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Sides that no input takes.
    pub infeasible: u64,
    /// Sides not asked about because nothing wanted lies there.
    pub skipped: u64,
    /// Questions to the solver.
    pub questions: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Truth(bool),
    Target(u32),
}

/// A place where the path could have gone elsewhere.
struct Choice {
    mark: Mark,
    n_events: usize,
    n_posted: usize,
    steps: u64,
    lazy: Vec<i128>,
    seen_leaves: usize,
    /// Sides not yet taken, each with its condition; the last is next.
    open: Vec<(Side, Term, Option<Event>)>,
}

/// How a walk goes on after a pause.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Flow {
    /// With the next instruction.
    On,
    /// Not: no input goes further, or nothing wanted lies there.
    Abandoned,
    /// Not: the path ends here.
    Ended(End),
}

/// What became of an attempt to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    Yes,
    No,
    Unknown,
}

/// A walk of one function.
pub struct Walk<'p> {
    program: &'p Program,
    machine: Machine<'p, Words>,
    words: Words,
    witness: Witness,
    limits: WalkLimits,
    order: Order,
    /// Asked now and then, also while the solver thinks.
    stop: &'p dyn Fn() -> bool,
    choices: Vec<Choice>,
    trace: Trace,
    posted: Vec<Term>,
    path_steps: u64,
    lazies: Vec<Lazy<Term>>,
    /// For each lazy clause the next instance to make.
    lazy: Vec<i128>,
    seen_leaves: usize,
    assumptions: Vec<Assumption>,
    used: BTreeSet<Label>,
    ready: VecDeque<Leaf>,
    done: bool,
    /// Clauses of the contract that could not become constraints, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Did any input get past the precondition?
    pub admitted: bool,
    /// What was counted so far.
    pub counts: Counts,
}

/// Why a walk cannot start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoStart {
    /// No input satisfies the contract; the clauses that contradict each other.
    Unsatisfiable(Vec<String>),
    /// The contract's satisfiability was not decided.
    Undecided,
}

impl<'p> Walk<'p> {
    /// Prepares a walk of `func`: inputs are made and the contract is posted.
    pub fn new(
        program: &'p Program,
        func: Func,
        policy: Policy,
        limits: WalkLimits,
        order: Order,
        stop: &'p dyn Fn() -> bool,
    ) -> Result<Self, NoStart> {
        let mut words = Words { pool: Pool::new(), known: Known { solver: Solver::new() } };
        let machine = Machine::new(program, func, policy, &mut words);
        let mut walk = Self {
            program,
            machine,
            words,
            witness: Witness::new(),
            limits,
            order,
            stop,
            choices: Vec::new(),
            trace: Trace::default(),
            posted: Vec::new(),
            path_steps: 0,
            lazies: Vec::new(),
            lazy: Vec::new(),
            seen_leaves: 0,
            assumptions: Vec::new(),
            used: BTreeSet::new(),
            ready: VecDeque::new(),
            done: false,
            left_out: Vec::new(),
            admitted: false,
            counts: Counts::default(),
        };
        walk.post_contract(func);
        match walk.satisfy() {
            Found::Yes => {
                if let Some(pre) = limits.pre {
                    walk.machine.enter_precondition(pre);
                }
                Ok(walk)
            }
            Found::No => Err(NoStart::Unsatisfiable(walk.used_requires())),
            Found::Unknown => Err(NoStart::Undecided),
        }
    }

    /// The requires clauses that some refutation rested on.
    pub fn used_requires(&self) -> Vec<String> {
        self.used_assumptions(|assumption| match assumption {
            Assumption::Requires(text) => Some(text.clone()),
            Assumption::Bound(_) => None,
        })
    }

    /// The bounds of our own choice that some refutation rested on.
    pub fn used_bounds(&self) -> Vec<String> {
        self.used_assumptions(|assumption| match assumption {
            Assumption::Bound(text) => Some(text.clone()),
            Assumption::Requires(_) => None,
        })
    }

    fn used_assumptions(&self, of: impl Fn(&Assumption) -> Option<String>) -> Vec<String> {
        // An access at an unknown offset looks only at cells within the present bounds: then everything posted matters.
        if self.machine.looked_within_bounds {
            return self.assumptions.iter().filter_map(of).collect();
        }
        self.used.iter().filter_map(|label| of(&self.assumptions[label.0 as usize])).collect()
    }

    /// Was everything walked that the guide wanted?
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Instructions executed symbolically so far.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// Walks on to the next leaf; none when all paths that the guide wants are walked, or when it is to stop.
    pub fn next(&mut self, guide: &dyn Guide) -> Option<Leaf> {
        loop {
            if let Some(leaf) = self.ready.pop_front() {
                return Some(leaf);
            }
            if self.done || (self.stop)() {
                return None;
            }
            match self.go_on(guide) {
                Flow::On => continue,
                Flow::Abandoned => {}
                Flow::Ended(end) => self.finish(end),
            }
            self.done = match self.order {
                Order::DepthFirst => !self.backtrack(guide),
                Order::Leaping => !self.leap(guide),
            };
        }
    }

    /// Runs to the next pause and deals with it.
    fn go_on(&mut self, guide: &dyn Guide) -> Flow {
        let before = self.machine.steps;
        let pause = self.machine.run(&mut self.words);
        self.path_steps += self.machine.steps - before;
        if self.path_steps > self.limits.steps {
            return Flow::Ended(End::Cut(Cut::Steps(self.limits.steps)));
        }
        match self.instantiate() {
            Found::Yes => self.react(pause, guide),
            found => self.unless_found(found),
        }
    }

    fn react(&mut self, pause: Pause<Term>, guide: &dyn Guide) -> Flow {
        self.admitted |= !self.machine.in_precondition() && !matches!(pause, Pause::Assume(_));
        match pause {
            pause if self.machine.in_precondition() => self.react_before(pause, guide),
            Pause::Branch { .. } | Pause::Switch { .. } if self.machine.has_pending() => Flow::On,
            Pause::Branch { cond, event } => {
                let sides = self.truth_sides(cond, event);
                self.choose(sides, guide)
            }
            Pause::Switch { guards, event } => {
                let sides = self.target_sides(&guards, event);
                self.choose(sides, guide)
            }
            Pause::Check { kind, when, inst } => self.trap_side(kind, when, inst, guide),
            Pause::Trapped { kind, inst } => {
                let trap = Trap { kind, func: self.machine.active(), inst };
                Flow::Ended(End::Trapped(trap))
            }
            // On a path, what is known is posted: nothing lies beyond it. What that rests on counts as used.
            Pause::Beyond(word) => {
                if !self.refuted(word) {
                    self.machine.looked_within_bounds = true;
                }
                Flow::On
            }
            Pause::Assume(word) | Pause::Fits(word) => {
                let found = self.post(word);
                self.unless_found(found)
            }
            Pause::Bound(word, text) => {
                let label = self.label(Assumption::Bound(text));
                let found = self.assume(label, word);
                self.unless_found(found)
            }
            Pause::Turn(id, turns) => match self.limits.turns {
                Some(most) if turns > most => {
                    Flow::Ended(End::Cut(Cut::Turns(self.machine.active(), id, most)))
                }
                _ => Flow::On,
            },
            Pause::Recursion(func, depth) if depth > self.limits.recursion => {
                Flow::Ended(End::Cut(Cut::Recursion(func, self.limits.recursion)))
            }
            Pause::Recursion(..) => Flow::On,
            Pause::Returned(_) => Flow::Ended(End::Returned),
            Pause::Unsupported(reason) => Flow::Ended(End::Unsupported(reason)),
        }
    }

    /// Inside a precondition: its branches are no events, and an input on which it traps is not admitted.
    fn react_before(&mut self, pause: Pause<Term>, guide: &dyn Guide) -> Flow {
        match pause {
            Pause::Branch { .. } | Pause::Switch { .. } if self.machine.has_pending() => Flow::On,
            Pause::Branch { cond, .. } => {
                let sides = self.truth_sides(cond, None);
                self.choose(sides, guide)
            }
            Pause::Switch { guards, .. } => {
                let sides = self.target_sides(&guards, None);
                self.choose(sides, guide)
            }
            Pause::Check { when, .. } => {
                let fine = self.words.pool.not(when);
                let found = self.post(fine);
                self.unless_found(found)
            }
            Pause::Trapped { .. } => Flow::Abandoned,
            Pause::Assume(word) | Pause::Fits(word) => {
                let found = self.post(word);
                self.unless_found(found)
            }
            Pause::Bound(word, text) => {
                let label = self.label(Assumption::Bound(text));
                let found = self.assume(label, word);
                self.unless_found(found)
            }
            Pause::Recursion(func, depth) if depth > self.limits.recursion => {
                Flow::Ended(End::Cut(Cut::Recursion(func, self.limits.recursion)))
            }
            Pause::Turn(..) | Pause::Recursion(..) | Pause::Beyond(_) => Flow::On,
            Pause::Unsupported(reason) => Flow::Ended(End::Unsupported(reason)),
            Pause::Returned(_) => {
                unreachable!("the function under test waits for its precondition")
            }
        }
    }

    /// Goes on if there is a witness of what was posted last.
    fn unless_found(&mut self, found: Found) -> Flow {
        match found {
            Found::Yes => Flow::On,
            Found::No => {
                self.counts.infeasible += 1;
                Flow::Abandoned
            }
            Found::Unknown => Flow::Ended(End::Cut(Cut::Undecided)),
        }
    }

    // -- choices

    fn truth_sides(
        &mut self,
        cond: Term,
        event: Option<ir::Cond>,
    ) -> Vec<(Side, Term, Option<Event>)> {
        let func = self.machine.active();
        let negated = self.words.pool.not(cond);
        [(true, cond), (false, negated)]
            .into_iter()
            .map(|(truth, term)| {
                let event = event.map(|cond| Event::Cond(CondSite { func, cond }, truth));
                (Side::Truth(truth), term, event)
            })
            .collect()
    }

    fn target_sides(
        &mut self,
        guards: &[Term],
        event: Option<ir::SwitchId>,
    ) -> Vec<(Side, Term, Option<Event>)> {
        let func = self.machine.active();
        (0u32..)
            .zip(guards)
            .map(|(target, &term)| {
                let event = event.map(|switch| Event::Switch(SwitchSite { func, switch }, target));
                (Side::Target(target), term, event)
            })
            .collect()
    }

    /// Goes one way and remembers the others.
    fn choose(&mut self, mut sides: Vec<(Side, Term, Option<Event>)>, guide: &dyn Guide) -> Flow {
        if self.trace.len() >= self.limits.events {
            return Flow::Ended(End::Cut(Cut::Events(self.limits.events)));
        }
        let taken = sides
            .iter()
            .position(|&(_, term, _)| self.witness.holds(&self.words.pool, term))
            .expect("one side of a choice should hold of the witness");
        let free = sides.remove(taken);
        sides.retain(|&(_, term, _)| !self.refuted(term));
        if sides.is_empty() {
            self.take(free);
            return Flow::On;
        }
        let covered = free.2.is_none_or(|event| !guide.wants(event));
        if covered && sides.iter().any(|side| side.2.is_some_and(|event| guide.wants(event))) {
            // The free side shows nothing new but another one would: ask for that one first.
            sides.sort_by_key(|side| side.2.is_some_and(|event| guide.wants(event)));
            sides.insert(0, free);
            self.remember(sides);
            return if self.take_open(guide) { Flow::On } else { Flow::Abandoned };
        }
        self.remember(sides);
        self.words.known.solver.push();
        self.post_free(free.1);
        self.take(free);
        Flow::On
    }

    fn remember(&mut self, open: Vec<(Side, Term, Option<Event>)>) {
        let mark = self.machine.mark();
        self.choices.push(Choice {
            mark,
            n_events: self.trace.len(),
            n_posted: self.posted.len(),
            steps: self.path_steps,
            lazy: self.lazy.clone(),
            seen_leaves: self.seen_leaves,
            open,
        });
    }

    fn take(&mut self, (side, _, event): (Side, Term, Option<Event>)) {
        self.steer(side);
        event.into_iter().for_each(|event| self.trace.push(event));
    }

    fn steer(&mut self, side: Side) {
        match side {
            Side::Truth(truth) => self.machine.take(truth),
            Side::Target(target) => self.machine.take_target(target),
        }
    }

    /// Goes back to the deepest choice with a side that some input takes; false if there is none.
    fn backtrack(&mut self, guide: &dyn Guide) -> bool {
        while !self.choices.is_empty() {
            // Each side is a question that may take a while. There is more, but nobody will go there.
            if (self.stop)() {
                return true;
            }
            self.restore();
            if self.take_open(guide) {
                return true;
            }
        }
        false
    }

    /// Goes back to the first choice with a side that is wanted and that some input takes; false if there is none.
    fn leap(&mut self, guide: &dyn Guide) -> bool {
        let wanted = |side: &(Side, Term, Option<Event>)| side.2.is_some_and(|it| guide.wants(it));
        while let Some(first) = self.choices.iter().position(|it| it.open.iter().any(wanted)) {
            if (self.stop)() {
                return true;
            }
            for _ in first + 1..self.choices.len() {
                self.choices.pop();
                self.words.known.solver.pop();
            }
            self.restore();
            self.choices[first].open.sort_by_key(wanted);
            if self.take_open(guide) {
                return true;
            }
        }
        false
    }

    /// Goes back to where the last choice was made.
    fn restore(&mut self) {
        let choice = self.choices.last().expect("there should be a choice to go back to");
        self.words.known.solver.pop();
        self.machine.undo_to(&choice.mark);
        self.trace.truncate(choice.n_events);
        self.posted.truncate(choice.n_posted);
        self.path_steps = choice.steps;
        self.lazy.clone_from(&choice.lazy);
        self.seen_leaves = choice.seen_leaves;
    }

    /// At the last choice, whose state is restored: takes the next open side that is feasible; pops the choice if none is left.
    fn take_open(&mut self, guide: &dyn Guide) -> bool {
        while let Some(side) = self.choices.last_mut().expect("there is a choice").open.pop() {
            if (self.stop)() {
                return false;
            }
            if !self.worth(side, guide) {
                self.counts.skipped += 1;
                continue;
            }
            self.words.known.solver.push();
            match self.post(side.1) {
                Found::Yes => {
                    self.take(side);
                    return true;
                }
                Found::No => self.counts.infeasible += 1,
                Found::Unknown => {
                    let events = self.trace.all().iter().copied().chain(side.2).collect();
                    let (end, steps) = (End::Cut(Cut::Undecided), self.path_steps);
                    self.ready.push_back(Leaf { events, end, input: None, steps });
                }
            }
            self.words.known.solver.pop();
            let n_posted = self.choices.last().expect("there is a choice").n_posted;
            self.posted.truncate(n_posted);
        }
        self.choices.pop();
        false
    }

    fn worth(&mut self, (side, _, event): (Side, Term, Option<Event>), guide: &dyn Guide) -> bool {
        // What the path has reached so far counts only once it comes to an end.
        if self.trace.different().chain(event).any(|event| guide.wants(event)) {
            return true;
        }
        let mark = self.machine.mark();
        self.steer(side);
        let worth = guide.worth(&mut self.machine.frames());
        self.machine.undo_to(&mark);
        worth
    }

    /// Is a condition false by what propagation knows? What that rests on counts as used.
    fn refuted(&mut self, term: Term) -> bool {
        let labels = self.words.known.solver.refutes(&self.words.pool, term);
        self.used.extend(labels.iter().flatten());
        labels.is_some()
    }

    // -- traps

    /// The trapping side is a leaf of its own; the walk goes on without it.
    fn trap_side(&mut self, kind: TrapKind, when: Term, inst: Value, guide: &dyn Guide) -> Flow {
        if self.refuted(when) {
            return Flow::On;
        }
        let trap = Trap { kind, func: self.machine.active(), inst };
        if guide.wants_trap(trap, &mut self.trace.different()) {
            self.ask_trap(trap, when);
        }
        let fine = self.words.pool.not(when);
        let found = self.post(fine);
        self.unless_found(found)
    }

    fn ask_trap(&mut self, trap: Trap, when: Term) {
        self.witness.set_aside();
        self.words.known.solver.push();
        let n_posted = self.posted.len();
        match self.post(when) {
            Found::Yes => self.finish(End::Trapped(trap)),
            Found::No => self.counts.infeasible += 1,
            Found::Unknown => self.finish(End::Cut(Cut::Undecided)),
        }
        self.words.known.solver.pop();
        self.posted.truncate(n_posted);
        self.witness.take_back();
    }

    // -- leaves

    /// Makes a leaf of where the walk stands.
    fn finish(&mut self, end: End) {
        let (end, input) = match (end, self.complete_input()) {
            (end, Ok(input)) => (end, Some(input)),
            (End::Returned | End::Trapped(_), Err(cut)) => (End::Cut(cut), None),
            (end @ (End::Cut(_) | End::Unsupported(_)), Err(_)) => (end, None),
        };
        let (events, steps) = (self.trace.all().to_vec(), self.path_steps);
        self.ready.push_back(Leaf { events, end, input, steps });
    }

    /// The witness as an input. Quantified clauses are instantiated as far as its arrays reach before it is believed.
    fn complete_input(&mut self) -> Result<Input, Cut> {
        self.words.known.solver.push();
        let (n_posted, lazy) = (self.posted.len(), self.lazy.clone());
        // At a trap other checks may be pending; they do not matter to an input that stops before them.
        let mark = (!self.machine.has_pending()).then(|| self.machine.mark());
        let n_shortened = self.shorten();
        let complete = self.instantiate_all();
        let input = match complete {
            Found::Yes => self
                .witness
                .input(self.program, &self.machine, &self.words.pool, None)
                .map_err(Cut::Input),
            Found::No | Found::Unknown => Err(Cut::Undecided),
        };
        if let Some(mark) = mark {
            self.machine.undo_to(&mark);
        }
        for _ in 0..=n_shortened {
            self.words.known.solver.pop();
        }
        self.posted.truncate(n_posted);
        self.lazy = lazy;
        input
    }

    /// Moves the witness to short arrays where it has long ones and the path allows: a solver picks lengths at random, and the
    /// longest are too long to build. The number of solver levels that hold it there.
    fn shorten(&mut self) -> usize {
        let mut levels = 0;
        for object in self.machine.objects() {
            let (Origin::Param(_) | Origin::Node(..), _, size) = self.machine.object(object) else {
                continue;
            };
            if self.witness.value(&self.words.pool, size) <= SHORT_BYTES {
                continue;
            }
            let limit = self.words.pool.constant(64, SHORT_BYTES);
            let short = exec::Algebra::bin(&mut self.words, exec::Bin::Ule, size, limit);
            self.words.known.solver.push();
            let n_posted = self.posted.len();
            if self.post(short) == Found::Yes {
                levels += 1;
            } else {
                self.words.known.solver.pop();
                self.posted.truncate(n_posted);
            }
        }
        levels
    }

    fn instantiate_all(&mut self) -> Found {
        // New instances may move the witness to longer arrays, which need more instances; a few rounds settle it.
        for _ in 0..8 {
            let wanted: Vec<i128> =
                (0..self.lazies.len()).map(|index| self.reach_of(index)).collect();
            if wanted.iter().zip(&self.lazy).all(|(&wanted, &next)| wanted < next) {
                return Found::Yes;
            }
            match self.instantiate_to(&wanted) {
                Found::Yes => {}
                other => return other,
            }
        }
        Found::Unknown
    }

    /// The last instance that matters for the witness.
    fn reach_of(&mut self, index: usize) -> i128 {
        let lazy = &self.lazies[index];
        lazy.last_for(|word| self.witness.value(&self.words.pool, word))
    }

    // -- constraints

    fn label(&mut self, assumption: Assumption) -> Label {
        self.assumptions.push(assumption);
        Label(self.assumptions.len() as u32 - 1)
    }

    /// Posts a constraint and finds a witness of it.
    fn post(&mut self, term: Term) -> Found {
        self.words.known.solver.assert(&mut self.words.pool, term);
        self.posted.push(term);
        if self.witness.holds(&self.words.pool, term) { Found::Yes } else { self.satisfy() }
    }

    /// Posts a constraint that the witness satisfies, or will be made to.
    fn post_free(&mut self, term: Term) {
        self.words.known.solver.assert(&mut self.words.pool, term);
        self.posted.push(term);
    }

    fn assume(&mut self, label: Label, term: Term) -> Found {
        self.words.known.solver.assume(&mut self.words.pool, label, term);
        self.posted.push(term);
        if self.witness.holds(&self.words.pool, term) { Found::Yes } else { self.satisfy() }
    }

    /// Asks the solver for a witness near the present one.
    fn satisfy(&mut self) -> Found {
        self.counts.questions += 1;
        let witness = &self.witness;
        let near = |var| Some(witness.get(var));
        let (solver, pool) = (&mut self.words.known.solver, &mut self.words.pool);
        match solver.check_until(pool, &self.limits.solver, &near, self.stop) {
            Answer::Sat(model) => {
                self.witness.adopt(&model);
                Found::Yes
            }
            Answer::Unsat { labels, .. } => {
                self.used.extend(labels);
                Found::No
            }
            Answer::Unknown(_) => Found::Unknown,
        }
    }

    fn post_contract(&mut self, func: Func) {
        let program = self.program;
        let Some(contract) = &program.funcs[func].contract else { return };
        self.machine.fix_lengths(&mut self.words, contract);
        let clauses = contract.requires.iter();
        let labels: Vec<Label> =
            clauses.map(|clause| self.label(Assumption::Requires(clause.text.clone()))).collect();
        let posted = &mut self.posted;
        let rest = contract::read(
            &mut self.machine,
            &mut self.words,
            contract,
            &mut |words, number, term| {
                words.known.solver.assume(&mut words.pool, labels[number], term);
                posted.push(term);
            },
        );
        self.lazy.extend(rest.lazy.iter().map(|(_, lazy)| lazy.first));
        self.lazies.extend(rest.lazy.into_iter().map(|(_, lazy)| lazy));
        self.left_out = rest.left_out;
    }

    /// Makes the instances of quantified clauses that new input cells call for.
    fn instantiate(&mut self) -> Found {
        let n_leaves = self.machine.leaves().len();
        if self.lazies.is_empty() || n_leaves == self.seen_leaves {
            self.seen_leaves = n_leaves;
            return Found::Yes;
        }
        let horizon = self.machine.leaves()[self.seen_leaves.min(n_leaves)..]
            .iter()
            .filter_map(|leaf| match leaf.value {
                LeafValue::Cell(_, offset) => {
                    Some((offset / self.program.bytes(leaf.ty)) as i128 + 1)
                }
                _ => None,
            })
            .max()
            .unwrap_or(i128::MIN);
        let found = self.instantiate_to(&vec![horizon; self.lazies.len()]);
        self.seen_leaves = self.machine.leaves().len();
        found
    }

    /// Makes instances up to these; all of them are posted before the solver is asked once.
    fn instantiate_to(&mut self, wanted: &[i128]) -> Found {
        let mut holds = true;
        for (index, &wanted) in wanted.iter().enumerate() {
            let last = wanted.min(self.lazies[index].last);
            if last.saturating_sub(self.lazy[index]) >= MOST_INSTANCES {
                return Found::Unknown;
            }
            while self.lazy[index] <= last {
                let value = self.lazy[index];
                self.lazy[index] += 1;
                let Ok(term) = self.machine.instance(&mut self.words, &self.lazies[index], value)
                else {
                    return Found::Unknown;
                };
                self.post_free(term);
                holds = holds && self.witness.holds(&self.words.pool, term);
            }
        }
        if holds { Found::Yes } else { self.satisfy() }
    }
}
