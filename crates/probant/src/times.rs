//! Where the time of a run went: reading, searching, replaying.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What time goes into.
#[derive(Clone, Copy)]
pub(crate) enum Stage {
    Front,
    Search,
    Replay,
}

/// Seconds of all workers together.
#[derive(Default)]
pub(crate) struct Times {
    spent: Mutex<[Duration; 3]>,
}

impl Times {
    pub(crate) fn add(&self, stage: Stage, time: Duration) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent[stage as usize] += time;
    }

    /// Does something and adds how long that took.
    pub(crate) fn of<T>(&self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        self.add(stage, began.elapsed());
        result
    }

    /// One line about a run that began then.
    pub(crate) fn line(&self, began: Instant) -> String {
        let spent = *self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let [front, search, replay] = spent.map(|time| time.as_secs_f64());
        format!(
            "seconds: {:.2} in all; of all workers {front:.2} reading, {search:.2} searching, {replay:.2} replaying; processor time of compilers and tests {:.2}\n",
            began.elapsed().as_secs_f64(),
            of_children()
        )
    }
}

/// Processor time of all children that have ended.
fn of_children() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return 0.0 };
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}
