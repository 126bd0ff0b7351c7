//! Goals: reach this, or show that nothing does, whatever the path.
//!
//! The function is executed once, all paths merged; each goal is then one question about all of them (Gotlieb, Botella,
//! Rueher; `DeMillo` and Offutt's constraint-based testing, on a whole function at once). Whatever limits the claim of a
//! refutation is an assumption with a label: clauses of the contract, lengths of arrays, turns of loops, what is not
//! modelled. The labels that a refutation names are its scope.

mod left;

use crate::ahead::Ahead;
use crate::contract;
use crate::decisions::{DecisionSite, all_evaluations, decision_of, outcome, tree_of};
use crate::facts::{Facts, Merging};
use crate::implied::implied;
use crate::induction::inductive;
use crate::objectives::{Aim, Objective};
use crate::parts::{Parts, decided, decisive};
use crate::unfold::to_turns;
use crate::witness::Witness;
use exec::{Beyond, Cut, Lazy, LeafValue, Merged, Policy, Reason, Unfolding};
use ir::input::Input;
use ir::{Cond, CondSite, Event, Func, Program, Trap, Value};
pub use left::{Left, left};
use solver::{Answer, Label, Limits};
use std::collections::{BTreeMap, BTreeSet};
use term::{Pool, Term};

/// What it may cost to leave one label out of a core.
const TO_LEAVE_OUT: Limits =
    Limits { search_ticks: 300, probe_ticks: 300, sat_conflicts: 300, audit: false };

/// What it may cost to find out why something is impossible.
const TO_EXPLAIN: Limits =
    Limits { search_ticks: 1_000, probe_ticks: 1_000, sat_conflicts: 3_000, audit: false };
/// Turns of the loops of a precondition.
const PRECONDITION_TURNS: u32 = 16;
/// Occurrences of an outcome that are explained one by one.
const MOST_EXPLAINED: usize = 6;

/// What a refutation can rest on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    /// A requires clause, as written.
    Requires(String),
    /// A bound of our own choice on the inputs.
    Bound(String),
    /// Execution was not followed further, for this reason.
    Cut(Reason),
}

/// What became of a goal.
#[derive(Clone, Debug)]
#[must_use]
pub enum Told {
    /// An input that should get there.
    Reached(Input),
    /// No input gets there, on these grounds.
    Excluded(BTreeSet<Ground>),
    /// Neither was found within the limits.
    Undecided(String),
}

/// What to ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<'a> {
    /// An objective, and what it asks for.
    Aim(&'a Aim, Objective),
    /// A trap.
    Trap(Trap),
    /// The instructions that are watched.
    Place,
}

/// A function executed as a whole, ready for questions.
pub struct Goals<'p> {
    program: &'p Program,
    words: Merging<'p>,
    merged: Merged<'p, Merging<'p>>,
    witness: Witness,
    limits: Limits,
    grounds: Vec<Ground>,
    lazies: Vec<(Label, Lazy<Term>)>,
    /// For each lazy clause the next instance to make.
    made: Vec<i128>,
    n_facts: usize,
    events: BTreeMap<Event, Vec<usize>>,
    /// The evaluations of each decision, as the occurrences of their conditions.
    evaluations: BTreeMap<DecisionSite, Vec<Vec<usize>>>,
    traps: BTreeMap<Trap, Vec<usize>>,
    /// Whether control can be cut for each reason at all: the labels that exclude it, if so.
    impossible: BTreeMap<Reason, Option<Vec<Label>>>,
    /// Is the solver asked for inputs that return within the limits?
    returning: bool,
    /// Is some clause of the contract no constraint here? What is found may break it then.
    leaves_out: bool,
}

impl<'p> Goals<'p> {
    /// Executes a function as a whole.
    pub fn new(
        program: &'p Program,
        func: Func,
        unfolding: Unfolding,
        limits: Limits,
        stop: &'p dyn Fn() -> bool,
    ) -> Self {
        Self::watching(program, func, None, unfolding, limits, &BTreeSet::new(), stop)
    }

