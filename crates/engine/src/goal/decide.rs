//! The decision about a goal, and the grounds of a refutation.
//!
//! Cuts that could lead to the goal are part of the question, each under a label: a refutation that does not name them holds
//! of every input, however far execution was followed.

use super::{Goal, Goals, Ground, Told};
use crate::ahead::Ahead;
use crate::limits;
use crate::verdict::{Open, is_beyond, not_cut, on_going_on};
use exec::{Cut, Reason};
use ir::{Trap, TrapKind};
use solver::{Answer, Label, Limits};
use std::collections::{BTreeMap, BTreeSet};
use term::Term;
use world::Premise;

impl Goals<'_> {
    /// Decides a goal: an input that gets there whatever happens afterwards, or the grounds of its impossibility.
    pub(crate) fn decide(&mut self, goal: Goal<'_>, ahead: &Ahead) -> Told {
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
        self.assume_not_cut(&cut_terms);
        let answer = self.answer();
        self.words.known.solver.pop();
        self.grounds.truncate(n_grounds);
        let there = self.words.pool.any(&here);
        match answer {
            // Where a model gets to what was taken for refuted, it says nothing about the goal.
            Ok(Told::Reached(_)) if !self.witness.holds(&self.words.pool, there) => {
                Told::Undecided(Open::NoRun)
            }
            Ok(told) => told,
            Err(grounds) => {
                let mut premises = self.premises(grounds);
                premises.extend(self.beyond());
                Told::Excluded(premises)
            }
        }
    }

    /// Looks for an input that runs into one of these traps, within all limits. A refutation here is no proof, and is not asked
    /// for its grounds: to find out which they are costs more than to find the refutation.
    pub(crate) fn run_into(&mut self, traps: &[Trap]) -> Told {
        self.ask_for_anything();
        let here: Vec<Term> =
            traps.iter().flat_map(|&trap| self.occurrences_of(Goal::Trap(trap))).collect();
        let cuts = self.merged.cuts.clone();
        let cut_terms = self.cut_terms(&cuts);
        self.words.known.solver.push();
        // What is said of a path beyond a cut is not said of a run.
        for term in cut_terms.into_values() {
            let not_there = self.words.pool.not(term);
            self.words.known.solver.assert(&mut self.words.pool, not_there);
        }
        let told = self.look_for(&here);
        self.words.known.solver.pop();
        told
    }

    /// What every refutation rests on besides: that nothing is touched beyond what is there, or what is taken for granted of what
    /// lies there.
    fn beyond(&mut self) -> BTreeSet<Premise> {
        if let Some(known) = &self.beyond {
            return known.clone();
        }
        let beyond = self.granted_beyond.iter().cloned().collect();
        let mut premises = self.unless_trapped(is_beyond, beyond);
        let aligned = BTreeSet::from([Premise::Aligned]);
        premises.extend(self.unless_trapped(|kind| on_going_on(kind).is_some(), aligned));
        self.beyond.insert(premises).clone()
    }

    /// The premises with which nothing of some kind goes wrong anywhere; else those that stand for it.
    fn unless_trapped(
        &mut self,
        is_one: impl Fn(TrapKind) -> bool,
        otherwise: BTreeSet<Premise>,
    ) -> BTreeSet<Premise> {
        let some = self.merged.traps.iter().filter(|it| is_one(it.trap.kind));
        let whens: Vec<Term> = some.map(|it| it.when).collect();
        if whens.is_empty() || otherwise.is_empty() {
            return BTreeSet::new();
        }
        let somewhere = self.words.pool.any(&whens);
        let limits = self.limits;
        match self.labels_without(somewhere, &limits) {
            Some(labels) => labels.iter().map(|label| self.premise_of(*label)).collect(),
            None => otherwise,
        }
    }

    fn assume_not_cut(&mut self, cut_terms: &BTreeMap<Reason, Term>) {
        for (reason, &term) in cut_terms.iter().filter(|(reason, _)| **reason != Reason::Refuted) {
            let label = self.label(Ground::NotCut(*reason));
            let not_there = self.words.pool.not(term);
            self.words.known.solver.assume(&mut self.words.pool, label, not_there);
        }
    }

    /// What the solver says; of a refutation its grounds.
    fn answer(&mut self) -> Result<Told, BTreeSet<Ground>> {
        match self.check() {
            Answer::Sat(_) => Ok(self.told_input()),
            Answer::Unsat { labels, .. } => {
                let labels = self.fewest(&labels);
                let all = labels.iter().chain(&self.words.known.used);
                let named = all.map(|label| self.grounds[label.0 as usize].clone());
                Err(named.collect())
            }
            Answer::Unknown(why) => Ok(Told::Undecided(Open::Solver(why))),
        }
    }

    /// The premises of a refutation. One that rests on control not being cut somewhere does not, if control never comes there.
    fn premises(&mut self, grounds: BTreeSet<Ground>) -> BTreeSet<Premise> {
        let mut premises = BTreeSet::new();
        for ground in grounds {
            let reason = match ground {
                Ground::Holds(premise) => {
                    premises.insert(premise);
                    continue;
                }
                Ground::NotCut(reason) => reason,
            };
            let Some(labels) = self.labels_against(reason) else {
                premises.insert(not_cut(reason, &self.unfolding));
                continue;
            };
            premises.extend(labels.iter().map(|label| self.premise_of(*label)));
        }
        premises
    }

    /// What a label stands for that is asked of all inputs.
    fn premise_of(&self, label: Label) -> Premise {
        match &self.grounds[label.0 as usize] {
            Ground::Holds(premise) => premise.clone(),
            Ground::NotCut(reason) => not_cut(*reason, &self.unfolding),
        }
    }

    /// The labels with which control is never cut for this reason, if that is so.
    fn labels_against(&mut self, reason: Reason) -> Option<Vec<Label>> {
        if let Some(known) = self.impossible.get(&reason) {
            return known.clone();
        }
        let cuts: Vec<Cut<Term>> =
            self.merged.cuts.iter().filter(|cut| cut.reason == reason).cloned().collect();
        let terms = self.cut_terms(&cuts);
        let labels = self.labels_without(*terms.get(&reason)?, &limits::TO_EXPLAIN);
        self.impossible.insert(reason, labels.clone());
        labels
    }

    /// The labels with which a term never holds, if that is seen within some limits.
    fn labels_without(&mut self, term: Term, limits: &Limits) -> Option<Vec<Label>> {
        self.words.known.solver.push();
        self.words.known.solver.assert(&mut self.words.pool, term);
        let labels = match self.words.known.check(&mut self.words.pool, limits) {
            Answer::Unsat { labels, .. } => Some(self.fewest(&labels)),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        };
        self.words.known.solver.pop();
        labels
    }

    /// A core without what can easily be left out.
    pub(super) fn fewest(&mut self, labels: &[Label]) -> Vec<Label> {
        if labels.is_empty() {
            return Vec::new();
        }
        self.words.known.questions += labels.len() as u64;
        self.words.known.solver.minimize_core(&mut self.words.pool, &limits::TO_LEAVE_OUT, labels)
    }
}

/// Could control that was cut have gone on to a goal? Traps may be anywhere.
fn leads_to(cut: &Cut<Term>, goal: Goal<'_>, ahead: &Ahead) -> bool {
    match goal {
        Goal::Aim(_, objective) => ahead.leads_to(cut.frames.iter().copied(), objective),
        Goal::Trap(_) | Goal::Place => true,
    }
}
