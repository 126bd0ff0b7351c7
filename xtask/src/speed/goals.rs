//! `cargo xtask speed goals`: how long the engines take for the classic functions, under `branch` and under `mcdc`.
//!
//! Reading the file and replay are left out: what counts is the search. Time is processor time, one run each.

use crate::child::processor_time;
use engine::{Criterion, Options};
use native::Compiler;
use probant::args::OverflowName;
use probant::front::{self, Unit};
use probant::pipeline::{self, Plan, Unhurried};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use suite::{FunctionReport, Verdict};

/// A function below `bench`, and what the preprocessor is told.
#[derive(Clone, Copy)]
pub(crate) struct Classic {
    pub(crate) file: &'static str,
    pub(crate) func: &'static str,
    pub(crate) flags: &'static [&'static str],
}

pub(crate) const CLASSICS: [Classic; 9] = [
    classic("misc.c", "bsearch_", &[]),
    classic("misc.c", "bubble", &[]),
    classic("misc.c", "strcmp_", &[]),
    classic("misc.c", "atoi_", &[]),
    classic("merge.c", "Merge", &[]),
    classic("getorder.c", "getOrder", &["-DN=8"]),
    classic("foo.c", "foo", &[]),
    classic("trityp.c", "trityp", &[]),
    classic("tcas.c", "alt_sep_test", &[]),
];

const fn classic(
    file: &'static str,
    func: &'static str,
    flags: &'static [&'static str],
) -> Classic {
    Classic { file, func, flags }
}

pub(super) fn command() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn measure() -> Result<(), String> {
    let mut total = Duration::ZERO;
    for classic in CLASSICS {
        for criterion in [Criterion::Branch, Criterion::Mcdc] {
            let (report, time) = search(classic, criterion)?;
            total += time;
            show(&report, time);
        }
    }
    println!("{:<14} {:<7} {:7.1} ms", "all", "", total.as_secs_f64() * 1e3);
    Ok(())
}

/// What the engines find, and the processor time they take.
pub(crate) fn search(
    classic: Classic,
    criterion: Criterion,
) -> Result<(FunctionReport, Duration), String> {
    let path = Path::new("bench").join(classic.file);
    let flags = classic.flags.iter().map(ToString::to_string).collect();
    let unit = front::read(&path, &Compiler::new("cc", flags), OverflowName::Trap)
        .map_err(|_| format!("{} should be readable", path.display()))?;
    let started = processor_time()?;
    let report = generate(&unit, classic.func, criterion)?;
    Ok((report, processor_time()?.saturating_sub(started)))
}

/// As `probant gen` does, without replay and without a clock.
fn generate(unit: &Unit, func: &str, criterion: Criterion) -> Result<FunctionReport, String> {
    let plan = Plan {
        funcs: vec![unit.program.find_func(func).ok_or_else(|| format!("no function {func}"))?],
        options: vec![Options::standard(criterion)],
        replay: None,
        include: String::new(),
        watch: &|_| Box::new(Unhurried),
    };
    let (mut suite, _) = pipeline::run(unit, func, &plan);
    suite.functions.pop().ok_or_else(|| format!("nothing came of {func}"))
}

fn show(report: &FunctionReport, time: Duration) {
    let count = |wanted: fn(&Verdict) -> bool| {
        report.objectives.iter().filter(|objective| wanted(&objective.verdict)).count()
    };
    println!(
        "{:<14} {:<7} {:7.1} ms  {} covered, {} infeasible, {} unknown, {} tests",
        report.under_test.name,
        report.criterion,
        time.as_secs_f64() * 1e3,
        count(|verdict| matches!(verdict, Verdict::Covered { .. })),
        count(|verdict| matches!(verdict, Verdict::Infeasible { .. })),
        count(|verdict| matches!(verdict, Verdict::Unknown { .. })),
        report.tests.len(),
    );
}
