//! Constraints of a walk: posting them, keeping a witness of all that is posted, and the instances of quantified clauses.
//!
//! It knows nothing of sides and events.

use super::Walk;
use crate::contract;
use exec::LeafValue;
use ir::Func;
use solver::{Answer, Label};
use term::Term;

/// Instances of a quantified clause that are made at a time; a witness that needs more is given up.
const MOST_INSTANCES: i128 = 10_000;

/// What an assumption of the solver stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Assumption {
    /// A requires clause, as written.
    Requires(String),
    /// A bound of our own choice.
    Bound(String),
}

/// What became of an attempt to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Yes,
    No,
    Unknown,
}

impl Walk<'_> {
    /// Is a condition false by what propagation knows? What that rests on counts as used.
    pub(super) fn refuted(&mut self, term: Term) -> bool {
        let labels = self.words.known.solver.refutes(&self.words.pool, term);
        self.used.extend(labels.iter().flatten());
        labels.is_some()
    }

    pub(super) fn label(&mut self, assumption: Assumption) -> Label {
        self.assumptions.push(assumption);
        Label(self.assumptions.len() as u32 - 1)
    }

    /// Posts a constraint and finds a witness of it.
    pub(super) fn post(&mut self, term: Term) -> Found {
        self.words.known.solver.assert(&mut self.words.pool, term);
        if self.witness.holds(&self.words.pool, term) { Found::Yes } else { self.satisfy() }
    }

    /// Posts a constraint that the witness satisfies, or will be made to.
    pub(super) fn post_free(&mut self, term: Term) {
        self.words.known.solver.assert(&mut self.words.pool, term);
    }

    pub(super) fn assume(&mut self, label: Label, term: Term) -> Found {
        self.words.known.solver.assume(&mut self.words.pool, label, term);
        if self.witness.holds(&self.words.pool, term) { Found::Yes } else { self.satisfy() }
    }

    /// Asks the solver for a witness near the present one.
    pub(super) fn satisfy(&mut self) -> Found {
        self.counts.questions += 1;
        let witness = &self.witness;
        let near = |var| Some(witness.get(var));
        let (solver, pool) = (&mut self.words.known.solver, &mut self.words.pool);
        match solver.check_until(pool, &self.limits.solver, &near, self.stop) {
            Answer::Sat(model) => {
                self.witness.adopt(&model);
                Found::Yes
            }
            Answer::Unsat { labels, .. } => {
                self.used.extend(labels);
                Found::No
            }
            Answer::Unknown(_) => Found::Unknown,
        }
    }

    pub(super) fn post_contract(&mut self, func: Func) {
        let program = self.program;
        let Some(contract) = &program.funcs[func].contract else { return };
        self.machine.fix_lengths(&mut self.words, contract);
        let clauses = contract.requires.iter();
        let labels: Vec<Label> =
            clauses.map(|clause| self.label(Assumption::Requires(clause.text.clone()))).collect();
        let rest = contract::read(
            &mut self.machine,
            &mut self.words,
            contract,
            &mut |words, number, term| {
                words.known.solver.assume(&mut words.pool, labels[number], term);
            },
        );
        self.lazy.extend(rest.lazy.iter().map(|(_, lazy)| lazy.first));
        self.lazies.extend(rest.lazy.into_iter().map(|(_, lazy)| lazy));
        self.left_out = rest.left_out;
    }

    /// Makes the instances of quantified clauses that new input cells call for.
    pub(super) fn instantiate(&mut self) -> Found {
        let n_leaves = self.machine.leaves().len();
        if self.lazies.is_empty() || n_leaves == self.seen_leaves {
            self.seen_leaves = n_leaves;
            return Found::Yes;
        }
        let horizon = self.machine.leaves()[self.seen_leaves.min(n_leaves)..]
            .iter()
            .filter_map(|leaf| match leaf.value {
                LeafValue::Cell(_, offset) => {
                    Some((offset / self.program.bytes(leaf.ty)) as i128 + 1)
                }
                _ => None,
            })
            .max()
            .unwrap_or(i128::MIN);
        let found = self.instantiate_to(&vec![horizon; self.lazies.len()]);
        self.seen_leaves = self.machine.leaves().len();
        found
    }

    /// Makes instances up to these; all of them are posted before the solver is asked once.
    pub(super) fn instantiate_to(&mut self, wanted: &[i128]) -> Found {
        let mut holds = true;
        for (index, &wanted) in wanted.iter().enumerate() {
            let last = wanted.min(self.lazies[index].last);
            if last.saturating_sub(self.lazy[index]) >= MOST_INSTANCES {
                return Found::Unknown;
            }
            while self.lazy[index] <= last {
                let value = self.lazy[index];
                self.lazy[index] += 1;
                let Ok(term) = self.machine.instance(&mut self.words, &self.lazies[index], value)
                else {
                    return Found::Unknown;
                };
                self.post_free(term);
                holds = holds && self.witness.holds(&self.words.pool, term);
            }
        }
        if holds { Found::Yes } else { self.satisfy() }
    }
}
