//! Outcomes of a decision as terms, made of when each outcome of each of its conditions comes to pass.
//!
//! These terms say when control comes there, so that what was not evaluated needs no value: a condition that control never
//! came to has neither outcome.

use ir::{BoolTree, Cond};
use std::collections::BTreeMap;
use term::{Pool, Term};

/// When each outcome of each condition comes to pass in one evaluation.
pub(crate) type Parts = BTreeMap<(Cond, bool), Term>;

/// When the decision comes out so.
pub(crate) fn decided(pool: &mut Pool, tree: &BoolTree, truth: bool, parts: &Parts) -> Term {
    let begun = pool.bool(true);
    let (yes, no) = outcomes(pool, tree, begun, parts);
    if truth { yes } else { no }
}

/// When a condition has this outcome and the decision hangs on it.
pub(crate) fn decisive(
    pool: &mut Pool,
    tree: &BoolTree,
    cond: Cond,
    truth: bool,
    parts: &Parts,
) -> Term {
    match felt(pool, tree, cond, truth, parts) {
        Some((when, _)) => when,
        None => pool.bool(false),
    }
}

/// When a tree whose evaluation begins when `begun` says comes out true, and when false.
fn outcomes(pool: &mut Pool, tree: &BoolTree, begun: Term, parts: &Parts) -> (Term, Term) {
    let never = pool.bool(false);
    let part = |cond: Cond, truth: bool| parts.get(&(cond, truth)).copied().unwrap_or(never);
    match tree {
        BoolTree::Cond(cond) => (part(*cond, true), part(*cond, false)),
        BoolTree::Const(true) => (begun, never),
        BoolTree::Const(false) => (never, begun),
        BoolTree::Not(of) => {
            let (yes, no) = outcomes(pool, of, begun, parts);
            (no, yes)
        }
        BoolTree::And(operands) => in_turn(pool, operands, true, begun, parts),
        BoolTree::Or(operands) => {
            let (no, yes) = in_turn(pool, operands, false, begun, parts);
            (yes, no)
        }
    }
}

/// When all operands come out `value`, and when one does not.
fn in_turn(
    pool: &mut Pool,
    operands: &[BoolTree],
    value: bool,
    begun: Term,
    parts: &Parts,
) -> (Term, Term) {
    let (mut all, mut broken) = (begun, pool.bool(false));
    for operand in operands {
        let (yes, no) = outcomes(pool, operand, all, parts);
        let (as_asked, otherwise) = if value { (yes, no) } else { (no, yes) };
        broken = pool.or(broken, otherwise);
        all = as_asked;
    }
    (all, broken)
}

/// When a condition below this tree has this outcome and the tree's own outcome hangs on it; and what that outcome then is.
fn felt(
    pool: &mut Pool,
    tree: &BoolTree,
    cond: Cond,
    truth: bool,
    parts: &Parts,
) -> Option<(Term, bool)> {
    match tree {
        BoolTree::Cond(own) if *own == cond => Some((*parts.get(&(cond, truth))?, truth)),
        BoolTree::Cond(_) | BoolTree::Const(_) => None,
        BoolTree::Not(of) => {
            let (when, value) = felt(pool, of, cond, truth, parts)?;
            Some((when, !value))
        }
        BoolTree::And(operands) => felt_among(pool, operands, true, cond, truth, parts),
        BoolTree::Or(operands) => felt_among(pool, operands, false, cond, truth, parts),
    }
}

/// `neutral` is the value with which evaluation goes on to the next operand. If the operand concerned has it, all later ones
/// must have it too, or they mask it.
fn felt_among(
    pool: &mut Pool,
    operands: &[BoolTree],
    neutral: bool,
    cond: Cond,
    truth: bool,
    parts: &Parts,
) -> Option<(Term, bool)> {
    for (index, operand) in operands.iter().enumerate() {
        let Some((when, value)) = felt(pool, operand, cond, truth, parts) else { continue };
        if value != neutral {
            return Some((when, value));
        }
        let (rest, _) = in_turn(pool, &operands[index + 1..], neutral, when, parts);
        return Some((pool.and(when, rest), value));
    }
    None
}
