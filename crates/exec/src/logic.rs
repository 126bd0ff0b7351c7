//! Contracts as constraints on the entry state.
//!
//! ACSL's integers are unbounded: each integer term carries a width wide enough that nothing wraps, inferred bottom up.
//! Quantifiers are expanded over their range. Where the range is wide, instances are made only as far as the run has looked
//! (`PathCrawler`'s lazy instantiation): leaving some out only weakens the constraints, and a model is completed afterwards.

mod chains;
mod integers;
mod lengths;
mod meaning;
mod memory;
mod truth;

use crate::limits::{EAGER_RANGE, LONGEST_RANGE};
use crate::{Algebra, Memory};
use chains::Wanted;
use entity::SecondaryMap;
use integers::Int;
use ir::logic::{Bound, Formula, Logic, Node};

/// A conjunct of a clause.
#[derive(Clone, Debug)]
pub enum Part<W> {
    /// Holds from the start.
    Now(W),
    /// Is to be instantiated as the run goes on.
    Later(Lazy<W>),
}

/// `\forall var; lo <= var <= hi ==> body` over a wide range.
#[derive(Clone, Debug)]
pub struct Lazy<W> {
    formula: Formula,
    env: Env,
    over: Quantified<W>,
    /// The first value that can ever matter.
    pub first: i128,
    /// The last one.
    pub last: i128,
}

impl<W: Copy> Lazy<W> {
    /// The last value that matters when words have these values (unsigned, of their own width).
    pub fn last_for(&self, value: impl FnOnce(W) -> u128) -> i128 {
        let spare = 128 - self.over.hi.width;
        ((value(self.over.hi.word) << spare) as i128 >> spare).min(self.last)
    }
}

/// Something said of the values of a variable in a range.
#[derive(Clone, Copy, Debug)]
struct Quantified<W> {
    var: Bound,
    lo: Int<W>,
    hi: Int<W>,
    body: Node,
}

type Env = SecondaryMap<Bound, i128>;

struct Reader<'m, 'p, 'f, A: Algebra> {
    machine: &'m mut Memory<'p, A>,
    alg: &'m mut A,
    formula: &'f Formula,
    /// Conditions under which the integers read so far are defined.
    defined: Vec<A::Word>,
}

impl<A: Algebra> Memory<'_, A> {
    /// One conjunct of a clause on the entry state, by what is known now, or why it cannot be a constraint.
    pub fn require_part(
        &mut self,
        alg: &mut A,
        formula: &Formula,
        node: Node,
    ) -> Result<Part<A::Word>, String> {
        let mut reader = Reader { machine: self, alg, formula, defined: Vec::new() };
        if let Some(lazy) = reader.lazily(node)? {
            return Ok(Part::Later(lazy));
        }
        Ok(Part::Now(reader.wanted(node, &Env::with_default(0), Wanted::Truth)?))
    }

    /// One instance of a quantified clause.
    pub fn instance(
        &mut self,
        alg: &mut A,
        lazy: &Lazy<A::Word>,
        value: i128,
    ) -> Result<A::Word, String> {
        let mut reader = Reader { machine: self, alg, formula: &lazy.formula, defined: Vec::new() };
        reader.instance(&lazy.over, value, &lazy.env)
    }
}

impl<A: Algebra> Reader<'_, '_, '_, A> {
    /// A top-level quantifier over a wide range is left for later.
    fn lazily(&mut self, node: Node) -> Result<Option<Lazy<A::Word>>, String> {
        let Logic::Forall { var, lo, hi, body } = self.formula.nodes[node] else { return Ok(None) };
        let env = Env::with_default(0);
        let over = Quantified { var, lo: self.int(lo, &env)?, hi: self.int(hi, &env)?, body };
        let (first, last) = self.ends_of(&over);
        let constant = [over.lo, over.hi].iter().all(|it| self.alg.as_const(it.word).is_some());
        if last - first < EAGER_RANGE || constant && last - first < LONGEST_RANGE {
            return Ok(None);
        }
        Ok(Some(Lazy { formula: self.formula.clone(), env, over, first, last }))
    }
}
