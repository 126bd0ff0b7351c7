//! The clock and Ctrl-C: the only things that end a search from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Ctrl-C, as a flag that searches look at.
#[derive(Clone)]
pub(crate) struct Interrupt {
    count: Arc<AtomicU32>,
}

impl Interrupt {
    /// From now on Ctrl-C sets the flag; a second one ends the program at once.
    pub(crate) fn install() -> Self {
        let count = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&count);
        // Without a handler Ctrl-C would end the program and lose what was found: worth a word, not a failure.
        if let Err(error) = ctrlc::set_handler(move || {
            if seen.fetch_add(1, Ordering::Relaxed) > 0 {
                std::process::exit(130);
            }
        }) {
            eprintln!("probant: Ctrl-C will lose results: {error}");
        }
        Self { count }
    }

    /// Was Ctrl-C pressed?
    pub(crate) fn is_set(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0
    }
}

/// The end of a search's time.
pub(crate) struct Deadline {
    end: Instant,
    interrupt: Interrupt,
}

impl Deadline {
    /// A deadline so far from now.
    pub(crate) fn new(budget: Duration, interrupt: &Interrupt) -> Self {
        Self { end: Instant::now() + budget, interrupt: interrupt.clone() }
    }

    /// Is it over?
    pub(crate) fn is_over(&self) -> bool {
        self.interrupt.is_set() || Instant::now() >= self.end
    }
}
