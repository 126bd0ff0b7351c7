//! Terms as text: `.fd` to read and write, C for people, SMT-LIB for other solvers.
//!
//! The `.fd` form is described in `docs/fd.md`. It is typed, while terms are not: `u8` and `i8` are the
//! same bits, and the type only chooses which operator a symbol stands for.

mod c;
mod fd;
mod lexer;
mod parse;
mod smt;

pub use c::c_text;
pub use fd::fd_text;
pub use parse::parse;
pub use smt::{has_floats, smt_text};

use crate::{Format, Pool, Term};
use source::Span;

/// A constraint file.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The terms.
    pub pool: Pool,
    /// The constraints, in order.
    pub constraints: Vec<Constraint>,
    /// The declared variables: term, and how its bits are read.
    pub vars: Vec<(Term, Reading)>,
    /// The answer that the file says it should have.
    pub expect: Option<Expected>,
}

/// How the bits of a variable are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As an unsigned number.
    Unsigned,
    /// As a signed number.
    Signed,
    /// As a float.
    Float(Format),
}

/// One constraint of a file.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The name that cores use, for `label` lines.
    pub label: Option<String>,
    /// The boolean term.
    pub term: Term,
    /// Its text.
    pub span: Span,
}

/// The answer a file expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// `expect sat`
    Sat,
    /// `expect unsat`
    Unsat,
}

/// How many terms of those below the roots use each term; ids of terms in order.
fn uses(pool: &Pool, roots: &[Term]) -> std::collections::BTreeMap<Term, u32> {
    let mut counts = std::collections::BTreeMap::new();
    let mut stack: Vec<Term> = roots.to_vec();
    while let Some(term) = stack.pop() {
        let count = counts.entry(term).or_insert(0);
        *count += 1;
        if *count == 1 {
            stack.extend_from_slice(pool.args(term));
        }
    }
    counts
}

#[cfg(test)]
mod tests;
