//! The binary's insides: arguments, files, the clock, and the one page that shows the whole flow ([`pipeline`]).
//!
//! No algorithm lives here.

pub mod args;
mod cache;
mod changed;
mod clock;
mod compile_line;
pub mod config;
mod database;
mod devices;
pub mod diagnose;
mod distrust;
mod exact;
mod explain;
pub mod front;
pub mod generate;
mod guard;
pub mod inspect;
mod invariant;
mod link;
mod long;
mod lookup;
pub mod merge;
mod model;
pub mod models;
mod others;
mod out;
pub mod pipeline;
mod pool;
mod progress;
pub mod prove;
pub mod reach;
mod rendered;
mod replay;
mod results;
mod room;
pub mod run;
mod sequences;
mod session;
pub mod shard;
mod show;
pub mod solve;
mod sources;
mod stubs;
mod through;
mod times;
mod watcher;
mod when;

pub use guard::safety;

/// Exit status when the user's input is wrong.
pub const BAD_INPUT: u8 = 3;
/// Exit status of `reach` when no input gets there.
pub const UNREACHABLE: u8 = 5;
/// Exit status after an error of our own.
pub const OWN_ERROR: u8 = 4;
