//! From gates to clauses, each gate once and only when it is needed.

use super::circuit::{Adder, Bit, Circuit, Gate};
use sat::{Backend, Lit, Patience, SatSolver};

/// A SAT solver with the literals of the gates it knows.
pub(crate) struct Encoder<'s> {
    pub(crate) sat: Backend<'s>,
    literals: Vec<Option<Lit>>,
    stack: Vec<u32>,
}

impl<'s> Encoder<'s> {
    pub(crate) fn new(patience: &Patience<'s>) -> Self {
        Self { sat: Backend::new(patience), literals: Vec::new(), stack: Vec::new() }
    }

    /// The literal of a wire; adds the clauses of all gates it depends on.
    pub(crate) fn literal(&mut self, circuit: &Circuit, bit: Bit) -> Lit {
        self.stack.push(bit.gate() as u32);
        while let Some(&gate) = self.stack.last() {
            let gate = gate as usize;
            if gate >= self.literals.len() {
                self.literals.resize(gate + 1, None);
            }
            if self.literals[gate].is_some() || self.encode(circuit, gate) {
                self.stack.pop();
            }
        }
        self.known(bit).expect("the gate was encoded")
    }

    /// The wire's value in the last model; false where the solver never met its gate.
    pub(crate) fn value(&self, bit: Bit) -> bool {
        match (bit.as_constant(), self.known(bit)) {
            (Some(value), _) => value,
            (None, Some(lit)) => self.sat.value(lit),
            (None, None) => bit.is_negated(),
        }
    }

    /// The literal of a wire that was encoded.
    pub(crate) fn known(&self, bit: Bit) -> Option<Lit> {
        let lit = (*self.literals.get(bit.gate())?)?;
        Some(if bit.is_negated() { !lit } else { lit })
    }

    /// Encodes a gate whose inputs have literals, or stacks those that have none.
    fn encode(&mut self, circuit: &Circuit, index: usize) -> bool {
        let gate = circuit.gate(index);
        let inputs = match gate {
            Gate::False | Gate::Input(_) => [None; 3],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        let before = self.stack.len();
        for bit in inputs.into_iter().flatten() {
            if self.known(bit).is_none() {
                self.stack.push(bit.gate() as u32);
            }
        }
        if self.stack.len() > before {
            return false;
        }
        let out = self.sat.new_var();
        self.literals[index] = Some(out);
        let lit = |bit: Bit| self.known(bit).expect("inputs come first");
        match gate {
            Gate::False => self.sat.add_clause(&[!out]),
            Gate::Input(_) => {}
            Gate::And(a, b) => {
                let (a, b) = (lit(a), lit(b));
                self.clauses(&[&[!out, a], &[!out, b], &[out, !a, !b]]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (lit(a), lit(b));
                self.clauses(&[&[!out, a, b], &[!out, !a, !b], &[out, !a, b], &[out, a, !b]]);
            }
            Gate::Mux(c, a, b) => {
                let (c, a, b) = (lit(c), lit(a), lit(b));
                self.clauses(&[&[!c, !a, out], &[!c, a, !out], &[c, !b, out], &[c, b, !out]]);
                // Redundant, but they fix the output before the choice is known.
                self.clauses(&[&[!a, !b, out], &[a, b, !out]]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (lit(a), lit(b), lit(c));
                self.clauses(&[&[!a, !b, out], &[!a, !c, out], &[!b, !c, out]]);
                self.clauses(&[&[a, b, !out], &[a, c, !out], &[b, c, !out]]);
            }
        }
        if let Some(adder) = circuit.adder(index) {
            self.link(&adder);
        }
        true
    }

    /// Sum and carry both true mean three ones, both false none: redundant, but with these clauses
    /// bits of a sum reach its operands (as in minisat+, Eén and Sörensson 2006).
    fn link(&mut self, adder: &Adder) {
        let (Some(sum), Some(carry)) = (self.known(adder.sum), self.known(adder.carry)) else {
            return;
        };
        for input in adder.inputs {
            let input = self.known(input).expect("the carry was encoded after its inputs");
            self.clauses(&[&[!sum, !carry, input], &[sum, carry, !input]]);
        }
    }

    /// Adds a clause of literals that were given out, for good.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        self.sat.add_clause(clause);
    }

    fn clauses(&mut self, clauses: &[&[Lit]]) {
        for clause in clauses {
            self.sat.add_clause(clause);
        }
    }
}
