//! From terms to SAT: terms become circuits, circuits become clauses, each at most once.
//!
//! One incremental SAT instance serves many checks of a solver. What a term means is added as clauses
//! for good; what is asserted only ever enters as an assumption, so taking it back is free.
//! Terms that no longer matter still cost the SAT solver decisions, so once they outnumber the others
//! the instance is made anew.

mod arith;
mod circuit;
mod cnf;
mod float;
mod table;
mod translate;

use crate::{Label, Why};
use circuit::Bit;
use cnf::Encoder;
use entity::EntityRef;
use sat::{Lit, Patience, SatSolver, Verdict};
use term::{Pool, Term, Var};
use translate::Translator;

/// The instance is made anew when it holds so many terms more than are needed: measured on walks
/// over paths, where translating a hundred terms again costs less than deciding the wires of as many
/// stale ones in every check.
const STALE: usize = 60;

/// A bit-blaster with its SAT solver.
pub(crate) struct Blaster<'s> {
    translator: Translator,
    encoder: Encoder<'s>,
    assumptions: Vec<Lit>,
    patience: Patience<'s>,
}

/// Bits of a term that the domains have settled, whatever the labelled assumptions.
pub(crate) struct Fixed {
    pub(crate) term: Term,
    pub(crate) zeros: u128,
    pub(crate) ones: u128,
}

/// What the SAT solver said of the asserted terms.
pub(crate) enum Blasted {
    /// Values of the variables asked for.
    Sat(Vec<(Var, u128)>),
    /// The labels to blame.
    Unsat(Vec<Label>),
    /// Neither, for a reason.
    Open(Why),
}

/// Models of one question that may read tables wrongly. A question that takes more is as one with too many conflicts.
const MOST_LESSONS: u32 = 1_000;

/// Terms translated between two looks at the clock of whoever waits.
const LOOK_EVERY: u32 = 10;

impl<'s> Blaster<'s> {
    pub(crate) fn new(patience: &Patience<'s>) -> Self {
        Self {
            translator: Translator::new(),
            encoder: Encoder::new(patience),
            assumptions: Vec::new(),
            patience: patience.asking(LOOK_EVERY),
        }
    }

    /// Decides the conjunction of booleans; `vars` are the variables whose values are wanted.
    pub(crate) fn solve(
        &mut self,
        pool: &Pool,
        terms: &[(Option<Label>, Term)],
        fixed: &[Fixed],
        vars: &[Var],
        conflicts: u64,
    ) -> Blasted {
        if self.translator.n_terms() > needed(pool, terms) + STALE {
            *self = Self::new(&self.patience);
        }
        self.assumptions.clear();
        for &(_, term) in terms {
            let bit = match self.translator.boolean(pool, term, &self.patience) {
                Ok(bit) => bit,
                Err(why) => return Blasted::Open(why),
            };
            let lit = self.encoder.literal(self.translator.circuit(), bit);
            self.assumptions.push(lit);
        }
        for fact in fixed {
            self.assume_bits(fact);
        }
        let words = self.table_words(pool, terms.iter().map(|&(_, term)| term));
        for _ in 0..MOST_LESSONS {
            match self.encoder.sat.solve(&self.assumptions, conflicts) {
                Verdict::Sat if self.learn_tables(pool, &words) => {}
                Verdict::Sat => return Blasted::Sat(self.values(pool, vars)),
                Verdict::Unsat => return Blasted::Unsat(self.blamed(terms)),
                Verdict::OutOfBudget => return Blasted::Open(Why::OutOfConflicts),
            }
        }
        Blasted::Open(Why::OutOfConflicts)
    }

    /// Assumes the bits of a term that were settled, where the solver knows them.
    fn assume_bits(&mut self, fact: &Fixed) {
        let Some(bits) = self.translator.bits(fact.term) else { return };
        for (at, &bit) in bits.iter().enumerate() {
            let is_one = fact.ones >> at & 1 == 1;
            if !is_one && fact.zeros >> at & 1 == 0 {
                continue;
            }
            if let Some(lit) = self.encoder.known(bit) {
                self.assumptions.push(if is_one { lit } else { !lit });
            }
        }
    }

    fn values(&self, pool: &Pool, vars: &[Var]) -> Vec<(Var, u128)> {
        let bit_value = |&bit: &Bit| self.encoder.value(bit);
        let value = |var: Var| {
            let Some(bits) = self.translator.bits(pool.var_info(var).term) else { return 0 };
            bits.iter().rev().map(bit_value).fold(0, |sum, bit| sum << 1 | u128::from(bit))
        };
        vars.iter().map(|&var| (var, value(var))).collect()
    }

    /// The labels of the assumptions to blame; the bits handed over come after them and have none.
    fn blamed(&self, terms: &[(Option<Label>, Term)]) -> Vec<Label> {
        let mut core = self.encoder.sat.core().to_vec();
        core.sort_unstable();
        let blamed = terms.iter().zip(&self.assumptions);
        let blamed = blamed.filter(|(_, lit)| core.binary_search(lit).is_ok());
        let mut labels: Vec<Label> = blamed.filter_map(|((label, _), _)| *label).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }
}

/// How many terms there are below the asserted ones.
fn needed(pool: &Pool, terms: &[(Option<Label>, Term)]) -> usize {
    let mut seen = std::collections::BTreeSet::new();
    let mut stack: Vec<Term> = terms.iter().map(|&(_, term)| term).collect();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend_from_slice(pool.args(term));
        }
    }
    seen.len()
}

/// The terms below some roots that `known` does not hold, operands first.
fn unknown_below(pool: &Pool, root: Term, known: &dyn Fn(Term) -> bool) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if known(term) || !seen.insert(term.index()) {
            continue;
        }
        found.push(term);
        stack.extend_from_slice(pool.args(term));
    }
    // Operands have smaller ids than the terms that use them.
    found.sort_unstable();
    found
}
