//! Exhaustion in the service of generation: where few inputs are admissible, all of them are run.
//!
//! What a run shows needs no solver and no model of ours, so this is both the cheapest search and the plainest proof.

use super::{Search, Stop};
use crate::confirm::{Confirmed, Ending};
use crate::exhaust::Space;
use crate::walk::Cut;
use entity::EntitySet;
use ir::input::Input;
use ir::{Event, Trap};
use std::collections::{BTreeMap, BTreeSet};
use suite::PathMethod;
use world::Premise;

/// Steps of a run in the first round; runs that need more wait for the next, which allows `GROWTH` times as many.
const FIRST_STEPS: u64 = 20_000;
const GROWTH: u64 = 16;
/// Steps of all runs together, before which no round is begun that could exceed them.
const ALL_STEPS: u64 = 100_000_000;
/// Events by which prefixes of runs that do not end are told apart.
const TOLD_APART: usize = 1000;

/// Paths seen: their events, the trap they end in if they do, and how many inputs were kept for them.
type Seen = BTreeMap<(Vec<Event>, Option<Trap>), u32>;

impl Search<'_> {
    /// Runs every admissible input if they are few; false if they are not, or if there is none.
    pub(super) fn run_all(&mut self, stop: Stop<'_>) -> bool {
        if !self.options.relaxed.is_empty() {
            return false;
        }
        let Some(mut space) = Space::new(self.world, self.options.most_inputs) else {
            return false;
        };
        if space.is_empty() {
            return false;
        }
        self.note_left_out(&space.left_out);
        self.paths.method = PathMethod::Exhaustion(space.len() as u64);
        self.closed = EntitySet::new();
        let mut seen = Seen::new();
        let mut waiting: Vec<usize> = (0..space.len()).collect();
        let (mut limit, mut spent) = (FIRST_STEPS, 0);
        loop {
            waiting = self.run_round(&mut space, &waiting, limit, &mut spent, &mut seen, stop);
            let next = limit * GROWTH;
            if waiting.is_empty() || self.stopped || spent + next * waiting.len() as u64 > ALL_STEPS
            {
                break;
            }
            limit = next;
        }
        self.cut_off(&mut space, &waiting, limit);
        self.seen_paths.extend(seen.into_keys());
        self.exhausted = !self.stopped && waiting.is_empty() && self.cuts.is_empty();
        self.steps += spent;
        let contract = self.program.funcs[self.func].contract.as_ref();
        let n_clauses = contract.map_or(0, |contract| contract.requires.len() as u32);
        self.premises = (0..n_clauses).map(Premise::Clause).collect();
        true
    }

    /// Runs inputs for at most so many steps each; those that did not end.
    fn run_round(
        &mut self,
        space: &mut Space<'_>,
        indices: &[usize],
        limit: u64,
        spent: &mut u64,
        seen: &mut Seen,
        stop: Stop<'_>,
    ) -> Vec<usize> {
        let mut waiting = Vec::new();
        let asks = !space.left_out.is_empty() || !self.preconditions().is_empty();
        for &index in indices {
            if stop(&self.progress()) {
                self.stopped = true;
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
                self.take_run(input, run, seen);
            }
        }
        waiting
    }

    /// Keeps a run that shows a new path, or something new on its way.
    fn take_run(&mut self, input: Input, run: Confirmed, seen: &mut Seen) {
        let trap = match &run.ending {
            Ending::Returned(_) => None,
            Ending::Trapped(trap) => Some(*trap),
            Ending::Limit(_) | Ending::Other(_) => {
                self.paths.cut += 1;
                self.cuts.insert(Cut::Run);
                return;
            }
        };
        if !self.options.criterion.walks_all_paths() {
            return self.keep_if_new(input, run);
        }
        let most = if trap.is_none() { self.options.tests_per_path } else { 1 };
        let kept = seen.entry((run.events.clone(), trap)).or_default();
        *kept += 1;
        let kept = *kept;
        if kept > most {
            return;
        }
        self.check_admitted(&input);
        if trap.is_none() {
            self.paths.feasible += u64::from(kept == 1);
            self.keep(input, run);
            self.candidates.last_mut().expect("it was kept just now").another = kept > 1;
        } else {
            self.paths.trapped += 1;
            self.keep_if_new(input, run);
        }
    }

    /// Counts the prefixes of runs that did not end within the limit.
    fn cut_off(&mut self, space: &mut Space<'_>, indices: &[usize], limit: u64) {
        let mut prefixes = BTreeSet::new();
        for &index in indices {
            let mut run = self.judge.run_briefly(&space.input(index), FIRST_STEPS);
            run.events.truncate(TOLD_APART);
            if prefixes.insert(run.events) {
                self.paths.cut += 1;
                self.cuts.insert(Cut::Steps(limit));
            }
        }
    }
}
