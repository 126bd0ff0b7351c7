//! Goals in the service of generation: what seeds left open is asked of the whole function at once.

use super::Search;
use crate::goal::{Goal, Goals, Ground, Told};
use crate::objectives::Objective;
use exec::{Beyond, Reason, Unfolding};
use ir::input::Input;
use ir::{Event, Func, LoopId};
use solver::Limits;
use std::collections::{BTreeMap, BTreeSet};
use suite::{Bounds, Scope, Verdict};

/// How the turns of loops grow where a refutation rests on them.
const GROWTH: u32 = 4;
const LAST_TURNS: u32 = 256;
/// Active calls of one function.
const CALLS: u32 = 8;
/// Instructions of the merged execution.
const STEPS: u64 = 200_000;

impl<'p> Search<'p> {
    /// Asks for everything still open. Loops that refutations rest on are unfolded further, round by round.
    pub(super) fn pursue(&mut self, stop: &dyn Fn() -> bool) {
        let mut unfolding = Unfolding {
            turns: self.options.first_turns,
            of_loop: BTreeMap::new(),
            calls: CALLS,
            steps: STEPS,
            beyond: Beyond::Cut,
        };
        let mut first = true;
        loop {
            let mut goals = self.execute(&unfolding);
            self.cover(&mut goals, stop);
            let mut short = self.close(&mut goals, &unfolding, stop);
            self.count(&goals);
            if std::mem::take(&mut first) && !short.is_empty() && !stop() {
                self.generalise(stop);
                short.retain(|&objective, _| self.is_open(objective));
            }
            let short = short.into_values().flatten().collect();
            if stop() || !raise(&mut unfolding, &short) {
                return;
            }
        }
    }

