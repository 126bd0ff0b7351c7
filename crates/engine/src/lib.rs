//! The engines that look for inputs: seeds, paths and goals.
//!
//! [`generate`] takes one function from its objectives to tests and verdicts. Inputs come from [`seeds`], from the
//! witness walk ([`walk`]) and from questions about the function as a whole ([`goal`]); each is run by the interpreter ([`confirm`]) before it counts.
//!
//! This crate prints nothing, starts no process and reads no clock: a closure is told how far it is and tells it when to stop.

mod ahead;
mod arguments;
mod boundary;
mod concerned;
pub mod confirm;
mod dataflow;
pub mod decisions;
pub mod describe;
mod distance;
mod entry;
mod exhaust;
mod extent;
mod facts;
mod formula;
mod generate;
mod given;
mod goal;
mod hazard;
mod implied;
mod induction;
mod ledger;
mod limits;
mod minimise;
mod near;

pub mod objectives;
mod observe;
mod options;
mod pairing;
mod parts;
mod pieces;
mod places;
mod plain;
mod polish;
mod random;
mod range;
mod reach;
mod scalars;
mod scene;
mod seeds;
#[cfg(test)]
mod tests;
mod trace;
mod unfold;
mod validate;
mod vary;
mod verdict;
mod walk;
mod witness;

pub use generate::{Generated, Progress, Promise, Stop, generate};
pub use goal::{Left, Target, left};
pub use hazard::{Hazard, HazardKind};
pub use options::{Criterion, Engines, Options};
pub use reach::{Proofs, Reached, follow, follow_left, prove, prove_floats, reach};
pub use scene::is_written;
pub use walk::NoStart;
