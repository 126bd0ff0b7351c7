//! What holds of inputs on entry: the requires clauses of a function as constraints, and the instances of quantified ones.
//!
//! A clause is taken conjunct by conjunct, and again as long as that helps: `0 <= n <= 4` may stand behind a quantifier over
//! `0 .. n`, whose range is known only then. What never becomes a constraint is named with the reason, so that it can be said.
//! Quantified clauses over wide ranges are instantiated as far as a run looks, and again as far as a witness reaches before it
//! is believed. How constraints are posted, and under which label, is for walks, goals and small spaces to say.

use crate::facts::Words;
use crate::limits;
use crate::witness::Witness;
use exec::{Lazy, LeafValue, Machine, Part};
use ir::logic::{Contract, Formula, Node};
use ir::{Func, Program};
use term::{Pool, Term};
use world::Premise;

/// Functions of the same parameters that must not return zero, each with the premise that says so.
pub(crate) fn preconditions(
    program: &Program,
    func: Func,
    pre: Option<Func>,
) -> Vec<(Func, Premise)> {
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    let codes = (0..).zip(clauses).filter_map(|(number, clause)| Some((clause.code?, number)));
    let codes = codes.map(|(code, number)| (code, Premise::Clause(number)));
    codes.chain(pre.map(|pre| (pre, Premise::Precondition(pre)))).collect()
}

/// What became of a contract beyond the constraints posted.
#[derive(Default)]
pub(crate) struct Entry {
    /// Quantified conjuncts, each with the number of its clause.
    lazy: Vec<(usize, Lazy<Term>)>,
    /// For each of them the next instance to make.
    next: Vec<i128>,
    /// Clauses that could not be used in full, with the reason.
    pub(crate) left_out: Vec<(String, String)>,
}

/// Instances of quantified clauses.
pub(crate) struct Instances {
    /// Each with the number of its clause.
    pub(crate) made: Vec<(usize, Term)>,
    /// Are these all that were wanted? There may be too many, or one may have no meaning.
    pub(crate) complete: bool,
}

impl Entry {
    /// Reads a contract; each constraint is posted at once, with the number of its clause.
    pub(crate) fn read<'p>(
        machine: &mut Machine<'p, Words<'p>>,
        words: &mut Words<'p>,
        contract: &'p Contract,
        post: &mut dyn FnMut(&mut Words<'p>, usize, Term),
    ) -> Self {
        let mut entry = Self::default();
        let mut open: Vec<(usize, &Formula, Node)> = Vec::new();
        for (number, clause) in contract.requires.iter().enumerate() {
            match &clause.meaning {
                Ok(formula) => {
                    open.extend(formula.conjuncts().into_iter().map(|it| (number, formula, it)));
                }
                Err(_) if clause.code.is_some() => {}
                Err(reason) => entry.left_out.push((clause.text.clone(), reason.clone())),
            }
        }
        loop {
            let n_open = open.len();
            open.retain(|&(number, formula, node)| {
                match machine.require_part(words, formula, node) {
                    Ok(Part::Now(term)) => {
                        post(words, number, term);
                        false
                    }
                    // With more known, its range may be short after all.
                    Ok(Part::Later(_)) | Err(_) => true,
                }
            });
            if open.len() == n_open {
                break;
            }
        }
        for (number, formula, node) in open {
            match machine.require_part(words, formula, node) {
                Ok(Part::Later(lazy)) => entry.lazy.push((number, lazy)),
                Ok(Part::Now(term)) => post(words, number, term),
                Err(reason) => {
                    entry.left_out.push((contract.requires[number].text.clone(), reason));
                }
            }
        }
        entry.next = entry.lazy.iter().map(|(_, lazy)| lazy.first).collect();
        entry
    }

    /// Are there no quantified clauses to instantiate?
    pub(crate) fn is_plain(&self) -> bool {
        self.lazy.is_empty()
    }

    /// How far instances were made, to go back to.
    pub(crate) fn mark(&self) -> Vec<i128> {
        self.next.clone()
    }

    pub(crate) fn back_to(&mut self, mark: &[i128]) {
        self.next.copy_from_slice(mark);
    }

    /// As far as cells of input call for instances that a run has looked at, from the n-th word of input on.
    pub(crate) fn seen(
        &self,
        program: &Program,
        machine: &Machine<'_, Words<'_>>,
        since: usize,
    ) -> Vec<i128> {
        let cells = machine.leaves()[since..].iter().filter_map(|leaf| match leaf.value {
            LeafValue::Cell(_, offset) => Some((offset / program.bytes(leaf.ty)) as i128 + 1),
            _ => None,
        });
        vec![cells.max().unwrap_or(i128::MIN); self.lazy.len()]
    }

    /// The last instances that matter to a witness; none if these were made.
    pub(crate) fn missing(&self, witness: &mut Witness, pool: &Pool) -> Option<Vec<i128>> {
        let lazies = self.lazy.iter();
        let last = lazies.map(|(_, lazy)| lazy.last_for(|word| witness.value(pool, word)));
        let wanted: Vec<i128> = last.collect();
        let is_made = wanted.iter().zip(&self.next).all(|(&wanted, &next)| wanted < next);
        (!is_made).then_some(wanted)
    }

    /// Makes instances up to these.
    pub(crate) fn instances<'p>(
        &mut self,
        machine: &mut Machine<'p, Words<'p>>,
        words: &mut Words<'p>,
        wanted: &[i128],
    ) -> Instances {
        let mut instances = Instances { made: Vec::new(), complete: true };
        for ((&wanted, (number, lazy)), next) in wanted.iter().zip(&self.lazy).zip(&mut self.next) {
            let last = wanted.min(lazy.last);
            if last.saturating_sub(*next) >= limits::INSTANCES {
                instances.complete = false;
                continue;
            }
            while *next <= last {
                let instance = machine.instance(words, lazy, *next);
                *next += 1;
                instances.complete &= instance.is_ok();
                instances.made.extend(instance.ok().map(|term| (*number, term)));
            }
        }
        instances
    }
}
