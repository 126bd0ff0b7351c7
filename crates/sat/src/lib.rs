//! SAT solvers behind one small trait.
//!
//! A solver holds clauses over variables and is asked, again and again, whether they have a model
//! under some assumptions. It can be asked for work in conflicts, never in seconds; but somebody who waits may leave.
//!
//! This crate knows nothing of bit-vectors or terms.

mod batsat_solver;
#[cfg(feature = "cadical")]
mod cadical_solver;
mod patience;
#[cfg(test)]
mod tests;

pub use batsat_solver::Batsat;
#[cfg(feature = "cadical")]
pub use cadical_solver::Cadical;
pub use patience::Patience;

/// The solver that questions go to: batsat, in Rust and built everywhere, unless the feature
/// `cadical` asks for the one that needs a C++ compiler.
#[cfg(not(feature = "cadical"))]
pub type Backend<'s> = Batsat<'s>;
/// The solver that questions go to.
#[cfg(feature = "cadical")]
pub type Backend<'s> = Cadical<'s>;

use std::ops::Not;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The literal of the variable with this index that is true where the variable is.
    pub const fn positive(var: u32) -> Self {
        Self(var << 1)
    }

    /// The index of the variable.
    pub const fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Is it the negation of its variable?
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a solver found.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model; read it with [`SatSolver::value`].
    Sat,
    /// There is none; read the assumptions to blame with [`SatSolver::core`].
    Unsat,
    /// The conflicts allowed did not suffice, or nobody waits any longer.
    OutOfBudget,
}

/// An incremental SAT solver with assumptions.
pub trait SatSolver {
    /// A new variable; indices are handed out in order from 0.
    fn new_var(&mut self) -> Lit;
    /// Adds a clause, for good.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Is there a model in which all assumptions hold? Gives up after `conflicts` conflicts.
    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Verdict;
    /// The literal's value in the model just found; variables that do not matter are false.
    fn value(&self, lit: Lit) -> bool;
    /// The assumptions that cannot hold together, after `Unsat`.
    fn core(&self) -> &[Lit];
}
