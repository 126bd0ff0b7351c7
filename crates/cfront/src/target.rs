//! The data model of a target, as data: sizes, alignments and the integer types behind `size_t` and its relatives.
//!
//! Numbers are those of the compilers that each model names. Nothing here knows records or arrays: see `layout`.

use crate::types::{FloatKind, IntKind};

/// Which byte of a scalar has the lowest address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// The least significant one.
    Little,
    /// The most significant one; bit-fields begin with the most significant bit, too.
    Big,
}

/// A data model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name as options spell it.
    pub name: &'static str,
    /// Which byte comes first.
    pub order: ByteOrder,
    /// Size of `int` in bytes.
    pub int: u64,
    /// Size of `long` in bytes.
    pub long: u64,
    /// Size of a pointer in bytes.
    pub pointer: u64,
    /// The most that integers and floats of up to 8 bytes are aligned to as members.
    pub scalar_align: u64,
    /// The format of `long double`.
    pub long_double: FloatKind,
    /// Size of the x87 format in bytes.
    pub x87: u64,
    /// Alignment of the x87 format.
    pub x87_align: u64,
    /// Size of `va_list` in bytes.
    pub va_list: u64,
    /// The largest alignment of any scalar, which plain `aligned` asks for.
    pub max_align: u64,
    /// `size_t`.
    pub size_t: IntKind,
    /// `ptrdiff_t`.
    pub ptrdiff_t: IntKind,
    /// `wchar_t`.
    pub wchar_t: IntKind,
    /// Is `char` signed?
    pub char_signed: bool,
    /// Is it a mistake to access what is not aligned for its type?
    pub wants_alignment: bool,
}

impl Target {
    /// x86-64 System V: `gcc -m64`.
    pub const LP64: Self = Self {
        name: "lp64",
        order: ByteOrder::Little,
        int: 4,
        long: 8,
        pointer: 8,
        scalar_align: 16,
        long_double: FloatKind::X87,
        x87: 16,
        x87_align: 16,
        va_list: 24,
        max_align: 16,
        size_t: IntKind::ULong,
        ptrdiff_t: IntKind::Long,
        wchar_t: IntKind::Int,
        char_signed: true,
        wants_alignment: true,
    };

    /// i386 System V: `gcc -m32`.
    pub const ILP32: Self = Self {
        name: "ilp32",
        order: ByteOrder::Little,
        int: 4,
        long: 4,
        pointer: 4,
        scalar_align: 4,
        long_double: FloatKind::X87,
        x87: 12,
        x87_align: 4,
        va_list: 4,
        max_align: 16,
        size_t: IntKind::UInt,
        ptrdiff_t: IntKind::Int,
        wchar_t: IntKind::Long,
        char_signed: true,
        wants_alignment: true,
    };

    /// 16-bit `int` and pointers, as on MSP430: `clang --target=msp430`.
    pub const IP16: Self = Self {
        name: "ip16",
        int: 2,
        pointer: 2,
        scalar_align: 2,
        long_double: FloatKind::F64,
        va_list: 2,
        max_align: 2,
        wchar_t: IntKind::Int,
        ..Self::ILP32
    };

    /// 32-bit code with the most significant byte first, as on ARM: `clang --target=armeb-linux-gnueabi`.
    pub const ILP32BE: Self = Self {
        name: "ilp32be",
        order: ByteOrder::Big,
        scalar_align: 8,
        long_double: FloatKind::F64,
        max_align: 8,
        wchar_t: IntKind::UInt,
        char_signed: false,
        ..Self::ILP32
    };

    /// 64-bit code with the most significant byte first, as on ARM: `clang --target=aarch64_be-linux-gnu`.
    pub const LP64BE: Self = Self {
        name: "lp64be",
        order: ByteOrder::Big,
        long_double: FloatKind::F128,
        va_list: 32,
        wchar_t: IntKind::UInt,
        char_signed: false,
        ..Self::LP64
    };

    /// All models.
    pub const ALL: [Self; 5] = [Self::LP64, Self::ILP32, Self::IP16, Self::ILP32BE, Self::LP64BE];

