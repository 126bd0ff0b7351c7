//! What a function may meet when it is called: the globals and the code that it can get to, where the pointers it is given may
//! lead, and what is taken for granted of all that.
//!
//! [`World::of`] looks at a function once; executors and engines ask it. Everything that narrows the world beyond what C itself
//! guarantees is a [`Premise`]: a typed fact with a kind, a stable name and one sentence. What is not modelled is a [`Gap`].
//!
//! This crate knows neither words nor memory, neither terms nor solvers, and it reads programs only.

mod apart;
mod callback;
mod escape;
mod flow;
mod gap;
mod host;
mod image;
mod inside;
mod memoryless;
mod null;
mod overlap;
mod path;
mod premise;
mod print;
mod reachable;
mod reread;
mod said;
#[cfg(test)]
mod sample;
mod shape;
mod siblings;
mod statics;
mod unfollowed;
mod uses;
mod world;
mod written;

pub use callback::{functions_of, is_other};
pub use gap::Gap;
pub use host::{Host, Places, has_part, hosts, places};
pub use image::{Words, initial_scalars, zeros_at_first};
pub use inside::{Inside, Insides, Outside, Whole};
pub use memoryless::{Memoryless, alone, memoryless};
pub use overlap::{Overlap, Together};
pub use path::{AccessPath, Root};
pub use premise::{Kind, Preference, Preferences, Premise, Quantity};
pub use reachable::{Reach, mentioned, named, named_globals, reachable};
pub use said::Said;
pub use shape::{ShapeLeaf, alike, is_character, leaf_along, leaf_at, pointers_at};
pub use siblings::{Siblings, Source};
pub use unfollowed::Followed;
pub use world::{Param, World};
pub use written::{begins_program, input_globals, takes_arguments};
