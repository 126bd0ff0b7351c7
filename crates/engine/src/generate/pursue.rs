//! Goals in the service of generation: what seeds left open is asked of the whole function at once.

use super::relax::CHOSEN;
use super::{Engines, Search, Stop};
use crate::confirm::Ending;
use crate::decisions::{DecisionSite, Evaluation, all_evaluations, evaluations};
use crate::goal::{Goal, Goals, PLAIN, Told};
use crate::nullness::never_taken;
use crate::objectives::{Aim, Objective};
use crate::reach::written_checks;
use crate::unfold::{Shortage, raise, shortages, to_turns};
use crate::verdict::{Exclusion, Open, Proof, Verdict, judge};
use entity::EntitySet;
use exec::{Beyond, Unfolding};
use ir::input::Input;
use ir::{Event, Func, Trap};
use solver::Limits;
use std::collections::{BTreeMap, BTreeSet};
use world::{Preference, Preferences, Premise};

/// Decisions with more evaluations are not looked at one by one.
const MOST_EVALUATIONS: usize = 40;

/// How much goals may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// Conflicts of one question.
    conflicts: u64,
    /// Questions that may stay without answer before the others are given up too.
    patience: u32,
    /// How often loops are unfolded further.
    rounds: u32,
    /// Words of one execution.
    words: usize,
}

impl Effort {
    /// First what is easy, then with ever more patience.
    pub(super) const ALL: [Self; 3] = [
        Self { conflicts: 2_000, patience: 4, rounds: 2, words: 100_000 },
        Self { conflicts: 20_000, patience: 20, rounds: 4, words: 500_000 },
        Self { conflicts: 200_000, patience: 1_000, rounds: 8, words: 4_000_000 },
    ];
}
impl<'p> Search<'p> {
    /// Asks for everything still open. Loops that refutations rest on are unfolded further, round by round.
    pub(super) fn pursue(&mut self, effort: Effort, stop: Stop<'_>) {
        let progress = self.progress();
        self.pursue_until(effort, &|| stop(&progress));
    }

