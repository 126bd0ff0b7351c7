//! What the constraints say of terms, for the executor to use.
//!
//! On a path each term is looked up anew, since every side that is taken says more. While paths are merged nothing is asserted:
//! what is known of a term is computed forwards from what propagation left of its variables, once per term.

use crate::limits;
use exec::{Knowledge, Terms};
use solver::{Answer, Label, Limits, Solver};
use std::collections::BTreeSet;
use term::{Domain, Op, Pool, Term};

/// The constraints, and what follows of terms.
pub(crate) struct Known<'s> {
    /// The constraints.
    pub(crate) solver: Solver<'s>,
    /// What claims about loops rest on.
    pub(crate) used: BTreeSet<Label>,
    /// Questions asked by [`Known::check`].
    pub(crate) questions: u64,
    /// Terms that questions about claims may still be asked about, summed over them.
    claim_terms: usize,
    remembered: Option<Remembered>,
}

/// What was computed of terms since a constraint was added last. Of most terms that is what the pool knows of them, and is not
/// stored again: a domain is larger than all the rest of a term.
#[derive(Default)]
struct Remembered {
    /// For each term, where what is known of it stands.
    place: Vec<Place>,
    /// What is known here and not everywhere.
    narrowed: Vec<Domain>,
}

/// Where what is known of a term stands.
#[derive(Clone, Copy)]
enum Place {
    Nowhere,
    InPool,
    Narrowed(u32),
}

/// The algebra of the engines: terms, with what the solver knows of them.
pub(crate) type Words<'s> = Terms<Known<'s>>;

impl<'s> Known<'s> {
    /// What the constraints of a solver say.
    pub(crate) fn by(solver: Solver<'s>) -> Self {
        Self { solver, used: BTreeSet::new(), questions: 0, claim_terms: 0, remembered: None }
    }

    /// From here on what is computed of terms is kept; again after every constraint that is added.
    pub(crate) fn remember(&mut self) {
        self.remembered = Some(Remembered::default());
    }

    /// Looks anew each time from here on.
    pub(crate) fn forget(&mut self) {
        self.remembered = None;
    }

    /// Allows for questions about claims.
    pub(crate) fn allow_claims(&mut self, terms: usize) {
        self.claim_terms = terms;
    }

    /// Takes what one more question about claims costs; false if that is more than is left.
    pub(crate) fn pays_for_claims(&mut self, terms: usize) -> bool {
        let left = self.claim_terms.checked_sub(terms);
        self.claim_terms = left.unwrap_or(0);
        left.is_some()
    }

    /// Takes what a question about claims has cost that took all the work it might.
    pub(crate) fn pay_for_conflicts(&mut self, conflicts: u64) {
        let terms = conflicts as usize * limits::CLAIM_CONFLICT_TERMS;
        self.claim_terms = self.claim_terms.saturating_sub(terms);
    }

    /// Do the constraints have a model?
    pub(crate) fn check(&mut self, pool: &mut Pool, limits: &Limits) -> Answer {
        self.questions += 1;
        self.solver.check(pool, limits)
    }
}

impl Knowledge for Known<'_> {
    fn domain(&mut self, pool: &Pool, term: Term) -> Domain {
        match &mut self.remembered {
            Some(remembered) => remembered.domain(&self.solver, pool, term),
            None => self.solver.estimate(pool, term),
        }
    }

    fn is_given_up(&self) -> bool {
        self.solver.is_given_up()
    }
}

impl Remembered {
    /// What is known of a term, each of its parts looked at once.
    fn domain(&mut self, solver: &Solver<'_>, pool: &Pool, term: Term) -> Domain {
        if self.place.len() < pool.len() {
            self.place.resize(pool.len(), Place::Nowhere);
        }
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            let missing = |arg: &&Term| matches!(self.place[index(**arg)], Place::Nowhere);
            if let Some(&arg) = pool.args(next).iter().find(missing) {
                stack.push(arg);
            } else {
                let domain = self.compute(solver, pool, next);
                self.keep(pool, next, domain);
                stack.pop();
            }
        }
        *self.kept(pool, term)
    }

    fn compute(&self, solver: &Solver<'_>, pool: &Pool, term: Term) -> Domain {
        let known = solver.bounds(pool, term);
        match pool.op(term) {
            Op::Const(_) | Op::Var(_) => known,
            _ => {
                let args: Vec<Domain> =
                    pool.args(term).iter().map(|&arg| *self.kept(pool, arg)).collect();
                // The meet is empty only if the contract contradicts itself, which is found out elsewhere.
                known.meet(&pool.facts_from(term, &args), pool.width(term)).unwrap_or(known)
            }
        }
    }

    fn keep(&mut self, pool: &Pool, term: Term, domain: Domain) {
        self.place[index(term)] = if domain == *pool.domain(term) {
            Place::InPool
        } else {
            self.narrowed.push(domain);
            Place::Narrowed(self.narrowed.len() as u32 - 1)
        };
    }

    fn kept<'a>(&'a self, pool: &'a Pool, term: Term) -> &'a Domain {
        match self.place[index(term)] {
            Place::Nowhere => unreachable!("operands are computed before what is made of them"),
            Place::InPool => pool.domain(term),
            Place::Narrowed(at) => &self.narrowed[at as usize],
        }
    }
}

fn index(term: Term) -> usize {
    entity::EntityRef::index(term)
}
