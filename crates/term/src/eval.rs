//! Evaluation of terms under an assignment, remembering every value computed.

use crate::{Op, Pool, Term, Var, apply};
use entity::EntityRef;

/// Values of terms under one assignment. Terms made later are evaluated when first asked for;
/// changing a variable forgets every remembered value in constant time.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    assignment: Vec<u128>,
    values: Vec<u128>,
    /// The epoch in which `values` was computed, 0 for never.
    stamps: Vec<u32>,
    epoch: u32,
    stack: Vec<Term>,
    operands: Vec<u128>,
}

impl Evaluator {
    /// The assignment that gives 0 to every variable.
    pub fn new() -> Self {
        Self { epoch: 1, ..Self::default() }
    }

    /// Gives a variable a value, cut to its width when read.
    pub fn set(&mut self, var: Var, value: u128) {
        let index = var.index();
        if index >= self.assignment.len() {
            self.assignment.resize(index + 1, 0);
        }
        if self.assignment[index] != value {
            self.assignment[index] = value;
            self.next_epoch();
        }
    }

    /// The value of a variable.
    pub fn get(&self, var: Var) -> u128 {
        self.assignment.get(var.index()).copied().unwrap_or(0)
    }

    /// Gives 0 to every variable.
    pub fn reset(&mut self) {
        self.assignment.clear();
        self.next_epoch();
    }

    /// The value of a term. Never recurses: terms can be deep.
    pub fn value(&mut self, pool: &Pool, term: Term) -> u128 {
        if self.stamps.len() < pool.len() {
            self.stamps.resize(pool.len(), 0);
            self.values.resize(pool.len(), 0);
        }
        if self.stamps[term.index()] == self.epoch {
            return self.values[term.index()];
        }
        self.stack.push(term);
        while let Some(&top) = self.stack.last() {
            if self.stamps[top.index()] == self.epoch || self.compute(pool, top) {
                self.stack.pop();
            }
        }
        self.values[term.index()]
    }

    /// Is the boolean true?
    pub fn holds(&mut self, pool: &Pool, term: Term) -> bool {
        self.value(pool, term) == 1
    }

    /// Computes a term whose operands are known, or stacks the operands that are not.
    fn compute(&mut self, pool: &Pool, term: Term) -> bool {
        let args = pool.args(term);
        let before = self.stack.len();
        let epoch = self.epoch;
        let unknown = args.iter().copied().filter(|arg| self.stamps[arg.index()] != epoch);
        self.stack.extend(unknown);
        if self.stack.len() > before {
            return false;
        }
        let width = pool.width(term);
        let value = match pool.op(term) {
            Op::Const(_) => pool.as_const(term).expect("a constant has a value"),
            Op::Var(var) => self.get(var) & crate::mask(width),
            Op::Table(table) => pool.column(table).at(self.values[args[0].index()]).into(),
            op => {
                self.operands.clear();
                self.operands.extend(args.iter().map(|arg| self.values[arg.index()]));
                apply(op, width, pool.width(args[0]), &self.operands)
            }
        };
        self.values[term.index()] = value;
        self.stamps[term.index()] = self.epoch;
        true
    }

    fn next_epoch(&mut self) {
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }
}
