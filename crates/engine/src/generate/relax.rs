//! Other worlds: what is excluded only while preferences hold is asked for again without them.
//!
//! The plain world comes first, because most is reached there and its tests read best. Then those preferences are relaxed that
//! exclusions name, and only those; what is found is a test like any other. Where a preference is of what nobody can choose, as
//! what calls before this one left in a static variable, it is relaxed in order to exclude only.

use super::Search;
use crate::ahead::Ahead;
use crate::limits::{self, Effort};
use crate::objectives::Objective;
use std::collections::{BTreeSet, VecDeque};

use crate::extent::Extent;
use crate::goal::{Goal, Told};
use crate::options::Engines;
use crate::scene::Scene;
use crate::unfold::to_turns;
use crate::verdict::{Exclusion, Proof, Verdict, judge};
use crate::walk::NoStart;
use exec::Beyond;
use ir::Func;
use world::{Memoryless, Preference, Preferences, World, alone, memoryless};

/// Those that only proofs can do without.
const GIVEN: [Preference; 3] =
    [Preference::FirstCall, Preference::OneInterrupt, Preference::VolatileStill];

impl Search<'_> {
    /// Relaxes what exclusions rest on, and asks again.
    pub(super) fn relax(&mut self) -> Result<(), NoStart> {
        for _ in 0..limits::RELAXATIONS {
            self.ledger.reopen();
            let more = self.ledger.in_the_way(self.scene).intersection(Scene::chosen());
            let more = more.without(self.extent.relaxed);
            if more.is_empty() || self.ledger.walked().stopped || self.is_over() {
                break;
            }
            self.look_without(more)?;
        }
        self.ledger.reopen();
        Ok(())
    }

    /// All paths again, in worlds without the preferences that the walks so far took for granted. Each path counts once.
    pub(super) fn walk_relaxed(&mut self) -> Result<(), NoStart> {
        let exclusion = self.ledger.exclusion(self.scene, self.ledger.walked());
        let more = exclusion.preferences().intersection(Scene::chosen());
        let more = more.without(self.extent.relaxed).without(self.scene.options.asked);
        if more.is_empty() {
            return Ok(());
        }
        self.widen(Extent { relaxed: self.extent.relaxed.union(more), ..self.extent });
        self.ledger.remember_paths();
        self.walk_on(self.extent)?;
        self.exclude_at_any_length();
        Ok(())
    }

    /// Looks for what is open in worlds where these preferences do not hold either.
    fn look_without(&mut self, more: Preferences) -> Result<(), NoStart> {
        let may_overlap = more.contains(Preference::Apart) && !self.scene.world.overlaps.is_empty();
        let longest = if may_overlap { limits::LONGEST_OVERLAPPING } else { self.extent.longest };
        let relaxed = self.extent.relaxed.union(more);
        self.widen(Extent { relaxed, longest, ..self.extent });
        self.ledger.forget_walk();
        if self.scene.options.engines != Engines::Goals {
            self.exclude_anywhere();
        }
        for turns in [1, limits::FIRST_TURNS] {
            self.walk_on(self.extent.to_turns(turns).briefly(limits::LOOKS_ELSEWHERE))?;
            if !self.goes_on() {
                return Ok(());
            }
        }
        if !self.ledger.walked().is_whole() {
            for effort in &Effort::ALL[..2] {
                self.pursue(*effort);
            }
        }
        Ok(())
    }

    /// What numbers and its own objects alone exclude is excluded whatever memory holds, pointers lead to and others do.
    pub(super) fn exclude_without_memory(&mut self) {
        if let Some(made) = memoryless(self.scene.world) {
            self.exclude_of(self.scene.func, made, limits::VAIN_WITHOUT_MEMORY);
        }
    }

    /// What functions that are called exclude by themselves is excluded whoever calls them, however deep calls are.
    pub(super) fn exclude_by_themselves(&mut self) {
        let scene = self.scene;
        let open = self.ledger.open(scene);
        let funcs: BTreeSet<Func> =
            open.iter().map(|&it| scene.objectives.aim(it).func()).collect();
        let mut left = limits::VAIN_BY_THEMSELVES;
        for func in funcs.into_iter().filter(|&it| it != scene.func).take(limits::BY_THEMSELVES) {
            if self.is_over() || left == 0 {
                break;
            }
            if let Some(made) = alone(&World::of(scene.program, func)) {
                let most = left.min(limits::VAIN_WITHOUT_MEMORY);
                left -= self.exclude_of(func, made, most).min(left);
            }
        }
    }

    /// What a function excludes in a program with more runs than it has. How many terms questions in a row were asked about, in the
    /// end, that excluded nothing; when these are the most that may be, the rest is left to others.
    fn exclude_of(
        &mut self,
        func: Func,
        Memoryless { program, funcs }: Memoryless,
        most: usize,
    ) -> usize {
        let (scene, stop, now) = (self.scene, self.stop, self.progress());
        let is_over = || stop(&now);
        let world = World::of(&program, func);
        let mut open = self.ledger.open(scene);
        open.retain(|&it| funcs.contains(&scene.objectives.aim(it).func()));
        if open.is_empty() || is_over() {
            return 0;
        }
        // The code is another, and so are the places in it where execution was cut.
        let ahead = Ahead::new(&program, &scene.objectives);
        let mut goals = scene.goals_without_memory(&world, &is_over);
        let goal = |it: Objective| Goal::Aim(scene.objectives.aim(it), it);
        let (mut open, mut vain) = (VecDeque::from(open), 0);
        while let Some(objective) = open.pop_front().filter(|_| !is_over()) {
            let told = goals.decide(goal(objective), &ahead);
            vain += goals.n_terms();
            if let Told::Excluded(premises) = told {
                // What is premised of the arguments of another function says nothing of those of this one.
                let is_own = func == scene.func || premises.is_empty();
                let exclusion = Exclusion { premises, proof: Proof::Refutation, turns: None };
                if !is_own {
                    continue;
                }
                if let verdict @ Verdict::Infeasible(_) = judge(exclusion, Preferences::NONE) {
                    self.ledger.settle(objective, verdict);
                    vain = 0;
                }
            } else if let Told::Reached(_) = told {
                // A model of one is a model of all that hold in it: none of these is excluded.
                open.retain(|&it| !goals.shows(goal(it)));
            }
            if vain >= most {
                break;
            }
        }
        self.count(&goals);
        vain
    }

    /// What is refuted whatever calls before this one left behind, and whatever volatile memory does, needs no word about that.
    pub(super) fn exclude_in_any_state(&mut self) {
        let given: Preferences = GIVEN.into_iter().collect();
        let more = self.ledger.in_the_way(self.scene).intersection(given);
        let (scene, is_over) = (self.scene, self.clock());
        if more.is_empty() || is_over() {
            return;
        }
        let relaxed = self.scene.plainly(self.extent.relaxed.union(more));
        for beyond in [Beyond::Cut, Beyond::AnyTurn] {
            let unfolding = to_turns(scene.options.first_turns, beyond);
            let mut goals = self.execute(relaxed, &unfolding, Effort::ALL[0], &is_over);
            for objective in self.ledger.open(scene) {
                let goal = Goal::Aim(scene.objectives.aim(objective), objective);
                let Told::Excluded(premises) = goals.decide(goal, &scene.ahead) else { continue };
                if let verdict @ Verdict::Infeasible(_) = scene.refuted(premises, relaxed) {
                    self.ledger.settle(objective, verdict);
                }
            }
            self.count(&goals);
        }
    }
}
