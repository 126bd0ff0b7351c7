//! Tests of the executor: programs in; words, pauses, traps and premises out.

mod access;
mod calls;
mod concrete;
mod judge;
mod lists;
mod merged;
mod sample;
mod symbolic;
mod trail;
mod worlds;
