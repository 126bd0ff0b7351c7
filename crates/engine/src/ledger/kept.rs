//! Runs that were seen: which inputs are worth keeping, what goes wrong in them, and whose business that is.

use super::Ledger;
use crate::confirm::{Confirmed, Ending};
use crate::limits;
use crate::minimise::minimise;
use crate::objectives::Objective;
use crate::options::Criterion;
use crate::plain::broken_premise;
use crate::scene::{Scene, is_written};
use crate::verdict::on_going_on;
use crate::walk::{End, Leaf};
use entity::EntitySet;
use ir::input::Input;
use ir::{Event, Func, Trap, TrapKind, Value};
use std::collections::{BTreeMap, BTreeSet};
use world::Premise;

/// A test that was run.
pub(crate) struct Candidate {
    pub(crate) input: Input,
    pub(crate) run: Confirmed,
    pub(crate) reached: EntitySet<Objective>,
    /// When its path is taken and what it computes, if that was asked for.
    pub(crate) formula: Option<suite::Formula>,
    /// Is it one of several inputs of its path?
    pub(crate) another: bool,
}

impl Candidate {
    pub(crate) fn returns(&self) -> bool {
        matches!(self.run.ending, Ending::Returned(_))
    }

    pub(crate) fn traps(&self) -> bool {
        matches!(self.run.ending, Ending::Trapped(_))
    }
}

/// How a path ends, as far as that tells it from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PathEnd {
    Returned,
    Trapped(Trap),
    /// It was not followed to its end.
    Cut,
}

impl From<&End> for PathEnd {
    fn from(end: &End) -> Self {
        match end {
            End::Returned => Self::Returned,
            End::Trapped(trap) => Self::Trapped(*trap),
            End::Cut(_) | End::Unsupported(_) => Self::Cut,
        }
    }
}

/// Tests that were run, and what they show.
#[derive(Default)]
pub(super) struct Kept {
    candidates: Vec<Candidate>,
    /// The candidates to keep, where that is decided already.
    chosen: Option<Vec<usize>>,
    /// Paths that may come up several times, with the inputs kept for each.
    paths: BTreeMap<(Vec<Event>, PathEnd), u32>,
    /// May a path come up that is not remembered?
    remembers: bool,
    /// One reproducer per trap, which need not become a test.
    traps: BTreeMap<Trap, usize>,
    /// Traps that plain inputs run into, and for others what keeps callers from them.
    plain_traps: BTreeSet<Trap>,
    duties: BTreeMap<Trap, Premise>,
    /// Traps that other memory of the caller would have kept from happening.
    callers: BTreeSet<Trap>,
    /// The first candidate that loses what is allocated at a place.
    leaks: BTreeMap<(Func, Value), usize>,
    /// Paths followed to their end, those that trap, and prefixes that were cut.
    feasible: u64,
    trapped: u64,
    cut: u64,
}

impl Kept {
    pub(super) fn serve(&mut self, serves: Vec<EntitySet<Objective>>, chosen: Vec<usize>) {
        for (candidate, serves) in self.candidates.iter_mut().zip(serves) {
            candidate.reached = serves;
        }
        self.chosen = Some(chosen);
    }
}

impl Ledger {
    pub(crate) fn candidates(&self) -> &[Candidate] {
        &self.kept.candidates
    }

    /// Does a test reach it, however it ends?
    pub(crate) fn is_reached(&self, objective: Objective) -> bool {
        self.kept.candidates.iter().any(|candidate| candidate.reached.contains(objective))
    }

    /// Paths walked to their end or to a limit.
    pub(crate) fn n_paths(&self) -> u64 {
        self.kept.feasible + self.kept.trapped + self.kept.cut
    }

    /// Paths followed to their end, those that trap, and prefixes that were cut.
    pub(crate) fn path_counts(&self) -> (u64, u64, u64) {
        (self.kept.feasible, self.kept.trapped, self.kept.cut)
    }

    /// Keeps a run that shows something new.
    pub(crate) fn keep_if_new(&mut self, scene: &Scene<'_>, input: Input, run: Confirmed) {
        let reached = scene.objectives.reached(scene.program, &run);
        match run.ending {
            Ending::Returned(_) => {
                let is_new = reached.iter().any(|objective| !self.covered.contains(objective))
                    || run.leaks.iter().any(|site| !self.kept.leaks.contains_key(site));
                if is_new || self.is_the_only_one(scene) || self.is_a_choice(scene, &reached) {
                    self.keep(scene, input, run);
                }
            }
            Ending::Trapped(trap) => {
                let news = self.note_before_trap(&reached);
                let is_better = self.note_duty(scene, trap, &input);
                if !self.is_found(trap) || is_better {
                    self.kept.traps.insert(trap, self.kept.candidates.len());
                } else if !news {
                    return;
                }
                self.push(input, run, reached);
            }
            Ending::Limit(_) => self.note_endless(&reached, &input),
            Ending::Other(_) => {}
        }
    }

