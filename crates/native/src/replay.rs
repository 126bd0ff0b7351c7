//! Native replay: every test of a function on the compiled, instrumented unit.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use suite::{FunctionUnderTest, Test, Types};

use crate::child::{self, read_lossy};
use crate::{Compiler, CondSite, Event, NativeError, SwitchSite, TempDir, instrument};

/// A compiler with our replay runtime compiled by it, good for any number of replays.
#[derive(Debug)]
pub struct Runtime {
    cc: Compiler,
    object: PathBuf,
    /// Holds `object`.
    _dir: TempDir,
}

impl Runtime {
    /// The compiler it was made with.
    pub fn compiler(&self) -> &Compiler {
        &self.cc
    }

    /// Compiles the runtime.
    pub fn new(cc: &Compiler) -> Result<Runtime, NativeError> {
        let dir = TempDir::new()?;
        let source = dir.write("runtime.c", include_str!("runtime.c"))?;
        let object = dir.path().join("runtime.o");
        cc.compile_object(&source, &object, &dir)?;
        Ok(Runtime { cc: cc.clone(), object, _dir: dir })
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
    /// The types that tests refer to.
    pub types: &'a Types,
    /// The function that tests call.
    pub function: &'a FunctionUnderTest,
}

/// What a test may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time per test.
    pub time: Duration,
    /// Words of events kept per test: one per condition, three per switch.
    pub event_words: u32,
    /// Address space per test in megabytes beyond what the harness takes; 0 for no limit.
    pub megabytes: u32,
}

impl Limits {
    /// Enough for unit tests: two seconds, 65536 outcomes, one gigabyte.
    pub fn standard() -> Limits {
        Limits { time: Duration::from_secs(2), event_words: 1 << 16, megabytes: 1024 }
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
}

/// Runs all `tests` on the compiled unit. The result has one run per test, in order.
pub fn replay(
    runtime: &Runtime,
    unit: &ReplayUnit,
    tests: &[Test],
    limits: &Limits,
) -> Result<Vec<NativeRun>, NativeError> {
    run_instrumented(
        runtime,
        unit,
        tests,
        limits,
        &Mode { flags: &["-O0"], keeps_stderr: false, env: &[], probes: Probes::Every },
    )
}

/// Which outcomes the probes write down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Probes {
    /// All of them, in order.
    Every,
    /// Of each outcome of a condition the first occurrence: a long loop does not fill the record, and costs little.
    First,
}

/// What differs between replay and other runs of the same program.
pub(crate) struct Mode<'a> {
    /// Compiler flags.
    pub(crate) flags: &'a [&'a str],
    /// Whether what tests print as errors is wanted.
    pub(crate) keeps_stderr: bool,
    /// Environment variables for the run.
    pub(crate) env: &'a [(&'a str, &'a str)],
    /// What is written down.
    pub(crate) probes: Probes,
}

pub(crate) fn run_instrumented(
    runtime: &Runtime,
    unit: &ReplayUnit,
    tests: &[Test],
    limits: &Limits,
    mode: &Mode,
) -> Result<Vec<NativeRun>, NativeError> {
    if tests.is_empty() {
        return Ok(Vec::new());
    }
    let dir = TempDir::new()?;
    let program = build(runtime, unit, tests, mode, &dir)?;
    let mapping = dir.path().join("events");
    let errors = dir.path().join("errors");
    let mut command = Command::new(&program);
    command.envs(mode.env.iter().copied()).arg(&mapping).args([
        tests.len().to_string(),
        limits.event_words.to_string(),
        limits.time.as_millis().to_string(),
        limits.megabytes.to_string(),
    ]);
    if mode.keeps_stderr {
        command.arg(&errors)
    } else {
        command.arg("-")
    };
    // Each test has its own clock; this one is for a runtime that lost control.
    let patience = limits.time * (tests.len() as u32 + 5);
    let finished = child::run(&mut command, dir.path(), patience)
        .map_err(NativeError::io("running the replay program"))?;
    if !finished.succeeded() {
        let what = "the replay program failed".into();
        return Err(NativeError::Run { what, stderr: finished.stderr });
    }
    let mut runs = read_runs(&mapping, tests.len(), limits.event_words, unit.switches)
        .map_err(NativeError::io("reading the replay events"))?;
    if mode.keeps_stderr {
        attach_stderr(&mut runs, &errors);
    }
    Ok(runs)
}

