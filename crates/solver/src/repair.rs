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

/// How many variables that had to move are kept in mind.
const RECENT: usize = 4;

/// Variables that alone had to grow again and again, as the length of an array does with every element that is looked at; what
/// the elements themselves are asked for comes in between.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Growing {
    /// The last of them and how often each had to move, the most recent first.
    recent: [Option<(Var, u32)>; RECENT],
}

impl Growing {
    /// A constraint failed on the values of these variables.
    pub(crate) fn note(&mut self, failing: &[Var]) {
        let &[var] = failing else { return };
        let is_it = |it: &Option<(Var, u32)>| it.is_some_and(|(other, _)| other == var);
        let at = self.recent.iter().position(is_it).unwrap_or(RECENT - 1);
        let moves = self.moves_of(var) + 1;
        self.recent[..=at].rotate_right(1);
        self.recent[0] = Some((var, moves));
    }

    fn moves_of(self, var: Var) -> u32 {
        let known = self.recent.into_iter().flatten().find(|(other, _)| *other == var);
        known.map_or(0, |(_, moves)| moves)
    }

    /// The value to try first in place of one that fails: its double, once small moves have cost enough (as in galloping search).
    pub(crate) fn prefer(self, var: Var, value: u128) -> u128 {
        let is_far = self.moves_of(var) > SMALL_MOVES;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_again_and_again_moves_far_whatever_comes_in_between() {
        let [length, others @ ..] = [0, 1, 2, 3].map(Var::from_index);
        let mut growing = Growing::default();
        for number in 0..=SMALL_MOVES as usize {
            assert_eq!(growing.prefer(length, 8), 8);
            growing.note(&[length]);
            growing.note(&[others[number % others.len()]]);
            growing.note(&others);
        }
        assert_eq!(growing.prefer(length, 8), 16);
        assert_eq!(growing.prefer(others[0], 8), 8);
    }
}
