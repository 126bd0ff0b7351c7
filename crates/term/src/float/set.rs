//! Sets of floats: an interval of negative numbers, one of positive numbers, and whether there may be none.
//!
//! Numbers of one sign are ordered as their bits are. So the unsigned bounds of a [`Domain`] hold the least positive number and
//! the most negative one, and its signed bounds the greatest positive number and the negative one next to zero: a domain says
//! exactly what such a set says, and needs no part of its own for floats. What is no number lies beyond infinity, and while it is
//! possible it takes the place of that bound.

use super::Format;
use crate::{Domain, to_signed};

/// Magnitudes `lo..=hi`, none where `lo > hi`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least.
    pub lo: u128,
    /// The greatest.
    pub hi: u128,
}

impl Range {
    const EMPTY: Self = Self { lo: 1, hi: 0 };

    /// Is there none?
    pub const fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    fn take(&mut self, lo: u128, hi: u128) {
        *self = if self.is_empty() {
            Self { lo, hi }
        } else {
            Self { lo: self.lo.min(lo), hi: self.hi.max(hi) }
        };
    }
}

/// A set of floats of some format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatSet {
    /// Magnitudes of negative numbers, -0 and infinity included.
    pub neg: Range,
    /// Magnitudes of positive numbers, likewise.
    pub pos: Range,
    /// May there be no number?
    pub nan: bool,
}

/// Numbers at the places `lo..=hi` of the order of all numbers, of one sign and one kind: zero, finite or infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The least.
    pub lo: i128,
    /// The greatest.
    pub hi: i128,
}

/// The pieces of a set, at most six.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    list: [Piece; 6],
    n: usize,
}

impl std::ops::Deref for Pieces {
    type Target = [Piece];
    fn deref(&self) -> &[Piece] {
        &self.list[..self.n]
    }
}

impl Pieces {
    pub(super) const fn none() -> Self {
        Self { list: [Piece { lo: 0, hi: 0 }; 6], n: 0 }
    }

    pub(super) const fn push(&mut self, lo: i128, hi: i128) {
        self.list[self.n] = Piece { lo, hi };
        self.n += 1;
    }
}

impl FloatSet {
    /// No float at all.
    pub const EMPTY: Self = Self { neg: Range::EMPTY, pos: Range::EMPTY, nan: false };

    /// Every float.
    pub const fn full(format: Format) -> Self {
        let all = Range { lo: 0, hi: format.infinity() };
        Self { neg: all, pos: all, nan: true }
    }

    /// Is there none?
    pub const fn is_empty(&self) -> bool {
        self.neg.is_empty() && self.pos.is_empty() && !self.nan
    }

    /// Has it a number?
    pub const fn has_number(&self) -> bool {
        !self.neg.is_empty() || !self.pos.is_empty()
    }

    /// The floats that the bounds of a domain allow.
    pub fn of(format: Format, domain: &Domain) -> Self {
        let (sign, infinity) = (format.sign(), format.infinity());
        let positive = if domain.shi < 0 {
            Range::EMPTY
        } else {
            let lo = domain.lo.max(domain.slo.max(0) as u128);
            Range { lo, hi: domain.hi.min(domain.shi as u128) }
        };
        let negative = if domain.hi < sign || domain.slo >= 0 {
            Range::EMPTY
        } else {
            let least = to_signed(sign, format.width());
            let from = domain.slo.wrapping_sub(least) as u128;
            let to = domain.shi.min(-1).wrapping_sub(least) as u128;
            Range { lo: from.max(domain.lo.saturating_sub(sign)), hi: to.min(domain.hi - sign) }
        };
        let beyond = |range: Range| !range.is_empty() && range.hi > infinity;
        let numbers = |range: Range| Range { hi: range.hi.min(infinity), ..range };
        let nan = beyond(positive) || beyond(negative);
        Self { neg: numbers(negative), pos: numbers(positive), nan }
    }

    /// The set as a domain's bounds, not reduced, where what is no number has the pattern computed; `None` for no float at all.
    pub fn to_domain(&self, format: Format) -> Option<Domain> {
        let mut pos = self.pos;
        if self.nan {
            pos.take(format.nan(), format.nan());
        }
        bounds(format, self.neg, pos)
    }

