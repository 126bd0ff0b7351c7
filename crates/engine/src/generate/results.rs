//! Sequences of results of functions without a body, run one by one: what a program that reads event after event does.
//!
//! Before anything is unfolded: a script of results is made longer by one result at a time, and a longer one is looked at further
//! only if what the run did with the new result, after what it did with the one before, was not seen yet. Which values are worth
//! trying is learnt: at first all constants of the code, then those that ever made a difference. It proves nothing.

use super::Search;
use crate::confirm::Ending;
use crate::limits::{self, Limit};
use crate::seeds::Seeds;
use ir::Event;
use ir::input::{Input, Scalar};
use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A script, and what the run did with its last result.
struct Script {
    input: Input,
    reaction: u64,
}

/// What was learnt of scripts so far.
struct Learnt {
    /// Reactions to two results, one after the other.
    reactions: BTreeSet<(u64, u64)>,
    /// Values that made a difference.
    values: Vec<u128>,
    steps: u64,
}

impl Search<'_> {
    /// Tries ever longer scripts of results.
    pub(super) fn try_results(&mut self) {
        let Some(mut seeds) = self.scene.seeds() else { return };
        let mut learnt = Learnt { reactions: BTreeSet::new(), values: Vec::new(), steps: 0 };
        let mut open = VecDeque::from([Script { input: seeds.make(), reaction: 0 }]);
        while let Some(script) = open.pop_front() {
            let is_spent = learnt.steps > limits::RESULT_STEPS;
            if is_spent || self.is_over() || !self.is_any_wanted() {
                is_spent.then(|| self.ledger.hit(Limit::ResultSteps));
                return;
            }
            self.lengthen(&script, &mut seeds, &mut learnt, &mut open);
        }
    }

    /// Runs a script with each result that may come next.
    fn lengthen(
        &mut self,
        script: &Script,
        seeds: &mut Seeds<'_>,
        learnt: &mut Learnt,
        open: &mut VecDeque<Script>,
    ) {
        let before = self.judge.run_briefly(&script.input, limits::RESULT_RUN);
        learnt.steps += before.steps;
        let next = before.results().get(script.input.stubs.len());
        let Some(&(func, Scalar::Bits(ty, _))) = next else { return };
        let values = if learnt.values.is_empty() {
            seeds.constants_of(ty)
        } else {
            learnt.values.iter().copied().chain(seeds.some_of(ty)).collect()
        };
        for value in values {
            let mut input = script.input.clone();
            input.stubs.push((func, Scalar::Bits(ty, value)));
            if learnt.steps > limits::RESULT_STEPS || self.is_over() {
                return;
            }
            if self.judge.admits(&input) != Some(true) {
                continue;
            }
            let run = self.judge.run_briefly(&input, limits::RESULT_RUN);
            learnt.steps += run.steps.max(1);
            let reaction = reaction(&before.events, &run.events);
            let goes_on =
                run.results().len() > input.stubs.len() && !matches!(run.ending, Ending::Other(_));
            let n_covered = self.ledger.n_covered();
            self.ledger.keep_if_new(self.scene, input.clone(), run);
            if !learnt.reactions.insert((script.reaction, reaction)) || !goes_on {
                continue;
            }
            if !learnt.values.contains(&value) && learnt.values.len() < limits::RESULT_VALUES {
                learnt.values.push(value);
            }
            let longer = Script { input, reaction };
            // What covers something new is followed at once.
            if self.ledger.n_covered() > n_covered {
                open.push_front(longer);
            } else {
                open.push_back(longer);
            }
        }
    }
}

/// What a run did after it went another way than the one with a shorter script.
fn reaction(before: &[Event], now: &[Event]) -> u64 {
    let n_common = before.iter().zip(now).take_while(|(a, b)| a == b).count();
    let mut hasher = DefaultHasher::new();
    now[n_common..].iter().take(limits::REACTION_EVENTS).for_each(|event| event.hash(&mut hasher));
    hasher.finish()
}
