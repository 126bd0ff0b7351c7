//! Random constraint models small enough to enumerate, and their exact solutions.
//!
//! A model is a plain tree, so that its meaning does not pass through the rewriting of terms:
//! the same tree is built into a pool for the solver and evaluated as it stands by the judge.

use crate::dice::Dice;
use term::{Op, Pool, Term, apply, mask};

/// An expression as written.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Var { index: usize, width: u32 },
    Const { value: u128, width: u32 },
    Apply { op: Op, width: u32, args: Vec<Expr> },
}

impl Expr {
    pub(crate) fn width(&self) -> u32 {
        match self {
            Expr::Var { width, .. } | Expr::Const { width, .. } | Expr::Apply { width, .. } => {
                *width
            }
        }
    }

    pub(crate) fn value(&self, assignment: &[u128]) -> u128 {
        match self {
            Expr::Var { index, .. } => assignment[*index],
            Expr::Const { value, .. } => *value,
            Expr::Apply { op, width, args } => {
                let values: Vec<u128> = args.iter().map(|arg| arg.value(assignment)).collect();
                apply(*op, *width, args[0].width(), &values)
            }
        }
    }

    pub(crate) fn build(&self, pool: &mut Pool, vars: &[Term]) -> Term {
        match self {
            Expr::Var { index, .. } => vars[*index],
            Expr::Const { value, width } => pool.constant(*width, *value),
            Expr::Apply { op, width, args } => {
                let args: Vec<Term> = args.iter().map(|arg| arg.build(pool, vars)).collect();
                pool.build(*op, *width, &args)
            }
        }
    }
}

/// Variables and boolean constraints over them.
#[derive(Clone, Debug)]
pub(crate) struct Csp {
    pub(crate) widths: Vec<u32>,
    pub(crate) constraints: Vec<Expr>,
}

impl Csp {
    /// A random model of at most `bits` bits of variables in all.
    pub(crate) fn random(dice: &mut Dice, bits: u32) -> Self {
        if dice.one_in(40) {
            return Self::all_different(dice);
        }
        let mut widths = Vec::new();
        let mut left = 1 + dice.below(u64::from(bits)) as u32;
        while left > 0 {
            let width = (1 + dice.below(6) as u32).min(left);
            widths.push(width);
            left -= width;
        }
        let n = 1 + dice.below(5);
        let constraints = (0..n)
            .map(|_| {
                let depth = 1 + dice.below(4) as u32;
                expr(dice, &widths, 1, depth)
            })
            .collect();
        Self { widths, constraints }
    }

    /// Variables that differ pairwise, some of them bounded, and one more constraint.
    fn all_different(dice: &mut Dice) -> Self {
        let width = 2 + dice.below(2) as u32;
        let n = 3 + dice.below(if width == 2 { 4 } else { 2 }) as usize;
        let widths = vec![width; n];
        let var = |index: usize| Expr::Var { index, width };
        let apply = |op: Op, args: Vec<Expr>| Expr::Apply { op, width: 1, args };
        let mut constraints = Vec::new();
        for one in 0..n {
            for other in 0..one {
                let equal = apply(Op::Eq, vec![var(one), var(other)]);
                constraints.push(apply(Op::Not, vec![equal]));
            }
            if dice.one_in(2) {
                let value = u128::from(dice.next()) & mask(width);
                let op = *dice.pick(&[Op::Ule, Op::Sle]);
                let bound = Expr::Const { value, width };
                constraints.push(apply(op, vec![var(one), bound]));
            }
        }
        constraints.push(expr(dice, &widths, 1, 2));
        Self { widths, constraints }
    }

    pub(crate) fn n_assignments(&self) -> usize {
        1 << self.widths.iter().sum::<u32>()
    }

    /// The assignment with this number.
    pub(crate) fn assignment(&self, mut packed: usize) -> Vec<u128> {
        let mut values = Vec::with_capacity(self.widths.len());
        for &width in &self.widths {
            values.push(packed as u128 & mask(width));
            packed >>= width;
        }
        values
    }

    /// For each constraint, whether each assignment satisfies it.
    pub(crate) fn truth(&self) -> Vec<Vec<bool>> {
        let mut rows = vec![Vec::with_capacity(self.n_assignments()); self.constraints.len()];
        for packed in 0..self.n_assignments() {
            let assignment = self.assignment(packed);
            for (row, constraint) in rows.iter_mut().zip(&self.constraints) {
                row.push(constraint.value(&assignment) == 1);
            }
        }
        rows
    }
}

