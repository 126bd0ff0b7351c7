//! How far goals unfold loops, and how that grows.

use crate::goal::Ground;
use exec::{Beyond, Reason, Unfolding};
use ir::{Func, LoopId};
use std::collections::{BTreeMap, BTreeSet};

/// How the turns of loops grow where a refutation rests on them.
const GROWTH: u32 = 4;
const LAST_TURNS: u32 = 256;
/// Active calls of one function.
const CALLS: u32 = 8;
/// Instructions of the merged execution.
const STEPS: u64 = 200_000;

/// All loops alike.
pub(crate) fn to_turns(turns: u32, beyond: Beyond) -> Unfolding {
    Unfolding { turns, of_loop: BTreeMap::new(), calls: CALLS, steps: STEPS, beyond }
}

/// Gives loops more turns; false if all of them have as many as they get.
pub(crate) fn raise(unfolding: &mut Unfolding, short: &BTreeSet<(Func, LoopId)>) -> bool {
    let mut raised = false;
    for &(func, id) in short {
        let turns = unfolding.turns_of(func, id);
        if turns < LAST_TURNS {
            unfolding.of_loop.insert((func, id), (turns * GROWTH).max(1));
            raised = true;
        }
    }
    raised
}

/// The loops whose turns a refutation rests on.
pub(crate) fn loops_of(grounds: &BTreeSet<Ground>) -> BTreeSet<(Func, LoopId)> {
    let loop_of = |ground: &Ground| match ground {
        Ground::Cut(Reason::Turns(func, id)) => Some((*func, *id)),
        _ => None,
    };
    grounds.iter().filter_map(loop_of).collect()
}
