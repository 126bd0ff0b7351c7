//! How far long work is, on standard error: a bar on a terminal, which appears only once work has taken a while and leaves no trace;
//! one line after the other where a log was asked for.

use engine::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter work needs no comfort.
const SILENCE: Duration = Duration::from_millis(500);
/// More often than this is only flicker.
const PAUSE: Duration = Duration::from_millis(200);

/// Shows how far all functions of all files are.
pub(crate) struct Meter {
    style: Style,
    bar: ProgressBar,
    state: Mutex<State>,
}

struct State {
    /// When the next line is due.
    due: Instant,
    /// Functions that are known of, and those that are done.
    functions: usize,
    done: usize,
    files_done: usize,
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
    /// A meter that speaks on a terminal unless all should be quiet, or wherever it is `asked` to.
    pub(crate) fn new(asked: bool, quiet: bool) -> Self {
        let style = match (std::io::stderr().is_terminal() && !quiet, asked) {
            (true, _) => Style::Terminal,
            (false, true) => Style::Log,
            (false, false) => Style::Silent,
        };
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        if let Ok(template) = ProgressStyle::with_template("{spinner} {pos}/{len} {wide_msg}") {
            bar.set_style(template);
        }
        let due = Instant::now() + SILENCE;
        let state = Mutex::new(State { due, functions: 0, done: 0, files_done: 0 });
        Self { style, bar, state }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many functions more are to be done.
    pub(crate) fn expect(&self, functions: usize) {
        self.state().functions += functions;
    }

    /// So many functions need not be searched.
    pub(crate) fn skip(&self, functions: usize) {
        self.state().done += functions;
    }

    /// One is done.
    pub(crate) fn function_done(&self) {
        self.state().done += 1;
    }

    /// A file is done.
    pub(crate) fn file_done(&self) {
        self.state().files_done += 1;
    }

    /// Says how far the search in a function is, if it is time to.
    pub(crate) fn tell(&self, name: &str, since: Instant, now: &Progress) {
        let instant = Instant::now();
        let mut state = self.state();
        if self.style == Style::Silent || instant < state.due {
            return;
        }
        state.due = instant + PAUSE;
        let seconds = instant.duration_since(since).as_secs_f64();
        let text = line(name, (state.done + 1, state.functions), seconds, now);
        match self.style {
            Style::Terminal => {
                if self.bar.is_hidden() {
                    self.bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                self.bar.set_length(state.functions as u64);
                self.bar.set_position(state.done as u64);
                self.bar.set_message(format!("{text}; {} files done", state.files_done));
            }
            // Nobody misses a line about progress.
            Style::Log => drop(std::io::stderr().write_all(format!("{text}\n").as_bytes())),
            Style::Silent => {}
        }
    }

    /// Makes room for what is said in the meantime.
    pub(crate) fn hide(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }

    /// Makes room for what is said next.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn line(name: &str, (number, total): (usize, usize), seconds: f64, now: &Progress) -> String {
    let rate = if seconds > 0.0 { now.paths as f64 / seconds } else { 0.0 };
    format!(
        "{name} ({number} of {total}): {} of {} objectives, {} paths ({rate:.0}/s), {} tests, {seconds:.0} s",
        now.covered, now.objectives, now.paths, now.tests
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let now = Progress { tests: 3, covered: 5, objectives: 8, paths: 40, stage: "seeds" };
        assert_eq!(
            line("f", (1, 2), 2.0, &now),
            "f (1 of 2): 5 of 8 objectives, 40 paths (20/s), 3 tests, 2 s"
        );
    }
}
