//! Floating-point numbers: formats, rounding modes, operators, and what they compute.
//!
//! A float is a bit-vector like any other; as signedness does, its format lives in the operators.
//! So a format is a parameter: binary32 and binary64, the 64 significant bits of the x87 with its leading bit left out, and
//! toy formats of a few bits on which everything here can be tried on all values.
//!
//! What is computed and is no number has one pattern, [`Format::nan`]: hardware and compilers differ in its sign and payload,
//! and who looks at those bits has to know that they are free.

mod direct;
mod host;
mod native;
mod printed;
mod set;
mod soft;
mod text;
mod wide;

pub use direct::{changed_sign, direct, direct_same};
pub use host::{Course, Function, STATED, Stretch, off, widened};
pub use printed::{Printed, Shown, Style};
pub use set::{FloatSet, Piece, Pieces, Range};
pub use text::{PLAIN_FLOATS, float_literal, float_text};

use crate::mask;

/// An IEEE 754 binary interchange format by its parameters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Format {
    /// Bits of the exponent, 2 to 15.
    pub exponent: u8,
    /// Significant bits with the leading one that is not stored, 2 to 64.
    pub precision: u8,
}

impl Format {
    /// C's `float`.
    pub const SINGLE: Self = Self { exponent: 8, precision: 24 };
    /// C's `double`.
    pub const DOUBLE: Self = Self { exponent: 11, precision: 53 };
    /// The numbers of the x87, without the leading bit that it stores.
    pub const EXTENDED: Self = Self { exponent: 15, precision: 64 };

    /// Bits of a number: sign, exponent, fraction.
    pub const fn width(self) -> u32 {
        self.exponent as u32 + self.precision as u32
    }

    /// The sign bit.
    pub const fn sign(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// The bits of positive infinity; greater magnitudes are no numbers.
    pub const fn infinity(self) -> u128 {
        mask(self.exponent as u32) << self.fraction_bits()
    }

    /// What is computed where there is no number: quiet, positive, no payload.
    pub const fn nan(self) -> u128 {
        self.infinity() | 1 << (self.fraction_bits() - 1)
    }

    /// Is this pattern no number?
    pub const fn is_nan(self, bits: u128) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }

    /// Stored bits of the significand.
    pub const fn fraction_bits(self) -> u32 {
        self.precision as u32 - 1
    }

    /// What is added to exponents to store them.
    pub const fn bias(self) -> i32 {
        (1 << (self.exponent as i32 - 1)) - 1
    }

    /// The exponent of the last place of the least numbers.
    pub const fn least_exponent(self) -> i32 {
        1 - self.bias() - self.fraction_bits() as i32
    }

    /// A number's place in the order of all numbers: -0 is -1, +0 is 0, and neighbours differ by one.
    pub const fn place(self, bits: u128) -> i128 {
        let magnitude = (bits & (self.sign() - 1)) as i128;
        if bits & self.sign() == 0 { magnitude } else { -1 - magnitude }
    }

    /// The bits of the number at a place.
    pub const fn at_place(self, place: i128) -> u128 {
        if place >= 0 { place as u128 } else { (-1 - place) as u128 | self.sign() }
    }
}

/// Which neighbour an inexact result becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rounding {
    /// To the nearest, to the even one of two.
    NearestEven,
    /// To the nearest, away from zero of two.
    NearestAway,
    /// Towards zero.
    Zero,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
}

impl Rounding {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::NearestEven, Self::NearestAway, Self::Zero, Self::Down, Self::Up];
}

/// What a float operator computes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// `a * b + c`, rounded once.
    Fma,
    /// The square root.
    Sqrt,
    /// The remainder of the quotient rounded to zero, as C's `fmod`; exact.
    Fmod,
    /// The remainder of the quotient rounded to the nearest, as C's `remainder`; exact.
    Remainder,
    /// The other sign, of what is no number as well.
    Neg,
    /// The positive sign, likewise.
    Abs,
    /// The nearest integer in the rounding's sense, as a float.
    Integral,
    /// Are the numbers equal? Zeros of both signs are; what is no number equals nothing.
    Eq,
    /// Is the first number less?
    Lt,
    /// Is the first number less or equal?
    Le,
    /// The number in another format.
    Convert(Format),
    /// The signed integer as a float.
    FromSigned,
    /// The unsigned integer as a float.
    FromUnsigned,
    /// The number as a signed integer of the result's width: the nearest that fits; 0 where there is no number.
    ToSigned,
    /// The number as an unsigned integer, likewise.
    ToUnsigned,
    /// A function of the machine's library, of binary32 and binary64; the last operand says how many places the result lies from
    /// the library's.
    Host(Function),
    /// The decimal text of a double.
    Printed(Printed),
}

