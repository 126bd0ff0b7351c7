//! Typed `u32` ids and the maps keyed by them.
//!
//! An id is a newtype made by [`entity!`]; its `Display` is its spelling in the text formats (`v3`, `b0`).
//! [`PrimaryMap`] owns the entities of one kind and hands out ids in order.
//! [`SecondaryMap`] holds facts about entities owned elsewhere, with a default for those never mentioned.
//! [`Column`] is a long list that never changes.
//!
//! This crate knows no noun of ours: no types, spans, terms or programs.

mod column;
mod map;
mod set;

pub use column::Column;
pub use map::{PrimaryMap, SecondaryMap};
pub use set::EntitySet;

use std::hash::Hash;

/// A dense `u32` id.
pub trait EntityRef: Copy + Eq + Ord + Hash + std::fmt::Debug {
    /// The id with this index.
    fn from_index(index: usize) -> Self;
    /// The index of this id in its primary map.
    fn index(self) -> usize;
}

/// Declares id types: `entity! { /// A local variable. pub struct Local = "l"; }`.
#[macro_export]
macro_rules! entity {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident = $prefix:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(u32);

        impl $crate::EntityRef for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 entities of one kind"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )*};
}
