//! What is tried in which order: a table of stages, and the loop that goes through it.
//!
//! Cheap things first, and each with a limit of its own, so that none eats what another needs. How a walk or a goal works is for
//! `walking` and `pursue`. What each stage did is counted, so that the order can be measured instead of argued about.

use super::Search;
use crate::limits;
use crate::options::{Criterion, Engines};
use crate::walk::NoStart;
use Run::{Looks, Settles, Walks};
use std::collections::BTreeMap;
use world::Preference;

/// One step of the plan.
pub(super) struct Stage<'a> {
    /// As tallies spell it.
    pub(super) name: &'static str,
    /// Does it look for what is reachable in plain worlds? Then it is left out once all of that is known.
    covers: bool,
    when: fn(&Search<'a>) -> bool,
    run: Run<'a>,
}

/// How a stage is run, and what it can say.
enum Run<'a> {
    Looks(fn(&mut Search<'a>)),
    Walks(fn(&mut Search<'a>) -> Result<(), NoStart>),
    Settles(fn(&mut Search<'a>) -> Result<Then, NoStart>),
}

/// What comes after a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// The next one.
    On,
    /// All that is reachable in plain worlds is known.
    Settled,
}

/// The record of one stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    questions: u64,
    steps: u64,
    covered: u64,
    excluded: u64,
}

impl<'a> Stage<'a> {
    /// All stages, in the order they are tried.
    pub(super) const ALL: &'a [Self] = &[
        // All paths: counted through where inputs are few, unless arrays may overlap; else walked, in ever more worlds.
        Self::first("all runs", Search::may_count_paths, Settles(|it| Ok(it.run_all_paths()))),
        Self::first("all paths", Search::is_at_paths, Walks(Search::walk_all_paths)),
        Self::then("overlapping paths", Search::is_at_paths, Walks(Search::walk_overlapping)),
        Self::first(
            "paths at any length",
            Search::is_at_paths,
            Looks(Search::exclude_at_any_length),
        ),
        Self::first("paths elsewhere", Search::is_at_paths, Walks(Search::walk_relaxed)),
        // Objectives: what costs nothing, then paths and goals by turns, each with more patience when it is its turn again.
        Self::first("never taken", Search::covers, Looks(Search::exclude_dead)),
        Self::first("dense walk", Search::walks, Walks(Search::walk_densely)),
        Self::first("seeds", Search::covers, Looks(Search::try_seeds)),
        Self::first(
            "long lists",
            |it| it.walks() && it.is_any_wanted() && it.scene.has_links(),
            Looks(Search::try_links),
        ),
        Self::first("changed seeds", Search::is_of_calls, Looks(Search::climb)),
        Self::first("by themselves", Search::asks, Looks(Search::exclude_by_themselves)),
        Self::first(
            "chase",
            |it| it.takes_turns() && it.is_open(limits::OPEN_TO_CHASE),
            Walks(Search::chase),
        ),
        Self::first("roaming", |it| it.takes_turns() && it.is_worth_roaming(), Walks(Search::roam)),
        Self::first("without memory", Search::asks, Looks(Search::exclude_without_memory)),
        Self::first(
            "all inputs",
            |it| it.covers() && it.is_any_wanted(),
            Settles(|it| Ok(it.run_all_inputs())),
        ),
        Self::first(
            "single heaps",
            |it| it.walks() && it.is_any_wanted(),
            Settles(Search::walk_split),
        ),
        Self::first(
            "look at overlaps",
            |it| it.walks() && it.goes_on(),
            Walks(Search::look_at_overlapping),
        ),
        Self::first("results of calls", Search::is_much_open, Looks(Search::try_results)),
        Self::first("brief walk", Search::takes_turns, Settles(|it| it.walk_in_turn(0))),
        Self::first(
            "look at failures",
            |it| it.walks() && it.goes_on() && it.may_fail(),
            Walks(Search::look_at_failures),
        ),
        Self::first(
            "wide walk",
            |it| it.takes_turns() && it.is_open(limits::WIDELY_OPEN),
            Walks(Search::walk_widely),
        ),
        Self::first(
            "more variations",
            |it| it.walks() && it.is_any_wanted(),
            Looks(Search::vary_more),
        ),
        Self::first("easy goals", Search::asks, Settles(|it| Ok(it.pursue_in_turn(0)))),
        Self::first("more changed seeds", Search::is_of_calls, Looks(Search::climb_on)),
        Self::first(
            "long runs",
            |it| it.covers() && it.is_any_wanted(),
            Looks(Search::run_long_seeds),
        ),
        Self::first("longer walk", Search::takes_turns, Settles(|it| it.walk_in_turn(1))),
        Self::first(
            "most variations",
            |it| it.walks() && it.is_any_wanted(),
            Looks(Search::vary_most),
        ),
        Self::first("harder goals", Search::asks, Settles(|it| Ok(it.pursue_in_turn(1)))),
        Self::first("long walk", Search::takes_turns, Settles(|it| it.walk_in_turn(2))),
        Self::first("hard goals", Search::asks, Settles(|it| Ok(it.pursue_in_turn(2)))),
        Self::first("whole walk", Search::walks, Walks(Search::walk_deeper)),
        // What is still open in other worlds, and what goes wrong on paths that no objective asks for.
        Self::then(
            "long arrays",
            |it| it.walks() && it.goes_on(),
            Walks(Search::look_at_long_arrays),
        ),
        Self::then("overlaps", Search::covers, Walks(Search::walk_where_arrays_overlap)),
        Self::then("any length", Search::walks, Looks(Search::exclude_at_any_length)),
        Self::then("other worlds", Search::covers, Walks(Search::relax)),
        Self::then("any state", Search::covers, Looks(Search::exclude_in_any_state)),
        Self::then(
            "any length elsewhere",
            |it| it.walks() && it.is_elsewhere(),
            Looks(Search::exclude_at_any_length),
        ),
        Self::then("mistakes", Search::walks, Looks(Search::look_for_mistakes)),
        Self::then("broken promises", Search::covers, Looks(Search::hunt_broken_promises)),
        Self::then("more evaluations", Search::is_to_enrich, Looks(Search::enrich)),
        Self::then("explanations", Search::is_to_explain, Looks(Search::explain)),
    ];

    const fn first(name: &'static str, when: fn(&Search<'a>) -> bool, run: Run<'a>) -> Self {
        Self { name, covers: true, when, run }
    }

    const fn then(name: &'static str, when: fn(&Search<'a>) -> bool, run: Run<'a>) -> Self {
        Self { name, covers: false, when, run }
    }
}

