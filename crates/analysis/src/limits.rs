//! Every number at which the analysis gives up.

/// Bytes of one object that are told apart; a pointer that moves in a loop would otherwise lead to more in every turn.
pub(crate) const OFFSETS: usize = 8;
/// Instructions looked at before everything that follows is given up.
pub(crate) const STEPS: u64 = 500_000;
/// Turns of a loop before everything in it is given up.
pub(crate) const TURNS: usize = 60;
/// Bytes of the longest scalar.
pub(crate) const SCALAR: u64 = 16;
/// Scalars of a shape that are looked at when all of it is asked for.
pub(crate) const LEAVES: u64 = 4096;
