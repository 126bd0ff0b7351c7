//! A search that may do so much work and then lets others have their turn.
//!
//! Searches ask as they go on, never by the clock: how often they have asked is what they worked, on any machine.

use engine::{Progress, Stop};
use std::cell::Cell;

/// Waits for so much of a search, and as long as somebody else does.
pub(crate) struct Brief<'s> {
    stop: Stop<'s>,
    left: Cell<u64>,
}

impl<'s> Brief<'s> {
    /// Where structures are built by calls: enough for a few hundred lines with few paths, and a second or two where there are many.
    pub(crate) const FIRST: u64 = 20_000;

    /// Waits for so much work.
    pub(crate) const fn new(stop: Stop<'s>, work: u64) -> Self {
        Self { stop, left: Cell::new(work) }
    }

    /// Is it over?
    pub(crate) fn stop(&self, now: &Progress) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.was_cut() || (self.stop)(now)
    }

    /// Did it end for the work that it was given?
    pub(crate) fn was_cut(&self) -> bool {
        self.left.get() == 0
    }
}
