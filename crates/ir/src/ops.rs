//! The operator tables: mnemonic, and in one line what it means and when it traps.
//!
//! Printer, parser, verifier, interpreter and executor match on these enums exhaustively, so a new operator fails to
//! compile in exactly the places that must learn it.

macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $mnemonic:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Every operator, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its spelling in the text format.
            pub fn mnemonic(self) -> &'static str {
                match self { $(Self::$variant => $mnemonic,)* }
            }

            /// The operator with this spelling.
            pub fn from_mnemonic(text: &str) -> Option<Self> {
                match text { $($mnemonic => Some(Self::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.mnemonic())
            }
        }
    };
}

operators! {
    /// One operand; the result has its type.
    UnOp {
        /// Two's complement negation, wrapping.
        Neg = "neg",
        /// Signed negation; traps `signed-overflow` on the least value.
        NegS = "neg.s",
        /// Bitwise complement; on `i1` logical not.
        Not = "not",
        /// Flips the sign of a float.
        FNeg = "fneg",
    }
}

operators! {
    /// Two operands of one type (the amount of a shift may have another integer type).
    /// Arithmetic gives that type, comparisons give `i1`.
    BinOp {
        /// Sum, wrapping.
        Add = "add",
        /// Signed sum; traps `signed-overflow`.
        AddS = "add.s",
        /// Difference, wrapping.
        Sub = "sub",
        /// Signed difference; traps `signed-overflow`.
        SubS = "sub.s",
        /// Product, wrapping.
        Mul = "mul",
        /// Signed product; traps `signed-overflow`.
        MulS = "mul.s",
        /// Unsigned quotient; traps `division-by-zero`.
        DivU = "div.u",
        /// Signed quotient towards zero; traps `division-by-zero`, and `signed-overflow` on least / -1.
        DivS = "div.s",
        /// Unsigned remainder; traps `division-by-zero`.
        RemU = "rem.u",
        /// Signed remainder with the dividend's sign; traps as `div.s` does.
        RemS = "rem.s",
        /// Left shift, bits fall off; traps `shift-range` unless 0 <= amount < width (amount read as signed).
        Shl = "shl",
        /// Logical right shift; traps `shift-range`.
        ShrU = "shr.u",
        /// Arithmetic right shift; traps `shift-range`.
        ShrS = "shr.s",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Equal integers.
        Eq = "eq",
        /// Unequal integers.
        Ne = "ne",
        /// Unsigned less.
        LtU = "lt.u",
        /// Unsigned less or equal.
        LeU = "le.u",
        /// Signed less.
        LtS = "lt.s",
        /// Signed less or equal.
        LeS = "le.s",
        /// Float sum, to nearest even.
        FAdd = "fadd",
        /// Float difference.
        FSub = "fsub",
        /// Float product.
        FMul = "fmul",
        /// Float quotient; division by zero gives an infinity or NaN, no trap.
        FDiv = "fdiv",
        /// Ordered and equal.
        FEq = "feq",
        /// Unordered or unequal.
        FNe = "fne",
        /// Ordered and less.
        FLt = "flt",
        /// Ordered and less or equal.
        FLe = "fle",
        /// The second is the next number above the first, zeros of both signs being one.
        FNext = "fnext",
        /// Same pointer.
        PtrEq = "ptr.eq",
        /// Different pointers.
        PtrNe = "ptr.ne",
        /// Pointer less; traps `pointer-compare` across objects.
        PtrLt = "ptr.lt",
        /// Pointer less or equal; traps `pointer-compare` across objects.
        PtrLe = "ptr.le",
    }
}

operators! {
    /// From one type to another; the target type is written after the mnemonic.
    CastOp {
        /// Keep the low bits.
        Trunc = "trunc",
        /// Widen with zeros.
        Zext = "zext",
        /// Widen with the sign.
        Sext = "sext",
        /// Float to signed integer, towards zero; traps `float-to-int` if out of range or NaN.
        FToS = "ftos",
        /// Float to unsigned integer, towards zero; traps `float-to-int` if out of range or NaN.
        FToU = "ftou",
        /// Signed integer to float, to nearest even.
        SToF = "stof",
        /// Unsigned integer to float, to nearest even.
        UToF = "utof",
        /// Float to float, to nearest even.
        FToF = "ftof",
        /// Pointer to integer of the pointer's width.
        PtrToInt = "ptr2int",
        /// Integer of the pointer's width to pointer; zero is the null pointer.
        IntToPtr = "int2ptr",
    }
}

impl BinOp {
    /// Does it compare pointers?
    pub fn compares_pointers(self) -> bool {
        matches!(self, Self::PtrEq | Self::PtrNe | Self::PtrLt | Self::PtrLe)
    }

    /// Is the result an `i1`?
    pub fn is_comparison(self) -> bool {
        match self {
            Self::Eq | Self::Ne | Self::LtU | Self::LeU | Self::LtS | Self::LeS => true,
            Self::FEq | Self::FNe | Self::FLt | Self::FLe | Self::FNext => true,
            Self::PtrEq | Self::PtrNe | Self::PtrLt | Self::PtrLe => true,
            Self::Add | Self::AddS | Self::Sub | Self::SubS | Self::Mul | Self::MulS => false,
            Self::DivU | Self::DivS | Self::RemU | Self::RemS => false,
            Self::Shl | Self::ShrU | Self::ShrS | Self::And | Self::Or | Self::Xor => false,
            Self::FAdd | Self::FSub | Self::FMul | Self::FDiv => false,
        }
    }

    /// May the two operands have different integer types?
    pub fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::ShrU | Self::ShrS)
    }
}
