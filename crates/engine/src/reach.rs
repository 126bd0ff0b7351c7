//! One goal: an input that gets to a place, or the proof that none does.

use crate::ahead::Ahead;
use crate::confirm::Judge;
use crate::goal::{Goal, Goals, Told};
use crate::objectives::{Objectives, Within};
use crate::scope::{excluded_on, unknown};
use crate::unfold::{loops_of, raise, to_turns};
use exec::{Beyond, Unfolding};
use interp::{Limits, Observer, Seen};
use ir::input::Input;
use ir::{Func, Program, Value};
use std::collections::BTreeSet;
use suite::Verdict;

/// Turns that loops are given at first.
const FIRST_TURNS: u32 = 4;

/// What became of the goal.
#[derive(Clone, Debug)]
#[must_use]
pub enum Reached {
    /// An input that gets there; the interpreter saw it.
    Yes(Box<Input>),
    /// What is known instead: infeasible or unknown.
    Not(Verdict),
}

/// Looks for an input of `func` that executes one of some instructions. At least one of them should yield a value, or no
/// run can be seen to get there.
pub fn reach(
    program: &Program,
    func: Func,
    places: &BTreeSet<(Func, Value)>,
    stop: &dyn Fn() -> bool,
) -> Reached {
    let mut pursuit = Pursuit { program, func, places, judge: Judge::new(program, func), stop };
    let mut unfolding = to_turns(FIRST_TURNS, Beyond::Cut);
    let mut verdict = match pursuit.ask(&unfolding) {
        Ok(input) => return Reached::Yes(Box::new(input)),
        Err((verdict, _)) if is_proof(&verdict) => return Reached::Not(verdict),
        Err((_, loops)) if loops.is_empty() && stop() => {
            return Reached::Not(unknown("the budget ran out".to_owned()));
        }
        Err(open) => open,
    };
    if !verdict.1.is_empty() {
        match pursuit.ask(&to_turns(1, Beyond::AnyTurn)) {
            Ok(input) => return Reached::Yes(Box::new(input)),
            Err((general, _)) if is_proof(&general) => return Reached::Not(general),
            Err(_) => {}
        }
    }
    while !stop() && raise(&mut unfolding, &verdict.1) {
        match pursuit.ask(&unfolding) {
            Ok(input) => return Reached::Yes(Box::new(input)),
            Err((verdict, _)) if is_proof(&verdict) => return Reached::Not(verdict),
            Err(open) => verdict = open,
        }
    }
    Reached::Not(verdict.0)
}

fn is_proof(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Infeasible { .. })
}

struct Pursuit<'a> {
    program: &'a Program,
    func: Func,
    places: &'a BTreeSet<(Func, Value)>,
    judge: Judge<'a>,
    stop: &'a dyn Fn() -> bool,
}

impl Pursuit<'_> {
    /// An input that was seen to get there, or what is known and the loops to unfold further.
    fn ask(
        &mut self,
        unfolding: &Unfolding,
    ) -> Result<Input, (Verdict, BTreeSet<(Func, ir::LoopId)>)> {
        let limits = solver::Limits::standard();
        let mut goals = Goals::watching(
            self.program,
            self.func,
            unfolding.clone(),
            limits,
            self.places,
            self.stop,
        );
        if let Told::Reached(input) = goals.visit_and_return()
            && self.sees(&input)
        {
            return Ok(input);
        }
        let objectives = Objectives::branches(self.program, self.func, Within::Callees);
        let ahead = Ahead::new(self.program, &objectives);
        match goals.decide(Goal::Place, &ahead) {
            Told::Reached(input) if self.sees(&input) => Ok(input),
            // Where one turn stands for many, a model need not be a run.
            Told::Reached(_) => Err((unknown("a model was no run".to_owned()), BTreeSet::new())),
            Told::Excluded(grounds) => {
                Err((excluded_on(self.program, self.func, &grounds, unfolding), loops_of(&grounds)))
            }
            Told::Undecided(reason) => Err((unknown(reason), BTreeSet::new())),
        }
    }

    fn sees(&mut self, input: &Input) -> bool {
        let mut watcher = Watcher { places: self.places, seen: false };
        interp::Machine::new(self.program).run_observed(
            self.func,
            input,
            &Limits::UNIT,
            &mut watcher,
        );
        watcher.seen && self.judge.admits(input) != Some(false)
    }
}

struct Watcher<'a> {
    places: &'a BTreeSet<(Func, Value)>,
    seen: bool,
}

impl Observer for Watcher<'_> {
    fn value(&mut self, func: Func, inst: Value, _: Seen) {
        self.seen |= self.places.contains(&(func, inst));
    }
}
