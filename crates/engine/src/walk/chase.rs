//! Going after what is open along one path, turn by turn: from a state of a machine to the next, as long as something new comes of it.
//!
//! Where only a long sequence of inputs shows something, as in protocols and reactive programs, neither more turns of all paths nor
//! chance get there. Here a path that has just shown something new goes on: where it would end, and control could also go where
//! something wanted is nearer, it goes there, for a few turns. What it came by and did not take is asked for afterwards, the deepest
//! first, so that nothing walked is walked again.

use super::choice::Way;
use super::{Guide, Order, Walk};
use crate::limits;

/// For how long a path has shown nothing new.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Idle {
    /// How often control was led in vain.
    led: u32,
    /// Turns of loops.
    turns: u32,
}

impl Walk<'_> {
    /// Does a side show what is wanted? Where control is led that is all that this walk has not met: what others have met lies on
    /// the way to what nobody has.
    pub(super) fn is_wanted(&self, (_, _, event): &Way, guide: &dyn Guide) -> bool {
        let is_wanted =
            |event| if self.is_led() { !self.met.contains(&event) } else { guide.wants(event) };
        event.is_some_and(is_wanted)
    }

    /// A side is about to be taken, and perhaps it is new.
    pub(super) fn note_new(&mut self, (_, _, event): &Way) {
        if self.is_led()
            && let Some(event) = *event
            && self.met.insert(event)
        {
            self.idle = Idle::default();
            self.look_again();
        }
    }

    pub(super) fn is_led(&self) -> bool {
        self.extent.order == Order::Chasing
    }

    /// Another turn of a loop: have there been too many without anything new?
    pub(super) fn idles(&mut self) -> bool {
        self.idle.turns += 1;
        self.is_led() && self.idle.turns > limits::IDLE_TURNS
    }

    /// Is something wanted nearer on another side than on the one that comes free? Then that is the last of all sides, which is
    /// the next to be taken.
    pub(super) fn is_led_away(
        &mut self,
        free: Way,
        sides: &mut Vec<Way>,
        guide: &dyn Guide,
    ) -> bool {
        if !self.is_led() || sides.is_empty() || self.idle.led >= limits::LED_IN_VAIN {
            return false;
        }
        let ways: Vec<Way> = sides.iter().copied().chain([free]).collect();
        let places = self.places_of(&ways);
        let near: Vec<u32> = places.iter().map(|(_, places)| guide.near(places)).collect();
        let least = near.iter().copied().min().unwrap_or_default();
        if near.last() == Some(&least) {
            return false;
        }
        let mut all: Vec<(u32, Way)> = near.into_iter().zip(ways).collect();
        all.sort_by_key(|(near, _)| std::cmp::Reverse(*near));
        *sides = all.into_iter().map(|(_, way)| way).collect();
        self.idle.led += 1;
        self.look();
        true
    }

    /// Goes back to the deepest choice with a side that is wanted and that some input takes, or with one that came free and was
    /// postponed, if anything wanted lies there; false if there is none.
    pub(super) fn chase_on(&mut self, guide: &dyn Guide) -> bool {
        while !self.choices.is_empty() {
            let Some(side) = self.next_to_chase() else {
                self.choices.pop();
                self.words.known.solver.pop();
                continue;
            };
            self.look();
            if self.is_over() {
                return true;
            }
            self.restore();
            if self.worth(side, guide) && self.enter(side) {
                self.note_new(&side);
                return true;
            }
            // Each choice has a level of the solver.
            self.words.known.solver.push();
        }
        false
    }

    /// The next side of the last choice to go after, which is taken out; what was met since it was left open is out too.
    fn next_to_chase(&mut self) -> Option<Way> {
        let choice = self.choices.last_mut()?;
        while let Some(way) = choice.open.pop() {
            let is_new = way.2.is_some_and(|event| !self.met.contains(&event));
            if is_new || choice.postponed == Some(way.0) {
                return Some(way);
            }
        }
        None
    }
}