impl<'a> Run<'a> {
    fn on(&self, search: &mut Search<'a>) -> Result<Then, NoStart> {
        match self {
            Looks(run) => run(search),
            Walks(run) => run(search)?,
            Settles(run) => return run(search),
        }
        Ok(Then::On)
    }
}

impl Search<'_> {
    /// Goes through all stages, until the time is up. One that cannot start takes nothing away from what others found.
    pub(super) fn run(&mut self) -> Result<(), NoStart> {
        let mut settled = false;
        for (stage, index) in Stage::ALL.iter().zip(0..) {
            if stage.covers && settled || !(stage.when)(self) {
                continue;
            }
            self.stage = stage.name;
            if self.is_over() {
                if stage.covers && !self.ledger.walked().exhausted {
                    self.ledger.stop();
                }
                break;
            }
            let before = self.account();
            match stage.run.on(self) {
                Ok(then) => settled |= then == Then::Settled,
                Err(no_start) if self.ledger.candidates().is_empty() => return Err(no_start),
                Err(_) => self.ledger.doubt_walk(),
            }
            let now = self.account();
            self.tallies.entry(index).or_default().add(&before, &now);
        }
        Ok(())
    }

    /// What there is by now.
    fn account(&self) -> Tally {
        let (work, n_excluded) = (self.ledger.work(), self.ledger.n_excluded());
        Tally {
            questions: work.questions,
            steps: work.steps,
            covered: self.ledger.n_covered() as u64,
            excluded: n_excluded as u64,
        }
    }

    /// Is it about objectives, not about paths?
    pub(super) fn covers(&self) -> bool {
        !self.scene.walks_all_paths()
    }

    fn walks(&self) -> bool {
        self.covers() && self.scene.options.engines != Engines::Goals
    }

    /// Are there walks and goals by turns?
    fn takes_turns(&self) -> bool {
        self.covers() && self.scene.options.engines == Engines::Both
    }

    fn asks(&self) -> bool {
        self.covers() && self.scene.options.engines != Engines::Walk && self.is_any_wanted()
    }

    /// Is more open than questions one by one are good for?
    fn is_much_open(&self) -> bool {
        self.is_open(limits::MUCH_OPEN)
    }

    /// Is so much open that chance is cheaper than patience? Questions about heaps take longest.
    fn is_worth_roaming(&self) -> bool {
        let linked = self.scene.has_links() && self.is_open(limits::OPEN_TO_CHASE);
        linked || self.is_open(limits::WIDELY_OPEN)
    }

    pub(super) fn is_open(&self, so_much: usize) -> bool {
        self.covers() && self.ledger.open(self.scene).len() >= so_much
    }

    /// Are there allocations that find memory only because that is preferred?
    fn may_fail(&self) -> bool {
        let given = self.extent.relaxed.union(self.scene.options.asked);
        self.scene.world.allocates && !given.contains(Preference::AllocationSucceeds)
    }

    fn is_at_paths(&self) -> bool {
        self.scene.walks_all_paths() && !self.ledger.walked().stopped
    }

    fn may_count_paths(&self) -> bool {
        self.scene.options.criterion == Criterion::Path && !self.ledger.may_meet(self.scene)
    }

    /// Is there something left to look for, and time?
    pub(super) fn goes_on(&self) -> bool {
        self.is_any_wanted() && !self.ledger.walked().stopped
    }

    fn is_elsewhere(&self) -> bool {
        !self.extent.relaxed.is_empty()
    }

    fn is_to_enrich(&self) -> bool {
        let options = self.scene.options;
        options.criterion == Criterion::Mcdc && options.engines != Engines::Walk
    }

    /// What is said of pairs of evaluations needs no explanation.
    fn is_to_explain(&self) -> bool {
        self.covers() && self.scene.options.criterion != Criterion::UniqueCause
    }
}

/// What came of each stage that had its turn, in order.
pub(super) fn tallies(all: &BTreeMap<usize, Tally>) -> Vec<suite::Stage> {
    let told = |(&index, tally): (&usize, &Tally)| suite::Stage {
        name: Stage::ALL[index].name.to_owned(),
        questions: tally.questions,
        steps: tally.steps,
        covered: tally.covered,
        excluded: tally.excluded,
        seconds: 0.0,
    };
    all.iter().map(told).collect()
}

impl Tally {
    fn add(&mut self, before: &Self, now: &Self) {
        self.questions += now.questions - before.questions;
        self.steps += now.steps - before.steps;
        self.covered += now.covered.saturating_sub(before.covered);
        self.excluded += now.excluded.saturating_sub(before.excluded);
    }
}
