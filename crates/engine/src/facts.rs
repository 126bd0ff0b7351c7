//! What the contract alone says of terms, for merged execution.
//!
//! Unlike on a path, nothing is asserted while the function is executed, so what is known of a term is computed forwards
//! from what propagation of the contract left of its variables, once per term.

use exec::{Knowledge, Terms};
use solver::{Answer, Label, Limits, Solver};
use std::collections::BTreeSet;
use term::{Domain, Op, Pool, Term, forward};

/// The constraints on all inputs, and what follows of terms.
pub(crate) struct Facts<'s> {
    /// The constraints.
    pub solver: Solver<'s>,
    /// What claims about loops rest on.
    pub used: BTreeSet<Label>,
    /// Questions about loops.
    pub questions: u64,
    /// Asked now and then whether to give up.
    pub stop: &'s dyn Fn() -> bool,
    remembered: Remembered,
}

/// What was computed of terms since a constraint was added last.
#[derive(Default)]
pub(crate) struct Remembered {
    domains: Vec<Option<Domain>>,
}

/// The algebra of merged execution.
pub(crate) type Merging<'s> = Terms<Facts<'s>>;

impl<'s> Facts<'s> {
    /// No constraints.
    pub(crate) fn new(stop: &'s dyn Fn() -> bool) -> Self {
        Self {
            solver: Solver::until(stop),
            used: BTreeSet::new(),
            questions: 0,
            stop,
            remembered: Remembered::default(),
        }
    }

    /// Do the constraints have a model?
    pub(crate) fn check(&mut self, pool: &mut Pool, limits: &Limits) -> Answer {
        self.questions += 1;
        self.solver.check(pool, limits)
    }

    /// Constraints were added: computes anew.
    pub(crate) fn refresh(&mut self) {
        self.remembered = Remembered::default();
    }
}

impl Knowledge for Facts<'_> {
    fn is_given_up(&self) -> bool {
        self.solver.is_given_up()
    }

    fn domain(&mut self, pool: &Pool, term: Term) -> Domain {
        self.remembered.domain(&self.solver, pool, term)
    }
}

impl Remembered {
    /// What is known of a term, each of its parts looked at once.
    pub(crate) fn domain(&mut self, solver: &Solver<'_>, pool: &Pool, term: Term) -> Domain {
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