/// A random expression of a width.
fn expr(dice: &mut Dice, widths: &[u32], width: u32, depth: u32) -> Expr {
    if depth == 0 || dice.one_in(8) {
        return leaf(dice, widths, width);
    }
    let d = depth - 1;
    if width == 1 && !dice.one_in(6) {
        return predicate(dice, widths, d);
    }
    let ops = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Udiv,
        Op::Urem,
        Op::Sdiv,
        Op::Srem,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Not,
        Op::Neg,
        Op::Ite,
        Op::Element,
        Op::Zext,
        Op::Sext,
        Op::Extract(0),
        Op::Concat,
    ];
    let op = match *dice.pick(&ops) {
        Op::And | Op::Or if width == 1 => Op::Xor,
        Op::Zext | Op::Sext | Op::Concat if width == 1 => Op::Xor,
        op => op,
    };
    let args = match op {
        Op::Not | Op::Neg => vec![expr(dice, widths, width, d)],
        Op::Ite => vec![
            expr(dice, widths, 1, d),
            expr(dice, widths, width, d),
            expr(dice, widths, width, d),
        ],
        Op::Element => {
            let index_width = 1 + dice.below(3) as u32;
            let n = (1 + dice.below(5)).min(1 << index_width);
            let mut args = vec![expr(dice, widths, index_width, d)];
            args.extend((0..n).map(|_| expr(dice, widths, width, d.min(1))));
            args
        }
        Op::Zext | Op::Sext => {
            let narrow = 1 + dice.below(u64::from(width)) as u32;
            vec![expr(dice, widths, narrow, d)]
        }
        Op::Extract(_) => {
            let wide = width + dice.below(4) as u32;
            let lo = dice.below(u64::from(wide - width + 1)) as u8;
            let arg = expr(dice, widths, wide, d);
            return Expr::Apply { op: Op::Extract(lo), width, args: vec![arg] };
        }
        Op::Concat => {
            let low = 1 + dice.below(u64::from(width - 1)) as u32;
            vec![expr(dice, widths, width - low, d), expr(dice, widths, low, d)]
        }
        _ => vec![expr(dice, widths, width, d), expr(dice, widths, width, d)],
    };
    Expr::Apply { op, width, args }
}

fn predicate(dice: &mut Dice, widths: &[u32], d: u32) -> Expr {
    let ops = [
        Op::Eq,
        Op::Eq,
        Op::Ult,
        Op::Ule,
        Op::Slt,
        Op::Sle,
        Op::Ult,
        Op::Ule,
        Op::Slt,
        Op::Sle,
        Op::UaddOverflow,
        Op::SaddOverflow,
        Op::SsubOverflow,
        Op::UmulOverflow,
        Op::SmulOverflow,
        Op::All,
        Op::Any,
        Op::Not,
    ];
    let op = *dice.pick(&ops);
    let args = match op {
        Op::Not => vec![expr(dice, widths, 1, d)],
        Op::All | Op::Any => {
            let n = 2 + dice.below(3);
            (0..n).map(|_| expr(dice, widths, 1, d)).collect()
        }
        _ => {
            // Mostly a variable's own width, so that variables meet without conversions.
            let width = if dice.one_in(4) { 1 + dice.below(8) as u32 } else { *dice.pick(widths) };
            vec![expr(dice, widths, width, d), expr(dice, widths, width, d)]
        }
    };
    Expr::Apply { op, width: 1, args }
}

/// A variable of this width, or made this width, or a constant.
fn leaf(dice: &mut Dice, widths: &[u32], width: u32) -> Expr {
    if dice.one_in(3) {
        let value = match dice.below(4) {
            0 => 0,
            1 => 1,
            2 => mask(width) >> dice.below(2),
            _ => u128::from(dice.next()) & mask(width),
        };
        return Expr::Const { value, width };
    }
    let exact: Vec<usize> = (0..widths.len()).filter(|&at| widths[at] == width).collect();
    if !exact.is_empty() {
        return Expr::Var { index: *dice.pick(&exact), width };
    }
    let index = dice.below(widths.len() as u64) as usize;
    let var = Expr::Var { index, width: widths[index] };
    let op = if widths[index] > width {
        Op::Extract(dice.below(u64::from(widths[index] - width + 1)) as u8)
    } else if dice.one_in(2) {
        Op::Zext
    } else {
        Op::Sext
    };
    Expr::Apply { op, width, args: vec![var] }
}
