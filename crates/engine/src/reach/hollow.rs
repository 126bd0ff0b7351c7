//! Proofs that hold only because every run goes wrong before.
//!
//! `int a; if (a > 0) return 0; assert(0);` never fails its assertion: each run reads what was never written, and ends there. A check is
//! hollow if something that does go wrong lies before it, and no run in which nothing has gone wrong comes to any decision between
//! the two. Runs are those of all loops' turns at once, so that what none of them does, none does.

use super::{Inquiry, Question, Reached};
use crate::ahead::successors;
use crate::goal::{Goal, Goals, Told};
use crate::limits;
use crate::objectives::{Aim, Objective};
use crate::scene::is_written;
use crate::unfold::to_turns;
use crate::verdict::Verdict;
use entity::EntityRef;
use exec::{Beyond, Code, Op};
use ir::{Func, Inst, Program, Trap, Value};
use std::collections::{BTreeMap, BTreeSet};
use world::mentioned;

/// An instruction of a function.
type Place = (Func, Value);

impl Inquiry<'_> {
    /// The checks that never fail only because every run goes wrong before, each with what does.
    pub(super) fn hollow(&mut self) -> BTreeMap<Trap, Trap> {
        let proved: Vec<Trap> = self.closed.iter().filter_map(proved_check).collect();
        let funcs: BTreeSet<Func> =
            proved.iter().map(|it| it.func).chain([self.scene.func]).collect();
        if proved.is_empty() || (self.stop)() {
            return BTreeMap::new();
        }
        let flows: Vec<Flow> = funcs.iter().map(|&it| Flow::new(self.scene.program, it)).collect();
        let places = flows.iter().flat_map(Flow::decisions).collect();
        let unfolding = to_turns(limits::REACH_FIRST_TURNS, Beyond::AnyTurn);
        let (world, limits) = (self.scene.world, solver::Limits::standard());
        let goals = Goals::new(world, None, self.relaxed, unfolding, limits, &places, self.stop);
        if goals.not_followed().is_some() {
            return BTreeMap::new();
        }
        let mut look = Look { inquiry: self, goals, passed: BTreeMap::new() };
        let found =
            proved.into_iter().filter_map(|check| Some((check, look.cause(&flows, check)?)));
        found.collect()
    }
}

/// The check, if it was proved, and somebody wrote it.
fn proved_check((question, found): &(Question, Reached)) -> Option<Trap> {
    match (question, found) {
        (Question::Trap(trap), Reached::Not(suite::Verdict::Infeasible { .. }, _)) => {
            is_written(trap.kind).then_some(*trap)
        }
        _ => None,
    }
}

struct Look<'i, 'a> {
    inquiry: &'i mut Inquiry<'a>,
    goals: Goals<'a>,
    /// Whether some run comes to a decision with nothing having gone wrong.
    passed: BTreeMap<Place, bool>,
}

impl Look<'_, '_> {
    /// What goes wrong before a check in every run that could come there.
    fn cause(&mut self, flows: &[Flow], check: Trap) -> Option<Trap> {
        let before = self.goals.traps().into_iter().filter(|&trap| trap != check);
        before.into_iter().find(|&trap| {
            flows.iter().any(|flow| {
                let between = flow.decisions_between(self.inquiry.scene.program, trap, check);
                between.is_some_and(|it| !it.iter().any(|&place| self.is_passed(place)))
            }) && self.happens(trap)
        })
    }

    fn is_passed(&mut self, place: Place) -> bool {
        if let Some(&known) = self.passed.get(&place) {
            return known;
        }
        let aim = Aim::Place(place, Vec::new());
        let goal = Goal::Aim(&aim, Objective::from_index(0));
        let passed = match self.goals.decide(goal, &self.inquiry.scene.ahead) {
            Told::Excluded(premises) => {
                !matches!(self.inquiry.refuted(premises), Verdict::Infeasible(_))
            }
            Told::Reached(_) | Told::Undecided(_) => true,
        };
        self.passed.insert(place, passed);
        passed
    }

