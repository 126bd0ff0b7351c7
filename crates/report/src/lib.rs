//! A suite as terminal text and as JSON, and the exit status it calls for.
//!
//! It deliberately computes nothing that is not already in the suite (sums apart), prints nothing
//! itself and knows no terminal: whether to use colour is the caller's word.

mod findings;
mod json;
mod picture;
mod status;
mod terminal;
mod whole;

pub use json::{failure_entry, function_entry, json};
pub use status::{ExitStatus, exit_status, status_of};
pub use terminal::{function_text, status_line, terminal};
pub use whole::{FileEntry, Form, Part, file_report, head, merge, tail};
