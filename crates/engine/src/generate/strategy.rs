//! How walks go about it: by turns with goals, deeper and deeper, over single heaps, among arrays that overlap and longer ones.

use super::Search;
use super::stage::Then;
use crate::extent::{Extent, Walked};
use crate::limits::{self, Effort};

use crate::scene::Scene;
use crate::walk::{NoStart, Order};
use exec::Policy;
use ir::input::Input;
use world::{Overlap, Preference, Preferences, Together};

/// Turns of variations between the questions of a walk that chases.
pub(super) struct Between {
    /// What was asked, and what was seen, when it was their turn last.
    asked: u64,
    n_seen: usize,
    /// Steps of the next turn.
    steps: u64,
}

impl Between {
    pub(super) fn new(n_seen: usize) -> Self {
        Self { asked: 0, n_seen, steps: limits::STEPS_BETWEEN[1] }
    }
}

impl Search<'_> {
    /// All paths, or all of so many turns.
    pub(super) fn walk_all_paths(&mut self) -> Result<(), NoStart> {
        self.walk_on(self.extent)
    }

    /// The same with arrays that overlap, where that makes a difference.
    pub(super) fn walk_overlapping(&mut self) -> Result<(), NoStart> {
        if let Some(extent) = self.overlapping() {
            self.widen(extent);
            self.walk_on(extent)?;
        }
        Ok(())
    }

    /// Walks, and goes by what came of it.
    pub(super) fn walk_on(&mut self, extent: Extent) -> Result<(), NoStart> {
        let walked = self.walk(extent)?;
        self.ledger.adopt(walked);
        Ok(())
    }

    /// From here on walks look as far as this. What was decided of other worlds is open again.
    pub(super) fn widen(&mut self, extent: Extent) {
        self.extent = extent;
        self.ledger.change_worlds();
    }

    /// How far walks look where arrays behind parameters may overlap; none if that makes no difference, or the user ruled it out.
    pub(super) fn overlapping(&self) -> Option<Extent> {
        let world = self.scene.world;
        let meeting = Scene::meeting().without(self.scene.options.asked);
        let is_open = |pair: &&Overlap| !pair.apart || self.ledger.touches_beyond();
        let mut pairs = world.overlaps.iter().filter(is_open);
        let overlap = meeting.contains(Preference::Apart)
            && pairs.any(|pair| pair.together != Some(Together::Before));
        let inside = meeting.contains(Preference::NotInside) && !world.insides.tried.is_empty();
        let relaxed = self.extent.relaxed.union(meeting);
        let longest = if overlap { limits::LONGEST_OVERLAPPING } else { self.extent.longest };
        (overlap || inside).then_some(Extent { relaxed, longest, ..self.extent })
    }

    /// Looks around among arrays as long as any access may tell apart, where shorter ones kept from something. What is known of
    /// shorter ones stays: most that is excluded here will be so again.
    pub(super) fn look_at_long_arrays(&mut self) -> Result<(), NoStart> {
        let before = self.ledger.walked().clone();
        if !before.rests_on_lengths() {
            return Ok(());
        }
        let extent = Extent { longest: Policy::INITIAL.max_candidates, ..self.extent };
        let extent =
            extent.to_turns(limits::TURNS_AMONG_LONG_ONES).briefly(limits::LOOKS_AT_LONG_ARRAYS);
        let walked = self.walk(extent)?;
        let Walked { exhausted, premises, cuts, .. } = before;
        self.ledger.adopt(Walked { cuts, premises, exhausted, ..walked });
        Ok(())
    }

    /// Walks with arrays that overlap, deeper and deeper, then among longer ones. Where those come to no end, what is known of
    /// shorter ones stays.
    pub(super) fn walk_where_arrays_overlap(&mut self) -> Result<(), NoStart> {
        let is_all_covered = self.ledger.n_covered() == self.scene.objectives.len();
        let Some(extent) = self.overlapping().filter(|_| !is_all_covered) else { return Ok(()) };
        self.widen(extent);
        self.walk_deeper()?;
        let before = self.ledger.walked().clone();
        if !self.goes_on() || !before.rests_on_bounds() {
            return Ok(());
        }
        let extent = Extent { longest: self.scene.longest(), ..self.extent };
        let walked =
            self.walk(extent.to_turns(limits::FIRST_TURNS).briefly(limits::LOOKS_AT_LONG_ONES))?;
        if walked.exhausted {
            self.extent = extent;
            self.ledger.adopt(walked);
        } else {
            let Walked { exhausted, premises, .. } = before;
            self.extent.longest = limits::LONGEST_OVERLAPPING;
            self.ledger.adopt(Walked { premises, exhausted, ..walked });
        }
        Ok(())
    }

    /// Looks around among arrays that overlap, before it takes long to see that nothing else helps. What it does not reach says
    /// nothing: it is not meant to be complete.
    pub(super) fn look_at_overlapping(&mut self) -> Result<(), NoStart> {
        if let Some(extent) = self.overlapping() {
            self.ledger.change_worlds();
            let extent =
                extent.to_turns(limits::TURNS_OF_A_LOOK).briefly(limits::LOOKS_AT_OVERLAPPING);
            self.walk_on(extent)?;
            self.ledger.forget_walk();
        }
        Ok(())
    }

    /// The same where allocations fail, before harder questions are asked of a world in which they do not.
    pub(super) fn look_at_failures(&mut self) -> Result<(), NoStart> {
        self.ledger.change_worlds();
        let relaxed = self.extent.relaxed.with(Preference::AllocationSucceeds);
        let extent = Extent { relaxed, ..self.extent };
        self.walk_on(extent.to_turns(limits::TURNS_OF_A_LOOK).briefly(limits::LOOKS_ELSEWHERE))?;
        self.ledger.forget_walk();
        self.exclude_never_taken();
        Ok(())
    }

    /// Variations of inputs and walks that spread, by turns, each with more patience than before, as long as one of them finds
    /// something: a walk gets behind conditions that no change by chance meets, and a run is a thousand times cheaper than a path.
    /// It proves nothing.
    pub(super) fn roam(&mut self) -> Result<(), NoStart> {
        let mut vain = 0usize;
        // Allocations fail here as well: what needs that is looked for.
        self.ledger.change_worlds();
        for round in 0..limits::ROAMS {
            let n_open = self.ledger.open(self.scene).len();
            self.vary_inputs(limits::ROAMING_STEPS << round);
            self.follow_varied()?;
            if self.goes_on() && !self.is_over() {
                self.spread(limits::ROAMING_LOOKS << round, round % 2 == 0)?;
            }
            vain = if self.ledger.open(self.scene).len() < n_open { 0 } else { vain + 1 };
            if vain > self.vain_roams() || !self.goes_on() || self.is_over() {
                break;
            }
        }
        self.exclude_never_taken();
        Ok(())
    }

    /// How many turns in a row may find nothing: as little as is left is soon asked for one by one.
    fn vain_roams(&self) -> usize {
        (self.ledger.open(self.scene).len() / limits::OPEN_FOR_A_VAIN_ROAM).min(limits::VAIN_ROAMS)
    }

    /// Looks around everywhere, also where allocations fail: what recurses has too many paths for a walk that leaves none out. What
    /// it does not reach says nothing.
    pub(super) fn walk_widely(&mut self) -> Result<(), NoStart> {
        let looks = limits::WIDE_LOOKS.saturating_mul(self.ledger.open(self.scene).len() as u32);
        self.spread(looks, false)?;
        self.exclude_never_taken();
        Ok(())
    }

    /// A walk that goes on along each path as long as that shows something new, among longer arrays and for more turns than a walk
    /// over all paths could. What it does not reach says nothing.
    pub(super) fn chase(&mut self) -> Result<(), NoStart> {
        let longest = self.extent.longest.max(Policy::INITIAL.max_candidates);
        let extent = Extent { longest, ..self.anywhere(Order::Chasing) };
        self.stray(None, extent.to_turns(limits::LAST_TURNS).briefly(limits::CHASING_LOOKS))?;
        self.exclude_never_taken();
        Ok(())
    }

    /// Now and then inputs are varied for as long as the questions took, and on as long as that shows more than these did. Where
    /// it shows nothing, the next turn is a shorter one.
    pub(super) fn vary_between(&mut self, between: &mut Between, asked: u64) {
        if asked - between.asked < limits::QUESTIONS_BETWEEN {
            return;
        }
        let by_questions = self.ledger.n_seen().saturating_sub(between.n_seen);
        loop {
            let n_seen = self.ledger.n_seen();
            self.vary_inputs(between.steps);
            let by_chance = self.ledger.n_seen().saturating_sub(n_seen);
            let [least, most] = limits::STEPS_BETWEEN;
            between.steps = if by_chance > 0 { most } else { (between.steps / 2).max(least) };
            if by_chance <= by_questions || !self.is_any_wanted() || self.is_over() {
                break;
            }
        }
        (between.asked, between.n_seen) = (asked, self.ledger.n_seen());
    }

    /// A walk that goes where few went before, near what is open: in the function under test alone, if anything is open there, or
    /// anywhere.
    fn spread(&mut self, looks: u32, at_home: bool) -> Result<(), NoStart> {
        let extent = self.anywhere(Order::Spreading { at_home });
        self.stray(None, extent.to_turns(limits::WIDE_TURNS).briefly(looks))
    }

    /// Walks along some of the inputs that are varied, those that pass by the most that is open: each outcome beside the way is
    /// asked for as it comes, and what follows stays as the input has it as far as that goes (Godefroid, Levin and Molnar's
    /// generational search, 2008). So conditions are met that lie behind others which only chance or patience got past.
    fn follow_varied(&mut self) -> Result<(), NoStart> {
        for _ in 0..limits::FOLLOWED {
            if !self.goes_on() || self.is_over() {
                break;
            }
            let Some(input) = self.next_to_follow() else { break };
            let extent = self.anywhere(Order::Leaping).to_turns(limits::FOLLOWED_TURNS);
            self.stray(Some(input), extent.briefly(limits::FOLLOWED_LOOKS))?;
        }
        Ok(())
    }

    /// Anything that shows something new, also where allocations fail.
    fn anywhere(&self, order: Order) -> Extent {
        let fails = Preferences::NONE.with(Preference::AllocationSucceeds);
        let relaxed = self.extent.relaxed.union(fails.without(self.scene.options.asked));
        let split = self.scene.has_links();
        let conflicts = limits::ROAMING_CONFLICTS;
        Extent { relaxed, split, settle: true, roams: true, conflicts, order, ..self.extent }
    }

    /// Walks without saying anything of what is not reached.
    fn stray(&mut self, input: Option<Input>, extent: Extent) -> Result<(), NoStart> {
        self.ledger.change_worlds();
        let walked = self.walk_led_by(input, extent)?;
        self.ledger.adopt(walked);
        self.ledger.forget_walk();
        Ok(())
    }

    /// For linked structures: a walk where each place that a pointer may lead to is a path of its own, since a question about
    /// all heaps at once may be a hard one.
    pub(super) fn walk_split(&mut self) -> Result<Then, NoStart> {
        if !self.scene.has_links() {
            return Ok(Then::On);
        }
        // Short arrays and few turns first: small heaps show most, and there are few of them.
        let all = Extent { split: true, ..self.extent };
        let short = Extent { longest: limits::SHORT_ARRAYS.min(all.longest), ..all };
        self.walk_on(short.to_turns(1).briefly(limits::LOOKS_AT_SHORT))?;
        let looks = if self.is_open(limits::WIDELY_OPEN) {
            limits::LOOKS_AMONG_MANY
        } else {
            limits::LOOKS_AT_HEAPS
        };
        for turns in 1..=limits::FIRST_TURNS {
            self.walk_on(all.to_turns(turns).briefly(looks))?;
            let proved = self.ledger.walked().is_whole() && self.ledger.gaps().is_empty();
            if proved || !self.goes_on() {
                return Ok(Then::Settled);
            }
        }
        Ok(Then::On)
    }

    /// A walk that shares its time with goals, each with more patience when it is its turn again.
    pub(super) fn walk_in_turn(&mut self, round: usize) -> Result<Then, NoStart> {
        self.walk_on(self.extent.to_turns(self.turns).briefly(limits::LOOKS_IN_TURN[round]))?;
        let walked = self.ledger.walked();
        self.turns *= if walked.is_short { limits::TURNS_MORE } else { 1 };
        // Goals can exclude what paths only left open for meeting something on the way that is not modelled.
        let is_known = walked.is_whole() && (round > 0 || self.ledger.gaps().is_empty());
        Ok(if is_known || !self.goes_on() { Then::Settled } else { Then::On })
    }

    /// Goals for what paths did not reach.
    pub(super) fn pursue_in_turn(&mut self, round: usize) -> Then {
        self.pursue(Effort::ALL[round]);
        if self.is_any_wanted() { Then::On } else { Then::Settled }
    }

    /// Walks with ever more turns, until more of them make no difference.
    pub(super) fn walk_deeper(&mut self) -> Result<(), NoStart> {
        let mut turns = limits::FIRST_TURNS;
        loop {
            self.walk_on(self.extent.to_turns(turns))?;
            let walked = self.ledger.walked();
            if !walked.is_short || walked.stopped || turns >= limits::LAST_TURNS {
                return Ok(());
            }
            turns *= 4;
        }
    }
}