    /// Does some run go wrong there?
    fn happens(&mut self, trap: Trap) -> bool {
        match self.goals.decide(Goal::Trap(trap), &self.inquiry.scene.ahead) {
            Told::Reached(input) => self.inquiry.sees(&Question::Trap(trap), &input).is_some(),
            Told::Excluded(_) | Told::Undecided(_) => false,
        }
    }
}

/// The control flow of a function.
struct Flow {
    func: Func,
    code: Code,
    next: Vec<Vec<usize>>,
    previous: Vec<Vec<usize>>,
}

impl Flow {
    fn new(program: &Program, func: Func) -> Self {
        let body = program.body(func);
        let code = Code::new(body);
        let ends = |inst: Value| body.insts[inst].is_terminator();
        let next: Vec<Vec<usize>> =
            code.ops.iter().enumerate().map(|(pc, op)| successors(op, pc, ends)).collect();
        let mut previous = vec![Vec::new(); next.len()];
        for (pc, targets) in next.iter().enumerate() {
            targets.iter().for_each(|&target| previous[target].push(pc));
        }
        Self { func, code, next, previous }
    }

    /// Where control is decided.
    fn decisions(&self) -> impl Iterator<Item = Place> {
        (0..self.code.ops.len()).filter_map(|pc| self.decision(pc))
    }

    fn decision(&self, pc: usize) -> Option<Place> {
        match self.code.ops[pc] {
            Op::Branch(inst, _) | Op::Switch(inst, _) => Some((self.func, inst)),
            Op::Do(_) | Op::Goto(_) | Op::Enter(_) | Op::End => None,
        }
    }

    /// The decisions on all ways from one trap to another; none if there is no way.
    fn decisions_between(&self, program: &Program, from: Trap, to: Trap) -> Option<Vec<Place>> {
        let ends = self.places_of(program, to);
        let mut starts = self.places_of(program, from);
        starts.retain(|pc| !ends.contains(pc));
        let starts: Vec<usize> = starts.into_iter().flat_map(|pc| self.going_on_from(pc)).collect();
        let (after, before) = (closure(&self.next, &starts), closure(&self.previous, &ends));
        let between: Vec<usize> = after.intersection(&before).copied().collect();
        let decisions = || between.iter().filter_map(|&pc| self.decision(pc)).collect();
        starts.iter().any(|pc| before.contains(pc)).then(decisions)
    }

    /// Where control would go on had nothing gone wrong: where an assertion fails, on the other side of its decision.
    fn going_on_from(&self, pc: usize) -> Vec<usize> {
        if !self.next[pc].is_empty() {
            return vec![pc];
        }
        let (mut seen, mut open, mut sides) = (BTreeSet::new(), vec![pc], Vec::new());
        while let Some(pc) = open.pop() {
            for &before in self.previous[pc].iter().filter(|&&it| seen.insert(it)) {
                match self.decision(before) {
                    Some(_) => sides.extend(&self.next[before]),
                    None => open.push(before),
                }
            }
        }
        sides
    }

    /// Where something goes wrong, or something is called in which it does.
    fn places_of(&self, program: &Program, trap: Trap) -> Vec<usize> {
        let insts = &program.body(self.func).insts;
        let is_there = |op: &Op| match *op {
            Op::Do(inst) if (self.func, inst) == (trap.func, trap.inst) => true,
            Op::Do(inst) => match &insts[inst] {
                call @ Inst::Call { .. } => mentioned(call)
                    .is_some_and(|callee| world::reachable(program, callee).contains(&trap.func)),
                _ => false,
            },
            _ => false,
        };
        let ops = self.code.ops.iter().enumerate();
        ops.filter(|(_, op)| is_there(op)).map(|(pc, _)| pc).collect()
    }
}

/// Everything that edges lead to from some places, these included.
fn closure(edges: &[Vec<usize>], from: &[usize]) -> BTreeSet<usize> {
    let mut reached: BTreeSet<usize> = from.iter().copied().collect();
    let mut open = from.to_vec();
    while let Some(pc) = open.pop() {
        open.extend(edges[pc].iter().copied().filter(|&target| reached.insert(target)));
    }
    reached
}
