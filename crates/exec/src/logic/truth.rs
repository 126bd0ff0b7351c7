//! Truth values of formulas: connectives, comparisons, quantifiers.

use super::chains::Wanted;
use super::integers::Int;
use super::{Env, Reader};
use crate::Algebra;
use crate::limits::LONGEST_RANGE;
use ir::logic::{Bound, CmpOp, Logic, Node};

impl<A: Algebra> Reader<'_, '_, '_, A> {
    pub(super) fn truth(&mut self, node: Node, env: &Env) -> Result<A::Word, String> {
        let word = match &self.formula.nodes[node] {
            Logic::Bool(truth) => self.alg.constant(1, u128::from(*truth)),
            Logic::Cmp(op, a, b) => self.comparison(*op, *a, *b, env)?,
            Logic::PtrCmp(op, a, b) => self.pointer_comparison(*op, *a, *b, env)?,
            Logic::Negate(a) => {
                let a = self.truth(*a, env)?;
                self.alg.not(a)
            }
            Logic::And(a, b) => self.both(*a, *b, env)?,
            Logic::Or(a, b) => self.either(*a, *b, env)?,
            Logic::Implies(a, b) => self.implication(*a, *b, env)?,
            Logic::Iff(a, b) => {
                let (a, b) = (self.truth(*a, env)?, self.truth(*b, env)?);
                self.alg.eq(a, b)
            }
            Logic::Ite(c, a, b) => {
                let c = self.truth(*c, env)?;
                let (a, b) = (self.truth(*a, env)?, self.truth(*b, env)?);
                self.alg.ite(c, a, b)
            }
            Logic::Forall { var, lo, hi, body } => {
                self.quantified(true, *var, *lo, *hi, *body, env)?
            }
            Logic::Exists { var, lo, hi, body } => {
                self.quantified(false, *var, *lo, *hi, *body, env)?
            }
            Logic::Valid { base, lo, hi, size, .. } => self.valid((*base, *lo, *hi, *size), env)?,
            Logic::Separated { a, b } => self.separated(*a, *b, env)?,
            Logic::Acyclic { .. } | Logic::Reachable { .. } => {
                self.linked(node, env, Wanted::Both)?
            }
            other => return Err(format!("`{other:?}` is no truth value")),
        };
        Ok(word)
    }

    /// The truth of a conjunct, of which only one side is wanted: predicates over linked structures then say less.
    pub(super) fn wanted(
        &mut self,
        node: Node,
        env: &Env,
        wanted: Wanted,
    ) -> Result<A::Word, String> {
        match &self.formula.nodes[node] {
            Logic::Negate(inner) => {
                let inner = self.wanted(*inner, env, wanted.of_negation())?;
                Ok(self.alg.not(inner))
            }
            Logic::Acyclic { .. } | Logic::Reachable { .. } => self.linked(node, env, wanted),
            _ => self.truth(node, env),
        }
    }

    fn linked(&mut self, node: Node, env: &Env, wanted: Wanted) -> Result<A::Word, String> {
        match &self.formula.nodes[node] {
            Logic::Acyclic { from, links } => {
                let from = self.ptr(*from, env)?;
                Ok(self.machine.acyclic(self.alg, from, links, wanted))
            }
            Logic::Reachable { from, to, links } => {
                let ends = (self.ptr(*from, env)?, self.ptr(*to, env)?);
                Ok(self.machine.reachable_by(self.alg, ends, links, wanted))
            }
            other => Err(format!("`{other:?}` is no predicate over linked structures")),
        }
    }

    /// A comparison holds only where both of its sides are defined.
    fn comparison(&mut self, op: CmpOp, a: Node, b: Node, env: &Env) -> Result<A::Word, String> {
        let outer = std::mem::take(&mut self.defined);
        let (a, b) = (self.int(a, env)?, self.int(b, env)?);
        let mut truth = self.compare(op, a, b);
        for defined in std::mem::replace(&mut self.defined, outer) {
            truth = self.alg.and(truth, defined);
        }
        Ok(truth)
    }

    fn pointer_comparison(
        &mut self,
        op: CmpOp,
        a: Node,
        b: Node,
        env: &Env,
    ) -> Result<A::Word, String> {
        let (a, b) = (self.ptr(a, env)?, self.ptr(b, env)?);
        let same = self.machine.same_pointer(self.alg, a, b);
        match op {
            CmpOp::Eq => Ok(same),
            CmpOp::Ne => Ok(self.alg.not(same)),
            CmpOp::Lt | CmpOp::Le => Err("order of pointers in a contract".to_owned()),
        }
    }

    // What the left side decides is not asked of the right one: it may not even be defined.

    fn both(&mut self, a: Node, b: Node, env: &Env) -> Result<A::Word, String> {
        let a = self.truth(a, env)?;
        if self.alg.is_no(a) {
            return Ok(a);
        }
        let b = self.truth(b, env)?;
        Ok(self.alg.and(a, b))
    }

    fn either(&mut self, a: Node, b: Node, env: &Env) -> Result<A::Word, String> {
        let a = self.truth(a, env)?;
        if self.alg.is_yes(a) {
            return Ok(a);
        }
        let b = self.truth(b, env)?;
        Ok(self.alg.or(a, b))
    }

    fn implication(&mut self, a: Node, b: Node, env: &Env) -> Result<A::Word, String> {
        let a = self.truth(a, env)?;
        if self.alg.is_no(a) {
            return Ok(self.alg.yes());
        }
        let b = self.truth(b, env)?;
        Ok(self.implies(a, b))
    }

    fn quantified(
        &mut self,
        all: bool,
        var: Bound,
        lo: Node,
        hi: Node,
        body: Node,
        env: &Env,
    ) -> Result<A::Word, String> {
        let (lo, hi) = (self.int(lo, env)?, self.int(hi, env)?);
        let (first, last) = (self.alg.range(lo.word).signed_lo, self.alg.range(hi.word).signed_hi);
        if last - first >= LONGEST_RANGE {
            return Err("a quantifier over too wide a range".to_owned());
        }
        let mut result = self.alg.constant(1, u128::from(all));
        for value in first..=last {
            result = if all {
                let case = self.instance(var, lo, hi, body, value, env)?;
                self.alg.and(result, case)
            } else {
                let case = self.witness(var, lo, hi, body, value, env)?;
                self.alg.or(result, case)
            };
        }
        Ok(result)
    }

    pub(super) fn instance(
        &mut self,
        var: Bound,
        lo: Int<A::Word>,
        hi: Int<A::Word>,
        body: Node,
        value: i128,
        env: &Env,
    ) -> Result<A::Word, String> {
        let here = self.constant(value);
        let (above, below) = (self.compare(CmpOp::Le, lo, here), self.compare(CmpOp::Le, here, hi));
        let inside = self.alg.and(above, below);
        if self.alg.is_no(inside) {
            return Ok(self.alg.yes());
        }
        let mut env = env.clone();
        env[var] = value;
        let body = self.truth(body, &env)?;
        Ok(self.implies(inside, body))
    }

    fn witness(
        &mut self,
        var: Bound,
        lo: Int<A::Word>,
        hi: Int<A::Word>,
        body: Node,
        value: i128,
        env: &Env,
    ) -> Result<A::Word, String> {
        let here = self.constant(value);
        let (above, below) = (self.compare(CmpOp::Le, lo, here), self.compare(CmpOp::Le, here, hi));
        let mut env = env.clone();
        env[var] = value;
        let body = self.truth(body, &env)?;
        let inside = self.alg.and(above, below);
        Ok(self.alg.and(inside, body))
    }

    pub(super) fn implies(&mut self, a: A::Word, b: A::Word) -> A::Word {
        let not_a = self.alg.not(a);
        self.alg.or(not_a, b)
    }
}
