//! From a failing boolean down to a variable: which value would make it hold?

use super::super::backward::backward;
use super::super::propagate::operand_count;
use super::super::{Engine, Slot};
use super::{Local, Move};
use crate::search::nearest;
use entity::EntityRef;
use term::{Domain, Op, forward_facts, mask, table};

/// What is spent on one step down, in evaluations: a backward rule costs more than an evaluation.
const STEP_COST: u64 = 4;

impl Local {
    /// A change of one variable that would make the boolean true if the rest stayed as it is.
    pub(super) fn descend(&mut self, engine: &Engine<'_>, root: Slot) -> Option<Move> {
        let (mut slot, mut wanted) = (root, Domain::singleton(1, 1));
        loop {
            self.spent += STEP_COST;
            let node = &engine.nodes[slot.index()];
            if let Op::Var(_) = node.op {
                let value = self.pick(slot, node.width, &wanted)?;
                return Some(Move { slot, value });
            }
            if is_bitwise(node.op) && wanted.as_singleton().is_none() {
                // Bounds say little about the operands' bits; a value says all.
                let value = self.pick(slot, node.width, &wanted)?;
                wanted = Domain::singleton(node.width, value);
            }
            let at = self.operand(engine, slot)?;
            let arg = engine.args[node.first_arg as usize + at];
            let (domain, width) = (&engine.domains[arg.index()], engine.nodes[arg.index()].width);
            let fact = self.invert(engine, slot, at, &wanted);
            wanted = fact.and_then(|fact| domain.meet(&fact, width)).unwrap_or_else(|| {
                // The others have to move as well; meanwhile go as near as the domain allows.
                match fact {
                    Some(fact) if self.below(2) == 0 => {
                        Domain::singleton(width, nearest(domain, width, fact.lo & mask(width)))
                    }
                    _ => *domain,
                }
            });
            slot = arg;
        }
    }

    /// An operand that can matter and is not as it has to be in every solution.
    fn operand(&mut self, engine: &Engine<'_>, slot: Slot) -> Option<usize> {
        let node = &engine.nodes[slot.index()];
        let first = node.first_arg as usize;
        let n = operand_count(node);
        let open = |this: &Self, at: usize| {
            let arg = engine.args[first + at].index();
            engine.domains[arg].as_singleton() != Some(this.values[arg])
        };
        let chosen = match node.op {
            Op::Ite => {
                let branch = if self.values[engine.args[first].index()] == 1 { 1 } else { 2 };
                [0, branch][self.below(2) as usize]
            }
            Op::Element => {
                let index = self.values[engine.args[first].index()];
                let cell = usize::try_from(index).map_or(n - 2, |index| index.min(n - 2));
                [0, 1 + cell][self.below(2) as usize]
            }
            _ => self.below(n as u64) as usize,
        };
        if open(self, chosen) {
            return Some(chosen);
        }
        match node.op {
            Op::Ite | Op::Element => None,
            _ => (chosen + 1..n).chain(0..chosen).find(|&at| open(self, at)),
        }
    }

    /// The values of one operand for which the result can be as wanted, the others staying as they are.
    fn invert(
        &mut self,
        engine: &Engine<'_>,
        slot: Slot,
        at: usize,
        wanted: &Domain,
    ) -> Option<Domain> {
        let node = &engine.nodes[slot.index()];
        let n_operands = operand_count(node);
        self.args.clear();
        self.facts.clear();
        for (position, arg) in engine.args[engine.arg_range(slot)].iter().enumerate() {
            let width = engine.nodes[arg.index()].width;
            let stays = position != at && position < n_operands;
            self.args.push(if stays {
                Domain::singleton(width, self.values[arg.index()])
            } else {
                engine.domains[arg.index()]
            });
            self.facts.push(Domain::full(width));
        }
        self.facts.push(Domain::full(node.width));
        if let Op::Table(table) = node.op {
            let column = &engine.tables[table.index()];
            let left = table::narrowed(column, node.arg_width, &self.args[0], wanted);
            return left.map(|(index, _)| index);
        }
        // Backward rules may rely on a result that the operands can give.
        let (op, width, arg_width) = (node.op, node.width, node.arg_width);
        let given = forward_facts(op, width, arg_width, &self.args[..n_operands]);
        let wanted = wanted.meet(&given, width)?;
        let possible = backward(op, width, arg_width, &wanted, &self.args, &mut self.facts);
        possible.then(|| self.facts[at])
    }

    /// A value as wanted, other than the present one: near it, at an end, or anywhere.
    fn pick(&mut self, slot: Slot, width: u32, wanted: &Domain) -> Option<u128> {
        let now = self.values[slot.index()];
        let value = match self.below(8) {
            0 => wanted.lo,
            1 => wanted.hi,
            2 => self.anywhere(wanted, width),
            _ => near(wanted, width, now),
        };
        if value != now {
            return Some(value);
        }
        let other = self.anywhere(wanted, width);
        (other != now).then_some(other)
    }

    fn anywhere(&mut self, wanted: &Domain, width: u32) -> u128 {
        let bits = (u128::from(self.random()) << 64 | u128::from(self.random())) & mask(width);
        let extent = wanted.hi - wanted.lo;
        let value = if extent == u128::MAX { bits } else { wanted.lo + bits % (extent + 1) };
        near(wanted, width, value)
    }
}

/// The value with its known bits put right, or the nearest one that the bounds allow.
fn near(wanted: &Domain, width: u32, value: u128) -> u128 {
    let bits = (value & !wanted.zeros) | wanted.ones;
    if wanted.contains(width, bits) { bits } else { nearest(wanted, width, value) }
}

const fn is_bitwise(op: Op) -> bool {
    matches!(op, Op::And | Op::Or | Op::Xor | Op::Concat | Op::Shl | Op::Lshr | Op::Ashr)
}
