//! Whether somebody still waits for an answer.
//!
//! Work is counted in steps and the clock belongs to whoever asks; but long steps must not keep them waiting. So every
//! loop that may run long asks this, and this asks them, once in so many times.

use std::cell::Cell;

/// Someone who waits, until they say that they no longer do.
#[derive(Clone)]
pub struct Patience<'s> {
    is_over: &'s dyn Fn() -> bool,
    /// Once in how many times they are asked, and how many of these are left.
    every: u32,
    left: Cell<u32>,
    /// What they said once holds for good.
    over: Cell<bool>,
}

impl<'s> Patience<'s> {
    /// Asks `is_over` once in `every` times.
    pub const fn new(is_over: &'s dyn Fn() -> bool, every: u32) -> Self {
        Self { is_over, every, left: Cell::new(0), over: Cell::new(false) }
    }

    /// Do they no longer wait?
    pub fn is_over(&self) -> bool {
        if self.over.get() {
            return true;
        }
        if self.left.get() > 0 {
            self.left.set(self.left.get() - 1);
            return false;
        }
        self.left.set(self.every);
        self.over.set((self.is_over)());
        self.over.get()
    }

    /// They have left.
    pub fn end(&self) {
        self.over.set(true);
    }

    /// The same one, asked once in `every` times.
    #[must_use]
    pub const fn asking(&self, every: u32) -> Self {
        Self::new(self.is_over, every)
    }
}

impl std::fmt::Debug for Patience<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patience").field("over", &self.over).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Patience;
    use std::cell::Cell;

    #[test]
    fn asks_once_in_a_while_and_believes_for_good() {
        let asked = Cell::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() == 3
        };
        let patience = Patience::new(&is_over, 9);
        let answers: Vec<bool> = (0..40).map(|_| patience.is_over()).collect();
        assert_eq!(answers.iter().position(|&over| over), Some(20), "the third time it asks");
        assert!(answers[20..].iter().all(|&over| over));
        assert_eq!(asked.get(), 3);
    }
}
