//! Literals with their values decoded, as far as the text alone decides them.
//!
//! The type of an integer depends on the data model and the value of a float on its format; both are decided later.

use entity::entity;
use source::Span;

entity! {
    /// A literal.
    pub struct LiteralId = "lit";
}

/// A literal. Strings written side by side are one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    /// Its text.
    pub span: Span,
    /// Its value.
    pub kind: LiteralKind,
}

/// The value of a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LiteralKind {
    /// `0x2AuL`
    Int(IntLiteral),
    /// `1.5e3f`, `0x1p-3`, `2.0i`
    Float(FloatLiteral),
    /// `'a'`, `L'\u00e9'`, `'ab'`
    Char(CharLiteral),
    /// `"abc"`, `u8"…" "…"`
    Str(StrLiteral),
}

/// An integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntLiteral {
    /// Its value; a diagnostic was given if it did not fit.
    pub value: u128,
    /// Written in base ten? Only then are unsigned types no candidates.
    pub decimal: bool,
    /// `u`
    pub unsigned: bool,
    /// How many `l`: 0, 1 or 2
    pub longs: u8,
    /// GNU `i` or `j`
    pub imaginary: bool,
}

/// A floating constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloatLiteral {
    /// Digits, point and exponent as written, without the suffix: `1.5e3`, `0x1p-3`.
    pub text: Box<str>,
    /// The format asked for.
    pub suffix: FloatSuffix,
    /// GNU `i` or `j`
    pub imaginary: bool,
}

/// The suffix of a floating constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// No suffix: `double`
    None,
    /// `f`
    F,
    /// `l`
    L,
    /// `f16`
    F16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `f128`, GNU `q`
    F128,
    /// `f32x`
    F32x,
    /// `f64x`
    F64x,
}

/// A character constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharLiteral {
    /// How it was prefixed.
    pub encoding: Encoding,
    /// Its value as gcc gives it on x86: `'\xff'` is -1, `'ab'` is `'a' << 8 | 'b'`.
    pub value: i64,
}

/// A string constant, adjacent ones joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrLiteral {
    /// How it was prefixed.
    pub encoding: Encoding,
    /// Its code units (bytes, UTF-16 or UTF-32 units), without the final zero.
    pub units: Box<[u32]>,
}

/// The prefix of a character or string constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// `"…"`: `char`
    Plain,
    /// `u8"…"`: `char`
    Utf8,
    /// `u"…"`: `char16_t`
    Utf16,
    /// `U"…"`: `char32_t`
    Utf32,
    /// `L"…"`: `wchar_t`, 32 bits
    Wide,
}
