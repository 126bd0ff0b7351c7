//! The ledger: all that is known of a function's objectives, and how it came to be known.
//!
//! Evidence comes in by the methods here and in no other way: runs that were seen ([`kept`]), exclusions, walks that came to
//! their end. What is said of an objective is settled from it in one place, [`Ledger::verdict`]. The ledger looks for nothing.

mod kept;

pub(crate) use kept::PathEnd;

use crate::extent::Walked;
use crate::limits::Limit;
use crate::objectives::Objective;
use crate::options::{Criterion, Engines};
use crate::scene::Scene;
use crate::verdict::{Exclusion, Open, Proof, Verdict, is_beyond, judge, on_going_on};
use entity::EntitySet;
use ir::Event;
use ir::input::Input;
use kept::Kept;
use std::collections::{BTreeMap, BTreeSet};
use world::{Gap, Preferences, Premise};

/// What is known so far.
#[derive(Default)]
pub(crate) struct Ledger {
    /// Reached by tests that return.
    covered: EntitySet<Objective>,
    /// Reached by tests that trap later.
    before_traps: EntitySet<Objective>,
    /// Not to be looked for in the worlds that are looked at now.
    excluded: EntitySet<Objective>,
    /// What goals say of objectives that no test reaches.
    decided: BTreeMap<Objective, Verdict>,
    /// For infeasible objectives the outcomes that together exclude them.
    explained: BTreeMap<Objective, Vec<Event>>,
    /// Inputs that should reach an objective but run longer than the interpreter may.
    promised: BTreeMap<Objective, Input>,
    /// Inputs of runs that reached an objective and went on for longer than we watched.
    endless: BTreeMap<Objective, Input>,
    /// Is there no way to return at all? Then a run that goes on is as good as any.
    never_returns: bool,
    kept: Kept,
    /// What the last walk that counts came to.
    walked: Walked,
    /// What walks met that is not modelled.
    gaps: BTreeSet<Gap>,
    /// What a reader should know.
    notes: BTreeSet<String>,
    /// Our own mistakes: what two judges disagreed about.
    disagreements: Vec<String>,
    /// Limits that were met.
    hit: BTreeSet<Limit>,
    work: Work,
}

/// What was done, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Work {
    /// Questions to the solver.
    pub(crate) questions: u64,
    /// Instructions executed symbolically, and steps of inputs that were counted through.
    pub(crate) steps: u64,
}

impl Ledger {
    /// An empty one, of a function that may never return.
    pub(crate) fn of_function(never_returns: bool) -> Self {
        Self { never_returns, ..Self::default() }
    }

    /// Is an objective neither reached, by whatever test, nor excluded?
    pub(crate) fn is_open(&self, objective: Objective) -> bool {
        let is_passed = self.before_traps.contains(objective) || self.is_passed(objective);
        self.is_wanted(objective) && !is_passed
    }

    /// Was it passed by a run that cannot end?
    fn is_passed(&self, objective: Objective) -> bool {
        self.never_returns && self.endless.contains_key(&objective)
    }

    /// Is a test that returns still looked for?
    pub(crate) fn is_wanted(&self, objective: Objective) -> bool {
        !self.covered.contains(objective) && !self.excluded.contains(objective)
    }

    /// Did no run show it, not even one that traps later?
    pub(crate) fn is_unseen(&self, objective: Objective) -> bool {
        !self.covered.contains(objective) && !self.before_traps.contains(objective)
    }

    pub(crate) fn is_excluded(&self, objective: Objective) -> bool {
        self.excluded.contains(objective)
    }

    pub(crate) fn is_promised(&self, objective: Objective) -> bool {
        self.promised.contains_key(&objective)
    }

    /// The objectives that are open, in order.
    pub(crate) fn open(&self, scene: &Scene<'_>) -> Vec<Objective> {
        scene.all().filter(|&it| self.is_open(it)).collect()
    }

    /// Is there anything to look for? What is promised is for compiled code to show.
    pub(crate) fn is_any_wanted(&self, scene: &Scene<'_>) -> bool {
        let is_done = |it| self.is_promised(it) || self.is_passed(it);
        scene.all().any(|it| self.is_wanted(it) && !is_done(it))
    }

    pub(crate) fn n_covered(&self) -> usize {
        self.covered.len()
    }

    /// How many some run has shown, and how many such that none of its kind can end.
    pub(crate) fn n_seen(&self) -> usize {
        let n_passed = if self.never_returns { self.endless.len() } else { 0 };
        self.covered.len() + self.before_traps.len() + n_passed
    }

    pub(crate) fn n_excluded(&self) -> usize {
        self.excluded.len()
    }

    pub(crate) fn work(&self) -> Work {
        self.work
    }

    pub(crate) fn count(&mut self, questions: u64, steps: u64) {
        self.work.questions += questions;
        self.work.steps += steps;
    }

