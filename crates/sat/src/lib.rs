//! SAT solvers behind one small trait.
