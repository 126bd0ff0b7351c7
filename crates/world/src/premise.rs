//! Premises: everything that narrows the world beyond what C itself guarantees.
//!
//! A premise is *asked* by the user, *preferred* by us, or a gap in what is *not modelled*. What is preferred orders the worlds
//! that are tried and excludes nothing: where a refutation names a preference, it is relaxed and the question asked again, and
//! what stays excluded only under preferences is unknown. What each premise says is in `said`.

use crate::{AccessPath, Gap, Outside};
use ir::{Func, Global, LoopId, Restraint, ShapeId};

/// Who answers for a premise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The user: a clause, an option, a setting.
    Asked,
    /// We do: it only orders what is tried.
    Preferred,
    /// Nobody yet.
    NotModelled,
}

impl Kind {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Preferred => "preferred",
            Self::NotModelled => "not modelled",
        }
    }
}

/// Something that is counted up to a maximum of our own choice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quantity {
    /// Elements of an array, from where the pointer leads to.
    Length(AccessPath),
    /// Elements of an array before that.
    Before(AccessPath),
    /// The number of the element that a pointer leads to.
    Element(AccessPath),
    /// Elements that pointers into arrays that overlap are moved by.
    Moved(AccessPath),
    /// Elements that a contract asks for behind a parameter.
    Asked(u32),
    /// Objects behind pointers inside data.
    Objects,
    /// Objects that are linked to show what a clause asks for.
    Linked,
    /// Bytes of one allocation.
    Allocated,
    /// Bytes that a function of the library looks at.
    Scanned,
    /// Elements that a function defined elsewhere writes, by the function that tells how many.
    Written(Func),
    /// Turns of a loop.
    Turns(Func, LoopId),
    /// Turns of whatever loop.
    AnyTurns,
    /// Active calls of a function.
    Calls(Func),
    /// Steps of the whole function.
    Steps,
    /// Branches of a path.
    Events,
    /// Steps of a path.
    PathSteps,
    /// Turns of a loop of a precondition.
    ClauseTurns(Func),
    /// Active calls in a precondition.
    ClauseCalls(Func),
    /// Terms that are made of a precondition.
    ClauseTerms(Func),
}

/// What is preferred of the worlds that are tried, by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Preference {
    /// A pointer leads to the start of its array.
    StartsArray,
    /// Parameters are not null where nobody asks.
    NotNull,
    /// Arrays lie apart.
    Apart,
    /// A pointer leads to no part of what another leads to.
    NotInside,
    /// Pointers that the code compares lead into one array.
    OneArray,
    /// What is given back was allocated.
    Allocated,
    /// Allocations find memory.
    AllocationSucceeds,
    /// What is written to streams arrives.
    OutputSucceeds,
    /// Weak functions are those of this file, and there.
    WeakAsHere,
    /// A program is given its own name.
    ProgramNamed,
    /// Static variables of functions have their first value.
    FirstCall,
    /// Each interrupt runs its handler once.
    OneInterrupt,
    /// Volatile memory stands still.
    VolatileStill,
    /// Functions defined elsewhere write nothing but what their models write.
    StubWritesLittle,
    /// There is no more than a contract makes valid.
    OnlyValid,
    /// Accesses are aligned for their types.
    Aligned,
    /// A maximum is large enough.
    Enough,
}

impl Preference {
    /// All of them, in the order in which they are named.
    pub const ALL: [Self; 17] = [
        Self::StartsArray,
        Self::NotNull,
        Self::Apart,
        Self::NotInside,
        Self::OneArray,
        Self::Allocated,
        Self::AllocationSucceeds,
        Self::OutputSucceeds,
        Self::WeakAsHere,
        Self::ProgramNamed,
        Self::FirstCall,
        Self::OneInterrupt,
        Self::VolatileStill,
        Self::StubWritesLittle,
        Self::OnlyValid,
        Self::Aligned,
        Self::Enough,
    ];

    /// Its name in reports and for `--assume`.
    pub fn name(self) -> &'static str {
        match self {
            Self::StartsArray => "starts-array",
            Self::NotNull => "not-null",
            Self::Apart => "apart",
            Self::NotInside => "not-inside",
            Self::OneArray => "one-array",
            Self::Allocated => "allocated",
            Self::AllocationSucceeds => "allocation-succeeds",
            Self::OutputSucceeds => "output-succeeds",
            Self::WeakAsHere => "weak-as-here",
            Self::ProgramNamed => "program-named",
            Self::FirstCall => "first-call",
            Self::OneInterrupt => "one-interrupt",
            Self::VolatileStill => "volatile-still",
            Self::StubWritesLittle => "stub-writes-little",
            Self::OnlyValid => "only-valid",
            Self::Aligned => "aligned",
            Self::Enough => "enough",
        }
    }

    /// The preference of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Preferences that are not in force, or that are the user's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Preferences(u32);

impl Preferences {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// Is it among them?
    pub fn contains(self, it: Preference) -> bool {
        self.0 & 1 << it as u16 != 0
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, it: Preference) -> Self {
        Self(self.0 | 1 << it as u16)
    }

    /// These and those.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These without those.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Are there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Preferences {
    /// Those among both.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl FromIterator<Preference> for Preferences {
    fn from_iter<I: IntoIterator<Item = Preference>>(all: I) -> Self {
        all.into_iter().fold(Self::NONE, Self::with)
    }
}

