//! Watches the search in one function: tells how far it is, times its stages, lets it wait for room, and ends it when its time is
//! over.

use crate::clock::Deadline;
use crate::pipeline::Watch;
use crate::progress::Meter;
use crate::room::Guest;
use engine::Progress;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A watcher that outlives the search.
pub(crate) struct Watcher<'a> {
    meter: &'a Meter,
    name: &'a str,
    deadline: Deadline,
    guest: Guest<'a>,
    /// How often it may be asked; without a number only the clock ends a search.
    work: Option<u64>,
    /// Are stages timed?
    times: bool,
    seen: Mutex<Seen>,
}

/// What was told of a search.
#[derive(Default)]
struct Seen {
    latest: Option<Progress>,
    /// When each stage began.
    stages: Vec<(&'static str, Instant)>,
    stopped: bool,
    /// How often it was asked. Searches ask as they go on, never by the clock, so that this measures work.
    asked: u64,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(
        meter: &'a Meter,
        name: &'a str,
        (deadline, work): (Deadline, Option<u64>),
        guest: Guest<'a>,
        times: bool,
    ) -> Self {
        Watcher { meter, name, deadline, guest, work, times, seen: Mutex::default() }
    }

    /// What a search is watched by.
    pub(crate) fn watch(&self) -> impl Watch + '_ {
        Eye { watcher: self }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Eye<'a> {
    watcher: &'a Watcher<'a>,
}

impl Watch for Eye<'_> {
    fn stop(&self, now: &Progress) -> bool {
        let mut seen = self.watcher.seen();
        let is_new = seen.stages.last().is_none_or(|(stage, _)| *stage != now.stage);
        seen.stages.extend(is_new.then(|| (now.stage, Instant::now())));
        // In the midst of a walk nobody counts: what was told between two paths is newer.
        let latest = seen.latest.filter(|latest| !is_new && latest.paths > now.paths);
        let now = latest.unwrap_or(*now);
        seen.latest = Some(now);
        let Watcher { meter, name, deadline, guest, work, .. } = self.watcher;
        guest.pass(|| deadline.is_over());
        meter.tell(name, deadline.began(), &now);
        seen.asked += 1;
        seen.stopped |= deadline.is_over();
        seen.stopped || work.is_some_and(|work| seen.asked > work)
    }

    fn was_stopped(&self) -> bool {
        self.watcher.seen().stopped
    }

    fn stage_times(&self) -> Option<BTreeMap<&'static str, Duration>> {
        let seen = self.watcher.times.then(|| std::mem::take(&mut *self.watcher.seen()))?;
        let ends = seen.stages.iter().skip(1).map(|(_, began)| *began).chain([Instant::now()]);
        let mut times = BTreeMap::new();
        for ((stage, began), end) in seen.stages.iter().zip(ends) {
            *times.entry(*stage).or_default() += end.duration_since(*began);
        }
        Some(times)
    }
}
