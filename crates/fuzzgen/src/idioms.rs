//! Random functions in the idioms in which people write structures in C, and the heaps that they may be called with.
//!
//! Each idiom is a vocabulary; functions are made of its phrases.

mod data;
mod linked;

use crate::Rng;
use crate::brute::Truth;
use crate::heaps::{self, Extent};
use crate::phrases::{self, Vocabulary};
use ir::{Func, Program};

/// Runs of the judge on one function; what it knows after these is a part of the truth.
const RUNS: u64 = 20_000;

const VOCABULARIES: [&Vocabulary; 16] = [
    &linked::INTRUSIVE,
    &linked::TWO_LISTS,
    &linked::PAYLOAD,
    &linked::DERIVED,
    &linked::BEGINS_ALIKE,
    &linked::OPERATIONS,
    &linked::METHODS,
    &linked::DELETION,
    &linked::QUEUE,
    &data::CHILDREN,
    &data::TABLES,
    &data::STRINGS,
    &data::TAGGED,
    &data::INTO_MEMBERS,
    &data::NUMBERS,
    &data::FIELDS,
];

/// A function and its idiom.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The unit as C; the function is `f`.
    pub text: String,
    vocabulary: &'static Vocabulary,
}

/// A random function.
pub fn sample(rng: &mut Rng) -> Sample {
    let vocabulary = *rng.pick(&VOCABULARIES);
    sample_of(rng, vocabulary)
}

/// A random function over structures that own what they hold.
pub fn sample_of_owners(rng: &mut Rng) -> Sample {
    sample_of(rng, &linked::OWNERS)
}

/// A random function that moves pointers as bytes.
pub fn sample_of_bytes(rng: &mut Rng) -> Sample {
    sample_of(rng, &data::BYTES)
}

fn sample_of(rng: &mut Rng, vocabulary: &'static Vocabulary) -> Sample {
    Sample { text: phrases::function(rng, vocabulary, ""), vocabulary }
}

/// What small heaps show, and how many runs that took. Which parameters may be null, which are stepped along, and whether memory
/// is given back the caller says.
pub fn truth(
    program: &Program,
    func: Func,
    sample: &Sample,
    (nullable, stepped): (Vec<bool>, Vec<bool>),
    frees: bool,
) -> (Truth, u64) {
    let extent = Extent {
        nodes: 3,
        length: 2,
        values: sample.vocabulary.values.to_vec(),
        runs: RUNS,
        nullable,
        stepped,
        globals: Vec::new(),
        frees,
    };
    let explored = heaps::explore(program, func, &extent);
    (explored.truth, explored.runs)
}
