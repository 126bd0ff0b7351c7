//! Where control divides: both sides of an `if`, all targets of a `switch`.
//!
//! Every side is executed on a state of its own. Sides that merely meet again leave no trace in the guard.

use super::{Flow, Merged, Place, Reason, Step};
use crate::call::is_function;
use crate::join::Side;
use crate::{Algebra, Alt, Target, Val};
use ir::{CondSite, Event, Label, Region, Signature, SwitchSite, TrapKind, Value};

/// The values that several ways gave, each under the condition that it is the way.
type Values<W> = Vec<(W, Val<W>)>;

impl<A: Algebra> Merged<'_, A> {
    pub(super) fn branch(
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
        let way = |number: usize| {
            let event = site.map(|site| Event::Cond(site, number == 0));
            Step { cond: conds[number], event }
        };
        let joined = self.each_way(alg, &[way(0), way(1)], true, |merged, alg, number| {
            (merged.region(alg, regions[number]) == Flow::On).then_some(Val::Uninit)
        });
        if joined.is_some() { Flow::On } else { Flow::Ended }
    }

    /// Goes each of several ways from here and joins what comes of them; none if control ends on all of them.
    fn each_way(
        &mut self,
        alg: &mut A,
        ways: &[Step<A::Word>],
        are_all: bool,
        mut go: impl FnMut(&mut Self, &mut A, usize) -> Option<Val<A::Word>>,
    ) -> Option<Values<A::Word>> {
        let (mark, n_path) = (self.machine.mark(), self.path.len());
        let (mut sides, mut paths, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (number, &step) in ways.iter().enumerate() {
            self.enter(alg, step);
            if let Some(value) = go(self, alg, number) {
                paths.push(self.path[n_path..].to_vec());
                sides.push(Side { when: step.cond, delta: self.delta(&mark) });
                values.push((step.cond, value));
            }
            self.back_to(n_path);
            self.machine.rewind(&mark);
        }
        let undivided =
            are_all && paths.len() == ways.len() && paths.iter().all(|path| path.len() == 1);
        if !undivided {
            self.enter_any(alg, &paths);
        }
        if sides.is_empty() {
            return None;
        }
        self.join(alg, &mark, sides);
        Some(values)
    }

    /// A call through a pointer that may lead to several places: what is no function is a trap, each function is executed where
    /// it is the one.
    pub(super) fn call_one_of(
        &mut self,
        alg: &mut A,
        inst: Value,
        (pointer, sig): (Value, &Signature),
        alts: &[Alt<A::Word>],
    ) -> Flow {
        let program = self.machine.program;
        let (code, others): (Vec<_>, Vec<_>) =
            alts.iter().copied().partition(|alt| is_function(program, alt, sig));
        for alt in &others {
            let is_null = alt.target == Target::Null;
            let kind = if is_null { TrapKind::NullPointer } else { TrapKind::BadCall };
            self.machine.check(alg, kind, alt.guard, inst);
        }
        match self.listen(alg, Some(inst)) {
            Flow::On => self.call_each(alg, inst, pointer, &code, others.is_empty()),
            Flow::Ended => Flow::Ended,
        }
    }

    /// Executes a call once for each function that it may lead to.
    fn call_each(
        &mut self,
        alg: &mut A,
        inst: Value,
        pointer: Value,
        alts: &[Alt<A::Word>],
        are_all: bool,
    ) -> Flow {
        let whole = self.machine.value(pointer);
        let ways: Vec<_> = alts.iter().map(|alt| Step { cond: alt.guard, event: None }).collect();
        let joined = self.each_way(alg, &ways, are_all, |merged, alg, number| {
            let one = Alt { guard: alg.yes(), ..alts[number] };
            let one = merged.machine.state.pointer(&[one]);
            merged.machine.define(pointer, Val::Ptr(one));
            (merged.execute(alg, inst) == Flow::On).then(|| merged.machine.value(inst))
        });
        self.machine.define(pointer, whole);
        let Some(values) = joined else { return Flow::Ended };
        let value = self.machine.choose_register(alg, values);
        self.machine.define(inst, value);
        self.listen(alg, Some(inst))
    }

    pub(super) fn switch(
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
}
