//! Reports of a suite made by hand: against the schema, and as people see them.

mod sample;
mod schema;
mod terminal;