    /// Keeps a run that returned.
    pub(crate) fn keep(&mut self, scene: &Scene<'_>, input: Input, mut run: Confirmed) {
        // Where an allocation failed, what is lost is not the point.
        if broken_premise(scene.world, scene.options.relaxed, &input).is_some() {
            run.leaks.clear();
        }
        let reached = scene.objectives.reached(scene.program, &run);
        for objective in reached.iter() {
            self.covered.insert(objective);
        }
        for &site in &run.leaks {
            self.kept.leaks.entry(site).or_insert(self.kept.candidates.len());
        }
        self.push(input, run, reached);
    }

    fn push(&mut self, input: Input, run: Confirmed, reached: EntitySet<Objective>) {
        let candidate = Candidate { input, run, reached, formula: None, another: false };
        self.kept.candidates.push(candidate);
    }

    /// Says of the test kept last when its path is taken and what it computes.
    pub(crate) fn tell_formula(&mut self, formula: Option<suite::Formula>) {
        self.kept.candidates.last_mut().expect("a test was kept just now").formula = formula;
    }

    /// The test kept last is one of several of its path.
    pub(crate) fn is_another(&mut self) {
        self.kept.candidates.last_mut().expect("a test was kept just now").another = true;
    }

    /// Keeps another input of the path that a test follows.
    pub(crate) fn keep_another(&mut self, of: usize, input: Input, run: Confirmed) {
        let Candidate { reached, formula, .. } = &self.kept.candidates[of];
        let (reached, formula) = (reached.clone(), formula.clone());
        self.kept.candidates.push(Candidate { input, run, reached, formula, another: true });
    }

    /// Remembers whose business a trap is; true if an input is the first plain one that runs into it.
    fn note_duty(&mut self, scene: &Scene<'_>, trap: Trap, input: &Input) -> bool {
        let broken = broken_premise(scene.world, scene.options.relaxed, input);
        // Where memory of the caller lies, and how it is divided, is the caller's choice.
        let is_of_caller = !input.objects.is_empty();
        let broken = broken.or_else(|| on_going_on(trap.kind).filter(|_| is_of_caller));
        match broken.filter(|_| !is_written(trap.kind)) {
            Some(premise) => {
                self.kept.duties.entry(trap).or_insert(premise);
                false
            }
            None => self.kept.plain_traps.insert(trap),
        }
    }

    /// What keeps callers from a trap, if no plain input runs into it.
    pub(crate) fn duty(&self, trap: Trap) -> Option<&Premise> {
        self.kept.duties.get(&trap).filter(|_| !self.kept.plain_traps.contains(&trap))
    }

    /// Is this the first run of a function without objectives? It is called once all the same.
    fn is_the_only_one(&self, scene: &Scene<'_>) -> bool {
        scene.objectives.is_empty() && !self.kept.candidates.iter().any(Candidate::returns)
    }

    /// Could a suite be smaller with a test that reaches all this? With several conditions to a decision it often is.
    fn is_a_choice(&self, scene: &Scene<'_>, reached: &EntitySet<Objective>) -> bool {
        let inside = |other: &Candidate| {
            other.returns() && reached.iter().all(|objective| other.reached.contains(objective))
        };
        matches!(scene.options.criterion, Criterion::Mcdc | Criterion::UniqueCause)
            && self.kept.candidates.len() < limits::CANDIDATES
            && !self.kept.candidates.iter().any(inside)
    }

    /// Remembers what a run reached before it trapped; true if something is new.
    fn note_before_trap(&mut self, reached: &EntitySet<Objective>) -> bool {
        let mut is_new = false;
        for objective in reached.iter() {
            is_new |= self.before_traps.insert(objective) && !self.covered.contains(objective);
        }
        is_new
    }

    /// The traps that some test runs into.
    pub(crate) fn traps(&self) -> impl Iterator<Item = Trap> {
        self.kept.traps.keys().copied()
    }

    /// What goes wrong, each with an input that shows it.
    pub(crate) fn reproducers(&self) -> impl Iterator<Item = (Trap, &Input)> {
        self.kept.traps.iter().map(|(&trap, &index)| (trap, &self.kept.candidates[index].input))
    }

    /// Other memory keeps this from happening: callers see to it.
    pub(crate) fn leave_to_callers(&mut self, trap: Trap) {
        self.kept.callers.insert(trap);
    }

    pub(crate) fn is_found(&self, trap: Trap) -> bool {
        self.kept.traps.contains_key(&trap)
    }

    /// Counts a path that came up; how often it has.
    pub(crate) fn see_path(&mut self, events: Vec<Event>, end: PathEnd) -> u32 {
        let times = self.kept.paths.entry((events, end)).or_default();
        *times += 1;
        *times
    }

