//! Running propagators to a fixpoint.

use super::backward::backward;
use super::backward::float::inverse_same;
use super::divisors::Factors;
use super::small::{self, Tried};
use super::{Conflict, Engine, Node, Slot, square};
use crate::labels::LabelSet;
use entity::EntityRef;
use term::float::{FloatSet, direct_same};
use term::{Domain, FloatOp, Format, Op, Pool, Term, apply, forward_facts, mask, table};

/// Runs that one call of `propagate` may make for each active slot, and in any case.
const RUNS_PER_SLOT: u64 = 6;
const RUNS_AT_LEAST: u64 = 100;

impl Engine<'_> {
    /// Fixes a slot that still has the value, without propagating yet; false if it has not.
    pub(crate) fn fix(&mut self, slot: Slot, value: u128) -> bool {
        let width = self.nodes[slot.index()].width;
        let possible = self.domains[slot.index()].contains(width, value);
        if possible {
            let fixed = Domain::singleton(width, value);
            let _changed = self.narrow(slot, &fixed, LabelSet::EMPTY, None);
        }
        possible
    }

    /// Runs waiting propagators until none is left, one fails, the limit is reached or nobody waits any longer.
    pub(crate) fn propagate(&mut self) {
        self.propagations += 1;
        let limit = self.ticks + RUNS_PER_SLOT * self.nodes.len() as u64 + RUNS_AT_LEAST;
        while let Some(slot) = self.queue.next() {
            self.ticks += 1;
            if self.run(slot).is_err() {
                let blame = self.blame_of(slot);
                self.count_conflict(slot);
                return self.fail(blame);
            }
            if self.ticks > limit || self.patience.is_over() {
                self.queue.clear();
                self.cut = true;
            }
        }
    }

    /// Once every variable is fixed, makes up for what was cut: one run of each propagator, operands
    /// first, gives every term its value or a conflict.
    pub(crate) fn settle_leaf(&mut self) {
        if !self.cut {
            return;
        }
        for at in 0..self.nodes.len() {
            let slot = Slot(at as u32);
            if self.nodes[at].n_args > 0 && self.run(slot).is_err() {
                let blame = self.blame_of(slot);
                return self.fail(blame);
            }
        }
        self.queue.clear();
    }

    fn count_conflict(&mut self, slot: Slot) {
        for at in self.arg_range(slot) {
            let count = &mut self.conflicts[self.args[at].index()];
            *count = count.saturating_add(1);
        }
    }

    pub(super) fn fail(&mut self, blame: LabelSet) {
        self.queue.clear();
        self.failed = Some(blame);
    }

    /// Narrows a slot by facts and wakes who depends on it, except the propagator that did it.
    pub(super) fn narrow(
        &mut self,
        slot: Slot,
        facts: &Domain,
        blame: LabelSet,
        by: Option<Slot>,
    ) -> Result<bool, Conflict> {
        let at = slot.index();
        if self.domains[at].implies(facts) {
            return Ok(false);
        }
        let narrowed = self.domains[at].meet(facts, self.nodes[at].width).ok_or(Conflict)?;
        if narrowed == self.domains[at] || self.creeps(slot, &narrowed, by) {
            return Ok(false);
        }
        self.save(slot);
        self.domains[at] = narrowed;
        self.blames[at] = self.sets.union(self.blames[at], blame);
        self.wake(slot, by);
        Ok(true)
    }

    /// Is this one of many small steps that float propagators make? Where a number depends on itself in several ways, bounds
    /// move by units in the last place for long and for nothing; a few such steps are made, since often they are the last ones.
    fn creeps(&mut self, slot: Slot, narrowed: &Domain, by: Option<Slot>) -> bool {
        let Some(Op::Float(float)) = by.map(|by| self.nodes[by.index()].op) else { return false };
        let (before, after) = (self.domains[slot.index()].extent(), narrowed.extent());
        let moved = before - after.min(before);
        let octave = 1 << float.format.fraction_bits().saturating_sub(3);
        if after == 0 || moved >= octave || moved.saturating_mul(16) >= before {
            return false;
        }
        let steps = &mut self.small_steps[slot.index()];
        if steps.0 != self.propagations {
            *steps = (self.propagations, 0);
        }
        steps.1 += 1;
        let too_many = steps.1 > self.most_small_steps;
        self.cut |= too_many;
        too_many
    }

    fn save(&mut self, slot: Slot) {
        let at = slot.index();
        if self.stamps[at] != self.stamp {
            self.trail.push(super::Saved {
                slot,
                domain: self.domains[at],
                blame: self.blames[at],
                stamp: self.stamps[at],
            });
            self.stamps[at] = self.stamp;
        }
    }

    fn wake(&mut self, slot: Slot, by: Option<Slot>) {
        if self.nodes[slot.index()].n_args > 0 && by != Some(slot) {
            self.queue.add(slot, self.nodes[slot.index()].op);
        }
        let mut entry = self.heads[slot.index()];
        while entry != 0 {
            let (parent, next) = self.watches[entry as usize - 1];
            if by != Some(parent) {
                self.queue.add(parent, self.nodes[parent.index()].op);
            }
            entry = next;
        }
    }

    /// The union of what a propagator's slots rest on.
    fn blame_of(&mut self, slot: Slot) -> LabelSet {
        let mut blame = self.blames[slot.index()];
        for at in self.arg_range(slot) {
            let arg = self.args[at];
            blame = self.sets.union(blame, self.blames[arg.index()]);
        }
        blame
    }

    pub(super) fn arg_range(&self, slot: Slot) -> std::ops::Range<usize> {
        let node = &self.nodes[slot.index()];
        node.first_arg as usize..(node.first_arg + node.n_args) as usize
    }

    /// One run of a propagator: the result from the operands, then the operands from the result.
    fn run(&mut self, slot: Slot) -> Result<(), Conflict> {
        let node = self.nodes[slot.index()];
        let blame = self.blame_of(slot);
        let range = self.arg_range(slot);
        self.scratch.clear();
        self.scratch.extend(self.args[range.clone()].iter().map(|arg| self.domains[arg.index()]));
        let forwards = self.forwards(&node);
        let narrowed_result = self.narrow(slot, &forwards, blame, Some(slot))?;
        let result = self.domains[slot.index()];
        let mut facts = std::mem::take(&mut self.facts);
        facts.clear();
        facts.extend(
            self.args[range.clone()].iter().map(|arg| Domain::full(self.nodes[arg.index()].width)),
        );
        facts.push(Domain::full(node.width));
        let consistent = if let Op::Table(table) = node.op {
            let column = &self.tables[table.index()];
            let left = table::narrowed(column, node.arg_width, &self.scratch[0], &result);
            left.inspect(|&(index, word)| (facts[0], facts[1]) = (index, word)).is_some()
        } else {
            backward(node.op, node.width, node.arg_width, &result, &self.scratch, &mut facts)
        };
        let consistent = consistent
            && self.known_product(&node, &result, &mut facts)
            && self.square_root(&node, &result, &mut facts)
            && self.float_of_one_term(&node, &result, &mut facts)
            && self.few_values(&node, &result, &mut facts);
        let mut narrowed = false;
        let mut outcome = if consistent { Ok(()) } else { Err(Conflict) };
        for (at, fact) in facts.iter().enumerate() {
            if outcome.is_err() {
                break;
            }
            let target = self.args.get(range.start + at).copied().filter(|_| at < range.len());
            match self.narrow(target.unwrap_or(slot), fact, blame, Some(slot)) {
                Ok(changed) => narrowed |= changed,
                Err(conflict) => outcome = Err(conflict),
            }
        }
        self.facts = facts;
        if narrowed {
            // The operands may now say more about the result, or about each other.
            self.queue.add(slot, node.op);
        }
        let count = &mut self.counts[node.kind as usize];
        count.0 += 1;
        count.1 += u64::from(narrowed || narrowed_result);
        outcome
    }

    /// Where a product is known and cannot wrap, its factors are divisors; false if none fit.
    fn known_product(&mut self, node: &Node, r: &Domain, facts: &mut [Domain]) -> bool {
        let product = match node.op {
            Op::Mul => r.as_singleton(),
            Op::UmulOverflow if r.as_singleton() == Some(0) => self.scratch[2].as_singleton(),
            Op::SmulOverflow
                if r.as_singleton() == Some(0)
                    && self.scratch[0].slo >= 0
                    && self.scratch[1].slo >= 0 =>
            {
                self.scratch[2].as_singleton()
            }
            _ => None,
        };
        let Some(product) = product else { return true };
        let (a, b) = (&self.scratch[0], &self.scratch[1]);
        let fits = a.hi.checked_mul(b.hi).is_some_and(|most| most <= mask(node.width));
        if node.op == Op::Mul && !fits {
            return true;
        }
        match self.divisors.factors(node.arg_width, product, a, b) {
            Factors::Open => true,
            Factors::Impossible => false,
            Factors::Possible(first, second) => {
                facts[0] = facts[0].and(&first);
                facts[1] = facts[1].and(&second);
                true
            }
        }
    }

    /// A product of a term with itself.
    fn square_root(&self, node: &Node, r: &Domain, facts: &mut [Domain]) -> bool {
        if node.op != Op::Mul || !self.is_of_one_term(node) {
            return true;
        }
        let x = &self.scratch[0];
        facts[2] = facts[2].and(&square::square(node.width, x));
        let Some(root) = square::root(node.width, r, x) else { return false };
        facts[0] = facts[0].and(&root);
        true
    }

    /// A float operator on one term twice.
    fn float_of_one_term(&self, node: &Node, r: &Domain, facts: &mut [Domain]) -> bool {
        let Op::Float(float) = node.op else { return true };
        if float.op.n_operands() != 2 || !self.is_of_one_term(node) {
            return true;
        }
        let x = &self.scratch[0];
        if matches!(float.op, FloatOp::Eq | FloatOp::Le) {
            return is_number(float.format, x, r, facts);
        }
        if matches!(float.op, FloatOp::Lt | FloatOp::Host(_)) {
            return true;
        }
        facts[2] = facts[2].and(&direct_same(float, x));
        let Some(left) = inverse_same(float, r, x) else { return false };
        facts[0] = facts[0].and(&left);
        true
    }

    /// Operands with few values: only those that have a partner are kept.
    fn few_values(&self, node: &Node, r: &Domain, facts: &mut [Domain]) -> bool {
        if !small::applies(node.op) {
            return true;
        }
        let (a, b) = (&self.scratch[0], &self.scratch[1]);
        match small::try_pairs(node.op, node.width, r, a, b, self.is_of_one_term(node)) {
            Tried::TooMany => true,
            Tried::None => false,
            Tried::Left(first, second, result) => {
                for (fact, exact) in facts.iter_mut().zip([first, second, result]) {
                    *fact = fact.and(&exact);
                }
                true
            }
        }
    }

    /// Are both operands the same term?
    fn is_of_one_term(&self, node: &Node) -> bool {
        let first = node.first_arg as usize;
        self.args[first] == self.args[first + 1]
    }

    fn forwards(&self, node: &Node) -> Domain {
        let operands = &self.scratch[..operand_count(node)];
        if let Op::Table(table) = node.op {
            return table::word_facts(&self.tables[table.index()], node.arg_width, &operands[0]);
        }
        if operands.len() <= 3 && operands.iter().all(|arg| arg.as_singleton().is_some()) {
            let mut values = [0; 3];
            for (value, arg) in values.iter_mut().zip(operands) {
                *value = arg.lo;
            }
            let value = apply(node.op, node.width, node.arg_width, &values[..operands.len()]);
            return Domain::singleton(node.width, value);
        }
        forward_facts(node.op, node.width, node.arg_width, operands)
    }
}

