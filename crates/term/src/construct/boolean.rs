//! Conjunction, disjunction and choice.

use super::{Op, Pool, Rule, Term};

/// Nested conjunctions are flattened up to this many operands, so that a condition
/// that grows one conjunct at a time does not cost the square of its length.
const FLAT: usize = 8;

impl Pool {
    /// Conjunction of booleans; of none, true.
    pub fn all(&mut self, operands: &[Term]) -> Term {
        self.junction(Op::All, operands)
    }

    /// Disjunction of booleans; of none, false.
    pub fn any(&mut self, operands: &[Term]) -> Term {
        self.junction(Op::Any, operands)
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.any(&[not_a, b])
    }

    fn junction(&mut self, op: Op, operands: &[Term]) -> Term {
        let neutral = u128::from(op == Op::All);
        let mut kept = Vec::with_capacity(operands.len());
        for &operand in operands {
            assert_eq!(self.width(operand), 1, "operands of {} should be boolean", op.name());
            self.take_operand(op, operand, operands.len(), &mut kept);
        }
        let before = kept.len();
        kept.retain(|&operand| self.as_const(operand) != Some(neutral));
        kept.sort_unstable();
        kept.dedup();
        if kept.len() < before {
            self.fire(Rule::AllAnyUnit);
        }
        let absorbed = kept.iter().any(|&operand| self.as_const(operand).is_some());
        if absorbed || self.has_complements(&kept) {
            self.fire(Rule::AllAnyComplement);
            return self.constant(1, 1 - neutral);
        }
        match *kept {
            [] => self.constant(1, neutral),
            [only] => only,
            _ => self.intern(op, 1, &kept),
        }
    }

    fn take_operand(&mut self, op: Op, operand: Term, n_siblings: usize, kept: &mut Vec<Term>) {
        if self.op(operand) == op && self.args(operand).len() + n_siblings <= FLAT {
            self.fire(Rule::AllAnyFlat);
            kept.extend_from_slice(self.args(operand));
        } else {
            kept.push(operand);
        }
    }

    /// Does a sorted list hold a boolean and its negation?
    fn has_complements(&self, sorted: &[Term]) -> bool {
        let negated = |&term: &Term| self.under(Op::Not, term);
        let plain = sorted.iter().filter_map(negated).any(|x| sorted.binary_search(&x).is_ok());
        plain || self.has_opposite_comparisons(sorted)
    }

    /// Comparisons have no explicit negation: `a < b` is the opposite of `b <= a`.
    fn has_opposite_comparisons(&self, sorted: &[Term]) -> bool {
        let opposite = |term: Term, other: Term| {
            let strict = match self.op(other) {
                Op::Ule => Op::Ult,
                Op::Sle => Op::Slt,
                _ => return false,
            };
            let (x, y) = (self.args(other)[0], self.args(other)[1]);
            self.op(term) == strict && *self.args(term) == [y, x]
        };
        sorted.len() <= FLAT && sorted.iter().any(|&a| sorted.iter().any(|&b| opposite(a, b)))
    }

    /// `a` where `c` is true, `b` elsewhere.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        assert_eq!(self.width(c), 1, "a condition should be boolean: {c}");
        if let Some(value) = self.as_const(c) {
            self.fire(Rule::IteConstant);
            return if value == 1 { a } else { b };
        }
        if a == b {
            self.fire(Rule::IteSame);
            return a;
        }
        if let Some(d) = self.under(Op::Not, c) {
            self.fire(Rule::IteNot);
            return self.ite(d, b, a);
        }
        if let Some(shorter) = self.ite_nested(c, a, b) {
            self.fire(Rule::IteNested);
            return shorter;
        }
        let values = (self.as_const(a), self.as_const(b));
        if width == 1 && (values.0.is_some() || values.1.is_some()) {
            self.fire(Rule::IteBoolean);
            return self.ite_boolean(c, a, b, values);
        }
        match values {
            (Some(1), Some(0)) => {
                self.fire(Rule::IteZext);
                self.zext(c, width)
            }
            (Some(0), Some(1)) => {
                self.fire(Rule::IteZext);
                let not_c = self.not(c);
                self.zext(not_c, width)
            }
            _ => self.intern(Op::Ite, width, &[c, a, b]),
        }
    }

    fn ite_nested(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let inner = |pool: &Self, term: Term| match *pool.args(term) {
            [d, x, y] if pool.op(term) == Op::Ite && d == c => Some((x, y)),
            _ => None,
        };
        if let Some((x, _)) = inner(self, a) {
            return Some(self.ite(c, x, b));
        }
        let (_, y) = inner(self, b)?;
        Some(self.ite(c, a, y))
    }

    fn ite_boolean(
        &mut self,
        c: Term,
        a: Term,
        b: Term,
        values: (Option<u128>, Option<u128>),
    ) -> Term {
        match values {
            (Some(1), _) => self.any(&[c, b]),
            (Some(_), _) => {
                let not_c = self.not(c);
                self.all(&[not_c, b])
            }
            (_, Some(1)) => {
                let not_c = self.not(c);
                self.any(&[not_c, a])
            }
            _ => self.all(&[c, a]),
        }
    }
}
