//! Unique-cause MC/DC: from evaluations of decisions to pairs of them.
//!
//! Two evaluations show the independent effect of a condition by unique cause if they differ in its outcome and in that of the
//! decision, and in no other condition that both evaluate (Chilenski and Miller; what short circuit leaves out differs from
//! nothing). Such a pair takes two tests, so the search asks for single evaluations; which conditions have a pair, and which
//! tests to keep for them, is decided here when it is over.

use crate::decisions::{DecisionSite, Evaluation, outcome, tree_of};
use crate::ledger::Ledger;
use crate::objectives::{Aim, Objective, Objectives};
use crate::pairing::{Wanted, fewest};
use crate::scene::Scene;
use crate::verdict::{Exclusion, Open, Proof, Verdict};
use entity::EntitySet;
use ir::{BoolTree, Cond, CondSite};
use std::collections::{BTreeMap, BTreeSet};

/// An evaluation as it was asked for.
struct Asked {
    taken: BTreeMap<Cond, bool>,
    objective: Objective,
}

/// Turns what is known of evaluations into what is known of conditions, and chooses the tests to keep. The conditions.
pub(super) fn pair_up(scene: &Scene<'_>, ledger: &mut Ledger) -> Objectives {
    let conditions = Objectives::decisive(scene.program, scene.func, scene.options.within);
    let pairing = Pairing { scene, ledger };
    let asked = pairing.asked();
    let mut wanted = Vec::new();
    let mut verdicts = BTreeMap::new();
    for objective in conditions.all() {
        let Aim::Decisive(site, true) = *conditions.aim(objective) else { continue };
        let pairs = pairing.pairs(&asked, site);
        match pairing.judge_pairs(pairs.as_deref()) {
            Ok(shown) => wanted.push(Wanted { what: site, pairs: shown }),
            Err(verdict) => {
                verdicts.insert(site, verdict);
            }
        }
    }
    let returning = pairing.showing(true);
    let everyone = pairing.showing(false);
    // Tests that return are preferred; where they do not suffice, those that trap later do.
    let (calm, rest): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|wanted| {
        wanted.pairs.iter().any(|&(a, b)| returning.shows(a) && returning.shows(b))
    });
    let mut chosen = fewest(&calm, &returning.by_test);
    chosen.extend(fewest(&rest, &everyone.by_test));
    chosen.sort_unstable();
    chosen.dedup();
    let all: Vec<_> = calm.into_iter().chain(rest).collect();
    let serves = pairing.served(&conditions, &all, &chosen);
    let both = verdicts.into_iter().flat_map(|(site, verdict)| {
        [true, false].map(|truth| (objective_of(&conditions, site, truth), verdict.clone()))
    });
    ledger.turn_to(both, serves, chosen);
    conditions
}

/// Evaluations that were asked for, and what is known of them.
struct Pairing<'a> {
    scene: &'a Scene<'a>,
    ledger: &'a Ledger,
}

impl Pairing<'_> {
    fn asked(&self) -> BTreeMap<DecisionSite, Vec<Asked>> {
        let mut asked: BTreeMap<DecisionSite, Vec<Asked>> = BTreeMap::new();
        for objective in self.scene.objectives.all() {
            if let Aim::Evaluated(Evaluation { site, taken }) = self.scene.objectives.aim(objective)
            {
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
        let decision = crate::decisions::decision_of(self.scene.program, site);
        let tree = tree_of(self.scene.program, decision);
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
        let reached = |objective: Objective| self.ledger.is_reached(objective);
        let shown: Vec<_> =
            pairs.iter().copied().filter(|&(a, b)| reached(a) && reached(b)).collect();
        if !shown.is_empty() {
            return Ok(shown);
        }
        let mut premises = BTreeSet::new();
        for &(a, b) in pairs {
            let open: Vec<Objective> = [a, b].into_iter().filter(|&one| !reached(one)).collect();
            let verdicts: Vec<Verdict> =
                open.iter().map(|&objective| self.ledger.verdict(self.scene, objective)).collect();
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
        let all = self.ledger.candidates().iter().enumerate();
        let shown = all.filter(|(_, one)| !only_returning || one.returns());
        Showing { by_test: shown.map(|(index, one)| (index, one.reached.clone())).collect() }
    }

    /// Which outcomes of conditions each candidate serves: those whose side of a chosen pair it shows.
    fn served(
        &self,
        conditions: &Objectives,
        wanted: &[Wanted<CondSite>],
        chosen: &[usize],
    ) -> Vec<EntitySet<Objective>> {
        let shows =
            |index: usize, evaluation| self.ledger.candidates()[index].reached.contains(evaluation);
        let shown = |evaluation| chosen.iter().any(|&index| shows(index, evaluation));
        let mut serves: Vec<EntitySet<Objective>> =
            vec![EntitySet::new(); self.ledger.candidates().len()];
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
