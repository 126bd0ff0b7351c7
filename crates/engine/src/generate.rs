//! One function, from objectives to tests and verdicts.
//!
//! Cheap first: seeds, then the witness walk. Every input that either of them proposes is run by the interpreter, and only
//! what that run shows counts as covered.

mod pursue;
mod run_all;

use crate::ahead::Ahead;
use crate::confirm::{Confirmed, Ending, Judge};
use crate::describe::{Describer, describe_event, place_of};
use crate::minimise::minimise;
use crate::objectives::{Aim, Objective, Objectives, Within};
use crate::polish::polish;
use crate::scope::{may_alias, parse_bound, taken_for_granted};
use crate::seeds::Seeds;
use crate::walk::{Cut, End, Everything, Guide, Leaf, NoStart, Walk, WalkLimits};
use entity::{EntityRef, EntitySet};
use exec::Policy;
use ir::input::Input;
use ir::{Event, Func, Program, Trap, TrapKind};
use pursue::Effort;
use solver::Limits;
use source::SourceMap;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use suite::{
    Ends, FunctionReport, ObjectiveKind, Outcome, PathMethod, Paths, Scope, Status, Verdict,
};

/// What the tests are to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Both outcomes of every condition and each switch target.
    Branch,
    /// Both outcomes of every condition.
    Condition,
    /// Both outcomes of every decision.
    Decision,
    /// Both outcomes of every condition, each decisive for its decision.
    Mcdc,
    /// One test per feasible path.
    Path,
    /// One test per feasible path with at most so many turns of each loop.
    KPath(u32),
}

impl Criterion {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Branch => "branch",
            Self::Condition => "condition",
            Self::Decision => "decision",
            Self::Mcdc => "mcdc",
            Self::Path => "path",
            Self::KPath(_) => "kpath",
        }
    }

    fn walks_all_paths(self) -> bool {
        matches!(self, Self::Path | Self::KPath(_))
    }

    fn objectives(self, program: &Program, func: Func, within: Within) -> Objectives {
        match self {
            Self::Branch | Self::Path | Self::KPath(_) => {
                Objectives::branches(program, func, within)
            }
            Self::Condition => Objectives::conditions(program, func, within),
            Self::Decision => Objectives::decisions(program, func, within),
            Self::Mcdc => Objectives::decisive(program, func, within),
        }
    }

    fn kind(self) -> ObjectiveKind {
        match self {
            Self::Branch | Self::Path | Self::KPath(_) => ObjectiveKind::Branch,
            Self::Condition => ObjectiveKind::Condition,
            Self::Decision => ObjectiveKind::Decision,
            Self::Mcdc => ObjectiveKind::Mcdc,
        }
    }
}

/// What looks for inputs beyond seeds when covering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engines {
    /// The witness walk.
    Walk,
    /// Cheap paths, then goals for the rest, then both with more patience.
    Both,
    /// Goals alone.
    Goals,
}

/// How to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What the tests are to achieve.
    pub criterion: Criterion,
    /// Whose code counts.
    pub within: Within,
    /// Seed of the pseudo-random numbers.
    pub seed: u64,
    /// How many seed inputs to try.
    pub seeds: u32,
    /// What looks for inputs beyond seeds when covering.
    pub engines: Engines,
    /// Turns of each loop that goals unfold at first; what needs more is generalised, then unfolded further.
    pub first_turns: u32,
    /// Where at most so many inputs are admissible, all of them are run.
    pub most_inputs: u64,
    /// Compare every symbolic value with the interpreter's (slow; on in tests).
    pub validate: bool,
    /// Repeat refutations by a second method (slow; on in tests).
    pub audit: bool,
}

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
    /// Our own mistakes, if any: what two judges disagreed about.
    pub disagreements: Vec<String>,
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

