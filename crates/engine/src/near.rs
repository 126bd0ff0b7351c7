//! How near something wanted is: the fewest branches that control flow must pass from a place in the code, values aside.
//!
//! An estimate that steers where a walk looks next (Burnim and Sen, "Heuristics for scalable dynamic test generation", 2008);
//! nothing is excluded by it.

use crate::ahead::{own, successors};
use crate::objectives::{Objective, Objectives};
use entity::SecondaryMap;
use exec::{Code, Op, Pc};
use ir::{Func, Program};
use std::collections::VecDeque;
use world::mentioned;

/// Farther away than anything.
const FAR: u32 = u32::MAX;

/// The code of some functions as one graph, against the direction of control.
#[derive(Debug)]
pub(crate) struct Places {
    /// The number of the first place of each function.
    first: SecondaryMap<Func, u32>,
    /// For each place those that control may come from, and whether a branch or a call lies between.
    from: Vec<Vec<(u32, bool)>>,
    /// The places that show an objective.
    shown: Vec<(u32, Vec<Objective>)>,
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
        let mut places = Self { first, from: vec![Vec::new(); n as usize], shown: Vec::new() };
        for (func, code) in &codes {
            places.add(program, *func, code, objectives);
        }
        places
    }

    fn add(&mut self, program: &Program, func: Func, code: &Code, objectives: &Objectives) {
        let (body, first) = (program.body(func), self.first[func]);
        for (pc, op) in code.ops.iter().enumerate() {
            let here = first + pc as u32;
            let is_branch = matches!(op, Op::Branch(..) | Op::Switch(..));
            for next in successors(op, pc, |inst| body.insts[inst].is_terminator()) {
                self.from[first as usize + next].push((here, is_branch));
            }
            if let Op::Do(inst) = *op
                && let Some(callee) = mentioned(&body.insts[inst])
                && self.first[callee] != FAR
            {
                self.from[self.first[callee] as usize].push((here, true));
            }
            let own: Vec<Objective> = own(program, func, op, objectives).iter().collect();
            if !own.is_empty() {
                self.shown.push((here, own));
            }
        }
    }

    /// Looks for what is `wanted` from everywhere.
    pub(crate) fn near(&self, wanted: impl Fn(Objective) -> bool) -> Near<'_> {
        let mut branches = vec![FAR; self.from.len()];
        let mut open = VecDeque::new();
        for (place, shown) in &self.shown {
            if shown.iter().any(|&it| wanted(it)) {
                branches[*place as usize] = 0;
                open.push_back(*place);
            }
        }
        // Breadth first; what is no branch away comes before what is one away.
        while let Some(place) = open.pop_front() {
            let here = branches[place as usize];
            for &(before, is_branch) in &self.from[place as usize] {
                let known = &mut branches[before as usize];
                let there = here + u32::from(is_branch);
                if there < *known {
                    *known = there;
                    if is_branch { open.push_back(before) } else { open.push_front(before) }
                }
            }
        }
        Near { places: self, branches }
    }
}

impl Near<'_> {
    /// How near it is to active calls that go on from these places.
    pub(crate) fn of(&self, frames: &[(Func, Pc)]) -> u32 {
        let first = |func: Func| self.places.first[func];
        let known = frames.iter().filter(|(func, _)| first(*func) != FAR);
        let branches = known.map(|&(func, pc)| self.branches[(first(func) + pc) as usize]);
        branches.min().unwrap_or(FAR)
    }
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
}
