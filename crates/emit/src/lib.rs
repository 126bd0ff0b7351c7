//! A suite as C text.
//!
//! [`plain`] writes the test file that people keep: one C file with a `main` and no dependency.
//! [`harness`] writes the same test functions for native replay, where they are appended to the
//! instrumented unit and compiled without any header of the unit's.
//!
//! It deliberately reads and writes no file, calls no compiler, and has no opinion on coverage: it
//! prints what the suite says.

mod body;
mod calls;
mod checks;
mod declarator;
mod devices;
mod literal;
mod local;
mod model;
mod numbers;
mod plain;
mod runs;
mod scope;
mod setup;
mod sinks;
mod slug;
mod support;

pub use body::{
    ALLOCATORS_PREFIX, LIBRARY_PREFIX, MAIN_UNDER_TEST, TestsOf, allocators, any_fails, harness,
    made_real, main_aside, redirect, restore, stub_symbol,
};
pub use model::{
    DECLARATIONS, LibraryUse, MACROS, Memory, Model, Surroundings, library_model, model,
    system_model,
};
pub use plain::{PlainOptions, elsewhere, plain};
pub use sinks::is_sink;
