//! A suite as terminal text and as JSON, and the exit status it calls for.
//!
//! It deliberately computes nothing that is not already in the suite (sums apart), prints nothing
//! itself and knows no terminal: whether to use colour is the caller's word.

mod json;
mod picture;
mod status;
mod terminal;

pub use json::json;
pub use status::{ExitStatus, exit_status};
pub use terminal::terminal;
