//! Local search: an assignment of all variables is changed one variable at a time until every
//! asserted boolean holds.
//!
//! A failing constraint is walked down from its root to a variable, and the backward rules of the
//! propagators say which values of the operand chosen would make it hold if the other operands stayed
//! as they are (propagation-based local search: Niemetz, Preiner, Biere, CAV 2016). Of a few such
//! moves the one that leaves the least weight of failing constraints is made; where none helps, the
//! failing ones gain weight (Morris's breakout), so that no local minimum holds for ever.
//!
//! It finds models and never refutes. Values stay within the domains, which hold every solution.
//! Equal questions get equal answers: the dice have a fixed seed, and work is counted in evaluations.

mod descend;

use super::{Engine, Slot};
use crate::search::nearest;
use entity::EntityRef;
use term::{Domain, Op, Term, Var, apply};

/// Chains of moves weighed against each other.
const CANDIDATES: usize = 6;
/// Moves of one chain at most.
const CHAIN: usize = 4;
/// Attempts to find the next move of a chain.
const MENDS: usize = 3;

/// The state of a search, kept between calls for its memory alone.
pub(crate) struct Local {
    /// By slot, under the current assignment.
    values: Vec<u128>,
    /// The booleans that have to be true, with the weight of each.
    roots: Vec<(Slot, i64)>,
    /// By slot, its place among the roots plus one.
    place: Vec<u32>,
    /// Places of the roots that fail, and by root its place in that list plus one.
    failing: Vec<u32>,
    failing_at: Vec<u32>,
    /// By slot of a variable, what depends on it, as a range of `cone_slots`.
    cones: Vec<Option<(u32, u32)>>,
    cone_slots: Vec<Slot>,
    seen: Vec<bool>,
    undo: Vec<(Slot, u128)>,
    broken: Vec<Slot>,
    chain: Vec<Move>,
    best: Vec<Move>,
    operands: Vec<u128>,
    args: Vec<Domain>,
    facts: Vec<Domain>,
    stack: Vec<Slot>,
    dice: u64,
    spent: u64,
}

/// A variable's new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    slot: Slot,
    value: u128,
}

impl Local {
    pub(crate) fn new() -> Self {
        Self {
            values: Vec::new(),
            roots: Vec::new(),
            place: Vec::new(),
            failing: Vec::new(),
            failing_at: Vec::new(),
            cones: Vec::new(),
            cone_slots: Vec::new(),
            seen: Vec::new(),
            undo: Vec::new(),
            broken: Vec::new(),
            chain: Vec::new(),
            best: Vec::new(),
            operands: Vec::new(),
            args: Vec::new(),
            facts: Vec::new(),
            stack: Vec::new(),
            dice: 0,
            spent: 0,
        }
    }

    /// Looks for values under which all of `asserted` hold, from those of `start` on, within about
    /// `evaluations` evaluations of an operator.
    pub(crate) fn search(
        &mut self,
        engine: &Engine<'_>,
        asserted: impl Iterator<Item = Term>,
        start: &dyn Fn(Var) -> u128,
        evaluations: u64,
    ) -> Option<Vec<(Var, u128)>> {
        self.begin(engine, start);
        self.collect_roots(engine, asserted);
        while !self.failing.is_empty() {
            if self.spent > evaluations || engine.is_given_up() {
                return None;
            }
            self.step(engine);
        }
        let value = |&(slot, var): &(Slot, Var)| (var, self.values[slot.index()]);
        Some(engine.inputs.iter().map(value).collect())
    }

    /// Gives every slot its value under the first assignment.
    fn begin(&mut self, engine: &Engine<'_>, start: &dyn Fn(Var) -> u128) {
        let n = engine.nodes.len();
        (self.dice, self.spent) = (0x9E37_79B9_7F4A_7C15, n as u64);
        self.values.clear();
        for at in 0..n {
            let node = &engine.nodes[at];
            let domain = &engine.domains[at];
            let value = match node.op {
                Op::Var(var) => nearest(domain, node.width, start(var)),
                Op::Const(_) => domain.lo,
                _ => self.evaluate(engine, Slot(at as u32)),
            };
            self.values.push(value);
        }
        self.cones.clear();
        self.cones.resize(n, None);
        self.cone_slots.clear();
        self.seen.clear();
        self.seen.resize(n, false);
    }

    /// The parts of the asserted conjunctions, each once.
    fn collect_roots(&mut self, engine: &Engine<'_>, asserted: impl Iterator<Item = Term>) {
        self.roots.clear();
        self.failing.clear();
        self.failing_at.clear();
        self.place.clear();
        self.place.resize(engine.nodes.len(), 0);
        self.stack.extend(asserted.filter_map(|term| engine.slot(term)));
        while let Some(slot) = self.stack.pop() {
            if engine.nodes[slot.index()].op == Op::All {
                self.stack.extend_from_slice(&engine.args[engine.arg_range(slot)]);
            } else if self.place[slot.index()] == 0 {
                self.roots.push((slot, 1));
                self.place[slot.index()] = self.roots.len() as u32;
                self.failing_at.push(0);
                self.settle(slot, false);
            }
        }
    }

    /// A chain of moves, or more weight for what fails.
    fn step(&mut self, engine: &Engine<'_>) {
        let at = self.below(self.failing.len() as u64);
        let root = self.roots[self.failing[at as usize] as usize].0;
        let mut least = i64::MAX;
        self.best.clear();
        for _ in 0..CANDIDATES {
            let Some(first) = self.descend(engine, root) else { continue };
            let (change, length) = self.weigh(engine, first);
            if change < least {
                least = change;
                self.best.clear();
                self.best.extend_from_slice(&self.chain[..length]);
            }
        }
        if least >= 0 {
            for &at in &self.failing {
                self.roots[at as usize].1 += 1;
            }
        }
        if least < 0 || self.below(4) == 0 {
            self.make(engine);
        }
    }

