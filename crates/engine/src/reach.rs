//! Single questions about a function: an input that gets somewhere or traps, or the proof that none does.
//!
//! Loops are unfolded a little, then one turn stands for all others, then they are unfolded further where refutations rest on
//! that. Every input that is told was run by the interpreter.

use crate::confirm::{Confirmed, Ending, Judge};
use crate::decisions::tree_of;
use crate::extent::Extent;
use crate::goal::{Goal, Goals, Left, PLAIN, Target, Told};
use crate::hazard::{self, Hazard};
use crate::limits;
use crate::objectives::{Aim, Objective, Objectives, Within};
use crate::options::{Criterion, Options};
use crate::polish::polish;
use crate::scene::{Scene, is_written, written_checks};
use crate::unfold::{Shortage, raise, shortages, to_turns};
use crate::verdict::{Exclusion, Open, Proof, Verdict};
use exec::{Beyond, Reason, Unfolding};
use ir::input::Input;
use ir::{CondSite, Event, Func, Program, Trap, TrapKind};
use std::collections::{BTreeMap, BTreeSet};
use world::{Preferences, Premise, World};

mod along;
mod around;
mod hollow;

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
    let (question, aims): (Question, Vec<Aim>) = match target {
        Target::Places(places) => {
            (Question::Places, places.iter().map(|&it| Aim::Place(it, Vec::new())).collect())
        }
        Target::Aim(aim) => (Question::Aim(aim.clone()), vec![aim.clone()]),
    };
    let options = Options::standard(Criterion::Branch);
    let world = World::of(program, func);
    let scene = Scene::new(&world, &options, &[], Objectives::just(program, func, aims));
    let mut inquiry = Inquiry::new(&scene, stop);
    inquiry.open.insert(question.clone(), Open::Budget(None));
    inquiry.pursue(&|_| false);
    let found = inquiry.closed.drain(..).map(|(_, found)| found).next();
    let found = found.expect("there was a question");
    match found {
        Reached::Not(suite::Verdict::Unknown { .. }, _) => {
            inquiry.look_around(&question).unwrap_or(found)
        }
        decided => decided,
    }
}

/// Looks for an input of `func` whose run begins with these outcomes, in this order and with no others between them.
pub fn follow(program: &Program, func: Func, path: &[Event], stop: &dyn Fn() -> bool) -> Reached {
    let (world, options) = (World::of(program, func), Options::standard(Criterion::Branch));
    let scene = Scene::new(&world, &options, &[], branches(program, func));
    Inquiry::new(&scene, stop).follow(path)
}

/// What propagation leaves of the inputs whose run begins with these outcomes.
pub fn follow_left(program: &Program, func: Func, path: &[Event], stop: &dyn Fn() -> bool) -> Left {
    let (world, options) = (World::of(program, func), Options::standard(Criterion::Branch));
    let scene = Scene::new(&world, &options, &[], branches(program, func));
    Inquiry::new(&scene, stop).follow_left(path)
}

/// Asks of every trap that is `wanted` whether an input of `func` runs into it. An assertion is asked about even where
/// nothing leads to it.
pub fn prove(
    program: &Program,
    func: Func,
    wanted: &dyn Fn(Trap) -> bool,
    stop: &dyn Fn() -> bool,
) -> Proofs {
    let (world, options) = (World::of(program, func), Options::standard(Criterion::Branch));
    let scene = Scene::new(&world, &options, &[], branches(program, func));
    let mut inquiry = Inquiry::new(&scene, stop);
    for trap in written_checks(program, &scene.objectives.funcs) {
        if wanted(trap) {
            inquiry.open.insert(Question::Trap(trap), Open::Budget(None));
        }
    }
    inquiry.pursue(wanted);
    let hollow = inquiry.hollow();
    let not_followed = inquiry.not_followed.take().filter(|_| !inquiry.followed);
    let closed = inquiry.closed.into_iter();
    let mut checks: Vec<(Trap, Reached)> =
        closed.filter_map(|(question, found)| Some((question.trap()?, found))).collect();
    checks.sort_by_key(|(trap, _)| *trap);
    Proofs { checks, hollow, not_followed }
}

/// Asks of every hazard of floats in `func` and in what it calls whether a run shows it.
pub fn prove_floats(
    program: &Program,
    func: Func,
    stop: &dyn Fn() -> bool,
) -> Vec<(Hazard, Reached)> {
    let (program, hazards) = hazard::observe(program, func);
    let aim = |hazard: &Hazard| Aim::Event(Event::Cond(hazard.site, true));
    let aims: Vec<Aim> = hazards.iter().map(aim).collect();
    let (world, options) = (World::of(&program, func), Options::standard(Criterion::Branch));
    let scene = Scene::new(&world, &options, &[], Objectives::just(&program, func, aims.clone()));
    let mut inquiry = Inquiry::new(&scene, stop);
    for aim in aims {
        inquiry.open.insert(Question::Aim(aim), Open::Budget(None));
    }
    inquiry.pursue(&|_| false);
    let closed = std::mem::take(&mut inquiry.closed);
    let mut found: BTreeMap<Question, Reached> = closed.into_iter().collect();
    let answers = hazards.into_iter().map(|hazard| {
        let question = Question::Aim(aim(&hazard));
        let known = found.remove(&question).expect("every question should have been closed");
        let open = matches!(known, Reached::Not(suite::Verdict::Unknown { .. }, _));
        let better = if open { inquiry.look_around(&question) } else { None };
        (hazard, better.unwrap_or(known))
    });
    answers.collect()
}

