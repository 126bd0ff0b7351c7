//! Native replay: every test of a file on the compiled, instrumented unit.
//!
//! One program has the tests of all functions. Should the compiler refuse it because of some of them, these are found by
//! halving, and the others are replayed all the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use emit::TestsOf;

use crate::program::{Calls, Mode, Probes, Program};
use crate::{Compiler, CondSite, Event, Guard, NativeError, SwitchSite, TempDir};

/// A compiler with our replay runtime compiled by it, good for any number of replays.
#[derive(Debug)]
pub struct Runtime {
    cc: Compiler,
    guard: Guard,
    object: PathBuf,
    /// Holds `object`.
    dir: Arc<TempDir>,
}

impl Runtime {
    /// The compiler it was made with.
    pub fn compiler(&self) -> &Compiler {
        &self.cc
    }

    pub(crate) fn object(&self) -> &Path {
        &self.object
    }

    /// What contains the programs, by name.
    pub fn contained(&self) -> Vec<String> {
        self.guard.layers().iter().map(ToString::to_string).collect()
    }

    /// The same for a compiler that makes the same of it.
    #[must_use]
    pub fn for_compiler(&self, cc: &Compiler) -> Runtime {
        let (guard, object, dir) = (self.guard.clone(), self.object.clone(), Arc::clone(&self.dir));
        Runtime { cc: cc.clone(), guard, object, dir }
    }

    pub(crate) fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Compiles the runtime, for programs that are contained by `guard`.
    pub fn new(cc: &Compiler, guard: &Guard) -> Result<Runtime, NativeError> {
        let dir = TempDir::new()?;
        let source = dir.write("runtime.c", include_str!("runtime.c"))?;
        let object = dir.path().join("runtime.o");
        cc.compile_object(&source, &object, &dir)?;
        Ok(Runtime { cc: cc.clone(), guard: guard.for_compiler(cc), object, dir: Arc::new(dir) })
    }

    /// The same, taken from a file where an earlier run has left it, and left there otherwise. The name of the file has to
    /// stand for everything that the runtime depends on.
    pub fn kept(cc: &Compiler, guard: &Guard, file: &Path) -> Result<Runtime, NativeError> {
        let dir = TempDir::new()?;
        let object = dir.path().join("runtime.o");
        if std::fs::copy(file, &object).is_ok() {
            return Ok(Runtime {
                cc: cc.clone(),
                guard: guard.for_compiler(cc),
                object,
                dir: Arc::new(dir),
            });
        }
        let made = Runtime::new(cc, guard)?;
        // It appears whole or not at all; that it could not be left there costs time and nothing else.
        let beside = file.with_extension(std::process::id().to_string());
        let copied = std::fs::copy(&made.object, &beside);
        let _ = copied.and_then(|_| std::fs::rename(&beside, file));
        Ok(made)
    }
}

/// The unit under test as preprocessed, and where to look.
#[derive(Clone, Copy, Debug)]
pub struct ReplayUnit<'a> {
    /// What [`Compiler::preprocess`] returned.
    pub text: &'a str,
    /// Conditions to observe, as spans of `text`.
    pub conds: &'a [CondSite],
    /// Switches to observe.
    pub switches: &'a [SwitchSite],
}

/// What tests may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time per test.
    pub time: Duration,
    /// Wall-clock time for building and running all tests; those that have not begun by then are not run.
    pub whole: Duration,
    /// Words of events kept per test: one per condition, three per switch.
    pub event_words: u32,
    /// Address space per test in megabytes beyond what the harness takes; 0 for no limit.
    pub megabytes: u32,
}

impl Limits {
    /// Enough for unit tests: two seconds, 65536 outcomes, one gigabyte, and a quarter of an hour for all.
    pub fn standard() -> Limits {
        Limits {
            time: Duration::from_secs(2),
            whole: Duration::from_mins(15),
            event_words: 1 << 16,
            megabytes: 1024,
        }
    }
}

