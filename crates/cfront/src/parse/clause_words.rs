//! The words of the clause language, and where they are no macros.
//!
//! `<assert.h>` defines `assert(e)`: where a clause begins, its word means the clause whatever macro has its name. Everywhere else
//! macros are expanded as in the code around.

/// Words that start a clause.
pub(super) const CLAUSE_WORDS: [&str; 19] = [
    "requires",
    "ensures",
    "assigns",
    "assumes",
    "behavior",
    "complete",
    "disjoint",
    "decreases",
    "terminates",
    "frees",
    "allocates",
    "exits",
    "assert",
    "check",
    "admit",
    "loop",
    "invariant",
    "for",
    "ghost",
];

/// Words that start a global annotation.
pub(super) const GLOBAL_WORDS: [&str; 9] = [
    "predicate",
    "logic",
    "lemma",
    "axiomatic",
    "inductive",
    "type",
    "global",
    "model",
    "volatile",
];

/// Where in a comment a token stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Where a clause begins, or goes on with a second word: `check requires`.
    Start,
    /// Between `behavior` or `for` and the colon that ends the names.
    Names,
    /// Between a quantifier or `\let` and the semicolon that ends what it binds.
    Bound,
    /// Inside a clause.
    Inside,
}

impl Place {
    /// Does a token here mean a clause, and no macro?
    pub(super) fn is_for(self, text: &str) -> bool {
        self == Self::Start && (CLAUSE_WORDS.contains(&text) || GLOBAL_WORDS.contains(&text))
    }

    /// Where the token after this one stands.
    pub(super) fn after(self, text: &str) -> Self {
        match (self, text) {
            (Self::Bound, ";") => Self::Inside,
            (_, ";") | (Self::Names, ":") => Self::Start,
            (_, "\\forall" | "\\exists" | "\\let") | (Self::Bound, _) => Self::Bound,
            (Self::Start, "behavior" | "for") | (Self::Names, _) => Self::Names,
            (Self::Start, "check" | "admit" | "loop" | "complete" | "disjoint") => Self::Start,
            (Self::Start | Self::Inside, _) => Self::Inside,
        }
    }
}
