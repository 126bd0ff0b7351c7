//! Single questions about a function: an input that gets somewhere or traps, or the proof that none does.
//!
//! Loops are unfolded a little, then one turn stands for all others, then they are unfolded further where refutations rest on
//! that. Every input that is told was run by the interpreter.

use crate::ahead::Ahead;
use crate::confirm::{Confirmed, Ending, Judge};
use crate::decisions::tree_of;
use crate::goal::{Goal, Goals, Told};
use crate::objectives::{Aim, Objective, Objectives};
use crate::polish::polish;
use crate::scope::{
    TOO_LONG, excluded_on, excluded_while_apart, has_kept_apart, unknown, unless_they_overlap,
};
use crate::unfold::{Shortage, raise, shortages, to_turns};
use crate::walk::{NoStart, Order, Walk, WalkLimits};
use entity::EntityRef;
use exec::{Beyond, Policy, Reason, Unfolding};
use interp::{Limits, Observer, Seen};
use ir::input::{Input, Scalar};
use ir::{CondSite, Event, Func, Inst, Program, Trap, TrapKind, Value};
use std::collections::{BTreeMap, BTreeSet};
use suite::Verdict;

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
    Not(Verdict, Vec<Event>),
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
    let mut inquiry = Inquiry::new(program, func, stop);
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
    inquiry.open.insert(question.clone(), not_asked());
    inquiry.pursue(&|_| false);
    let reached = inquiry.closed.drain(..).map(|(_, reached)| reached).next();
    match reached.expect("there was a question") {
        open @ Reached::Not(Verdict::Unknown { .. }, _) => {
            inquiry.look_around(&question).unwrap_or(open)
        }
        decided => decided,
    }
}

/// Looks for an input of `func` whose run begins with these outcomes, in this order and with no others between them.
pub fn follow(program: &Program, func: Func, path: &[Event], stop: &dyn Fn() -> bool) -> Reached {
    Inquiry::new(program, func, stop).follow(path)
}

/// Asks of every trap that is `wanted` whether an input of `func` runs into it. An assertion is asked about even where
/// nothing leads to it.
pub fn prove(
    program: &Program,
    func: Func,
    wanted: &dyn Fn(Trap) -> bool,
    stop: &dyn Fn() -> bool,
) -> Proofs {
    let mut inquiry = Inquiry::new(program, func, stop);
    for trap in written_checks(program, &inquiry.objectives.funcs) {
        if wanted(trap) {
            inquiry.open.insert(Question::Trap(trap), not_asked());
        }
    }
    inquiry.pursue(wanted);
    let hollow = inquiry.hollow();
    let not_followed = inquiry.not_followed.filter(|_| !inquiry.followed);
    let mut checks: Vec<(Trap, Reached)> = inquiry
        .closed
        .into_iter()
        .filter_map(|(question, reached)| match question {
            Question::Trap(trap) => Some((trap, reached)),
            Question::Places | Question::Aim(_) => None,
        })
        .collect();
    checks.sort_by_key(|(trap, _)| *trap);
    Proofs { checks, hollow, not_followed }
}

