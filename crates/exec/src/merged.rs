//! Merged execution: a whole function at once, over its region tree.
//!
//! The second driver of [`Machine`]'s operations. Where the walk follows one path, this one follows all of them together:
//! both sides of an `if` are executed and their states joined by ite, jumps bring their state to the target they name, calls
//! are executed in place. What a path is about becomes a word of width 1, its *guard*; what the function can show becomes a
//! list of words: outcomes of conditions, traps, and *cuts*, places where execution was not followed further.
//!
//! Guards hold control flow only. Inputs that trapped or were cut keep flowing through later guards; each entry therefore
//! says what had gone wrong before it. In return, a guard after an `if` whose sides meet again is the guard before it.
//!
//! This module asks no solver. It knows no objectives, only events.

mod precondition;

pub use precondition::Admission;

use crate::claim::Claims;
use crate::delta::Delta;
use crate::join::Side;
use crate::state::Mark;
use crate::{Algebra, Machine, Pause, Pc, Policy, Val};
use ir::{
    CondSite, Event, Func, Inst, Label, LoopId, Program, Region, SwitchSite, Trap, TrapKind, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// Instructions between two looks at the clock of whoever asks.
const STEPS_BETWEEN_LOOKS: u64 = 256;

/// How far loops and recursion are followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfolding {
    /// Turns of every loop not named below, each time it is entered.
    pub turns: u32,
    /// Turns of single loops.
    pub of_loop: BTreeMap<(Func, LoopId), u32>,
    /// Active calls of one function.
    pub calls: u32,
    /// Instructions in all.
    pub steps: u64,
    /// What becomes of loops beyond their turns.
    pub beyond: Beyond,
    /// May allocations find no memory? Then they are not followed.
    pub allocation_may_fail: bool,
}

/// What becomes of loops beyond their turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// They are cut: what was found is exact as far as it goes.
    Cut,
    /// One turn stands for all others: what was found includes all there is.
    AnyTurn,
}

/// Which of some claims about a loop are inductive together.
pub type Inductive<A> = fn(&mut A, &Claims<<A as Algebra>::Word>) -> Vec<bool>;

impl Unfolding {
    /// How often a loop may turn each time it is entered.
    pub fn turns_of(&self, func: Func, id: LoopId) -> u32 {
        self.of_loop.get(&(func, id)).copied().unwrap_or(self.turns)
    }
}

/// Something that inputs can make happen.
#[derive(Clone, Debug)]
pub struct Occurrence<W> {
    /// What.
    pub event: Event,
    /// When control comes there and takes this outcome.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
    /// Which call this happened in, numbered in order of entry.
    pub call: u32,
    /// Which evaluation of a condition or switch this is an outcome of.
    pub moment: u32,
    /// The outcome itself, wherever control comes from.
    pub cond: W,
    /// The path to it, for [`Merged::steps_to`].
    pub way: u32,
}

/// A trap that inputs can run into.
#[derive(Clone, Debug)]
pub struct Trapping<W> {
    /// Which.
    pub trap: Trap,
    /// When control comes there and it happens.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
}

/// A watched instruction that inputs can get to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Visit<W> {
    /// Which.
    pub place: (Func, Value),
    /// When control comes there.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
    /// The path to it, for [`Merged::steps_to`].
    pub way: u32,
}

/// Why execution was not followed further.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// A loop would turn more often.
    Turns(Func, LoopId),
    /// A function would call itself more often.
    Calls(Func),
    /// The function is too long in all.
    Steps,
    /// Something is not modelled.
    Unsupported(String),
    /// By what is known of the inputs this does not happen.
    Refuted,
}

/// A call that only a walk over paths decides.
pub(crate) const OPEN_CALL: &str = "a call through a function pointer that depends on inputs";
/// The end of what is said of a function that only a walk over paths executes.
pub(crate) const ON_PATHS_ONLY: &str = "which only the walk over paths follows";

