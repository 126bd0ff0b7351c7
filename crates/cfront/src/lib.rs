//! C text to a typed tree: preprocessed tokens, syntax, types, layout, contracts.
//!
//! The syntax half goes `pp` (what `cc -E` printed, and the way back to the files) → `lex` → `parse` → [`ast`].
//! It knows the grammar of C17, of GNU C and of the contracts in `/*@ … */` comments, and which names are typedefs;
//! it resolves no type and evaluates nothing but single literals.
//!
//! The meaning half goes [`sema`] → [`typed`]: names resolved, types interned ([`types`]), objects laid out ([`layout`], for
//! a [`target`]), every conversion a node, initialisers flattened, contracts typed ([`logic`]).
//!
//! The crate knows no IR and reads no file: original texts are asked for through a callback.

pub mod ast;
mod bignum;
pub mod codes;
pub mod consteval;
pub mod floats;
pub mod layout;
pub mod layout_check;
pub mod lex;
pub mod logic;
pub mod names;
mod parse;
pub mod pp;
pub mod sema;
mod spell;
pub mod target;
pub mod typed;
pub mod types;

pub use parse::parse_unit;