fn not_asked() -> Verdict {
    unknown("the budget ran out".to_owned())
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

fn is_duty(question: &Question) -> bool {
    matches!(question, Question::Trap(trap) if !is_written(trap.kind))
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Question {
    Places,
    Aim(Aim),
    Trap(Trap),
}

/// Questions about one function.
struct Inquiry<'a> {
    program: &'a Program,
    func: Func,
    places: BTreeSet<(Func, Value)>,
    objectives: Objectives,
    ahead: Ahead,
    judge: Judge<'a>,
    stop: &'a dyn Fn() -> bool,
    /// Questions without an answer, with what is known so far.
    open: BTreeMap<Question, Verdict>,
    closed: Vec<(Question, Reached)>,
    /// For outcomes, the input that should get there but runs longer than the interpreter may.
    promised: BTreeMap<Question, Input>,
    /// What a question may cost, and whether some question cost all of it.
    limits: solver::Limits,
    undecided: bool,
    /// Why the last execution was not complete; none once one was.
    not_followed: Option<String>,
    followed: bool,
    /// Did some path touch more than the contract makes valid?
    touched_beyond: bool,
}

impl<'a> Inquiry<'a> {
    fn new(program: &'a Program, func: Func, stop: &'a dyn Fn() -> bool) -> Self {
        let objectives = Objectives::branches(program, func, crate::objectives::Within::Callees);
        Self {
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
        Walk::new(self.program, self.func, policy, limits, Order::DepthFirst, self.stop)
    }

    /// Asks until everything is answered or nothing more can be done. New traps that are wanted become questions.
    fn pursue(&mut self, wanted: &dyn Fn(Trap) -> bool) {
        self.pursue_in(to_turns, wanted);
        // Where arrays meet, more may go wrong than there is to ask about where they lie apart.
        let may_meet = unless_they_overlap(self.program, self.func).is_some();
        let is_open = has_kept_apart(self.program, self.func) && !self.open.is_empty();
        if (may_meet || is_open) && !(self.stop)() {
            let overlap = true;
            let overlapping = |turns, beyond| Unfolding { overlap, ..to_turns(turns, beyond) };
            self.pursue_in(overlapping, wanted);
        }
        for (question, verdict) in std::mem::take(&mut self.open) {
            let reached = self.promise(&question).unwrap_or(Reached::Not(verdict, Vec::new()));
            self.closed.push((question, reached));
        }
    }

    /// The same in worlds of one kind, as they are unfolded first: where arrays behind parameters lie apart, or where they may meet.
    fn pursue_in(
        &mut self,
        first: impl Fn(u32, Beyond) -> Unfolding,
        wanted: &dyn Fn(Trap) -> bool,
    ) {
        self.limits = solver::Limits::standard();
        let mut unfolding = first(FIRST_TURNS, Beyond::Cut);
        let mut short = self.round(&unfolding, wanted);
        if !self.open.is_empty() || !self.followed {
            let _ = self.round(&first(1, Beyond::AnyTurn), wanted);
        }
        if !self.open.is_empty() && !(self.stop)() {
            // Some claims hold only once a loop has turned a few times: a product of four numbers in a row is divisible by 8.
            let _ = self.round(&first(FIRST_TURNS, Beyond::AnyTurn), wanted);
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

    /// What compiled code may yet show.
    fn promise(&mut self, question: &Question) -> Option<Reached> {
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
        Some(Reached::Promised(Box::new(input), event))
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
        let (program, func, stop) = (self.program, self.func, self.stop);
        let mut goals =
            Goals::watching(program, func, None, unfolding.clone(), limits, &self.places, stop);
        self.take_up(&goals, wanted);
        let mut short = BTreeSet::new();
        for question in self.open.keys().cloned().collect::<Vec<_>>() {
            if stop() {
                break;
            }
            match self.ask(&mut goals, &question, unfolding) {
                Asked::Answered(reached) => {
                    self.open.remove(&question);
                    self.closed.push((question, reached));
                }
                Asked::Open(verdict, lacking) => {
                    short.extend(lacking);
                    // What is excluded within bounds says more than that a model was no run.
                    let too_long = unknown(TOO_LONG.to_owned());
                    let known = self.open.get(&question) == Some(&too_long);
                    if !known && (unfolding.beyond == Beyond::Cut || verdict == too_long) {
                        self.open.insert(question, verdict);
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
                self.open.entry(Question::Trap(trap)).or_insert_with(not_asked);
            }
        }
        self.followed |= goals.not_followed().is_none();
        self.not_followed = goals.not_followed().map(|reason| match reason {
            Reason::Unsupported(what) => format!("what is not modelled: {what}"),
            Reason::Turns(func, id) => {
                format!("{id} of {} turns more often", self.program.funcs[*func].name)
            }
            Reason::Calls(func) => {
                format!("{} calls itself more often", self.program.funcs[*func].name)
            }
            Reason::Steps => "the function is too long".to_owned(),
            Reason::Refuted => unreachable!("what is refuted should not be followed"),
        });
    }

    fn ask(&mut self, goals: &mut Goals<'_>, question: &Question, unfolding: &Unfolding) -> Asked {
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
            // What goes wrong by itself only where arrays overlap, callers keep from happening; what the user wrote holds everywhere.
            Told::Reached(input)
                if unfolding.overlap && is_duty(question) && self.has_overlap(&input) =>
            {
                Asked::Open(self.only_apart(), BTreeSet::new())
            }
            Told::Reached(input) => {
                if let Some(run) = self.sees(question, &input) {
                    return self.answer(input, run);
                }
                // Where one turn stands for many, a model need not be a run.
                let why = self.why_not(&input);
                if why == TOO_LONG && self.judge.admits(&input) == Some(true) {
                    self.promised.insert(question.clone(), input);
                }
                Asked::Open(unknown(why), BTreeSet::new())
            }
            Told::Excluded(grounds) => {
                let verdict = excluded_on(self.program, self.func, &grounds, unfolding);
                match verdict {
                    Verdict::Infeasible { .. } => {
                        let because = goals.explain(goal).unwrap_or_default();
                        Asked::Answered(Reached::Not(verdict, because))
                    }
                    _ => Asked::Open(verdict, shortages(&grounds)),
                }
            }
            Told::Undecided(reason) => {
                self.undecided = true;
                Asked::Open(unknown(reason), BTreeSet::new())
            }
        }
    }

    /// Do two parameters lead into one array that could lead to different ones?
    fn has_overlap(&self, input: &Input) -> bool {
        let array = |index: u32| match input.args[index as usize] {
            Scalar::Object(array, _) => Some(array),
            _ => None,
        };
        let pairs = exec::overlaps(self.program, self.func);
        let mut apart = pairs.iter().filter(|pair| pair.together.is_none());
        apart.any(|pair| array(pair.first).is_some() && array(pair.first) == array(pair.second))
    }

    /// What is known of something that happens only where arrays overlap.
    fn only_apart(&self) -> Verdict {
        let reason = unless_they_overlap(self.program, self.func)
            .or_else(|| excluded_while_apart(self.program, self.func));
        unknown(reason.expect("only arrays that may overlap are looked at where they do"))
    }

    /// Why a run that was promised does not show it.
    fn why_not(&mut self, input: &Input) -> String {
        match self.judge.run(input).ending {
            Ending::Limit(_) => TOO_LONG.to_owned(),
            Ending::Returned(_) | Ending::Trapped(_) | Ending::Other(_) => {
                "a model was no run".to_owned()
            }
        }
    }

    /// An answer in small numbers.
    fn answer(&mut self, input: Input, run: Confirmed) -> Asked {
        let (input, run) = polish(&mut self.judge, &input, &run);
        Asked::Answered(Reached::Yes(Box::new((input, run))))
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
    Answered(Reached),
    /// What is known, and what it rests on having too little of.
    Open(Verdict, BTreeSet<Shortage>),
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
