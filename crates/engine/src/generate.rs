//! One function, from objectives to tests and verdicts.
//!
//! Cheap first: seeds, then the witness walk. Every input that either of them proposes is run by the interpreter, and only
//! what that run shows counts as covered.

mod any_length;
mod conclude;
mod described;
mod hunt;
mod keeping;
mod mistakes;
mod options;
mod pairs;
mod pursue;
mod relax;
mod run_all;
mod strategy;
mod verdict;
mod walking;

use crate::ahead::Ahead;
use crate::boundary::{self, Probe};
use crate::confirm::{Confirmed, Judge};
use crate::contract;
use crate::describe::Describer;
use crate::objectives::{Objective, Objectives};
use crate::verdict::{Describe, Verdict, is_beyond};
use crate::walk::{Cut, NoStart};
use entity::EntitySet;
use exec::Policy;
use ir::input::Input;
use ir::{Callee, Event, Func, Inst, Program, Trap, Value};
pub use options::{Criterion, Engines, Options};
pub(crate) use relax::CHOSEN;
use source::SourceMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use suite::{FunctionReport, PathMethod, Paths};
use world::{Gap, Preferences, Premise, World};

/// The tests of one function with everything that replay needs.
#[derive(Clone, Debug)]
pub struct Generated {
    /// For people and files.
    pub report: FunctionReport,
    /// For each objective of the report, in the same order, events of which a run that gets there shows one.
    pub objective_events: Vec<Vec<Event>>,
    /// The events that each test of the report must show, in the same order.
    pub events: Vec<Vec<Event>>,
    /// The machine-level input of each test.
    pub inputs: Vec<Input>,
    /// Tests that should reach open objectives but run longer than the interpreter may: compiled code has the last word.
    pub promises: Vec<Promise>,
    /// Our own mistakes, if any: what two judges disagreed about.
    pub disagreements: Vec<String>,
}

/// A test that should reach an objective, which nobody has seen yet.
#[derive(Clone, Debug)]
pub struct Promise {
    /// The objective, by its place in the report.
    pub objective: usize,
    /// The outcome to be seen.
    pub event: Event,
    /// The test, with nothing known of what it leaves behind.
    pub test: suite::Test,
    /// Its machine-level input.
    pub input: Input,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Inputs kept so far.
    pub tests: usize,
    /// Objectives reached by tests that return.
    pub covered: usize,
    /// Objectives there are.
    pub objectives: usize,
    /// Prefixes walked to an end.
    pub paths: u64,
}

/// Told now and then how far the search is; true ends it.
pub type Stop<'a> = &'a dyn Fn(&Progress) -> bool;

/// Events of a path at first; where paths are longer, all are walked again with more.
const FIRST_EVENTS: usize = 2_000;
const MORE_EVENTS: usize = 10;
const LAST_EVENTS: usize = 200_000;
/// Instructions of a path.
const PATH_STEPS: u64 = 20_000_000;
/// Steps of the interpreter on an input of the walk, at least; it may count more finely than the walk does.
const JUDGED_STEPS: u64 = 1_000_000;
/// Steps of all seeds together; none gets more than a hundredth, so that a loop without end does not eat what others need.
const SEED_STEPS: u64 = 5_000_000;
/// Tests kept to choose from when a suite is to be small.
const MOST_CANDIDATES: usize = 400;

/// Generates tests of a function. `stop` ends the search early; what was found is kept.
pub fn generate(
    program: &Program,
    map: &SourceMap,
    func: Func,
    describer: &mut Describer<'_>,
    include: &str,
    options: &Options,
    stop: Stop<'_>,
) -> Result<Generated, NoStart> {
    let instrumented = (options.criterion == Criterion::Boundary)
        .then(|| boundary::instrument(program, map, func, options.within));
    let (program, probes) = match &instrumented {
        Some((program, probes)) => (program, probes.as_slice()),
        None => (program, &[][..]),
    };
    let world = World::of(program, func);
    let mut search = Search::new(&world, options, probes);
    search.start_and_run(stop)?;
    while search.wants_longer_paths() {
        let mut longer = Search::new(&world, options, probes);
        longer.most_events = search.most_events.saturating_mul(MORE_EVENTS);
        longer.start_and_run(stop)?;
        // What came of shorter paths is kept where there was no time for longer ones.
        if longer.stopped && longer.paths.feasible < search.paths.feasible {
            break;
        }
        search = longer;
    }
    if options.criterion == Criterion::Mcdc && options.engines != Engines::Walk {
        search.enrich(stop);
    }
    if options.criterion == Criterion::UniqueCause {
        search.pair_up();
    } else if !options.criterion.walks_all_paths() {
        search.explain(stop);
    }
    Ok(search.conclude(map, describer, include, stop))
}

