//! The inputs that variations are made of: those whose runs showed something that no run before showed.
//!
//! What a run shows is which outcomes came right after which, and how often, by powers of two (Zalewski's AFL) beyond a few: one
//! child more, one turn more, is a step that others lead on from.

use crate::confirm::Glance;
use crate::limits;
use crate::vary::Varier;
use entity::EntityRef;
use interp::Outcome;
use ir::Event;
use ir::input::Input;

/// Pairs of outcomes are told apart by so many bits.
const BITS: u32 = 16;

/// Inputs, and what all their runs showed.
pub(super) struct Corpus {
    entries: Vec<Entry>,
    /// For each pair of outcomes how often some run showed it: a bit for each number that is told apart.
    shown: Vec<u16>,
    /// The same for the run that is looked at, as counts, and which of them there are.
    counts: Vec<u8>,
    met: Vec<u16>,
    /// Outcomes by their bits, each with the number of the last run that showed it.
    last_shown: Vec<Option<(Event, u64)>>,
    n_runs: u64,
}

struct Entry {
    input: Input,
    /// The outcomes that its run shows, each once.
    passed: Vec<Event>,
    /// Did a walk follow it?
    is_followed: bool,
    /// Does it pass a condition whose other outcome was open when it came?
    is_frontier: bool,
    /// And one of the function under test itself? Those of functions that it calls are met by others as well.
    is_home: bool,
    /// Was it led towards what is open?
    is_led: bool,
    /// Does its run go wrong?
    traps: bool,
    n_picks: u32,
}

impl Corpus {
    pub(super) fn new() -> Self {
        let n = 1 << BITS;
        Self {
            entries: Vec::new(),
            shown: vec![0; n],
            counts: vec![0; n],
            met: Vec::new(),
            last_shown: vec![None; n],
            n_runs: 0,
        }
    }

    pub(super) fn input(&self, number: usize) -> &Input {
        &self.entries[number].input
    }

    pub(super) fn is_led(&self, number: usize) -> bool {
        self.entries[number].is_led
    }

    pub(super) fn lead(&mut self, number: usize) {
        self.entries[number].is_led = true;
    }

    pub(super) fn add(&mut self, input: Input, run: &Glance, is_frontier: bool, is_home: bool) {
        if self.entries.len() >= limits::VARIED_INPUTS {
            return;
        }
        let mut passed = run.events.clone();
        passed.sort_unstable();
        passed.dedup();
        let traps = matches!(run.outcome, Outcome::Trapped(_));
        let (is_led, is_followed, n_picks) = (!is_frontier, false, 0);
        self.entries.push(Entry {
            input,
            passed,
            is_followed,
            is_frontier,
            is_home,
            is_led,
            traps,
            n_picks,
        });
    }

    /// The inputs that no walk followed, the last that came first.
    pub(super) fn to_follow(&self) -> impl Iterator<Item = usize> {
        (0..self.entries.len()).rev().filter(|&number| !self.entries[number].is_followed)
    }

    /// The outcomes that the run of an input shows, each once.
    pub(super) fn passed(&self, number: usize) -> &[Event] {
        &self.entries[number].passed
    }

    /// An input that is followed from here on.
    pub(super) fn follow(&mut self, number: usize) -> Input {
        self.entries[number].is_followed = true;
        self.entries[number].input.clone()
    }

    /// Does a run show something that none did before? It counts as shown from here on.
    pub(super) fn is_new(&mut self, events: &[Event]) -> bool {
        let mut before = 0;
        for event in events {
            let number = number(*event);
            let pair = (before >> 1 ^ number) as u16;
            let count = &mut self.counts[pair as usize];
            if *count == 0 {
                self.met.push(pair);
            }
            *count = count.saturating_add(1);
            before = number;
        }
        let mut is_new = false;
        for pair in self.met.drain(..) {
            let (shown, count) = (&mut self.shown[pair as usize], &mut self.counts[pair as usize]);
            let often = 1 << how_often(*count);
            is_new |= *shown & often == 0;
            *shown |= often;
            *count = 0;
        }
        is_new
    }

    /// The outcomes that a run shows, hardly any of them more than once.
    pub(super) fn distinct(&mut self, events: &[Event]) -> Vec<Event> {
        self.n_runs += 1;
        let mut distinct = Vec::new();
        for &event in events {
            let slot = &mut self.last_shown[number(event) as u16 as usize];
            if *slot != Some((event, self.n_runs)) {
                *slot = Some((event, self.n_runs));
                distinct.push(event);
            }
        }
        distinct
    }

    /// The next input to vary: of a few the one that was varied least, those near something open, and those that do not go wrong, before others.
    pub(super) fn pick(&mut self, varier: &mut Varier<'_>) -> Option<usize> {
        if self.entries.is_empty() {
            return None;
        }
        let some = [(); 4].map(|()| varier.below(self.entries.len()));
        let last = self.entries.len() - 1;
        let cost = |&number: &usize| {
            let entry = &self.entries[number];
            let picks = (u32::BITS - entry.n_picks.leading_zeros()) * 2;
            picks
                + u32::from(!entry.is_frontier) * 3
                + u32::from(!entry.is_home) * 3
                + u32::from(entry.traps) * 3
        };
        let number = some.into_iter().chain([last]).min_by_key(cost)?;
        self.entries[number].n_picks += 1;
        Some(number)
    }
}

/// Numbers of times that are told apart: each up to eight, then powers of two.
fn how_often(count: u8) -> u32 {
    if count <= 8 { u32::from(count) } else { 6 + count.ilog2() }
}

/// An outcome as bits that are spread evenly.
fn number(event: Event) -> u64 {
    /// An odd number near the golden part of 2^64 (Knuth's multiplicative hashing).
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let bits = match event {
        Event::Cond(site, truth) => {
            (site.func.index() << 32 | site.cond.index() << 1 | usize::from(truth)) as u64
        }
        Event::Switch(site, target) => {
            let place = site.func.index() << 40 | site.switch.index() << 20;
            1 << 63 | place as u64 ^ u64::from(target)
        }
    };
    let spread = bits.wrapping_mul(SPREAD);
    spread ^ spread >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use entity::EntityRef;
    use ir::{Cond, CondSite, Func};

    fn event(cond: usize, truth: bool) -> Event {
        let (func, cond) = (Func::from_index(0), Cond::from_index(cond));
        Event::Cond(CondSite { func, cond }, truth)
    }

    #[test]
    fn runs_are_new_by_pairs_and_by_how_often_they_come() {
        let mut corpus = Corpus::new();
        let (a, b) = (event(0, true), event(1, false));
        assert!(corpus.is_new(&[a, b]));
        assert!(!corpus.is_new(&[a, b]));
        assert!(corpus.is_new(&[b, a]));
        assert!(corpus.is_new(&[a, b, a, b]));
        assert!(!corpus.is_new(&[a, b, a, b]));
        assert!(corpus.is_new(&[a, b].repeat(6)));
        assert!(corpus.is_new(&[a, b].repeat(5)));
        assert!(corpus.is_new(&[a, b].repeat(70)));
        assert!(!corpus.is_new(&[a, b].repeat(100)));
    }
}
