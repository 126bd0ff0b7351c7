//! The user's compiler as the judge: preprocess, compile, run in child processes, measure.
//!
//! The primary meter is our own copy of the preprocessed unit with probes at condition spans
//! ([`instrument`]); [`replay`] runs every test of a function in a process of its own and returns
//! the outcomes that the probes saw, also for tests that crash or do not end. [`gcov_branches`] is
//! the second meter, [`sanitize`] the second opinion on traps, [`run_long`] the word on runs that
//! are too long for anybody else.
//!
//! It deliberately knows neither IR nor interpreter: sites and events are plain numbers that the
//! caller gave, and comparing them ([`compare`]) is all it does with them. The
//! code under test never runs in our own process, and nothing outside a temporary directory is
//! written.

mod child;
mod compiler;
mod contain;
mod definition;
mod emitted;
mod error;
mod event;
mod gcov;
mod instrument;
mod program;
mod record;
mod replay;
mod sanitize;
mod tempdir;
mod verdict;

pub use compiler::{Compiler, Optimise};
pub use contain::{Attempt, Guard, Layer, contain};
pub use emit::TestsOf;
pub use emitted::{EmittedRun, run_emitted};
pub use error::NativeError;
pub use event::{Event, first_difference};
pub use gcov::{GcovTotals, gcov_branches};
pub use instrument::{CondSite, SwitchArm, SwitchSite, instrument};
pub use replay::{Limits, NativeEnds, NativeRun, ReplayUnit, Runtime, replay};
pub use sanitize::{Report, run_long, sanitize, sanitize_leaks, sanitize_memory};
pub use tempdir::TempDir;
pub use verdict::compare;
