//! The stages of a check, cheapest first, and how they fare.

use crate::Limits;

/// One way to answer a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Has propagation failed already?
    Propagation,
    /// Does a model found before still hold?
    Memory,
    /// What has to do with the constraints that the last model fails, apart from all else.
    Slice,
    /// Can the last model be changed a little?
    Repair,
    /// Floats that a person would write.
    PlainFloats,
    /// A short search over domains.
    QuickSearch,
    /// Moves of one variable at a time from the last model.
    LocalSearch,
    /// Variables in the order they came up, each at its least value, with few ways back.
    Dive,
    /// Hypothetical propagation and a longer search.
    ProbeAndSearch,
    /// A long search that halves the domains of floats.
    Halving,
    /// Floats with values at random but one, which is halved.
    Scattering,
    /// Bit-blasting and SAT.
    Sat,
}

impl Stage {
    /// All stages in the order they are asked.
    pub const ALL: [Stage; 12] = [
        Stage::Propagation,
        Stage::Memory,
        Stage::Slice,
        Stage::Repair,
        Stage::PlainFloats,
        Stage::QuickSearch,
        Stage::LocalSearch,
        Stage::Dive,
        Stage::ProbeAndSearch,
        Stage::Halving,
        Stage::Scattering,
        Stage::Sat,
    ];

    /// The stage's name, as statistics spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Propagation => "propagation",
            Stage::Memory => "memory",
            Stage::Slice => "slice",
            Stage::Repair => "repair",
            Stage::PlainFloats => "plain floats",
            Stage::QuickSearch => "quick search",
            Stage::LocalSearch => "local search",
            Stage::Dive => "dive",
            Stage::ProbeAndSearch => "probing and search",
            Stage::Halving => "halving",
            Stage::Scattering => "scattering",
            Stage::Sat => "sat",
        }
    }

    pub(crate) const fn is_allowed(self, limits: &Limits) -> bool {
        match self {
            Stage::Propagation => true,
            Stage::Memory
            | Stage::Slice
            | Stage::Repair
            | Stage::PlainFloats
            | Stage::QuickSearch
            | Stage::LocalSearch => limits.search_ticks > 0,
            // A dive goes through all variables: nothing for questions that are asked in passing.
            Stage::Dive | Stage::Halving | Stage::Scattering => {
                limits.search_ticks >= Limits::standard().search_ticks
            }
            Stage::ProbeAndSearch => limits.probe_ticks > 0,
            Stage::Sat => limits.sat_conflicts > 0,
        }
    }
}

/// How often each stage was asked and answered, and the propagator runs it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Portfolio {
    counts: [Tally; Stage::ALL.len()],
}

/// The record of one stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Times asked.
    pub asked: u64,
    /// Times it gave the answer.
    pub answered: u64,
    /// Propagator runs in all.
    pub ticks: u64,
}

impl Portfolio {
    /// The record of each stage, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Stage, Tally)> + '_ {
        Stage::ALL.into_iter().zip(self.counts)
    }

    pub(crate) fn count(&mut self, stage: Stage, answered: bool, ticks: u64) {
        let tally = &mut self.counts[stage as usize];
        tally.asked += 1;
        tally.answered += u64::from(answered);
        tally.ticks += ticks;
    }
}
