//! The trait on `CaDiCaL`, through its C interface.
//!
//! Only with the feature `cadical`: its C++ is compiled from source, which takes a C++ compiler and
//! a minute and a half.

use crate::{Lit, Patience, SatSolver, Verdict};

/// An incremental instance of `CaDiCaL`.
pub struct Cadical<'s> {
    solver: cadical::Solver<Waiting<'s>>,
    n_vars: u32,
    core: Vec<Lit>,
}

/// It asks often by itself.
const LOOK_EVERY: u32 = 20;

struct Waiting<'s>(Patience<'s>);

impl cadical::Callbacks for Waiting<'_> {
    fn terminate(&mut self) -> bool {
        self.0.is_over()
    }
}

impl<'s> Cadical<'s> {
    /// A solver without clauses, for somebody who waits so long.
    pub fn new(patience: &Patience<'s>) -> Self {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Waiting(patience.asking(LOOK_EVERY))));
        Self { solver, n_vars: 0, core: Vec::new() }
    }
}

/// Variables count from 1 there, and negation is a sign.
fn theirs(lit: Lit) -> i32 {
    let var = i32::try_from(lit.var() + 1).expect("fewer than 2^31 variables");
    if lit.is_negative() { -var } else { var }
}

impl SatSolver for Cadical<'_> {
    fn new_var(&mut self) -> Lit {
        self.n_vars += 1;
        Lit::positive(self.n_vars - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().map(|&lit| theirs(lit)));
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Verdict {
        // A negative limit is none; limits hold for one call.
        let limit = i32::try_from(conflicts).unwrap_or(-1);
        self.solver.set_limit("conflicts", limit).expect("there is a limit on conflicts");
        let answer = self.solver.solve_with(assumptions.iter().map(|&lit| theirs(lit)));
        self.core.clear();
        match answer {
            Some(true) => Verdict::Sat,
            Some(false) => {
                let failed = assumptions.iter().filter(|&&lit| self.solver.failed(theirs(lit)));
                self.core.extend(failed);
                Verdict::Unsat
            }
            None => Verdict::OutOfBudget,
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value(theirs(lit)) == Some(true)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }
}