/// Loop bounds of successive rounds when covering: each is four times the last until everything is decided.
const FIRST_TURNS: u32 = 3;
const LAST_TURNS: u32 = 3 << 16;
/// Events of a path at first; where paths are longer, all are walked again with more.
const FIRST_EVENTS: usize = 2_000;
const MORE_EVENTS: usize = 10;
const LAST_EVENTS: usize = 200_000;
/// Instructions of a path.
const PATH_STEPS: u64 = 20_000_000;
/// Steps of the interpreter on an input of the walk, at least; it may count more finely than the walk does.
const JUDGED_STEPS: u64 = 1_000_000;
/// Steps of the interpreter that all seeds together may take: those that loop forever must not eat the budget.
const SEED_STEPS: u64 = 20_000_000;
/// How often a walk that shares its time with goals may look around without reaching anything new.
const BRIEFLY: u32 = 400;
/// Tests kept to choose from when a suite is to be small.
const MOST_CANDIDATES: usize = 400;
/// Suites larger than this are not polished: nobody reads them.
const POLISHED: usize = 500;

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
    let mut search = Search::new(program, func, options);
    search.run(stop)?;
    while search.wants_longer_paths() {
        let mut longer = Search::new(program, func, options);
        longer.most_events = search.most_events.saturating_mul(MORE_EVENTS);
        longer.run(stop)?;
        // What came of shorter paths is kept where there was no time for longer ones.
        if longer.stopped && longer.paths.feasible < search.paths.feasible {
            break;
        }
        search = longer;
    }
    if options.criterion == Criterion::Mcdc && options.engines != Engines::Walk {
        search.enrich(stop);
    }
    if !options.criterion.walks_all_paths() {
        search.explain(stop);
    }
    Ok(search.conclude(map, describer, include, stop))
}

/// A test that was run.
struct Candidate {
    input: Input,
    run: Confirmed,
    reached: EntitySet<Objective>,
}
struct Search<'a> {
    program: &'a Program,
    func: Func,
    options: &'a Options,
    judge: Judge<'a>,
    objectives: Objectives,
    ahead: Ahead,
    /// Reached by tests that return.
    covered: RefCell<EntitySet<Objective>>,
    /// Shown infeasible by goals.
    excluded: RefCell<EntitySet<Objective>>,
    /// What goals say of objectives that no test reaches.
    decided: BTreeMap<Objective, Verdict>,
    /// For infeasible objectives the outcomes that together exclude them.
    explained: BTreeMap<Objective, Vec<Event>>,
    /// Reached by tests that trap later.
    reached_before_traps: RefCell<EntitySet<Objective>>,
    found_traps: RefCell<BTreeSet<Trap>>,
    candidates: Vec<Candidate>,
    /// One reproducer per trap.
    traps: BTreeMap<Trap, usize>,
    /// Most events of a path.
    most_events: usize,
    cuts: BTreeSet<Cut>,
    /// What a reader should know.
    notes: BTreeSet<String>,
    unsupported: BTreeSet<String>,
    paths: Paths,
    assumes: BTreeSet<String>,
    bounds: BTreeSet<String>,
    /// Was every path walked that could reach something uncovered?
    exhausted: bool,
    stopped: bool,
    questions: u64,
    steps: u64,
    disagreements: Vec<String>,
}

/// Wants what no test that returns has reached.
struct Hunt<'a> {
    objectives: &'a Objectives,
    ahead: &'a Ahead,
    covered: &'a RefCell<EntitySet<Objective>>,
    excluded: &'a RefCell<EntitySet<Objective>>,
    reached_before_traps: &'a RefCell<EntitySet<Objective>>,
    found_traps: &'a RefCell<BTreeSet<Trap>>,
}

impl Hunt<'_> {
    fn is_open(&self, objective: Objective) -> bool {
        !self.covered.borrow().contains(objective) && !self.excluded.borrow().contains(objective)
    }
}

