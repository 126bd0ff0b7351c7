//! How near something wanted is: the fewest branches that control flow must pass from a place in the code, values aside.
//!
//! An estimate that steers where a walk looks next (Burnim and Sen, "Heuristics for scalable dynamic test generation", 2008);
//! nothing is excluded by it.

use crate::ahead::{own, successors};
use crate::objectives::{Objective, Objectives};
use entity::SecondaryMap;
use exec::{Code, Op, Pc};
use ir::{Func, Program, Value};
use world::mentioned;

/// Farther away than anything.
const FAR: u32 = u32::MAX;

/// For each place in each function, how many branches away the nearest wanted objective is.
#[derive(Debug)]
pub(crate) struct Near {
    branches: SecondaryMap<Func, Vec<u32>>,
}

/// The flat code of a function, and at which of its places something is wanted.
struct Flow {
    func: Func,
    code: Code,
    wanted: Vec<bool>,
}

impl Near {
    /// Looks for what is `wanted` from everywhere.
    pub(crate) fn new(
        program: &Program,
        objectives: &Objectives,
        wanted: impl Fn(Objective) -> bool,
    ) -> Self {
        let bodies = program.funcs.keys().filter(|&func| program.funcs[func].body.is_some());
        let flows: Vec<Flow> = bodies
            .map(|func| {
                let code = Code::new(program.body(func));
                let own = |op: &Op| own(program, func, op, objectives).iter().any(&wanted);
                let wanted = code.ops.iter().map(own).collect();
                Flow { func, code, wanted }
            })
            .collect();
        let mut near = Self { branches: SecondaryMap::with_default(Vec::new()) };
        for flow in &flows {
            near.branches[flow.func] = vec![FAR; flow.code.ops.len()];
        }
        while flows.iter().any(|flow| near.come_nearer(program, flow)) {}
        near
    }

    /// How near it is to active calls that go on from these places.
    pub(crate) fn of(&self, frames: &[(Func, Pc)]) -> u32 {
        let branches = frames.iter().map(|&(func, pc)| self.branches[func][pc as usize]);
        branches.min().unwrap_or(FAR)
    }

    /// One round through a function; true if something came nearer.
    fn come_nearer(&mut self, program: &Program, flow: &Flow) -> bool {
        let body = program.body(flow.func);
        let mut changed = false;
        for (pc, op) in flow.code.ops.iter().enumerate().rev() {
            let found = if flow.wanted[pc] {
                0
            } else {
                let next = successors(op, pc, |inst| body.insts[inst].is_terminator());
                let next = next.into_iter().map(|next| self.branches[flow.func][next]);
                let step = u32::from(matches!(op, Op::Branch(..) | Op::Switch(..)));
                let on = next.min().unwrap_or(FAR).saturating_add(step);
                on.min(self.inside(program, flow.func, op))
            };
            changed |= found < self.branches[flow.func][pc];
            self.branches[flow.func][pc] = found;
        }
        changed
    }

    /// The same from the beginning of what is called.
    fn inside(&self, program: &Program, func: Func, op: &Op) -> u32 {
        let called = |inst: Value| mentioned(&program.body(func).insts[inst]);
        let Op::Do(inst) = *op else { return FAR };
        let entry = called(inst).and_then(|callee| self.branches[callee].first().copied());
        entry.map_or(FAR, |branches| branches.saturating_add(1))
    }
}