    /// The model of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name == name)
    }

    /// Is there such a machine that runs tests? The host's compiler makes code for these.
    pub fn runs_here(&self) -> bool {
        [Self::LP64.name, Self::ILP32.name].contains(&self.name)
    }

    /// The bytes of a number as they stand in memory.
    pub fn bytes_of(&self, bits: u128, size: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            bits.to_le_bytes().into_iter().chain(std::iter::repeat(0)).take(size).collect();
        if self.order == ByteOrder::Big {
            bytes.reverse();
        }
        bytes
    }

    /// Size of an integer type in bytes.
    pub fn int_size(&self, kind: IntKind) -> u64 {
        match kind {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => self.int,
            IntKind::Long | IntKind::ULong => self.long,
            IntKind::LLong | IntKind::ULLong => 8,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    /// Width of an integer type in bits.
    pub fn int_bits(&self, kind: IntKind) -> u32 {
        self.int_size(kind) as u32 * 8
    }

    /// Alignment of an integer type as a member.
    pub fn int_align(&self, kind: IntKind) -> u64 {
        self.int_size(kind).min(self.scalar_align)
    }

    /// Is an integer type signed?
    pub fn is_signed(&self, kind: IntKind) -> bool {
        match kind {
            IntKind::Char => self.char_signed,
            IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LLong
            | IntKind::Int128 => true,
            IntKind::UChar
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULLong
            | IntKind::UInt128 => false,
        }
    }

    /// Size of a floating type in bytes.
    pub fn float_size(&self, kind: FloatKind) -> u64 {
        match kind {
            FloatKind::F16 => 2,
            FloatKind::F32 => 4,
            FloatKind::F64 => 8,
            FloatKind::X87 => self.x87,
            FloatKind::F128 => 16,
        }
    }

    /// Alignment of a floating type as a member.
    pub fn float_align(&self, kind: FloatKind) -> u64 {
        match kind {
            FloatKind::F16 | FloatKind::F32 | FloatKind::F64 => {
                self.float_size(kind).min(self.scalar_align)
            }
            FloatKind::X87 => self.x87_align,
            FloatKind::F128 => self.float_size(kind),
        }
    }

    /// The value as it is kept in an integer type of this width: wrapped, sign- or zero-extended.
    pub fn wrap(&self, value: i128, kind: IntKind) -> i128 {
        wrap_bits(value, self.int_bits(kind), self.is_signed(kind))
    }

    /// Does the type hold this (mathematical) value? Never asked of values beyond 127 bits.
    pub fn fits(&self, value: i128, kind: IntKind) -> bool {
        match kind {
            IntKind::UInt128 => value >= 0,
            _ => self.wrap(value, kind) == value,
        }
    }
}

/// The low `bits` bits of a value, extended by sign or zero. 128 bits stay as they are.
pub fn wrap_bits(value: i128, bits: u32, signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let shift = 128 - bits;
    if signed { value << shift >> shift } else { ((value << shift) as u128 >> shift) as i128 }
}

/// The unsigned type of the same width.
pub fn to_unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Char | IntKind::SChar | IntKind::UChar => IntKind::UChar,
        IntKind::Short | IntKind::UShort => IntKind::UShort,
        IntKind::Int | IntKind::UInt => IntKind::UInt,
        IntKind::Long | IntKind::ULong => IntKind::ULong,
        IntKind::LLong | IntKind::ULLong => IntKind::ULLong,
        IntKind::Int128 | IntKind::UInt128 => IntKind::UInt128,
    }
}

/// Conversion rank of C11 6.3.1.1, without the signedness.
pub fn rank(kind: IntKind) -> u32 {
    match kind {
        IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
        IntKind::Short | IntKind::UShort => 2,
        IntKind::Int | IntKind::UInt => 3,
        IntKind::Long | IntKind::ULong => 4,
        IntKind::LLong | IntKind::ULLong => 5,
        IntKind::Int128 | IntKind::UInt128 => 6,
    }
}
