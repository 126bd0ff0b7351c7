//! Which cells an access may touch whose offset depends on inputs, and which of them were left out by what is known only now.
//!
//! It neither reads nor writes any of them.

use crate::algebra::Linear;
use crate::memory::ObjId;
use crate::{Algebra, Alt, Bin, Memory};

/// The cells that an access may touch: offsets `first, first + step, …` and the word that picks one by its number.
pub(crate) struct Candidates<W> {
    pub(crate) first: u64,
    pub(crate) step: u64,
    pub(crate) count: u64,
    pub(crate) number: W,
}

impl<A: Algebra> Memory<'_, A> {
    /// Which cells an access of `len` bytes may touch, or none if they are too many.
    pub(crate) fn candidates(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        len: u64,
    ) -> Option<Candidates<A::Word>> {
        self.candidates_within(alg, object, alt, len, self.policy.max_candidates)
    }

    /// The same, or none if they are more than `most`.
    pub(crate) fn candidates_within(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        len: u64,
        most: u64,
    ) -> Option<Candidates<A::Word>> {
        let offset = alt.offset;
        if let Some(offset) = alg.as_const(offset) {
            // A negative offset is far outside; the check of the access has said so.
            if offset > i64::MAX as u128 {
                return None;
            }
            let number = alg.constant(64, 0);
            return Some(Candidates { first: offset as u64, step: 1, count: 1, number });
        }
        if let Some(linear) = alg.linear(offset).filter(|linear| !linear.is_aligned()) {
            return self.elements(alg, object, alt, (len, most), linear);
        }
        let known = alg.range(offset);
        let size = alg.range(self.state.objects[object].size).hi;
        let step = 1u64 << known.zeros.min(4);
        let first = known.lo.next_multiple_of(step as u128);
        let last = known.hi.min(size.saturating_sub(len as u128));
        let count = if last < first { 1 } else { (last - first) / step as u128 + 1 };
        if count > u128::from(most) || first > i64::MAX as u128 {
            return None;
        }
        self.say_what_is_left_out(alg, object, alt, len, (first, last.max(first), step));
        let first_word = alg.constant(64, first);
        let distance = alg.bin(Bin::Sub, offset, first_word);
        let shift = alg.constant(64, u128::from(step.trailing_zeros()));
        let number = alg.bin(Bin::Lshr, distance, shift);
        Some(Candidates { first: first as u64, step, count: count as u64, number })
    }

    /// The same for elements whose size is no power of two, or of whose parts only one is meant: they are told by their number.
    fn elements(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        (len, most_places): (u64, u64),
        Linear { index, factor, addend }: Linear<A::Word>,
    ) -> Option<Candidates<A::Word>> {
        let data = &self.state.objects[object];
        let room =
            |size: u128| size.checked_sub(u128::from(len + addend)).map(|it| it / factor as u128);
        let (known, always) = (alg.range(index), alg.range_always(index));
        let last = room(alg.range(data.size).hi).map(|room| room.min(known.hi));
        let last = last.filter(|&last| known.lo <= last).unwrap_or(known.lo);
        let count = last - known.lo + 1;
        let first = known.lo.checked_mul(u128::from(factor))? + u128::from(addend);
        if count > u128::from(most_places) || first > i64::MAX as u128 {
            return None;
        }
        let most = room(alg.range_always(data.size).hi).unwrap_or(0).min(always.hi);
        // A product beyond the width of an address comes round and may lie inside again.
        let wraps = always.hi.checked_mul(u128::from(factor)).is_none_or(|it| it >> 63 != 0);
        let is_all = !wraps && known.lo <= always.lo && most <= last;
        let first_index = alg.constant(64, known.lo);
        if !is_all {
            let last = alg.constant(64, last);
            let (before, after) =
                (alg.bin(Bin::Ult, index, first_index), alg.bin(Bin::Ult, last, index));
            let left_out = alg.or(before, after);
            self.say_unless_outside(alg, object, alt, len, left_out);
        }
        let number = alg.bin(Bin::Sub, index, first_index);
        Some(Candidates { first: first as u64, step: factor, count: count as u64, number })
    }

    /// Where candidates were left out only because of what is known now, says when one of them would have been the one.
    fn say_what_is_left_out(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        len: u64,
        (first, last, step): (u128, u128, u64),
    ) {
        let size = self.state.objects[object].size;
        let always = alg.range_always(alt.offset);
        let room = alg.range_always(size).hi.saturating_sub(len as u128);
        let by_terms = first <= always.lo.next_multiple_of(step as u128)
            && always.hi.min(room) <= last
            && always.zeros.min(4) >= step.trailing_zeros();
        if by_terms {
            return;
        }
        let (first, last) = (alg.constant(64, first), alg.constant(64, last));
        let (before, after) =
            (alg.bin(Bin::Ult, alt.offset, first), alg.bin(Bin::Ult, last, alt.offset));
        let low_bits = alg.constant(64, step as u128 - 1);
        let low_bits = alg.bin(Bin::And, alt.offset, low_bits);
        let even = alg.eq_const(low_bits, 0);
        let odd = alg.not(even);
        let left_out = alg.or(before, after);
        let left_out = alg.or(left_out, odd);
        self.say_unless_outside(alg, object, alt, len, left_out);
    }

    /// What was left out matters only where the access does not leave its object.
    pub(crate) fn say_unless_outside(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        len: u64,
        left_out: A::Word,
    ) {
        let len = alg.constant(64, u128::from(len));
        let outside = outside(alg, alt.offset, len, self.state.objects[object].size);
        let left_out = alg.and_not(left_out, outside);
        let left_out = alg.and(left_out, alt.guard);
        self.beyond(alg, left_out);
    }
}

/// Does `offset .. offset + len` leave `0 .. size`? Negative offsets are large unsigned ones.
pub(crate) fn outside<A: Algebra>(
    alg: &mut A,
    offset: A::Word,
    len: A::Word,
    size: A::Word,
) -> A::Word {
    let too_small = alg.bin(Bin::Ult, size, len);
    let room = alg.bin(Bin::Sub, size, len);
    let beyond = alg.bin(Bin::Ult, room, offset);
    alg.or(too_small, beyond)
}
