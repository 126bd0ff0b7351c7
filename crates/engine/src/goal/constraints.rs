//! What is asked of all inputs: contracts, preconditions, facts and bounds, and the inputs that satisfy them.
//!
//! Quantified clauses over wide ranges are instantiated as far as the run has looked, and again as far as a witness reaches
//! before it is believed.

use super::{Goals, Ground, Told};
use crate::contract;
use crate::unfold::to_turns;
use crate::verdict::Open;
use crate::witness::NoInput;
use exec::{Beyond, LeafValue};
use ir::Func;
use ir::input::Input;
use solver::{Answer, Label};
use term::Term;
use world::Premise;

/// Turns of the loops of a precondition.
const PRECONDITION_TURNS: u32 = 16;

impl Goals<'_> {
    pub(super) fn post_contract(&mut self, func: Func) {
        let program = self.program;
        if let Some(contract) = &program.funcs[func].contract {
            self.merged.machine.fix_lengths(&mut self.words, contract);
            self.post_facts();
            let numbers = 0..contract.requires.len() as u32;
            let clauses = numbers.map(|number| Ground::Holds(Premise::Clause(number)));
            let labels: Vec<Label> = clauses.map(|clause| self.label(clause)).collect();
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
    pub(super) fn post_precondition(&mut self, pre: Func, premise: Premise) {
        let unfolding = to_turns(PRECONDITION_TURNS, Beyond::Cut);
        let admission = self.merged.admission(&mut self.words, pre, &unfolding);
        self.post_facts();
        let label = self.label(Ground::Holds(premise));
        let lost: Vec<Term> = admission.cuts.iter().map(|cut| cut.when).collect();
        for condition in admission.conditions {
            let parts: Vec<Term> = lost.iter().copied().chain([condition]).collect();
            let possible = self.words.pool.any(&parts);
            self.words.known.solver.assume(&mut self.words.pool, label, possible);
        }
        self.words.known.refresh();
    }

    pub(super) fn label(&mut self, ground: Ground) -> Label {
        self.grounds.push(ground);
        Label(self.grounds.len() as u32 - 1)
    }

    /// Posts what the machine said of inputs since.
    pub(super) fn post_facts(&mut self) {
        self.merged.settle(&mut self.words);
        for index in self.n_facts..self.merged.facts.len() {
            let fact = self.merged.facts[index];
            self.words.known.solver.assert(&mut self.words.pool, fact);
        }
        self.n_facts = self.merged.facts.len();
        for invariant in std::mem::take(&mut self.merged.invariants) {
            self.words.known.solver.assert(&mut self.words.pool, invariant);
        }
        for (term, premise) in std::mem::take(&mut self.merged.bounds) {
            let label = self.label(Ground::Holds(premise));
            self.words.known.solver.assume(&mut self.words.pool, label, term);
        }
        self.words.known.refresh();
    }

    /// Makes the instances of quantified clauses that the cells looked at call for.
    pub(super) fn instantiate_seen(&mut self) {
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

    pub(super) fn told_input(&mut self) -> Told {
        match self.complete_input() {
            Ok(input) => Told::Reached(input),
            Err(why) => Told::Undecided(Open::NoInput(why)),
        }
    }

    /// The witness as an input; quantified clauses are instantiated as far as its arrays reach before it is believed.
    fn complete_input(&mut self) -> Result<Input, NoInput> {
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

    fn instantiate_reached(&mut self) -> Result<(), NoInput> {
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
                return Err(NoInput::Clause);
            }
        }
        Err(NoInput::Clause)
    }
}