    /// Follows a move by moves that mend what it breaks. Gives the least change of the weight of what
    /// fails, and after how many moves it was reached; all of them are taken back.
    fn weigh(&mut self, engine: &Engine<'_>, first: Move) -> (i64, usize) {
        self.undo.clear();
        self.chain.clear();
        let (mut change, mut next) = (0, Some(first));
        let mut best = (i64::MAX, 0);
        while let Some(step) = next {
            self.chain.push(step);
            change += self.assign(engine, step);
            if change < best.0 {
                best = (change, self.chain.len());
            }
            next = if change >= 0 && self.chain.len() < CHAIN { self.mend(engine) } else { None };
        }
        while let Some((slot, before)) = self.undo.pop() {
            self.values[slot.index()] = before;
        }
        best
    }

    /// A move of a variable not yet in the chain for something that the last move broke.
    fn mend(&mut self, engine: &Engine<'_>) -> Option<Move> {
        if self.broken.is_empty() {
            return None;
        }
        for _ in 0..MENDS {
            let at = self.below(self.broken.len() as u64);
            let found = self.descend(engine, self.broken[at as usize]);
            if let Some(step) = found
                && self.chain.iter().all(|earlier| earlier.slot != step.slot)
            {
                return Some(step);
            }
        }
        None
    }

    /// Makes the moves of the best chain.
    fn make(&mut self, engine: &Engine<'_>) {
        for at in 0..self.best.len() {
            self.undo.clear();
            self.assign(engine, self.best[at]);
            for at in 0..self.undo.len() {
                let (slot, before) = self.undo[at];
                if self.place[slot.index()] > 0 {
                    self.settle(slot, before == 0);
                }
            }
        }
    }

    /// Enters a root into the list of failing ones, or takes it out, as its value says.
    fn settle(&mut self, slot: Slot, was_failing: bool) {
        let root = self.place[slot.index()] - 1;
        let fails = self.values[slot.index()] == 0;
        if fails && !was_failing {
            self.failing.push(root);
            self.failing_at[root as usize] = self.failing.len() as u32;
        } else if !fails && was_failing {
            let at = self.failing_at[root as usize] as usize - 1;
            self.failing.swap_remove(at);
            if let Some(&moved) = self.failing.get(at) {
                self.failing_at[moved as usize] = at as u32 + 1;
            }
        }
    }

    /// Changes a variable and everything that depends on it; what changed goes to `undo`, and what
    /// holds no longer to `broken`. Gives the change of the weight of what fails.
    fn assign(&mut self, engine: &Engine<'_>, chosen: Move) -> i64 {
        let (from, to) = self.cone(engine, chosen.slot);
        let mut change = 0;
        self.broken.clear();
        self.put(chosen.slot, chosen.value, &mut change);
        for at in from..to {
            let slot = self.cone_slots[at as usize];
            let value = self.evaluate(engine, slot);
            self.put(slot, value, &mut change);
        }
        self.spent += u64::from(to - from) + 1;
        change
    }

    fn put(&mut self, slot: Slot, value: u128, change: &mut i64) {
        let before = std::mem::replace(&mut self.values[slot.index()], value);
        if before == value {
            return;
        }
        self.undo.push((slot, before));
        if let Some(root) = self.place[slot.index()].checked_sub(1) {
            let weight = self.roots[root as usize].1;
            if value == 0 {
                *change += weight;
                self.broken.push(slot);
            } else {
                *change -= weight;
            }
        }
    }

    /// The slots above a variable, operands first.
    fn cone(&mut self, engine: &Engine<'_>, input: Slot) -> (u32, u32) {
        if let Some(known) = self.cones[input.index()] {
            return known;
        }
        let from = self.cone_slots.len();
        self.stack.push(input);
        while let Some(slot) = self.stack.pop() {
            let mut entry = engine.heads[slot.index()];
            while entry != 0 {
                let (parent, next) = engine.watches[entry as usize - 1];
                if !self.seen[parent.index()] {
                    self.seen[parent.index()] = true;
                    self.cone_slots.push(parent);
                    self.stack.push(parent);
                }
                entry = next;
            }
        }
        let cone = &mut self.cone_slots[from..];
        cone.sort_unstable();
        for slot in cone {
            self.seen[slot.index()] = false;
        }
        let range = (from as u32, self.cone_slots.len() as u32);
        self.cones[input.index()] = Some(range);
        range
    }

    fn evaluate(&mut self, engine: &Engine<'_>, slot: Slot) -> u128 {
        let node = &engine.nodes[slot.index()];
        let first = node.first_arg as usize;
        let args = &engine.args[first..first + super::propagate::operand_count(node)];
        if let Op::Table(table) = node.op {
            let index = self.values[args[0].index()];
            return engine.tables[table.index()].at(index).into();
        }
        if let &[a, b] = args {
            let operands = [self.values[a.index()], self.values[b.index()]];
            return apply(node.op, node.width, node.arg_width, &operands);
        }
        self.operands.clear();
        self.operands.extend(args.iter().map(|arg| self.values[arg.index()]));
        apply(node.op, node.width, node.arg_width, &self.operands)
    }

    /// A pseudo-random number below `n` (splitmix64).
    fn below(&mut self, n: u64) -> u64 {
        self.random() % n
    }

    fn random(&mut self) -> u64 {
        self.dice = self.dice.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.dice;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
