//! The reference interpreter of the IR: the judge of everything else.
//!
//! A [`Machine`] compiles the bodies of a verified program to flat code (each when it is first called) and runs functions of it on
//! [`ir::input::Input`]s, as often as asked; between runs only what was dirtied is cleaned. A [`Run`] says how it ended
//! ([`Outcome`]), which conditions and switch targets it met, and how many steps it took. Memory can be read afterwards, and
//! clauses of contracts can be evaluated before and after.
//!
//! Undefined behaviour is an answer ([`Outcome::Trapped`]), never a panic. No recursion of ours follows the program's: frames are
//! data. Functions without a body are taken from our library where it has them, and from the input's stubs otherwise.
//!
//! The interpreter shares nothing with those it judges: it knows the IR and nothing of analyses, terms or solvers. It does no I/O;
//! what the program prints is kept in a buffer.

mod access;
mod address;
mod arith;
mod code;
mod compile;
mod extended;
mod float;
mod jump;
mod library;
mod logic;
mod machine;
mod memory;
mod outcome;
mod pointer;
mod run;
mod script;
mod shown;
mod step;
mod world;

pub use address::Layout;
pub use library::is_library;
pub use logic::Truth;
pub use machine::{Base, Machine, has_model};
pub use outcome::{Access, Called, Given, Limit, Limits, Observer, Outcome, Run, Seen, Shown};
