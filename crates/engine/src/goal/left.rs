//! What propagation alone makes of a goal: nothing is searched, no model is asked for.
//!
//! Charreteur, Botella and Gotlieb judge their memory constraints by it: a branch that is refuted, a bound that follows, before
//! any labelling. Knows nothing of loops being unfolded further: what lies beyond is left open.

use super::{Goal, Goals, PLAIN, Target};
use crate::limits;
use crate::objectives::Objective;
use crate::range::values;
use crate::unfold::to_turns;
use entity::EntityRef;
use exec::{Beyond, LeafValue};
use ir::{Event, Func, Program};
use solver::Limits;
use std::collections::BTreeSet;
use world::World;

/// What is left of a function if a goal is to be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Left {
    /// Nothing: propagation refutes it.
    Nothing,
    /// Nothing, but it took a search to refute it.
    NothingFound,
    /// It was not looked at in whole.
    Open,
    /// Some inputs may be.
    Something {
        /// The arguments and contents by name, each with the values left: from the least to the greatest.
        inputs: Vec<(String, String)>,
        /// Outcomes that no such input shows.
        excluded: Vec<Event>,
        /// Questions that were asked of the solver all the same: about loops.
        questions: u64,
    },
}

impl Left {
    /// What is left of inputs at the end of a path.
    pub(crate) fn of_path(inputs: Vec<(String, String)>, questions: u64) -> Self {
        Self::Something { inputs, excluded: Vec::new(), questions }
    }
}

/// What propagation leaves of the inputs of `func` that get to a target.
pub fn left(program: &Program, func: Func, target: &Target, stop: &dyn Fn() -> bool) -> Left {
    let world = World::of(program, func);
    let places = match target {
        Target::Places(places) => places.clone(),
        Target::Aim(_) => BTreeSet::new(),
    };
    let unfolding = to_turns(limits::LEFT_TURNS, Beyond::Cut);
    let limits = Limits::standard();
    let mut goals = Goals::new(&world, None, PLAIN, unfolding, limits, &places, stop);
    match target {
        Target::Places(_) => goals.left(Goal::Place),
        Target::Aim(aim) => goals.left(Goal::Aim(aim, Objective::from_index(0))),
    }
}

impl Goals<'_> {
    /// What propagation leaves of the inputs that reach a goal, or that are not followed to their end.
    fn left(&mut self, goal: Goal<'_>) -> Left {
        let mut ways = self.occurrences_of(goal);
        let cuts = self.merged.cuts.clone();
        ways.extend(self.cut_terms(&cuts).into_values());
        let somewhere = self.words.pool.any(&ways);
        self.words.known.solver.push();
        self.want(somewhere);
        self.words.known.solver.strengthen(limits::SUPPOSING_TICKS);
        let left = if self.words.known.solver.is_refuted() {
            Left::Nothing
        } else {
            let (inputs, excluded) = (self.inputs_left(), self.outcomes_excluded());
            Left::Something { inputs, excluded, questions: self.questions() }
        };
        self.words.known.solver.pop();
        left
    }

    fn inputs_left(&self) -> Vec<(String, String)> {
        let is_plain = |value| matches!(value, LeafValue::Param(_) | LeafValue::Cell(..));
        let leaves = self.merged.machine.leaves().iter().filter(|leaf| is_plain(leaf.value));
        leaves
            .map(|leaf| {
                let domain = self.words.known.solver.bounds(&self.words.pool, leaf.word);
                (leaf.name.clone(), values(leaf.ty, &domain))
            })
            .collect()
    }

    /// The outcomes none of whose occurrences propagation lets come to pass; of those beyond a cut nothing is known.
    fn outcomes_excluded(&mut self) -> Vec<Event> {
        let mut excluded = Vec::new();
        let solver = &mut self.words.known.solver;
        let mut cuts = self.merged.cuts.iter();
        if cuts.any(|cut| solver.refutes(&self.words.pool, cut.when).is_none()) {
            return excluded;
        }
        for (&event, occurrences) in &self.events {
            let refuted = |&index: &usize| {
                let when = self.merged.occurrences[index].when;
                self.words.known.solver.refutes(&self.words.pool, when).is_some()
            };
            if occurrences.iter().all(refuted) {
                excluded.push(event);
            }
        }
        excluded
    }
}
