//! The constraint engine: finite domains, bit-blasting, search, checking.
//!
//! A [`Solver`] holds a stack of asserted terms and answers whether they have a model.
//! It tries the cheap thing first: propagation over finite domains, then a bounded search with
//! preferred values, then a SAT solver over the terms' bits. Every model passes [`check::holds`],
//! which shares no code with the rest, before it leaves; every refutation names the labels it rests on.
//!
//! The solver knows terms and nothing of programs. Work is limited in ticks and conflicts, never in
//! seconds, so that the same questions give the same answers everywhere.

mod answer;
mod blast;
pub mod check;
mod fd;
mod labels;
mod memory;
mod plain;
mod portfolio;
mod probe;
mod repair;
mod search;
mod slice;
mod solver;
pub mod text;

pub use answer::{Answer, Label, Limits, Method, Model, Why};
pub use fd::Statistics;
pub use portfolio::{Portfolio, Stage, Tally};
pub use solver::Solver;