/// A number equals itself, and nothing else does.
fn is_number(format: Format, x: &Domain, r: &Domain, facts: &mut [Domain]) -> bool {
    let set = FloatSet::of(format, x);
    if set.nan != set.has_number() {
        facts[2] = facts[2].and(&Domain::singleton(1, u128::from(!set.nan)));
    }
    let left = match r.as_singleton() {
        None => return true,
        Some(0) => FloatSet { nan: set.nan, ..FloatSet::EMPTY },
        Some(_) => FloatSet { nan: false, ..set },
    };
    let Some(left) = left.to_any_domain(format) else { return false };
    facts[0] = facts[0].and(&left);
    true
}

/// Overflow predicates carry the arithmetic result as one more slot.
pub(super) fn operand_count(node: &Node) -> usize {
    let partner = usize::from(has_partner(node.op));
    node.n_args as usize - partner
}

const fn has_partner(op: Op) -> bool {
    matches!(
        op,
        Op::UaddOverflow
            | Op::SaddOverflow
            | Op::SsubOverflow
            | Op::UmulOverflow
            | Op::SmulOverflow
    )
}

/// The arithmetic term whose exactness an overflow predicate is about.
pub(super) fn exact_partner(pool: &mut Pool, term: Term) -> Option<Term> {
    let op = pool.op(term);
    if !has_partner(op) {
        return None;
    }
    let (a, b) = (pool.args(term)[0], pool.args(term)[1]);
    Some(match op {
        Op::UaddOverflow | Op::SaddOverflow => pool.add(a, b),
        Op::SsubOverflow => pool.sub(a, b),
        _ => pool.mul(a, b),
    })
}