/// What one test was seen to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeRun {
    /// The outcomes, in order.
    pub events: Vec<Event>,
    /// Whether there were more than fit.
    pub overflowed: bool,
    /// How it ended.
    pub ends: NativeEnds,
    /// Assertions on outputs that did not hold, one line each.
    pub mismatches: Vec<String>,
    /// What it printed as errors, where that was asked for.
    pub stderr: String,
    /// System calls that it was kept from making, by number.
    pub tried: Vec<u32>,
}

/// How the process of a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum NativeEnds {
    /// The function returned.
    Returned,
    /// A signal, such as SIGSEGV, ended it.
    Signal(u32),
    /// It was still running when its time was over.
    Timeout,
    /// It called `exit`.
    Exited(u32),
    /// There was no time left to begin.
    NotRun,
}

/// Tests in one program. A compiler takes its time over large files, and between two of them the clock is looked at.
const MOST_TESTS: usize = 2048;

const PLAINLY: Mode<'static> = Mode {
    flags: &["-O0"],
    keeps_stderr: false,
    env: &[],
    probes: Probes::Every,
    epilogue: "",
    calls: Calls::Plain,
};

/// Runs the tests of all `groups` on the compiled unit. The result has an entry per group: a run per test, in order, or why
/// there are none.
pub fn replay(
    runtime: &Runtime,
    unit: &ReplayUnit,
    groups: &[TestsOf<'_>],
    limits: &Limits,
) -> Vec<Result<Vec<NativeRun>, NativeError>> {
    let end = Instant::now() + limits.whole;
    let mut results = Vec::new();
    let mut rest = groups;
    while !rest.is_empty() {
        let (now, later) = rest.split_at(fitting(rest));
        replay_halving(runtime, unit, now, limits, end, &mut results);
        rest = later;
    }
    results
}

/// How many groups make one program: one at least.
fn fitting(groups: &[TestsOf<'_>]) -> usize {
    let mut total = 0;
    let fit = groups.iter().take_while(|group| {
        total += group.tests.len();
        total <= MOST_TESTS
    });
    fit.count().max(1)
}

/// All groups in one program, or each half of them in one if the compiler does not take it.
fn replay_halving(
    runtime: &Runtime,
    unit: &ReplayUnit,
    groups: &[TestsOf<'_>],
    limits: &Limits,
    end: Instant,
    results: &mut Vec<Result<Vec<NativeRun>, NativeError>>,
) {
    let whole = end.saturating_duration_since(Instant::now());
    match run_groups(runtime, unit, groups, &Limits { whole, ..*limits }, &PLAINLY) {
        Ok(runs) => results.extend(runs.into_iter().map(Ok)),
        Err(NativeError::Compile { .. }) if groups.len() > 1 => {
            let (front, back) = groups.split_at(groups.len() / 2);
            replay_halving(runtime, unit, front, limits, end, results);
            replay_halving(runtime, unit, back, limits, end, results);
        }
        Err(error) => {
            // What went wrong is said once, and no test of the others was run.
            results.push(Err(error));
            results.extend(groups.iter().skip(1).map(|group| Ok(not_run(group))));
        }
    }
}

fn not_run(group: &TestsOf<'_>) -> Vec<NativeRun> {
    let run = NativeRun {
        events: Vec::new(),
        overflowed: false,
        ends: NativeEnds::NotRun,
        mismatches: Vec::new(),
        stderr: String::new(),
        tried: Vec::new(),
    };
    vec![run; group.tests.len()]
}

/// Builds one program of all groups and runs it; the runs of each group.
pub(crate) fn run_groups(
    runtime: &Runtime,
    unit: &ReplayUnit,
    groups: &[TestsOf<'_>],
    limits: &Limits,
    mode: &Mode,
) -> Result<Vec<Vec<NativeRun>>, NativeError> {
    let total = groups.iter().map(|group| group.tests.len()).sum();
    if total == 0 {
        return Ok(vec![Vec::new(); groups.len()]);
    }
    let began = Instant::now();
    let program = Program::build(runtime, unit, groups, mode, limits.whole)?;
    let whole = limits.whole.saturating_sub(began.elapsed()).max(limits.time);
    let mut runs = program.run(0..total, &Limits { whole, ..*limits })?.into_iter();
    Ok(groups.iter().map(|group| runs.by_ref().take(group.tests.len()).collect()).collect())
}
