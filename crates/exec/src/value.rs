//! Values: words, pointers as guarded sets of places, and what was never written.

use crate::memory::ObjId;
use ir::{Func, Type};
use world::Gap;

entity::entity! {
    /// A pointer value in the machine's arena.
    pub struct PtrId = "p";
}

entity::entity! {
    /// A value together with the condition that it was written, in the machine's arena.
    pub struct MaybeId = "maybe";
}

/// A value of a register or cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Val<W> {
    /// An integer, or a float by its bits.
    Word(W),
    /// A pointer.
    Ptr(PtrId),
    /// The byte of a pointer with this number, lowest first: good for being moved about until all of them are together again.
    Part(PtrId, u8),
    /// Never written.
    Uninit,
    /// Written on some of the paths that were merged here, and only there. In registers alone: cells keep this beside the value.
    Maybe(MaybeId),
    /// Something we do not model, with the reason; reading it is fine, using it is not.
    Opaque(Gap),
}

/// Where one alternative of a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Nowhere.
    Null,
    /// Into an object.
    Object(ObjId),
    /// To a function.
    Func(Func),
    /// An integer that is no address of ours.
    Raw,
    /// An object of the input that there is no room for, one for each selector; two of them may be the same one.
    Unmade(u32),
}

/// One alternative of a pointer. The guards of a pointer's alternatives exclude each other and one of them holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Alt<W> {
    /// When the pointer leads there.
    pub guard: W,
    /// Where it leads.
    pub target: Target,
    /// Byte offset in the object; for `Raw` the address. Width 64.
    pub offset: W,
    /// How far it was moved since it was passed, in bytes, where that matters. Width 64.
    pub moved: Option<W>,
}

/// The width of the word that holds a type, if it is kept in a word.
pub(crate) fn word_width(ty: Type) -> Option<u32> {
    match ty {
        Type::Int(bits) => Some(bits as u32),
        Type::F32 => Some(32),
        Type::F64 => Some(64),
        Type::F80 => Some(80),
        Type::Ptr => None,
    }
}
