//! What operations do with pointers: arithmetic, order, and bit-fields.

use crate::arith;
use crate::memory::{Fault, Memory};
use crate::pointer::{self, NULL, Word};
use ir::TrapKind;

/// Moves a pointer by bytes, if their number can be told.
#[inline]
pub(crate) fn advance(memory: &Memory, base: Word, step: Option<i64>) -> Result<Word, TrapKind> {
    memory.advance(base, step.ok_or(TrapKind::PointerArithmetic)?)
}

/// The distance of two pointers in elements.
pub(crate) fn difference(a: Word, b: Word, size: i64) -> Result<u64, TrapKind> {
    if pointer::tag_of(a) != pointer::tag_of(b) {
        return Err(TrapKind::PointerCompare);
    }
    let bytes = pointer::offset_of(a) as i64 - pointer::offset_of(b) as i64;
    Ok((bytes / size.max(1)) as u64)
}

/// How two pointers to one object are ordered.
pub(crate) fn order(a: Word, b: Word) -> Result<std::cmp::Ordering, TrapKind> {
    if pointer::tag_of(a) != pointer::tag_of(b) {
        return Err(TrapKind::PointerCompare);
    }
    Ok(a.cmp(&b))
}

/// A pointer to a member.
pub(crate) fn member(base: Word, offset: u64) -> Result<Word, TrapKind> {
    if base == NULL {
        return Err(TrapKind::NullPointer);
    }
    match u32::try_from(offset).ok().and_then(|by| pointer::offset_of(base).checked_add(by)) {
        Some(offset) => Ok(pointer::pack(pointer::tag_of(base), offset)),
        None => Err(TrapKind::PointerArithmetic),
    }
}

/// A bit-field: so many bits of a storage unit at an address.
#[derive(Clone, Copy)]
pub(crate) struct BitsAt {
    pub(crate) addr: Word,
    /// Bits of the unit.
    pub(crate) unit: u8,
    /// Bits of it below the field.
    pub(crate) shift: u8,
    pub(crate) width: u8,
}

/// The bytes that hold a bit-field: the first, how many, and the bit of their number where it starts.
pub(crate) fn field_bytes(field: BitsAt, big: bool) -> (Word, usize, u32) {
    let BitsAt { addr, unit, shift, width } = field;
    let (low, high) = (shift / 8, (shift + width - 1) / 8);
    let first = if big { unit / 8 - 1 - high } else { low };
    (addr.wrapping_add(first as u64), (high - low + 1) as usize, (shift % 8) as u32)
}

/// Reads a bit-field, zero-extended.
pub(crate) fn load_bits(memory: &Memory, field: BitsAt) -> Result<u64, Fault> {
    let (at, len, bit) = checked_field(memory, field)?;
    let word = memory.number(at, len as u64)?;
    Ok(arith::low(field.width, (word >> bit) as u64))
}

/// Writes a bit-field.
pub(crate) fn store_bits(memory: &mut Memory, field: BitsAt, value: u64) -> Result<(), TrapKind> {
    let (at, len, bit) = checked_field(memory, field)?;
    // Neighbours in the same bytes keep what they have; fresh bytes count as zero and as initialised from now on.
    let old = memory.number_in(memory.peek(at, len as u64)?);
    let mask = (arith::low(field.width, u64::MAX) as u128) << bit;
    let new = old & !mask | (value as u128) << bit & mask;
    memory.put_number(at, new, len)
}

fn checked_field(memory: &Memory, field: BitsAt) -> Result<(Word, usize, u32), TrapKind> {
    if field.addr == NULL {
        return Err(TrapKind::NullPointer);
    }
    Ok(field_bytes(field, memory.is_big()))
}
