//! What is known of a bit-vector's value: bounds in both orders, bits, a congruence and a small set.
//!
//! A domain is a reduced product of an unsigned interval, a signed interval, a set of known bits,
//! a [`Stride`] and the [`Gaps`] of one window of values.
//! An interval that wraps around zero in one order is a plain interval in the other one,
//! so the pair stands for a modular interval wherever it matters to a program.
//! Domains know nothing of terms; the empty domain is not represented: operations that could
//! produce it return `None` or `false`.

mod gaps;
mod stride;

use crate::{mask, to_signed, to_unsigned};
pub use gaps::Gaps;
pub use stride::Stride;
pub(crate) use stride::gcd128;

/// Rounds of reduction: strides and bits can hand a bound back and forth for long, for little.
const ROUNDS: usize = 12;

/// Values `v` with `lo <= v <= hi`, `slo <= signed v <= shi`, no bit of `zeros`, every bit of `ones`,
/// on the stride and not in a gap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    /// Least value, unsigned.
    pub lo: u128,
    /// Greatest value, unsigned.
    pub hi: u128,
    /// Least value, signed.
    pub slo: i128,
    /// Greatest value, signed.
    pub shi: i128,
    /// Bits known to be 0 (none beyond the width).
    pub zeros: u128,
    /// Bits known to be 1.
    pub ones: u128,
    /// The small set.
    pub gaps: Gaps,
    /// The congruence, of the unsigned value.
    pub stride: Stride,
}

impl Domain {
    /// Every value of a width.
    pub const fn full(width: u32) -> Self {
        let (slo, shi) = signed_limits(width);
        let (gaps, stride) = (Gaps::FREE, Stride::FREE);
        Self { lo: 0, hi: mask(width), slo, shi, zeros: 0, ones: 0, gaps, stride }
    }

    /// One value.
    pub const fn singleton(width: u32, value: u128) -> Self {
        let signed = to_signed(value, width);
        let zeros = !value & mask(width);
        let (gaps, stride) = (Gaps::FREE, Stride::FREE);
        Self { lo: value, hi: value, slo: signed, shi: signed, zeros, ones: value, gaps, stride }
    }

    /// The unsigned interval `lo..=hi`, not reduced.
    pub const fn unsigned(width: u32, lo: u128, hi: u128) -> Self {
        Self { lo, hi, ..Self::full(width) }
    }

    /// The signed interval `lo..=hi`, not reduced.
    pub const fn signed(width: u32, lo: i128, hi: i128) -> Self {
        Self { slo: lo, shi: hi, ..Self::full(width) }
    }

    /// The values with these known bits, not reduced.
    pub const fn bits(width: u32, zeros: u128, ones: u128) -> Self {
        Self { zeros, ones, ..Self::full(width) }
    }

    /// The values `start, start + 1, …, start + extent` modulo 2^width: a modular interval, not reduced.
    /// Loses precision only where it wraps in both orders.
    pub const fn arc(width: u32, start: u128, extent: u128) -> Self {
        let m = mask(width);
        let mut domain = Self::full(width);
        if extent >= m {
            return domain;
        }
        let start = start & m;
        let end = start.wrapping_add(extent) & m;
        if start <= end {
            (domain.lo, domain.hi) = (start, end);
        }
        let (sstart, send) = (to_signed(start, width), to_signed(end, width));
        if sstart <= send {
            (domain.slo, domain.shi) = (sstart, send);
        }
        domain
    }

    /// The same values with every view as tight as the others make it, or `None` if there are none.
    #[must_use]
    pub fn reduced(mut self, width: u32) -> Option<Self> {
        self.reduce(width).then_some(self)
    }

    /// The facts of both, not reduced.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let lo = self.lo.max(other.lo);
        let mut both = Self {
            lo,
            hi: self.hi.min(other.hi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            gaps: self.gaps.and(other.gaps, lo),
            stride: self.stride,
        };
        if let Some(stride) = self.stride.meet(other.stride) {
            both.stride = stride;
        } else {
            // No value has both remainders: say so by bounds that exclude each other.
            (both.lo, both.hi) = (1, 0);
        }
        both
    }

    /// Does every fact of `other` already follow, view by view?
    pub fn implies(&self, other: &Self) -> bool {
        self.lo >= other.lo
            && self.hi <= other.hi
            && self.slo >= other.slo
            && self.shi <= other.shi
            && other.zeros & !self.zeros == 0
            && other.ones & !self.ones == 0
            && (self.gaps.implies(other.gaps) || self.lies_in(other))
            && (self.stride.implies(other.stride) || self.lies_in(other))
    }

