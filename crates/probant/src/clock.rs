//! The clock and Ctrl-C: the only things that end a search from outside.

use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
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

/// The time that a run may take.
#[derive(Clone)]
pub(crate) struct Budget {
    limit: Limit,
    interrupt: Interrupt,
}

#[derive(Clone, Copy)]
enum Limit {
    /// Everything ends then.
    Until(Instant),
    /// Every search may take so long.
    Each(Duration),
}

impl Budget {
    /// `whole` is shared by all searches; without it each has `each`.
    pub(crate) fn new(whole: Option<Duration>, each: Duration, interrupt: &Interrupt) -> Self {
        let limit = match whole {
            Some(whole) => Limit::Until(after(whole)),
            None => Limit::Each(each),
        };
        Self { limit, interrupt: interrupt.clone() }
    }

    /// The share of the next one of `n_left` users of the same size. What a user leaves goes to those after it.
    pub(crate) fn share(&self, n_left: usize) -> Self {
        let limit = match self.limit {
            Limit::Until(end) => {
                let left = end.saturating_duration_since(Instant::now());
                Limit::Until(after(left / u32::try_from(n_left).unwrap_or(u32::MAX).max(1)))
            }
            Limit::Each(each) => Limit::Each(each),
        };
        Self { limit, interrupt: self.interrupt.clone() }
    }

    /// What is left of a time that all share.
    pub(crate) fn left(&self) -> Option<Duration> {
        match self.limit {
            Limit::Until(end) => Some(end.saturating_duration_since(Instant::now())),
            Limit::Each(_) => None,
        }
    }

    /// The end of a search that begins now and may use all of it.
    ///
    /// What each search may take is processor time of the thread that asks: how many others there are does not matter.
    pub(crate) fn deadline(&self) -> Deadline {
        let end = match self.limit {
            Limit::Until(end) => End::At(end),
            Limit::Each(each) => End::Worked(worked() + each),
        };
        let earliest = AtomicU64::new(0);
        Deadline { began: Instant::now(), end, earliest, interrupt: self.interrupt.clone() }
    }
}

/// So long from now; times that no clock can show are as good as a century.
pub(crate) fn after(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or_else(|| now + Duration::from_hours(24 * 36_500))
}

/// The end of a search's time.
pub(crate) struct Deadline {
    began: Instant,
    end: End,
    /// Nanoseconds from its beginning before which no thread can have worked long enough. The clock on the wall costs a tenth of
    /// the one that counts work, and searches ask hundred thousand times a second.
    earliest: AtomicU64,
    interrupt: Interrupt,
}

#[derive(Clone, Copy)]
enum End {
    At(Instant),
    /// When this thread has worked so long.
    Worked(Duration),
}

/// How long this thread has worked.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

impl Deadline {
    /// When the search began.
    pub(crate) fn began(&self) -> Instant {
        self.began
    }

    /// Is it over?
    pub(crate) fn is_over(&self) -> bool {
        let is_over = match self.end {
            End::At(end) => Instant::now() >= end,
            End::Worked(end) => self.has_worked(end),
        };
        is_over || self.interrupt.is_set()
    }

    fn has_worked(&self, end: Duration) -> bool {
        let passed = self.began.elapsed();
        if passed < Duration::from_nanos(self.earliest.load(Ordering::Relaxed)) {
            return false;
        }
        let left = end.saturating_sub(worked());
        let earliest = u64::try_from((passed + left).as_nanos()).unwrap_or(u64::MAX);
        self.earliest.store(earliest, Ordering::Relaxed);
        left.is_zero()
    }
}