    fn pursue_until(&mut self, effort: Effort, stop: &dyn Fn() -> bool) {
        let first = effort == Effort::ALL[0];
        if !first && !self.objectives.all().any(|objective| self.is_open(objective)) {
            return;
        }
        let mut unfolding = to_turns(self.options.first_turns, Beyond::Cut);
        for round in 0..effort.rounds {
            let mut goals = self.execute(&unfolding, effort, stop);
            self.cover(&mut goals, stop);
            let mut short = self.close(&mut goals, effort, stop);
            if round == 0 && first {
                self.hunt_traps(&mut goals, effort, &|_| true, stop);
            }
            self.count(&goals);
            if round == 0 && !short.is_empty() && !stop() {
                self.generalise(effort, stop);
                short.retain(|&objective, _| {
                    self.is_open(objective) && !self.promised.contains_key(&objective)
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
    pub(super) fn enrich(&mut self, stop: Stop<'_>) {
        let progress = self.progress();
        let stop = || stop(&progress);
        let mut missing = self.missing_evaluations();
        if missing.is_empty() || stop() {
            return;
        }
        let unfolding = to_turns(self.options.first_turns, Beyond::Cut);
        let mut goals = self.execute(&unfolding, Effort::ALL[0], &stop);
        while let Some(evaluation) = missing.pop_first() {
            if stop() {
                break;
            }
            match goals.reach_and_return(&Aim::Evaluated(evaluation)) {
                Told::Reached(input) if self.is_not_admitted(&goals, &input) => {}
                Told::Reached(input) => {
                    let run = self.judge.run(&input);
                    evaluations(self.program, &run.events, |evaluation| {
                        missing.remove(&evaluation);
                    });
                    self.keep_if_new(input, run);
                }
                Told::Excluded(_) => {}
                Told::Undecided(_) => break,
            }
        }
        self.count(&goals);
    }

    /// Finds out why what is infeasible is so, as far as that is quick.
    pub(super) fn explain(&mut self, stop: Stop<'_>) {
        let progress = self.progress();
        let stop = || stop(&progress);
        let mut open: Vec<Objective> = Vec::new();
        for objective in self.objectives.all() {
            let is_open = self.is_open(objective) || self.excluded.borrow().contains(objective);
            if is_open && let Verdict::Infeasible(_) = self.uncovered_objective(objective) {
                open.push(objective);
            }
        }
        for beyond in [Beyond::Cut, Beyond::AnyTurn] {
            if open.is_empty() || stop() {
                return;
            }
            let mut goals =
                self.execute(&to_turns(self.options.first_turns, beyond), Effort::ALL[0], &stop);
            open.retain(|&objective| {
                let goal = Goal::Aim(self.objectives.aim(objective), objective);
                let because = if stop() { None } else { goals.explain(goal) };
                let found = because.is_some();
                self.explained.extend(because.map(|because| (objective, because)));
                !found
            });
            self.count(&goals);
        }
    }

    fn missing_evaluations(&self) -> BTreeSet<Evaluation> {
        let mut missing = BTreeSet::new();
        for &func in &self.objectives.funcs {
            for (decision, data) in self.program.body(func).decisions.iter() {
                let site = DecisionSite { func, decision };
                let all = all_evaluations(&data.tree, MOST_EVALUATIONS).unwrap_or_default();
                missing.extend(all.into_iter().map(|taken| Evaluation { site, taken }));
            }
        }
        for candidate in &self.candidates {
            evaluations(self.program, &candidate.run.events, |evaluation| {
                missing.remove(&evaluation);
            });
        }
        missing
    }

    fn execute<'a>(
        &self,
        unfolding: &Unfolding,
        effort: Effort,
        stop: &'a dyn Fn() -> bool,
    ) -> Goals<'a>
    where
        'p: 'a,
    {
        self.execute_relaxing(self.relaxed.union(PLAIN), unfolding, effort, stop)
    }

    /// The function as a whole in a world without some preferences.
    pub(super) fn execute_relaxing<'a>(
        &self,
        relaxed: Preferences,
        unfolding: &Unfolding,
        effort: Effort,
        stop: &'a dyn Fn() -> bool,
    ) -> Goals<'a>
    where
        'p: 'a,
    {
        let limits = Limits {
            audit: self.options.audit,
            sat_conflicts: effort.conflicts,
            ..Limits::standard()
        };
        let places = self.objectives.places();
        let unfolding = Unfolding { words: effort.words, ..unfolding.clone() };
        Goals::new(self.world, self.options.pre, relaxed, unfolding, limits, &places, stop)
    }

    pub(super) fn count(&mut self, goals: &Goals<'_>) {
        self.questions += goals.questions();
        self.steps += goals.steps();
    }

    /// What is refuted when one turn stands for all those not unfolded is refuted for good. A model of it may be
    /// no run at all, but often is one.
    fn generalise(&mut self, effort: Effort, stop: &dyn Fn() -> bool) {
        let unfolding = to_turns(self.options.first_turns.min(1), Beyond::AnyTurn);
        let mut goals = self.execute(&unfolding, effort, stop);
        let mut patience = effort.patience;
        for objective in self.objectives.all() {
            if !self.is_open(objective) || patience == 0 || stop() {
                continue;
            }
            let aim = self.objectives.aim(objective);
            match goals.decide(Goal::Aim(aim, objective), &self.ahead) {
                Told::Reached(input) => {
                    if self.judge.admits(&input) == Some(true) {
                        let run = self.judge.run(&input);
                        if let Ending::Limit(_) = run.ending {
                            self.decided.insert(objective, Open::TooLong.verdict());
                            self.promised.insert(objective, input);
                        } else {
                            self.keep_beyond_cut(input, run);
                        }
                    }
                }
                Told::Excluded(premises) => {
                    let verdict = self.refuted(premises);
                    if is_closed(&verdict) {
                        self.excluded.borrow_mut().insert(objective);
                        self.decided.insert(objective, verdict);
                    }
                }
                Told::Undecided(_) => patience -= 1,
            }
        }
        self.count(&goals);
    }

    pub(super) fn is_open(&self, objective: Objective) -> bool {
        !self.covered.borrow().contains(objective)
            && !self.reached_before_traps.borrow().contains(objective)
            && !self.excluded.borrow().contains(objective)
    }

    /// Goals follow a precondition in C only so far, and not every clause of a contract: what they exclude is excluded all the
    /// same, but what they find may be refused.
    fn is_not_admitted(&mut self, goals: &Goals<'_>, input: &Input) -> bool {
        let knows_all = self.preconditions().is_empty() && !goals.leaves_out_clauses();
        !knows_all && self.judge.admits(input) != Some(true)
    }

    /// First inputs that return.
    fn cover(&mut self, goals: &mut Goals<'_>, stop: &dyn Fn() -> bool) {
        let mut asked = EntitySet::new();
        let events = goals.events();
        let order: Vec<Objective> = events
            .iter()
            .flat_map(|&event| self.objectives.concerned(event))
            .copied()
            .filter(|&objective| asked.insert(objective))
            .collect();
        for objective in order {
            if stop() {
                return;
            }
            if !self.is_open(objective) {
                continue;
            }
            match goals.reach_and_return(self.objectives.aim(objective)) {
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
        let mut patience = effort.patience;
        for objective in self.objectives.all() {
            if !self.is_open(objective) || patience == 0 || stop() {
                continue;
            }
            let aim = self.objectives.aim(objective);
            match goals.decide(Goal::Aim(aim, objective), &self.ahead) {
                Told::Reached(input) if self.is_not_admitted(goals, &input) => {
                    self.decided.insert(objective, Open::Refused.verdict());
                    patience -= 1;
                }
                Told::Reached(input) => self.run_goal(objective, input),
                Told::Excluded(premises) => {
                    let lacking = shortages(&premises);
                    if !lacking.is_empty() {
                        short.insert(objective, lacking);
                    }
                    self.exclude(objective, premises);
                }
                Told::Undecided(open) => {
                    self.decided.insert(objective, open.verdict());
                    patience -= 1;
                }
            }
        }
        short
    }

    /// Looks for inputs on which what the user wrote does not hold: assertions and postconditions that no test breaks yet.
    pub(super) fn hunt_broken_promises(&mut self, stop: Stop<'_>) {
        let open = self.unbroken_promises();
        let progress = self.progress();
        let is_over = || stop(&progress);
        if open.is_empty() || is_over() {
            return;
        }
        let unfolding = to_turns(self.options.first_turns, Beyond::Cut);
        let plain = self.relaxed.union(PLAIN);
        let anywhere: Preferences = CHOSEN.into_iter().collect();
        for relaxed in [plain, anywhere.without(self.options.asked).union(plain)] {
            let effort = Effort::ALL[0];
            let mut goals = self.execute_relaxing(relaxed, &unfolding, effort, &is_over);
            self.hunt_traps(&mut goals, Effort::ALL[0], &|trap| open.contains(&trap), &is_over);
            self.count(&goals);
        }
        if self.options.engines != Engines::Goals && !self.unbroken_promises().is_empty() {
            self.look_where_arrays_meet(stop);
        }
    }

    fn unbroken_promises(&self) -> Vec<Trap> {
        let reached: Vec<Func> = self.world.reach.bodies().map(|(func, _)| func).collect();
        let mut checks = written_checks(self.program, &reached);
        checks.retain(|trap| !self.found_traps.borrow().contains(trap));
        checks
    }

    /// A trap that inputs can run into is a finding, wherever the objectives are.
    fn hunt_traps(
        &mut self,
        goals: &mut Goals<'_>,
        effort: Effort,
        wanted: &dyn Fn(Trap) -> bool,
        stop: &dyn Fn() -> bool,
    ) {
        let mut patience = effort.patience;
        for trap in goals.traps().into_iter().filter(|&trap| wanted(trap)) {
            if self.found_traps.borrow().contains(&trap) || patience == 0 || stop() {
                continue;
            }
            match goals.decide(Goal::Trap(trap), &self.ahead) {
                Told::Reached(input) if self.is_not_admitted(goals, &input) => patience -= 1,
                Told::Reached(input) => {
                    let run = self.judge.run(&input);
                    if run.ending != Ending::Trapped(trap) {
                        self.disagreements.push(format!(
                            "a goal promised {trap:?}, the interpreter shows {:?} on {input:?}",
                            run.ending
                        ));
                    }
                    self.keep_if_new(input, run);
                }
                Told::Excluded(_) => {}
                Told::Undecided(_) => patience -= 1,
            }
        }
    }

    /// Runs what a goal proposed; the run must reach the objective.
    fn run_goal(&mut self, objective: Objective, input: Input) {
        let run = self.judge.run(&input);
        if !self.objectives.reached(self.program, &run).contains(objective) {
            let aim = self.objectives.aim(objective);
            self.disagreements.push(format!(
                "a goal of `{}` promised {aim:?}, the interpreter shows {:?} after {} events on {input:?}",
                self.program.funcs[self.func].name,
                run.ending,
                run.events.len()
            ));
        }
        if self.judge.admits(&input) == Some(false) {
            self.disagreements.push(format!("an input does not satisfy its contract: {input:?}"));
        }
        // The goal lies before the end of the run, as the end of a prefix does.
        self.keep_beyond_cut(input, run);
    }

    /// Excludes outcomes that need an allocation to fail where none does.
    pub(super) fn exclude_never_taken(&mut self) {
        if self.relaxed.contains(Preference::AllocationSucceeds) {
            return;
        }
        let never = never_taken(self.program, self.func);
        let objectives: Vec<Objective> = self.objectives.all().collect();
        for objective in objectives {
            let is_never = match self.objectives.aim(objective) {
                Aim::Event(event) => never.contains(event),
                Aim::Decisive(site, outcome) => never.contains(&Event::Cond(*site, *outcome)),
                Aim::Place(_, events) => {
                    !events.is_empty() && events.iter().all(|event| never.contains(event))
                }
                Aim::Decided(..) | Aim::Evaluated(_) => false,
            };
            if is_never {
                self.exclude(objective, BTreeSet::new());
            }
        }
    }

    /// What a refutation on these premises is worth.
    fn refuted(&self, premises: BTreeSet<Premise>) -> Verdict {
        let relaxed = self.relaxed.union(PLAIN);
        let exclusion = Exclusion::new(self.world, premises, Proof::Refutation, relaxed);
        judge(exclusion, self.options.asked)
    }

    fn exclude(&mut self, objective: Objective, premises: BTreeSet<Premise>) {
        let verdict = self.refuted(premises);
        if is_closed(&verdict) {
            self.excluded.borrow_mut().insert(objective);
        } else if self.decided.get(&objective) == Some(&Open::TooLong.verdict()) {
            return;
        }
        self.decided.insert(objective, verdict);
    }
}

/// Is there nothing more to look for in worlds of this kind? No maximum of ours is in the way then.
fn is_closed(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Infeasible(_) => true,
        Verdict::Unknown(Open::Excluded(exclusion)) => !exclusion.is_bounded(),
        Verdict::Unknown(_) => false,
    }
}