    /// The same, watching for some instructions to be executed, on inputs that a precondition in C admits.
    pub fn watching(
        program: &'p Program,
        func: Func,
        pre: Option<Func>,
        unfolding: Unfolding,
        limits: Limits,
        places: &BTreeSet<(Func, Value)>,
        stop: &'p dyn Fn() -> bool,
    ) -> Self {
        let mut words = Merging { pool: Pool::new(), known: Facts::new(stop) };
        let policy = match unfolding.beyond {
            Beyond::Cut => Policy::INITIAL,
            Beyond::AnyTurn => Policy::UNBOUNDED,
        };
        let policy = Policy { allocation_may_fail: unfolding.allocation_may_fail, ..policy };
        let merged = Merged::new(program, func, policy, unfolding, &mut words)
            .with_induction(inductive)
            .watching(places.clone())
            .until(stop);
        let mut goals = Self {
            program,
            words,
            merged,
            witness: Witness::new(),
            limits,
            grounds: Vec::new(),
            lazies: Vec::new(),
            made: Vec::new(),
            n_facts: 0,
            events: BTreeMap::new(),
            evaluations: BTreeMap::new(),
            traps: BTreeMap::new(),
            impossible: BTreeMap::new(),
            returning: false,
            leaves_out: false,
        };
        goals.post_contract(func);
        for (pre, text) in contract::preconditions(program, func, pre) {
            goals.post_precondition(pre, text);
        }
        goals.merged.run(&mut goals.words);
        goals.post_facts();
        goals.instantiate_seen();
        for (index, occurrence) in goals.merged.occurrences.iter().enumerate() {
            goals.events.entry(occurrence.event).or_default().push(index);
        }
        goals.evaluations = evaluations(program, &goals.merged);
        for (index, trapping) in goals.merged.traps.iter().enumerate() {
            goals.traps.entry(trapping.trap).or_default().push(index);
        }
        goals
    }

    /// The events that some path shows, the last to be met first.
    pub fn events(&self) -> Vec<Event> {
        let mut seen = BTreeSet::new();
        let events = self.merged.occurrences.iter().rev().map(|occurrence| occurrence.event);
        events.filter(|&event| seen.insert(event)).collect()
    }

    /// Everything that was looked at for a trap, whether or not it can happen.
    pub fn checks(&self) -> impl Iterator<Item = Trap> {
        self.merged.checks.iter().copied()
    }

    /// A reason why some path was not followed to its end, if there is one.
    pub fn not_followed(&self) -> Option<&Reason> {
        let mut reasons = self.merged.cuts.iter().map(|cut| &cut.reason);
        reasons.find(|reason| **reason != Reason::Refuted)
    }

    /// May what is found break a clause of the contract that could not be used?
    pub(crate) fn leaves_out_clauses(&self) -> bool {
        self.leaves_out
    }

    /// The traps that some path may run into.
    pub fn traps(&self) -> Vec<Trap> {
        self.traps.keys().copied().collect()
    }

    /// Questions to the solver so far.
    pub fn questions(&self) -> u64 {
        self.words.known.questions
    }

    /// Instructions executed.
    pub fn steps(&self) -> u64 {
        self.merged.machine.steps
    }

    /// From here on questions may cost this much.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Looks for an input that gets there and then returns, within all limits. A refutation here is no proof.
    pub fn reach_and_return(&mut self, aim: &Aim) -> Told {
        let whens = self.terms_of(aim);
        if whens.is_empty() {
            return Told::Excluded(BTreeSet::new());
        }
        self.ask_for_return();
        self.return_from(&whens)
    }

    /// The same for the places that are watched.
    pub fn visit_and_return(&mut self) -> Told {
        self.ask_for_return();
        let whens: Vec<Term> = self.merged.visits.iter().map(|visit| visit.when).collect();
        self.return_from(&whens)
    }

