//! Where things lie in memory, exactly as gcc places them on x86.
//!
//! [`Unit::size_of`] and [`Unit::align_of`] answer for any complete type. [`place`] lays out a record from its members;
//! the bit-field rules are those of the System V ABI as gcc reads it (`PCC_BITFIELD_TYPE_MATTERS`).
//! This module is given alignments that attributes ask for; it reads no attribute itself.

use crate::target::Target;
use crate::typed::Unit;
use crate::types::{ArrayLen, BitField, IntKind, RecordKind, Ty, Type};

/// A member to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// Size of its type in bytes.
    pub size: u64,
    /// Alignment of its type in bytes.
    pub align: u64,
    /// What `aligned` or `_Alignas` asks of this member.
    pub asked_align: Option<u64>,
    /// Is this member, or the whole record, `packed`?
    pub packed: bool,
    /// What `#pragma pack` allows; it caps every alignment, and lets bit-fields cross units.
    pub limit: Option<u64>,
    /// Set for a bit-field.
    pub bits: Option<MemberBits>,
}

/// The bit-field part of a member to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberBits {
    /// Its width; zero closes the current unit.
    pub width: u32,
    /// Is it read with sign extension?
    pub signed: bool,
    /// Unnamed bit-fields do not raise the record's alignment.
    pub named: bool,
}

/// A record laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Byte offset, and bits for a bit-field, of each member in order.
    pub members: Vec<(u64, Option<BitField>)>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// Lays out a record whose attributes ask for at least `asked_align`. None if it is larger than memory.
pub fn place(kind: RecordKind, members: &[Member], asked_align: u64) -> Option<Placed> {
    let mut placed = Placed { members: Vec::new(), size: 0, align: asked_align.max(1) };
    let (mut next_bit, mut end_bit) = (0_u64, 0_u64);
    for member in &members.iter().map(capped).collect::<Vec<_>>() {
        let start = match kind {
            RecordKind::Struct => first_bit(member, next_bit)?,
            RecordKind::Union => 0,
        };
        next_bit = start.checked_add(bit_size(member)?)?;
        end_bit = end_bit.max(next_bit);
        placed.align = placed.align.max(record_align(member));
        placed.members.push((start / 8, bit_field(member, start)));
    }
    placed.size = round_up(end_bit.div_ceil(8), placed.align)?;
    Some(placed)
}

/// The member with its alignments under the limit, which a bit-field of width zero does not know.
fn capped(member: &Member) -> Member {
    if member.bits.is_some_and(|bits| bits.width == 0) {
        return *member;
    }
    let limit = member.limit.unwrap_or(u64::MAX);
    let asked_align = member.asked_align.map(|asked| asked.min(limit));
    Member { align: member.align.min(limit), asked_align, ..*member }
}

/// The first bit at or after `next` where the member may start.
fn first_bit(member: &Member, next: u64) -> Option<u64> {
    let type_align = member.align.checked_mul(8)?;
    let Some(bits) = member.bits else {
        return round_up(next, member_align(member).checked_mul(8)?);
    };
    if bits.width == 0 {
        return round_up(next, type_align.max(member.asked_align.unwrap_or(1) * 8));
    }
    let start = round_up(next, member.asked_align.map_or(1, |align| align * 8))?;
    let spans = (start % type_align + bits.width as u64).div_ceil(type_align);
    // A bit-field may not touch more units of its type's alignment than its type itself does.
    if !member.packed && member.limit.is_none() && spans > member.size * 8 / type_align {
        return round_up(start, type_align);
    }
    Some(start)
}

fn bit_size(member: &Member) -> Option<u64> {
    match member.bits {
        Some(bits) => Some(bits.width as u64),
        None => member.size.checked_mul(8),
    }
}

fn bit_field(member: &Member, start: u64) -> Option<BitField> {
    let bits = member.bits?;
    Some(BitField { offset: (start % 8) as u32, width: bits.width, signed: bits.signed })
}

fn member_align(member: &Member) -> u64 {
    let natural = if member.packed { 1 } else { member.align };
    natural.max(member.asked_align.unwrap_or(1))
}

/// What the member asks of the whole record.
fn record_align(member: &Member) -> u64 {
    match member.bits {
        Some(bits) if !bits.named => 1,
        // Under a limit gcc forgets that a bit-field is packed.
        Some(_) if member.limit.is_some() => member.align.max(member.asked_align.unwrap_or(1)),
        Some(_) | None => member_align(member),
    }
}

fn round_up(value: u64, align: u64) -> Option<u64> {
    value.checked_next_multiple_of(align)
}

/// Objects of this many bytes or more are refused, as gcc refuses them.
pub const MAX_OBJECT: u64 = i64::MAX as u64;

