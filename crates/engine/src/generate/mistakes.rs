//! A short look at all paths of code that allocates or frees, and of code that breaks its promises only where arrays overlap.
//!
//! What goes wrong with memory often goes wrong on a path that no objective asks for: each outcome is covered, and a block is lost
//! where two of them meet. The look is limited; nothing is concluded from what it does not find.

use super::strategy::FIRST_TURNS;
use super::{Search, Stop};
use crate::unfold::LONGEST_OVERLAPPING;
use crate::walk::{Everything, NoStart, Order};
use std::cell::Cell;
use world::Preference;

/// Paths that are looked at, questions that they may ask, and how often these may ask for more time.
const LEAVES: usize = 64;
const QUESTIONS: u64 = 1_000;
const LOOKS: u32 = 2_000;
/// Instructions of a path.
const STEPS: u64 = 20_000;

impl Search<'_> {
    /// Looks at paths that no objective asks for, where memory is allocated or freed.
    pub(super) fn look_for_mistakes(&mut self, stop: Stop<'_>) {
        if (self.world.frees || self.world.allocates) && !self.stopped {
            self.look_aside(stop);
        }
    }

    /// Looks at paths with arrays that overlap, whatever the objectives ask for.
    pub(super) fn look_where_arrays_meet(&mut self, stop: Stop<'_>) {
        if self.relaxed.contains(Preference::Apart) || self.stopped || !self.may_meet() {
            return;
        }
        let longest = std::mem::replace(&mut self.longest, LONGEST_OVERLAPPING);
        let relaxed = self.relaxed;
        self.relaxed = relaxed.with(Preference::Apart).with(Preference::NotInside);
        self.look_aside(stop);
        (self.relaxed, self.longest) = (relaxed, longest);
    }

    fn look_aside(&mut self, stop: Stop<'_>) {
        let (cuts, unsupported) = (self.cuts.clone(), self.unsupported.clone());
        let (exhausted, paths) = (self.exhausted, self.paths);
        // Small heaps one by one, where there are links: easy questions, and it is only a look.
        let links = self.has_links();
        let split = std::mem::replace(&mut self.split, links);
        // Where it cannot start, what was found until now stands.
        let _started = self.look_at_paths(stop);
        self.split = split;
        (self.cuts, self.unsupported) = (cuts, unsupported);
        (self.stopped, self.exhausted, self.paths) = (false, exhausted, paths);
    }

    fn look_at_paths(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        let mut limits = self.limits(Some(FIRST_TURNS));
        limits.steps = STEPS;
        let progress = self.progress();
        let looks = Cell::new(LOOKS);
        let is_over = || stop(&progress);
        let ask = || {
            looks.set(looks.get().saturating_sub(1));
            looks.get() == 0 || is_over()
        };
        let Some(walk) = self.start(limits, Order::DepthFirst, &is_over)? else { return Ok(()) };
        let mut walk = walk.until(&ask);
        for _ in 0..LEAVES {
            if walk.counts.questions > QUESTIONS {
                break;
            }
            let Some(leaf) = walk.next(&Everything) else { break };
            self.take_leaf(leaf, stop);
        }
        self.questions += walk.counts.questions;
        self.steps += walk.steps();
        Ok(())
    }
}
