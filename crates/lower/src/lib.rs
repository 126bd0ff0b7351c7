//! From the typed tree of C to the IR.
//!
//! In goes a [`cfront::typed::Unit`], out comes an [`ir::Program`] in which nothing of C is implicit: evaluation order is
//! fixed, every operation is sized and signed and names its trap, `&&`, `||`, `!` and `?:` are control flow with their
//! conditions recorded, gotos and switches are blocks and loops. The choices made are numbered in `docs/c-semantics.md`.
//!
//! One file per subject: `unit` (globals and functions), `func` (entry, locals), `build` (where instructions go),
//! `scope` (lifetimes and jumps), `stmt`, `list` (labels in a sequence), `switch`, `jumps` and `flatten` (which jumps nest, and those that do not),
//! `expr`, `arith`, `convert`, `place` (lvalues), `demand` (what an access asks of bounds, alignment and bytes), `cond` (decisions), `init`, `call`, `builtin`, `shape`, `contract`,
//! and `renumber` to finish a body.
//!
//! This crate optimises nothing and decides nothing about undefined behaviour beyond that page. What it cannot express
//! becomes an `unsupported` instruction in place; it never drops code.

mod arith;
mod assertion;
mod build;
mod builtin;
mod call;
mod cond;
mod contract;
mod convert;
mod demand;
mod endless;
mod expr;
mod flatten;
mod func;
mod init;
mod jumps;
mod list;
mod machine;
mod overflow;
mod place;
mod renumber;
mod scope;
mod shape;
mod stmt;
mod switch;
mod unit;
mod variadic;

#[cfg(test)]
mod tests;

use cfront::target::Target;
use cfront::typed::Unit;
use source::Diagnostics;

/// What signed overflow means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It traps.
    Trap,
    /// It wraps, as with `-fwrapv`.
    Wrap,
}

/// What the tree leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What signed overflow means.
    pub overflow: Overflow,
    /// The data model that the tree was typed for.
    pub target: Target,
}

/// The code of warnings about loops whose turns are not counted. They matter only where turns do.
pub const UNCOUNTED: &str = "L0002";

/// Lowers a whole unit. Diagnostics are warnings about what will be unknown; lowering always gives a program.
pub fn lower(unit: &Unit, options: &Options) -> (ir::Program, Diagnostics) {
    unit::lower(unit, options)
}
