//! How far one walk may look, and what it came to: the two ends of a walk, as values. Nothing is walked here.

use crate::limits;
use crate::objectives::Objective;
use crate::walk::{Cut, Order};
use entity::EntitySet;
use exec::Policy;
use solver::Limits;
use std::collections::BTreeSet;
use world::{Gap, Preferences, Premise, Quantity};

/// How far a walk may look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// The preferences that are not in force.
    pub(crate) relaxed: Preferences,
    /// Longest array whose length no contract fixes.
    pub(crate) longest: u64,
    /// Are arrays known by what is read and written, not by cells? Such a walk makes no inputs.
    pub(crate) logged: bool,
    /// Is each place that a pointer may lead to walked apart?
    pub(crate) split: bool,
    /// And each length of a block, and place in a large object? Such a walk proves nothing.
    pub(crate) settle: bool,
    /// Does it go anywhere after what no run has shown? What it comes to says nothing of all paths.
    pub(crate) roams: bool,
    /// Most turns of a loop.
    pub(crate) turns: Option<u32>,
    /// How often it may look around without reaching anything new.
    pub(crate) looks: Option<u32>,
    /// Most events and most instructions of a path.
    pub(crate) events: usize,
    pub(crate) steps: u64,
    /// Most leaves, and questions after which it goes no further.
    pub(crate) leaves: usize,
    pub(crate) questions: u64,
    /// Conflicts after which a question stays open.
    pub(crate) conflicts: u64,
    /// Where it goes after a path, and whether all paths are wanted.
    pub(crate) order: Order,
    pub(crate) everything: bool,
}

impl Extent {
    /// All paths of so many events with arrays of so many elements, in worlds without some preferences.
    pub(crate) fn whole(
        longest: u64,
        relaxed: Preferences,
        events: usize,
        everything: bool,
    ) -> Self {
        Self {
            relaxed,
            longest,
            logged: false,
            split: false,
            settle: false,
            roams: false,
            turns: None,
            looks: None,
            events,
            steps: limits::PATH_STEPS,
            leaves: usize::MAX,
            questions: u64::MAX,
            conflicts: Limits::standard().sat_conflicts,
            order: Order::DepthFirst,
            everything,
        }
    }

    /// The same with at most so many turns of each loop.
    pub(crate) fn to_turns(self, turns: u32) -> Self {
        Self { turns: Some(turns), ..self }
    }

    /// The same, for so many looks without reaching anything new.
    pub(crate) fn briefly(self, looks: u32) -> Self {
        Self { looks: Some(looks), ..self }
    }

    /// Does it go where few went before?
    pub(crate) fn spreads(&self) -> bool {
        matches!(self.order, Order::Spreading { .. })
    }

    /// Most active calls of one function.
    pub(crate) fn recursion(&self) -> u32 {
        self.turns.unwrap_or(limits::RECURSION).max(limits::LEAST_RECURSION)
    }

    /// Words that merging the paths of a precondition may make before it is followed no further.
    pub(crate) fn merging(&self) -> usize {
        let turns = self.turns.unwrap_or(limits::MOST_MERGED_TURNS);
        limits::MERGING_A_TURN * turns.min(limits::MOST_MERGED_TURNS) as usize
    }

    pub(crate) fn policy(&self) -> Policy {
        // Lists as long as loops turn, as far as there are so many objects.
        let turns = self.turns.map_or(0, |turns| turns as usize);
        Policy {
            max_nodes: turns.clamp(Policy::INITIAL.max_nodes, limits::LAST_OBJECTS),
            relaxed: self.relaxed,
            max_length: self.longest,
            split: self.split,
            settle: self.settle,
            logged: self.logged,
            ..Policy::INITIAL
        }
    }
}

/// What a walk came to, or the runs of all inputs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Walked {
    /// The preferences that were not in force.
    pub(crate) relaxed: Preferences,
    /// What was excluded when it began: it did not look for that.
    pub(crate) closed: EntitySet<Objective>,
    /// How many inputs were run, if these are all there are.
    pub(crate) inputs: Option<u64>,
    /// Why prefixes were not followed, and what on them is not modelled.
    pub(crate) cuts: BTreeSet<Cut>,
    pub(crate) gaps: BTreeSet<Gap>,
    /// What its refutations rest on.
    pub(crate) premises: BTreeSet<Premise>,
    /// Prefixes that no input takes.
    pub(crate) infeasible: u64,
    /// Was every path walked that could reach something wanted?
    pub(crate) exhausted: bool,
    /// Did the time end it?
    pub(crate) stopped: bool,
    /// Did a bound of ours keep it from something still wanted?
    pub(crate) is_short: bool,
    /// What kept the last walk that came to its end from more.
    pub(crate) kept_from_more: Option<Cut>,
}

impl Walked {
    /// Nothing yet, in worlds without some preferences.
    pub(crate) fn nothing(relaxed: Preferences) -> Self {
        Self { relaxed, ..Self::default() }
    }

    /// Does it rest on a maximum of our own choice?
    pub(crate) fn rests_on_bounds(&self) -> bool {
        self.premises.iter().any(|premise| matches!(premise, Premise::Most(..)))
    }

    /// Was every path walked, whatever maxima of ours there are?
    pub(crate) fn is_whole(&self) -> bool {
        self.exhausted && !self.rests_on_bounds()
    }

    /// Does it rest on lengths of arrays?
    pub(crate) fn rests_on_lengths(&self) -> bool {
        self.premises.iter().any(is_length)
    }
}

/// Is a premise a maximum of the length of an array, or of where in it a pointer leads to?
pub(crate) fn is_length(premise: &Premise) -> bool {
    matches!(premise, Premise::Most(Quantity::Length(_) | Quantity::Element(_), _))
}