impl Guide for Hunt<'_> {
    fn wants(&self, event: Event) -> bool {
        self.objectives.concerned(event).iter().any(|&objective| self.is_open(objective))
    }

    fn worth(&self, frames: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool {
        self.ahead.any(frames, |objective| self.is_open(objective))
    }

    fn wants_trap(&self, trap: Trap, events: &[Event]) -> bool {
        let (covered, on_the_way) = (self.covered.borrow(), self.reached_before_traps.borrow());
        let is_new = |objective| !covered.contains(objective) && !on_the_way.contains(objective);
        let found = self.found_traps.borrow().contains(&trap);
        !found
            || events
                .iter()
                .flat_map(|&event| self.objectives.concerned(event))
                .any(|&objective| is_new(objective))
    }
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, func: Func, options: &'a Options) -> Self {
        let objectives = options.criterion.objectives(program, func, options.within);
        Self {
            program,
            func,
            options,
            judge: Judge::new(program, func),
            ahead: Ahead::new(program, &objectives),
            covered: RefCell::new(EntitySet::new()),
            excluded: RefCell::new(EntitySet::new()),
            decided: BTreeMap::new(),
            explained: BTreeMap::new(),
            reached_before_traps: RefCell::new(EntitySet::new()),
            found_traps: RefCell::new(BTreeSet::new()),
            candidates: Vec::new(),
            traps: BTreeMap::new(),
            most_events: if options.criterion.walks_all_paths() {
                FIRST_EVENTS
            } else {
                LAST_EVENTS
            },
            cuts: BTreeSet::new(),
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
            assumes: BTreeSet::new(),
            bounds: BTreeSet::new(),
            exhausted: false,
            stopped: false,
            questions: 0,
            steps: 0,
            disagreements: Vec::new(),
            objectives,
        }
    }

    /// Did paths end only because they were too long for this time?
    fn wants_longer_paths(&self) -> bool {
        let too_long = |cut: &Cut| matches!(cut, Cut::Events(_));
        !self.stopped && self.most_events < LAST_EVENTS && self.cuts.iter().any(too_long)
    }

    fn run(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        match self.options.criterion {
            // Which runs have at most k turns is for the walk to say.
            Criterion::KPath(k) => return self.walk(Some(k), None, stop).map(|_| ()),
            Criterion::Path => {
                return if self.run_all(stop) {
                    Ok(())
                } else {
                    self.walk(None, None, stop).map(|_| ())
                };
            }
            _ => {}
        }
        self.try_seeds(stop);
        if self.is_any_open() && self.run_all(stop) && self.exhausted {
            return Ok(());
        }
        match self.options.engines {
            Engines::Walk => self.walk_deeper(stop)?,
            Engines::Both => self.take_turns(stop)?,
            Engines::Goals => {
                for effort in Effort::ALL {
                    if self.is_any_open() {
                        self.pursue(effort, stop);
                    }
                }
            }
        }
        Ok(())
    }

    /// Paths for cheap coverage, goals for the rest; each with more patience when it is its turn again.
    fn take_turns(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        let (mut turns, mut looks) = (FIRST_TURNS, BRIEFLY);
        for effort in Effort::ALL {
            let short = self.walk(Some(turns), Some(looks), stop)?;
            if self.stopped || (self.exhausted && self.bounds.is_empty()) || !self.is_any_open() {
                return Ok(());
            }
            self.pursue(effort, stop);
            if !self.is_any_open() {
                return Ok(());
            }
            looks *= 10;
            turns *= if short { 4 } else { 1 };
        }
        self.walk_deeper(stop)
    }

    fn is_any_open(&self) -> bool {
        self.n_closed() < self.objectives.len()
    }

    fn walk_deeper(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        let mut turns = FIRST_TURNS;
        loop {
            self.cuts.clear();
            let deeper = self.walk(Some(turns), None, stop)?;
            if !deeper || self.stopped || turns >= LAST_TURNS {
                return Ok(());
            }
            turns *= 4;
        }
    }

    /// Objectives that no more need be asked about.
    fn n_closed(&self) -> usize {
        self.covered.borrow().len() + self.excluded.borrow().len()
    }

    fn progress(&self) -> Progress {
        Progress {
            tests: self.candidates.len(),
            covered: self.covered.borrow().len(),
            objectives: self.objectives.len(),
            paths: self.paths.feasible + self.paths.trapped + self.paths.cut,
        }
    }

    fn try_seeds(&mut self, stop: Stop<'_>) {
        let globals = exec::input_globals(self.program);
        let mut seeds =
            Seeds::new(self.program, self.func, &self.objectives.funcs, globals, self.options.seed);
        if !seeds.possible() {
            return;
        }
        let mut steps = 0;
        for _ in 0..self.options.seeds {
            if steps > SEED_STEPS {
                return;
            }
            if stop(&self.progress()) || self.covered.borrow().len() == self.objectives.len() {
                return;
            }
            let input = seeds.make();
            if self.judge.admits(&input) == Some(true) {
                let run = self.judge.run(&input);
                steps += run.steps;
                if !blames_the_seed(&run.ending) {
                    self.keep_if_new(input, run);
                }
            }
        }
    }

    /// One walk, complete unless it may only look around so often without reaching anything new; true if a bound of ours
    /// kept it from something still wanted.
    fn walk(
        &mut self,
        turns: Option<u32>,
        looks: Option<u32>,
        stop: Stop<'_>,
    ) -> Result<bool, NoStart> {
        let all = self.options.criterion.walks_all_paths();
        self.paths.method = PathMethod::Walk;
        let limits = WalkLimits {
            turns,
            recursion: turns.unwrap_or(64).max(4),
            events: self.most_events,
            steps: PATH_STEPS,
            solver: Limits { audit: self.options.audit, ..Limits::standard() },
        };
        let progress = Cell::new(self.progress());
        let (tired, looks_left) = (Cell::new(false), Cell::new(looks.unwrap_or(0)));
        let ask = || {
            if looks.is_some() {
                looks_left.set(looks_left.get().saturating_sub(1));
                tired.set(tired.get() || looks_left.get() == 0);
            }
            tired.get() || stop(&progress.get())
        };
        self.cuts.clear();
        let mut walk = Walk::new(self.program, self.func, Policy::INITIAL, limits, &ask)?;
        self.note_left_out(&walk.left_out);
        let mut deeper = false;
        loop {
            let hunt = Hunt {
                objectives: &self.objectives,
                ahead: &self.ahead,
                covered: &self.covered,
                excluded: &self.excluded,
                reached_before_traps: &self.reached_before_traps,
                found_traps: &self.found_traps,
            };
            let guide: &dyn Guide = if all { &Everything } else { &hunt };
            let now = self.progress();
            if now.covered > progress.get().covered {
                looks_left.set(looks.unwrap_or(0));
            }
            progress.set(now);
            let Some(leaf) = walk.next(guide) else { break };
            deeper |= self.is_too_short(&leaf.end);
            self.take_leaf(leaf);
        }
        self.stopped = !walk.is_done() && !tired.get();
        self.exhausted = walk.is_done() && !deeper && self.cuts.is_empty();
        self.paths.infeasible_prefixes = walk.counts.infeasible;
        self.assumes = walk.used_requires().into_iter().collect();
        self.bounds = walk.used_bounds().into_iter().collect();
        self.questions += walk.counts.questions;
        self.steps += walk.steps();
        Ok(deeper && self.n_closed() < self.objectives.len())
    }

    /// Did a bound of our own choice end a path? The turns of k-paths are the user's choice.
    fn is_too_short(&self, end: &End) -> bool {
        match end {
            End::Cut(Cut::Turns(..)) => !matches!(self.options.criterion, Criterion::KPath(_)),
            End::Cut(Cut::Recursion(..)) => true,
            _ => false,
        }
    }

    fn take_leaf(&mut self, leaf: Leaf) {
        match &leaf.end {
            End::Returned => self.paths.feasible += 1,
            End::Trapped(_) => self.paths.trapped += 1,
            // Beyond k there are no k-paths.
            End::Cut(Cut::Turns(..)) if matches!(self.options.criterion, Criterion::KPath(_)) => {
                return;
            }
            End::Cut(cut) => {
                self.paths.cut += 1;
                self.cuts.insert(cut.clone());
            }
            End::Unsupported(reason) => {
                self.paths.cut += 1;
                self.unsupported.insert(reason.clone());
            }
        }
        let Some(input) = leaf.input else { return };
        let run = self.judge.run_briefly(&input, JUDGED_STEPS.max(leaf.steps * 4));
        self.compare(&leaf.events, &leaf.end, &input, &run);
        match (self.options.criterion.walks_all_paths(), leaf.end) {
            (true, End::Returned) => self.keep(input, run),
            // One test per path: where a prefix that was given up leads is for another walk to say.
            (true, End::Cut(_) | End::Unsupported(_)) => {}
            (true, End::Trapped(_)) | (false, _) => self.keep_if_new(input, run),
        }
    }

    /// The interpreter must show what the walk promised.
    fn compare(&mut self, events: &[Event], end: &End, input: &Input, run: &Confirmed) {
        let agrees = match (end, &run.ending) {
            (End::Returned, Ending::Returned(_)) => run.events == events,
            (End::Trapped(trap), Ending::Trapped(other)) => trap == other && run.events == events,
            (End::Cut(_) | End::Unsupported(_), Ending::Limit(_)) => {
                let n_common = events.len().min(run.events.len());
                run.events[..n_common] == events[..n_common]
            }
            (End::Cut(_) | End::Unsupported(_), _) => run.events.starts_with(events),
            (End::Returned | End::Trapped(_), _) => false,
        };
        if !agrees {
            self.disagreements.push(format!(
                "the walk of `{}` promised {end:?} after {} events, the interpreter shows {:?} after {} on {input:?}",
                self.program.funcs[self.func].name,
                events.len(),
                run.ending,
                run.events.len()
            ));
        }
        if self.options.validate
            && let Err(difference) = crate::validate::validate(self.program, self.func, input)
        {
            self.disagreements.push(format!("{difference} on {input:?}"));
        }
        self.check_admitted(input);
    }

    /// What constraints admit, the interpreter must admit too.
    fn check_admitted(&mut self, input: &Input) {
        if self.judge.admits(input) == Some(false) {
            self.disagreements.push(format!("an input does not satisfy its contract: {input:?}"));
        }
    }

    fn keep_if_new(&mut self, input: Input, run: Confirmed) {
        let reached = self.objectives.reached(self.program, &run.events);
        match run.ending {
            Ending::Returned(_) => {
                let news =
                    reached.iter().any(|objective| !self.covered.borrow().contains(objective));
                if news || self.is_a_choice(&reached) {
                    self.keep(input, run);
                }
            }
            Ending::Trapped(trap) => {
                let news = self.note_trapped(&reached);
                if self.found_traps.borrow_mut().insert(trap) {
                    self.traps.insert(trap, self.candidates.len());
                } else if !news {
                    return;
                }
                self.candidates.push(Candidate { input, run, reached });
            }
            Ending::Limit(_) | Ending::Other(_) => {}
        }
    }

    /// Could a suite be smaller with a test that reaches all this? With several conditions to a decision it often is.
    fn is_a_choice(&self, reached: &EntitySet<Objective>) -> bool {
        let inside = |other: &Candidate| {
            matches!(other.run.ending, Ending::Returned(_))
                && reached.iter().all(|objective| other.reached.contains(objective))
        };
        self.options.criterion == Criterion::Mcdc
            && self.candidates.len() < MOST_CANDIDATES
            && !self.candidates.iter().any(inside)
    }

    /// Remembers what a run reached before it trapped; true if something is new.
    fn note_trapped(&mut self, reached: &EntitySet<Objective>) -> bool {
        let mut on_the_way = self.reached_before_traps.borrow_mut();
        let fresh: Vec<_> =
            reached.iter().filter(|&objective| on_the_way.insert(objective)).collect();
        let covered = self.covered.borrow();
        fresh.into_iter().any(|objective| !covered.contains(objective))
    }

    fn keep(&mut self, input: Input, run: Confirmed) {
        let reached = self.objectives.reached(self.program, &run.events);
        for objective in reached.iter() {
            self.covered.borrow_mut().insert(objective);
        }
        self.candidates.push(Candidate { input, run, reached });
    }

    // -- conclusions

    fn conclude(
        mut self,
        map: &SourceMap,
        describer: &mut Describer<'_>,
        include: &str,
        stop: Stop<'_>,
    ) -> Generated {
        let kept = self.select();
        let progress = self.progress();
        let polishing = || kept.len() <= POLISHED && !stop(&progress);
        let mut report = FunctionReport::new(
            describer.under_test(map, self.func, include),
            self.options.criterion.name(),
        );
        let (mut events, mut inputs) = (Vec::new(), Vec::new());
        let mut first_cover: BTreeMap<Objective, String> = BTreeMap::new();
        let mut reproducers: BTreeMap<Trap, String> = BTreeMap::new();
        for (number, &index) in kept.iter().enumerate() {
            let candidate = &self.candidates[index];
            let (input, run) = if polishing() {
                polish(&mut self.judge, &candidate.input, &candidate.run)
            } else {
                (candidate.input.clone(), candidate.run.clone())
            };
            let id = format!("t{}", number + 1);
            let mut covers = Vec::new();
            for objective in candidate.reached.iter() {
                first_cover.entry(objective).or_insert_with(|| {
                    covers.push(self.objectives.ids[objective.index()].clone());
                    id.clone()
                });
            }
            if let Ending::Trapped(trap) = run.ending {
                reproducers.entry(trap).or_insert_with(|| id.clone());
            }
            let outputs = run.outputs(describer, self.func, &input);
            report.tests.push(suite::Test {
                id,
                inputs: describer.inputs(self.func, &input),
                outputs,
                path: run.events.iter().map(|&event| self.objectives.name(event)).collect(),
                covers,
                ends: self.ends(map, &run.ending),
                replayed: suite::Replay::NotRun,
            });
            events.push(run.events);
            inputs.push(input);
        }
        let aims = self.objectives.aims.iter();
        let objective_events = aims.map(|aim| aim.events(self.program)).collect();
        report.objectives = self.describe_objectives(map, &first_cover);
        report.findings = self.findings(map, &reproducers);
        report.status = self.status(&report);
        self.paths.complete =
            self.exhausted && self.unsupported.is_empty() && self.bounds.is_empty();
        report.paths = self.options.criterion.walks_all_paths().then_some(self.paths);
        report.notes = self.all_notes();
        report.stats = vec![("solver_calls".into(), self.questions), ("steps".into(), self.steps)];
        Generated { report, objective_events, events, inputs, disagreements: self.disagreements }
    }

    /// What a reader should know: clauses left out, and why prefixes were cut.
    fn all_notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.notes.iter().cloned().collect();
        if self.options.criterion.walks_all_paths() {
            notes.extend(self.cuts.iter().map(|cut| self.describe_cut(cut)));
        }
        notes
    }

    fn note_left_out(&mut self, clauses: &[(String, String)]) {
        for (clause, reason) in clauses {
            self.notes.insert(format!("the clause `{clause}` is not used: {reason}"));
        }
    }

    fn describe_cut(&self, cut: &Cut) -> String {
        let (why, within) = self.why_cut(cut);
        match within {
            Some((what, most)) => format!("some prefixes were cut: {why} ({what} <= {most})"),
            None => format!("some prefixes were cut: {why}"),
        }
    }

    /// The candidates that become tests: all paths, or a small suite; and one reproducer per trap.
    fn select(&self) -> Vec<usize> {
        if self.options.criterion.walks_all_paths() {
            return (0..self.candidates.len()).collect();
        }
        let returning: Vec<usize> = (0..self.candidates.len())
            .filter(|&index| matches!(self.candidates[index].run.ending, Ending::Returned(_)))
            .collect();
        let reached: Vec<_> =
            returning.iter().map(|&index| self.candidates[index].reached.clone()).collect();
        let cost: Vec<u64> =
            returning.iter().map(|&index| self.candidates[index].run.steps).collect();
        let mut kept: Vec<usize> =
            minimise(&reached, &cost).into_iter().map(|index| returning[index]).collect();
        kept.sort_unstable();
        kept.extend(self.trapping());
        kept
    }

    /// One reproducer per trap, and what it takes to reach objectives that no test that returns reaches.
    fn trapping(&self) -> Vec<usize> {
        let mut kept: BTreeSet<usize> = self.traps.values().copied().collect();
        let mut reached = self.covered.borrow().clone();
        let trapping =
            |index: &usize| matches!(self.candidates[*index].run.ending, Ending::Trapped(_));
        let candidates: Vec<usize> = (0..self.candidates.len()).filter(trapping).collect();
        for &index in kept.clone().iter().chain(&candidates) {
            let fresh: Vec<_> = self.candidates[index]
                .reached
                .iter()
                .filter(|&objective| reached.insert(objective))
                .collect();
            if !fresh.is_empty() {
                kept.insert(index);
            }
        }
        kept.into_iter().collect()
    }

    fn ends(&self, map: &SourceMap, ending: &Ending) -> Ends {
        match ending {
            Ending::Returned(_) => Ends::Return,
            Ending::Trapped(trap) => {
                Ends::Trap { kind: trap.kind.name().to_owned(), line: self.trap_line(map, *trap) }
            }
            Ending::Limit(what) | Ending::Other(what) => Ends::Limit { what: what.clone() },
        }
    }

    fn trap_line(&self, map: &SourceMap, trap: Trap) -> u32 {
        place_of(map, self.program.body(trap.func).spans[trap.inst]).1
    }

    fn describe_objectives(
        &self,
        map: &SourceMap,
        covered: &BTreeMap<Objective, String>,
    ) -> Vec<suite::Objective> {
        let verdict = |objective: Objective| match covered.get(&objective) {
            Some(test) => Verdict::Covered { test: test.clone() },
            None => match self.uncovered_objective(objective) {
                Verdict::Infeasible { scope, assumes, proof, .. } => {
                    let because = self.because(map, objective);
                    Verdict::Infeasible { scope, assumes, proof, because }
                }
                verdict => verdict,
            },
        };
        self.objectives
            .all()
            .map(|objective| self.describe_objective(map, objective, verdict(objective)))
            .collect()
    }

    /// The outcomes that together exclude an objective, for people.
    fn because(&self, map: &SourceMap, objective: Objective) -> Vec<String> {
        if let Aim::Decisive(site, truth) = *self.objectives.aim(objective) {
            let event = Event::Cond(site, truth);
            if self.candidates.iter().any(|candidate| candidate.run.events.contains(&event)) {
                return vec!["another condition always masks it".to_owned()];
            }
        }
        let events = self.explained.get(&objective).into_iter().flatten();
        events.map(|&event| describe_event(self.program, map, event)).collect()
    }

    fn describe_objective(
        &self,
        map: &SourceMap,
        objective: Objective,
        verdict: Verdict,
    ) -> suite::Objective {
        let aim = self.objectives.aim(objective);
        let span = aim.span(self.program);
        let (file, line, col) = place_of(map, span);
        let (outcome, text) = match *aim {
            Aim::Event(Event::Cond(_, truth))
            | Aim::Decided(_, truth)
            | Aim::Decisive(_, truth) => (Outcome::Truth(truth), map.original(span)),
            Aim::Evaluated(_) => (Outcome::Reached, map.original(span)),
            Aim::Event(Event::Switch(site, target)) => {
                let data = &self.program.body(site.func).switches[site.switch];
                let target = &data.targets[target as usize];
                let name = if target.implicit {
                    "default (implicit)".to_owned()
                } else {
                    map.original(target.span)
                };
                (Outcome::Named(name), map.original(data.span))
            }
        };
        let main_file = place_of(map, self.program.funcs[self.func].span).0;
        suite::Objective {
            id: self.objectives.ids[objective.index()].clone(),
            kind: self.options.criterion.kind(),
            in_function: self.program.funcs[aim.func()].name.clone(),
            file: file.filter(|file| Some(file) != main_file.as_ref()),
            line,
            col,
            text,
            outcome,
            verdict,
        }
    }

    /// What is known of an objective that no test reaches: the stronger of what goals and the walk say.
    fn uncovered_objective(&self, objective: Objective) -> Verdict {
        match (self.decided.get(&objective), self.options.engines) {
            (Some(verdict @ Verdict::Infeasible { .. }), _) => verdict.clone(),
            (Some(verdict), Engines::Goals) => verdict.clone(),
            (Some(verdict), _) => match self.uncovered() {
                proof @ Verdict::Infeasible { .. } => proof,
                _ => verdict.clone(),
            },
            (None, _) => self.uncovered(),
        }
    }

    /// What the walk says of objectives that no test reaches.
    fn uncovered(&self) -> Verdict {
        let unknown = |reason: String| Verdict::Unknown { reason, excluded_within: Vec::new() };
        if let Some(reason) = self.unsupported.first() {
            return unknown(format!("paths meet what is not modelled: {reason}"));
        }
        if self.stopped {
            return unknown("the budget ran out".to_owned());
        }
        if !self.exhausted {
            return self.cut_short();
        }
        if let Some(bound) = self.bounds.first() {
            let excluded_within = self.bounds.iter().map(|bound| parse_bound(bound)).collect();
            return Verdict::Unknown { reason: format!("not within {bound}"), excluded_within };
        }
        if let Some((p, q)) = may_alias(self.program, self.func) {
            return unknown(format!(
                "excluded only while `{p}` and `{q}` lead to different arrays"
            ));
        }
        let scope = match self.options.criterion {
            Criterion::KPath(k) => {
                Scope::Bounded(vec![("turns of every loop".to_owned(), u64::from(k))])
            }
            _ => Scope::Unconditional,
        };
        let assumes = self
            .assumes
            .iter()
            .cloned()
            .chain(taken_for_granted(self.program, self.func))
            .collect();
        let proof = match self.paths.method {
            PathMethod::Walk => "walking every path that could lead there".to_owned(),
            PathMethod::Exhaustion(inputs) => format!("running all {inputs} admissible inputs"),
        };
        Verdict::Infeasible { scope, assumes, proof, because: Vec::new() }
    }

    fn cut_short(&self) -> Verdict {
        let Some(cut) = self.cuts.first() else {
            let reason = "not every path was walked".to_owned();
            return Verdict::Unknown { reason, excluded_within: Vec::new() };
        };
        let (reason, within) = self.why_cut(cut);
        Verdict::Unknown { reason, excluded_within: within.into_iter().collect() }
    }

    /// Why prefixes were not followed, and the bound that it was if it was one.
    fn why_cut(&self, cut: &Cut) -> (String, Option<(String, u64)>) {
        match cut {
            Cut::Turns(_, _, most) => (
                "a loop would have to turn more often".to_owned(),
                Some(("turns of a loop".to_owned(), u64::from(*most))),
            ),
            Cut::Recursion(func, most) => {
                let name = &self.program.funcs[*func].name;
                (
                    format!("`{name}` would have to call itself more often"),
                    Some((format!("active calls of {name}"), u64::from(*most))),
                )
            }
            Cut::Events(most) => (
                "a path has too many branches".to_owned(),
                Some(("branches of a path".to_owned(), *most as u64)),
            ),
            Cut::Steps(most) => {
                ("a path is too long".to_owned(), Some(("steps of a path".to_owned(), *most)))
            }
            Cut::Input(why) => (format!("an input could not be built: {why}"), None),
            Cut::Undecided => ("the solver did not decide".to_owned(), None),
        }
    }

    fn findings(
        &self,
        map: &SourceMap,
        reproducers: &BTreeMap<Trap, String>,
    ) -> Vec<suite::Finding> {
        reproducers
            .iter()
            .map(|(trap, test)| {
                let span = self.program.body(trap.func).spans[trap.inst];
                suite::Finding {
                    kind: trap.kind.name().to_owned(),
                    in_function: self.program.funcs[trap.func].name.clone(),
                    line: self.trap_line(map, *trap),
                    message: format!("{} in `{}`", trap.kind.sentence(), map.original(span)),
                    test: Some(test.clone()),
                }
            })
            .collect()
    }

    fn status(&self, report: &FunctionReport) -> Status {
        let open = report
            .objectives
            .iter()
            .any(|objective| matches!(objective.verdict, Verdict::Unknown { .. }));
        let cut_paths = self.options.criterion.walks_all_paths()
            && !(self.exhausted && self.unsupported.is_empty());
        if open || cut_paths || self.stopped { Status::Partial } else { Status::Complete }
    }
}

/// Does a run trap only because the seed's arrays are too short? No finding: a length that fits could have been chosen.
fn blames_the_seed(ending: &Ending) -> bool {
    match ending {
        Ending::Trapped(trap) => {
            matches!(trap.kind, TrapKind::OutOfBounds | TrapKind::PointerArithmetic)
        }
        Ending::Returned(_) | Ending::Limit(_) | Ending::Other(_) => false,
    }
}
