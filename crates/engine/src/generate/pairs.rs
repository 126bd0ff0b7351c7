//! Unique-cause MC/DC: from evaluations of decisions to pairs of them.
//!
//! Two evaluations show the independent effect of a condition by unique cause if they differ in its outcome and in that of the
//! decision, and in no other condition that both evaluate (Chilenski and Miller; what short circuit leaves out differs from
//! nothing). Such a pair takes two tests, so the search asks for single evaluations; which conditions have a pair, and which
//! tests to keep for them, is decided here when it is over.

use super::Search;
use crate::confirm::Ending;
use crate::decisions::{DecisionSite, Evaluation, outcome, tree_of};
use crate::objectives::{Aim, Objective, Objectives};
use crate::pairing::{Wanted, fewest};
use crate::verdict::{Exclusion, Open, Proof, Verdict};
use entity::EntitySet;
use ir::{BoolTree, Cond, CondSite};
use std::collections::{BTreeMap, BTreeSet};

/// Decisions with more evaluations are not looked at.
pub(super) const MOST_EVALUATIONS: usize = 1000;

/// An evaluation as it was asked for.
struct Asked {
    taken: BTreeMap<Cond, bool>,
    objective: Objective,
}

impl Search<'_> {
    /// Turns what is known of evaluations into what is known of conditions, and chooses the tests to keep.
    pub(super) fn pair_up(&mut self) {
        let conditions = Objectives::decisive(self.program, self.func, self.options.within);
        let asked = self.asked();
        let mut wanted = Vec::new();
        let mut verdicts = BTreeMap::new();
        for objective in conditions.all() {
            let Aim::Decisive(site, true) = *conditions.aim(objective) else { continue };
            let pairs = self.pairs(&asked, site);
            match self.judge_pairs(pairs.as_deref()) {
                Ok(shown) => wanted.push(Wanted { what: site, pairs: shown }),
                Err(verdict) => {
                    verdicts.insert(site, verdict);
                }
            }
        }
        let returning = self.showing(true);
        let everyone = self.showing(false);
        // Tests that return are preferred; where they do not suffice, those that trap later do.
        let (calm, rest): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|wanted| {
            wanted.pairs.iter().any(|&(a, b)| returning.shows(a) && returning.shows(b))
        });
        let mut chosen = fewest(&calm, &returning.by_test);
        chosen.extend(fewest(&rest, &everyone.by_test));
        let all: Vec<_> = calm.into_iter().chain(rest).collect();
        self.adopt(conditions, verdicts, &all, chosen);
    }

    fn asked(&self) -> BTreeMap<DecisionSite, Vec<Asked>> {
        let mut asked: BTreeMap<DecisionSite, Vec<Asked>> = BTreeMap::new();
        for objective in self.objectives.all() {
            if let Aim::Evaluated(Evaluation { site, taken }) = self.objectives.aim(objective) {
                asked.entry(*site).or_default().push(Asked { taken: taken.clone(), objective });
            }
        }
        asked
    }

    /// The pairs of evaluations that would do for a condition; none if its decision was not looked at.
    fn pairs(
        &self,
        asked: &BTreeMap<DecisionSite, Vec<Asked>>,
        site: CondSite,
    ) -> Option<Vec<(Objective, Objective)>> {
        let decision = crate::decisions::decision_of(self.program, site);
        let tree = tree_of(self.program, decision);
        let all = asked.get(&decision)?;
        let mut pairs = Vec::new();
        for yes in all.iter().filter(|one| one.taken.get(&site.cond) == Some(&true)) {
            for no in all.iter().filter(|one| one.taken.get(&site.cond) == Some(&false)) {
                if is_pair(tree, site.cond, &yes.taken, &no.taken) {
                    pairs.push((yes.objective, no.objective));
                }
            }
        }
        Some(pairs)
    }

    /// The pairs that tests show, or what is known instead.
    fn judge_pairs(
        &self,
        pairs: Option<&[(Objective, Objective)]>,
    ) -> Result<Vec<(Objective, Objective)>, Verdict> {
        let Some(pairs) = pairs else {
            return Err(Open::ManyEvaluations.verdict());
        };
        let reached = |objective: Objective| {
            self.candidates.iter().any(|candidate| candidate.reached.contains(objective))
        };
        let shown: Vec<_> =
            pairs.iter().copied().filter(|&(a, b)| reached(a) && reached(b)).collect();
        if !shown.is_empty() {
            return Ok(shown);
        }
        let mut premises = BTreeSet::new();
        for &(a, b) in pairs {
            let open: Vec<Objective> = [a, b].into_iter().filter(|&one| !reached(one)).collect();
            let verdicts: Vec<Verdict> =
                open.iter().map(|&objective| self.uncovered_objective(objective)).collect();
            match verdicts.iter().find(|verdict| matches!(verdict, Verdict::Infeasible(_))) {
                Some(Verdict::Infeasible(it)) => premises.extend(it.premises.clone()),
                _ => {
                    return Err(verdicts.into_iter().next().expect("one of the two is not shown"));
                }
            }
        }
        Err(Verdict::Infeasible(Exclusion { premises, proof: Proof::Pairs, turns: None }))
    }

    /// What each test shows; only tests that return, or all.
    fn showing(&self, only_returning: bool) -> Showing {
        let returns = |index: usize| {
            !only_returning || matches!(self.candidates[index].run.ending, Ending::Returned(_))
        };
        let candidates = self.candidates.iter().enumerate().filter(|(index, _)| returns(*index));
        Showing { by_test: candidates.map(|(index, one)| (index, one.reached.clone())).collect() }
    }

    /// From here on conditions are the objectives.
    fn adopt(
        &mut self,
        conditions: Objectives,
        verdicts: BTreeMap<CondSite, Verdict>,
        wanted: &[Wanted<CondSite>],
        mut chosen: Vec<usize>,
    ) {
        chosen.sort_unstable();
        chosen.dedup();
        let serves = self.served(&conditions, wanted, &chosen);
        self.decided.clear();
        self.excluded.replace(EntitySet::new());
        // That everything was walked says nothing of pairs beyond what the verdicts say.
        self.exhausted = false;
        for (site, verdict) in verdicts {
            for truth in [true, false] {
                let objective = objective_of(&conditions, site, truth);
                if let Verdict::Infeasible(_) = verdict {
                    self.excluded.borrow_mut().insert(objective);
                }
                self.decided.insert(objective, verdict.clone());
            }
        }
        let mut covered = EntitySet::new();
        for objective in serves.iter().flat_map(EntitySet::iter) {
            covered.insert(objective);
        }
        for (candidate, serves) in self.candidates.iter_mut().zip(serves) {
            candidate.reached = serves;
        }
        self.covered.replace(covered);
        self.reached_before_traps.replace(EntitySet::new());
        self.promised.clear();
        self.objectives = conditions;
        self.chosen = Some(chosen);
    }

    /// Which outcomes of conditions each candidate serves: those whose side of a chosen pair it shows.
    fn served(
        &self,
        conditions: &Objectives,
        wanted: &[Wanted<CondSite>],
        chosen: &[usize],
    ) -> Vec<EntitySet<Objective>> {
        let shows = |index: usize, evaluation| self.candidates[index].reached.contains(evaluation);
        let shown = |evaluation| chosen.iter().any(|&index| shows(index, evaluation));
        let mut serves: Vec<EntitySet<Objective>> = vec![EntitySet::new(); self.candidates.len()];
        for Wanted { what, pairs } in wanted {
            let pair = pairs.iter().copied().find(|&(a, b)| shown(a) && shown(b));
            let (yes, no) = pair.expect("tests should be chosen for every pair that can be shown");
            for (evaluation, truth) in [(yes, true), (no, false)] {
                let objective = objective_of(conditions, *what, truth);
                for &index in chosen.iter().filter(|&&index| shows(index, evaluation)) {
                    serves[index].insert(objective);
                }
            }
        }
        serves
    }
}

fn objective_of(conditions: &Objectives, site: CondSite, truth: bool) -> Objective {
    conditions.of(&Aim::Decisive(site, truth)).expect("every condition is an objective")
}

/// The evaluations that each of some tests shows.
struct Showing {
    by_test: Vec<(usize, EntitySet<Objective>)>,
}

impl Showing {
    fn shows(&self, evaluation: Objective) -> bool {
        self.by_test.iter().any(|(_, shown)| shown.contains(evaluation))
    }
}

/// Do two evaluations differ in this condition alone, and in their outcome?
fn is_pair(
    tree: &BoolTree,
    cond: Cond,
    yes: &BTreeMap<Cond, bool>,
    no: &BTreeMap<Cond, bool>,
) -> bool {
    let same = |(other, value): (&Cond, &bool)| {
        *other == cond || no.get(other).is_none_or(|there| there == value)
    };
    outcome(tree, yes) != outcome(tree, no) && yes.iter().all(same)
}
