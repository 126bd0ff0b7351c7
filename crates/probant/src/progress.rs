//! A line on standard error that says how far long work is. It appears only once work has taken a while, and leaves no trace.

use engine::Progress;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter work needs no comfort.
const SILENCE: Duration = Duration::from_millis(500);
/// More often than this is only flicker.
const PAUSE: Duration = Duration::from_millis(200);
/// Takes the cursor to the beginning and empties the line.
const CLEAR: &str = "\r\x1b[K";

/// Shows how far the functions of one file are.
pub(crate) struct Meter {
    style: Style,
    /// When the next line is due.
    due: Mutex<Instant>,
    shown: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// One line that is overwritten, on a terminal.
    Terminal,
    /// One line after the other, in a log.
    Log,
    Silent,
}

impl Meter {
    /// A meter that speaks on a terminal, or wherever it is `asked` to.
    pub(crate) fn new(asked: bool) -> Self {
        let style = match (std::io::stderr().is_terminal(), asked) {
            (true, _) => Style::Terminal,
            (false, true) => Style::Log,
            (false, false) => Style::Silent,
        };
        Self { style, due: Mutex::new(Instant::now() + SILENCE), shown: AtomicBool::new(false) }
    }

    /// Says how far the search in function number `index` of `total` is, if it is time to.
    pub(crate) fn tell(
        &self,
        name: &str,
        index: usize,
        total: usize,
        since: Instant,
        now: &Progress,
    ) {
        let instant = Instant::now();
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        if self.style == Style::Silent || instant < *due {
            return;
        }
        *due = instant + PAUSE;
        let seconds = instant.duration_since(since).as_secs_f64();
        self.show(&line(name, index, total, seconds, now));
    }

    fn show(&self, line: &str) {
        let text = match self.style {
            Style::Terminal => format!("{CLEAR}{line}"),
            Style::Log => format!("{line}\n"),
            Style::Silent => return,
        };
        self.shown.store(true, Ordering::Relaxed);
        // Nobody misses a line about progress.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Makes room for what is said next.
    pub(crate) fn clear(&self) {
        if self.style == Style::Terminal && self.shown.swap(false, Ordering::Relaxed) {
            let _ = std::io::stderr().write_all(CLEAR.as_bytes());
        }
    }
}

fn line(name: &str, index: usize, total: usize, seconds: f64, now: &Progress) -> String {
    let rate = if seconds > 0.0 { now.paths as f64 / seconds } else { 0.0 };
    format!(
        "{name} ({} of {total}): {} of {} objectives, {} paths ({rate:.0}/s), {} tests, {seconds:.0} s",
        index + 1,
        now.covered,
        now.objectives,
        now.paths,
        now.tests
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let now = Progress { tests: 3, covered: 5, objectives: 8, paths: 40, stage: "seeds" };
        assert_eq!(
            line("f", 0, 2, 2.0, &now),
            "f (1 of 2): 5 of 8 objectives, 40 paths (20/s), 3 tests, 2 s"
        );
    }
}