    /// Is this one value, and has `other` nothing against it but bounds and bits?
    fn lies_in(&self, other: &Self) -> bool {
        self.lo == self.hi && other.gaps.contains(self.lo) && other.stride.contains(self.lo)
    }

    /// The only value, if there is one.
    pub const fn as_singleton(&self) -> Option<u128> {
        if self.lo == self.hi { Some(self.lo) } else { None }
    }

    /// Is the value in the domain?
    pub fn contains(&self, width: u32, value: u128) -> bool {
        let signed = to_signed(value, width);
        self.lo <= value
            && value <= self.hi
            && self.slo <= signed
            && signed <= self.shi
            && value & self.zeros == 0
            && value & self.ones == self.ones
            && self.gaps.contains(value)
            && self.stride.contains(value)
    }

    /// The values of both, or `None` if they are seen to share none.
    #[must_use]
    pub fn meet(&self, other: &Self, width: u32) -> Option<Self> {
        self.and(other).reduced(width)
    }

    /// The least domain with the values of both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        Self {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            gaps: self.joined_gaps(other),
            stride: self.joined_stride(other),
        }
    }

    /// A number that every value differs from by a multiple of the second; 0 for a single value.
    pub fn progression(&self) -> (u128, u128) {
        match (self.as_singleton(), self.stride) {
            (Some(value), _) => (value, 0),
            (None, stride) => (u128::from(stride.residue), u128::from(stride.modulus)),
        }
    }

    fn joined_stride(&self, other: &Self) -> Stride {
        let (one, another) = (self.progression(), other.progression());
        if one.1 == 1 || another.1 == 1 { Stride::FREE } else { stride::join(one, another) }
    }

    /// The set of the joined values in the window of the least one, where it says more than bounds.
    fn joined_gaps(&self, other: &Self) -> Gaps {
        let (lo, hi) = (self.lo.min(other.lo), self.hi.max(other.hi));
        if lo > u128::from(u64::MAX) {
            return Gaps::FREE;
        }
        let start = gaps::window(lo);
        let members = self.window_members(start) | other.window_members(start);
        if members == gaps::interval(start, lo, hi) {
            return Gaps::FREE;
        }
        Gaps { start, members }
    }

    /// The members of a window that bounds and gaps allow.
    fn window_members(&self, start: u64) -> u128 {
        let within = gaps::interval(start, self.lo, self.hi);
        if self.gaps.start == start { within & self.gaps.members } else { within }
    }

    /// The values as a window's start and members, where all lie in one window.
    pub fn small_set(&self, width: u32) -> Option<(u64, u128)> {
        if self.hi > u128::from(u64::MAX) || gaps::window(self.lo) != gaps::window(self.hi) {
            return None;
        }
        let start = gaps::window(self.lo);
        let mut members = self.window_members(start);
        let mut left = members;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            if !self.contains(width, u128::from(start) + u128::from(at)) {
                members &= !(1 << at);
            }
        }
        Some((start, members))
    }

    /// Exactly the members of a window, of which there is one at least: the inverse of [`Self::small_set`].
    pub fn from_small_set(width: u32, start: u64, members: u128) -> Self {
        let base = u128::from(start);
        let mut domain = Self::full(width);
        domain.lo = base + u128::from(members.trailing_zeros());
        domain.hi = base + u128::from(members.ilog2());
        domain.gaps = Gaps { start, members };
        domain
    }

    /// How many values lie between the tighter pair of bounds, minus one.
    pub const fn extent(&self) -> u128 {
        let unsigned = self.hi - self.lo;
        let signed = self.shi.wrapping_sub(self.slo) as u128;
        if unsigned < signed { unsigned } else { signed }
    }

    /// Tightens the views by each other, nearly to a fixpoint; false if no value is left.
    #[must_use]
    pub fn reduce(&mut self, width: u32) -> bool {
        for _ in 0..ROUNDS {
            let before = *self;
            if self.lo > self.hi || self.slo > self.shi || self.zeros & self.ones != 0 {
                return false;
            }
            if !self.orders_agree(width) || !self.bounds_match_bits(width) {
                return false;
            }
            if !self.bounds_match_gaps_and_stride() {
                return false;
            }
            self.bits_from_bounds(width);
            if *self == before {
                break;
            }
        }
        self.settle(width)
    }

    /// One value has one form; what the gaps outside the bounds say is not kept.
    fn settle(&mut self, width: u32) -> bool {
        if self.lo == self.hi {
            let holds = self.contains(width, self.lo);
            *self = Self::singleton(width, self.lo);
            return holds;
        }
        if !self.gaps.is_free() {
            let within = gaps::interval(self.gaps.start, self.lo, self.hi);
            self.gaps = if within & !self.gaps.members == 0 {
                Gaps::FREE
            } else {
                Gaps { start: self.gaps.start, members: self.gaps.members | !within }
            };
        }
        true
    }

    /// Moves each unsigned bound to the nearest value outside the gaps and on the stride.
    fn bounds_match_gaps_and_stride(&mut self) -> bool {
        if !self.gaps.is_free() {
            self.lo = self.gaps.up(self.lo);
            let Some(hi) = self.gaps.down(self.hi) else { return false };
            self.hi = hi;
        }
        if !self.stride.is_free() && self.lo <= self.hi {
            let (lo, hi) = (self.stride.up(self.lo, self.hi), self.stride.down(self.hi));
            let (Some(lo), Some(hi)) = (lo, hi) else { return false };
            (self.lo, self.hi) = (lo, hi);
            // A modulus with a power of two tells low bits.
            let low = (1u128 << self.stride.modulus.trailing_zeros()) - 1;
            self.ones |= u128::from(self.stride.residue) & low;
            self.zeros |= !u128::from(self.stride.residue) & low;
        }
        self.lo <= self.hi
    }

    /// Moves each bound that the other order excludes to the nearest value it admits.
    fn orders_agree(&mut self, width: u32) -> bool {
        let (min, max) = signed_limits(width);
        // The signed interval, seen in unsigned order, leaves out one gap at most: (shi, slo).
        let (from, to) = (to_unsigned(self.slo, width), to_unsigned(self.shi, width));
        if from <= to {
            self.lo = self.lo.max(from);
            self.hi = self.hi.min(to);
        } else {
            if self.lo > to && self.lo < from {
                self.lo = from;
            }
            if self.hi > to && self.hi < from {
                self.hi = to;
            }
        }
        if self.lo > self.hi {
            return false;
        }
        let (from, to) = (to_signed(self.lo, width), to_signed(self.hi, width));
        if from <= to {
            self.slo = self.slo.max(from);
            self.shi = self.shi.min(to);
        } else {
            debug_assert!(min <= to && from <= max, "signed limits should hold");
            if self.slo > to && self.slo < from {
                self.slo = from;
            }
            if self.shi > to && self.shi < from {
                self.shi = to;
            }
        }
        self.slo <= self.shi
    }

    /// Moves each bound to the nearest value with the known bits.
    fn bounds_match_bits(&mut self, width: u32) -> bool {
        if self.zeros | self.ones == 0 {
            return true;
        }
        let m = mask(width);
        let Some(lo) = least_matching(self.lo, self.zeros, self.ones, m) else { return false };
        let Some(hi) = greatest_matching(self.hi, self.zeros, self.ones, m) else { return false };
        (self.lo, self.hi) = (lo, hi);
        // The signed order is the unsigned one with the sign bit turned over.
        let sign = 1 << (width - 1);
        let keep = m ^ sign;
        let zeros = (self.zeros & keep) | (self.ones & sign);
        let ones = (self.ones & keep) | (self.zeros & sign);
        let biased = |value: i128| to_unsigned(value, width) ^ sign;
        let Some(slo) = least_matching(biased(self.slo), zeros, ones, m) else { return false };
        let Some(shi) = greatest_matching(biased(self.shi), zeros, ones, m) else { return false };
        self.slo = to_signed(slo ^ sign, width);
        self.shi = to_signed(shi ^ sign, width);
        self.lo <= self.hi && self.slo <= self.shi
    }

    /// The leading bits that both bounds share are known.
    fn bits_from_bounds(&mut self, width: u32) {
        let m = mask(width);
        let shared = m & !below_or_at_highest(self.lo ^ self.hi);
        self.ones |= self.lo & shared;
        self.zeros |= !self.lo & shared;
        let (slo, shi) = (to_unsigned(self.slo, width), to_unsigned(self.shi, width));
        let shared = m & !below_or_at_highest(slo ^ shi);
        self.ones |= slo & shared;
        self.zeros |= !slo & shared;
    }
}

