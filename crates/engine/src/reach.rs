//! Single questions about a function: an input that gets somewhere or traps, or the proof that none does.
//!
//! Loops are unfolded a little, then one turn stands for all others, then they are unfolded further where refutations rest on
//! that. Every input that is told was run by the interpreter.

use crate::ahead::Ahead;
use crate::confirm::{Confirmed, Ending, Judge};
use crate::decisions::tree_of;
use crate::generate::CHOSEN;
use crate::goal::{Goal, Goals, PLAIN, Told};
use crate::objectives::{Aim, Objective, Objectives};
use crate::polish::polish;
use crate::unfold::{Shortage, raise, shortages, to_turns};
use crate::verdict::{Describe, Exclusion, Open, Proof, Verdict, judge};
use crate::walk::{NoStart, Order, Walk, WalkLimits};
use entity::EntityRef;
use exec::{Beyond, Policy, Reason, Unfolding};
use interp::{Limits, Observer, Seen};
use ir::input::Input;
use ir::{CondSite, Event, Func, Inst, Program, Trap, TrapKind, Value};
use std::collections::{BTreeMap, BTreeSet};
use world::{Preferences, Premise, World};

mod along;
mod around;
mod hollow;

/// Turns that loops are given at first.
const FIRST_TURNS: u32 = 4;

/// Conflicts of a question beyond which it is given up.
const MOST_CONFLICTS: u64 = 20_000_000;

/// Branches and instructions of a path that is walked.
const PATH_EVENTS: usize = 200_000;
const PATH_STEPS: u64 = 20_000_000;
/// How often more preferences are relaxed.
const RELAXATIONS: u32 = 3;
/// Words that merging a precondition may make.
const MERGING: usize = 50_000;

/// Where to get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// To one of these instructions; at least one of them should yield a value, or no run can be seen to get there.
    Places(BTreeSet<(Func, Value)>),
    /// To an outcome.
    Aim(Aim),
}

/// What became of a question.
#[derive(Clone, Debug)]
#[must_use]
pub enum Reached {
    /// An input that gets there, and the run that showed it.
    Yes(Box<(Input, Confirmed)>),
    /// An input that should show this outcome, but runs longer than the interpreter may: compiled code has the last word.
    Promised(Box<Input>, Event),
    /// What is known instead: infeasible or unknown; and the outcomes on the way that exclude it, if that was found out.
    Not(suite::Verdict, Vec<Event>),
}

/// What was found out about the traps of a function.
#[derive(Clone, Debug)]
pub struct Proofs {
    /// Each thing that could go wrong, and whether it can.
    pub checks: Vec<(Trap, Reached)>,
    /// Those that never happen only because every run goes wrong before, each with what does.
    pub hollow: BTreeMap<Trap, Trap>,
    /// Why there may be more of them than these.
    pub not_followed: Option<String>,
}

/// Looks for an input of `func` that gets to the target.
pub fn reach(program: &Program, func: Func, target: &Target, stop: &dyn Fn() -> bool) -> Reached {
    let world = World::of(program, func);
    let mut inquiry = Inquiry::new(&world, stop);
    let question = match target {
        Target::Places(places) => {
            inquiry.places.clone_from(places);
            Question::Places
        }
        Target::Aim(aim) => {
            inquiry.objectives = Objectives::single(program, func, aim.clone());
            inquiry.ahead = Ahead::new(program, &inquiry.objectives);
            Question::Aim(aim.clone())
        }
    };
    inquiry.open.insert(question.clone(), Open::Budget(None));
    inquiry.pursue(&|_| false);
    let found = inquiry.closed.drain(..).map(|(_, found)| found).next();
    let found = found.expect("there was a question");
    let found = match found {
        Found::Not(Verdict::Unknown(_), _) => inquiry.look_around(&question).unwrap_or(found),
        decided => decided,
    };
    inquiry.told(found)
}

