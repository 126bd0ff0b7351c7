//! C types as the machine sees them: which are scalars, how wide, where a bit-field's storage unit lies.

use cfront::target::{ByteOrder, Target};
use cfront::typed::Unit;
use cfront::types::{ArrayLen, BitField, FloatKind, QualTy, Ty, Type};

/// The types of a unit on its target.
#[derive(Clone, Copy)]
pub(crate) struct Machine<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) target: Target,
}

/// A bit-field as the IR accesses it: a whole storage unit at a byte offset, and the bits in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    /// Byte offset of the unit from the start of the container.
    pub(crate) offset: u64,
    pub(crate) unit: ir::Type,
    /// Bits of the unit before it, as they lie in memory.
    pub(crate) first: u8,
    pub(crate) width: u8,
    pub(crate) signed: bool,
}

impl Machine<'_> {
    /// The register type of a scalar. None for aggregates, `void`, and scalars that we keep only in memory
    /// (complex, vector and odd floating formats).
    pub(crate) fn scalar(&self, ty: Ty) -> Option<ir::Type> {
        match self.unit.types[ty] {
            Type::Bool => Some(ir::Type::Int(8)),
            Type::Int(kind) => Some(ir::Type::Int(self.target.int_bits(kind) as u8)),
            Type::Enum(id) => {
                Some(ir::Type::Int(self.target.int_bits(self.unit.enums[id].repr) as u8))
            }
            Type::Float(FloatKind::F32) => Some(ir::Type::F32),
            Type::Float(FloatKind::F64) => Some(ir::Type::F64),
            Type::Float(FloatKind::X87) => Some(ir::Type::F80),
            Type::Pointer(_) => Some(ir::Type::Ptr),
            Type::Error => Some(self.int()),
            Type::Float(FloatKind::F16 | FloatKind::F128) => None,
            Type::Void | Type::Complex(_) | Type::Array(..) | Type::Function(_) => None,
            Type::Record(_) | Type::VaList | Type::Vector(..) => None,
        }
    }

    /// `int`.
    pub(crate) fn int(&self) -> ir::Type {
        ir::Type::Int(self.target.int as u8 * 8)
    }

    /// Where a bit-field stands in its storage unit: bits above the least significant one.
    pub(crate) fn shift(&self, bits: Bits) -> u8 {
        match self.target.order {
            ByteOrder::Little => bits.first,
            ByteOrder::Big => bits.unit.int_bits().unwrap_or(0) as u8 - bits.first - bits.width,
        }
    }

    /// Is it an integer type that is signed?
    pub(crate) fn signed(&self, ty: Ty) -> bool {
        match self.unit.types[ty] {
            Type::Int(kind) => self.target.is_signed(kind),
            Type::Enum(id) => self.target.is_signed(self.unit.enums[id].repr),
            Type::Error => true,
            _ => false,
        }
    }

    /// Bytes; 0 for types whose size is unknown.
    pub(crate) fn size(&self, ty: Ty) -> u64 {
        self.unit.size_of(ty, &self.target).unwrap_or(0)
    }

    pub(crate) fn align(&self, ty: Ty) -> u64 {
        self.unit.align_of(ty, &self.target)
    }

    pub(crate) fn is_void(&self, ty: Ty) -> bool {
        matches!(self.unit.types[ty], Type::Void)
    }

    /// Does a value of this type live in memory only, and travel as its address?
    pub(crate) fn in_memory(&self, ty: Ty) -> bool {
        let function = matches!(self.unit.types[ty], Type::Function(_));
        self.scalar(ty).is_none() && !self.is_void(ty) && !function
    }

    /// Is it an array in the headers' eyes, so that callee and caller share it? `va_list` is, on x86-64.
    pub(crate) fn by_reference(&self, ty: Ty) -> bool {
        matches!(self.unit.types[ty], Type::VaList) && self.target.va_list > self.target.pointer
    }

    /// Why values of this type cannot be computed with, if they cannot.
    pub(crate) fn opaque(&self, ty: Ty) -> Option<&'static str> {
        match self.unit.types[ty] {
            Type::Complex(_) => Some("complex numbers"),
            Type::Vector(..) => Some("vector types"),
            Type::Float(FloatKind::F16) => Some("_Float16"),
            Type::Float(FloatKind::F128) => Some("__float128"),
            _ => None,
        }
    }

    /// Is the object, or each element of the array, const?
    pub(crate) fn is_const(&self, ty: QualTy) -> bool {
        let mut ty = ty;
        while let Type::Array(elem, _) = self.unit.types[ty.ty] {
            ty = elem.with(ty.quals);
        }
        ty.quals.is_const()
    }

    /// The width of the integers that pointers convert to.
    pub(crate) fn pointer_int(&self) -> ir::Type {
        ir::Type::Int(self.target.pointer as u8 * 8)
    }

    /// The size in bytes is an expression, for variably sized types.
    pub(crate) fn is_variable(&self, ty: Ty) -> bool {
        match self.unit.types[ty] {
            Type::Array(_, ArrayLen::Vla(_)) => true,
            Type::Array(elem, _) => self.is_variable(elem.ty),
            _ => false,
        }
    }
}

/// How a bit-field is accessed that no storage unit in its container holds, as packed records may have: byte by byte, beginning
/// with the byte at `offset`; `unit` is wide enough for its value.
pub(crate) fn in_bytes(offset: u64, field: BitField) -> Bits {
    let first = offset * 8 + field.offset as u64;
    let unit = ir::Type::Int(if field.width > 64 { 128 } else { 64 });
    let (width, signed) = (field.width as u8, field.signed);
    Bits { offset: first / 8, unit, first: (first % 8) as u8, width, signed }
}

/// The storage unit of a bit-field at byte `offset` of a container of `size` bytes: the smallest one, aligned to
/// itself where possible, that holds the field and lies in the container. Packed records may have none.
pub(crate) fn storage_unit(offset: u64, field: BitField, size: u64) -> Option<Bits> {
    let first = offset * 8 + field.offset as u64;
    let end = first + field.width as u64;
    let candidates = [1, 2, 4, 8, 16].into_iter().flat_map(|bytes| {
        [(bytes, offset / bytes * bytes), (bytes, offset), (bytes, size.saturating_sub(bytes))]
    });
    let holds = |bytes: u64, start: u64| {
        start + bytes <= size && start * 8 <= first && end <= (start + bytes) * 8
    };
    let (bytes, start) = candidates.into_iter().find(|&(bytes, start)| holds(bytes, start))?;
    Some(Bits {
        offset: start,
        unit: ir::Type::Int(bytes as u8 * 8),
        first: (first - start * 8) as u8,
        width: field.width as u8,
        signed: field.signed,
    })
}