    /// Excluded in the worlds that are looked at now: not looked for any more where no maximum of ours is in the way.
    pub(crate) fn exclude(&mut self, objective: Objective, verdict: Verdict) {
        if is_closed(&verdict) {
            self.excluded.insert(objective);
        } else if self.decided.get(&objective) == Some(&Open::TooLong.verdict()) {
            return;
        }
        self.decided.insert(objective, verdict);
    }

    /// The same where only what holds in all worlds ends the search.
    pub(crate) fn settle(&mut self, objective: Objective, verdict: Verdict) {
        if let Verdict::Infeasible(_) = verdict {
            self.excluded.insert(objective);
        }
        self.decided.insert(objective, verdict);
    }

    /// An input should get there, but nobody has seen it.
    pub(crate) fn promise(&mut self, objective: Objective, input: Input) {
        self.decided.insert(objective, Open::TooLong.verdict());
        self.promised.insert(objective, input);
    }

    /// Remembers what was reached by a run that has not ended. Whether it ever does is left open, and so is the objective.
    pub(super) fn note_endless(&mut self, reached: &EntitySet<Objective>, input: &Input) {
        for objective in reached.iter().filter(|it| !self.covered.contains(*it)) {
            self.endless.entry(objective).or_insert_with(|| input.clone());
        }
    }

    pub(crate) fn promises(&self) -> impl Iterator<Item = (Objective, &Input)> {
        let is_due = |it: Objective| !self.is_reached(it) && !self.is_excluded(it);
        let others = self.endless.iter().filter(|(it, _)| !self.promised.contains_key(it));
        let all = self.promised.iter().chain(others);
        let all = all.map(|(objective, input)| (*objective, input));
        all.filter(move |(objective, _)| is_due(*objective))
    }

    pub(crate) fn explain(&mut self, objective: Objective, because: Vec<Event>) {
        self.explained.insert(objective, because);
    }

    pub(crate) fn because(&self, objective: Objective) -> &[Event] {
        self.explained.get(&objective).map_or(&[], Vec::as_slice)
    }

    /// What is closed only while preferences hold is open again.
    pub(crate) fn reopen(&mut self) {
        let proved = self.decided.iter().filter(|(_, it)| matches!(it, Verdict::Infeasible(_)));
        self.excluded = proved.map(|(objective, _)| *objective).collect();
    }

    /// Other worlds are looked at from here on: what was decided of the former ones says nothing of these.
    pub(crate) fn change_worlds(&mut self) {
        self.decided.retain(|_, verdict| matches!(verdict, Verdict::Infeasible(_)));
        self.reopen();
    }

    /// The objectives that a walk which begins now does not look for.
    pub(crate) fn closed(&self) -> EntitySet<Objective> {
        self.excluded.clone()
    }

    pub(crate) fn walked(&self) -> &Walked {
        &self.walked
    }

    /// Takes in what a walk came to.
    pub(crate) fn adopt(&mut self, walked: Walked) {
        self.gaps.extend(&walked.gaps);
        self.walked = walked;
    }

    /// What was walked does not count: it was not meant to be complete, or it was in other worlds.
    pub(crate) fn forget_walk(&mut self) {
        let Walked { stopped, kept_from_more, .. } = self.walked;
        self.walked = Walked { stopped, kept_from_more, ..Walked::nothing(self.walked.relaxed) };
        self.gaps.clear();
    }

    /// A walk that was to say more could not begin: that all was walked is not known.
    pub(crate) fn doubt_walk(&mut self) {
        self.walked.exhausted = false;
    }

    /// The time was up before a walk that was to say more.
    pub(crate) fn stop(&mut self) {
        (self.walked.stopped, self.walked.exhausted) = (true, false);
    }

    /// Drops premises that what was walked does not rest on after all.
    pub(crate) fn drop_premises(&mut self, is_needless: impl Fn(&Premise) -> bool) {
        self.walked.premises.retain(|it| !is_needless(it));
    }

    pub(crate) fn gaps(&self) -> &BTreeSet<Gap> {
        &self.gaps
    }

    /// A limit was met.
    pub(crate) fn hit(&mut self, limit: Limit) {
        self.hit.insert(limit);
    }

    pub(crate) fn limits_hit(&self) -> impl Iterator<Item = Limit> {
        self.hit.iter().copied()
    }

    pub(crate) fn note(&mut self, note: String) {
        self.notes.insert(note);
    }

    pub(crate) fn notes(&self) -> impl Iterator<Item = &String> {
        self.notes.iter()
    }

    pub(crate) fn disagree(&mut self, what: String) {
        self.disagreements.push(what);
    }

    /// Did judges disagree about any run?
    pub(crate) fn is_distrusted(&self) -> bool {
        !self.disagreements.is_empty()
    }

    pub(crate) fn disagreements(self) -> Vec<String> {
        self.disagreements
    }

    /// What is known of an objective that no test reaches. Where judges disagreed about any run, nothing is excluded.
    pub(crate) fn verdict(&self, scene: &Scene<'_>, objective: Objective) -> Verdict {
        match self.said(scene, objective) {
            Verdict::Infeasible(_) if self.is_distrusted() => Open::Distrusted.verdict(),
            verdict => verdict,
        }
    }

