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
mod contract;
pub mod decisions;
pub mod describe;
pub mod exhaust;
mod facts;
mod formula;
mod generate;
pub mod goal;
mod implied;
mod induction;
pub mod minimise;
mod nullness;
pub mod objectives;
mod pairing;
mod parts;
mod pieces;
mod plain;
pub mod points_to;
mod polish;
pub mod random;
pub mod reach;
mod scalars;
pub mod seeds;
mod trace;
mod unfold;
pub mod validate;
mod verdict;
pub mod walk;
pub mod witness;

pub use generate::{Criterion, Engines, Generated, Options, Progress, Promise, Stop, generate};
pub use reach::{Proofs, Reached, Target, follow, is_written, prove, reach};
