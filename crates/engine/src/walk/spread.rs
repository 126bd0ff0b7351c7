//! The order in which nothing is done with: after each path the side that was taken least often, near something wanted.
//!
//! Where calls recurse and loops turn, a walk that goes back to the deepest choice stays for ever in the part of the space that
//! it met first. Here rare pairs of outcomes come first, as in fuzzers that reward new edges, and of those what is near in the
//! control flow to what nobody has reached.

use super::choice::{Side, Way};
use super::{Guide, Walk};
use exec::Pc;
use ir::{Event, Func};
use std::collections::BTreeMap;

/// An outcome, if one is shown, and the one before it.
type Pair = (Option<Event>, Option<Event>);

/// How often an outcome was taken right after another, and how often it was the one to go back for.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    times: BTreeMap<Pair, u32>,
    picked: BTreeMap<Pair, u32>,
}

impl Taken {
    pub(super) fn count(&mut self, before: Option<Event>, event: Option<Event>) {
        *self.times.entry((before, event)).or_default() += 1;
    }

    /// In branches that something wanted could be farther away: how often the number of times has doubled, since what lies in a
    /// loop is common by itself, and how often nothing came of going back for it.
    fn cost(&self, pair: Pair) -> u32 {
        let times = self.times.get(&pair).copied().unwrap_or(0);
        let picked = self.picked.get(&pair).copied().unwrap_or(0);
        u32::BITS - times.leading_zeros() + picked
    }
}

impl Walk<'_> {
    /// Goes back to the choice with the best open side that some input takes; false if there is none.
    pub(super) fn spread(&mut self, guide: &dyn Guide) -> bool {
        while let Some((at, number)) = self.best_open(guide) {
            if self.is_over() {
                return true;
            }
            let is_more_behind = self.choices[at + 1..].iter().any(|it| !it.open.is_empty());
            for _ in at + 1..self.choices.len() {
                self.choices.pop();
                self.words.known.solver.pop();
            }
            self.restore();
            let choice = &mut self.choices[at];
            let side = choice.open.swap_remove(number);
            let last = choice.n_events.checked_sub(1).map(|last| self.trace.all()[last]);
            *self.taken.picked.entry((last, side.2)).or_default() += 1;
            let before = choice.taken.take();
            choice.open.extend(before.filter(|_| is_more_behind));
            if self.enter(side) {
                return true;
            }
            if self.choices[at].open.is_empty() {
                self.choices.pop();
            } else {
                // Each choice has a level of the solver.
                self.words.known.solver.push();
            }
        }
        false
    }

    /// The choice and the number of its open side that comes next: the fewest times taken and branches away, the deepest of these.
    fn best_open(&self, guide: &dyn Guide) -> Option<(usize, usize)> {
        let mut best: Option<(u32, (usize, usize))> = None;
        for (at, choice) in self.choices.iter().enumerate() {
            let before = choice.n_events.checked_sub(1).map(|last| self.trace.all()[last]);
            for (number, &(side, _, event)) in choice.open.iter().enumerate() {
                let is_wanted = event.is_some_and(|event| guide.wants(event));
                let places = choice.places.iter().find(|(other, _)| *other == side);
                let near = places.map_or(0, |(_, places)| guide.near(places));
                let away = if is_wanted { 0 } else { near };
                let cost = away.saturating_add(self.taken.cost((before, event)));
                if best.is_none_or(|(least, _)| cost <= least) {
                    best = Some((cost, (at, number)));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// Where active calls go on from each of some sides.
    pub(super) fn places_of(&mut self, ways: &[Way]) -> Vec<(Side, Vec<(Func, Pc)>)> {
        let mark = self.machine.mark();
        let mut places = Vec::new();
        for &(side, ..) in ways {
            self.steer(side);
            places.push((side, self.machine.frames().collect()));
            self.machine.undo_to(&mark);
        }
        places
    }
}
