//! Variations of inputs that were seen to get somewhere: thousands of runs for the price of a hard question.
//!
//! An input is kept to be varied again if its run shows a pair of outcomes that no other showed, or shows one more often (as AFL
//! does). Those that pass a condition whose other outcome is open are led towards it: operands that stand in the input get the
//! value they are compared with (Aschermann and others, "REDQUEEN", 2019), and numbers move along as long as the branch distance
//! falls (Korel 1990). It proves nothing; what it finds is run like all else, and only what reaches something open is kept.

mod corpus;
mod leading;
mod mending;
mod reads;
mod recalling;

use super::Search;
use crate::confirm::Glance;
use crate::distance::{Comparisons, Reading};
use crate::limits;
use crate::objectives::Objective;
use crate::vary::Varier;
use corpus::Corpus;
use interp::Outcome;
use ir::input::Input;
use ir::{Event, Trap};
use mending::Broken;
use std::collections::{BTreeMap, BTreeSet};
use world::Preference;

/// What variations are made of and by, from turn to turn.
pub(super) struct Variety<'a> {
    varier: Varier<'a>,
    corpus: Corpus,
    /// How many candidates were taken over.
    n_taken: usize,
    /// How often runs reached an open outcome and were not kept for it.
    tried: BTreeMap<Event, u32>,
    /// Inputs that went wrong lately, and how often those that went wrong somewhere could not be mended.
    broken: Vec<Broken>,
    mended_in_vain: BTreeMap<Trap, u32>,
    is_mending: bool,
    /// How often inputs were led towards an outcome by what their runs read last.
    recalled: BTreeMap<Event, u32>,
    /// Steps of all turns, and those of them that inputs were led for.
    all_steps: u64,
    led_steps: u64,
    /// Steps of this turn, and how many there may be.
    steps: u64,
    most: u64,
}

impl<'a> Search<'a> {
    /// Varies what goals and walks have found so far.
    pub(super) fn vary_more(&mut self) {
        self.vary_inputs(limits::VARIED_STEPS[0]);
    }

    pub(super) fn vary_most(&mut self) {
        self.vary_inputs(limits::VARIED_STEPS[1]);
    }

    /// Varies inputs for so many steps.
    pub(super) fn vary_inputs(&mut self, most: u64) {
        let mut variety = self.variety.take().unwrap_or_else(|| Variety::new(self));
        (variety.steps, variety.most) = (0, most);
        self.take_over(&mut variety);
        self.mend_broken(&mut variety);
        while variety.steps < most && self.is_any_wanted() && !self.is_over() {
            let Some(number) = variety.corpus.pick(&mut variety.varier) else { break };
            if !variety.corpus.is_led(number) && variety.has_steps_to_lead() {
                variety.corpus.lead(number);
                let before = variety.steps;
                self.lead(&mut variety, number);
                variety.led_steps += variety.steps - before;
            }
            let input = variety.varier.vary(variety.corpus.input(number));
            self.try_input(&mut variety, input);
            self.mend_broken(&mut variety);
        }
        variety.all_steps += variety.steps;
        self.ledger.count(0, variety.steps);
        self.variety = Some(variety);
    }

    /// Takes in what others have found since the last turn.
    fn take_over(&mut self, variety: &mut Variety<'a>) {
        let found: Vec<Input> = self.ledger.candidates()[variety.n_taken..]
            .iter()
            .map(|candidate| candidate.input.clone())
            .collect();
        variety.n_taken += found.len();
        for input in found {
            let glance = self.judge.glance(&input, limits::VARIED_RUN);
            let is_frontier = self.is_frontier(&glance.events);
            let is_home = self.is_home_frontier(&glance.events);
            let input = Input { stubs: glance.script.clone(), ..input };
            self.note_broken(variety, &input, &glance);
            if variety.corpus.is_new(&glance.events) {
                variety.corpus.add(input, &glance, is_frontier, is_home);
            }
        }
    }

    /// The input to follow next: of some that nobody followed the one that passes by the most that is open.
    pub(super) fn next_to_follow(&mut self) -> Option<Input> {
        let mut variety = self.variety.take()?;
        let some = variety.corpus.to_follow().take(limits::LOOKED_AT_TO_FOLLOW);
        let weighed = some.map(|number| (self.open_beside(variety.corpus.passed(number)), number));
        let best = weighed.max().filter(|&(open_beside, _)| open_beside > 0);
        let input = best.map(|(_, number)| variety.corpus.follow(number));
        self.variety = Some(variety);
        input
    }

    /// How much is open beside a path that shows these outcomes.
    fn open_beside(&self, passed: &[Event]) -> usize {
        let weight = |event: &Event| match *event {
            Event::Cond(site, truth) if self.is_event_open(Event::Cond(site, !truth)) => {
                if site.func == self.scene.func { limits::HOME_WEIGHT } else { 1 }
            }
            Event::Switch(..) if self.is_beside_open(event) => 1,
            _ => 0,
        };
        passed.iter().map(weight).sum()
    }

    /// Does a path pass a condition or a switch with another outcome that is open?
    fn is_frontier(&self, events: &[Event]) -> bool {
        let mut switches = BTreeSet::new();
        events.iter().any(|event| match *event {
            Event::Cond(..) => self.is_beside_open(event),
            Event::Switch(site, _) => switches.insert(site) && self.is_beside_open(event),
        })
    }

    /// Is another outcome of the same condition or switch open?
    fn is_beside_open(&self, event: &Event) -> bool {
        match *event {
            Event::Cond(site, truth) => self.is_event_open(Event::Cond(site, !truth)),
            Event::Switch(site, taken) => {
                let data = &self.scene.program.body(site.func).switches[site.switch];
                let others = (0..data.targets.len() as u32).filter(|&it| it != taken);
                others.into_iter().any(|it| self.is_event_open(Event::Switch(site, it)))
            }
        }
    }

