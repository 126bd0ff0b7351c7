//! C text to a typed tree: preprocessed tokens, syntax, types, layout, contracts.

pub mod logic;
pub mod typed;
pub mod types;
