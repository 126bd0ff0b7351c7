//! What generation is asked for: the criterion and the options, as data. Nothing is searched here.

use crate::boundary::Probe;
use crate::limits;
use crate::objectives::{Objectives, Within};
use ir::{Func, Program};
use suite::ObjectiveKind;
use world::Preferences;

/// What the tests are to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Every straight piece of code.
    Statement,
    /// Both outcomes of every condition and each switch target.
    Branch,
    /// Both outcomes of every condition.
    Condition,
    /// Both outcomes of every decision.
    Decision,
    /// Both outcomes of every condition, each decisive for its decision.
    Mcdc,
    /// For every condition two evaluations of its decision that differ in it alone, and in the outcome.
    UniqueCause,
    /// One test per feasible path.
    Path,
    /// One test per feasible path with at most so many turns of each loop.
    KPath(u32),
    /// Each comparison of numbers with both sides equal, and with one side one more or one less, or the next float.
    Boundary,
}

impl Criterion {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Branch => "branch",
            Self::Condition => "condition",
            Self::Decision => "decision",
            Self::Mcdc | Self::UniqueCause => "mcdc",
            Self::Path => "path",
            Self::KPath(_) => "kpath",
            Self::Boundary => "boundary",
        }
    }

    pub(crate) fn walks_all_paths(self) -> bool {
        matches!(self, Self::Path | Self::KPath(_))
    }

    /// What there is to cover; `probes` are the comparisons of a program that was instrumented for boundaries.
    pub(crate) fn objectives(
        self,
        program: &Program,
        func: Func,
        within: Within,
        probes: &[Probe],
    ) -> Objectives {
        match self {
            Self::Branch | Self::Path | Self::KPath(_) => {
                Objectives::branches(program, func, within)
            }
            Self::Statement => Objectives::statements(program, func, within),
            Self::UniqueCause => {
                Objectives::evaluations(program, func, within, limits::PAIRED_EVALUATIONS)
            }
            Self::Condition => Objectives::conditions(program, func, within),
            Self::Decision => Objectives::decisions(program, func, within),
            Self::Mcdc => Objectives::decisive(program, func, within),
            Self::Boundary => Objectives::boundaries(program, func, within, probes),
        }
    }

    pub(crate) fn kind(self) -> ObjectiveKind {
        match self {
            Self::Branch | Self::Path | Self::KPath(_) => ObjectiveKind::Branch,
            Self::Condition => ObjectiveKind::Condition,
            Self::Decision => ObjectiveKind::Decision,
            Self::Statement => ObjectiveKind::Statement,
            Self::Mcdc | Self::UniqueCause => ObjectiveKind::Mcdc,
            Self::Boundary => ObjectiveKind::Boundary,
        }
    }
}

/// What looks for inputs beyond seeds when covering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engines {
    /// The witness walk.
    Walk,
    /// Cheap paths, then goals for the rest, then both with more patience.
    Both,
    /// Goals alone.
    Goals,
}

/// How to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What the tests are to achieve.
    pub criterion: Criterion,
    /// Whose code counts.
    pub within: Within,
    /// Seed of the pseudo-random numbers.
    pub seed: u64,
    /// How many seed inputs to try.
    pub seeds: u32,
    /// What looks for inputs beyond seeds when covering.
    pub engines: Engines,
    /// Turns of each loop that goals unfold at first; what needs more is generalised, then unfolded further.
    pub first_turns: u32,
    /// Where at most so many inputs are admissible, all of them are run.
    pub most_inputs: u64,
    /// Inputs for each path, as far as there are so many.
    pub tests_per_path: u32,
    /// Say when each path is taken and what it computes, in C.
    pub predicates: bool,
    /// Keep a test for each place where something goes wrong, also where callers see to it.
    pub reproduce: bool,
    /// A function of the same parameters that must not return zero.
    pub pre: Option<Func>,
    /// Preferences that the user asked for: what rests on them is settled.
    pub asked: Preferences,
    /// Preferences that are not in force from the start.
    pub relaxed: Preferences,
    /// Compare every symbolic value with the interpreter's (slow; on in tests).
    pub validate: bool,
    /// Repeat refutations by a second method (slow; on in tests).
    pub audit: bool,
}

impl Options {
    /// What `probant gen` does if nothing else is said.
    pub fn standard(criterion: Criterion) -> Self {
        Self {
            criterion,
            within: Within::Callees,
            seed: 1,
            seeds: 2000,
            engines: Engines::Both,
            first_turns: 4,
            most_inputs: 100_000,
            tests_per_path: 1,
            predicates: false,
            reproduce: false,
            pre: None,
            asked: Preferences::NONE,
            relaxed: Preferences::NONE,
            validate: false,
            audit: false,
        }
    }

    /// The same with our own judges on, and without running all inputs: what is to be judged should not be the judge.
    pub fn judged(criterion: Criterion) -> Self {
        let standard = Self::standard(criterion);
        Self { most_inputs: 0, reproduce: true, validate: true, audit: true, ..standard }
    }
}