/// A test that was run.
struct Candidate {
    input: Input,
    run: Confirmed,
    reached: EntitySet<Objective>,
    /// When its path is taken and what it computes, if that was asked for.
    formula: Option<suite::Formula>,
    /// Is it one of several inputs of its path?
    another: bool,
}

impl Candidate {
    fn new(input: Input, run: Confirmed, reached: EntitySet<Objective>) -> Self {
        Self { input, run, reached, formula: None, another: false }
    }
}

struct Search<'a> {
    world: &'a World<'a>,
    program: &'a Program,
    func: Func,
    options: &'a Options,
    /// What was put into the program to see boundaries.
    probes: &'a [Probe],
    judge: Judge<'a>,
    objectives: Objectives,
    ahead: Ahead,
    /// Reached by tests that return.
    covered: RefCell<EntitySet<Objective>>,
    /// Shown infeasible by goals.
    excluded: RefCell<EntitySet<Objective>>,
    /// What was excluded when the last walk began: it did not look for that.
    closed: EntitySet<Objective>,
    /// What goals say of objectives that no test reaches.
    decided: BTreeMap<Objective, Verdict>,
    /// For infeasible objectives the outcomes that together exclude them.
    explained: BTreeMap<Objective, Vec<Event>>,
    /// Inputs that should reach an objective but run longer than the interpreter may.
    promised: BTreeMap<Objective, Input>,
    /// Reached by tests that trap later.
    reached_before_traps: RefCell<EntitySet<Objective>>,
    found_traps: RefCell<BTreeSet<Trap>>,
    candidates: Vec<Candidate>,
    /// The candidates to keep, where that is decided already.
    chosen: Option<Vec<usize>>,
    /// Paths walked that may come up several times.
    seen_paths: BTreeSet<(Vec<Event>, Option<Trap>)>,
    /// One reproducer per trap.
    trapped_prefixes: BTreeSet<(Vec<Event>, Trap)>,
    traps: BTreeMap<Trap, usize>,
    /// Traps that plain inputs run into, and for others what keeps callers from them.
    plain_traps: BTreeSet<Trap>,
    duties: BTreeMap<Trap, Premise>,
    /// May a walk come to one path in several ways: by one function or another, with arrays apart or overlapping?
    has_variants: bool,
    /// The preferences that are not in force by now.
    relaxed: Preferences,
    /// Longest array whose length no contract fixes.
    longest: u64,
    /// Is each place that a pointer may lead to walked apart?
    split: bool,
    /// The first candidate that loses what is allocated at a place.
    leaks: BTreeMap<(Func, Value), usize>,
    /// Runs of prefixes that did not end.
    endless: u32,
    /// Most events of a path.
    most_events: usize,
    cuts: BTreeSet<Cut>,
    /// Are there clauses that no constraint expresses?
    has_unused_clauses: bool,
    /// What kept the last walk that came to its end from more.
    kept_from_more: Option<Cut>,
    /// What a reader should know.
    notes: BTreeSet<String>,
    unsupported: BTreeSet<Gap>,
    paths: Paths,
    /// What the last walk rests on.
    premises: BTreeSet<Premise>,
    /// Was every path walked that could reach something uncovered?
    exhausted: bool,
    stopped: bool,
    questions: u64,
    steps: u64,
    disagreements: Vec<String>,
}

