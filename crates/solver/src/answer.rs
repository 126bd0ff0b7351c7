//! Questions' limits and answers.

use term::Var;

/// The name of an assumption, chosen by the caller and reported in cores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(pub u32);

/// How much work a check may do, and which engines may do it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Propagator runs allowed to the search over domains; 0 leaves it out.
    pub search_ticks: u64,
    /// Propagator runs allowed to hypothetical propagation; 0 leaves it out.
    pub probe_ticks: u64,
    /// Conflicts allowed to the SAT solver; 0 leaves it out.
    pub sat_conflicts: u64,
    /// Prove every refutation by the domains again by SAT, from the labels it names.
    pub audit: bool,
}

impl Limits {
    /// Enough for the questions that paths ask.
    pub const fn standard() -> Self {
        Self { search_ticks: 1_000, probe_ticks: 1_000, sat_conflicts: 20_000, audit: false }
    }

    /// Propagation alone: answers `Unsat` or `Unknown`.
    pub const fn propagation() -> Self {
        Self { search_ticks: 0, probe_ticks: 0, sat_conflicts: 0, audit: false }
    }

    /// The SAT solver alone, whatever it costs.
    pub const fn sat_alone() -> Self {
        Self { search_ticks: 0, probe_ticks: 0, sat_conflicts: u64::MAX, audit: false }
    }
}

/// What a check found.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A model of all asserted and assumed terms.
    Sat(Model),
    /// There is no model.
    Unsat {
        /// The labels of assumptions the refutation rests on, in order; the others do not matter.
        labels: Vec<Label>,
        /// Who found it.
        by: Method,
    },
    /// The limits did not suffice.
    Unknown(Why),
}

/// Who gave an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// The model of an earlier check still holds.
    Remembered,
    /// Propagation of domains.
    Propagation,
    /// Hypothetical propagation of conditions.
    Probing,
    /// Search over domains.
    Search,
    /// Local search from an earlier model.
    LocalSearch,
    /// The SAT solver.
    Sat,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Neither search nor SAT was allowed, and propagation did not decide.
    NotDecidedByPropagation,
    /// The SAT solver used up its conflicts.
    OutOfConflicts,
    /// Search did not decide, and something has no circuit: a function of the library, or the text of a number.
    NoCircuit,
    /// Search did not decide, and the circuit would be too large.
    LargeCircuit,
    /// Nobody waited any longer.
    GivenUp,
}

impl Why {
    /// The reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Why::NotDecidedByPropagation => "propagation does not decide it",
            Why::OutOfConflicts => "the SAT solver used up its conflicts",
            Why::NoCircuit => "search did not decide it, and a function in it has no circuit",
            Why::LargeCircuit => "search did not decide it, and its circuit is too large",
            Why::GivenUp => "the budget ran out",
        }
    }
}

/// Values of the variables of the asserted terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// Sorted by variable.
    values: Vec<(Var, u128)>,
    /// Who found it.
    pub by: Method,
}

impl Model {
    /// A model from values in any order, each variable once.
    pub fn new(mut values: Vec<(Var, u128)>, by: Method) -> Self {
        values.sort_unstable_by_key(|&(var, _)| var);
        Self { values, by }
    }

    /// The value of a variable; 0 for one that no asserted term mentions.
    pub fn value(&self, var: Var) -> u128 {
        self.get(var).unwrap_or(0)
    }

    /// The value of a variable, if some asserted term mentions it.
    pub fn get(&self, var: Var) -> Option<u128> {
        let at = self.values.binary_search_by_key(&var, |&(var, _)| var).ok()?;
        Some(self.values[at].1)
    }

    /// All variables with their values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Var, u128)> + '_ {
        self.values.iter().copied()
    }
}
