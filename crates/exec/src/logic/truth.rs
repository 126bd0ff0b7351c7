//! Truth values of formulas: connectives, comparisons, quantifiers.

use super::chains::Wanted;
use super::{Env, Quantified, Reader};
use crate::Algebra;
use crate::limits::LONGEST_RANGE;
use ir::logic::{Bound, CmpOp, Logic, Node};

/// When a value is in range, and what is said of it; none if it never is.
type Case<W> = Option<(W, W)>;

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
                self.quantified(true, (*var, *lo, *hi, *body), env)?
            }
            Logic::Exists { var, lo, hi, body } => {
                self.quantified(false, (*var, *lo, *hi, *body), env)?
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
        Ok(self.alg.implies(a, b))
    }

    fn quantified(
        &mut self,
        all: bool,
        (var, lo, hi, body): (Bound, Node, Node, Node),
        env: &Env,
    ) -> Result<A::Word, String> {
        let over = Quantified { var, lo: self.int(lo, env)?, hi: self.int(hi, env)?, body };
        let (first, last) = self.ends_of(&over);
        if last - first >= LONGEST_RANGE {
            return Err("a quantifier over too wide a range".to_owned());
        }
        let mut result = self.alg.constant(1, u128::from(all));
        for value in first..=last {
            let Some((inside, body)) = self.case(&over, value, env)? else { continue };
            result = if all {
                let holds = self.alg.implies(inside, body);
                self.alg.and(result, holds)
            } else {
                let found = self.alg.and(inside, body);
                self.alg.or(result, found)
            };
        }
        Ok(result)
    }

    /// The first and the last value that can ever be in range.
    pub(super) fn ends_of(&mut self, over: &Quantified<A::Word>) -> (i128, i128) {
        (self.alg.range(over.lo.word).signed_lo, self.alg.range(over.hi.word).signed_hi)
    }

    /// What is said of all values, of one of them.
    pub(super) fn instance(
        &mut self,
        over: &Quantified<A::Word>,
        value: i128,
        env: &Env,
    ) -> Result<A::Word, String> {
        Ok(match self.case(over, value, env)? {
            Some((inside, body)) => self.alg.implies(inside, body),
            None => self.alg.yes(),
        })
    }

    fn case(
        &mut self,
        over: &Quantified<A::Word>,
        value: i128,
        env: &Env,
    ) -> Result<Case<A::Word>, String> {
        let here = self.constant(value);
        let above = self.compare(CmpOp::Le, over.lo, here);
        let below = self.compare(CmpOp::Le, here, over.hi);
        let inside = self.alg.and(above, below);
        if self.alg.is_no(inside) {
            return Ok(None);
        }
        let mut env = env.clone();
        env[over.var] = value;
        Ok(Some((inside, self.truth(over.body, &env)?)))
    }
}