    fn execute(&self, unfolding: &Unfolding) -> Goals<'p> {
        let limits = Limits { audit: self.options.audit, ..Limits::standard() };
        Goals::new(self.program, self.func, unfolding.clone(), limits)
    }

    fn count(&mut self, goals: &Goals<'_>) {
        self.questions += goals.questions;
        self.steps += goals.steps();
    }

    /// What is refuted when one turn stands for all those not unfolded is refuted for good. A model of it may be
    /// no run at all, but often is one.
    fn generalise(&mut self, stop: &dyn Fn() -> bool) {
        let unfolding = Unfolding {
            turns: self.options.first_turns.min(1),
            of_loop: BTreeMap::new(),
            calls: CALLS,
            steps: STEPS,
            beyond: Beyond::AnyTurn,
        };
        let mut goals = self.execute(&unfolding);
        for objective in self.objectives.all() {
            if !self.is_open(objective) || stop() {
                continue;
            }
            let event = self.objectives.event(objective);
            match goals.decide(Goal::Event(event, objective), &self.ahead) {
                Told::Reached(input) => {
                    if self.judge.admits(&input) == Some(true) {
                        let run = self.judge.run(&input);
                        self.keep_if_new(input, run);
                    }
                }
                Told::Excluded(grounds) => {
                    if let verdict @ Verdict::Infeasible { .. } =
                        self.excluded_on(&grounds, &unfolding)
                    {
                        self.excluded.borrow_mut().insert(objective);
                        self.decided.insert(objective, verdict);
                    }
                }
                Told::Undecided(_) => {}
            }
        }
        self.count(&goals);
    }

    fn is_open(&self, objective: Objective) -> bool {
        !self.covered.borrow().contains(objective) && !self.excluded.borrow().contains(objective)
    }

    /// First inputs that return.
    fn cover(&mut self, goals: &mut Goals<'_>, stop: &dyn Fn() -> bool) {
        for event in goals.events() {
            let Some(objective) = self.objectives.of(event) else { continue };
            if stop() {
                return;
            }
            if self.is_open(objective)
                && let Some(input) = goals.reach_and_return(event)
            {
                self.run_goal(event, input);
            }
        }
    }

    /// Then anything that gets there at all, or the reason why nothing does. Returns the loops to be unfolded further.
    fn close(
        &mut self,
        goals: &mut Goals<'_>,
        unfolding: &Unfolding,
        stop: &dyn Fn() -> bool,
    ) -> BTreeMap<Objective, BTreeSet<(Func, LoopId)>> {
        let mut short = BTreeMap::new();
        for objective in self.objectives.all() {
            if !self.is_open(objective) || stop() {
                continue;
            }
            let event = self.objectives.event(objective);
            match goals.decide(Goal::Event(event, objective), &self.ahead) {
                Told::Reached(input) => self.run_goal(event, input),
                Told::Excluded(grounds) => {
                    let loops: BTreeSet<_> = grounds.iter().filter_map(loop_of).collect();
                    if !loops.is_empty() {
                        short.insert(objective, loops);
                    }
                    self.exclude(objective, &grounds, unfolding);
                }
                Told::Undecided(reason) => {
                    let verdict = Verdict::Unknown { reason, excluded_within: Vec::new() };
                    self.decided.insert(objective, verdict);
                }
            }
        }
        short
    }

    /// Runs what a goal proposed; the run must show the event.
    fn run_goal(&mut self, event: Event, input: Input) {
        let run = self.judge.run(&input);
        if !run.events.contains(&event) {
            self.disagreements.push(format!(
                "a goal of `{}` promised {event:?}, the interpreter shows {:?} after {} events on {input:?}",
                self.program.funcs[self.func].name,
                run.ending,
                run.events.len()
            ));
        }
        if self.judge.admits(&input) == Some(false) {
            self.disagreements.push(format!("an input does not satisfy its contract: {input:?}"));
        }
        self.keep_if_new(input, run);
    }

    fn exclude(&mut self, objective: Objective, grounds: &BTreeSet<Ground>, unfolding: &Unfolding) {
        let verdict = self.excluded_on(grounds, unfolding);
        if let Verdict::Infeasible { .. } = verdict {
            self.excluded.borrow_mut().insert(objective);
        }
        self.decided.insert(objective, verdict);
    }

    /// What a refutation on these grounds is worth.
    fn excluded_on(&self, grounds: &BTreeSet<Ground>, unfolding: &Unfolding) -> Verdict {
        let mut assumes = Vec::new();
        let mut within: Bounds = Vec::new();
        for ground in grounds {
            match ground {
                Ground::Requires(text) => assumes.push(text.clone()),
                Ground::Bound(text) => within.push(super::parse_bound(text)),
                Ground::Cut(Reason::Turns(func, id)) => {
                    within
                        .push((self.loop_name(*func, *id), unfolding.turns_of(*func, *id).into()));
                }
                Ground::Cut(Reason::Calls(func)) => {
                    let name = &self.program.funcs[*func].name;
                    within.push((format!("active calls of {name}"), unfolding.calls.into()));
                }
                Ground::Cut(Reason::Steps) => {
                    within.push(("steps of the whole function".to_owned(), unfolding.steps));
                }
                Ground::Cut(Reason::Unsupported(what)) => {
                    let reason = format!("paths meet what is not modelled: {what}");
                    return Verdict::Unknown { reason, excluded_within: Vec::new() };
                }
                Ground::Cut(Reason::Refuted) => {
                    unreachable!("what is known should be proved, not assumed")
                }
            }
        }
        if let Some((what, most)) = within.first() {
            let reason = format!("not within {what} <= {most}");
            return Verdict::Unknown { reason, excluded_within: within };
        }
        if let Some((p, q)) = self.may_alias() {
            let reason = format!("excluded only while `{p}` and `{q}` lead to different arrays");
            return Verdict::Unknown { reason, excluded_within: Vec::new() };
        }
        assumes.extend(self.not_null());
        Verdict::Infeasible {
            scope: Scope::Unconditional,
            assumes,
            proof: "refuted by the solver on the merged function".to_owned(),
        }
    }

    fn loop_name(&self, func: Func, id: LoopId) -> String {
        format!("turns of {id} of {}", self.program.funcs[func].name)
    }
}

fn loop_of(ground: &Ground) -> Option<(Func, LoopId)> {
    match ground {
        Ground::Cut(Reason::Turns(func, id)) => Some((*func, *id)),
        _ => None,
    }
}

/// Gives loops more turns; false if all of them have as many as they get.
fn raise(unfolding: &mut Unfolding, short: &BTreeSet<(Func, LoopId)>) -> bool {
    let mut raised = false;
    for &(func, id) in short {
        let turns = unfolding.turns_of(func, id);
        if turns < LAST_TURNS {
            unfolding.of_loop.insert((func, id), (turns * GROWTH).max(1));
            raised = true;
        }
    }
    raised
}