    fn return_from(&mut self, whens: &[Term]) -> Told {
        let wanted = self.words.pool.any(whens);
        self.words.known.solver.push();
        self.want(wanted);
        let told = match self.check() {
            Answer::Sat(_) => self.told_input(),
            Answer::Unsat { .. } => Told::Excluded(BTreeSet::new()),
            Answer::Unknown(why) => Told::Undecided(why.text().to_owned()),
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

    /// Decides a goal: an input that gets there whatever happens afterwards, or the grounds of its impossibility.
    pub fn decide(&mut self, goal: Goal<'_>, ahead: &Ahead) -> Told {
        self.ask_for_anything();
        let here = self.occurrences_of(goal);
        let cuts: Vec<Cut<Term>> =
            self.merged.cuts.iter().filter(|cut| leads_to(cut, goal, ahead)).cloned().collect();
        let cut_terms = self.cut_terms(&cuts);
        let all: Vec<Term> = here.iter().copied().chain(cut_terms.values().copied()).collect();
        let somewhere = self.words.pool.any(&all);
        self.words.known.solver.push();
        self.want(somewhere);
        let n_grounds = self.grounds.len();
        for (reason, &term) in cut_terms.iter().filter(|(reason, _)| **reason != Reason::Refuted) {
            let label = Label(self.grounds.len() as u32);
            self.grounds.push(Ground::Cut(reason.clone()));
            let not_there = self.words.pool.not(term);
            self.words.known.solver.assume(&mut self.words.pool, label, not_there);
        }
        let told = match self.check() {
            Answer::Sat(_) => self.told_input(),
            Answer::Unsat { labels, .. } => {
                let labels = self.fewest(&labels);
                let all = labels.iter().chain(&self.words.known.used);
                Told::Excluded(all.map(|label| self.grounds[label.0 as usize].clone()).collect())
            }
            Answer::Unknown(why) => Told::Undecided(why.text().to_owned()),
        };
        self.words.known.solver.pop();
        self.grounds.truncate(n_grounds);
        match told {
            Told::Excluded(grounds) => Told::Excluded(self.without_impossible(grounds)),
            told => told,
        }
    }

    /// A refutation that rests on control not being cut somewhere does not, if control never comes there.
    fn without_impossible(&mut self, grounds: BTreeSet<Ground>) -> BTreeSet<Ground> {
        let mut fewer = BTreeSet::new();
        for ground in grounds {
            match &ground {
                Ground::Cut(reason) => match self.labels_against(reason) {
                    Some(labels) => fewer.extend(
                        labels.into_iter().map(|label| self.grounds[label.0 as usize].clone()),
                    ),
                    None => {
                        fewer.insert(ground);
                    }
                },
                Ground::Requires(_) | Ground::Bound(_) => {
                    fewer.insert(ground);
                }
            }
        }
        fewer
    }

    /// The labels with which control is never cut for this reason, if that is so.
    fn labels_against(&mut self, reason: &Reason) -> Option<Vec<Label>> {
        if let Some(known) = self.impossible.get(reason) {
            return known.clone();
        }
        let cuts: Vec<Cut<Term>> =
            self.merged.cuts.iter().filter(|cut| cut.reason == *reason).cloned().collect();
        let terms = self.cut_terms(&cuts);
        let term = *terms.get(reason)?;
        self.words.known.solver.push();
        self.words.known.solver.assert(&mut self.words.pool, term);
        let labels = match self.words.known.check(&mut self.words.pool, &TO_EXPLAIN) {
            Answer::Unsat { labels, .. } => Some(self.fewest(&labels)),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        };
        self.words.known.solver.pop();
        self.impossible.insert(reason.clone(), labels.clone());
        labels
    }

    /// Why a goal is impossible: the few outcomes on the way to it that exclude it, with what is computed between them.
    /// None if that is not found out quickly.
    pub fn explain(&mut self, goal: Goal<'_>) -> Option<Vec<Event>> {
        self.ask_for_anything();
        let ends: Vec<(Term, Term, u32)> = match goal {
            Goal::Place => {
                let yes = self.words.pool.bool(true);
                self.merged.visits.iter().map(|visit| (yes, visit.wrong, visit.way)).collect()
            }
            Goal::Aim(Aim::Place(place, _), _) => {
                let yes = self.words.pool.bool(true);
                let there = self.merged.visits.iter().filter(|visit| visit.place == *place);
                there.map(|visit| (yes, visit.wrong, visit.way)).collect()
            }
            Goal::Aim(aim, _) => {
                let events = last_events(self.program, aim)?;
                let all = self.merged.occurrences.iter().chain(&self.merged.never);
                let seen = all.filter(|seen| events.contains(&seen.event));
                seen.map(|seen| (seen.cond, seen.wrong, seen.way)).collect()
            }
            Goal::Trap(_) => return None,
        };
        if ends.len() > MOST_EXPLAINED {
            return None;
        }
        let mut because: Vec<Event> = Vec::new();
        for end in ends {
            for event in self.explain_end(end)? {
                if !because.contains(&event) {
                    because.push(event);
                }
            }
        }
        Some(because)
    }

    /// The outcomes that exclude a condition at the end of a way, nothing having gone wrong before.
    fn explain_end(&mut self, (cond, wrong, way): (Term, Term, u32)) -> Option<Vec<Event>> {
        let steps = self.merged.steps_to(way);
        let base = self.grounds.len() as u32;
        let fine = self.words.pool.not(wrong);
        let Merging { pool, known } = &mut self.words;
        known.solver.push();
        known.solver.assert(pool, cond);
        known.solver.assert(pool, fine);
        for (number, step) in (base..).zip(&steps) {
            known.solver.assume(pool, Label(number), step.cond);
        }
        let labels = match known.check(pool, &TO_EXPLAIN) {
            Answer::Unsat { labels, .. } => Some(self.fewest(&labels)),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        };
        self.words.known.solver.pop();
        let mut labels = labels?;
        labels.sort_unstable_by_key(|label| label.0);
        let own = labels.iter().filter(|label| label.0 >= base);
        Some(own.filter_map(|label| steps[(label.0 - base) as usize].event).collect())
    }

    /// When each occurrence of a goal comes to pass.
    fn occurrences_of(&mut self, goal: Goal<'_>) -> Vec<Term> {
        let pairs: Vec<(Term, Term)> = match goal {
            Goal::Aim(aim, _) => return self.terms_of(aim),
            Goal::Trap(trap) => {
                let indices = self.traps.get(&trap).cloned().unwrap_or_default();
                let of = |index: usize| &self.merged.traps[index];
                indices.iter().map(|&index| (of(index).when, of(index).wrong)).collect()
            }
            Goal::Place => {
                self.merged.visits.iter().map(|visit| (visit.when, visit.wrong)).collect()
            }
        };
        pairs.into_iter().map(|(when, wrong)| self.when_fine(when, wrong)).collect()
    }

    /// When each occurrence of what an objective asks for comes to pass, nothing having gone wrong before.
    fn terms_of(&mut self, aim: &Aim) -> Vec<Term> {
        let program = self.program;
        let site = match aim {
            Aim::Event(event) => {
                let indices = self.events.get(event).cloned().unwrap_or_default();
                return indices.into_iter().map(|index| self.occurrence(index)).collect();
            }
            Aim::Place(place, _) => {
                let there = self.merged.visits.iter().filter(|visit| visit.place == *place);
                let pairs: Vec<_> = there.map(|visit| (visit.when, visit.wrong)).collect();
                return pairs.into_iter().map(|(when, bad)| self.when_fine(when, bad)).collect();
            }
            Aim::Decided(site, _) => *site,
            Aim::Decisive(site, _) => decision_of(program, *site),
            Aim::Evaluated(evaluation) => evaluation.site,
        };
        let tree = tree_of(program, site);
        let mut terms = Vec::new();
        for indices in self.evaluations.get(&site).cloned().unwrap_or_default() {
            let parts = self.parts(&indices);
            let pool = &mut self.words.pool;
            terms.push(match aim {
                Aim::Event(_) | Aim::Place(..) => unreachable!("these are no evaluations"),
                Aim::Decided(_, truth) => decided(pool, tree, *truth, &parts),
                Aim::Decisive(site, truth) => decisive(pool, tree, site.cond, *truth, &parts),
                Aim::Evaluated(evaluation) => {
                    let part = |(&cond, &truth)| parts.get(&(cond, truth)).copied();
                    let taken: Option<Vec<Term>> = evaluation.taken.iter().map(part).collect();
                    taken.map_or(pool.bool(false), |taken| pool.all(&taken))
                }
            });
        }
        terms
    }

    fn occurrence(&mut self, index: usize) -> Term {
        let occurrence = &self.merged.occurrences[index];
        self.when_fine(occurrence.when, occurrence.wrong)
    }

    /// When each outcome of each condition comes to pass in one evaluation of a decision.
    fn parts(&mut self, indices: &[usize]) -> Parts {
        let mut parts = Parts::new();
        for &index in indices {
            if let Event::Cond(site, truth) = self.merged.occurrences[index].event {
                let term = self.occurrence(index);
                parts.insert((site.cond, truth), term);
            }
        }
        parts
    }

    fn when_fine(&mut self, when: Term, wrong: Term) -> Term {
        let fine = self.words.pool.not(wrong);
        self.words.pool.and(when, fine)
    }

    /// For each reason, when execution is cut for it.
    fn cut_terms(&mut self, cuts: &[Cut<Term>]) -> BTreeMap<Reason, Term> {
        let mut terms: BTreeMap<Reason, Vec<Term>> = BTreeMap::new();
        for cut in cuts {
            let term = self.when_fine(cut.when, cut.wrong);
            terms.entry(cut.reason.clone()).or_default().push(term);
        }
        terms.into_iter().map(|(reason, terms)| (reason, self.words.pool.any(&terms))).collect()
    }

    /// A core without what can easily be left out.
    fn fewest(&mut self, labels: &[Label]) -> Vec<Label> {
        if labels.is_empty() {
            return Vec::new();
        }
        self.words.known.questions += labels.len() as u64;
        self.words.known.solver.minimize_core(&mut self.words.pool, &TO_LEAVE_OUT, labels)
    }

    // -- the two kinds of question

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

    // -- inputs

    fn told_input(&mut self) -> Told {
        match self.complete_input() {
            Ok(input) => Told::Reached(input),
            Err(why) => Told::Undecided(why),
        }
    }

    /// The witness as an input; quantified clauses are instantiated as far as its arrays reach before it is believed.
    fn complete_input(&mut self) -> Result<Input, String> {
        let made = self.made.clone();
        let complete = self.instantiate_reached();
        self.made = made;
        complete?;
        self.merged.settle(&mut self.words);
        self.witness.input(
            self.program,
            &self.merged.machine,
            &self.words.pool,
            Some(&self.merged.asked),
        )
    }

    fn instantiate_reached(&mut self) -> Result<(), String> {
        // New instances may move the witness to longer arrays, which need more instances; a few rounds settle it.
        for _ in 0..8 {
            let Self { lazies, witness, words, .. } = self;
            let wanted: Vec<i128> = lazies
                .iter()
                .map(|(_, lazy)| lazy.last_for(|word| witness.value(&words.pool, word)))
                .collect();
            if wanted.iter().zip(&self.made).all(|(&wanted, &next)| wanted < next) {
                return Ok(());
            }
            self.instantiate_to(&wanted);
            if !matches!(self.check(), Answer::Sat(_)) {
                return Err("a quantified clause was not satisfied in time".to_owned());
            }
        }
        Err("a quantified clause was not satisfied in time".to_owned())
    }

    // -- constraints on all inputs

    fn post_contract(&mut self, func: Func) {
        let program = self.program;
        if let Some(contract) = &program.funcs[func].contract {
            self.merged.machine.fix_lengths(&mut self.words, contract);
            self.post_facts();
            let clauses = contract.requires.iter();
            let labels: Vec<Label> =
                clauses.map(|clause| self.label(Ground::Requires(clause.text.clone()))).collect();
            let Self { merged, words, .. } = self;
            let rest =
                contract::read(&mut merged.machine, words, contract, &mut |words, number, term| {
                    words.known.solver.assume(&mut words.pool, labels[number], term);
                });
            self.made.extend(rest.lazy.iter().map(|(_, lazy)| lazy.first));
            let lazies = rest.lazy.into_iter();
            self.lazies.extend(lazies.map(|(number, lazy)| (labels[number], lazy)));
            self.leaves_out = !rest.left_out.is_empty();
        }
        self.post_facts();
    }

    /// Inputs that a precondition refuses are excluded. Those on which it was not followed to its end are not: whoever is told
    /// of one has to ask.
    fn post_precondition(&mut self, pre: Func, text: String) {
        let unfolding = to_turns(PRECONDITION_TURNS, Beyond::Cut);
        let admission = self.merged.admission(&mut self.words, pre, &unfolding);
        self.post_facts();
        let label = self.label(Ground::Requires(text));
        let lost: Vec<Term> = admission.cuts.iter().map(|cut| cut.when).collect();
        for condition in admission.conditions {
            let parts: Vec<Term> = lost.iter().copied().chain([condition]).collect();
            let possible = self.words.pool.any(&parts);
            self.words.known.solver.assume(&mut self.words.pool, label, possible);
        }
        self.words.known.refresh();
    }

    fn label(&mut self, ground: Ground) -> Label {
        self.grounds.push(ground);
        Label(self.grounds.len() as u32 - 1)
    }

    /// Posts what the machine said of inputs since.
    fn post_facts(&mut self) {
        self.merged.settle(&mut self.words);
        for index in self.n_facts..self.merged.facts.len() {
            let fact = self.merged.facts[index];
            self.words.known.solver.assert(&mut self.words.pool, fact);
        }
        self.n_facts = self.merged.facts.len();
        for invariant in std::mem::take(&mut self.merged.invariants) {
            self.words.known.solver.assert(&mut self.words.pool, invariant);
        }
        for (term, text) in std::mem::take(&mut self.merged.bounds) {
            let label = self.label(Ground::Bound(text));
            self.words.known.solver.assume(&mut self.words.pool, label, term);
        }
        self.words.known.refresh();
    }

    /// Makes the instances of quantified clauses that the cells looked at call for.
    fn instantiate_seen(&mut self) {
        let horizon = self
            .merged
            .machine
            .leaves()
            .iter()
            .filter_map(|leaf| match leaf.value {
                LeafValue::Cell(_, offset) => {
                    Some((offset / self.program.bytes(leaf.ty)) as i128 + 1)
                }
                _ => None,
            })
            .max();
        if let Some(horizon) = horizon {
            self.instantiate_to(&vec![horizon; self.lazies.len()]);
            self.post_facts();
        }
    }

    fn instantiate_to(&mut self, wanted: &[i128]) {
        for (index, &wanted) in wanted.iter().enumerate() {
            let (label, lazy) = &self.lazies[index];
            while self.made[index] <= wanted.min(lazy.last) {
                let value = self.made[index];
                self.made[index] += 1;
                // What cannot be said of one instance only weakens the constraints.
                if let Ok(term) = self.merged.machine.instance(&mut self.words, lazy, value) {
                    self.words.known.solver.assume(&mut self.words.pool, *label, term);
                }
            }
        }
    }
}

/// Could control that was cut have gone on to a goal? Traps may be anywhere.
fn leads_to(cut: &Cut<Term>, goal: Goal<'_>, ahead: &Ahead) -> bool {
    match goal {
        Goal::Aim(_, objective) => {
            ahead.any(cut.frames.iter().copied(), |other| other == objective)
        }
        Goal::Trap(_) | Goal::Place => true,
    }
}

/// Which occurrences belong to the same evaluation of a decision. Each begins with the condition that is evaluated first;
/// its other conditions follow in the same call, before the next one begins.
fn evaluations(
    program: &Program,
    merged: &Merged<'_, Merging<'_>>,
) -> BTreeMap<DecisionSite, Vec<Vec<usize>>> {
    let mut found: BTreeMap<DecisionSite, Vec<Vec<usize>>> = BTreeMap::new();
    // For each decision in each call the evaluation that is going on, and the moment it began.
    let mut open: BTreeMap<(u32, DecisionSite), (usize, u32)> = BTreeMap::new();
    for (index, occurrence) in merged.occurrences.iter().enumerate() {
        let Event::Cond(site, _) = occurrence.event else { continue };
        let decision = decision_of(program, site);
        let all = found.entry(decision).or_default();
        let is_first = outcome(tree_of(program, decision), &BTreeMap::new()) == Err(site.cond);
        let key = (occurrence.call, decision);
        let at = match open.get(&key) {
            Some(&(at, began)) if !is_first || began == occurrence.moment => at,
            _ => {
                all.push(Vec::new());
                open.insert(key, (all.len() - 1, occurrence.moment));
                all.len() - 1
            }
        };
        all[at].push(index);
    }
    found
}

/// Outcomes of conditions of which the last one on the way to an aim is one; none if they are too many.
fn last_events(program: &Program, aim: &Aim) -> Option<Vec<Event>> {
    match aim {
        Aim::Event(event) => Some(vec![*event]),
        Aim::Decisive(site, truth) => Some(vec![Event::Cond(*site, *truth)]),
        Aim::Decided(site, truth) => {
            let tree = tree_of(program, *site);
            let mut events = BTreeSet::new();
            for taken in all_evaluations(tree, MOST_EXPLAINED * 4)? {
                if outcome(tree, &taken) == Ok(*truth) {
                    let is_last = |cond: &Cond| {
                        let mut others = taken.clone();
                        others.remove(cond);
                        outcome(tree, &others) == Err(*cond)
                    };
                    // Short circuit evaluates from left to right, so the last one is the greatest.
                    let last = taken.keys().copied().filter(is_last).max()?;
                    let at = CondSite { func: site.func, cond: last };
                    events.insert(Event::Cond(at, taken[&last]));
                }
            }
            Some(events.into_iter().collect())
        }
        Aim::Place(..) | Aim::Evaluated(_) => None,
    }
}