    /// The same, where what is no number may have any pattern.
    pub fn to_any_domain(&self, format: Format) -> Option<Domain> {
        let (mut neg, mut pos) = (self.neg, self.pos);
        if self.nan {
            let (from, to) = (format.infinity() + 1, format.sign() - 1);
            neg.take(from, to);
            pos.take(from, to);
        }
        bounds(format, neg, pos)
    }

    /// Adds the numbers between two places.
    pub fn add_places(&mut self, lo: i128, hi: i128) {
        if lo < 0 {
            self.neg.take((-1 - hi.min(-1)) as u128, (-1 - lo) as u128);
        }
        if hi >= 0 {
            self.pos.take(lo.max(0) as u128, hi as u128);
        }
    }

    /// What both have.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        let both = |a: Range, b: Range| Range { lo: a.lo.max(b.lo), hi: a.hi.min(b.hi) };
        Self {
            neg: both(self.neg, other.neg),
            pos: both(self.pos, other.pos),
            nan: self.nan && other.nan,
        }
    }

    /// Is the float in the set?
    pub fn contains(&self, format: Format, bits: u128) -> bool {
        let magnitude = bits & (format.sign() - 1);
        if magnitude > format.infinity() {
            return self.nan;
        }
        let range = if bits & format.sign() == 0 { self.pos } else { self.neg };
        range.lo <= magnitude && magnitude <= range.hi
    }

    /// The numbers as intervals of places, negative ones first.
    pub fn intervals(&self) -> Pieces {
        let mut pieces = Pieces::none();
        if !self.neg.is_empty() {
            pieces.push(-1 - self.neg.hi as i128, -1 - self.neg.lo as i128);
        }
        if !self.pos.is_empty() {
            pieces.push(self.pos.lo as i128, self.pos.hi as i128);
        }
        pieces
    }

    /// The numbers by sign and kind, in order. On operands of one kind each, every operator is monotone in each of them, and either all
    /// results are numbers or none is.
    pub fn pieces(&self, format: Format) -> Pieces {
        let mut pieces = Pieces::none();
        let infinity = format.infinity() as i128;
        for piece in &*self.intervals() {
            let cuts = [-1 - infinity, -2, -1, 0, infinity - 1, infinity];
            let mut from = piece.lo;
            for last in cuts {
                if from <= last && from <= piece.hi {
                    pieces.push(from, piece.hi.min(last));
                    from = last + 1;
                }
            }
        }
        pieces
    }

    /// The least and the greatest number in the order in which both zeros are one: zero is 0, neighbours differ by one.
    pub fn keys(&self) -> Option<(i128, i128)> {
        let lo = if self.neg.is_empty() { self.pos.lo as i128 } else { -(self.neg.hi as i128) };
        let hi = if self.pos.is_empty() { -(self.neg.lo as i128) } else { self.pos.hi as i128 };
        self.has_number().then_some((lo, hi))
    }

    /// The numbers with keys between two, in the order of [`FloatSet::keys`].
    #[must_use]
    pub fn between_keys(&self, lo: i128, hi: i128) -> Self {
        let (mut neg, mut pos) = (self.neg, self.pos);
        if lo > 0 {
            neg = Range::EMPTY;
            pos.lo = pos.lo.max(lo as u128);
        } else {
            neg.hi = neg.hi.min(lo.unsigned_abs());
        }
        if hi < 0 {
            pos = Range::EMPTY;
            neg.lo = neg.lo.max(hi.unsigned_abs());
        } else {
            pos.hi = pos.hi.min(hi as u128);
        }
        Self { neg, pos, nan: false }
    }
}

/// The patterns of these magnitudes.
fn bounds(format: Format, neg: Range, pos: Range) -> Option<Domain> {
    let (sign, width) = (format.sign(), format.width());
    let below = |magnitude: u128| to_signed(sign | magnitude, width);
    let (lo, slo) = match (pos.is_empty(), neg.is_empty()) {
        (true, true) => return None,
        (true, false) => (sign | neg.lo, below(neg.lo)),
        (false, true) => (pos.lo, pos.lo as i128),
        (false, false) => (pos.lo, below(neg.lo)),
    };
    let (hi, shi) = match (pos.is_empty(), neg.is_empty()) {
        (true, _) => (sign | neg.hi, below(neg.hi)),
        (false, true) => (pos.hi, pos.hi as i128),
        (false, false) => (sign | neg.hi, pos.hi as i128),
    };
    Some(Domain { lo, hi, slo, shi, ..Domain::full(width) })
}