/// The least and greatest signed values of a width.
pub(crate) const fn signed_limits(width: u32) -> (i128, i128) {
    let max = (mask(width) >> 1) as i128;
    (-max - 1, max)
}

/// All bits up to and including the highest set one.
const fn below_or_at_highest(bits: u128) -> u128 {
    if bits == 0 { 0 } else { u128::MAX >> bits.leading_zeros() }
}

/// The least `y >= x` within `m` that has no bit of `zeros` and all of `ones`.
fn least_matching(x: u128, zeros: u128, ones: u128, m: u128) -> Option<u128> {
    let wrong = (x & zeros) | (!x & ones);
    if wrong == 0 {
        return Some(x);
    }
    let below = below_or_at_highest(wrong);
    let top = below ^ (below >> 1);
    if ones & top != 0 {
        // A 0 must become 1: already larger, so the rest is as small as the bits allow.
        return Some((x & !below) | (ones & below));
    }
    // A 1 must become 0: the lowest free 0 above has to become 1.
    let free = !x & !zeros & m & !below;
    if free == 0 {
        return None;
    }
    let up = free & free.wrapping_neg();
    let lower = up - 1;
    Some((x & !lower) | up | (ones & lower))
}

/// The greatest `y <= x` with the known bits: the least one in the complemented order.
fn greatest_matching(x: u128, zeros: u128, ones: u128, m: u128) -> Option<u128> {
    least_matching(!x & m, ones, zeros, m).map(|y| !y & m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(domain: &Domain, width: u32) -> Vec<u128> {
        (0..=mask(width)).filter(|&value| domain.contains(width, value)).collect()
    }

    const STRIDE: Stride = Stride { modulus: 3, residue: 1 };
    const GAPS: Gaps = Gaps { start: 0, members: !0b0110_0101_0000_1001 };

    /// Reduction keeps every value, and each bound is attained in its own view.
    #[test]
    fn reduction_is_exact_on_bounds_at_width_4() {
        const W: u32 = 4;
        for lo in 0..16 {
            for hi in lo..16 {
                for slo in -8..8 {
                    for shi in slo..8 {
                        for (zeros, ones) in [(0, 0), (5, 2), (1, 0), (8, 1), (4, 8), (0, 6)] {
                            let raw = Domain { lo, hi, slo, shi, zeros, ones, ..Domain::full(W) };
                            check_reduction(raw, W);
                            check_reduction(Domain { stride: STRIDE, ..raw }, W);
                            check_reduction(Domain { gaps: GAPS, ..raw }, W);
                            check_reduction(Domain { stride: STRIDE, gaps: GAPS, ..raw }, W);
                        }
                    }
                }
            }
        }
    }

    #[track_caller]
    fn check_reduction(raw: Domain, width: u32) {
        let expected = members(&raw, width);
        let mut reduced = raw;
        if !reduced.reduce(width) {
            assert!(expected.is_empty(), "{raw:?} lost {expected:?}");
            return;
        }
        assert_eq!(members(&reduced, width), expected, "{raw:?}");
        if let Some(only) = reduced.as_singleton() {
            assert_eq!(reduced, Domain::singleton(width, only));
        }
    }

    #[test]
    fn arcs_hold_exactly_their_values_unless_they_wrap_twice() {
        for start in 0..16 {
            for extent in 0..16 {
                let domain = Domain::arc(4, start, extent);
                for step in 0..=extent {
                    assert!(domain.contains(4, (start + step) & 15), "{start} {extent} {step}");
                }
            }
        }
        assert_eq!(members(&Domain::arc(4, 14, 3), 4), [0, 1, 14, 15]);
    }

    #[test]
    fn joins_keep_small_sets_and_strides() {
        let join = |values: &[u128]| {
            let singles = values.iter().map(|&value| Domain::singleton(8, value));
            singles.reduce(|a, b| a.join(&b)).expect("some values").reduced(8).expect("not empty")
        };
        assert_eq!(members(&join(&[3, 9, 17]), 8), [3, 9, 17]);
        assert_eq!(members(&join(&[100, 200, 150]), 8), [100, 150, 200]);
        let three = Domain { stride: STRIDE, ..Domain::full(8) };
        let joined = three.join(&Domain::singleton(8, 7));
        assert_eq!(joined.stride, STRIDE);
        assert_eq!(members(&three.meet(&joined, 8).expect("equal"), 8), members(&three, 8));
        let (start, set) = join(&[3, 9, 17]).small_set(8).expect("one window");
        let again = Domain::from_small_set(8, start, set).reduced(8).expect("not empty");
        assert_eq!(members(&again, 8), [3, 9, 17]);
    }

    #[test]
    fn limits_at_full_width() {
        let full = Domain::full(128);
        assert_eq!((full.hi, full.slo, full.shi), (u128::MAX, i128::MIN, i128::MAX));
        assert_eq!(Domain::arc(128, u128::MAX, 1).slo, -1);
    }
}
