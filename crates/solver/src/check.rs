//! The judge of models: do the asserted terms hold under these values?
//!
//! Every operator is written again here from its definition in the integers, sharing nothing with
//! the folding of terms, the domains or the circuits. Narrow values are computed in `i128`, where no
//! operation can overflow; wide ones in digits of 32 bits, the way it is done on paper; floats by comparing
//! the exact result with them.

mod big;
mod float;
mod narrow;
mod wide;

use entity::EntityRef;
use term::{Op, Pool, Term, Var};

/// The widest value computed in `i128`: a product of two such has 124 bits.
const NARROW: u32 = 62;

/// Evaluates terms under one assignment.
#[derive(Clone, Debug)]
pub struct Checker {
    values: Vec<u128>,
    /// The epoch in which a value was computed; 0 is before the first.
    stamps: Vec<u64>,
    epoch: u64,
    stack: Vec<Term>,
    operands: Vec<(u128, u32)>,
}

impl Default for Checker {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            stamps: Vec::new(),
            epoch: 1,
            stack: Vec::new(),
            operands: Vec::new(),
        }
    }
}

/// Do all these booleans hold where `value` gives the variables' values?
pub fn holds(pool: &Pool, terms: &[Term], value: &dyn Fn(Var) -> u128) -> bool {
    Checker::default().holds(pool, terms, value)
}

impl Checker {
    /// The same with the memory of an earlier call.
    pub fn holds(&mut self, pool: &Pool, terms: &[Term], value: &dyn Fn(Var) -> u128) -> bool {
        self.forget();
        terms.iter().all(|&term| self.value(pool, term, value) == 1)
    }

    /// Forgets all values: the assignment is about to change.
    pub fn forget(&mut self) {
        self.epoch += 1;
    }

    /// The value of a term. Values computed since the last [`Checker::forget`] are used again.
    pub fn value(&mut self, pool: &Pool, term: Term, value: &dyn Fn(Var) -> u128) -> u128 {
        if self.stamps.len() < pool.len() {
            self.stamps.resize(pool.len(), 0);
            self.values.resize(pool.len(), 0);
        }
        if self.stamps[term.index()] == self.epoch {
            return self.values[term.index()];
        }
        self.evaluate(pool, term, value)
    }

    fn evaluate(&mut self, pool: &Pool, root: Term, value: &dyn Fn(Var) -> u128) -> u128 {
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            let before = self.stack.len();
            if self.stamps[term.index()] != self.epoch {
                for &arg in pool.args(term) {
                    if self.stamps[arg.index()] != self.epoch {
                        self.stack.push(arg);
                    }
                }
                if self.stack.len() > before {
                    continue;
                }
                self.values[term.index()] = self.apply(pool, term, value);
                self.stamps[term.index()] = self.epoch;
            }
            self.stack.pop();
        }
        self.values[root.index()]
    }

    fn apply(&mut self, pool: &Pool, term: Term, value: &dyn Fn(Var) -> u128) -> u128 {
        let width = pool.width(term);
        let op = pool.op(term);
        if let Op::Const(_) = op {
            return pool.as_const(term).expect("a constant has a value");
        }
        if let Op::Var(var) = op {
            let value = value(var);
            assert!(width == 128 || value >> width == 0, "a value should fit its variable: {var}");
            return value;
        }
        let args = pool.args(term);
        if let Op::Table(table) = op {
            let (words, at) = (pool.column(table).values(), self.values[args[0].index()]);
            return words[at.min(words.len() as u128 - 1) as usize].into();
        }
        self.operands.clear();
        self.operands.extend(args.iter().map(|&arg| (self.values[arg.index()], pool.width(arg))));
        by_definition(op, width, &self.operands)
    }
}

/// The operator's value from its definition; operands come with their widths.
pub(crate) fn by_definition(op: Op, width: u32, operands: &[(u128, u32)]) -> u128 {
    if let Op::Float(float) = op {
        return float::apply(float, width, operands);
    }
    if width <= NARROW && operands.iter().all(|&(_, width)| width <= NARROW) {
        narrow::apply(op, width, operands)
    } else {
        wide::apply(op, width, operands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two definitions and the folding of terms agree: three authors of one meaning.
    #[test]
    fn narrow_wide_and_folding_agree_at_width_3() {
        for op in Op::WITH_OPERANDS {
            let (width, n) = match op {
                Op::Not | Op::Neg => (3, 1),
                Op::Zext | Op::Sext => (5, 1),
                Op::Extract(_) => (2, 1),
                Op::Concat => (6, 2),
                Op::Ite | Op::Element => (3, 3),
                Op::All | Op::Any => (1, 2),
                Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => (1, 2),
                _ if op.name().ends_with("overflow") => (1, 2),
                _ => (3, 2),
            };
            for packed in 0..1u128 << (3 * n) {
                let mut args: Vec<(u128, u32)> =
                    (0..n).map(|i| (packed >> (3 * i) & 7, 3)).collect();
                if matches!(op, Op::All | Op::Any) {
                    args = args.into_iter().map(|(value, _)| (value & 1, 1)).collect();
                }
                if op == Op::Ite {
                    args[0] = (args[0].0 & 1, 1);
                }
                agree(op, width, &args);
            }
        }
    }

    #[test]
    fn wide_and_folding_agree_on_corners() {
        for width in [63, 64, 65, 100, 127, 128] {
            let top = 1u128 << (width - 1);
            let ones = top | (top - 1);
            let corners =
                [0, 1, 2, 3, 7, 63, u128::from(width), top - 1, top, top + 1, ones - 1, ones];
            let corners =
                corners.into_iter().chain([0x0123_4567_89ab_cdef_1122_3344_5566_7788 & ones]);
            let corners: Vec<u128> = corners.collect();
            for &a in &corners {
                for &b in &corners {
                    corner_pair(width, a, b);
                }
            }
        }
    }

    fn corner_pair(width: u32, a: u128, b: u128) {
        for op in Op::WITH_OPERANDS {
            let (a, b) = ((a, width), (b, width));
            match op {
                Op::Not | Op::Neg => agree(op, width, &[a]),
                Op::Zext | Op::Sext => agree(op, 128, &[a]),
                Op::Extract(_) => {
                    agree(Op::Extract(5), 7, &[a]);
                    agree(Op::Extract(1), width - 1, &[a]);
                }
                Op::Concat => agree(op, 128, &[(a.0 & ((1 << (128 - width)) - 1), 128 - width), b]),
                Op::Ite => agree(op, width, &[(a.0 & 1, 1), a, b]),
                Op::Element => agree(op, width, &[a, a, b, a]),
                Op::All | Op::Any => agree(op, 1, &[(a.0 & 1, 1), (b.0 & 1, 1)]),
                Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => agree(op, 1, &[a, b]),
                _ if op.name().ends_with("overflow") => agree(op, 1, &[a, b]),
                _ => agree(op, width, &[a, b]),
            }
        }
    }

    #[track_caller]
    fn agree(op: Op, width: u32, args: &[(u128, u32)]) {
        if args.iter().any(|&(_, width)| width == 0) {
            return;
        }
        let plain: Vec<u128> = args.iter().map(|&(value, _)| value).collect();
        let folded = term::apply(op, width, args[0].1, &plain);
        if args.iter().all(|&(_, width)| width <= NARROW) && width <= NARROW {
            assert_eq!(narrow::apply(op, width, args), folded, "narrow {op:?} {args:?}");
        }
        assert_eq!(wide::apply(op, width, args), folded, "wide {op:?} {width} {args:?}");
    }
}
