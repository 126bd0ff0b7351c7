//! Pointers as 64-bit words: the number of an object above, a byte offset below.
//!
//! The number is masked with a pattern that no program has a reason to write, so that integers which are no addresses stay
//! integers even where a program reads them as pointers: 0x100000000 is none of ours.
//!
//! A pointer carries its object with it wherever its bytes go, so copying memory byte by byte keeps provenance without a side
//! table, converting to an integer and back is the identity, and every object starts at a multiple of 2^32, which is
//! 16-aligned. The number is a slot of the object table and a generation, so that a stale pointer never meets the next tenant
//! of its slot. The null pointer is the word 0; functions are places in an object of their own.

use entity::EntityRef;
use ir::Func;

/// A pointer, as kept in registers and in memory.
pub(crate) type Word = u64;

/// The null pointer.
pub(crate) const NULL: Word = 0;

/// Bits of a slot number; generations have the rest of 31 bits, so that no address is negative.
const SLOT_BITS: u32 = 22;

/// What numbers of objects are masked with. Its low bits are clear, so that objects are ordered as they were made, and its top
/// bit, so that no address is negative.
const MARK: u32 = 0x2d75_c000;

/// The bits of a tag that are the slot.
const SLOT_MASK: u32 = (1 << SLOT_BITS) - 1;

/// How many objects there can be at a time: fewer than the slot that small integers seem to lead to.
pub(crate) const MAX_SLOTS: usize = SLOT_NONE;

/// Generations of a slot before it is retired.
pub(crate) const MAX_GENERATION: u32 = (1 << (31 - SLOT_BITS)) - 1;

/// Where small integers made into pointers seem to lead: no object ever has this slot.
pub(crate) const SLOT_NONE: usize = (MARK & SLOT_MASK) as usize;
/// The slot whose places are the functions.
pub(crate) const SLOT_CODE: usize = 1;
/// A slot that is always dead: where an object local points before it comes to life.
pub(crate) const SLOT_DEAD: usize = 2;
/// Where globals start.
pub(crate) const SLOT_GLOBALS: usize = 3;

/// Functions lie 16 bytes apart.
const CODE_STRIDE: u32 = 16;

/// A pointer to an object local that is not alive.
pub(crate) const DEAD: Word = pack(tag(SLOT_DEAD, 0), 0);

/// The number of an object: what stands above the offset.
pub(crate) const fn tag(slot: usize, generation: u32) -> u32 {
    generation << SLOT_BITS | slot as u32
}

/// A pointer to a byte of the object with this tag.
pub(crate) const fn pack(tag: u32, offset: u32) -> Word {
    ((tag ^ MARK) as u64) << 32 | offset as u64
}

/// The number of the object that a pointer leads to.
pub(crate) fn tag_of(pointer: Word) -> u32 {
    (pointer >> 32) as u32 ^ MARK
}

/// The slot that a pointer leads to.
pub(crate) fn slot_of(pointer: Word) -> usize {
    (tag_of(pointer) & SLOT_MASK) as usize
}

/// The byte offset of a pointer.
pub(crate) fn offset_of(pointer: Word) -> u32 {
    pointer as u32
}

/// Does a pointer lead to a multiple of `align`, a power of two up to 16? Null and functions are no such question.
pub(crate) fn is_aligned(pointer: Word, align: u8) -> bool {
    let low = offset_of(pointer) & (u32::from(align) - 1);
    low == 0 || slot_of(pointer) == SLOT_CODE
}

/// A pointer to a function.
pub(crate) fn of_func(func: Func) -> Word {
    code(func.index() as u32 * CODE_STRIDE)
}

/// A pointer to a place among the functions.
pub(crate) fn code(offset: u32) -> Word {
    pack(tag(SLOT_CODE, 0), offset)
}

/// The index of the function that a pointer leads to, if it looks like one.
pub(crate) fn func_index(pointer: Word) -> Option<usize> {
    let offset = offset_of(pointer);
    let code = tag_of(pointer) == tag(SLOT_CODE, 0) && offset.is_multiple_of(CODE_STRIDE);
    code.then_some((offset / CODE_STRIDE) as usize)
}

/// The slot of an object, if no other object had it before.
pub(crate) fn first_in_slot(tag: u32) -> Option<usize> {
    (tag >> SLOT_BITS == 0).then_some(tag as usize)
}