/// Looks for an input of `func` whose run begins with these outcomes, in this order and with no others between them.
pub fn follow(program: &Program, func: Func, path: &[Event], stop: &dyn Fn() -> bool) -> Reached {
    let world = World::of(program, func);
    let mut inquiry = Inquiry::new(&world, stop);
    let found = inquiry.follow(path);
    inquiry.told(found)
}

/// Asks of every trap that is `wanted` whether an input of `func` runs into it. An assertion is asked about even where
/// nothing leads to it.
pub fn prove(
    program: &Program,
    func: Func,
    wanted: &dyn Fn(Trap) -> bool,
    stop: &dyn Fn() -> bool,
) -> Proofs {
    let world = World::of(program, func);
    let mut inquiry = Inquiry::new(&world, stop);
    for trap in written_checks(program, &inquiry.objectives.funcs) {
        if wanted(trap) {
            inquiry.open.insert(Question::Trap(trap), Open::Budget(None));
        }
    }
    inquiry.pursue(wanted);
    let hollow = inquiry.hollow();
    let not_followed = inquiry.not_followed.take().filter(|_| !inquiry.followed);
    let closed = std::mem::take(&mut inquiry.closed);
    let mut checks: Vec<(Trap, Reached)> = closed
        .into_iter()
        .filter_map(|(question, found)| match question {
            Question::Trap(trap) => Some((trap, inquiry.told(found))),
            Question::Places | Question::Aim(_) => None,
        })
        .collect();
    checks.sort_by_key(|(trap, _)| *trap);
    Proofs { checks, hollow, not_followed }
}

/// Where assertions and postconditions fail in some functions.
pub(crate) fn written_checks(program: &Program, funcs: &[Func]) -> Vec<Trap> {
    let mut found = Vec::new();
    for &func in funcs {
        for (inst, data) in program.body(func).insts.iter() {
            if let Inst::Trap(kind) = *data
                && is_written(kind)
            {
                found.push(Trap { kind, func, inst });
            }
        }
    }
    found
}

/// Is it something that the user wrote?
pub fn is_written(kind: TrapKind) -> bool {
    matches!(kind, TrapKind::AssertFailed | TrapKind::EnsuresFailed)
}

/// Is it for callers to keep from happening in worlds that are not the plain one?
fn is_duty(question: &Question) -> bool {
    matches!(question, Question::Trap(trap) if !is_written(trap.kind))
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Question {
    Places,
    Aim(Aim),
    Trap(Trap),
}

/// What became of a question, before it is told.
#[derive(Clone, Debug)]
enum Found {
    Yes(Box<(Input, Confirmed)>),
    Promised(Box<Input>, Event),
    Not(Verdict, Vec<Event>),
}

/// Questions about one function.
struct Inquiry<'a> {
    world: &'a World<'a>,
    program: &'a Program,
    func: Func,
    places: BTreeSet<(Func, Value)>,
    objectives: Objectives,
    ahead: Ahead,
    judge: Judge<'a>,
    stop: &'a dyn Fn() -> bool,
    /// Questions without an answer, with what is known so far.
    open: BTreeMap<Question, Open>,
    closed: Vec<(Question, Found)>,
    /// For outcomes, the input that should get there but runs longer than the interpreter may.
    promised: BTreeMap<Question, Input>,
    /// What a question may cost, and whether some question cost all of it.
    limits: solver::Limits,
    undecided: bool,
    /// Why the last execution was not complete; none once one was.
    not_followed: Option<String>,
    followed: bool,
    /// The preferences that are not in force.
    relaxed: Preferences,
    /// Did some path touch more than the contract makes valid?
    touched_beyond: bool,
}

