//! The types of values: what fits a register.

use std::fmt;

/// A scalar type. Aggregates exist only in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An integer of 1, 8, 16, 32, 64 or 128 bits; signedness is in the operations.
    Int(u8),
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// x87 extended, 16 bytes in memory (12 on ILP32).
    F80,
    /// A pointer to data or code; its width is the target's.
    Ptr,
}

impl Type {
    /// The result of comparisons and the operand of `if`.
    pub const BOOL: Self = Self::Int(1);
    /// C's `int`.
    pub const I32: Self = Self::Int(32);
    /// The index type of pointer arithmetic.
    pub const I64: Self = Self::Int(64);

    /// The width of an integer type.
    pub fn int_bits(self) -> Option<u32> {
        match self {
            Self::Int(bits) => Some(bits as u32),
            Self::F32 | Self::F64 | Self::F80 | Self::Ptr => None,
        }
    }

    /// Is it a floating-point type?
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64 | Self::F80)
    }

    /// Bytes in memory, given the width of a pointer in bytes.
    pub fn bytes(self, pointer_bytes: u32) -> u32 {
        match self {
            Self::Int(bits) => (bits as u32).div_ceil(8),
            Self::F32 => 4,
            Self::F64 => 8,
            Self::F80 => 2 * pointer_bytes.max(6),
            Self::Ptr => pointer_bytes,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
            Self::F80 => f.write_str("f80"),
            Self::Ptr => f.write_str("ptr"),
        }
    }
}
