//! Goals: reach this, or show that nothing does, whatever the path.
//!
//! The function is executed once, all paths merged; each goal is then one question about all of them (Gotlieb, Botella,
//! Rueher; `DeMillo` and Offutt's constraint-based testing, on a whole function at once). Whatever limits the claim of a
//! refutation is an assumption with a label: clauses of the contract, lengths of arrays, turns of loops, what is not
//! modelled. The labels that a refutation names are its scope.

mod constraints;
mod decide;
mod explain;
mod left;
mod occurrences;

use crate::decisions::DecisionSite;
use crate::entry::{self, Entry};
use crate::facts::{Known, Words};
use crate::implied::implied;
use crate::induction::inductive;
use crate::limits;
use crate::objectives::{Aim, Objective};

use crate::verdict::Open;
use crate::witness::Witness;
use exec::{Beyond, Merged, Policy, Reason, Unfolding};
use ir::input::Input;
use ir::{Event, Func, Program, Trap, Value};
pub use left::{Left, left};
use occurrences::evaluations;
use solver::{Answer, Label, Limits, Solver};
use std::collections::{BTreeMap, BTreeSet};
use term::{Pool, Term};
use world::{Preference, Preferences, Premise, World};

/// The plain world, in which parameters may lead to parts of other data: of that merged execution is not afraid.
pub(crate) const PLAIN: Preferences = Preferences::NONE.with(Preference::NotInside);

/// What a label stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ground {
    /// A premise about the inputs.
    Holds(Premise),
    /// Execution does not come where it was cut for this reason.
    NotCut(Reason),
}

/// What became of a goal.
#[derive(Clone, Debug)]
#[must_use]
pub(crate) enum Told {
    /// An input that should get there.
    Reached(Input),
    /// No input gets there, on these premises.
    Excluded(BTreeSet<Premise>),
    /// Neither was found within the limits.
    Undecided(Open),
}

/// What to ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal<'a> {
    /// An objective, and what it asks for.
    Aim(&'a Aim, Objective),
    /// A trap.
    Trap(Trap),
    /// The instructions that are watched.
    Place,
}

/// Where to get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// To one of these instructions; at least one of them should yield a value, or no run can be seen to get there.
    Places(BTreeSet<(Func, Value)>),
    /// To an outcome.
    Aim(Aim),
}

/// A function executed as a whole, ready for questions.
pub(crate) struct Goals<'p> {
    program: &'p Program,
    unfolding: Unfolding,
    words: Words<'p>,
    merged: Merged<'p, Words<'p>>,
    witness: Witness,
    limits: Limits,
    grounds: Vec<Ground>,
    /// What holds on entry, as far as that is not posted yet; and the labels of the clauses.
    entry: Entry,
    clauses: Vec<Label>,
    n_facts: usize,
    events: BTreeMap<Event, Vec<usize>>,
    /// The evaluations of each decision, as the occurrences of their conditions.
    evaluations: BTreeMap<DecisionSite, Vec<Vec<usize>>>,
    traps: BTreeMap<Trap, Vec<usize>>,
    /// Whether control can be cut for each reason at all: the labels that exclude it, if so.
    impossible: BTreeMap<Reason, Option<Vec<Label>>>,
    /// Is the solver asked for inputs that return within the limits?
    returning: bool,
    /// What refutations rest on where more may be touched than there is, once that is known.
    beyond: Option<BTreeSet<Premise>>,
    granted_beyond: Vec<Premise>,
}

impl<'p> Goals<'p> {
    /// Executes a function as a whole, on inputs that a precondition in C admits, watching for some instructions to be executed.
    /// The world is the plain one but for some preferences.
    pub(crate) fn new(
        world: &'p World<'p>,
        pre: Option<Func>,
        relaxed: Preferences,
        unfolding: Unfolding,
        limits: Limits,
        places: &BTreeSet<(Func, Value)>,
        stop: &'p dyn Fn() -> bool,
    ) -> Self {
        let (program, func) = (world.program, world.func);
        let mut words = Words { pool: Pool::new(), known: Known::by(Solver::until(stop)) };
        words.known.remember();
        words.known.allow_claims(unfolding.words.saturating_mul(limits::CLAIM_TERMS));
        let policy = match unfolding.beyond {
            Beyond::Cut => Policy::in_world(world),
            Beyond::AnyTurn => Policy::UNBOUNDED,
        };
        let may_overlap = relaxed.contains(Preference::Apart) && !world.overlaps.is_empty();
        let max_length = if may_overlap { limits::LONGEST_OVERLAPPING } else { policy.max_length };
        let max_length = max_length.saturating_mul(unfolding.longer);
        let larger = if unfolding.longer > 1 { limits::LAST_BLOCK } else { 0 };
        let policy = Policy {
            max_nodes: unfolding.objects,
            max_length,
            largest_block: policy.largest_block.max(larger),
            ..policy.relaxing(relaxed)
        };
        let granted_beyond = world.granted_beyond(relaxed);
        let merged = Merged::new(world, policy, unfolding.clone(), &mut words)
            .with_induction(inductive)
            .watching(places.clone())
            .until(stop);
        let mut goals = Self {
            program,
            unfolding,
            words,
            merged,
            witness: Witness::new(),
            limits,
            grounds: Vec::new(),
            entry: Entry::default(),
            clauses: Vec::new(),
            n_facts: 0,
            events: BTreeMap::new(),
            evaluations: BTreeMap::new(),
            traps: BTreeMap::new(),
            impossible: BTreeMap::new(),
            returning: false,
            beyond: None,
            granted_beyond,
        };
        goals.post_contract(func);
        for (pre, premise) in entry::preconditions(program, func, pre) {
            goals.post_precondition(pre, premise);
        }
        goals.merged.run(&mut goals.words);
        goals.post_facts();
        goals.instantiate_seen();
        goals.index_found();
        goals
    }

