//! Hash-consed bit-vector terms: construction, rewriting, evaluation, text.
//!
//! A [`Pool`] owns every term; a [`Term`] is a `u32` id into it, so equal terms have equal ids.
//! Every term is a bit-vector of 1 to 128 bits. Width 1 is the boolean: 1 is true, 0 is false.
//! Signedness lives in the operators, never in the terms, and so does the format of floats.
//! Constructors fold constants and rewrite by the rules listed in [`Rule`]; each term carries a
//! [`Domain`] of what is known of its value under every assignment.
//!
//! This crate knows neither C nor any solver: no asserted constraint ever changes a term.

mod construct;
mod domain;
mod eval;
pub mod float;
mod fold;
mod forward;
mod op;
mod pool;
mod rules;
mod strides;
pub mod table;
pub mod text;

pub use domain::{Domain, Gaps, Stride};
pub use eval::Evaluator;
pub use float::{Float, FloatOp, Format, Rounding};
pub use fold::{apply, mask, to_signed, to_unsigned};
pub use forward::{forward, forward_facts};
pub use op::Op;
pub use pool::{Pool, VarInfo};
pub use rules::Rule;
pub use strides::{difference, product, sum};
pub use table::TableId;

entity::entity! {
    /// A term of some [`Pool`].
    pub struct Term = "t";
    /// A variable of some [`Pool`].
    pub struct Var = "x";
    /// A constant value owned by some [`Pool`]; read it with [`Pool::as_const`].
    pub struct ConstId = "k";
}

/// The widest bit-vector.
pub const MAX_WIDTH: u32 = 128;
