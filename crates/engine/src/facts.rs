//! What the constraints say of terms, for the executor to use.
//!
//! On a path each term is looked up anew, since every side that is taken says more. While paths are merged nothing is asserted:
//! what is known of a term is computed forwards from what propagation left of its variables, once per term.

use exec::{Knowledge, Terms};
use solver::{Answer, Label, Limits, Solver};
use std::collections::BTreeSet;
use term::{Domain, Op, Pool, Term, forward};

/// The constraints, and what follows of terms.
pub(crate) struct Known<'s> {
    /// The constraints.
    pub(crate) solver: Solver<'s>,
    /// What claims about loops rest on.
    pub(crate) used: BTreeSet<Label>,
    /// Questions asked by [`Known::check`].
    pub(crate) questions: u64,
    remembered: Option<Remembered>,
}

/// What was computed of terms since a constraint was added last.
#[derive(Default)]
struct Remembered {
    domains: Vec<Option<Domain>>,
}

/// The algebra of the engines: terms, with what the solver knows of them.
pub(crate) type Words<'s> = Terms<Known<'s>>;

impl<'s> Known<'s> {
    /// What the constraints of a solver say.
    pub(crate) fn by(solver: Solver<'s>) -> Self {
        Self { solver, used: BTreeSet::new(), questions: 0, remembered: None }
    }

    /// From here on what is computed of terms is kept; again after every constraint that is added.
    pub(crate) fn remember(&mut self) {
        self.remembered = Some(Remembered::default());
    }

    /// Looks anew each time from here on.
    pub(crate) fn forget(&mut self) {
        self.remembered = None;
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
        let domains = &mut self.domains;
        if domains.len() < pool.len() {
            domains.resize(pool.len(), None);
        }
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            let args = pool.args(next);
            let missing = |arg: &&Term| domains[index(**arg)].is_none();
            if let Some(&arg) = args.iter().find(missing) {
                stack.push(arg);
            } else {
                domains[index(next)] = Some(compute(solver, pool, next, domains));
                stack.pop();
            }
        }
        domains[index(term)].expect("it was just computed")
    }
}

fn compute(solver: &Solver<'_>, pool: &Pool, term: Term, domains: &[Option<Domain>]) -> Domain {
    let known = solver.bounds(pool, term);
    match pool.op(term) {
        Op::Const(_) | Op::Var(_) => known,
        op => {
            let args: Vec<Domain> = pool
                .args(term)
                .iter()
                .map(|&arg| domains[index(arg)].expect("operands come first"))
                .collect();
            let width = pool.width(term);
            let arg_width = pool.width(pool.args(term)[0]);
            // The meet is empty only if the contract contradicts itself, which is found out elsewhere.
            known.meet(&forward(op, width, arg_width, &args), width).unwrap_or(known)
        }
    }
}

fn index(term: Term) -> usize {
    entity::EntityRef::index(term)
}
