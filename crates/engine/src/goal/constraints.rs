//! What is asked of all inputs: contracts, preconditions, facts and bounds, and the inputs that satisfy them.
//!
//! Quantified clauses over wide ranges are instantiated as far as the run has looked, and again as far as a witness reaches
//! before it is believed.

use super::{Goals, Ground, Told};
use crate::entry::Entry;
use crate::facts::Words;
use crate::limits;
use crate::unfold::to_turns;
use crate::verdict::Open;
use crate::witness::NoInput;
use exec::Beyond;
use ir::Func;
use ir::input::Input;
use solver::{Answer, Label};
use term::Term;
use world::Premise;

impl Goals<'_> {
    pub(super) fn post_contract(&mut self, func: Func) {
        let program = self.program;
        if let Some(contract) = &program.funcs[func].contract {
            self.merged.machine.fix_lengths(&mut self.words, contract);
            self.post_facts();
            let numbers = 0..contract.requires.len() as u32;
            let clauses = numbers.map(|number| Ground::Holds(Premise::Clause(number)));
            let labels: Vec<Label> = clauses.map(|clause| self.label(clause)).collect();
            let mut post = |words: &mut Words<'_>, number: usize, term| {
                words.known.solver.assume(&mut words.pool, labels[number], term);
            };
            let machine = &mut self.merged.machine;
            self.entry = Entry::read(machine, &mut self.words, contract, &mut post);
            self.clauses = labels;
        }
        self.post_facts();
    }

    /// Inputs that a precondition refuses are excluded. Those on which it was not followed to its end are not: whoever is told
    /// of one has to ask.
    pub(super) fn post_precondition(&mut self, pre: Func, premise: Premise) {
        let unfolding = to_turns(limits::PRECONDITION_TURNS, Beyond::Cut);
        let admission = self.merged.admission(&mut self.words, pre, &unfolding);
        self.post_facts();
        let label = self.label(Ground::Holds(premise));
        let lost: Vec<Term> = admission.cuts.iter().map(|cut| cut.when).collect();
        for condition in admission.conditions {
            let parts: Vec<Term> = lost.iter().copied().chain([condition]).collect();
            let possible = self.words.pool.any(&parts);
            self.words.known.solver.assume(&mut self.words.pool, label, possible);
        }
        self.words.known.remember();
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
        self.words.known.remember();
    }

    /// Makes the instances of quantified clauses that the cells looked at call for.
    pub(super) fn instantiate_seen(&mut self) {
        let wanted = self.entry.seen(self.program, &self.merged.machine, 0);
        self.instantiate_to(&wanted);
        self.post_facts();
    }

    fn instantiate_to(&mut self, wanted: &[i128]) {
        // What cannot be said of one instance only weakens the constraints.
        let instances = self.entry.instances(&mut self.merged.machine, &mut self.words, wanted);
        for (number, term) in instances.made {
            self.words.known.solver.assume(&mut self.words.pool, self.clauses[number], term);
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
        let made = self.entry.mark();
        let complete = self.instantiate_reached();
        self.entry.back_to(&made);
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
        for _ in 0..limits::INSTANCE_ROUNDS {
            let Some(wanted) = self.entry.missing(&mut self.witness, &self.words.pool) else {
                return Ok(());
            };
            self.instantiate_to(&wanted);
            if !matches!(self.check(), Answer::Sat(_)) {
                return Err(NoInput::Clause);
            }
        }
        Err(NoInput::Clause)
    }
}
