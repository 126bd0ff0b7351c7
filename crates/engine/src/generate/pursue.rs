//! Goals in the service of generation: what seeds left open is asked of the whole function at once.

use super::Search;
use crate::confirm::Ending;
use crate::dataflow::never_taken;
use crate::decisions::{DecisionSite, Evaluation, all_evaluations, evaluations};
use crate::goal::{Goal, Goals, Told};
use crate::ledger::is_closed;
use crate::limits::{self, Effort, Limit};
use crate::objectives::{Aim, Objective};
use crate::options::Engines;
use crate::scene::{Scene, written_checks};
use crate::unfold::{Shortage, raise, shortages, to_turns};
use crate::verdict::{Exclusion, Open, Proof, Verdict, judge};
use entity::EntitySet;
use exec::{Beyond, Unfolding};
use ir::input::Input;
use ir::{Event, Func, Trap};
use solver::Limits;
use std::collections::{BTreeMap, BTreeSet};
use world::{Preference, Preferences, Premise};

/// What came of a question about traps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hunted {
    /// A run ended in one of them.
    Shown,
    /// Nothing runs into any.
    Nothing,
    /// Neither is known.
    Unsure,
}

impl<'p> Search<'p> {
    /// Asks for everything still open. Loops that refutations rest on are unfolded further, round by round.
    pub(super) fn pursue(&mut self, effort: Effort) {
        let stop = &self.clock();
        let first = effort == Effort::ALL[0];
        if !first && self.ledger.open(self.scene).is_empty() {
            return;
        }
        let mut unfolding = to_turns(self.scene.options.first_turns, Beyond::Cut);
        for round in 0..effort.rounds {
            let mut goals = self.execute(self.plain(), &unfolding, effort, stop);
            self.cover(&mut goals, stop);
            let mut short = self.close(&mut goals, effort, stop);
            if round == 0 && first {
                self.hunt_traps(&mut goals, effort, &|_| true, stop);
            }
            self.count(&goals);
            if round == 0 && !short.is_empty() && !stop() {
                self.generalise(effort, stop);
                short.retain(|&objective, _| {
                    self.ledger.is_open(objective) && !self.ledger.is_promised(objective)
                });
            }
            let short = short.into_values().flatten().collect();
            if stop() || !raise(&mut unfolding, &short) {
                return;
            }
        }
    }

    /// Looks for tests with every evaluation of small decisions that no test shows yet: the more there are to choose from, the
    /// smaller the suite.
    pub(super) fn enrich(&mut self) {
        let stop = self.clock();
        let mut missing = self.missing_evaluations();
        if missing.is_empty() || stop() {
            return;
        }
        let unfolding = to_turns(self.scene.options.first_turns, Beyond::Cut);
        let mut goals = self.execute(self.plain(), &unfolding, Effort::ALL[0], &stop);
        while let Some(evaluation) = missing.pop_first() {
            if stop() {
                break;
            }
            match goals.reach_and_return(&Aim::Evaluated(evaluation)) {
                Told::Reached(input) if self.is_not_admitted(&goals, &input) => {}
                Told::Reached(input) => {
                    let run = self.judge.run(&input);
                    evaluations(self.scene.program, &run.events, |evaluation| {
                        missing.remove(&evaluation);
                    });
                    self.ledger.keep_if_new(self.scene, input, run);
                }
                Told::Excluded(_) => {}
                Told::Undecided(_) => break,
            }
        }
        self.count(&goals);
    }

    /// Finds out why what is infeasible is so, as far as that is quick.
    pub(super) fn explain(&mut self) {
        let (scene, stop) = (self.scene, self.clock());
        let mut open: Vec<Objective> = Vec::new();
        for objective in scene.all() {
            let is_open = self.ledger.is_open(objective) || self.ledger.is_excluded(objective);
            if is_open && let Verdict::Infeasible(_) = self.ledger.verdict(scene, objective) {
                open.push(objective);
            }
        }
        for beyond in [Beyond::Cut, Beyond::AnyTurn] {
            if open.is_empty() || stop() {
                return;
            }
            let unfolding = to_turns(scene.options.first_turns, beyond);
            let mut goals = self.execute(self.plain(), &unfolding, Effort::ALL[0], &stop);
            open.retain(|&objective| {
                let goal = Goal::Aim(scene.objectives.aim(objective), objective);
                let because = if stop() { None } else { goals.explain(goal) };
                let found = because.is_some();
                because.into_iter().for_each(|because| self.ledger.explain(objective, because));
                !found
            });
            self.count(&goals);
        }
    }

