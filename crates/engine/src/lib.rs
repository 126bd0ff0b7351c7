//! The engines that look for inputs: seeds and paths.
//!
//! [`generate`] takes one function from its objectives to tests and verdicts. Inputs come from [`seeds`] and from the
//! witness walk ([`walk`]); each is run by the interpreter ([`confirm`]) before it counts.
//!
//! This crate prints nothing, starts no process and reads no clock: a closure is told how far it is and tells it when to stop.

pub mod ahead;
pub mod confirm;
pub mod describe;
pub mod exhaust;
mod facts;
mod generate;
pub mod goal;
mod induction;
pub mod minimise;
pub mod objectives;
mod polish;
pub mod random;
pub mod seeds;
mod trace;
pub mod validate;
pub mod walk;
pub mod witness;

pub use generate::{Criterion, Engines, Generated, Options, Progress, Stop, generate};
