//! Constraints of a walk: posting them, keeping a witness of all that is posted, and the instances of quantified clauses.
//!
//! It knows nothing of sides and events.

use super::Walk;
use crate::entry::Entry;
use crate::facts::Words;
use crate::limits;
use ir::Func;
use solver::{Answer, Label, Limits, Method};
use term::{Op, Term, Var};
use world::Premise;

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
        let Some(labels) = self.words.known.solver.refutes(&self.words.pool, term) else {
            return false;
        };
        if self.says_too_little(&labels) {
            return false;
        }
        self.used.extend(labels);
        true
    }

    /// Does a refutation name something that is not modelled, with which it is worth nothing?
    fn says_too_little(&self, labels: &[Label]) -> bool {
        let premises = labels.iter().map(|label| &self.premises[label.0 as usize]);
        premises.into_iter().any(|premise| matches!(premise, Premise::Lacks(_)))
    }

    /// On a path, what is known is posted: nothing lies beyond it. What that rests on counts as used.
    pub(super) fn leave_out(&mut self, term: Term) {
        if !self.refuted(term) {
            self.machine.looked_within_bounds = true;
        }
    }

    pub(super) fn label(&mut self, premise: Premise) -> Label {
        self.premises.push(premise);
        Label(self.premises.len() as u32 - 1)
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
        let (audit, sat_conflicts) = (self.options.audit, self.extent.conflicts);
        let limits = Limits { audit, sat_conflicts, ..Limits::standard() };
        let (solver, pool) = (&mut self.words.known.solver, &mut self.words.pool);
        match solver.check_near(pool, &limits, &near) {
            Answer::Sat(model) => {
                self.witness.adopt(&model);
                Found::Yes
            }
            Answer::Unsat { labels, by } => {
                self.searched |= by != Method::Propagation;
                let labels = self.fewest(labels);
                self.used.extend(labels);
                Found::No
            }
            Answer::Unknown(_) => Found::Unknown,
        }
    }

    /// A core; where it says too little, without what can easily be left out.
    fn fewest(&mut self, labels: Vec<Label>) -> Vec<Label> {
        if !self.says_too_little(&labels) {
            return labels;
        }
        let (solver, pool) = (&mut self.words.known.solver, &mut self.words.pool);
        solver.minimize_core(pool, &limits::TO_LEAVE_OUT, &labels)
    }

    pub(super) fn post_contract(&mut self, func: Func) {
        let program = self.program;
        let Some(contract) = &program.funcs[func].contract else { return };
        self.machine.fix_lengths(&mut self.words, contract);
        // Where in one array parameters lead to is bounded: clauses that read elements rest on that.
        let _possible = self.settle();
        let numbers = 0..contract.requires.len() as u32;
        let labels: Vec<Label> = numbers.map(|it| self.label(Premise::Clause(it))).collect();
        let mut post = |words: &mut Words<'_>, number: usize, term| {
            words.known.solver.assume(&mut words.pool, labels[number], term);
        };
        self.entry = Entry::read(&mut self.machine, &mut self.words, contract, &mut post);
    }

    /// Makes the instances of quantified clauses that new input cells call for.
    pub(super) fn instantiate(&mut self) -> Found {
        let n_leaves = self.machine.leaves().len();
        if self.entry.is_plain() || n_leaves == self.seen_leaves {
            self.seen_leaves = n_leaves;
            return Found::Yes;
        }
        let since = self.seen_leaves.min(n_leaves);
        let wanted = self.entry.seen(self.program, &self.machine, since);
        let found = match self.post_instances(&wanted) {
            None => Found::Unknown,
            Some(instances) if self.all_hold(&instances) || self.mend(&instances) => Found::Yes,
            Some(_) => self.satisfy(),
        };
        self.seen_leaves = self.machine.leaves().len();
        found
    }

    /// Makes instances up to these; all of them are posted before the solver is asked once.
    pub(super) fn instantiate_to(&mut self, wanted: &[i128]) -> Found {
        match self.post_instances(wanted) {
            None => Found::Unknown,
            Some(instances) if self.all_hold(&instances) => Found::Yes,
            Some(_) => self.satisfy(),
        }
    }

    fn all_hold(&mut self, terms: &[Term]) -> bool {
        terms.iter().all(|&term| self.witness.holds(&self.words.pool, term))
    }

    /// Posts instances up to these; none if there are too many, or one has no meaning.
    fn post_instances(&mut self, wanted: &[i128]) -> Option<Vec<Term>> {
        let instances = self.entry.instances(&mut self.machine, &mut self.words, wanted);
        let terms: Vec<Term> = instances.made.into_iter().map(|(_, term)| term).collect();
        terms.iter().for_each(|&term| self.post_free(term));
        instances.complete.then_some(terms)
    }

    /// Tries to give the new words of input the value of another one: nothing but these instances speaks of them yet, and what
    /// orders the elements of an array is often content with a repetition. Much cheaper than a question.
    fn mend(&mut self, instances: &[Term]) -> bool {
        let words: Vec<Term> = self.machine.leaves().iter().map(|leaf| leaf.word).collect();
        let (old, new) = words.split_at(self.seen_leaves.min(words.len()));
        if new.len() > limits::MENDED_WORDS || instances.len() > limits::MENDED_INSTANCES {
            return false;
        }
        let mut vars: Vec<(Var, u128)> = Vec::new();
        for &word in new {
            let Op::Var(var) = self.words.pool.op(word) else { return false };
            vars.push((var, self.witness.get(var)));
        }
        for &other in old.iter().rev().take(limits::MENDED_BY) {
            let width = self.words.pool.width(other);
            if new.iter().any(|&word| self.words.pool.width(word) != width) {
                continue;
            }
            let value = self.witness.value(&self.words.pool, other);
            vars.iter().for_each(|&(var, _)| self.witness.set(var, value));
            if self.all_hold(instances) {
                return true;
            }
        }
        vars.into_iter().for_each(|(var, value)| self.witness.set(var, value));
        false
    }
}