impl FloatOp {
    /// Every operator once that is defined here; [`FloatOp::Convert`] stands for all its targets.
    pub const ALL: [Self; 19] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Fma,
        Self::Sqrt,
        Self::Fmod,
        Self::Remainder,
        Self::Neg,
        Self::Abs,
        Self::Integral,
        Self::Eq,
        Self::Lt,
        Self::Le,
        Self::Convert(Format::SINGLE),
        Self::FromSigned,
        Self::FromUnsigned,
        Self::ToSigned,
        Self::ToUnsigned,
    ];

    /// How many operands it takes.
    pub const fn n_operands(self) -> usize {
        match self {
            Self::Fma => 3,
            Self::Host(function) => function.n_operands() + 1,
            Self::Add
            | Self::Sub
            | Self::Mul
            | Self::Div
            | Self::Fmod
            | Self::Remainder
            | Self::Eq
            | Self::Lt
            | Self::Le => 2,
            Self::Sqrt
            | Self::Neg
            | Self::Abs
            | Self::Integral
            | Self::Convert(_)
            | Self::FromSigned
            | Self::FromUnsigned
            | Self::ToSigned
            | Self::ToUnsigned
            | Self::Printed(_) => 1,
        }
    }

    /// Does the result depend on the rounding mode?
    pub const fn is_rounded(self) -> bool {
        !matches!(
            self,
            Self::Fmod
                | Self::Remainder
                | Self::Neg
                | Self::Abs
                | Self::Eq
                | Self::Lt
                | Self::Le
                | Self::Host(_)
                | Self::Printed(_)
        )
    }

    /// Is the result a boolean?
    pub const fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Lt | Self::Le)
    }

    /// Are the operands integers?
    pub const fn takes_integer(self) -> bool {
        matches!(self, Self::FromSigned | Self::FromUnsigned)
    }

    /// Is the result an integer?
    pub const fn gives_integer(self) -> bool {
        match self {
            Self::ToSigned | Self::ToUnsigned => true,
            Self::Printed(printed) => !matches!(printed.shown, Shown::Value),
            _ => false,
        }
    }

    /// The name, as statistics and the text forms spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "fadd",
            Self::Sub => "fsub",
            Self::Mul => "fmul",
            Self::Div => "fdiv",
            Self::Fma => "fma",
            Self::Sqrt => "sqrt",
            Self::Fmod => "fmod",
            Self::Remainder => "remainder",
            Self::Neg => "fneg",
            Self::Abs => "fabs",
            Self::Integral => "integral",
            Self::Eq => "feq",
            Self::Lt => "flt",
            Self::Le => "fle",
            Self::Convert(_) => "convert",
            Self::FromSigned => "from_signed",
            Self::FromUnsigned => "from_unsigned",
            Self::ToSigned => "to_signed",
            Self::ToUnsigned => "to_unsigned",
            Self::Host(function) => function.name(),
            Self::Printed(printed) => match printed.shown {
                Shown::Length => "text_length",
                Shown::Byte(_) => "text_byte",
                Shown::Value => "text_value",
            },
        }
    }
}

/// A float operator: what is computed, of which format, rounded how.
/// Operators that do not round have [`Rounding::NearestEven`], so that equal ones are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Float {
    /// What is computed.
    pub op: FloatOp,
    /// The operands' format; the result's where the operands are integers.
    pub format: Format,
    /// How.
    pub rounding: Rounding,
}

impl Float {
    /// The operator, rounding to the nearest even.
    pub const fn nearest(op: FloatOp, format: Format) -> Self {
        Self { op, format, rounding: Rounding::NearestEven }
    }

    /// The format of the result; none where it is a boolean or an integer.
    pub const fn result(self) -> Option<Format> {
        match self.op {
            FloatOp::Convert(to) => Some(to),
            _ if self.op.is_comparison() || self.op.gives_integer() => None,
            _ => Some(self.format),
        }
    }

    /// The result for these operands; `width` is the result's, `arg_width` the first operand's.
    pub fn apply(self, width: u32, arg_width: u32, v: &[u128]) -> u128 {
        if let FloatOp::Host(function) = self.op {
            return function.apply(self.format, v);
        }
        if let FloatOp::Printed(printed) = self.op {
            return printed.apply(v[0]);
        }
        native::apply(self, v).unwrap_or_else(|| soft::apply(self, width, arg_width, v))
    }
}

/// The result of an operator that gives a float, computed in integers even where the machine could: for judges.
pub fn in_integers(float: Float, v: &[u128]) -> u128 {
    let width = float.result().map_or(1, Format::width);
    soft::apply(float, width, float.format.width(), v)
}

#[cfg(test)]
mod tests;