impl Reason {
    /// Could a walk over paths go on here?
    pub fn may_be_walked(&self) -> bool {
        match self {
            Self::Turns(..) | Self::Calls(_) | Self::Steps | Self::Refuted => true,
            Self::Unsupported(why) => {
                why == crate::selector::MIXED_UNION
                    || why == OPEN_CALL
                    || why.ends_with(ON_PATHS_ONLY)
            }
        }
    }
}

/// A place where execution was not followed further.
#[derive(Clone, Debug)]
pub struct Cut<W> {
    /// Why.
    pub reason: Reason,
    /// When control comes there.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
    /// The active calls, outermost first, each with where it would go on.
    pub frames: Vec<(Func, Pc)>,
}

/// A conjunct of a path: a condition that control depends on, and the outcome it stands for if it is one alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<W> {
    /// When control goes on here.
    pub cond: W,
    /// What that is an outcome of; none where paths met.
    pub event: Option<Event>,
}

/// Where states meet.
pub(crate) struct Meeting<W> {
    at: Place,
    mark: Mark,
    /// Conjuncts of the path when the place was entered.
    n_path: usize,
    /// How often the loop has come round.
    turn: u32,
    pub(crate) arrivals: Vec<Arrival<W>>,
    /// Did a jump from inside go further out, or control get lost?
    pub(crate) crossed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    End(Label),
    Head(LoopId),
    Return,
}

/// A state that came to a meeting, with the conjuncts of its path since.
pub(crate) struct Arrival<W> {
    pub(crate) path: Vec<Step<W>>,
    pub(crate) delta: Delta<W>,
    value: Val<W>,
}

/// Does control go on to the next instruction?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    On,
    Ended,
}

/// The merged execution of one function, and what it found.
pub struct Merged<'p, A: Algebra> {
    /// The machine whose operations are executed.
    pub machine: Machine<'p, A>,
    unfolding: Unfolding,
    pub(crate) meetings: Vec<Meeting<A::Word>>,
    /// The conjuncts of the present guard, and the conjunction of the first n of them.
    pub(crate) path: Vec<Step<A::Word>>,
    guards: Vec<A::Word>,
    /// Every path that was ever entered: its last step, and the path without it. The first one is empty.
    ways: Vec<Option<(Step<A::Word>, u32)>>,
    /// The way of the first n steps of the path.
    way: Vec<u32>,
    /// When something has gone wrong so far.
    pub wrong: A::Word,
    /// Outcomes of conditions and switches, in order of execution.
    pub occurrences: Vec<Occurrence<A::Word>>,
    /// Outcomes that are impossible on the face of it.
    pub never: Vec<Occurrence<A::Word>>,
    /// Traps, in order of execution.
    pub traps: Vec<Trapping<A::Word>>,
    /// Everything that was looked at for a trap, whether or not it can happen.
    pub checks: BTreeSet<Trap>,
    /// When a watched instruction is about to be executed.
    pub visits: Vec<Visit<A::Word>>,
    watched: BTreeSet<(Func, Value)>,
    /// Asked now and then whether to give up.
    stop: &'p dyn Fn() -> bool,
    /// Where execution was not followed further.
    pub cuts: Vec<Cut<A::Word>>,
    /// What holds of all inputs.
    pub facts: Vec<A::Word>,
    /// What holds of the values that stand for those of any turn of a loop.
    pub invariants: Vec<A::Word>,
    /// What holds of all inputs within bounds of our own choice.
    pub bounds: Vec<(A::Word, String)>,
    /// For each word of input, when it is asked for; those made before the run always.
    pub asked: Vec<A::Word>,
    /// When execution was cut so far.
    pub(crate) lost: A::Word,
    /// Which claims about a loop are inductive; without it loops beyond their unfolding are known by nothing.
    pub(crate) inductive: Option<Inductive<A>>,
    /// How many turns are being tried that may have to be taken back.
    pub(crate) scouting: u32,
    /// The numbers of the active calls, and how many there were.
    calls: Vec<u32>,
    n_calls: u32,
    /// Evaluations of conditions and switches so far.
    n_moments: u32,
    yes: A::Word,
}

