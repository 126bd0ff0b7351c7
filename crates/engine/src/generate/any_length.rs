//! Arrays of any length: is what a walk excluded excluded however long they are?
//!
//! A walk that looks at cells knows arrays up to a bound, and what it excludes it excludes within that. Where the code only reads
//! and writes elements, all paths are walked once more with arrays that have no cells and no bound. That walk makes no inputs.
//! Objectives that it does not come upon are impossible, and where it comes upon no path that is not known, these were all. If it
//! does not come to its end, nothing is said.

use super::strategy::is_length;
use super::{Criterion, Search, Stop};
use crate::confirm::Ending;
use crate::objectives::Objective;
use crate::verdict::{Verdict, judge};
use crate::walk::{Cut, End, Everything, Guide, Leaf, Order, Walk};
use exec::Policy;
use ir::{Body, Event, Inst, Shape, Trap, Value};
use std::cell::Cell;
use std::collections::BTreeSet;
use world::Premise;

/// How often the walk may ask for more time, and how many paths it may come to.
const LOOKS: u32 = 4_000;
const LEAVES: usize = 512;
/// Turns of a loop.
const TURNS: u32 = 64;

/// What a walk over arrays of any length came upon.
#[derive(Default)]
struct Met {
    events: BTreeSet<Event>,
    returned: BTreeSet<Vec<Event>>,
    trapped: BTreeSet<(Vec<Event>, Trap)>,
}

impl Search<'_> {
    /// Drops the bounds on lengths that the last walk rested on, as far as arrays of any length show nothing new.
    pub(super) fn exclude_at_any_length(&mut self, stop: Stop<'_>) {
        let mut bounds =
            self.premises.iter().filter(|it| matches!(it, Premise::Most(..))).peekable();
        let rests_on_length = bounds.peek().is_some() && bounds.all(is_length);
        if self.stopped || !self.exhausted || !rests_on_length || !self.only_uses_elements() {
            return;
        }
        let Some(met) = self.meet_at_any_length(stop) else { return };
        if !self.options.criterion.walks_all_paths() {
            self.exclude_what_is_not_met(&met);
        } else if self.is_all_known(&met) {
            self.premises.retain(|it| !is_length(it));
        }
    }

    /// Excludes what no path comes upon in arrays of any length, wherever in them pointers lead to: where the code only reads and
    /// writes elements that is quickly seen, and looking at elements one by one is not.
    pub(super) fn exclude_anywhere(&mut self, stop: Stop<'_>) {
        if self.only_uses_elements()
            && let Some(met) = self.meet_at_any_length(stop)
        {
            self.exclude_what_is_not_met(&met);
        }
    }

    /// Objectives that every run shows an event of before it gets there, and none of these was met.
    fn exclude_what_is_not_met(&mut self, met: &Met) {
        let premises = self.premises.iter().filter(|it| !is_length(it)).cloned();
        let proved = judge(self.walked(premises.collect()), self.options.asked);
        let open: Vec<Objective> = self.objectives.all().filter(|&it| self.is_open(it)).collect();
        for objective in open {
            let events = self.objectives.aim(objective).events(self.program);
            if !events.is_empty() && !events.iter().any(|event| met.events.contains(event)) {
                if let Verdict::Infeasible(_) = proved {
                    self.excluded.borrow_mut().insert(objective);
                }
                self.decided.insert(objective, proved.clone());
            }
        }
    }

    /// Is every path that was met one of a test?
    fn is_all_known(&self, met: &Met) -> bool {
        let returned = self.candidates.iter().filter_map(|candidate| match candidate.run.ending {
            Ending::Returned(_) => Some(&candidate.run.events),
            _ => None,
        });
        let returned: BTreeSet<&Vec<Event>> = returned.collect();
        met.returned.iter().all(|events| returned.contains(events))
            && met.trapped.is_subset(&self.trapped_prefixes)
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
        let funcs = self.world.reach.funcs.iter();
        let mut bodies = funcs.map(|&func| program.funcs[func].body.as_ref());
        data.contract.is_none()
            && self.preconditions().is_empty()
            && params.all(is_plain)
            && bodies.all(|body| body.is_some_and(is_without_blocks))
    }

    /// Walks all paths over arrays of any length; none if it cannot come to the end of them.
    fn meet_at_any_length(&self, stop: Stop<'_>) -> Option<Met> {
        let all = self.options.criterion.walks_all_paths();
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
        let max_length = Policy::UNBOUNDED.max_length;
        let policy = Policy { max_length, logged: true, ..self.policy() };
        let walk = Walk::new(self.world, policy, limits, Order::DepthFirst, &ask);
        let mut walk = walk.ok()?;
        let hunt = self.hunt();
        let guide: &dyn Guide = if all { &Everything } else { &hunt };
        let (mut met, mut n_leaves) = (Met::default(), 0);
        while let Some(leaf) = walk.next(guide) {
            n_leaves += 1;
            if n_leaves > LEAVES || !self.note_met(leaf, &mut met) {
                return None;
            }
        }
        (walk.is_done() && !walk.rests_on_preferences()).then_some(met)
    }

    /// Takes in a leaf; false if it was not followed to its end.
    fn note_met(&self, leaf: Leaf, met: &mut Met) -> bool {
        met.events.extend(&leaf.events);
        match leaf.end {
            End::Returned => {
                met.returned.insert(leaf.events);
            }
            End::Trapped(trap) => {
                met.trapped.insert((leaf.events, trap));
            }
            // Beyond k there are no k-paths.
            End::Cut(Cut::Turns(..)) => {
                return matches!(self.options.criterion, Criterion::KPath(_));
            }
            End::Cut(_) | End::Unsupported(_) => return false,
        }
        true
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
