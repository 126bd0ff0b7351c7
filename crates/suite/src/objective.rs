//! What was to be reached, and what became of it.

/// One thing the criterion asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Its short name, unique in the report of a function, e.g. `b3+`.
    pub id: String,
    /// What sort of thing it is.
    pub kind: ObjectiveKind,
    /// The function whose code it is in.
    pub in_function: String,
    /// The file it is in, when that is not the file of the suite.
    pub file: Option<String>,
    /// Its line.
    pub line: u32,
    /// Its column, from 1.
    pub col: u32,
    /// The source text of the condition, decision or statement.
    pub text: String,
    /// Which outcome of it is meant.
    pub outcome: Outcome,
    /// What is known about it.
    pub verdict: Verdict,
}

/// The sorts of objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectiveKind {
    /// A statement executed.
    Statement,
    /// An outcome of a whole controlling expression.
    Decision,
    /// An outcome of a condition, asked for as such.
    Condition,
    /// An outcome of a condition or a switch target.
    Branch,
    /// A condition shown to decide its decision on its own.
    Mcdc,
    /// A comparison at, just below or just above equality.
    Boundary,
    /// A whole path.
    Path,
}

impl ObjectiveKind {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            ObjectiveKind::Statement => "statement",
            ObjectiveKind::Decision => "decision",
            ObjectiveKind::Condition => "condition",
            ObjectiveKind::Branch => "branch",
            ObjectiveKind::Mcdc => "mcdc",
            ObjectiveKind::Boundary => "boundary",
            ObjectiveKind::Path => "path",
        }
    }
}

/// Which outcome of an objective's expression is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It evaluates to true or to false.
    Truth(bool),
    /// A named one: `case 3`, `default`, `a == b + 1`.
    Named(String),
    /// The point is reached at all.
    Reached,
}

/// What is known about an objective.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Verdict {
    /// Seen in an execution of the named test.
    Covered {
        /// The first test that covers it.
        test: String,
    },
    /// No input reaches it.
    Infeasible {
        /// Whether that holds without any bound.
        scope: Scope,
        /// The assumptions that the proof used, e.g. `p != NULL`.
        assumes: Vec<String>,
        /// How it was shown, in a word or two.
        proof: String,
        /// The few outcomes on the way that together exclude it, if that was found out: `` `x > 0` is true in line 8 ``.
        because: Vec<String>,
    },
    /// Neither reached nor excluded.
    Unknown {
        /// Why.
        reason: String,
        /// Bounds of our own choice within which it was excluded.
        excluded_within: Bounds,
        /// What it was excluded under that nobody asked for.
        excluded_while: Vec<Premise>,
    },
}

/// Something that is taken for granted of the world around a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// Its stable name, e.g. `starts-array`.
    pub name: String,
    /// `asked`, `preferred` or `not modelled`.
    pub kind: String,
    /// What it says.
    pub sentence: String,
    /// The option or clause that would make it the user's.
    pub ask: String,
}

/// How far an infeasibility reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// For all inputs and any number of loop turns.
    Unconditional,
    /// Within bounds that the user asked for.
    Bounded(Bounds),
}

/// Named bounds, in the order they are to be shown: ("turns of loop at line 12", 3).
pub type Bounds = Vec<(String, u64)>;
