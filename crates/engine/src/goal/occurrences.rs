//! When goals come to pass, as terms: every occurrence of what is asked for, nothing having gone wrong before it.

use super::{Goal, Goals};
use crate::decisions::{DecisionSite, decision_of, outcome, tree_of};
use crate::facts::Words;
use crate::objectives::Aim;
use crate::parts::{Parts, decided, decisive};
use exec::{Cut, Merged, Reason};
use ir::{Event, Program};
use std::collections::BTreeMap;
use term::Term;

impl Goals<'_> {
    /// When each occurrence of a goal comes to pass.
    pub(super) fn occurrences_of(&mut self, goal: Goal<'_>) -> Vec<Term> {
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

    /// Does the input that the last question found get there, too?
    pub(crate) fn shows(&mut self, goal: Goal<'_>) -> bool {
        let whens = self.occurrences_of(goal);
        whens.into_iter().any(|when| self.witness.holds(&self.words.pool, when))
    }

    /// When each occurrence of what an objective asks for comes to pass, nothing having gone wrong before.
    pub(super) fn terms_of(&mut self, aim: &Aim) -> Vec<Term> {
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
    pub(super) fn cut_terms(&mut self, cuts: &[Cut<Term>]) -> BTreeMap<Reason, Term> {
        let mut terms: BTreeMap<Reason, Vec<Term>> = BTreeMap::new();
        for cut in cuts {
            let term = self.when_fine(cut.when, cut.wrong);
            terms.entry(cut.reason).or_default().push(term);
        }
        terms.into_iter().map(|(reason, terms)| (reason, self.words.pool.any(&terms))).collect()
    }
}

/// Which occurrences belong to the same evaluation of a decision. Each begins with the condition that is evaluated first;
/// its other conditions follow in the same call, before the next one begins.
pub(super) fn evaluations(
    program: &Program,
    merged: &Merged<'_, Words<'_>>,
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