    /// Does a path pass such a condition of the function under test itself?
    fn is_home_frontier(&self, events: &[Event]) -> bool {
        let is_home =
            |event: &Event| matches!(event, Event::Cond(site, _) if site.func == self.scene.func);
        events.iter().any(|event| is_home(event) && self.is_beside_open(event))
    }

    /// Is a run that shows it and returns still looked for?
    fn is_event_wanted(&self, event: Event) -> bool {
        let concerned: &[Objective] = self.scene.objectives.concerned(event);
        concerned.iter().any(|&objective| self.ledger.is_wanted(objective))
    }

    fn is_event_open(&self, event: Event) -> bool {
        let concerned: &[Objective] = self.scene.objectives.concerned(event);
        concerned.iter().any(|&objective| self.ledger.is_open(objective))
    }

    /// Runs an input, and keeps it where that is worth it; true if it reached something open.
    fn try_input(&mut self, variety: &mut Variety<'a>, input: Input) -> bool {
        if self.judge.admits(&input) != Some(true) {
            variety.steps += limits::VARIED_START;
            return false;
        }
        let glance = self.judge.glance(&input, limits::VARIED_RUN);
        self.weigh(variety, input, glance)
    }

    /// What a run is worth that was seen.
    fn weigh(&mut self, variety: &mut Variety<'a>, input: Input, glance: Glance) -> bool {
        variety.steps += cost(&input, &glance);
        let is_new = variety.corpus.is_new(&glance.events);
        let shown = variety.corpus.distinct(&glance.events);
        let reaches = self.is_promising(variety, &shown, &glance.outcome);
        if !is_new && !reaches {
            return false;
        }
        let n_open = self.ledger.open(self.scene).len();
        let ends = matches!(
            glance.outcome,
            Outcome::Returned(_) | Outcome::Trapped(_) | Outcome::Exited { .. }
        );
        if ends && (reaches || self.scene.objectives.is_by_run()) {
            self.keep_variation(&input);
        }
        if let Outcome::Returned(_) = glance.outcome {
            variety.varier.learn_results(&glance.script);
        }
        let has_reached = self.ledger.open(self.scene).len() < n_open;
        let input = Input { stubs: glance.script.clone(), ..input };
        self.note_broken(variety, &input, &glance);
        if is_new {
            let is_frontier = self.is_frontier(&glance.events);
            let is_home = self.is_home_frontier(&glance.events);
            variety.corpus.add(input, &glance, is_frontier, is_home);
        }
        variety.n_taken = self.ledger.candidates().len();
        has_reached
    }

    /// Is it worth a whole run to see whether an input is kept for something open? Many that run into a mistake right behind it are
    /// not: a few are enough to know.
    fn is_promising(&self, variety: &mut Variety<'a>, shown: &[Event], outcome: &Outcome) -> bool {
        if let Outcome::Returned(_) = outcome {
            return shown.iter().any(|&event| self.is_event_wanted(event));
        }
        let mut is_promising = false;
        for &event in shown.iter().filter(|&&event| self.is_event_open(event)) {
            let times = variety.tried.entry(event).or_default();
            *times += 1;
            is_promising |= *times <= limits::TRIED_IN_VAIN;
        }
        is_promising
    }

    /// The whole run of an input that showed something. What goes wrong in it is looked for elsewhere, in plainer worlds; it is
    /// kept for what it reaches.
    fn keep_variation(&mut self, input: &Input) {
        let run = self.judge.run_briefly(input, limits::JUDGED_STEPS);
        let reached = self.scene.objectives.reached(self.scene.program, &run);
        if reached.iter().any(|objective| self.ledger.is_wanted(objective)) {
            self.keep_beyond_cut(input.clone(), run);
        }
    }

    /// Runs an input while what is compared is watched; none if it is no input.
    fn measure(
        &mut self,
        variety: &mut Variety<'a>,
        comparisons: &Comparisons,
        input: &Input,
    ) -> Option<Vec<Option<Reading>>> {
        if self.judge.admits(input) != Some(true) {
            variety.steps += limits::VARIED_START;
            return None;
        }
        let mut readings = comparisons.readings();
        let glance = self.judge.measure(input, limits::VARIED_RUN, &mut readings);
        let nearest = readings.nearest;
        self.weigh(variety, input.clone(), glance);
        Some(nearest)
    }
}

impl<'a> Variety<'a> {
    pub(super) fn new(search: &Search<'a>) -> Self {
        let scene = search.scene;
        let fails = !scene.options.asked.contains(Preference::AllocationSucceeds);
        let varier = Varier::new(scene.world, &scene.objectives.funcs, scene.options.seed);
        Self {
            varier: varier.failing(fails),
            corpus: Corpus::new(),
            n_taken: 0,
            tried: BTreeMap::new(),
            broken: Vec::new(),
            mended_in_vain: BTreeMap::new(),
            is_mending: false,
            recalled: BTreeMap::new(),
            all_steps: 0,
            led_steps: 0,
            steps: 0,
            most: 0,
        }
    }
}

impl Variety<'_> {
    /// Leading takes its share and no more: chance finds what no distance tells of.
    fn has_steps_to_lead(&self) -> bool {
        self.led_steps * limits::LED_SHARE <= self.all_steps + self.steps
    }
}

/// What a run counts for.
fn cost(input: &Input, glance: &Glance) -> u64 {
    let cells = input.objects.values().map(|object| object.cells.len());
    let globals = input.globals.iter().map(|(_, cells)| cells.len());
    let words = input.args.len() + cells.sum::<usize>() + globals.sum::<usize>();
    glance.steps + words as u64 * limits::WORD_STEPS + limits::VARIED_START
}