    fn missing_evaluations(&self) -> BTreeSet<Evaluation> {
        let mut missing = BTreeSet::new();
        for &func in &self.scene.objectives.funcs {
            for (decision, data) in self.scene.program.body(func).decisions.iter() {
                let site = DecisionSite { func, decision };
                let all =
                    all_evaluations(&data.tree, limits::SOUGHT_EVALUATIONS).unwrap_or_default();
                missing.extend(all.into_iter().map(|taken| Evaluation { site, taken }));
            }
        }
        for candidate in self.ledger.candidates() {
            evaluations(self.scene.program, &candidate.run.events, |evaluation| {
                missing.remove(&evaluation);
            });
        }
        missing
    }

    /// The preferences that goals do without by now.
    fn plain(&self) -> Preferences {
        self.scene.plainly(self.extent.relaxed)
    }

    /// The function as a whole in a world without some preferences.
    pub(super) fn execute<'a>(
        &self,
        relaxed: Preferences,
        unfolding: &Unfolding,
        effort: Effort,
        stop: &'a dyn Fn() -> bool,
    ) -> Goals<'a>
    where
        'p: 'a,
    {
        let limits = Limits { sat_conflicts: effort.conflicts, ..Limits::standard() };
        let unfolding = Unfolding { words: effort.words, ..unfolding.clone() };
        self.scene.goals(relaxed, &unfolding, limits, stop)
    }

    pub(super) fn count(&mut self, goals: &Goals<'_>) {
        self.ledger.count(goals.questions(), goals.steps());
    }

    /// What is refuted when one turn stands for all those not unfolded is refuted for good. A model of it may be
    /// no run at all, but often is one.
    fn generalise(&mut self, effort: Effort, stop: &dyn Fn() -> bool) {
        let unfolding = to_turns(self.scene.options.first_turns.min(1), Beyond::AnyTurn);
        let mut goals = self.execute(self.plain(), &unfolding, effort, stop);
        // A model that is no run, and what stays undecided, says nothing.
        let _unanswered =
            self.decide_open(&mut goals, effort, stop, |search, _, objective, told| {
                match told {
                    Told::Reached(input) if search.judge.admits(&input) == Some(true) => {
                        let run = search.judge.run(&input);
                        let scene = search.scene;
                        let reached = scene.objectives.reached(scene.program, &run);
                        let is_long = matches!(run.ending, Ending::Limit(_));
                        if is_long && !reached.contains(objective) {
                            search.ledger.promise(objective, input);
                        } else {
                            search.keep_beyond_cut(input, run);
                        }
                    }
                    Told::Reached(_) => {}
                    Told::Excluded(premises) => {
                        let verdict = search.refuted(premises);
                        if is_closed(&verdict) {
                            search.ledger.exclude(objective, verdict);
                        }
                    }
                    Told::Undecided(open) => return Some(open),
                }
                None
            });
        self.count(&goals);
    }

    /// Decides what is still open, one goal after the other, as long as there is patience. Those that `take` has no answer to,
    /// each with the reason.
    fn decide_open(
        &mut self,
        goals: &mut Goals<'_>,
        effort: Effort,
        stop: &dyn Fn() -> bool,
        mut take: impl FnMut(&mut Self, &Goals<'_>, Objective, Told) -> Option<Open>,
    ) -> Vec<(Objective, Open)> {
        let (mut unanswered, patience) = (Vec::new(), effort.patience as usize);
        for objective in self.scene.all() {
            if !self.ledger.is_open(objective) || unanswered.len() == patience || stop() {
                continue;
            }
            let goal = Goal::Aim(self.scene.objectives.aim(objective), objective);
            let told = goals.decide(goal, &self.scene.ahead);
            unanswered.extend(take(self, goals, objective, told).map(|open| (objective, open)));
        }
        if unanswered.len() == patience {
            self.ledger.hit(Limit::Patience);
        }
        unanswered
    }

    /// Goals follow a precondition in C only so far, and not every clause of a contract: what they exclude is excluded all the
    /// same, but what they find may be refused.
    fn is_not_admitted(&mut self, goals: &Goals<'_>, input: &Input) -> bool {
        let knows_all = self.scene.preconditions.is_empty() && !goals.leaves_out_clauses();
        !knows_all && self.judge.admits(input) != Some(true)
    }

    /// First inputs that return.
    fn cover(&mut self, goals: &mut Goals<'_>, stop: &dyn Fn() -> bool) {
        let mut asked = EntitySet::new();
        let events = goals.events();
        let order: Vec<Objective> = events
            .iter()
            .flat_map(|&event| self.scene.objectives.concerned(event))
            .copied()
            .filter(|&objective| asked.insert(objective))
            .collect();
        for objective in order {
            if stop() {
                return;
            }
            if !self.ledger.is_open(objective) {
                continue;
            }
            match goals.reach_and_return(self.scene.objectives.aim(objective)) {
                Told::Reached(input) if self.is_not_admitted(goals, &input) => {}
                Told::Reached(input) => self.run_goal(objective, input),
                Told::Excluded(_) => {}
                // To return is a constraint on the whole function; if it is too hard once, it is so for the others.
                Told::Undecided(_) => return,
            }
        }
    }

    /// Then anything that gets there at all, or the reason why nothing does. Returns what was too little for a proof.
    fn close(
        &mut self,
        goals: &mut Goals<'_>,
        effort: Effort,
        stop: &dyn Fn() -> bool,
    ) -> BTreeMap<Objective, BTreeSet<Shortage>> {
        let mut short = BTreeMap::new();
        let unanswered = self.decide_open(goals, effort, stop, |search, goals, objective, told| {
            match told {
                Told::Reached(input) if search.is_not_admitted(goals, &input) => {
                    return Some(Open::Refused);
                }
                Told::Reached(input) => search.run_goal(objective, input),
                Told::Excluded(premises) => {
                    let lacking = shortages(&premises);
                    if !lacking.is_empty() {
                        short.insert(objective, lacking);
                    }
                    let verdict = search.refuted(premises);
                    search.ledger.exclude(objective, verdict);
                }
                Told::Undecided(open) => return Some(open),
            }
            None
        });
        let settle = |(objective, open): (_, Open)| self.ledger.settle(objective, open.verdict());
        unanswered.into_iter().for_each(settle);
        short
    }

    /// Looks for inputs on which what the user wrote does not hold: assertions and postconditions that no test breaks yet.
    pub(super) fn hunt_broken_promises(&mut self) {
        let open = self.unbroken_promises();
        let (options, is_over) = (self.scene.options, self.clock());
        if open.is_empty() || is_over() {
            return;
        }
        let unfolding = to_turns(options.first_turns, Beyond::Cut);
        let plain = self.plain();
        for relaxed in [plain, Scene::chosen().without(options.asked).union(plain)] {
            let effort = Effort::ALL[0];
            let mut goals = self.execute(relaxed, &unfolding, effort, &is_over);
            self.hunt_traps(&mut goals, effort, &|trap| open.contains(&trap), &is_over);
            self.count(&goals);
        }
        if options.engines != Engines::Goals && !self.unbroken_promises().is_empty() {
            self.look_where_arrays_meet();
        }
    }

    fn unbroken_promises(&self) -> Vec<Trap> {
        let reached: Vec<Func> = self.scene.world.reach.bodies().map(|(func, _)| func).collect();
        let mut checks = written_checks(self.scene.program, &reached);
        checks.retain(|trap| !self.ledger.is_found(*trap));
        checks
    }

    /// A trap that inputs can run into is a finding, wherever the objectives are. All of them are asked for at once first: most
    /// often nothing runs into any. Where that is too hard, it may be so because of one.
    fn hunt_traps(
        &mut self,
        goals: &mut Goals<'_>,
        effort: Effort,
        wanted: &dyn Fn(Trap) -> bool,
        stop: &dyn Fn() -> bool,
    ) {
        let mut open: Vec<Trap> = goals.traps().into_iter().filter(|&trap| wanted(trap)).collect();
        let mut known = None;
        while known != Some(Hunted::Unsure) {
            open.retain(|&trap| !self.ledger.is_found(trap));
            if open.is_empty() || known == Some(Hunted::Nothing) || stop() {
                return;
            }
            known = Some(self.hunt(goals, &open));
        }
        let mut patience = effort.patience;
        for trap in open {
            if self.ledger.is_found(trap) || patience == 0 || stop() {
                continue;
            }
            if self.hunt(goals, &[trap]) == Hunted::Unsure {
                patience -= 1;
            }
        }
    }

    /// Asks for an input that runs into one of these traps, and runs it.
    fn hunt(&mut self, goals: &mut Goals<'_>, traps: &[Trap]) -> Hunted {
        let input = match goals.run_into(traps) {
            Told::Reached(input) if !self.is_not_admitted(goals, &input) => input,
            Told::Reached(_) | Told::Undecided(_) => return Hunted::Unsure,
            Told::Excluded(_) => return Hunted::Nothing,
        };
        let run = self.judge.run(&input);
        let is_shown = traps.iter().any(|&trap| run.ending == Ending::Trapped(trap));
        if !is_shown {
            self.ledger.disagree(format!(
                "a goal promised one of {traps:?}, the interpreter shows {:?} on {input:?}",
                run.ending
            ));
        }
        self.ledger.keep_if_new(self.scene, input, run);
        if is_shown { Hunted::Shown } else { Hunted::Unsure }
    }

    /// Runs what a goal proposed; the run must reach the objective.
    fn run_goal(&mut self, objective: Objective, input: Input) {
        let run = self.judge.run(&input);
        let is_reached =
            self.scene.objectives.reached(self.scene.program, &run).contains(objective);
        if !is_reached && !run.ending.is_too_large() {
            let aim = self.scene.objectives.aim(objective);
            self.ledger.disagree(format!(
                "a goal of `{}` promised {aim:?}, the interpreter shows {:?} after {} events on {input:?}",
                self.scene.program.funcs[self.scene.func].name,
                run.ending,
                run.events.len()
            ));
        }
        self.check_admitted(&input);
        if !is_reached {
            self.ledger.promise(objective, input.clone());
        }
        // The goal lies before the end of the run, as the end of a prefix does.
        self.keep_beyond_cut(input, run);
    }

    /// Excludes what no run takes, whatever memory holds.
    pub(super) fn exclude_dead(&mut self) {
        for objective in self.of_events(&never_taken(self.scene.program, self.scene.func, false)) {
            let (premises, proof) = (BTreeSet::new(), Proof::Refutation);
            let exclusion = Exclusion { premises, proof, turns: None };
            self.ledger.settle(objective, judge(exclusion, Preferences::NONE));
        }
        self.exclude_never_taken();
    }

    /// Excludes outcomes that need an allocation to fail where none does.
    pub(super) fn exclude_never_taken(&mut self) {
        if self.extent.relaxed.contains(Preference::AllocationSucceeds) {
            return;
        }
        let scene = self.scene;
        if !scene.world.allocates {
            return;
        }
        let known = self.never_taken.take();
        let never = known.unwrap_or_else(|| never_taken(scene.program, scene.func, true));
        for objective in self.of_events(&never) {
            self.ledger.exclude(objective, self.refuted(BTreeSet::new()));
        }
        self.never_taken = Some(never);
    }

    /// The open objectives that only these events show.
    fn of_events(&self, events: &BTreeSet<Event>) -> Vec<Objective> {
        let scene = self.scene;
        let is_one = |objective: &Objective| match scene.objectives.aim(*objective) {
            Aim::Event(event) => events.contains(event),
            Aim::Decisive(site, outcome) => events.contains(&Event::Cond(*site, *outcome)),
            Aim::Place(_, shown) => {
                !shown.is_empty() && shown.iter().all(|event| events.contains(event))
            }
            Aim::Decided(..) | Aim::Evaluated(_) => false,
        };
        self.ledger.open(scene).into_iter().filter(is_one).collect()
    }

    /// What a refutation on these premises is worth.
    fn refuted(&self, premises: BTreeSet<Premise>) -> Verdict {
        self.scene.refuted(premises, self.plain())
    }
}