/// One thing that is taken for granted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Premise {
    /// A requires clause of the function under test, by its number.
    Clause(u32),
    /// A function of the same parameters does not return zero.
    Precondition(Func),
    /// There is at most so much of something.
    Most(Quantity, u64),
    /// A pointer leads to the start of its array.
    StartsArray(AccessPath),
    /// A pointer into an array inside of other data does not lead just behind that.
    BeforeEnd(AccessPath),
    /// Pointers found in data do.
    DataStartsArrays,
    /// A parameter that nobody compares with null is not null.
    NotNull(u32),
    /// The arrays of two parameters lie apart.
    Apart(u32, u32),
    /// A parameter leads to no part of something.
    NotInside(Outside),
    /// A parameter leads to no part of any other data.
    NotAnyPart(u32),
    /// Pointers inside data lead to no element of an array but the first.
    NoElement(ShapeId),
    /// Two parameters lead into one array.
    OneArray(u32, u32),
    /// The pointers that the code takes for the ends of a range are so, where data leads to them.
    Range(AccessPath),
    /// What pointers of the input lead to was allocated apart.
    Allocated,
    /// Allocations find memory.
    AllocationSucceeds,
    /// What is written to streams arrives.
    OutputSucceeds,
    /// A weak function is the one of this file, and there.
    WeakAsHere(Func),
    /// A program is given its own name: there is one argument at least.
    ProgramNamed,
    /// A static variable of a function has its first value.
    FirstCall(Global),
    /// An interrupt runs its handler once; this says how often it still may.
    OneInterrupt(Global),
    /// Volatile memory stands still.
    VolatileStill,
    /// A function defined elsewhere writes nothing.
    StubWritesNothing(Func),
    /// A function defined elsewhere does no more than its model.
    Restrained(Func, Restraint),
    /// Behind a parameter there is no more than the contract makes valid.
    OnlyValid(u32),
    /// Accesses are aligned for their types.
    Aligned,
    /// Something is not modelled.
    Lacks(Gap),
}

impl Premise {
    /// The preference that it is an instance of.
    pub fn preference(&self) -> Option<Preference> {
        Some(match self {
            Self::Clause(_) | Self::Precondition(_) | Self::Lacks(_) => return None,
            Self::Most(..) => Preference::Enough,
            Self::StartsArray(_)
            | Self::BeforeEnd(_)
            | Self::DataStartsArrays
            | Self::NoElement(_) => Preference::StartsArray,
            Self::NotNull(_) => Preference::NotNull,
            Self::Apart(..) => Preference::Apart,
            Self::NotInside(_) | Self::NotAnyPart(_) => Preference::NotInside,
            Self::OneArray(..) | Self::Range(_) => Preference::OneArray,
            Self::Allocated => Preference::Allocated,
            Self::AllocationSucceeds => Preference::AllocationSucceeds,
            Self::OutputSucceeds => Preference::OutputSucceeds,
            Self::WeakAsHere(_) => Preference::WeakAsHere,
            Self::ProgramNamed => Preference::ProgramNamed,
            Self::FirstCall(_) => Preference::FirstCall,
            Self::OneInterrupt(_) => Preference::OneInterrupt,
            Self::VolatileStill => Preference::VolatileStill,
            Self::StubWritesNothing(_) | Self::Restrained(..) => Preference::StubWritesLittle,
            Self::OnlyValid(_) => Preference::OnlyValid,
            Self::Aligned => Preference::Aligned,
        })
    }

    /// Who answers for it, where the user has asked for these preferences.
    pub fn kind(&self, asked: Preferences) -> Kind {
        match (self, self.preference()) {
            (Self::Lacks(_), _) => Kind::NotModelled,
            (_, Some(preference)) if !asked.contains(preference) => Kind::Preferred,
            _ => Kind::Asked,
        }
    }

    /// Its name in reports: the preference's, or its kind of thing.
    pub fn name(&self) -> &'static str {
        match (self, self.preference()) {
            (_, Some(preference)) => preference.name(),
            (Self::Clause(_), _) => "requires",
            (Self::Precondition(_), _) => "precondition",
            _ => "not-modelled",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_tell_preferences_apart() {
        let names: BTreeSet<&str> = Preference::ALL.iter().map(|it| it.name()).collect();
        assert_eq!(names.len(), Preference::ALL.len());
        for preference in Preference::ALL {
            assert_eq!(Preference::named(preference.name()), Some(preference));
        }
        assert_eq!(Preference::named("no such thing"), None);
    }

    #[test]
    fn a_set_has_what_was_put_in() {
        for preference in Preference::ALL {
            let one = Preferences::NONE.with(preference);
            let has = Preference::ALL.map(|it| one.contains(it));
            assert_eq!(has, Preference::ALL.map(|it| it == preference));
            assert!(one.without(one).is_empty());
        }
        let all: Preferences = Preference::ALL.into_iter().collect();
        let apart = Preferences::NONE.with(Preference::Apart);
        assert_eq!(all.intersection(apart), apart);
        assert_eq!(all.without(apart).union(apart), all);
    }

    #[test]
    fn who_answers_for_a_premise() {
        let apart = Premise::Apart(0, 1);
        let asked = Preferences::NONE.with(Preference::Apart);
        assert_eq!(apart.kind(Preferences::NONE), Kind::Preferred);
        assert_eq!(apart.kind(asked), Kind::Asked);
        assert_eq!(Premise::Allocated.kind(asked), Kind::Preferred);
        assert_eq!(Premise::Clause(0).kind(Preferences::NONE), Kind::Asked);
        assert_eq!(Premise::Lacks(Gap::OpenCallee).kind(asked), Kind::NotModelled);
        assert_eq!((apart.name(), Premise::Clause(0).name()), ("apart", "requires"));
    }
}
