//! A program of the instrumented unit, tests of any number of its functions, and our runtime: built once, run in parts.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use emit::TestsOf;

use crate::child::{self, read_lossy};
use crate::contain;
use crate::record::read_runs;
use crate::{
    CondSite, Guard, Limits, NativeError, NativeRun, ReplayUnit, Runtime, TempDir, instrument,
};

/// Less than this is no time for a compiler.
const SHORTEST: Duration = Duration::from_secs(1);

/// Which outcomes the probes write down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Probes {
    /// All of them, in order.
    Every,
    /// Of each outcome of a condition the first occurrence: a long loop does not fill the record, and costs little.
    First,
    /// None: somebody else counts.
    None,
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
    /// C text at the end.
    pub(crate) epilogue: &'a str,
    /// Which system calls are stopped, where that can be done.
    pub(crate) calls: Calls,
}

/// Which system calls of tests are stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Calls {
    /// Those that could harm.
    Plain,
    /// The same, as far as sanitizers can do without them.
    Sanitized,
    /// None: the tests write counters in their folder.
    Counted,
}

/// A program that was built.
pub(crate) struct Program<'a> {
    mode: &'a Mode<'a>,
    switches: &'a [crate::SwitchSite],
    path: PathBuf,
    guard: &'a Guard,
    /// The filter for system calls; `-` if there is none.
    filter: PathBuf,
    pub(crate) dir: TempDir,
}

impl<'a> Program<'a> {
    /// Compiles the instrumented unit, the tests and the runtime into one program.
    pub(crate) fn build(
        runtime: &'a Runtime,
        unit: &ReplayUnit<'a>,
        groups: &[TestsOf<'_>],
        mode: &'a Mode<'a>,
        patience: Duration,
    ) -> Result<Program<'a>, NativeError> {
        let dir = TempDir::new()?;
        let unit_c = dir.write("unit.c", text(unit, groups, mode))?;
        let path = dir.path().join("replay");
        let (flags, object) = (mode.flags, runtime.object());
        let compiler = runtime.compiler().within(patience.max(SHORTEST));
        compiler.compile_preprocessed(&unit_c, &[object], flags, &path, &dir)?;
        let guard = runtime.guard();
        let rules = match mode.calls {
            Calls::Plain if guard.tells() => contain::filter(false),
            Calls::Sanitized if guard.tells() => contain::filter(true),
            Calls::Plain | Calls::Sanitized | Calls::Counted => None,
        };
        let filter = match rules {
            Some(rules) => dir.write("calls", rules)?,
            None => PathBuf::from("-"),
        };
        Ok(Program { mode, switches: unit.switches, path, guard, filter, dir })
    }

    /// Runs some of the tests, numbered through all groups.
    pub(crate) fn run(
        &self,
        tests: Range<usize>,
        limits: &Limits,
    ) -> Result<Vec<NativeRun>, NativeError> {
        if tests.is_empty() {
            return Ok(Vec::new());
        }
        let mapping = self.dir.path().join("events");
        let errors = self.dir.path().join("errors");
        let mut command = self.guard.command(&self.path, self.dir.path());
        command.envs(self.mode.env.iter().copied()).arg(&mapping).args([
            tests.start.to_string(),
            tests.len().to_string(),
            limits.event_words.to_string(),
            limits.time.as_millis().to_string(),
            limits.whole.as_millis().min(u128::from(u32::MAX)).to_string(),
            limits.megabytes.to_string(),
        ]);
        if self.mode.keeps_stderr {
            command.arg(&errors)
        } else {
            command.arg("-")
        };
        command.arg(&self.filter);
        // The runtime has a clock of its own; this one is for a runtime that lost control.
        let patience = limits.whole.saturating_add(limits.time * 5).max(Duration::from_secs(5));
        let finished = child::run(&mut command, self.dir.path(), patience)
            .map_err(NativeError::io("running the replay program"))?;
        if !finished.succeeded() {
            let what = "the replay program failed".into();
            return Err(NativeError::Run { what, stderr: finished.stderr });
        }
        let mut runs = read_runs(&mapping, tests.len(), limits.event_words, self.switches)
            .map_err(NativeError::io("reading the replay events"))?;
        if self.mode.keeps_stderr {
            attach_stderr(&mut runs, tests.start, &errors);
        }
        Ok(runs)
    }
}

/// The unit with probes, then the tests.
fn text(unit: &ReplayUnit, groups: &[TestsOf<'_>], mode: &Mode) -> String {
    let harness = emit::harness(groups);
    let (conds, switches) = match mode.probes {
        Probes::None => (&[][..], &[][..]),
        Probes::Every | Probes::First => (unit.conds, unit.switches),
    };
    let mut text = instrument(unit.text, conds, switches);
    let redirect = |text: String, names: &[String], prefix: &str| {
        format!("{}{text}\n{}", emit::redirect(names, prefix), emit::restore(names))
    };
    if let Some(first) = groups.first() {
        if emit::any_fails(groups.iter().flat_map(|group| group.tests)) {
            text = redirect(text, &emit::allocators(first.function), emit::ALLOCATORS_PREFIX);
        }
        text = redirect(text, &first.function.redirected, emit::LIBRARY_PREFIX);
        text.push_str(&emit::made_real(&first.function.inlined));
    }
    // The runtime has the `main`; one in the unit steps aside.
    let (before, after) = match groups.first() {
        Some(first) => emit::main_aside(first.function),
        None => (format!("#define main {}\n", emit::MAIN_UNDER_TEST), "#undef main\n"),
    };
    let prelude = match mode.probes {
        Probes::Every | Probes::None => String::new(),
        Probes::First => first_only(unit.conds),
    };
    let (models, epilogue) = (emit::MACROS, mode.epilogue);
    format!("{prelude}{models}{before}{text}\n{after}{harness}{epilogue}")
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

fn attach_stderr(runs: &mut [NativeRun], first: usize, prefix: &Path) {
    for (index, run) in (first..).zip(runs) {
        let mut path = prefix.as_os_str().to_owned();
        path.push(index.to_string());
        // A test that printed nothing because it could not even start has no file.
        run.stderr = read_lossy(Path::new(&path)).unwrap_or_default();
    }
}
