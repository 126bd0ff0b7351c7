//! What a walk goes after when covering: objectives that no test reaches, and traps that none has shown. No step of a walk is here.

use crate::ahead::Ahead;
use crate::objectives::{Objective, Objectives};
use crate::walk::Guide;
use entity::EntitySet;
use ir::{Event, Func, Trap};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Wants what no test that returns has reached.
pub(super) struct Hunt<'a> {
    pub(super) objectives: &'a Objectives,
    pub(super) ahead: &'a Ahead,
    pub(super) covered: &'a RefCell<EntitySet<Objective>>,
    pub(super) excluded: &'a RefCell<EntitySet<Objective>>,
    pub(super) reached_before_traps: &'a RefCell<EntitySet<Objective>>,
    pub(super) found_traps: &'a RefCell<BTreeSet<Trap>>,
}

impl Hunt<'_> {
    fn is_open(&self, objective: Objective) -> bool {
        !self.covered.borrow().contains(objective) && !self.excluded.borrow().contains(objective)
    }
}

impl Guide for Hunt<'_> {
    fn wants(&self, event: Event) -> bool {
        self.objectives.concerned(event).iter().any(|&objective| self.is_open(objective))
    }

    fn worth(&self, frames: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool {
        self.ahead.any(frames, |objective| self.is_open(objective))
    }

    fn wants_trap(&self, trap: Trap, events: &mut dyn Iterator<Item = Event>) -> bool {
        let (covered, on_the_way) = (self.covered.borrow(), self.reached_before_traps.borrow());
        let is_new = |objective| !covered.contains(objective) && !on_the_way.contains(objective);
        let found = self.found_traps.borrow().contains(&trap);
        !found
            || events
                .flat_map(|event| self.objectives.concerned(event))
                .any(|&objective| is_new(objective))
    }
}