    /// The stronger of what goals and the walk say.
    fn said(&self, scene: &Scene<'_>, objective: Objective) -> Verdict {
        match (self.decided.get(&objective), scene.options.engines) {
            (Some(verdict @ Verdict::Infeasible(_)), _) => verdict.clone(),
            (Some(verdict), Engines::Goals) => verdict.clone(),
            (Some(verdict), _) => match self.verdict_of_walk(scene) {
                // What a walk did not look for it says nothing of.
                proof @ Verdict::Infeasible(_) if !self.walked.closed.contains(objective) => proof,
                _ => verdict.clone(),
            },
            (None, _) => self.verdict_of_walk(scene),
        }
    }

    /// What the walk says of objectives that no test reaches.
    fn verdict_of_walk(&self, scene: &Scene<'_>) -> Verdict {
        if let Some(gap) = self.gaps.first() {
            return Open::Lacks(*gap, self.exclusion(scene, &self.walked)).verdict();
        }
        if self.walked.stopped {
            return Open::Budget(self.walked.kept_from_more).verdict();
        }
        if !self.walked.exhausted {
            let cut = self.walked.cuts.first().copied();
            return cut.map_or(Open::NotWalked, Open::Cut).verdict();
        }
        judge(self.exclusion(scene, &self.walked), scene.options.asked)
    }

    /// Every path was walked to its end: what no test reaches is excluded, on what the walk rests on.
    pub(crate) fn exclusion(&self, scene: &Scene<'_>, walked: &Walked) -> Exclusion {
        let proof = walked.inputs.map_or(Proof::Walk, Proof::Exhaustion);
        let turns = match scene.options.criterion {
            Criterion::KPath(k) => Some(k),
            _ => None,
        };
        let premises = walked.premises.clone();
        let mut exclusion = Exclusion::new(scene.world, premises, proof, walked.relaxed);
        if self.touches_beyond() {
            exclusion.premises.extend(scene.world.granted_beyond(walked.relaxed));
        }
        if proof != Proof::Walk {
            // Walks name what they rest on.
            exclusion.premises.extend(self.traps().filter_map(|trap| on_going_on(trap.kind)));
        }
        Exclusion { turns, ..exclusion }
    }

    /// The preferences that exclusions of open objectives rest on, and that nobody asked for.
    pub(crate) fn in_the_way(&self, scene: &Scene<'_>) -> Preferences {
        let open = self.open(scene).into_iter();
        let all = open.map(|objective| match self.verdict(scene, objective) {
            Verdict::Unknown(open) => open.preferences(),
            Verdict::Infeasible(_) => Preferences::NONE,
        });
        all.fold(Preferences::NONE, Preferences::union).without(scene.options.asked)
    }

    /// Did some run touch more than the contract makes valid? Then it can tell what lies there.
    pub(crate) fn touches_beyond(&self) -> bool {
        self.traps().any(|trap| is_beyond(trap.kind))
    }

    /// May what two parameters lead to overlap, or be a part of the other, so that a run can tell?
    pub(crate) fn may_meet(&self, scene: &Scene<'_>) -> bool {
        let is_apart = |it: &Premise| matches!(it, Premise::Apart(..));
        let beyond = scene.world.granted_beyond(Preferences::NONE);
        scene.world.may_meet() || self.touches_beyond() && beyond.iter().any(is_apart)
    }

    /// What was excluded and is covered all the same is a mistake of ours.
    pub(crate) fn look_for_contradictions(
        &mut self,
        ids: &[String],
        shown: &BTreeMap<Objective, String>,
    ) {
        for (objective, test) in shown {
            if let Some(Verdict::Infeasible(_)) = self.decided.get(objective) {
                let id = &ids[entity::EntityRef::index(*objective)];
                self.disagreements.push(format!("{id} was excluded, and {test} covers it"));
            }
        }
    }

    /// Starts anew with other objectives, of which this is known; the tests stay, each with what it serves now.
    pub(crate) fn turn_to(
        &mut self,
        verdicts: impl Iterator<Item = (Objective, Verdict)>,
        serves: Vec<EntitySet<Objective>>,
        chosen: Vec<usize>,
    ) {
        self.covered = serves.iter().flat_map(EntitySet::iter).collect();
        self.before_traps = EntitySet::new();
        self.excluded = EntitySet::new();
        self.decided.clear();
        self.promised.clear();
        self.endless.clear();
        verdicts.for_each(|(objective, verdict)| self.settle(objective, verdict));
        // That everything was walked says nothing of these beyond what the verdicts say.
        self.doubt_walk();
        self.kept.serve(serves, chosen);
    }
}

/// Is there nothing more to look for in worlds of this kind? No maximum of ours is in the way then.
pub(crate) fn is_closed(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Infeasible(_) => true,
        Verdict::Unknown(Open::Excluded(exclusion)) => !exclusion.is_bounded(),
        Verdict::Unknown(_) => false,
    }
}
