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

/// How often a variable is moved up a little before it is moved up far.
const SMALL_MOVES: u32 = 16;

/// A variable that alone had to grow again and again, as the length of an array does with every element that is looked at.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Growing {
    var: Option<Var>,
    moves: u32,
}

impl Growing {
    /// A constraint failed on the values of these variables.
    pub(crate) fn note(&mut self, failing: &[Var]) {
        let var = if let [var] = failing { Some(*var) } else { None };
        self.moves = if var == self.var { self.moves + 1 } else { 0 };
        self.var = var;
    }

    /// The value to try first in place of one that fails: its double, once small moves have cost enough (as in galloping search).
    pub(crate) fn prefer(self, var: Var, value: u128) -> u128 {
        let is_far = self.var == Some(var) && self.moves > SMALL_MOVES;
        if is_far { value.saturating_mul(2) } else { value }
    }
}

/// On success the engine is `depth` levels up with every variable fixed.
/// `scopes` are the variables of each asserted term.
pub(crate) fn repair(
    engine: &mut Engine<'_>,
    growing: Growing,
    failing: &[Var],
    scopes: &[Box<[Var]>],
    values: &[u128],
) -> Option<usize> {
    let n_inputs = engine.inputs().len();
    let mut with_free =
        |free: &[Var], ticks| with_free(engine, growing, failing, free, values, ticks);
    if failing.len() > 1 && failing.len() <= ALONE {
        for at in 0..failing.len() {
            if let Some(depth) = with_free(&failing[at..=at], FEW_TICKS) {
                return Some(depth);
            }
        }
    }
    if let Some(depth) = with_free(failing, FEW_TICKS) {
        return Some(depth);
    }
    let near = neighbours(failing, scopes);
    let is_part = near.len() > failing.len() && near.len() < n_inputs;
    is_part.then(|| with_free(&near, NEAR_TICKS)).flatten()
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
    growing: Growing,
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
    let prefer = |var| Some(growing.prefer(var, value(var)));
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
