//! An input of a function as the machine sees it: argument scalars, and the objects and globals they lead to.
//!
//! Plain data that the engines produce and the interpreter consumes. The C-shaped view that people read is made from it elsewhere.

use crate::{Func, Global, ShapeId, Type};
use entity::{PrimaryMap, entity};

entity! {
    /// An object that exists before the call: what an input pointer leads to.
    pub struct Obj = "o";
}

/// A concrete input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Input {
    /// Arguments in the order of the signature.
    pub args: Vec<Scalar>,
    /// Objects that pointers lead to.
    pub objects: PrimaryMap<Obj, Object>,
    /// New contents of globals, cell by cell; globals not mentioned keep their initialisers.
    pub globals: Vec<(Global, Vec<Cell>)>,
    /// Results of calls of functions without a body, in the order of the calls.
    pub stubs: Vec<(Func, Scalar)>,
    /// Which calls of `malloc` and its kin find no memory, counted from 0 in the order of the calls.
    pub failing: Vec<u32>,
}

/// An object of a fixed number of bytes; bytes that no cell covers are uninitialised.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Object {
    /// What to call it: `t1`, `n3`.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Contents.
    pub cells: Vec<Cell>,
    /// Must it not be written?
    pub read_only: bool,
    /// What it is an array of, where the pointers that lead to it do not say.
    pub elem: Option<ShapeId>,
}

/// A scalar at a byte offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Byte offset in the object.
    pub offset: u64,
    /// What stands there.
    pub value: Scalar,
}

/// A scalar value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer or float by its bits.
    Bits(Type, u128),
    /// The null pointer.
    Null,
    /// A pointer to a byte of an input object.
    Object(Obj, u64),
    /// A pointer to a byte of a global.
    Global(Global, u64),
    /// A function.
    Func(Func),
}

impl Scalar {
    /// Its machine type.
    pub fn ty(self) -> Type {
        match self {
            Self::Bits(ty, _) => ty,
            Self::Null | Self::Object(..) | Self::Global(..) | Self::Func(_) => Type::Ptr,
        }
    }
}