    fn index_found(&mut self) {
        for (index, occurrence) in self.merged.occurrences.iter().enumerate() {
            self.events.entry(occurrence.event).or_default().push(index);
        }
        self.evaluations = evaluations(self.program, &self.merged);
        for (index, trapping) in self.merged.traps.iter().enumerate() {
            self.traps.entry(trapping.trap).or_default().push(index);
        }
    }

    /// The events that some path shows, the last to be met first.
    pub(crate) fn events(&self) -> Vec<Event> {
        let mut seen = BTreeSet::new();
        let events = self.merged.occurrences.iter().rev().map(|occurrence| occurrence.event);
        events.filter(|&event| seen.insert(event)).collect()
    }

    /// Everything that was looked at for a trap, whether or not it can happen.
    pub(crate) fn checks(&self) -> impl Iterator<Item = Trap> {
        self.merged.checks.iter().copied()
    }

    /// A reason why some path was not followed to its end, if there is one.
    pub(crate) fn not_followed(&self) -> Option<Reason> {
        let mut reasons = self.merged.cuts.iter().map(|cut| cut.reason);
        reasons.find(|reason| *reason != Reason::Refuted)
    }

    /// May what is found break a clause of the contract that could not be used?
    pub(crate) fn leaves_out_clauses(&self) -> bool {
        !self.entry.left_out.is_empty() || self.merged.machine.is_vague()
    }

    /// The traps that some path may run into.
    pub(crate) fn traps(&self) -> Vec<Trap> {
        self.traps.keys().copied().collect()
    }

    /// Questions to the solver so far.
    pub(crate) fn questions(&self) -> u64 {
        self.words.known.questions
    }

    /// Terms that a question may be about.
    pub(crate) fn n_terms(&self) -> usize {
        self.words.pool.len()
    }

    /// Instructions executed.
    pub(crate) fn steps(&self) -> u64 {
        self.merged.machine.steps
    }

    /// Looks for an input that gets there and then returns, within all limits. A refutation here is no proof.
    pub(crate) fn reach_and_return(&mut self, aim: &Aim) -> Told {
        let whens = self.terms_of(aim);
        if whens.is_empty() {
            return Told::Excluded(BTreeSet::new());
        }
        self.ask_for_return();
        self.look_for(&whens)
    }

    /// The same for the places that are watched.
    pub(crate) fn visit_and_return(&mut self) -> Told {
        self.ask_for_return();
        let whens: Vec<Term> = self.merged.visits.iter().map(|visit| visit.when).collect();
        self.look_for(&whens)
    }

    /// Looks for an input on which one of these holds, and all that is asked for besides.
    fn look_for(&mut self, whens: &[Term]) -> Told {
        let wanted = self.words.pool.any(whens);
        self.words.known.solver.push();
        self.want(wanted);
        let told = match self.check() {
            Answer::Sat(_) => self.told_input(),
            Answer::Unsat { .. } => Told::Excluded(BTreeSet::new()),
            Answer::Unknown(why) => Told::Undecided(Open::Solver(why)),
        };
        self.words.known.solver.pop();
        told
    }

    /// Asks for a term to hold, and for what all ways to it share: propagation gets more out of that.
    fn want(&mut self, wanted: Term) {
        let implied = implied(&self.words.pool, wanted);
        for term in implied {
            self.words.known.solver.assert(&mut self.words.pool, term);
        }
    }

    /// From here on inputs must return, without a trap and within the limits.
    fn ask_for_return(&mut self) {
        if self.returning {
            return;
        }
        self.returning = true;
        self.words.known.solver.push();
        let fine = self.words.pool.not(self.merged.wrong);
        self.words.known.solver.assert(&mut self.words.pool, fine);
        for index in 0..self.merged.cuts.len() {
            let not_there = self.words.pool.not(self.merged.cuts[index].when);
            self.words.known.solver.assert(&mut self.words.pool, not_there);
        }
    }

    fn ask_for_anything(&mut self) {
        if std::mem::take(&mut self.returning) {
            self.words.known.solver.pop();
        }
    }

    fn check(&mut self) -> Answer {
        let answer = self.words.known.check(&mut self.words.pool, &self.limits);
        if let Answer::Sat(model) = &answer {
            self.witness.adopt(model);
        }
        answer
    }
}
