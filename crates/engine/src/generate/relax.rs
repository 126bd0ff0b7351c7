//! Other worlds: what is excluded only while preferences hold is asked for again without them.
//!
//! The plain world comes first, because most is reached there and its tests read best. Then those preferences are relaxed that
//! exclusions name, and only those; what is found is a test like any other. Where a preference is of what nobody can choose, as
//! what calls before this one left in a static variable, it is relaxed in order to exclude only.

use super::pursue::Effort;
use super::strategy::FIRST_TURNS;
use super::{Engines, Search, Stop};
use crate::confirm::Ending;
use crate::goal::{Goal, PLAIN, Told};
use crate::objectives::Objective;
use crate::unfold::{LONGEST_OVERLAPPING, to_turns};
use crate::verdict::{Exclusion, Open, Proof, Verdict, judge};
use crate::walk::NoStart;
use entity::EntitySet;
use exec::Beyond;
use world::{Preference, Preferences};

/// Preferences that tests can do without.
pub(crate) const CHOSEN: [Preference; 6] = [
    Preference::StartsArray,
    Preference::Apart,
    Preference::NotInside,
    Preference::OneArray,
    Preference::Allocated,
    Preference::AllocationSucceeds,
];
/// Those that only proofs can do without.
const GIVEN: [Preference; 2] = [Preference::FirstCall, Preference::VolatileStill];
/// How often more is relaxed: each time exclusions may name what was not in their way before.
const ROUNDS: u32 = 3;
/// How often a walk may look around without reaching anything new.
const LOOKS: u32 = 500;

impl Search<'_> {
    /// Relaxes what exclusions rest on, and asks again.
    pub(super) fn relax(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        for _ in 0..ROUNDS {
            self.reopen();
            let chosen: Preferences = CHOSEN.into_iter().collect();
            let more = self.in_the_way().intersection(chosen).without(self.relaxed);
            if more.is_empty() || self.stopped || stop(&self.progress()) {
                break;
            }
            self.look_without(more, stop)?;
        }
        self.reopen();
        self.exclude_in_any_state(stop);
        Ok(())
    }

    /// From here on these preferences are not in force: what rests on others stays, what rests on these is open again.
    pub(super) fn relax_to(&mut self, relaxed: Preferences) {
        self.relaxed = relaxed;
        self.decided.retain(|_, verdict| matches!(verdict, Verdict::Infeasible(_)));
        self.reopen();
    }

    /// What is closed only while preferences hold is open again.
    fn reopen(&mut self) {
        let proved = self.decided.iter().filter(|(_, it)| matches!(it, Verdict::Infeasible(_)));
        let mut excluded = EntitySet::new();
        proved.for_each(|(objective, _)| {
            excluded.insert(*objective);
        });
        self.excluded.replace(excluded);
    }

    /// All paths again, in worlds without the preferences that the walks so far took for granted. Each path counts once.
    pub(super) fn walk_relaxed(
        &mut self,
        turns: Option<u32>,
        stop: Stop<'_>,
    ) -> Result<(), NoStart> {
        let chosen: Preferences = CHOSEN.into_iter().collect();
        let exclusion = self.walked(self.premises.clone());
        let more = exclusion.preferences().intersection(chosen).without(self.relaxed);
        if more.without(self.options.asked).is_empty() || self.stopped {
            return Ok(());
        }
        self.relax_to(self.relaxed.union(more.without(self.options.asked)));
        self.remember_paths();
        self.walk(turns, None, stop)?;
        self.exclude_at_any_length(stop);
        Ok(())
    }

    /// From here on paths may come up that were walked before.
    fn remember_paths(&mut self) {
        self.has_variants = true;
        for candidate in &self.candidates {
            let trap = match candidate.run.ending {
                Ending::Trapped(trap) => Some(trap),
                Ending::Returned(_) | Ending::Limit(_) | Ending::Other(_) => None,
            };
            self.seen_paths.insert((candidate.run.events.clone(), trap));
        }
    }

    /// The preferences that exclusions of open objectives rest on.
    fn in_the_way(&self) -> Preferences {
        let open = self.objectives.all().filter(|&it| self.is_open(it));
        let all = open.map(|objective| match self.uncovered_objective(objective) {
            Verdict::Unknown(Open::Excluded(exclusion)) => exclusion.preferences(),
            Verdict::Unknown(_) | Verdict::Infeasible(_) => Preferences::NONE,
        });
        all.fold(Preferences::NONE, Preferences::union).without(self.options.asked)
    }

    /// Looks for what is open in worlds where these preferences do not hold either.
    fn look_without(&mut self, more: Preferences, stop: Stop<'_>) -> Result<(), NoStart> {
        self.relax_to(self.relaxed.union(more));
        if more.contains(Preference::Apart) && !self.world.overlaps.is_empty() {
            self.longest = LONGEST_OVERLAPPING;
        }
        self.forget_walk();
        if self.options.engines != Engines::Goals {
            self.exclude_anywhere(stop);
        }
        for turns in [1, FIRST_TURNS] {
            self.walk(Some(turns), Some(LOOKS), stop)?;
            if self.stopped || !self.is_any_open() {
                return Ok(());
            }
        }
        if !self.exhausted || self.rests_on_bounds() {
            for effort in &Effort::ALL[..2] {
                self.pursue(*effort, stop);
            }
        }
        Ok(())
    }

    /// What is refuted whatever calls before this one left behind, and whatever volatile memory does, needs no word about that.
    fn exclude_in_any_state(&mut self, stop: Stop<'_>) {
        let given: Preferences = GIVEN.into_iter().collect();
        let more = self.in_the_way().intersection(given);
        let progress = self.progress();
        let is_over = || stop(&progress);
        if more.is_empty() || is_over() {
            return;
        }
        let relaxed = self.relaxed.union(more).union(PLAIN);
        for beyond in [Beyond::Cut, Beyond::AnyTurn] {
            let unfolding = to_turns(self.options.first_turns, beyond);
            let mut goals = self.execute_relaxing(relaxed, &unfolding, Effort::ALL[0], &is_over);
            let open: Vec<Objective> =
                self.objectives.all().filter(|&it| self.is_open(it)).collect();
            for objective in open {
                let goal = Goal::Aim(self.objectives.aim(objective), objective);
                let Told::Excluded(premises) = goals.decide(goal, &self.ahead) else { continue };
                let exclusion = Exclusion::new(self.world, premises, Proof::Refutation, relaxed);
                if let verdict @ Verdict::Infeasible(_) = judge(exclusion, self.options.asked) {
                    self.excluded.borrow_mut().insert(objective);
                    self.decided.insert(objective, verdict);
                }
            }
            self.count(&goals);
        }
    }
}
