//! Changing a model that fails one constraint: keep the variables that the constraint does not
//! mention, and look for new values of one of its variables, then of all of them.

use crate::fd::{Engine, Slot};
use crate::search::{Found, search};
use entity::EntityRef;
use term::{Op, Pool, Term, Var};

/// Variables of the failing constraint that are tried alone, at most.
const ALONE: usize = 3;

/// Ticks for each search over the few variables left free.
const TICKS: u64 = 60;

/// On success the engine is `depth` levels up with every variable fixed.
pub(crate) fn repair(
    engine: &mut Engine,
    pool: &Pool,
    failing: Term,
    values: &[u128],
) -> Option<usize> {
    let free = variables(pool, failing);
    if free.len() > 1 && free.len() <= ALONE {
        for at in 0..free.len() {
            if let Some(depth) = with_free(engine, &free[at..=at], values) {
                return Some(depth);
            }
        }
    }
    with_free(engine, &free, values)
}

/// Fixes all variables but these to their values where they still have them, and searches the rest.
fn with_free(engine: &mut Engine, free: &[Var], values: &[u128]) -> Option<usize> {
    let value = |var: Var| values.get(var.index()).copied().unwrap_or(0);
    engine.push();
    for at in 0..engine.inputs().len() {
        let (slot, var): (Slot, Var) = engine.inputs()[at];
        if !free.contains(&var) {
            engine.fix(slot, value(var));
        }
    }
    engine.propagate();
    match search(engine, &|var| Some(value(var)), TICKS) {
        Found::Model { depth } => Some(depth + 1),
        Found::Nothing(_) | Found::OutOfTicks => {
            engine.pop();
            None
        }
    }
}

/// The variables below a term, each once, in order.
fn variables(pool: &Pool, root: Term) -> Vec<Var> {
    let mut found = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
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
    found
}
