//! The requires clauses of a function as constraints on its inputs.
//!
//! A clause is taken conjunct by conjunct, and again as long as that helps: `0 <= n <= 4` may stand behind a quantifier over
//! `0 .. n`, whose range is known only then. What never becomes a constraint is named with the reason, so that it can be said.

use exec::{Algebra, Lazy, Machine, Part};
use ir::logic::{Contract, Formula, Node};
use ir::{Func, Program};
use term::Term;
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
pub(crate) struct Rest {
    /// Quantified conjuncts to be instantiated as the run goes on, each with the number of its clause.
    pub(crate) lazy: Vec<(usize, Lazy<Term>)>,
    /// Clauses that could not be used in full, with the reason.
    pub(crate) left_out: Vec<(String, String)>,
}

/// Reads a contract; each constraint is posted at once, with the number of its clause.
pub(crate) fn read<'p, A: Algebra<Word = Term>>(
    machine: &mut Machine<'p, A>,
    words: &mut A,
    contract: &'p Contract,
    post: &mut dyn FnMut(&mut A, usize, Term),
) -> Rest {
    let mut rest = Rest { lazy: Vec::new(), left_out: Vec::new() };
    let mut open: Vec<(usize, &Formula, Node)> = Vec::new();
    for (number, clause) in contract.requires.iter().enumerate() {
        match &clause.meaning {
            Ok(formula) => {
                open.extend(formula.conjuncts().into_iter().map(|it| (number, formula, it)));
            }
            Err(_) if clause.code.is_some() => {}
            Err(reason) => rest.left_out.push((clause.text.clone(), reason.clone())),
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
            Ok(Part::Later(lazy)) => rest.lazy.push((number, lazy)),
            Ok(Part::Now(term)) => post(words, number, term),
            Err(reason) => rest.left_out.push((contract.requires[number].text.clone(), reason)),
        }
    }
    rest
}
