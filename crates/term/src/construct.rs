//! Constructors of terms. Each applies the rules of [`crate::Rule`] and then shares the result.
//!
//! Operands must have the widths that the operator asks for: that is the caller's contract,
//! and breaking it panics.

mod arith;
mod bits;
mod boolean;
mod compare;
mod float;
mod overflow;
mod resize;
#[cfg(test)]
mod tests;

use crate::{Op, Pool, Rule, TableId, Term, mask, to_signed, to_unsigned};

impl Pool {
    /// The boolean constant.
    pub fn bool(&mut self, value: bool) -> Term {
        self.constant(1, u128::from(value))
    }

    /// The constant zero.
    pub fn zero(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }

    /// The constant of a signed value, cut to the width.
    pub fn signed_constant(&mut self, width: u32, value: i128) -> Term {
        self.constant(width, to_unsigned(value, width))
    }

    /// The value read as two's complement, if the term is a constant.
    pub fn as_signed_const(&self, term: Term) -> Option<i128> {
        self.as_const(term).map(|value| to_signed(value, self.width(term)))
    }

    /// `select(array, index)` over a finite list of cells: the cell at unsigned `index`.
    /// An index beyond the last cell reads the last cell.
    ///
    /// # Panics
    /// If there is no cell, or the cells differ in width.
    pub fn element(&mut self, index: Term, cells: &[Term]) -> Term {
        let width = self.width(*cells.first().expect("an element should have a cell"));
        assert!(
            cells.iter().all(|&cell| self.width(cell) == width),
            "the cells of an element should have one width"
        );
        if cells.iter().all(|&cell| cell == cells[0]) {
            self.fire(Rule::ElementSame);
            return cells[0];
        }
        let last = cells.len() - 1;
        let position = |at: u128| usize::try_from(at).map_or(last, |at| at.min(last));
        if let Some(at) = self.as_const(index) {
            self.fire(Rule::ElementKnown);
            return cells[position(at)];
        }
        let greatest = position(self.domain(index).hi);
        if greatest < last {
            self.fire(Rule::ElementCut);
            return self.element(index, &cells[..=greatest]);
        }
        if let [first, second] = *cells {
            self.fire(Rule::ElementTwo);
            let zero = self.zero(self.width(index));
            let at_zero = self.eq(index, zero);
            return self.ite(at_zero, first, second);
        }
        let mut args = Vec::with_capacity(cells.len() + 1);
        args.push(index);
        args.extend_from_slice(cells);
        self.intern(Op::Element, width, &args)
    }

    /// The word of a constant table at an unsigned index. An index beyond the last word reads the last word.
    pub fn table(&mut self, table: TableId, index: Term) -> Term {
        let width = self.column(table).width();
        self.intern(Op::Table(table), width, &[index])
    }

    /// `store(array, index, value)` over a finite list of cells: the cells afterwards.
    /// An index beyond the last cell writes nothing.
    pub fn update(&mut self, index: Term, cells: &[Term], value: Term) -> Vec<Term> {
        let width = self.width(index);
        let cells = cells.iter().enumerate();
        cells
            .map(|(position, &cell)| {
                if position as u128 > mask(width) {
                    return cell;
                }
                let position = self.constant(width, position as u128);
                let here = self.eq(index, position);
                self.ite(here, value, cell)
            })
            .collect()
    }

