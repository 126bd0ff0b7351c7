//! Arrays of any length: is what a walk excluded excluded however long they are?
//!
//! A walk that looks at cells knows arrays up to a bound, and what it excludes it excludes within that. Where the code only reads
//! and writes elements, all paths are walked once more with arrays that have no cells and no bound. That walk makes no inputs.
//! Objectives that it does not come upon are impossible, and where it comes upon no path that is not known, these were all. If it
//! does not come to its end, nothing is said.

use super::Search;
use super::hunt::Hunt;
use crate::extent::{Extent, Walked, is_length};
use crate::ledger::PathEnd;
use crate::limits;
use crate::options::Criterion;
use crate::verdict::judge;
use crate::walk::{Cut, End, Everything, Guide, Leaf};
use exec::Policy;
use ir::{Body, Event, Inst, Shape, Value};
use std::collections::BTreeSet;
use world::Premise;

/// What a walk over arrays of any length came upon.
#[derive(Default)]
struct Met {
    events: BTreeSet<Event>,
    paths: BTreeSet<(Vec<Event>, PathEnd)>,
}

impl Search<'_> {
    /// Drops the bounds on lengths that the last walk rested on, as far as arrays of any length show nothing new.
    pub(super) fn exclude_at_any_length(&mut self) {
        let walked = self.ledger.walked();
        let is_bound = |it: &&Premise| matches!(it, Premise::Most(..));
        let rests_on_length =
            walked.rests_on_bounds() && walked.premises.iter().filter(is_bound).all(is_length);
        if walked.stopped || !walked.exhausted || !rests_on_length || !self.only_uses_elements() {
            return;
        }
        let Some(met) = self.meet_at_any_length() else { return };
        if !self.scene.walks_all_paths() {
            self.exclude_what_is_not_met(&met, self.ledger.walked().clone());
        } else if met.paths.iter().all(|(events, end)| self.ledger.has_path(events, *end)) {
            self.ledger.drop_premises(is_length);
        }
    }

    /// Excludes what no path comes upon in arrays of any length, wherever in them pointers lead to: where the code only reads and
    /// writes elements that is quickly seen, and looking at elements one by one is not.
    pub(super) fn exclude_anywhere(&mut self) {
        if self.only_uses_elements()
            && let Some(met) = self.meet_at_any_length()
        {
            self.exclude_what_is_not_met(&met, Walked::nothing(self.extent.relaxed));
        }
    }

    /// Objectives that every run shows an event of before it gets there, and none of these was met.
    fn exclude_what_is_not_met(&mut self, met: &Met, mut walked: Walked) {
        walked.premises.retain(|it| !is_length(it));
        let scene = self.scene;
        let proved = judge(self.ledger.exclusion(scene, &walked), scene.options.asked);
        for objective in self.ledger.open(scene) {
            let events = scene.objectives.aim(objective).events(scene.program);
            if !events.is_empty() && !events.iter().any(|event| met.events.contains(event)) {
                self.ledger.settle(objective, proved.clone());
            }
        }
    }

    /// Does the code read and write elements of arrays, and nothing else behind pointers?
    fn only_uses_elements(&self) -> bool {
        let program = self.scene.program;
        let data = &program.funcs[self.scene.func];
        let mut params = data.params.iter().map(|param| &program.shapes[param.shape]);
        let is_plain = |shape: &Shape| match shape {
            Shape::Int { .. } | Shape::Float { .. } => true,
            Shape::Pointer { to: Some(to), .. } => {
                matches!(program.shapes[*to], Shape::Int { .. } | Shape::Float { .. })
            }
            _ => false,
        };
        let funcs = self.scene.world.reach.funcs.iter();
        let mut bodies = funcs.map(|&func| program.funcs[func].body.as_ref());
        data.contract.is_none()
            && self.scene.preconditions.is_empty()
            && params.all(is_plain)
            && bodies.all(|body| body.is_some_and(is_without_blocks))
    }

    /// Walks all paths over arrays of any length; none if it cannot come to the end of them.
    fn meet_at_any_length(&self) -> Option<Met> {
        let (scene, is_over) = (self.scene, self.clock());
        let longest = Policy::UNBOUNDED.max_length;
        let turns = self.extent.turns.unwrap_or(limits::LENGTH_TURNS);
        let extent = Extent { longest, logged: true, ..self.extent }
            .to_turns(turns)
            .briefly(limits::LENGTH_LOOKS);
        let mut walk = scene.walk(&extent, &is_over).ok()?;
        let hunt = Hunt { scene, ledger: &self.ledger, only_open: false, near: None };
        let guide: &dyn Guide = if extent.everything { &Everything } else { &hunt };
        let (mut met, mut n_leaves) = (Met::default(), 0);
        while let Some(leaf) = walk.next(guide) {
            n_leaves += 1;
            if n_leaves > limits::LENGTH_LEAVES || !self.note_met(leaf, &mut met) {
                return None;
            }
        }
        (walk.is_done() && !walk.rests_on_preferences()).then_some(met)
    }

    /// Takes in a leaf; false if it was not followed to its end.
    fn note_met(&self, leaf: Leaf, met: &mut Met) -> bool {
        met.events.extend(&leaf.events);
        match leaf.end {
            End::Returned | End::Trapped(_) => {
                met.paths.insert((leaf.events, PathEnd::from(&leaf.end)));
            }
            // Beyond k there are no k-paths.
            End::Cut(Cut::Turns(..)) => {
                return matches!(self.scene.options.criterion, Criterion::KPath(_));
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