fn branches(program: &Program, func: Func) -> Objectives {
    Objectives::branches(program, func, Within::Callees)
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

impl Question {
    fn trap(&self) -> Option<Trap> {
        match self {
            Self::Trap(trap) => Some(*trap),
            Self::Places | Self::Aim(_) => None,
        }
    }
}

/// What is known of a question that has no answer yet, and what that rests on having too little of.
type Unanswered = (Open, BTreeSet<Shortage>);

/// Questions about one function.
struct Inquiry<'a> {
    scene: &'a Scene<'a>,
    judge: Judge<'a>,
    stop: &'a dyn Fn() -> bool,
    /// Questions without an answer, with what is known so far.
    open: BTreeMap<Question, Open>,
    closed: Vec<(Question, Reached)>,
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
    fn new(scene: &'a Scene<'a>, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            scene,
            judge: scene.judge(),
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

    /// How far paths are walked, for what the function as a whole does not tell.
    fn extent(&self, turns: u32, relaxed: Preferences) -> Extent {
        Extent::whole(self.scene.longest(), relaxed, limits::LAST_EVENTS, true).to_turns(turns)
    }

    /// Asks until everything is answered or nothing more can be done. New traps that are wanted become questions.
    fn pursue(&mut self, wanted: &dyn Fn(Trap) -> bool) {
        self.pursue_here(wanted);
        for _ in 0..limits::RELAXATIONS {
            let more = self.in_the_way().union(self.not_looked_at(wanted));
            let more = more.intersection(Scene::chosen()).without(self.relaxed);
            if more.is_empty() || (self.stop)() {
                break;
            }
            self.relaxed = self.relaxed.union(more);
            self.pursue_here(wanted);
        }
        for (question, open) in std::mem::take(&mut self.open) {
            let found = self.promise(&question);
            let found = found.unwrap_or_else(|| self.not(&open.verdict(), Vec::new()));
            self.closed.push((question, found));
        }
    }

    /// Preferences that nothing rests on yet because in the plain world there was nothing to ask: elsewhere more may go wrong.
    fn not_looked_at(&self, wanted: &dyn Fn(Trap) -> bool) -> Preferences {
        let func = self.scene.func;
        let Some(inst) = self.scene.program.body(func).insts.keys().next() else {
            return Preferences::NONE;
        };
        let asks = wanted(Trap { kind: TrapKind::OutOfBounds, func, inst });
        let granted = self.scene.world.granted(self.relaxed);
        granted.iter().filter(|_| asks).filter_map(Premise::preference).collect()
    }

    /// The preferences that exclusions of open questions rest on.
    fn in_the_way(&self) -> Preferences {
        self.open.values().map(Open::preferences).fold(Preferences::NONE, Preferences::union)
    }

    /// The same in worlds of one kind.
    fn pursue_here(&mut self, wanted: &dyn Fn(Trap) -> bool) {
        self.limits = solver::Limits::standard();
        let mut unfolding = to_turns(limits::REACH_FIRST_TURNS, Beyond::Cut);
        let mut short = self.round(&unfolding, wanted);
        if !self.open.is_empty() || !self.followed {
            let _ = self.round(&to_turns(1, Beyond::AnyTurn), wanted);
        }
        if !self.open.is_empty() && !(self.stop)() {
            // Some claims hold only once a loop has turned a few times: a product of four numbers in a row is divisible by 8.
            let _ = self.round(&to_turns(limits::REACH_FIRST_TURNS, Beyond::AnyTurn), wanted);
        }
        while !self.open.is_empty() && !(self.stop)() {
            let more = raise(&mut unfolding, &short) || self.undecided;
            self.raise_limits();
            if !more || self.limits.sat_conflicts > limits::REACH_CONFLICTS {
                break;
            }
            short = self.round(&unfolding, wanted);
        }
    }

    /// No input gets there, or none was found.
    fn not(&self, verdict: &Verdict, because: Vec<Event>) -> Reached {
        Reached::Not(self.scene.describe().verdict(verdict), because)
    }

    /// What compiled code may yet show.
    fn promise(&mut self, question: &Question) -> Option<Reached> {
        let Question::Aim(aim) = question else { return None };
        let input = self.promised.remove(question)?;
        let event = match aim {
            Aim::Event(event) => *event,
            Aim::Decided(site, truth) => match tree_of(self.scene.program, *site) {
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
        let stop = self.stop;
        let mut goals = self.scene.goals(self.relaxed, unfolding, self.limits, stop);
        self.take_up(&goals, wanted);
        let mut short = BTreeSet::new();
        for question in self.open.keys().cloned().collect::<Vec<_>>() {
            if stop() {
                break;
            }
            match self.ask(&mut goals, &question) {
                Ok(found) => {
                    self.open.remove(&question);
                    self.closed.push((question, found));
                }
                Err((open, lacking)) => {
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
        let closed = self.closed.iter();
        let known: BTreeSet<Trap> = closed.filter_map(|(question, _)| question.trap()).collect();
        for trap in goals.checks() {
            if wanted(trap) && !known.contains(&trap) {
                self.open.entry(Question::Trap(trap)).or_insert(Open::Budget(None));
            }
        }
        self.followed |= goals.not_followed().is_none();
        self.not_followed = goals.not_followed().map(|reason| match reason {
            Reason::Unsupported(gap) => {
                format!("what is not modelled: {}", gap.said(self.scene.program))
            }
            Reason::Turns(func, id) => {
                format!("{id} of {} turns more often", self.scene.program.funcs[func].name)
            }
            Reason::Calls(func) => {
                format!("{} calls itself more often", self.scene.program.funcs[func].name)
            }
            Reason::Steps => "the function is too long".to_owned(),
            Reason::Refuted => unreachable!("what is refuted should not be followed"),
        });
    }

    fn ask(&mut self, goals: &mut Goals<'_>, question: &Question) -> Result<Reached, Unanswered> {
        let preferred = match question {
            Question::Places => Some(goals.visit_and_return()),
            Question::Aim(aim) => Some(goals.reach_and_return(aim)),
            Question::Trap(_) => None,
        };
        if let Some(Told::Reached(input)) = preferred
            && let Some(run) = self.sees(question, &input)
        {
            return Ok(self.answer(&input, &run));
        }
        let goal = match question {
            Question::Places => Goal::Place,
            Question::Aim(aim) => Goal::Aim(aim, self.objective(aim)),
            Question::Trap(trap) => Goal::Trap(*trap),
        };
        match goals.decide(goal, &self.scene.ahead) {
            // What goes wrong by itself only in worlds that are not plain, callers keep from happening.
            Told::Reached(_) if self.relaxed != PLAIN && is_duty(question) => {
                Err((self.while_plain(question), BTreeSet::new()))
            }
            Told::Reached(input) => {
                if let Some(run) = self.sees(question, &input) {
                    return Ok(self.answer(&input, &run));
                }
                // Where one turn stands for many, a model need not be a run.
                let why = self.why_not(&input);
                if why == Open::TooLong && self.judge.admits(&input) == Some(true) {
                    self.promised.insert(question.clone(), input);
                }
                Err((why, BTreeSet::new()))
            }
            Told::Excluded(premises) => match self.refuted(premises.clone()) {
                verdict @ Verdict::Infeasible(_) => {
                    let because = goals.explain(goal).unwrap_or_default();
                    Ok(self.not(&verdict, because))
                }
                Verdict::Unknown(open) => Err((open, shortages(&premises))),
            },
            Told::Undecided(open) => {
                self.undecided = true;
                Err((open, BTreeSet::new()))
            }
        }
    }

    fn objective(&self, aim: &Aim) -> Objective {
        self.scene.objectives.of(aim).expect("what is asked should be among the objectives")
    }

    /// What is known of something that goes wrong only in worlds that are not plain.
    fn while_plain(&self, question: &Question) -> Open {
        if let Open::Excluded(exclusion) = &self.open[question] {
            return Open::Excluded(exclusion.clone());
        }
        Open::Excluded(Exclusion::new(self.scene.world, BTreeSet::new(), Proof::Refutation, PLAIN))
    }

    /// What a refutation on these premises is worth.
    fn refuted(&self, premises: BTreeSet<Premise>) -> Verdict {
        self.scene.refuted(premises, self.relaxed)
    }

    /// Why a run that was promised does not show it.
    fn why_not(&mut self, input: &Input) -> Open {
        match self.judge.run(input).ending {
            Ending::Limit(_) => Open::TooLong,
            Ending::Returned(_) | Ending::Trapped(_) | Ending::Other(_) => Open::NoRun,
        }
    }

    /// An answer in small numbers.
    fn answer(&mut self, input: &Input, run: &Confirmed) -> Reached {
        let mut left = limits::POLISH_STEPS;
        Reached::Yes(Box::new(polish(&mut self.judge, input, run, &mut left)))
    }

    /// The run of an input, if the contract admits it and it gets there.
    fn sees(&mut self, question: &Question, input: &Input) -> Option<Confirmed> {
        if self.judge.admits(input) == Some(false) {
            return None;
        }
        let run = self.judge.run(input);
        let seen = match question {
            Question::Places => !run.visited.is_empty(),
            Question::Aim(aim) => {
                let reached = self.scene.objectives.reached(self.scene.program, &run);
                reached.contains(self.objective(aim))
            }
            Question::Trap(trap) => run.ending == Ending::Trapped(*trap),
        };
        seen.then_some(run)
    }
}
