//! Exhaustion in the service of generation: where few inputs are admissible, all of them are run.
//!
//! What a run shows needs no solver and no model of ours, so this is both the cheapest search and the plainest proof.

use super::Search;
use super::stage::Then;
use crate::confirm::{Confirmed, Ending};
use crate::exhaust::Space;
use crate::extent::Walked;
use crate::ledger::PathEnd;
use crate::limits::{self, Limit};
use crate::walk::Cut;
use ir::input::Input;
use std::collections::BTreeSet;
use world::Premise;

impl Search<'_> {
    /// For all paths: every admissible input, if they are few. Nothing is left to walk then.
    pub(super) fn run_all_paths(&mut self) -> Then {
        if self.run_all() { Then::Settled } else { Then::On }
    }

    /// For objectives: the same, but what inputs that do not end may show is for others to say.
    pub(super) fn run_all_inputs(&mut self) -> Then {
        let is_whole = self.run_all() && self.ledger.walked().exhausted;
        if is_whole { Then::Settled } else { Then::On }
    }

    /// Runs every admissible input if they are few; false if they are not, or if there is none.
    fn run_all(&mut self) -> bool {
        let options = self.scene.options;
        if !options.relaxed.is_empty() {
            return false;
        }
        let space = Space::new(self.scene.world, options.most_inputs);
        let Some(mut space) = space.filter(|space| !space.is_empty()) else { return false };
        self.note_left_out(&space.left_out);
        let inputs = Some(space.len() as u64);
        let kept_from_more = self.ledger.walked().kept_from_more;
        let mut walked = Walked { inputs, kept_from_more, ..Walked::nothing(options.relaxed) };
        let mut waiting: Vec<usize> = (0..space.len()).collect();
        let (mut limit, mut spent) = (limits::RUN_STEPS, 0);
        loop {
            waiting = self.run_round(&mut space, &waiting, limit, &mut spent, &mut walked);
            let next = limit * limits::RUN_GROWTH;
            if waiting.is_empty()
                || walked.stopped
                || spent + next * waiting.len() as u64 > limits::ALL_RUN_STEPS
            {
                break;
            }
            limit = next;
        }
        self.cut_off(&mut space, &waiting, limit, &mut walked);
        if !waiting.is_empty() && !walked.stopped {
            self.ledger.hit(Limit::RunSteps);
        }
        self.ledger.count(0, spent);
        walked.exhausted = !walked.stopped && waiting.is_empty() && walked.cuts.is_empty();
        let contract = self.scene.program.funcs[self.scene.func].contract.as_ref();
        let n_clauses = contract.map_or(0, |contract| contract.requires.len() as u32);
        walked.premises = (0..n_clauses).map(Premise::Clause).collect();
        self.ledger.adopt(walked);
        true
    }

    /// Runs inputs for at most so many steps each; those that did not end.
    fn run_round(
        &mut self,
        space: &mut Space<'_>,
        indices: &[usize],
        limit: u64,
        spent: &mut u64,
        walked: &mut Walked,
    ) -> Vec<usize> {
        let mut waiting = Vec::new();
        let asks = !space.left_out.is_empty() || !self.scene.preconditions.is_empty();
        for &index in indices {
            if self.is_over() {
                walked.stopped = true;
                return waiting;
            }
            let input = space.input(index);
            if asks && self.judge.admits(&input) == Some(false) {
                continue;
            }
            let run = self.judge.run_briefly(&input, limit);
            *spent += run.steps;
            if let Ending::Limit(_) = run.ending {
                waiting.push(index);
            } else {
                self.take_run(input, run, walked);
            }
        }
        waiting
    }

    /// Keeps a run that shows a new path, or something new on its way.
    fn take_run(&mut self, input: Input, run: Confirmed, walked: &mut Walked) {
        let (scene, most) = (self.scene, self.scene.options.tests_per_path);
        let (end, most) = match run.ending {
            Ending::Returned(_) => (PathEnd::Returned, most),
            Ending::Trapped(trap) => (PathEnd::Trapped(trap), 1),
            Ending::Limit(_) | Ending::Other(_) => {
                self.ledger.count_path(PathEnd::Cut);
                walked.cuts.insert(Cut::Run);
                return;
            }
        };
        if !scene.walks_all_paths() {
            return self.ledger.keep_if_new(scene, input, run);
        }
        let times = self.ledger.see_path(run.events.clone(), end);
        if times > most {
            return;
        }
        self.check_admitted(&input);
        if times == 1 {
            self.ledger.count_path(end);
        }
        if end == PathEnd::Returned {
            self.ledger.keep(scene, input, run);
            if times > 1 {
                self.ledger.is_another();
            }
        } else {
            self.ledger.keep_if_new(scene, input, run);
        }
    }

    /// Counts the prefixes of runs that did not end within the limit.
    fn cut_off(
        &mut self,
        space: &mut Space<'_>,
        indices: &[usize],
        limit: u64,
        walked: &mut Walked,
    ) {
        let mut prefixes = BTreeSet::new();
        for &index in indices {
            let mut run = self.judge.run_briefly(&space.input(index), limits::RUN_STEPS);
            run.events.truncate(limits::TOLD_APART);
            if prefixes.insert(run.events) {
                self.ledger.count_path(PathEnd::Cut);
                walked.cuts.insert(Cut::Steps(limit));
            }
        }
    }
}
