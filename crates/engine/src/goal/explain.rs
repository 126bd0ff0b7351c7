//! Why a goal is impossible, as outcomes that a reader can follow.

use super::{Goal, Goals};
use crate::decisions::{all_evaluations, outcome, tree_of};
use crate::facts::Words;
use crate::limits;
use crate::objectives::Aim;
use exec::Occurrence;
use ir::{BoolTree, Cond, CondSite, Event, Program};
use solver::{Answer, Label};
use std::collections::{BTreeMap, BTreeSet};
use term::Term;

/// A condition at the end of a way.
struct End {
    cond: Term,
    /// When something had gone wrong before.
    wrong: Term,
    way: u32,
}

impl Goals<'_> {
    /// Why a goal is impossible: the few outcomes on the way to it that exclude it, with what is computed between them.
    /// None if that is not found out quickly.
    pub(crate) fn explain(&mut self, goal: Goal<'_>) -> Option<Vec<Event>> {
        self.ask_for_anything();
        let ends = self.ends_of(goal)?;
        if ends.len() > limits::MOST_EXPLAINED {
            return None;
        }
        let mut because: Vec<Event> = Vec::new();
        for end in ends {
            for event in self.explain_end(&end)? {
                if !because.contains(&event) {
                    because.push(event);
                }
            }
        }
        Some(because)
    }

    /// Everywhere that a goal would have been met.
    fn ends_of(&mut self, goal: Goal<'_>) -> Option<Vec<End>> {
        let cond = self.words.pool.bool(true);
        let visits = self.merged.visits.iter();
        match goal {
            Goal::Place => {
                Some(visits.map(|visit| End { cond, wrong: visit.wrong, way: visit.way }).collect())
            }
            Goal::Aim(Aim::Place(place, _), _) => {
                let there = visits.filter(|visit| visit.place == *place);
                Some(there.map(|visit| End { cond, wrong: visit.wrong, way: visit.way }).collect())
            }
            Goal::Aim(aim, _) => {
                let events = last_events(self.program, aim)?;
                let all = self.merged.occurrences.iter().chain(&self.merged.never);
                let seen = all.filter(|seen| events.contains(&seen.event));
                let end = |seen: &Occurrence<Term>| End {
                    cond: seen.cond,
                    wrong: seen.wrong,
                    way: seen.way,
                };
                Some(seen.map(end).collect())
            }
            Goal::Trap(_) => None,
        }
    }

    /// The outcomes that exclude a condition at the end of a way, nothing having gone wrong before.
    fn explain_end(&mut self, end: &End) -> Option<Vec<Event>> {
        let steps = self.merged.steps_to(end.way);
        let base = self.grounds.len() as u32;
        let fine = self.words.pool.not(end.wrong);
        let Words { pool, known } = &mut self.words;
        known.solver.push();
        known.solver.assert(pool, end.cond);
        known.solver.assert(pool, fine);
        for (number, step) in (base..).zip(&steps) {
            known.solver.assume(pool, Label(number), step.cond);
        }
        let labels = match known.check(pool, &limits::TO_EXPLAIN) {
            Answer::Unsat { labels, .. } => Some(self.fewest(&labels)),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        };
        self.words.known.solver.pop();
        let mut labels = labels?;
        labels.sort_unstable_by_key(|label| label.0);
        let own = labels.iter().filter(|label| label.0 >= base);
        Some(own.filter_map(|label| steps[(label.0 - base) as usize].event).collect())
    }
}

/// Outcomes of conditions of which the last one on the way to an aim is one; none if they are too many.
fn last_events(program: &Program, aim: &Aim) -> Option<Vec<Event>> {
    match aim {
        Aim::Event(event) => Some(vec![*event]),
        Aim::Decisive(site, truth) => Some(vec![Event::Cond(*site, *truth)]),
        Aim::Decided(site, truth) => {
            let tree = tree_of(program, *site);
            let mut events = BTreeSet::new();
            for taken in all_evaluations(tree, limits::MOST_EXPLAINED * 4)? {
                if outcome(tree, &taken) == Ok(*truth) {
                    let last = last_evaluated(tree, &taken)?;
                    let at = CondSite { func: site.func, cond: last };
                    events.insert(Event::Cond(at, taken[&last]));
                }
            }
            Some(events.into_iter().collect())
        }
        Aim::Place(..) | Aim::Evaluated(_) => None,
    }
}

/// The condition that ends an evaluation of a decision: without it the others leave the decision open.
fn last_evaluated(tree: &BoolTree, taken: &BTreeMap<Cond, bool>) -> Option<Cond> {
    let is_last = |cond: &Cond| {
        let mut others = taken.clone();
        others.remove(cond);
        outcome(tree, &others) == Err(*cond)
    };
    // Short circuit evaluates from left to right, so the last one is the greatest.
    taken.keys().copied().filter(is_last).max()
}
