//! The structured intermediate representation.
