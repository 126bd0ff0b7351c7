//! Work on many files by several workers: each file is opened, its parts are done in any order by anyone, and then it is closed.
//!
//! Parts of files that are open come first, the earliest file before the others, so that few files are held in memory at once and
//! results can be told in order soon. It knows neither C nor the clock.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Work that a pool can do.
pub(crate) trait Work: Sync {
    /// A file that was opened.
    type Open: Send + Sync;
    /// What a part of it came to.
    type Part: Send;

    /// How many files there are.
    fn n_files(&self) -> usize;
    /// Opens a file; none if that is all there is to do with it.
    fn open(&self, file: usize) -> Option<Self::Open>;
    /// How many parts it has.
    fn n_parts(&self, open: &Self::Open) -> usize;
    /// Does one of them.
    fn part(&self, open: &Self::Open, part: usize) -> Self::Part;
    /// Closes a file, with what its parts came to, in order.
    fn close(&self, open: Self::Open, parts: Vec<Self::Part>);
}

/// Does all the work with so many workers, each with a stack of this size.
pub(crate) fn run<W: Work>(work: &W, jobs: usize, stack: usize) -> std::io::Result<()> {
    let pool = Pool {
        work,
        jobs: jobs.max(1),
        state: Mutex::new(State { next: 0, busy: 0, open: BTreeMap::new() }),
        changed: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let mut workers = Vec::new();
        for _ in 0..pool.jobs {
            let builder = std::thread::Builder::new().stack_size(stack);
            match builder.spawn_scoped(scope, || pool.work_on()) {
                Ok(worker) => workers.push(worker),
                // Fewer workers do the same work.
                Err(error) if workers.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(())
    })
}

struct Pool<'w, W: Work> {
    work: &'w W,
    jobs: usize,
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W: Work> {
    /// The next file that nobody has opened.
    next: usize,
    /// Files that are being opened or closed.
    busy: usize,
    open: BTreeMap<usize, Slot<W>>,
}

struct Slot<W: Work> {
    open: Arc<W::Open>,
    next: usize,
    parts: Vec<Option<W::Part>>,
    left: usize,
}

enum Task<W: Work> {
    Open(usize),
    Part(usize, Arc<W::Open>, usize),
}

impl<W: Work> Pool<'_, W> {
    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work_on(&self) {
        while let Some(task) = self.next_task() {
            match task {
                Task::Open(file) => self.open(file),
                Task::Part(file, open, part) => {
                    let done = self.work.part(&open, part);
                    // Whoever closes the file must be the last to hold it.
                    drop(open);
                    self.keep(file, part, done);
                }
            }
        }
    }

    /// What to do next, waiting for it if need be; none when all is done.
    fn next_task(&self) -> Option<Task<W>> {
        let mut state = self.state();
        loop {
            if let Some(task) = state.part() {
                return Some(task);
            }
            if state.next < self.work.n_files() && state.open.len() + state.busy < self.jobs {
                state.next += 1;
                state.busy += 1;
                return Some(Task::Open(state.next - 1));
            }
            if state.open.is_empty() && state.busy == 0 && state.next == self.work.n_files() {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn open(&self, file: usize) {
        let opened = self.work.open(file);
        let n_parts = opened.as_ref().map_or(0, |open| self.work.n_parts(open));
        match opened {
            Some(open) if n_parts > 0 => {
                let parts = (0..n_parts).map(|_| None).collect();
                let slot = Slot { open: Arc::new(open), next: 0, parts, left: n_parts };
                self.state().open.insert(file, slot);
            }
            Some(open) => self.work.close(open, Vec::new()),
            None => {}
        }
        self.state().busy -= 1;
        self.changed.notify_all();
    }

    /// Keeps what a part came to; after the last one the file is closed.
    fn keep(&self, file: usize, part: usize, done: W::Part) {
        let mut state = self.state();
        let slot = state.open.get_mut(&file).expect("a file should stay open until all is done");
        slot.parts[part] = Some(done);
        slot.left -= 1;
        if slot.left > 0 {
            return;
        }
        let slot = state.open.remove(&file).expect("it was there a moment ago");
        state.busy += 1;
        drop(state);
        let open = Arc::into_inner(slot.open).expect("nobody else should hold it any more");
        let parts = slot.parts.into_iter().map(|part| part.expect("all parts should be done"));
        self.work.close(open, parts.collect());
        self.state().busy -= 1;
        self.changed.notify_all();
    }
}

impl<W: Work> State<W> {
    /// The first part that nobody has begun.
    fn part(&mut self) -> Option<Task<W>> {
        let (&file, slot) = self.open.iter_mut().find(|(_, slot)| slot.next < slot.parts.len())?;
        slot.next += 1;
        Some(Task::Part(file, Arc::clone(&slot.open), slot.next - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// File n has n parts, each its own number; file 3 cannot be opened.
    struct Numbers {
        closed: Mutex<Vec<(usize, Vec<usize>)>>,
    }

    impl Work for Numbers {
        type Open = usize;
        type Part = usize;

        fn n_files(&self) -> usize {
            20
        }
        fn open(&self, file: usize) -> Option<usize> {
            (file != 3).then_some(file)
        }
        fn n_parts(&self, open: &usize) -> usize {
            *open
        }
        fn part(&self, open: &usize, part: usize) -> usize {
            100 * open + part
        }
        fn close(&self, open: usize, parts: Vec<usize>) {
            self.closed.lock().expect("nobody panics").push((open, parts));
        }
    }

    #[test]
    fn every_part_is_done_once_whoever_does_it() {
        for jobs in [1, 2, 8] {
            let work = Numbers { closed: Mutex::default() };
            run(&work, jobs, 1 << 20).expect("threads start");
            let mut closed = work.closed.into_inner().expect("nobody panics");
            closed.sort();
            let files = (0..20).filter(|file| *file != 3);
            let expected: Vec<(usize, Vec<usize>)> = files
                .map(|file| (file, (0..file).map(|part| 100 * file + part).collect()))
                .collect();
            assert_eq!(closed, expected, "{jobs} workers");
        }
    }
}