impl<'p, A: Algebra> Merged<'p, A> {
    /// Prepares the execution of `func` on unknown inputs.
    pub fn new(
        program: &'p Program,
        func: Func,
        policy: Policy,
        unfolding: Unfolding,
        alg: &mut A,
    ) -> Self {
        Self::on(Machine::new(program, func, policy, alg), unfolding, alg)
    }

    /// Prepares the merged execution of what a machine stands before.
    fn on(mut machine: Machine<'p, A>, unfolding: Unfolding, alg: &mut A) -> Self {
        machine.keep_inputs();
        machine.approximate = unfolding.beyond == Beyond::AnyTurn;
        let (yes, no) = (alg.yes(), alg.no());
        Self {
            machine,
            unfolding,
            meetings: Vec::new(),
            path: Vec::new(),
            guards: vec![yes],
            ways: vec![None],
            way: vec![0],
            wrong: no,
            occurrences: Vec::new(),
            never: Vec::new(),
            traps: Vec::new(),
            checks: BTreeSet::new(),
            visits: Vec::new(),
            watched: BTreeSet::new(),
            stop: &|| false,
            cuts: Vec::new(),
            facts: Vec::new(),
            invariants: Vec::new(),
            bounds: Vec::new(),
            asked: Vec::new(),
            lost: no,
            inductive: None,
            scouting: 0,
            calls: vec![0],
            n_calls: 0,
            n_moments: 0,
            yes,
        }
    }

    /// Lets claims about loops be proved inductive.
    #[must_use]
    pub fn with_induction(mut self, inductive: Inductive<A>) -> Self {
        self.inductive = Some(inductive);
        self
    }

    /// Watches for instructions to be executed.
    #[must_use]
    pub fn watching(mut self, watched: BTreeSet<(Func, Value)>) -> Self {
        self.watched = watched;
        self
    }

    /// Gives up when told to: the rest is cut as if it were too long.
    #[must_use]
    pub fn until(mut self, stop: &'p dyn Fn() -> bool) -> Self {
        self.stop = stop;
        self
    }

    /// Takes in what the machine said while inputs were made, contracts read and states joined.
    pub fn settle(&mut self, alg: &mut A) {
        let _ = self.listen(alg, None);
    }

    /// Executes the function. Afterwards the machine stands at its entry again.
    pub fn run(&mut self, alg: &mut A) {
        self.settle(alg);
        let mark = self.machine.mark();
        let root = self.body().root;
        self.meet(Place::Return, 0);
        let _ = self.region(alg, root);
        self.meetings.pop();
        self.machine.state.rewind(&mark);
    }

