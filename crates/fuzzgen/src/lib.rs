//! Random programs that a judge can decide by trying every input.
//!
//! [`generate`] makes a [`tree::Program`] from a seed and a [`Profile`]; [`print`] shows it as C with its contract;
//! [`Domain`] counts its inputs; [`shrink`] makes a failing one small. [`full`] makes units of far more of C, on chosen inputs.
//! Nothing here reads a file, runs a compiler or knows which two executions are compared.

pub mod brute;
pub mod calls;
mod choose;
pub mod devices;
mod domain;
pub mod full;
pub mod harness;
pub mod heap;
pub mod heaps;
pub mod idioms;
pub mod overlap;
mod phrases;
pub mod print;
mod profile;
pub mod promise;
mod rng;
pub mod scripts;
mod shrink;
pub mod tree;
mod valid;
pub mod views;
mod visit;
pub mod worlds;

pub use choose::program as generate;
pub use domain::{Domain, InputVar, Slot};
pub use profile::Profile;
pub use rng::Rng;
pub use shrink::shrink;
