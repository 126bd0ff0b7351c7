//! Work measured: processor time of this thread, the best of several runs.
//!
//! A busy machine changes the clock, not the processor time; what remains is noise, and the best run has least of it.

use crate::child::processor_time;
use std::time::Duration;

/// The shortest of several runs, and what the last one made.
pub(crate) fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> Result<(Duration, T), String> {
    let mut shortest = Duration::MAX;
    let mut made = None;
    for _ in 0..runs {
        drop(made.take());
        let started = processor_time()?;
        made = Some(work());
        shortest = shortest.min(processor_time()?.saturating_sub(started));
    }
    Ok((shortest, made.ok_or("there should be at least one run")?))
}

/// What one run takes on average, over as many as it takes to measure at all; and what the last one made.
pub(crate) fn average<T>(mut work: impl FnMut() -> T) -> Result<(Duration, T), String> {
    let (started, mut runs) = (processor_time()?, 0);
    loop {
        let made = work();
        runs += 1;
        let spent = processor_time()?.saturating_sub(started);
        if spent >= LEAST || runs >= MOST_RUNS {
            return Ok((spent / runs, made));
        }
    }
}

/// Linux counts processor time in steps of some milliseconds.
const LEAST: Duration = Duration::from_millis(100);
const MOST_RUNS: u32 = 200;