    pub(crate) fn body(&self) -> &'p ir::Body {
        self.machine.program.body(self.machine.active())
    }

    // -- guards

    pub(crate) fn guard(&self) -> A::Word {
        *self.guards.last().expect("the empty path has a guard")
    }

    fn enter(&mut self, alg: &mut A, step: Step<A::Word>) {
        if alg.is_yes(step.cond) {
            return;
        }
        let guard = alg.and(self.guard(), step.cond);
        self.path.push(step);
        self.guards.push(guard);
        let before = *self.way.last().expect("the empty path has a way");
        self.way.push(self.ways.len() as u32);
        self.ways.push(Some((step, before)));
    }

    /// The steps of a path that was entered, in order.
    pub fn steps_to(&self, way: u32) -> Vec<Step<A::Word>> {
        let mut steps = Vec::new();
        let mut at = way;
        while let Some((step, before)) = self.ways[at as usize] {
            steps.push(step);
            at = before;
        }
        steps.reverse();
        steps
    }

    pub(crate) fn back_to(&mut self, n_path: usize) {
        self.path.truncate(n_path);
        self.guards.truncate(n_path + 1);
        self.way.truncate(n_path + 1);
    }

    // -- regions

    pub(crate) fn region(&mut self, alg: &mut A, region: Region) -> Flow {
        let insts: &'p [Value] = &self.body().regions[region];
        for &inst in insts {
            if self.inst(alg, inst) == Flow::Ended {
                return Flow::Ended;
            }
        }
        Flow::On
    }

    fn inst(&mut self, alg: &mut A, inst: Value) -> Flow {
        self.machine.steps += 1;
        if self.machine.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (self.stop)() {
            self.unfolding.steps = 0;
        }
        if self.machine.steps > self.unfolding.steps {
            return self.cut(alg, inst, Reason::Steps);
        }
        if !self.watched.is_empty() && self.watched.contains(&(self.machine.active(), inst)) {
            let way = *self.way.last().expect("the empty path has a way");
            let place = (self.machine.active(), inst);
            self.visits.push(Visit { place, when: self.guard(), wrong: self.wrong, way });
        }
        match self.machine.inst(inst) {
            Inst::If { cond, event, then, els } => {
                self.branch(alg, inst, *cond, *event, [*then, *els])
            }
            Inst::Loop { id, body } => self.repeat(alg, inst, *id, *body),
            Inst::Block { label, body } => self.block(alg, *label, *body),
            Inst::Leave(label) => self.jump(Place::End(*label)),
            Inst::Next(id) => self.jump(Place::Head(*id)),
            Inst::Switch { event, targets, .. } => self.switch(alg, inst, *event, targets),
            Inst::Return(value) => {
                let value = value.map_or(Val::Uninit, |value| self.machine.value(value));
                self.arrive(Place::Return, value)
            }
            Inst::Turn(id) => self.turn(alg, inst, *id),
            _ => self.execute(alg, inst),
        }
    }

    fn execute(&mut self, alg: &mut A, inst: Value) -> Flow {
        let depth = self.machine.state.frames.len();
        if let Inst::Call { .. } = self.machine.inst(inst) {
            self.machine.stand_at(inst);
        }
        let pause = self.machine.execute(alg, inst, &mut |_, _| {});
        if self.machine.state.frames.len() > depth {
            return self.call(alg, inst, pause);
        }
        if let Some(pause) = pause {
            self.machine.pending.push_back(pause);
        }
        self.listen(alg, Some(inst))
    }

    /// Deals with what the machine has to say after an instruction.
    fn listen(&mut self, alg: &mut A, inst: Option<Value>) -> Flow {
        let guard = self.guard();
        self.asked.resize(self.machine.leaves().len(), guard);
        let mut flow = Flow::On;
        while let Some(pause) = self.machine.pending.pop_front() {
            match pause {
                Pause::Check { kind, when, inst } => {
                    self.trap(alg, kind, when, inst);
                    if alg.is_yes(when) {
                        flow = Flow::Ended;
                    }
                }
                Pause::Trapped { kind, inst } => {
                    self.trap(alg, kind, self.yes, inst);
                    flow = Flow::Ended;
                }
                Pause::Assume(word) => self.facts.push(word),
                Pause::Bound(word, text) => self.bounds.push((word, text)),
                Pause::Fits(word) => {
                    let misfit = alg.not(word);
                    let when = alg.and(guard, misfit);
                    self.wrong = alg.or(self.wrong, when);
                }
                Pause::Beyond(word) => {
                    let when = alg.and(guard, word);
                    self.cut_when(alg, inst, Reason::Refuted, when);
                }
                Pause::Unsupported(reason) => {
                    self.cut_when(alg, inst, Reason::Unsupported(reason), guard);
                    flow = Flow::Ended;
                }
                Pause::Branch { .. }
                | Pause::Switch { .. }
                | Pause::Turn(..)
                | Pause::Recursion(..)
                | Pause::Returned(_) => unreachable!("control should be dealt with before"),
            }
            if flow == Flow::Ended {
                self.machine.pending.clear();
            }
        }
        flow
    }

    fn trap(&mut self, alg: &mut A, kind: TrapKind, when: A::Word, inst: Value) {
        let when = alg.and(self.guard(), when);
        let trap = Trap { kind, func: self.machine.active(), inst };
        self.checks.insert(trap);
        if alg.is_no(when) {
            return;
        }
        self.traps.push(Trapping { trap, when, wrong: self.wrong });
        self.wrong = alg.or(self.wrong, when);
    }

    pub(crate) fn cut(&mut self, alg: &mut A, inst: Value, reason: Reason) -> Flow {
        let guard = self.guard();
        self.cut_when(alg, Some(inst), reason, guard);
        Flow::Ended
    }

    fn cut_when(&mut self, alg: &mut A, inst: Option<Value>, reason: Reason, when: A::Word) {
        if alg.is_no(when) {
            return;
        }
        if let Some(inst) = inst {
            self.machine.stand_at(inst);
        }
        let mut frames: Vec<(Func, Pc)> = self.machine.frames().collect();
        // Callers go on after the call.
        let n_callers = frames.len() - 1;
        frames[..n_callers].iter_mut().for_each(|frame| frame.1 += 1);
        self.lost = alg.or(self.lost, when);
        self.cuts.push(Cut { reason, when, wrong: self.wrong, frames });
    }

    fn show(&mut self, alg: &mut A, event: Event, cond: A::Word) {
        let when = alg.and(self.guard(), cond);
        let call = *self.calls.last().expect("a call is active");
        let way = *self.way.last().expect("the empty path has a way");
        let (wrong, moment) = (self.wrong, self.n_moments);
        let seen = Occurrence { event, when, wrong, call, moment, cond, way };
        if alg.is_no(when) {
            self.never.push(seen);
        } else {
            self.occurrences.push(seen);
        }
    }

    /// How much was found so far: occurrences, traps, cuts, invariants, visits, what never happens.
    pub(crate) fn n_found(&self) -> [usize; 6] {
        let Self { occurrences, traps, cuts, invariants, visits, never, .. } = self;
        [occurrences.len(), traps.len(), cuts.len(), invariants.len(), visits.len(), never.len()]
    }

    /// Keeps only so much of what was found.
    pub(crate) fn forget_found(&mut self, n_found: [usize; 6]) {
        self.occurrences.truncate(n_found[0]);
        self.traps.truncate(n_found[1]);
        self.cuts.truncate(n_found[2]);
        self.invariants.truncate(n_found[3]);
        self.visits.truncate(n_found[4]);
        self.never.truncate(n_found[5]);
    }

    // -- choices

    fn branch(
        &mut self,
        alg: &mut A,
        inst: Value,
        cond: Value,
        event: Option<ir::Cond>,
        regions: [Region; 2],
    ) -> Flow {
        let Val::Word(cond) = self.machine.value(cond) else {
            let pause = self.machine.unusable(cond);
            self.machine.pending.push_back(pause);
            return self.listen(alg, Some(inst));
        };
        let func = self.machine.active();
        let conds = [cond, alg.not(cond)];
        self.n_moments += 1;
        for (truth, cond) in [true, false].into_iter().zip(conds) {
            if let Some(event) = event {
                self.show(alg, Event::Cond(CondSite { func, cond: event }, truth), cond);
            }
        }
        match alg.as_const(cond) {
            Some(0) => return self.region(alg, regions[1]),
            Some(_) => return self.region(alg, regions[0]),
            None => {}
        }
        // What is known of the inputs may decide, but the claim is then for whoever reads the cut to prove.
        for side in 0..2 {
            if alg.range(conds[side]).hi == 0 {
                let when = alg.and(self.guard(), conds[side]);
                self.cut_when(alg, Some(inst), Reason::Refuted, when);
                return self.region(alg, regions[1 - side]);
            }
        }
        let site = event.map(|cond| CondSite { func, cond });
        self.both(alg, conds, site, regions)
    }

    fn both(
        &mut self,
        alg: &mut A,
        conds: [A::Word; 2],
        site: Option<CondSite>,
        regions: [Region; 2],
    ) -> Flow {
        let (mark, n_path) = (self.machine.mark(), self.path.len());
        let mut ends = Vec::new();
        for ((cond, region), truth) in conds.into_iter().zip(regions).zip([true, false]) {
            let event = site.map(|site| Event::Cond(site, truth));
            self.enter(alg, Step { cond, event });
            if self.region(alg, region) == Flow::On {
                let path = self.path[n_path..].to_vec();
                ends.push((cond, path, self.delta(&mark)));
            }
            self.back_to(n_path);
            self.machine.state.rewind(&mark);
        }
        let undivided = ends.len() == 2 && ends.iter().all(|(_, path, _)| path.len() == 1);
        if !undivided {
            let paths: Vec<_> = ends.iter().map(|(_, path, _)| path.clone()).collect();
            self.enter_any(alg, &paths);
        }
        let sides: Vec<_> = ends.into_iter().map(|(when, _, delta)| Side { when, delta }).collect();
        if sides.is_empty() {
            return Flow::Ended;
        }
        self.join(alg, &mark, sides);
        Flow::On
    }

    /// The path goes on where one of these continuations of it came.
    fn enter_any(&mut self, alg: &mut A, paths: &[Vec<Step<A::Word>>]) {
        if let [path] = paths {
            path.iter().for_each(|&step| self.enter(alg, step));
            return;
        }
        let mut any = alg.no();
        for path in paths {
            let all = conjunction(alg, path);
            any = alg.or(any, all);
        }
        self.enter(alg, Step { cond: any, event: None });
    }

    /// Merges states; cells of the input that only some of them had looked at may be made on that occasion.
    fn join(&mut self, alg: &mut A, mark: &Mark, sides: Vec<Side<A::Word>>) {
        self.machine.join(alg, mark, sides);
        self.settle(alg);
    }

    fn delta(&self, mark: &Mark) -> Delta<A::Word> {
        let base = self.machine.state.top().base;
        let n_locals = self.body().locals.len() as u32;
        self.machine.state.delta_since(mark, &(base..base + n_locals))
    }

    fn switch(
        &mut self,
        alg: &mut A,
        inst: Value,
        event: Option<ir::SwitchId>,
        targets: &[Label],
    ) -> Flow {
        let guards = match self.machine.switch_guards(alg, inst) {
            Ok(guards) => guards,
            Err(pause) => {
                self.machine.pending.push_back(pause);
                return self.listen(alg, Some(inst));
            }
        };
        let func = self.machine.active();
        let n_path = self.path.len();
        self.n_moments += 1;
        for ((target, &guard), &label) in (0..).zip(&guards).zip(targets) {
            if alg.is_no(guard) {
                continue;
            }
            let event = event.map(|switch| Event::Switch(SwitchSite { func, switch }, target));
            if let Some(event) = event {
                self.show(alg, event, guard);
            }
            self.enter(alg, Step { cond: guard, event });
            let _ = self.jump(Place::End(label));
            self.back_to(n_path);
        }
        Flow::Ended
    }

    // -- meetings

    pub(crate) fn meet(&mut self, at: Place, turn: u32) {
        let mark = self.machine.mark();
        let n_path = self.path.len();
        self.meetings.push(Meeting {
            at,
            mark,
            n_path,
            turn,
            arrivals: Vec::new(),
            crossed: false,
        });
    }

    pub(crate) fn jump(&mut self, to: Place) -> Flow {
        self.arrive(to, Val::Uninit)
    }

    /// The present state comes to a meeting, and control ends here.
    fn arrive(&mut self, to: Place, value: Val<A::Word>) -> Flow {
        let at = self
            .meetings
            .iter()
            .rposition(|meeting| meeting.at == to)
            .expect("a jump should lead to an enclosing place");
        for inner in &mut self.meetings[at + 1..] {
            inner.crossed = true;
        }
        let (mark, n_path) = (self.meetings[at].mark, self.meetings[at].n_path);
        let arrival =
            Arrival { path: self.path[n_path..].to_vec(), delta: self.delta(&mark), value };
        self.meetings[at].arrivals.push(arrival);
        Flow::Ended
    }

    /// Ends the innermost meeting: the state is the join of all that came, the guard says that one did.
    fn part(&mut self, alg: &mut A) -> Option<Val<A::Word>> {
        let meeting = self.meetings.pop().expect("a meeting should have begun");
        self.machine.state.rewind(&meeting.mark);
        self.back_to(meeting.n_path);
        if meeting.arrivals.is_empty() {
            return None;
        }
        if meeting.crossed {
            let paths: Vec<_> =
                meeting.arrivals.iter().map(|arrival| arrival.path.clone()).collect();
            self.enter_any(alg, &paths);
        }
        let (mut sides, mut values) = (Vec::new(), Vec::new());
        for arrival in meeting.arrivals {
            let when = conjunction(alg, &arrival.path);
            sides.push(Side { when, delta: arrival.delta });
            values.push((when, arrival.value));
        }
        self.join(alg, &meeting.mark, sides);
        Some(self.machine.choose_register(alg, values))
    }

    fn block(&mut self, alg: &mut A, label: Label, body: Region) -> Flow {
        self.meet(Place::End(label), 0);
        if self.region(alg, body) == Flow::On {
            let _ = self.jump(Place::End(label));
        }
        if self.part(alg).is_some() { Flow::On } else { Flow::Ended }
    }

    fn repeat(&mut self, alg: &mut A, inst: Value, id: LoopId, body: Region) -> Flow {
        let func = self.machine.active();
        let turns = self.unfolding.turns_of(func, id);
        // One turn more than allowed: the last one is cut where it begins, after the loop's condition.
        let most = turns.saturating_add(1);
        for turn in 1.. {
            if turn > turns && self.unfolding.beyond == Beyond::AnyTurn {
                return self.any_turn(alg, inst, id, body);
            }
            if turn > most {
                return self.cut(alg, inst, Reason::Turns(func, id));
            }
            self.meet(Place::Head(id), turn);
            if self.region(alg, body) == Flow::On {
                let _ = self.jump(Place::Head(id));
            }
            // A loop is only left by jumps across its head.
            self.meetings.last_mut().expect("the turn's own").crossed = true;
            if self.part(alg).is_none() {
                break;
            }
        }
        Flow::Ended
    }

    fn turn(&mut self, alg: &mut A, inst: Value, id: LoopId) -> Flow {
        let func = self.machine.active();
        let meeting = self.meetings.iter().rfind(|meeting| meeting.at == Place::Head(id));
        let turn = meeting.expect("a turn should stand inside its loop").turn;
        if turn > self.unfolding.turns_of(func, id) {
            return self.cut(alg, inst, Reason::Turns(func, id));
        }
        Flow::On
    }

    // -- calls

    /// The machine has entered a function: executes it and comes back.
    fn call(&mut self, alg: &mut A, inst: Value, pause: Option<Pause<A::Word>>) -> Flow {
        let func = self.machine.active();
        let depth = match pause.or_else(|| self.machine.pending.pop_front()) {
            Some(Pause::Recursion(_, depth)) => depth,
            _ => 1,
        };
        if depth > self.unfolding.calls {
            self.machine.state.forget_marks_of_frame();
            self.machine.state.pop_frame();
            return self.cut(alg, inst, Reason::Calls(func));
        }
        self.n_calls += 1;
        self.calls.push(self.n_calls);
        self.meet(Place::Return, 0);
        let root = self.body().root;
        if self.region(alg, root) == Flow::On {
            let _ = self.jump(Place::Return);
        }
        let value = self.part(alg);
        self.calls.pop();
        self.machine.state.forget_marks_of_frame();
        if let Some(value) = value {
            let _ = self.machine.leave(Some(value));
            return Flow::On;
        }
        self.machine.state.pop_frame();
        Flow::Ended
    }
}

pub(crate) fn conjunction<A: Algebra>(alg: &mut A, path: &[Step<A::Word>]) -> A::Word {
    let mut all = alg.yes();
    for step in path {
        all = alg.and(all, step.cond);
    }
    all
}
