//! The engines that look for inputs: seeds, paths and goals.
//!
//! [`generate`] takes one function from its objectives to tests and verdicts. Inputs come from [`seeds`], from the
//! witness walk ([`walk`]) and from questions about the function as a whole ([`goal`]); each is run by the interpreter ([`confirm`]) before it counts.
//!
//! This crate prints nothing, starts no process and reads no clock: a closure is told how far it is and tells it when to stop.

pub mod ahead;
pub mod boundary;
mod concerned;
pub mod confirm;
pub mod decisions;
pub mod describe;
mod entry;
pub mod exhaust;
mod extent;
mod facts;
mod formula;
mod generate;
pub mod goal;
mod implied;
mod induction;
mod ledger;
mod limits;
pub mod minimise;
mod nullness;
pub mod objectives;
mod options;
mod pairing;
mod parts;
mod pieces;
mod plain;
mod polish;
pub mod random;
pub mod reach;
mod scalars;
mod scene;
pub mod seeds;
#[cfg(test)]
mod tests;
mod trace;
mod unfold;
pub mod validate;
mod verdict;
pub mod walk;
pub mod witness;

pub use generate::{Generated, Progress, Promise, Stop, generate};
pub use goal::Target;
pub use options::{Criterion, Engines, Options};
pub use reach::{Proofs, Reached, follow, prove, reach};
pub use scene::is_written;
