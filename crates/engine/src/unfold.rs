//! How far goals unfold loops, and how that grows.

use exec::{Beyond, Policy, Unfolding};
use ir::{Func, LoopId};
use std::collections::{BTreeMap, BTreeSet};
use world::{Premise, Quantity};

/// How the turns of loops grow where a refutation rests on them.
const GROWTH: u32 = 4;
const LAST_TURNS: u32 = 256;
/// Active calls of one function, at first and at most.
const CALLS: u32 = 8;
const LAST_CALLS: u32 = 128;
/// Instructions of the merged execution.
const STEPS: u64 = 200_000;
/// Words of it: as many as the circuits that are made of them may have gates.
const WORDS: usize = 4_000_000;
/// Objects behind pointers inside data, at most: more of them would make too many choices for the next one.
pub(crate) const LAST_OBJECTS: usize = 128;

/// Elements of arrays that overlap, at first: where two of them meet each access may touch any.
pub(crate) const LONGEST_OVERLAPPING: u64 = 10;

/// All loops alike.
pub(crate) fn to_turns(turns: u32, beyond: Beyond) -> Unfolding {
    Unfolding {
        turns,
        of_loop: BTreeMap::new(),
        calls: CALLS,
        steps: STEPS,
        words: WORDS,
        objects: Policy::INITIAL.max_nodes,
        beyond,
    }
}

/// What an execution was given too little of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Shortage {
    /// Turns of a loop.
    Turns(Func, LoopId),
    /// Active calls of a function.
    Calls,
    /// Objects behind pointers inside data.
    Objects,
}

/// Gives more of what is short; false if of all of it there is as much as there will be.
pub(crate) fn raise(unfolding: &mut Unfolding, short: &BTreeSet<Shortage>) -> bool {
    raise_by(
        unfolding,
        short,
        &Growth { turns: |turns| turns * GROWTH, calls: |calls| calls * GROWTH },
    )
}

/// How much more there is to be.
pub(crate) struct Growth {
    /// Turns of a loop.
    pub turns: fn(u32) -> u32,
    /// Active calls of a function.
    pub calls: fn(u32) -> u32,
}

/// The same, at a pace.
pub(crate) fn raise_by(
    unfolding: &mut Unfolding,
    short: &BTreeSet<Shortage>,
    growth: &Growth,
) -> bool {
    let mut raised = false;
    for shortage in short {
        match *shortage {
            Shortage::Turns(func, id) => {
                let turns = unfolding.turns_of(func, id);
                if turns < LAST_TURNS {
                    unfolding.of_loop.insert((func, id), (growth.turns)(turns).max(1));
                    raised = true;
                }
            }
            Shortage::Calls if unfolding.calls < LAST_CALLS => {
                unfolding.calls = (growth.calls)(unfolding.calls);
                raised = true;
            }
            Shortage::Objects if unfolding.objects < LAST_OBJECTS => {
                unfolding.objects = LAST_OBJECTS.min(unfolding.objects * 2);
                raised = true;
            }
            Shortage::Calls | Shortage::Objects => {}
        }
    }
    raised
}

/// What a refutation rests on having too little of.
pub(crate) fn shortages(premises: &BTreeSet<Premise>) -> BTreeSet<Shortage> {
    let shortage = |premise: &Premise| match premise {
        Premise::Most(Quantity::Turns(func, id), _) => Some(Shortage::Turns(*func, *id)),
        Premise::Most(Quantity::Calls(_), _) => Some(Shortage::Calls),
        Premise::Most(Quantity::Objects, _) => Some(Shortage::Objects),
        _ => None,
    };
    premises.iter().filter_map(shortage).collect()
}