impl Unit {
    /// Size in bytes; none for incomplete, function and variably sized types, and for sizes beyond memory.
    /// `void` and functions have size 1 for pointer arithmetic only: see [`Unit::stride_of`].
    pub fn size_of(&self, ty: Ty, target: &Target) -> Option<u64> {
        let (mut ty, mut count) = (ty, 1_u64);
        while let Type::Array(elem, len) = self.types[ty] {
            let ArrayLen::Known(n) = len else { return None };
            (ty, count) = (elem.ty, count.checked_mul(n)?);
        }
        let size = self.element_size(ty, target)?.checked_mul(count)?;
        (size <= MAX_OBJECT).then_some(size)
    }

    fn element_size(&self, ty: Ty, target: &Target) -> Option<u64> {
        match &self.types[ty] {
            Type::Error => Some(4),
            Type::Void | Type::Function(_) | Type::Array(..) => None,
            Type::Bool => Some(1),
            Type::Int(kind) => Some(target.int_size(*kind)),
            Type::Float(kind) => Some(target.float_size(*kind)),
            Type::Complex(kind) => Some(2 * target.float_size(*kind)),
            Type::Enum(id) => {
                self.enums[*id].complete.then(|| target.int_size(self.enums[*id].repr))
            }
            Type::Pointer(_) => Some(target.pointer),
            Type::Record(id) => self.records[*id].complete.then(|| self.records[*id].size),
            Type::VaList => Some(target.va_list),
            Type::Vector(_, bytes) => Some(*bytes as u64),
        }
    }

    /// How far a pointer to this type moves by one: its size, or 1 for `void` and functions (GNU).
    pub fn stride_of(&self, ty: Ty, target: &Target) -> Option<u64> {
        match self.types[ty] {
            Type::Void | Type::Function(_) => Some(1),
            _ => self.size_of(ty, target),
        }
    }

    /// Alignment in bytes as a member; 1 for what has none.
    pub fn align_of(&self, ty: Ty, target: &Target) -> u64 {
        let mut ty = ty;
        while let Type::Array(elem, _) = self.types[ty] {
            ty = elem.ty;
        }
        match &self.types[ty] {
            Type::Error => 4,
            Type::Void | Type::Function(_) | Type::Array(..) | Type::Bool => 1,
            Type::Int(kind) => target.int_align(*kind),
            Type::Float(kind) | Type::Complex(kind) => target.float_align(*kind),
            Type::Enum(id) => target.int_align(self.enums[*id].repr),
            Type::Pointer(_) => target.pointer,
            Type::Record(id) => self.records[*id].align,
            Type::VaList => target.pointer,
            Type::Vector(_, bytes) => u64::from(*bytes),
        }
    }

    /// The integer type by which a type is represented: itself, `_Bool` as `unsigned char`, an enum's choice,
    /// a pointer as an unsigned integer of its size.
    pub fn int_repr(&self, ty: Ty, target: &Target) -> Option<IntKind> {
        match self.types[ty] {
            Type::Bool => Some(IntKind::UChar),
            Type::Int(kind) => Some(kind),
            Type::Enum(id) => Some(self.enums[id].repr),
            Type::Pointer(_) => Some(target.size_t),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Member =
        Member { size: 4, align: 4, asked_align: None, packed: false, limit: None, bits: None };
    const CHAR: Member = Member { size: 1, align: 1, ..INT };

    fn bits(base: Member, width: u32) -> Member {
        Member { bits: Some(MemberBits { width, signed: false, named: true }), ..base }
    }

    #[track_caller]
    fn check(members: &[Member], size: u64, align: u64, offsets: &[(u64, u32)]) {
        let placed = place(RecordKind::Struct, members, 1).expect("small records fit");
        let got: Vec<_> =
            placed.members.iter().map(|(at, bits)| (*at, bits.map_or(0, |b| b.offset))).collect();
        assert_eq!((placed.size, placed.align, &got[..]), (size, align, offsets));
    }

    #[test]
    fn padding_and_packing() {
        check(&[CHAR, INT, CHAR], 12, 4, &[(0, 0), (4, 0), (8, 0)]);
        let packed = |m| Member { packed: true, ..m };
        check(&[packed(CHAR), packed(INT), packed(CHAR)], 6, 1, &[(0, 0), (1, 0), (5, 0)]);
        check(&[], 0, 1, &[]);
    }

    #[test]
    fn bit_fields_share_units() {
        check(&[bits(INT, 3), bits(INT, 5), bits(INT, 25)], 8, 4, &[(0, 0), (0, 3), (4, 0)]);
        check(&[CHAR, bits(INT, 24), bits(INT, 1)], 8, 4, &[(0, 0), (1, 0), (4, 0)]);
        check(&[bits(INT, 3), bits(INT, 0), CHAR], 8, 4, &[(0, 0), (4, 0), (4, 0)]);
    }
}
