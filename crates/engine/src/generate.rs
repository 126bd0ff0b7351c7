//! One function, from objectives to tests and verdicts.
//!
//! Cheap first: what is tried in which order is the table of stages ([`stage`]). Every input that one of them proposes is run by
//! the interpreter, and only what that run shows counts as covered; what is known stands in the ledger.

mod any_length;
mod climb;
mod conclude;
mod cures;
mod described;
mod hunt;
mod mistakes;
mod pairs;
mod pursue;
mod relax;
mod results;
mod run_all;
mod seeding;
mod stage;
mod strategy;
mod varying;
mod walking;

use crate::boundary;
use crate::confirm::Judge;
use crate::describe::Describer;
use crate::extent::Extent;
use crate::ledger::Ledger;
use crate::limits;
use crate::options::{Criterion, Options};
use crate::scene::Scene;
use crate::walk::{Cut, NoStart, Taken};
use conclude::Conclusion;
use ir::input::Input;
use ir::{Event, Func, Program};
use source::SourceMap;
use stage::{Stage, Tally};
use std::collections::{BTreeMap, BTreeSet};
use suite::FunctionReport;
use varying::Variety;
use world::World;

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
    /// Tests that look at addresses as numbers, by name: compiled code has others.
    pub by_address: BTreeSet<String>,
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
    /// Was it seen to get there, and only not to return?
    pub endless: bool,
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
    /// What is being tried.
    pub stage: &'static str,
}

/// Told now and then how far the search is; true ends it.
pub type Stop<'a> = &'a dyn Fn(&Progress) -> bool;

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
    let criterion = options.criterion;
    let instrumented = (criterion == Criterion::Boundary)
        .then(|| boundary::instrument(program, map, func, options.within));
    let (program, probes) = match &instrumented {
        Some((program, probes)) => (program, probes.as_slice()),
        None => (program, &[][..]),
    };
    let world = World::of(program, func);
    let objectives = criterion.objectives(program, func, options.within, probes);
    let mut scene = Scene::new(&world, options, probes, objectives);
    let mut found = search(&scene, stop)?;
    found.look_for_cures();
    let now = found.progress();
    let Search { mut ledger, tallies, .. } = found;
    if criterion == Criterion::UniqueCause {
        scene.objectives = pairs::pair_up(&scene, &mut ledger);
    }
    let judge = scene.judge();
    let polish_left = limits::POLISH_ALL_STEPS;
    let conclusion = Conclusion { scene: &scene, judge, ledger, tallies, stop, now, polish_left };
    Ok(conclusion.report(map, describer, include))
}

/// Goes through the plan, and again where paths turn out to be longer than was thought.
fn search<'a>(scene: &'a Scene<'a>, stop: Stop<'a>) -> Result<Search<'a>, NoStart> {
    let events = if scene.walks_all_paths() { limits::FIRST_EVENTS } else { limits::LAST_EVENTS };
    let mut search = Search::new(scene, events, stop);
    search.run()?;
    while search.wants_longer_paths() {
        let mut longer =
            Search::new(scene, search.extent.events.saturating_mul(limits::MORE_EVENTS), stop);
        let started = longer.run();
        // What came of shorter paths is kept where there was no time for longer ones.
        let feasible = |search: &Search<'_>| search.ledger.path_counts().0;
        let is_less = longer.ledger.walked().stopped && feasible(&longer) < feasible(&search);
        if started.is_err() || is_less {
            break;
        }
        search = longer;
    }
    Ok(search)
}

/// One search for tests of a function.
struct Search<'a> {
    scene: &'a Scene<'a>,
    judge: Judge<'a>,
    ledger: Ledger,
    /// How far walks look by now.
    extent: Extent,
    /// Turns of the next walk that takes turns with goals.
    turns: u32,
    /// The numbers of seeds whose runs were longer than the others.
    long: Vec<u32>,
    /// Runs of prefixes that did not end.
    endless: u32,
    /// How often walks that spread took each side.
    taken: Taken,
    /// Inputs that are varied, once there are any.
    variety: Option<Variety<'a>>,
    /// What no run takes where allocations succeed, once somebody asked.
    never_taken: Option<BTreeSet<Event>>,
    stop: Stop<'a>,
    /// What is being tried, and what came of each stage.
    stage: &'static str,
    tallies: BTreeMap<usize, Tally>,
}

impl<'a> Search<'a> {
    fn new(scene: &'a Scene<'a>, events: usize, stop: Stop<'a>) -> Self {
        let options = scene.options;
        let (relaxed, everything) = (options.relaxed, scene.walks_all_paths());
        let extent = Extent::whole(scene.longest(), relaxed, events, everything);
        let turns = match options.criterion {
            Criterion::KPath(k) => Some(k),
            _ => None,
        };
        Self {
            scene,
            judge: scene.judge(),
            ledger: Ledger::of_function(never_returns(scene.program, scene.func)),
            extent: Extent { turns, ..extent },
            turns: limits::FIRST_TURNS,
            long: Vec::new(),
            endless: 0,
            taken: Taken::default(),
            variety: None,
            never_taken: None,
            stop,
            stage: Stage::ALL[0].name,
            tallies: BTreeMap::new(),
        }
    }

    /// Did paths end only because they were too long for this time?
    fn wants_longer_paths(&self) -> bool {
        let walked = self.ledger.walked();
        let mut cuts = walked.cuts.iter();
        !walked.stopped
            && self.extent.events < limits::LAST_EVENTS
            && cuts.any(|cut| matches!(cut, Cut::Events(_)))
    }

    fn is_any_wanted(&self) -> bool {
        self.ledger.is_any_wanted(self.scene)
    }

    /// Tells how far it is; is the time up?
    fn is_over(&self) -> bool {
        (self.stop)(&self.progress())
    }

    /// The same for those who work on while nothing new is known.
    fn clock(&self) -> impl Fn() -> bool + use<'a> {
        let (stop, now) = (self.stop, self.progress());
        move || stop(&now)
    }

    fn progress(&self) -> Progress {
        Progress {
            tests: self.ledger.candidates().len(),
            covered: self.ledger.n_covered(),
            objectives: self.scene.objectives.len(),
            paths: self.ledger.n_paths(),
            stage: self.stage,
        }
    }
}

/// Does no way through a function lead to its end?
fn never_returns(program: &ir::Program, func: Func) -> bool {
    let body = program.body(func);
    let code = exec::Code::new(body);
    let (mut met, mut open) = (vec![false; code.ops.len()], vec![0]);
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut met[at as usize], true) {
            continue;
        }
        match &code.ops[at as usize] {
            exec::Op::End => return false,
            exec::Op::Do(inst) => match body.insts[*inst] {
                ir::Inst::Return(_) => return false,
                ir::Inst::Trap(_) => {}
                _ => open.push(at + 1),
            },
            exec::Op::Branch(_, other) => open.extend([at + 1, *other]),
            exec::Op::Goto(to) => open.push(*to),
            exec::Op::Switch(_, to) => open.extend(to),
            exec::Op::Enter(_) => open.push(at + 1),
        }
    }
    true
}
