//! What is said of objectives that no test reaches: the stronger of what goals and walks know.

use super::{Criterion, Engines, Search};
use crate::objectives::Objective;
use crate::verdict::{Exclusion, Open, Proof, Verdict, judge};
use std::collections::BTreeSet;
use suite::PathMethod;
use world::Premise;

impl Search<'_> {
    /// What is known of an objective that no test reaches: the stronger of what goals and the walk say.
    pub(super) fn uncovered_objective(&self, objective: Objective) -> Verdict {
        match (self.decided.get(&objective), self.options.engines) {
            (Some(verdict @ Verdict::Infeasible(_)), _) => verdict.clone(),
            (Some(verdict), Engines::Goals) => verdict.clone(),
            (Some(verdict), _) => match self.uncovered() {
                // What a walk did not look for it says nothing of.
                proof @ Verdict::Infeasible(_) if !self.closed.contains(objective) => proof,
                _ => verdict.clone(),
            },
            (None, _) => self.uncovered(),
        }
    }

    /// What the walk says of objectives that no test reaches.
    fn uncovered(&self) -> Verdict {
        if let Some(gap) = self.unsupported.first() {
            return Open::Lacks(*gap).verdict();
        }
        if self.stopped {
            return Open::Budget(self.kept_from_more).verdict();
        }
        if !self.exhausted {
            let cut = self.cuts.first().copied();
            return cut.map_or(Open::NotWalked, Open::Cut).verdict();
        }
        judge(self.walked(self.premises.clone()), self.options.asked)
    }

    /// Every path was walked to its end: what no test reaches is excluded, on these premises.
    pub(super) fn walked(&self, premises: BTreeSet<Premise>) -> Exclusion {
        let proof = match self.paths.method {
            PathMethod::Walk => Proof::Walk,
            PathMethod::Exhaustion(inputs) => Proof::Exhaustion(inputs),
        };
        let turns = match self.options.criterion {
            Criterion::KPath(k) => Some(k),
            _ => None,
        };
        let mut exclusion = Exclusion::new(self.world, premises, proof, self.relaxed);
        if self.touches_beyond() {
            exclusion.premises.extend(self.world.granted_beyond(self.relaxed));
        }
        Exclusion { turns, ..exclusion }
    }
}
