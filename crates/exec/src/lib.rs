//! One symbolic semantics of the IR, generic in the value domain.
//!
//! The meaning of C is written twice: here, and concretely in the interpreter, which shares nothing with this crate and judges it.
//! A [`Machine`] executes IR over words of an [`Algebra`] (terms of a pool; in tests also plain numbers). It never decides anything:
//! at a branch, a switch, a possible trap or a new assumption it pauses and lets its driver choose ([`Pause`]).
//! Everything it changes is trailed, so a driver goes back to an earlier choice in time proportional to what changed since.
//!
//! Memory follows no fork per object or index: a pointer is a guarded set of places, a load an ite over candidate cells,
//! a store a guarded update.
//!
//! This crate does not search, solve, or know files.

mod algebra;
mod arguments;
mod arith;
mod call;
mod candidates;
mod claim;
mod code;
mod delta;
mod entry;
mod float;
mod fork;
mod inputs;
mod join;
mod known;
mod leaf;
mod library;
mod limits;
mod linked;
mod load;
mod logged;
mod logic;
mod machine;
mod memory;
mod merged;
mod pause;
mod place;
mod policy;
mod ranges;
mod script;
mod selector;
mod shared;
mod stack;
mod state;
mod store;
mod summary;
mod terms;
mod value;

pub use algebra::{Algebra, Bin, Linear, Range};
pub use claim::Claims;
pub use code::{Code, Op, Pc};
pub use entry::Memory;
pub use leaf::{Leaf, LeafValue, Site};
pub use library::{is_library, is_modelled};
pub use logic::{Lazy, Part};
pub use machine::{Machine, Mark};
pub use memory::{ObjId, Origin};
pub use merged::{
    Admission, Beyond, Cut, Inductive, Merged, Occurrence, Reason, Step, Trapping, Unfolding, Visit,
};
pub use pause::Pause;
pub use policy::Policy;
pub use terms::{Knowledge, Terms};
pub use value::{Alt, MaybeId, PtrId, Target, Val};
