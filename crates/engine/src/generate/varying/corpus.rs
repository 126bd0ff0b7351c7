//! The inputs that variations are made of: those whose runs showed something that no run before showed.
//!
//! What a run shows is which outcomes came right after which, and how often, by powers of two (Zalewski's AFL) beyond a few: one
//! child more, one turn more, is a step that others lead on from.

use crate::limits;
use crate::vary::Varier;
use ir::Event;
use ir::input::Input;
use std::hash::{DefaultHasher, Hash, Hasher};

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
}

struct Entry {
    input: Input,
    /// The outcomes that its run shows, each once.
    passed: Vec<Event>,
    /// Did a walk follow it?
    is_followed: bool,
    /// Does it pass a condition whose other outcome was open when it came?
    is_frontier: bool,
    /// Was it led towards what is open?
    is_led: bool,
    n_picks: u32,
}

impl Corpus {
    pub(super) fn new() -> Self {
        let n = 1 << BITS;
        Self { entries: Vec::new(), shown: vec![0; n], counts: vec![0; n], met: Vec::new() }
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

    pub(super) fn add(&mut self, input: Input, events: &[Event], is_frontier: bool) {
        if self.entries.len() >= limits::VARIED_INPUTS {
            return;
        }
        let mut passed = events.to_vec();
        passed.sort_unstable();
        passed.dedup();
        let (is_led, is_followed, n_picks) = (!is_frontier, false, 0);
        self.entries.push(Entry { input, passed, is_followed, is_frontier, is_led, n_picks });
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

    /// The next input to vary: of a few the one that was varied least, those near something open before others.
    pub(super) fn pick(&mut self, varier: &mut Varier<'_>) -> Option<usize> {
        if self.entries.is_empty() {
            return None;
        }
        let some = [(); 4].map(|()| varier.below(self.entries.len()));
        let last = self.entries.len() - 1;
        let cost = |&number: &usize| {
            let entry = &self.entries[number];
            (u32::BITS - entry.n_picks.leading_zeros()) * 2 + u32::from(!entry.is_frontier) * 3
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
    let mut hasher = DefaultHasher::new();
    event.hash(&mut hasher);
    hasher.finish()
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
