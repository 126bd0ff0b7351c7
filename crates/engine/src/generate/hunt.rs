//! What a walk goes after when covering: objectives that no test reaches, and traps that none has shown. No step of a walk is here.

use crate::ledger::Ledger;
use crate::near::Near;
use crate::objectives::Objective;
use crate::scene::Scene;
use crate::walk::Guide;
use ir::{Event, Func, Trap};

/// Wants what no test that returns has reached.
pub(super) struct Hunt<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) ledger: &'a Ledger,
    /// Does it want only what no run has shown? Where asserts are many, what goes on after they fail is an endless hunt.
    pub(super) only_open: bool,
    /// How near what it wants is, where that matters.
    pub(super) near: Option<&'a Near<'a>>,
}

impl Hunt<'_> {
    fn is_wanted(&self, objective: Objective) -> bool {
        if self.only_open {
            self.ledger.is_open(objective)
        } else {
            self.ledger.is_wanted(objective)
        }
    }
}

impl Guide for Hunt<'_> {
    fn wants(&self, event: Event) -> bool {
        self.scene.objectives.concerned(event).iter().any(|&it| self.is_wanted(it))
    }

    fn worth(&self, frames: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool {
        self.scene.ahead.any(frames, |objective| self.is_wanted(objective))
    }

    fn wants_trap(&self, trap: Trap, events: &mut dyn Iterator<Item = Event>) -> bool {
        let mut concerned = events.flat_map(|event| self.scene.objectives.concerned(event));
        !self.ledger.is_found(trap) || concerned.any(|&it| self.ledger.is_unseen(it))
    }

    fn near(&self, frames: &[(Func, exec::Pc)]) -> u32 {
        self.near.map_or(0, |near| near.of(frames))
    }
}
