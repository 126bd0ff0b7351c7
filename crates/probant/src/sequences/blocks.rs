//! Functions of elsewhere that give and take blocks of memory, by their names.
//!
//! Where calls build structures, `mem_malloc` of another file is what builds them: did it return one object again and again, two
//! structures would be one, and no caller ever sees such.

use super::api::words_of;
use emit::Memory;
use suite::{CType, Stub, TypeId, Types};

/// What the functions that are defined elsewhere do with memory.
pub(crate) struct Blocks<'a> {
    types: &'a Types,
    /// Are structures built by calls, and does some function give memory?
    are_given: bool,
}

impl<'a> Blocks<'a> {
    /// Those among some functions; none where structures are in any state.
    pub(crate) fn among(types: &'a Types, stubs: &[Stub], by_calls: bool) -> Self {
        let are_given = by_calls && stubs.iter().any(|stub| gives(types, stub));
        Self { types, are_given }
    }

    /// What one of them does.
    pub(crate) fn of(&self, stub: &Stub) -> Memory {
        if !self.are_given {
            return Memory::Untold;
        }
        if gives(self.types, stub) {
            return Memory::Gives(size(stub));
        }
        taken(self.types, stub).map_or(Memory::Untold, Memory::Takes)
    }
}

fn is_pointer(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), CType::Pointer { to_const: false, .. })
}

/// A function that returns a pointer, is given none, and is called something like `alloc`.
fn gives(types: &Types, stub: &Stub) -> bool {
    is_pointer(types, stub.returns)
        && !stub.params.iter().any(|&param| is_pointer(types, param))
        && words_of(&stub.name).iter().any(|word| word.ends_with("alloc"))
}

/// The parameter that says how many bytes: the only one, and a size by its type.
fn size(stub: &Stub) -> Option<usize> {
    match stub.spelled.as_ref()?.params.as_slice() {
        [only] => only.contains("size").then_some(0),
        _ => None,
    }
}

/// What a function takes that returns nothing, is given one pointer, and whose name ends in something like `free`.
fn taken(types: &Types, stub: &Stub) -> Option<usize> {
    let is_named = words_of(&stub.name).last().is_some_and(|word| word.ends_with("free"));
    let mut pointers = (0..stub.params.len()).filter(|&at| is_pointer(types, stub.params[at]));
    let (only, other) = (pointers.next()?, pointers.next());
    let is_void = matches!(types.get(stub.returns), CType::Void);
    (is_named && is_void && other.is_none()).then_some(only)
}
