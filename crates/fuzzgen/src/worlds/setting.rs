//! What a function is made of, and the worlds that it is tried in. Data alone.

use crate::phrases::Vocabulary;

/// A vocabulary with the worlds for its functions.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) vocabulary: Vocabulary,
    /// Contracts that functions may have, with the end of their line; one of them may be none.
    pub(super) contracts: &'static [&'static str],
    /// Objects of all types together.
    pub(super) nodes: usize,
    /// Elements of an array of numbers or pointers.
    pub(super) length: u64,
    /// Elements of an array of records.
    pub(super) records: u64,
    /// The globals that are inputs.
    pub(super) inputs: &'static [&'static str],
    /// The globals that pointers of the input may lead to.
    pub(super) targets: &'static [&'static str],
    /// Allocations that may fail, from the first on.
    pub(super) allocations: u32,
    /// The highest mark that arguments that lead to records carry in their low bits.
    pub(super) marks: u64,
    /// Definitions of the functions that the vocabulary only declares: they do what the input says, as far as C lets them.
    pub(super) script: &'static str,
}

impl Setting {
    /// Few and short objects, no contract, no globals.
    pub(super) const fn of(vocabulary: Vocabulary) -> Self {
        Self {
            vocabulary,
            contracts: &[""],
            nodes: 3,
            length: 2,
            records: 1,
            inputs: &[],
            targets: &[],
            allocations: 0,
            marks: 0,
            script: "",
        }
    }
}
