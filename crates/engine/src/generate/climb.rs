//! Inputs that are changed a little at a time: whatever a run shows that none before it did is a step towards what lies deeper.
//!
//! For functions that make one call after the other ([`Within::Called`]): a call more that is in order is such a step, so that
//! sequences grow call by call, where whole ones at random would hardly ever be in order (feedback as in Pacheco, Lahiri, Ernst and
//! Ball, *Feedback-directed random test generation*, 2007). It costs runs only, however much there is to be merged or walked, and
//! proves nothing.

use super::Search;
use super::seeding::{blames_the_seed, n_words};
use crate::limits;
use crate::objectives::Within;
use crate::random::Random;
use ir::Event;
use ir::input::{Input, Scalar};
use std::collections::BTreeSet;

/// What was learnt of inputs so far.
struct Climb {
    random: Random,
    /// Inputs whose runs showed something new.
    kept: Vec<Input>,
    /// Events that followed each other in some run.
    seen: BTreeSet<(Event, Event)>,
    /// How many steps runs took.
    lengths: BTreeSet<u64>,
}

impl Search<'_> {
    /// Is it a function that calls the one under test, maybe after others?
    pub(super) fn is_of_calls(&self) -> bool {
        let within = self.scene.options.within;
        self.covers() && matches!(within, Within::Called(_)) && self.is_any_wanted()
    }

    /// Changes inputs for a moment.
    pub(super) fn climb(&mut self) {
        self.climb_for(&limits::CLIMBS[0]);
    }

    /// Changes others with more patience.
    pub(super) fn climb_on(&mut self) {
        self.climb_for(&limits::CLIMBS[1]);
    }

    /// Changes inputs as long as that shows something new now and then.
    fn climb_for(&mut self, most: &limits::Climb) {
        let Some(mut seeds) = self.scene.seeds_of_all() else { return };
        let mut climb = Climb {
            random: Random::new(self.scene.options.seed ^ most.steps),
            kept: vec![seeds.make()],
            seen: BTreeSet::new(),
            lengths: BTreeSet::new(),
        };
        let (mut steps, mut in_vain) = (0, 0);
        while steps < most.steps && in_vain < most.in_vain {
            let is_to_ask = in_vain % limits::CLIMB_ASKS == 0;
            if !self.is_any_wanted() || is_to_ask && self.is_over() {
                return;
            }
            let input = climb.changed(seeds.make());
            steps += n_words(&input) as u64 * limits::WORD_STEPS;
            in_vain += 1;
            if self.judge.admits(&input) != Some(true) {
                continue;
            }
            let run = self.judge.run_briefly(&input, limits::SEED_RUN);
            steps += run.steps;
            if climb.is_news(&run.events, run.steps) {
                climb.kept.push(input.clone());
                in_vain = 0;
            }
            if !blames_the_seed(&run.ending) {
                self.ledger.keep_if_new(self.scene, input, run);
            }
        }
    }
}

impl Climb {
    /// One of the inputs, rather a late one, with a few numbers of another: side by side, as those of one call are, or anywhere.
    fn changed(&mut self, fresh: Input) -> Input {
        let n_kept = self.kept.len() as u64;
        let at = self.random.below(n_kept).max(self.random.below(n_kept));
        let mut input = self.kept[at as usize].clone();
        let n_args = input.args.len() as u64;
        if n_args == 0 {
            return fresh;
        }
        let (is_row, mut at) = (self.random.below(2) == 0, self.random.below(n_args));
        for _ in 0..=self.random.below(limits::CLIMB_CHANGES) {
            let index = (at % n_args) as usize;
            if let (Scalar::Bits(..), new @ Scalar::Bits(..)) =
                (input.args[index], fresh.args[index])
            {
                input.args[index] = new;
            }
            at = if is_row { at + 1 } else { self.random.below(n_args) };
        }
        input
    }

    /// Does a run show something that none did? Code that is nobody's objective has no events, but takes its time.
    fn is_news(&mut self, events: &[Event], steps: u64) -> bool {
        let events = &events[..events.len().min(limits::REACTION_EVENTS)];
        let mut is_news = self.lengths.len() < limits::CLIMB_LENGTHS && self.lengths.insert(steps);
        for pair in events.windows(2) {
            is_news |= self.seen.insert((pair[0], pair[1]));
        }
        is_news
    }
}