    /// Rebuilds a term with each variable replaced by what `of` gives for it (`None` keeps it).
    /// Never recurses.
    pub fn substitute(&mut self, root: Term, of: &dyn Fn(crate::Var) -> Option<Term>) -> Term {
        let mut done = std::collections::BTreeMap::new();
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(self.args(term).iter().filter(|arg| !done.contains_key(*arg)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let args: Vec<Term> = self.args(term).iter().map(|arg| done[arg]).collect();
            let replaced = match self.op(term) {
                Op::Const(_) => term,
                Op::Var(var) => of(var).unwrap_or(term),
                op => self.build(op, self.width(term), &args),
            };
            done.insert(term, replaced);
        }
        done[&root]
    }

    /// The term with this operator, result width and operands, rewritten like any other.
    ///
    /// # Panics
    /// On a constant or variable, which have no operands.
    pub fn build(&mut self, op: Op, width: u32, a: &[Term]) -> Term {
        match op {
            Op::Const(_) | Op::Var(_) => panic!("a leaf should not be built from operands"),
            Op::Not => self.not(a[0]),
            Op::Neg => self.neg(a[0]),
            Op::Add => self.add(a[0], a[1]),
            Op::Sub => self.sub(a[0], a[1]),
            Op::Mul => self.mul(a[0], a[1]),
            Op::Udiv => self.udiv(a[0], a[1]),
            Op::Urem => self.urem(a[0], a[1]),
            Op::Sdiv => self.sdiv(a[0], a[1]),
            Op::Srem => self.srem(a[0], a[1]),
            Op::Shl => self.shl(a[0], a[1]),
            Op::Lshr => self.lshr(a[0], a[1]),
            Op::Ashr => self.ashr(a[0], a[1]),
            Op::And => self.and(a[0], a[1]),
            Op::Or => self.or(a[0], a[1]),
            Op::Xor => self.xor(a[0], a[1]),
            Op::Eq => self.eq(a[0], a[1]),
            Op::Ult => self.ult(a[0], a[1]),
            Op::Ule => self.ule(a[0], a[1]),
            Op::Slt => self.slt(a[0], a[1]),
            Op::Sle => self.sle(a[0], a[1]),
            Op::Ite => self.ite(a[0], a[1], a[2]),
            Op::Concat => self.concat(a[0], a[1]),
            Op::Extract(lo) => self.extract(a[0], u32::from(lo) + width - 1, u32::from(lo)),
            Op::Zext => self.zext(a[0], width),
            Op::Sext => self.sext(a[0], width),
            Op::UaddOverflow => self.add_overflows(false, a[0], a[1]),
            Op::SaddOverflow => self.add_overflows(true, a[0], a[1]),
            Op::SsubOverflow => self.sub_overflows(true, a[0], a[1]),
            Op::UmulOverflow => self.mul_overflows(false, a[0], a[1]),
            Op::SmulOverflow => self.mul_overflows(true, a[0], a[1]),
            Op::All => self.all(a),
            Op::Any => self.any(a),
            Op::Element => self.element(a[0], &a[1..]),
            Op::Table(table) => self.table(table, a[0]),
            Op::Float(float) => self.float(float, width, a),
        }
    }

    /// The common width of two operands.
    #[track_caller]
    fn same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands should have one width: {a}, {b}");
        width
    }

    /// Operands of a commutative operator in canonical order: constants right, then by age.
    fn in_order(&mut self, a: Term, b: Term) -> (Term, Term) {
        let key = |pool: &Self, term: Term| (pool.as_const(term).is_some(), term);
        if key(self, a) <= key(self, b) {
            (a, b)
        } else {
            self.fire(Rule::Commute);
            (b, a)
        }
    }

    /// `x` and `c` where the term is `op(x, c)` with a constant right operand.
    fn with_constant(&self, op: Op, term: Term) -> Option<(Term, u128)> {
        if self.op(term) != op {
            return None;
        }
        let [x, c] = *self.args(term) else { return None };
        Some((x, self.as_const(c)?))
    }

    /// The only operand, where the term is `op(x)`.
    fn under(&self, op: Op, term: Term) -> Option<Term> {
        (self.op(term) == op).then(|| self.args(term)[0])
    }

    /// Both operands, where the term is `op(x, y)`.
    fn pair(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        match *self.args(term) {
            [x, y] if self.op(term) == op => Some((x, y)),
            _ => None,
        }
    }
}
