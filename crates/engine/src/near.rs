//! How near something wanted is: the fewest branches that control flow must pass from a place in the code, values aside.
//!
//! An estimate that steers where a walk looks next (Burnim and Sen, "Heuristics for scalable dynamic test generation", 2008);
//! nothing is excluded by it.

use crate::ahead::{own, successors};
use crate::objectives::{Objective, Objectives};
use entity::SecondaryMap;
use exec::{Code, Op, Pc};
use ir::{Callee, Func, Inst, Program};
use std::collections::VecDeque;
use world::mentioned;

/// Farther away than anything.
const FAR: u32 = u32::MAX;

/// The code of some functions as one graph, against the direction of control.
#[derive(Debug)]
pub(crate) struct Places {
    /// The number of the first place of each function.
    first: SecondaryMap<Func, u32>,
    /// For each place those that control may come from, and by what.
    from: Vec<Vec<(u32, By)>>,
    /// The places that show an objective.
    shown: Vec<(u32, Vec<Objective>)>,
    /// For each place, how many branches away the end of its function is.
    to_end: Vec<u32>,
}

/// How control gets from one place to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Step,
    Branch,
    Call,
}

/// For each place, how many branches away the nearest wanted objective is.
#[derive(Debug)]
pub(crate) struct Near<'a> {
    places: &'a Places,
    branches: Vec<u32>,
}

impl Places {
    /// The places of functions with a body.
    pub(crate) fn new(
        program: &Program,
        funcs: impl Iterator<Item = Func>,
        objectives: &Objectives,
    ) -> Self {
        let codes: Vec<(Func, Code)> =
            funcs.map(|func| (func, Code::new(program.body(func)))).collect();
        let mut first = SecondaryMap::with_default(FAR);
        let mut n = 0;
        for (func, code) in &codes {
            first[*func] = n;
            n += code.ops.len() as u32;
        }
        let from = vec![Vec::new(); n as usize];
        let mut places = Self { first, from, shown: Vec::new(), to_end: Vec::new() };
        let mut ends = Vec::new();
        for (func, code) in &codes {
            places.add(program, *func, code, objectives);
            let first = places.first[*func];
            let body = program.body(*func);
            let is_end = |op: &Op| match op {
                Op::End => true,
                Op::Do(inst) => matches!(body.insts[*inst], Inst::Return(_)),
                _ => false,
            };
            ends.extend((first..).zip(&code.ops).filter(|(_, op)| is_end(op)).map(|it| it.0));
        }
        places.to_end = places.branches_to(ends, |by| by != By::Call);
        places
    }

    fn add(&mut self, program: &Program, func: Func, code: &Code, objectives: &Objectives) {
        let (body, first) = (program.body(func), self.first[func]);
        for (pc, op) in code.ops.iter().enumerate() {
            let here = first + pc as u32;
            let is_branch = matches!(op, Op::Branch(..) | Op::Switch(..));
            let by = if is_branch { By::Branch } else { By::Step };
            for next in successors(op, pc, |inst| stops(program, &body.insts[inst])) {
                self.from[first as usize + next].push((here, by));
            }
            if let Op::Do(inst) = *op
                && let Some(callee) = mentioned(&body.insts[inst])
                && self.first[callee] != FAR
            {
                self.from[self.first[callee] as usize].push((here, By::Call));
            }
            let own: Vec<Objective> = own(program, func, op, objectives).iter().collect();
            if !own.is_empty() {
                self.shown.push((here, own));
            }
        }
    }

    /// Looks for what is `wanted` from everywhere.
    pub(crate) fn near(&self, wanted: impl Fn(Objective) -> bool) -> Near<'_> {
        let shown = self.shown.iter().filter(|(_, shown)| shown.iter().any(|&it| wanted(it)));
        let places = shown.map(|(place, _)| *place).collect();
        Near { places: self, branches: self.branches_to(places, |_| true) }
    }

    /// How many branches and calls lie between each place and the nearest of these, on ways of some kinds.
    fn branches_to(&self, places: Vec<u32>, goes_by: impl Fn(By) -> bool) -> Vec<u32> {
        let mut branches = vec![FAR; self.from.len()];
        places.iter().for_each(|&place| branches[place as usize] = 0);
        let mut open = VecDeque::from(places);
        // Breadth first; what is no branch away comes before what is one away.
        while let Some(place) = open.pop_front() {
            let here = branches[place as usize];
            for &(before, by) in self.from[place as usize].iter().filter(|(_, by)| goes_by(*by)) {
                let known = &mut branches[before as usize];
                let there = here + u32::from(by != By::Step);
                if there < *known {
                    *known = there;
                    if by == By::Step { open.push_front(before) } else { open.push_back(before) }
                }
            }
        }
        branches
    }
}

impl Near<'_> {
    /// How near it is to active calls that go on from these places, the innermost last. What callers go on to lies behind the end of
    /// what they called.
    pub(crate) fn of(&self, frames: &[(Func, Pc)]) -> u32 {
        let (mut nearest, mut behind) = (FAR, 0u32);
        for &(func, pc) in frames.iter().rev() {
            let first = self.places.first[func];
            if first == FAR {
                continue;
            }
            let place = (first + pc) as usize;
            nearest = nearest.min(self.branches[place].saturating_add(behind));
            behind = behind.saturating_add(self.places.to_end[place]);
        }
        nearest
    }
}

/// Does control not go on to the next instruction?
fn stops(program: &Program, inst: &Inst) -> bool {
    let is_last = match *inst {
        Inst::Call { callee: Callee::Direct(callee), .. } => program.funcs[callee].noreturn,
        _ => false,
    };
    is_last || inst.is_terminator()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objectives::Within;
    use crate::tests::Sample;

    #[test]
    fn branches_and_calls_are_counted() {
        let Sample { program, func, .. } = Sample::new(
            "int g(int a) { if (a) return 1; return 2; }
             int f(int a) { if (a > 1) { if (a > 2) { return g(a); } } return 0; }",
        );
        let objectives = Objectives::branches(&program, func, Within::Callees);
        let places = Places::new(&program, objectives.funcs.iter().copied(), &objectives);
        let deepest = |it: Objective| objectives.aim(it).func() != func;
        assert_eq!(places.near(|_| true).of(&[(func, 0)]), 0);
        assert_eq!(places.near(deepest).of(&[(func, 0)]), 3);
        assert_eq!(places.near(|_| false).of(&[(func, 0)]), FAR);
    }

    #[test]
    fn what_callers_go_on_to_lies_behind_the_end_of_a_call() {
        let Sample { program, func, .. } = Sample::new(
            "void stop(void) __attribute__((noreturn));
             int g(int a) { if (a) if (a > 3) return 1; if (a > 9) stop(); return 2; }
             int f(int a) { int b = g(a); if (b > 1) { return 1; } return 0; }",
        );
        let objectives = Objectives::branches(&program, func, Within::Callees);
        let places = Places::new(&program, objectives.funcs.iter().copied(), &objectives);
        let own = places.near(|it| objectives.aim(it).func() == func);
        let g = *objectives.funcs.iter().find(|&&it| it != func).expect("it calls another");
        assert_eq!(own.of(&[(func, 1)]), 0);
        assert_eq!(own.of(&[(func, 1), (g, 0)]), 2);
    }
}
