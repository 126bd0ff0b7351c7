//! A short look at all paths of code that allocates or frees, and of code that breaks its promises only where arrays overlap.
//!
//! What goes wrong with memory often goes wrong on a path that no objective asks for: each outcome is covered, and a block is lost
//! where two of them meet. The look is limited; nothing is concluded from what it does not find.

use super::Search;
use crate::limits;
use crate::scene::Scene;

use crate::extent::Extent;

use world::Preference;

impl Search<'_> {
    /// Looks at paths that no objective asks for, where memory is allocated or freed.
    pub(super) fn look_for_mistakes(&mut self) {
        let world = self.scene.world;
        if (world.frees || world.allocates) && !self.ledger.walked().stopped {
            self.look_aside(self.extent);
        }
    }

    /// Looks at paths with arrays that overlap, whatever the objectives ask for.
    pub(super) fn look_where_arrays_meet(&mut self) {
        let meeting = Scene::meeting().without(self.scene.options.asked);
        let is_new = meeting.without(self.extent.relaxed).contains(Preference::Apart);
        if is_new && !self.ledger.walked().stopped && self.ledger.may_meet(self.scene) {
            let (relaxed, longest) =
                (self.extent.relaxed.union(meeting), limits::LONGEST_OVERLAPPING);
            self.look_aside(Extent { relaxed, longest, ..self.extent });
        }
    }

    fn look_aside(&mut self, extent: Extent) {
        let extent = Extent {
            // Small heaps one by one, where there are links: easy questions, and it is only a look.
            split: self.scene.has_links(),
            steps: limits::ASIDE_STEPS,
            leaves: limits::ASIDE_LEAVES,
            questions: limits::ASIDE_QUESTIONS,
            everything: true,
            ..extent
        };
        // Where it cannot start, or does not come to an end, what was found until now stands.
        let _looked = self.walk(extent.to_turns(limits::FIRST_TURNS).briefly(limits::ASIDE_LOOKS));
    }
}
