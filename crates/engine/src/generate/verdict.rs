//! What is said of objectives that no test reaches: infeasible, with what that rests on, or unknown, with the reason.

use super::{Criterion, Engines, Search};
use crate::objectives::Objective;
use crate::scope::{allocations_succeed, parse_bound, taken_for_granted};
use crate::walk::Cut;
use suite::{PathMethod, Scope, Verdict};

impl Search<'_> {
    /// What is known of an objective that no test reaches: the stronger of what goals and the walk say.
    pub(super) fn uncovered_objective(&self, objective: Objective) -> Verdict {
        match (self.decided.get(&objective), self.options.engines) {
            (Some(verdict @ Verdict::Infeasible { .. }), _) => verdict.clone(),
            (Some(verdict), Engines::Goals) => verdict.clone(),
            (Some(verdict), _) => match self.uncovered() {
                proof @ Verdict::Infeasible { .. } => proof,
                _ => verdict.clone(),
            },
            (None, _) => self.uncovered(),
        }
    }

    /// What the walk says of objectives that no test reaches.
    fn uncovered(&self) -> Verdict {
        let unknown = |reason: String| Verdict::Unknown { reason, excluded_within: Vec::new() };
        if let Some(reason) = self.unsupported.first() {
            return unknown(format!("paths meet what is not modelled: {reason}"));
        }
        if self.stopped {
            return self.out_of_time();
        }
        if !self.exhausted {
            return self.cut_short();
        }
        if let Some(bound) = self.bounds.first() {
            let excluded_within = self.bounds.iter().map(|bound| parse_bound(bound)).collect();
            return Verdict::Unknown { reason: format!("not within {bound}"), excluded_within };
        }
        if let Some(reason) = self.untried_overlap() {
            return unknown(reason);
        }
        self.proved_by_walking()
    }

    /// Every path was walked to its end: what no test reaches is impossible.
    pub(super) fn proved_by_walking(&self) -> Verdict {
        let scope = match self.options.criterion {
            Criterion::KPath(k) => {
                Scope::Bounded(vec![("turns of every loop".to_owned(), u64::from(k))])
            }
            _ => Scope::Unconditional,
        };
        let granted = taken_for_granted(self.program, self.func);
        let allocated =
            allocations_succeed(self.program, self.func).filter(|_| !self.options.malloc_may_fail);
        let assumes = self.assumes.iter().cloned().chain(granted).chain(allocated).collect();
        let proof = match self.paths.method {
            PathMethod::Walk => "walking every path that could lead there".to_owned(),
            PathMethod::Exhaustion(inputs) => format!("running all {inputs} admissible inputs"),
        };
        Verdict::Infeasible { scope, assumes, proof, because: Vec::new() }
    }

    /// The budget ran out; where an earlier walk came to its end, what kept that one from more is the bound to raise.
    fn out_of_time(&self) -> Verdict {
        let Some(cut) = &self.kept_from_more else {
            let reason = "the budget ran out".to_owned();
            return Verdict::Unknown { reason, excluded_within: Vec::new() };
        };
        let (why, within) = self.why_cut(cut);
        let reason = format!("the budget ran out: {why}");
        Verdict::Unknown { reason, excluded_within: within.into_iter().collect() }
    }

    fn cut_short(&self) -> Verdict {
        let Some(cut) = self.cuts.first() else {
            let reason = "not every path was walked".to_owned();
            return Verdict::Unknown { reason, excluded_within: Vec::new() };
        };
        let (reason, within) = self.why_cut(cut);
        Verdict::Unknown { reason, excluded_within: within.into_iter().collect() }
    }

    /// Why prefixes were not followed, and the bound that it was if it was one.
    pub(super) fn why_cut(&self, cut: &Cut) -> (String, Option<(String, u64)>) {
        match cut {
            Cut::Turns(_, _, most) => (
                "a loop would have to turn more often".to_owned(),
                Some(("turns of a loop".to_owned(), u64::from(*most))),
            ),
            Cut::Recursion(func, most) => {
                let name = &self.program.funcs[*func].name;
                (
                    format!("`{name}` would have to call itself more often"),
                    Some((format!("active calls of {name}"), u64::from(*most))),
                )
            }
            Cut::Events(most) => (
                "a path has too many branches".to_owned(),
                Some(("branches of a path".to_owned(), *most as u64)),
            ),
            Cut::Steps(most) => {
                ("a path is too long".to_owned(), Some(("steps of a path".to_owned(), *most)))
            }
            Cut::Input(why) => (format!("an input could not be built: {why}"), None),
            Cut::Undecided => ("the solver did not decide".to_owned(), None),
        }
    }
}