/// Compiles the instrumented unit, the tests and the runtime into one program.
fn build(
    runtime: &Runtime,
    unit: &ReplayUnit,
    tests: &[Test],
    mode: &Mode,
    dir: &TempDir,
) -> Result<PathBuf, NativeError> {
    let harness = emit::harness(unit.types, unit.function, tests);
    let mut text = instrument(unit.text, unit.conds, unit.switches);
    if emit::any_fails(tests) {
        let (to_ours, back) =
            (emit::redirect_allocations("__probant_"), emit::restore_allocations());
        text = format!("{to_ours}{text}\n{back}");
    }
    let redirected = &unit.function.redirected;
    let (to_ours, back) =
        (emit::redirect(redirected, emit::LIBRARY_PREFIX), emit::restore(redirected));
    text = format!("{to_ours}{text}\n{back}");
    // The runtime has the `main`; one in the unit steps aside.
    let main = emit::MAIN_UNDER_TEST;
    let prelude = match mode.probes {
        Probes::Every => String::new(),
        Probes::First => first_only(unit.conds),
    };
    let models = emit::MACROS;
    let text = format!("{prelude}{models}#define main {main}\n{text}\n#undef main\n{harness}");
    let unit_c = dir.write("unit.c", &text)?;
    let program = dir.path().join("replay");
    runtime.cc.compile_preprocessed(&unit_c, &[&runtime.object], mode.flags, &program, dir)?;
    Ok(program)
}

/// A probe in front of the probe that lets each outcome through once.
fn first_only(conds: &[CondSite]) -> String {
    let most = conds.iter().map(|site| site.id + 1).max().unwrap_or(0) as usize;
    format!(
        "static unsigned char __probant_met[{}];
extern int (__probant_c)(unsigned, int);
static __inline__ int __probant_first(unsigned id, int outcome)
{{
    unsigned char *met = &__probant_met[2 * id + (outcome ? 1 : 0)];
    if (!*met) {{
        *met = 1;
        (__probant_c)(id, outcome);
    }}
    return outcome;
}}
#define __probant_c(id, outcome) __probant_first(id, outcome)
",
        2 * most + 2
    )
}

/// Layout of a record in words; keep in step with runtime.c.
const HEADER: usize = 8;
const TEXT_WORDS: usize = 2048 / 4;

/// Reads what is there and not the room that was left: the file is sparse and may be large.
fn read_runs(
    path: &Path,
    n_tests: usize,
    capacity: u32,
    switches: &[SwitchSite],
) -> io::Result<Vec<NativeRun>> {
    let mut file = File::open(path)?;
    let stride = 4 * (HEADER + TEXT_WORDS + capacity as usize);
    let mut runs = Vec::new();
    for test in 0..n_tests {
        file.seek(SeekFrom::Start((test * stride) as u64))?;
        let head = read_words(&mut file, HEADER)?;
        let mut text = vec![0; 4 * TEXT_WORDS];
        file.read_exact(&mut text)?;
        // The code under test can write anywhere, also here: believe no count.
        text.truncate(head[4] as usize);
        let words = read_words(&mut file, head[2].min(capacity) as usize)?;
        runs.push(read_run(&head, &text, &words, switches));
    }
    Ok(runs)
}

fn read_words(file: &mut File, count: usize) -> io::Result<Vec<u32>> {
    let mut bytes = vec![0; 4 * count];
    file.read_exact(&mut bytes)?;
    let word = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("chunks of four"));
    Ok(bytes.chunks_exact(4).map(word).collect())
}

fn read_run(head: &[u32], text: &[u8], words: &[u32], switches: &[SwitchSite]) -> NativeRun {
    let ends = match head[0] {
        1 => NativeEnds::Returned,
        2 => NativeEnds::Signal(head[1]),
        3 => NativeEnds::Timeout,
        4 => NativeEnds::Exited(head[1]),
        other => panic!("the runtime should note how each test ends, not {other}"),
    };
    NativeRun {
        events: decode(words, switches),
        overflowed: head[3] != 0,
        ends,
        mismatches: String::from_utf8_lossy(text).lines().map(String::from).collect(),
        stderr: String::new(),
    }
}

/// The events in `words`, up to the first that no probe of ours wrote.
fn decode(words: &[u32], switches: &[SwitchSite]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut rest = words;
    while let [head, tail @ ..] = rest {
        let id = head >> 2;
        rest = tail;
        events.push(match head & 3 {
            0 => Event::Cond(id, false),
            1 => Event::Cond(id, true),
            _ => {
                let site = switches.iter().find(|site| site.id == id);
                let (Some(site), [low, high, tail @ ..]) = (site, tail) else { break };
                rest = tail;
                Event::Switch(id, site.target(u64::from(*low) | u64::from(*high) << 32))
            }
        });
    }
    events
}

fn attach_stderr(runs: &mut [NativeRun], prefix: &Path) {
    for (index, run) in runs.iter_mut().enumerate() {
        let mut path = prefix.as_os_str().to_owned();
        path.push(index.to_string());
        // A test that printed nothing because it could not even start has no file.
        run.stderr = read_lossy(Path::new(&path)).unwrap_or_default();
    }
}
