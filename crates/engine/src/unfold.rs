//! How far goals unfold loops, and how that grows.

use crate::limits;
use exec::{Beyond, Policy, Unfolding};
use ir::{Func, LoopId};
use std::collections::{BTreeMap, BTreeSet};
use world::{Premise, Quantity};

/// All loops alike.
pub(crate) fn to_turns(turns: u32, beyond: Beyond) -> Unfolding {
    Unfolding {
        turns,
        of_loop: BTreeMap::new(),
        calls: limits::UNFOLD_CALLS,
        steps: limits::UNFOLD_STEPS,
        words: limits::UNFOLD_WORDS,
        objects: Policy::INITIAL.max_nodes,
        longer: 1,
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
    /// Elements of arrays whose length no contract fixes, or bytes of blocks.
    Lengths,
}

/// Gives more of what is short; false if of all of it there is as much as there will be.
pub(crate) fn raise(unfolding: &mut Unfolding, short: &BTreeSet<Shortage>) -> bool {
    raise_by(
        unfolding,
        short,
        &Growth {
            turns: |turns| turns * limits::UNFOLD_GROWTH,
            calls: |calls| calls * limits::UNFOLD_GROWTH,
        },
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
                if turns < limits::UNFOLD_TURNS {
                    unfolding.of_loop.insert((func, id), (growth.turns)(turns).max(1));
                    raised = true;
                }
            }
            Shortage::Calls if unfolding.calls < limits::UNFOLD_LAST_CALLS => {
                unfolding.calls = (growth.calls)(unfolding.calls);
                raised = true;
            }
            Shortage::Objects if unfolding.objects < limits::LAST_OBJECTS => {
                unfolding.objects = limits::LAST_OBJECTS.min(unfolding.objects * 2);
                raised = true;
            }
            Shortage::Lengths if unfolding.longer < limits::UNFOLD_LONGER => {
                unfolding.longer *= u64::from(limits::UNFOLD_GROWTH);
                raised = true;
            }
            Shortage::Calls | Shortage::Objects | Shortage::Lengths => {}
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
        Premise::Most(Quantity::Length(_) | Quantity::Allocated, _) => Some(Shortage::Lengths),
        _ => None,
    };
    premises.iter().filter_map(shortage).collect()
}
