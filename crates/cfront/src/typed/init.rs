//! Initialisers of the typed tree, flattened, and the constants in them.

use super::{ExprId, FloatBits, FuncId, GlobalId, LabelId};
use crate::types::{BitField, Ty};
use source::Span;

/// The value of a constant expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstValue {
    /// An integer or an absolute address. Unsigned 128-bit values are kept as their bits.
    Int(i128),
    /// A floating value in the format of its type.
    Float(FloatBits),
    /// The address of something plus bytes.
    Addr(AddrBase, i64),
    /// The bytes of a string literal that initialises an array; as long as the array or shorter.
    Bytes(Vec<u8>),
}

/// What an address constant is relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddrBase {
    /// An object with static storage.
    Global(GlobalId),
    /// A function.
    Func(FuncId),
    /// A label of the function being initialised.
    Label(LabelId),
}

/// A flattened initialiser of an automatic object: cells in evaluation order. None is hidden whole by a later one; where
/// two overlap in part, the later one wins.
#[derive(Clone, Debug, Default)]
pub struct Init {
    /// Are bytes outside the cells zero (brace initialisers), as opposed to not there (`T x = v;`)?
    pub zero_rest: bool,
    /// The parts that are given a value.
    pub cells: Vec<InitCell>,
}

/// One part of an initialiser.
#[derive(Clone, Debug)]
pub struct InitCell {
    /// Byte offset in the object.
    pub offset: u64,
    /// Set for a bit-field.
    pub bits: Option<BitField>,
    /// The type of the part.
    pub ty: Ty,
    /// Its value.
    pub value: InitValue,
    /// Its text.
    pub span: Span,
}

/// The value of a part of an automatic object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitValue {
    /// A value of the cell's type.
    Expr(ExprId),
    /// Bytes of a string literal; the rest of the array is zero.
    Bytes(Vec<u8>),
}

/// A flattened initialiser of an object with static storage: all bytes outside the cells are zero.
#[derive(Clone, Debug, Default)]
pub struct StaticInit {
    /// The parts that are given a value, by offset.
    pub cells: Vec<StaticCell>,
}

/// One part of a static initialiser.
#[derive(Clone, Debug)]
pub struct StaticCell {
    /// Byte offset in the object.
    pub offset: u64,
    /// Set for a bit-field.
    pub bits: Option<BitField>,
    /// The type of the part.
    pub ty: Ty,
    /// Its value.
    pub value: ConstValue,
    /// Its text.
    pub span: Span,
}