impl<'a> Search<'a> {
    fn new(world: &'a World<'a>, options: &'a Options, probes: &'a [Probe]) -> Self {
        let (program, func) = (world.program, world.func);
        let objectives = options.criterion.objectives(program, func, options.within, probes);
        Self {
            world,
            program,
            func,
            options,
            probes,
            judge: Judge::new(program, func)
                .with_precondition(options.pre)
                .watching(objectives.places()),
            seen_paths: BTreeSet::new(),
            ahead: Ahead::new(program, &objectives),
            covered: RefCell::new(EntitySet::new()),
            excluded: RefCell::new(EntitySet::new()),
            closed: EntitySet::new(),
            decided: BTreeMap::new(),
            explained: BTreeMap::new(),
            promised: BTreeMap::new(),
            reached_before_traps: RefCell::new(EntitySet::new()),
            found_traps: RefCell::new(BTreeSet::new()),
            candidates: Vec::new(),
            chosen: None,
            trapped_prefixes: BTreeSet::new(),
            traps: BTreeMap::new(),
            plain_traps: BTreeSet::new(),
            duties: BTreeMap::new(),
            has_variants: has_variants(world, &objectives),
            relaxed: options.relaxed,
            longest: Policy::INITIAL.max_length,
            split: false,
            leaks: BTreeMap::new(),
            endless: 0,
            most_events: if options.criterion.walks_all_paths() {
                FIRST_EVENTS
            } else {
                LAST_EVENTS
            },
            cuts: BTreeSet::new(),
            kept_from_more: None,
            has_unused_clauses: false,
            unsupported: BTreeSet::new(),
            notes: BTreeSet::new(),
            paths: Paths {
                feasible: 0,
                trapped: 0,
                cut: 0,
                infeasible_prefixes: 0,
                complete: false,
                method: PathMethod::Walk,
            },
            premises: BTreeSet::new(),
            exhausted: false,
            stopped: false,
            questions: 0,
            steps: 0,
            disagreements: Vec::new(),
            objectives,
        }
    }

    /// Runs; a walk that cannot start loses nothing of what was found before it.
    fn start_and_run(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        match self.run(stop) {
            Err(no_start) if self.candidates.is_empty() => Err(no_start),
            Err(_) => {
                self.exhausted = false;
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Did paths end only because they were too long for this time?
    fn wants_longer_paths(&self) -> bool {
        let too_long = |cut: &Cut| matches!(cut, Cut::Events(_));
        !self.stopped && self.most_events < LAST_EVENTS && self.cuts.iter().any(too_long)
    }

    /// Functions that must not return zero on an input, each with the premise that says so.
    fn preconditions(&self) -> Vec<(Func, Premise)> {
        contract::preconditions(self.program, self.func, self.options.pre)
    }

    /// Is there anything to look for? What is promised is for compiled code to show.
    fn is_any_open(&self) -> bool {
        let is_closed = |objective| {
            self.covered.borrow().contains(objective)
                || self.excluded.borrow().contains(objective)
                || self.promised.contains_key(&objective)
        };
        !self.objectives.all().all(is_closed)
    }

    /// May what two parameters lead to overlap, or be a part of the other, so that a run can tell?
    fn may_meet(&self) -> bool {
        let is_apart = |it: &Premise| matches!(it, Premise::Apart(..));
        let beyond = self.world.granted_beyond(Preferences::NONE);
        self.world.may_meet() || self.touches_beyond() && beyond.iter().any(is_apart)
    }

    /// Did some run touch more than the contract makes valid? Then it can tell what lies there.
    fn touches_beyond(&self) -> bool {
        self.found_traps.borrow().iter().any(|trap| is_beyond(trap.kind))
    }

    /// Did the last walk rest on a maximum of our own choice?
    fn rests_on_bounds(&self) -> bool {
        self.premises.iter().any(|premise| matches!(premise, Premise::Most(..)))
    }

    fn describe(&self) -> Describe<'_> {
        Describe { program: self.program, func: self.func, asked: self.options.asked }
    }

    fn progress(&self) -> Progress {
        Progress {
            tests: self.candidates.len(),
            covered: self.covered.borrow().len(),
            objectives: self.objectives.len(),
            paths: self.paths.feasible + self.paths.trapped + self.paths.cut,
        }
    }
}

fn has_variants(world: &World<'_>, objectives: &Objectives) -> bool {
    let is_indirect = |inst: &Inst| matches!(inst, Inst::Call { callee: Callee::Indirect(..), .. });
    let bodies = objectives.funcs.iter().filter_map(|&it| world.program.funcs[it].body.as_ref());
    bodies.flat_map(|body| body.insts.values()).any(is_indirect)
        || world.may_meet()
        || !world.granted(Preferences::NONE).is_empty()
        || !world.granted_beyond(Preferences::NONE).is_empty()
}
