//! Where control divides: both sides of an `if`, all targets of a `switch`.
//!
//! Every side is executed on a state of its own. Sides that merely meet again leave no trace in the guard.

use super::{Flow, Merged, Place, Reason, Step};
use crate::join::Side;
use crate::{Algebra, Val};
use ir::{CondSite, Event, Label, Region, SwitchSite, Value};

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
