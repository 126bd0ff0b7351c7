//! Where text came from, and what we have to say about it.
//!
//! One translation unit is one preprocessed text. A [`Span`] is a byte range of that text, nothing more;
//! [`SourceMap`] leads back to the file, line and column that a person wrote, through line markers and macros.
//! A [`Diagnostic`] is a message about a span, with a stable code and a remedy.
//!
//! This crate reads no file: it is given text. It knows neither C nor terminals.

mod diagnostic;
mod map;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use map::{FileId, Loc, Origin, SourceFile, SourceMap};

/// A byte range `lo..hi` of a translation unit's preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// The span of no text, for things nobody wrote.
    pub const NONE: Self = Self { lo: 0, hi: 0 };

    /// The bytes `lo..hi`.
    pub const fn new(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }

    /// The smallest span that contains both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self == Self::NONE {
            return other;
        }
        if other == Self::NONE {
            return self;
        }
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// Is this the span of no text?
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }
}