    /// Did this path come up before? Active calls of one function may trap at the same instruction one after the other without an
    /// event between: that is one path all the same.
    pub(crate) fn is_known(&mut self, scene: &Scene<'_>, leaf: &Leaf) -> bool {
        let end = PathEnd::from(&leaf.end);
        let may_repeat =
            matches!(end, PathEnd::Trapped(_)) || self.kept.remembers || scene.repeats_paths;
        may_repeat && self.see_path(leaf.events.clone(), end) > 1
    }

    /// From here on paths may come up that were walked before.
    pub(crate) fn remember_paths(&mut self) {
        self.kept.remembers = true;
        for candidate in &self.kept.candidates {
            let end = match candidate.run.ending {
                Ending::Trapped(trap) => PathEnd::Trapped(trap),
                Ending::Returned(_) => PathEnd::Returned,
                Ending::Limit(_) | Ending::Other(_) => PathEnd::Cut,
            };
            self.kept.paths.entry((candidate.run.events.clone(), end)).or_insert(1);
        }
    }

    /// Was this path, which some input takes, walked?
    pub(crate) fn has_path(&self, events: &[Event], end: PathEnd) -> bool {
        let is_it = |it: &Candidate| it.returns() && it.run.events == events;
        match end {
            PathEnd::Returned => self.kept.candidates.iter().any(is_it),
            end => self.kept.paths.contains_key(&(events.to_vec(), end)),
        }
    }

    pub(crate) fn count_path(&mut self, end: PathEnd) {
        match end {
            PathEnd::Returned => self.kept.feasible += 1,
            PathEnd::Trapped(_) => self.kept.trapped += 1,
            PathEnd::Cut => self.kept.cut += 1,
        }
    }

    /// The candidates that become tests: all paths, or a small suite; and reproducers of what goes wrong in the code itself.
    pub(crate) fn select(&self, scene: &Scene<'_>) -> Vec<usize> {
        let candidates = &self.kept.candidates;
        if scene.walks_all_paths() {
            return (0..candidates.len()).collect();
        }
        if let Some(mut kept) = self.kept.chosen.clone() {
            kept.extend(self.trapping(scene));
            kept.sort_unstable();
            kept.dedup();
            return kept;
        }
        let returning: Vec<usize> =
            (0..candidates.len()).filter(|&index| candidates[index].returns()).collect();
        let reached: Vec<_> = returning.iter().map(|&it| candidates[it].reached.clone()).collect();
        let cost: Vec<u64> = returning.iter().map(|&it| candidates[it].run.steps).collect();
        let fewest = minimise(&reached, &cost).into_iter();
        let mut kept: Vec<usize> = fewest.map(|index| returning[index]).collect();
        if scene.objectives.is_empty() {
            kept.extend(returning.first());
        }
        for (site, &index) in &self.kept.leaks {
            if !kept.iter().any(|&kept| candidates[kept].run.leaks.contains(site)) {
                kept.push(index);
            }
        }
        kept.sort_unstable();
        kept.extend(self.trapping(scene));
        kept
    }

    /// What it takes to reach objectives that no test that returns reaches; and of what goes wrong in the code itself one reproducer
    /// for each kind in each function. What callers see to has no test of its own, unless that is asked
    /// for.
    fn trapping(&self, scene: &Scene<'_>) -> Vec<usize> {
        let candidates = &self.kept.candidates;
        let trapping = (0..candidates.len()).filter(|&index| candidates[index].traps());
        let trapping: Vec<usize> = trapping.collect();
        let fresh = |&index: &usize| -> EntitySet<Objective> {
            let reached = candidates[index].reached.iter();
            reached.filter(|&it| !self.covered.contains(it)).collect()
        };
        let reached: Vec<EntitySet<Objective>> = trapping.iter().map(fresh).collect();
        let cost: Vec<u64> = trapping.iter().map(|&it| candidates[it].run.steps).collect();
        let fewest = minimise(&reached, &cost).into_iter();
        let mut kept: BTreeSet<usize> = fewest.map(|index| trapping[index]).collect();
        let told = |&index: &usize| match candidates[index].run.ending {
            Ending::Trapped(trap) => Some((trap.kind, trap.func)),
            _ => None,
        };
        let mut told: BTreeSet<(TrapKind, Func)> = kept.iter().filter_map(told).collect();
        for (trap, &index) in &self.kept.traps {
            let is_of_callers = self.kept.callers.contains(trap) || self.duty(*trap).is_some();
            let is_told = is_of_callers || !told.insert((trap.kind, trap.func));
            if scene.options.reproduce || !is_told {
                kept.insert(index);
            }
        }
        kept.into_iter().collect()
    }
}
