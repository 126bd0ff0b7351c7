//! Changing a model that fails one constraint: keep the variables that the constraint does not
//! mention, and look for new values of one of its variables, then of all of them.

use crate::fd::{Engine, Slot};
use crate::search::{Found, Order, search};
use entity::{EntityRef, EntitySet};
use term::{Op, Pool, Term, Var};

/// Variables of the failing constraint that are tried alone, at most.
const ALONE: usize = 3;

/// Ticks for a search over the few variables of one constraint, and over their neighbours too.
const FEW_TICKS: u64 = 100;
const NEAR_TICKS: u64 = 600;

/// On success the engine is `depth` levels up with every variable fixed.
/// `scopes` are the variables of each asserted term.
pub(crate) fn repair(
    engine: &mut Engine<'_>,
    failing: &[Var],
    scopes: &[Box<[Var]>],
    values: &[u128],
) -> Option<usize> {
    if failing.len() > 1 && failing.len() <= ALONE {
        for at in 0..failing.len() {
            if let Some(depth) = with_free(engine, failing, &failing[at..=at], values, FEW_TICKS) {
                return Some(depth);
            }
        }
    }
    if let Some(depth) = with_free(engine, failing, failing, values, FEW_TICKS) {
        return Some(depth);
    }
    let near = neighbours(failing, scopes);
    if near.len() > failing.len() && near.len() < engine.inputs().len() {
        return with_free(engine, failing, &near, values, NEAR_TICKS);
    }
    None
}

/// The variables of the constraints that mention one of these.
fn neighbours(of: &[Var], scopes: &[Box<[Var]>]) -> Vec<Var> {
    let touching = scopes.iter().filter(|scope| scope.iter().any(|var| of.contains(var)));
    let mut found: Vec<Var> = touching.flatten().copied().collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Fixes all variables but these to their values where they still have them, and searches the rest,
/// those of the failing constraint first: they are the ones that have to change.
fn with_free(
    engine: &mut Engine<'_>,
    failing: &[Var],
    free: &[Var],
    values: &[u128],
    ticks: u64,
) -> Option<usize> {
    let value = |var: Var| values.get(var.index()).copied().unwrap_or(0);
    engine.push();
    for at in 0..engine.inputs().len() {
        let (slot, var): (Slot, Var) = engine.inputs()[at];
        if free.binary_search(&var).is_err() {
            engine.fix(slot, value(var));
        }
    }
    engine.propagate();
    let prefer = |var| Some(value(var));
    let order = Order { first: failing, ..Order::preferring(&prefer) };
    match search(engine, &order, ticks) {
        Found::Model { depth } => Some(depth + 1),
        Found::Nothing(_) | Found::OutOfTicks => {
            engine.pop();
            None
        }
    }
}

/// The variables below a term, each once, in order.
pub(crate) fn variables(pool: &Pool, root: Term) -> Box<[Var]> {
    let mut found = Vec::new();
    let mut seen = EntitySet::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Op::Var(var) = pool.op(term) {
            found.push(var);
        }
        stack.extend_from_slice(pool.args(term));
    }
    found.sort_unstable();
    found.into()
}