impl<'a> Inquiry<'a> {
    fn new(world: &'a World<'a>, stop: &'a dyn Fn() -> bool) -> Self {
        let (program, func) = (world.program, world.func);
        let objectives = Objectives::branches(program, func, crate::objectives::Within::Callees);
        Self {
            world,
            program,
            func,
            places: BTreeSet::new(),
            ahead: Ahead::new(program, &objectives),
            objectives,
            judge: Judge::new(program, func),
            stop,
            open: BTreeMap::new(),
            closed: Vec::new(),
            promised: BTreeMap::new(),
            limits: solver::Limits::standard(),
            undecided: false,
            not_followed: None,
            followed: false,
            relaxed: PLAIN,
            touched_beyond: false,
        }
    }

    /// A walk over paths, for what the function as a whole does not tell.
    fn walk(&self, turns: u32, policy: Policy) -> Result<Walk<'a>, NoStart> {
        let limits = WalkLimits {
            turns: Some(turns),
            recursion: turns,
            events: PATH_EVENTS,
            steps: PATH_STEPS,
            solver: solver::Limits::standard(),
            pre: None,
            merging: MERGING,
            inputs: 1,
            formulas: false,
        };
        Walk::new(self.world, policy, limits, Order::DepthFirst, self.stop)
    }

    /// Asks until everything is answered or nothing more can be done. New traps that are wanted become questions.
    fn pursue(&mut self, wanted: &dyn Fn(Trap) -> bool) {
        self.pursue_here(wanted);
        for _ in 0..RELAXATIONS {
            let chosen: Preferences = CHOSEN.into_iter().collect();
            let more = self.in_the_way().union(self.not_looked_at(wanted));
            let more = more.intersection(chosen).without(self.relaxed);
            if more.is_empty() || (self.stop)() {
                break;
            }
            self.relaxed = self.relaxed.union(more);
            self.pursue_here(wanted);
        }
        for (question, open) in std::mem::take(&mut self.open) {
            let found = self.promise(&question);
            let found = found.unwrap_or_else(|| Found::Not(open.verdict(), Vec::new()));
            self.closed.push((question, found));
        }
    }

    /// Preferences that nothing rests on yet because in the plain world there was nothing to ask: elsewhere more may go wrong.
    fn not_looked_at(&self, wanted: &dyn Fn(Trap) -> bool) -> Preferences {
        let func = self.func;
        let Some(inst) = self.program.body(func).insts.keys().next() else {
            return Preferences::NONE;
        };
        let asks = wanted(Trap { kind: TrapKind::OutOfBounds, func, inst });
        let granted = self.world.granted(self.relaxed);
        granted.iter().filter(|_| asks).filter_map(Premise::preference).collect()
    }

    /// The preferences that exclusions of open questions rest on.
    fn in_the_way(&self) -> Preferences {
        let all = self.open.values().map(|open| match open {
            Open::Excluded(exclusion) => exclusion.preferences(),
            _ => Preferences::NONE,
        });
        all.fold(Preferences::NONE, Preferences::union)
    }

    /// The same in worlds of one kind.
    fn pursue_here(&mut self, wanted: &dyn Fn(Trap) -> bool) {
        self.limits = solver::Limits::standard();
        let mut unfolding = to_turns(FIRST_TURNS, Beyond::Cut);
        let mut short = self.round(&unfolding, wanted);
        if !self.open.is_empty() || !self.followed {
            let _ = self.round(&to_turns(1, Beyond::AnyTurn), wanted);
        }
        if !self.open.is_empty() && !(self.stop)() {
            // Some claims hold only once a loop has turned a few times: a product of four numbers in a row is divisible by 8.
            let _ = self.round(&to_turns(FIRST_TURNS, Beyond::AnyTurn), wanted);
        }
        while !self.open.is_empty() && !(self.stop)() {
            let more = raise(&mut unfolding, &short) || self.undecided;
            self.raise_limits();
            if !more || self.limits.sat_conflicts > MOST_CONFLICTS {
                break;
            }
            short = self.round(&unfolding, wanted);
        }
    }

    /// What is known, for people.
    fn told(&self, found: Found) -> Reached {
        match found {
            Found::Yes(run) => Reached::Yes(run),
            Found::Promised(input, event) => Reached::Promised(input, event),
            Found::Not(verdict, because) => {
                let asked = Preferences::NONE;
                let describe = Describe { program: self.program, func: self.func, asked };
                Reached::Not(describe.verdict(&verdict), because)
            }
        }
    }

    /// What compiled code may yet show.
    fn promise(&mut self, question: &Question) -> Option<Found> {
        let Question::Aim(aim) = question else { return None };
        let input = self.promised.remove(question)?;
        let event = match aim {
            Aim::Event(event) => *event,
            Aim::Decided(site, truth) => match tree_of(self.program, *site) {
                ir::BoolTree::Cond(cond) => {
                    Event::Cond(CondSite { func: site.func, cond: *cond }, *truth)
                }
                _ => return None,
            },
            Aim::Place(..) | Aim::Decisive(..) | Aim::Evaluated(_) => return None,
        };
        Some(Found::Promised(Box::new(input), event))
    }

    /// Questions that the solver did not decide may cost more next time.
    fn raise_limits(&mut self) {
        if std::mem::take(&mut self.undecided) {
            self.limits.sat_conflicts *= 8;
            self.limits.search_ticks *= 4;
        }
    }

    /// Asks every open question once; what refutations rest on having too little of.
    fn round(
        &mut self,
        unfolding: &Unfolding,
        wanted: &dyn Fn(Trap) -> bool,
    ) -> BTreeSet<Shortage> {
        let limits = self.limits;
        let (world, stop) = (self.world, self.stop);
        let mut goals =
            Goals::new(world, None, self.relaxed, unfolding.clone(), limits, &self.places, stop);
        self.take_up(&goals, wanted);
        let mut short = BTreeSet::new();
        for question in self.open.keys().cloned().collect::<Vec<_>>() {
            if stop() {
                break;
            }
            match self.ask(&mut goals, &question) {
                Asked::Answered(found) => {
                    self.open.remove(&question);
                    self.closed.push((question, found));
                }
                Asked::Open(open, lacking) => {
                    short.extend(lacking);
                    // What is excluded within bounds says more than that a model was no run.
                    let known = self.open.get(&question) == Some(&Open::TooLong);
                    let says_more = matches!(&open, Open::Excluded(it) if !it.is_bounded());
                    let says_more = says_more || open == Open::TooLong;
                    if !known && (unfolding.beyond == Beyond::Cut || says_more) {
                        self.open.insert(question, open);
                    }
                }
            }
        }
        short
    }

    /// Makes questions of what a merged execution met.
    fn take_up(&mut self, goals: &Goals<'_>, wanted: &dyn Fn(Trap) -> bool) {
        let known: BTreeSet<Trap> = self
            .closed
            .iter()
            .filter_map(|(question, _)| match question {
                Question::Trap(trap) => Some(*trap),
                Question::Places | Question::Aim(_) => None,
            })
            .collect();
        for trap in goals.checks() {
            if wanted(trap) && !known.contains(&trap) {
                self.open.entry(Question::Trap(trap)).or_insert(Open::Budget(None));
            }
        }
        self.followed |= goals.not_followed().is_none();
        self.not_followed = goals.not_followed().map(|reason| match reason {
            Reason::Unsupported(gap) => {
                format!("what is not modelled: {}", gap.said(self.program))
            }
            Reason::Turns(func, id) => {
                format!("{id} of {} turns more often", self.program.funcs[func].name)
            }
            Reason::Calls(func) => {
                format!("{} calls itself more often", self.program.funcs[func].name)
            }
            Reason::Steps => "the function is too long".to_owned(),
            Reason::Refuted => unreachable!("what is refuted should not be followed"),
        });
    }

    fn ask(&mut self, goals: &mut Goals<'_>, question: &Question) -> Asked {
        let preferred = match question {
            Question::Places => Some(goals.visit_and_return()),
            Question::Aim(aim) => Some(goals.reach_and_return(aim)),
            Question::Trap(_) => None,
        };
        if let Some(Told::Reached(input)) = preferred
            && let Some(run) = self.sees(question, &input)
        {
            return self.answer(input, run);
        }
        let goal = match question {
            Question::Places => Goal::Place,
            Question::Aim(aim) => Goal::Aim(aim, Objective::from_index(0)),
            Question::Trap(trap) => Goal::Trap(*trap),
        };
        match goals.decide(goal, &self.ahead) {
            // What goes wrong by itself only in worlds that are not plain, callers keep from happening.
            Told::Reached(_) if self.relaxed != PLAIN && is_duty(question) => {
                Asked::Open(self.while_plain(question), BTreeSet::new())
            }
            Told::Reached(input) => {
                if let Some(run) = self.sees(question, &input) {
                    return self.answer(input, run);
                }
                // Where one turn stands for many, a model need not be a run.
                let why = self.why_not(&input);
                if why == Open::TooLong && self.judge.admits(&input) == Some(true) {
                    self.promised.insert(question.clone(), input);
                }
                Asked::Open(why, BTreeSet::new())
            }
            Told::Excluded(premises) => match self.refuted(premises.clone()) {
                verdict @ Verdict::Infeasible(_) => {
                    let because = goals.explain(goal).unwrap_or_default();
                    Asked::Answered(Found::Not(verdict, because))
                }
                Verdict::Unknown(open) => Asked::Open(open, shortages(&premises)),
            },
            Told::Undecided(open) => {
                self.undecided = true;
                Asked::Open(open, BTreeSet::new())
            }
        }
    }

    /// What is known of something that goes wrong only in worlds that are not plain.
    fn while_plain(&self, question: &Question) -> Open {
        if let Open::Excluded(exclusion) = &self.open[question] {
            return Open::Excluded(exclusion.clone());
        }
        Open::Excluded(Exclusion::new(self.world, BTreeSet::new(), Proof::Refutation, PLAIN))
    }

    /// What a refutation on these premises is worth.
    fn refuted(&self, premises: BTreeSet<Premise>) -> Verdict {
        let exclusion = Exclusion::new(self.world, premises, Proof::Refutation, self.relaxed);
        judge(exclusion, Preferences::NONE)
    }

    /// Why a run that was promised does not show it.
    fn why_not(&mut self, input: &Input) -> Open {
        match self.judge.run(input).ending {
            Ending::Limit(_) => Open::TooLong,
            Ending::Returned(_) | Ending::Trapped(_) | Ending::Other(_) => Open::NoRun,
        }
    }

    /// An answer in small numbers.
    fn answer(&mut self, input: Input, run: Confirmed) -> Asked {
        let (input, run) = polish(&mut self.judge, &input, &run);
        Asked::Answered(Found::Yes(Box::new((input, run))))
    }

    /// The run of an input, if the contract admits it and it gets there.
    fn sees(&mut self, question: &Question, input: &Input) -> Option<Confirmed> {
        if self.judge.admits(input) == Some(false) {
            return None;
        }
        let run = self.judge.run(input);
        let seen = match question {
            Question::Places => self.visits(input),
            Question::Aim(_) => {
                let reached = self.objectives.reached(self.program, &run);
                reached.contains(Objective::from_index(0))
            }
            Question::Trap(trap) => run.ending == Ending::Trapped(*trap),
        };
        seen.then_some(run)
    }

    fn visits(&self, input: &Input) -> bool {
        let mut watcher = Watcher { places: &self.places, seen: false };
        let mut machine = interp::Machine::new(self.program);
        machine.run_observed(self.func, input, &Limits::UNIT, &mut watcher);
        watcher.seen
    }
}

/// What came of asking once.
enum Asked {
    Answered(Found),
    /// What is known, and what it rests on having too little of.
    Open(Open, BTreeSet<Shortage>),
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
