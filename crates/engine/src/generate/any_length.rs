//! Arrays of any length: is what a walk excluded excluded however long they are?
//!
//! A walk that looks at cells knows arrays up to a bound, and what it excludes it excludes within that. Where the code only reads
//! and writes elements, all paths are walked once more with arrays that have no cells and no bound. That walk makes no inputs. If
//! it comes upon nothing that is not known, the bound did not matter; if it does, or does not come to its end, nothing is said.

use super::{Criterion, Search, Stop};
use crate::confirm::Ending;
use crate::objectives::Objective;
use crate::walk::{Cut, End, Everything, Guide, Leaf, Order, Walk};
use exec::Policy;
use ir::{Body, Event, Inst, Shape, Trap, Value};
use std::cell::Cell;
use std::collections::BTreeSet;

/// How often the walk may ask for more time, and how many paths it may come to.
const LOOKS: u32 = 4_000;
const LEAVES: usize = 512;
/// Turns of a loop.
const TURNS: u32 = 64;

/// What the tests show, as the walk would come upon it again.
struct Shown {
    returned: BTreeSet<Vec<Event>>,
    trapped: BTreeSet<(Vec<Event>, Trap)>,
    /// Of each objective that is open, events that every run to it shows; none if there are no such events.
    open: Option<BTreeSet<Event>>,
}

impl Search<'_> {
    /// Drops the bounds on lengths that the last walk rested on, if arrays of any length show nothing new.
    pub(super) fn exclude_at_any_length(&mut self, stop: Stop<'_>) {
        let of_length = |bound: &String| bound.starts_with("length of ");
        let rests_on_length = !self.bounds.is_empty() && self.bounds.iter().all(of_length);
        if self.stopped || !self.exhausted || !rests_on_length || !self.only_uses_elements() {
            return;
        }
        if self.shows_nothing_new(stop) {
            self.bounds.clear();
        }
    }

    /// Does the code read and write elements of arrays, and nothing else behind pointers?
    fn only_uses_elements(&self) -> bool {
        let program = self.program;
        let data = &program.funcs[self.func];
        let mut params = data.params.iter().map(|param| &program.shapes[param.shape]);
        let is_plain = |shape: &Shape| match shape {
            Shape::Int { .. } | Shape::Float { .. } => true,
            Shape::Pointer { to: Some(to), .. } => {
                matches!(program.shapes[*to], Shape::Int { .. } | Shape::Float { .. })
            }
            _ => false,
        };
        let reached = exec::reachable(program, self.func);
        let mut bodies = reached.iter().map(|&func| program.funcs[func].body.as_ref());
        data.contract.is_none()
            && self.preconditions().is_empty()
            && params.all(is_plain)
            && bodies.all(|body| body.is_some_and(is_without_blocks))
    }

    fn shows_nothing_new(&mut self, stop: Stop<'_>) -> bool {
        let (program, shown) = (self.program, self.shown());
        let all = self.options.criterion.walks_all_paths();
        if !all && shown.open.is_none() {
            return false;
        }
        let progress = self.progress();
        let looks = Cell::new(LOOKS);
        let ask = || {
            looks.set(looks.get().saturating_sub(1));
            looks.get() == 0 || stop(&progress)
        };
        let turns = match self.options.criterion {
            Criterion::KPath(k) => k,
            _ => TURNS,
        };
        let mut limits = self.limits(Some(turns));
        limits.inputs = 0;
        let policy =
            Policy { max_length: Policy::UNBOUNDED.max_length, logged: true, ..self.policy() };
        let Ok(mut walk) = Walk::new(program, self.func, policy, limits, Order::DepthFirst, &ask)
        else {
            return false;
        };
        let hunt = self.hunt();
        let guide: &dyn Guide = if all { &Everything } else { &hunt };
        let mut n_leaves = 0;
        while let Some(leaf) = walk.next(guide) {
            n_leaves += 1;
            if n_leaves > LEAVES || !self.is_shown(&leaf, &shown) {
                return false;
            }
        }
        walk.is_done() && walk.used_bounds().is_empty()
    }

    fn shown(&self) -> Shown {
        let returned = self.candidates.iter().filter_map(|candidate| match candidate.run.ending {
            Ending::Returned(_) => Some(candidate.run.events.clone()),
            _ => None,
        });
        let covered = self.covered.borrow();
        let is_open = |objective: &Objective| !covered.contains(*objective);
        let events = |objective: Objective| {
            let events = self.objectives.aim(objective).events(self.program);
            (!events.is_empty()).then_some(events)
        };
        let open: Option<Vec<Vec<Event>>> =
            self.objectives.all().filter(is_open).map(events).collect();
        Shown {
            returned: returned.collect(),
            trapped: self.trapped_prefixes.clone(),
            open: open.map(|events| events.into_iter().flatten().collect()),
        }
    }

    /// Is what the walk came upon known already, and no way to anything open?
    fn is_shown(&self, leaf: &Leaf, shown: &Shown) -> bool {
        let is_beyond_k = matches!(self.options.criterion, Criterion::KPath(_))
            && matches!(leaf.end, End::Cut(Cut::Turns(..)));
        if is_beyond_k {
            return true;
        }
        if matches!(leaf.end, End::Cut(_) | End::Unsupported(_)) {
            return false;
        }
        if !self.options.criterion.walks_all_paths() {
            let open = shown.open.as_ref();
            return open.is_some_and(|open| !leaf.events.iter().any(|it| open.contains(it)));
        }
        match leaf.end {
            End::Returned => shown.returned.contains(&leaf.events),
            End::Trapped(trap) => shown.trapped.contains(&(leaf.events.clone(), trap)),
            End::Cut(_) | End::Unsupported(_) => false,
        }
    }
}

/// Does a body take no pointer for another, and copy and clear nothing but variables of its own?
fn is_without_blocks(body: &Body) -> bool {
    let is_own = |value: &Value| matches!(body.insts[*value], Inst::AddrLocal(_));
    let is_fine = |inst: &Inst| match inst {
        Inst::Copy { dst, src, .. } => is_own(dst) && is_own(src),
        Inst::Zero { dst, .. } => is_own(dst),
        Inst::Cast(op, ..) => !matches!(op, ir::CastOp::PtrToInt),
        Inst::Call { callee, .. } => matches!(callee, ir::Callee::Direct(_)),
        _ => true,
    };
    body.views.is_empty() && body.insts.values().all(is_fine)
}
