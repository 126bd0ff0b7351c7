//! `cargo xtask speed goals`: how long the engines take for the classic functions, under `branch` and under `mcdc`.
//!
//! Reading the file and replay are left out: what counts is the search. Time is processor time, one run each.

use crate::child::processor_time;
use engine::objectives::Within;
use engine::{Criterion, Engines, Options};
use native::Compiler;
use probant::args::OverflowName;
use probant::front::{self, Unit};
use probant::pipeline::{self, Plan, Unhurried};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use suite::{FunctionReport, Verdict};

/// Files below `bench`, the function in each, and what the preprocessor is told.
const CLASSICS: [(&str, &str, &[&str]); 9] = [
    ("misc.c", "bsearch_", &[]),
    ("misc.c", "bubble", &[]),
    ("misc.c", "strcmp_", &[]),
    ("misc.c", "atoi_", &[]),
    ("merge.c", "Merge", &[]),
    ("getorder.c", "getOrder", &["-DN=8"]),
    ("foo.c", "foo", &[]),
    ("trityp.c", "trityp", &[]),
    ("tcas.c", "alt_sep_test", &[]),
];

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
    for (file, func, flags) in CLASSICS {
        let path = Path::new("bench").join(file);
        let compiler = Compiler::new("cc", flags.iter().map(ToString::to_string).collect());
        let unit = front::read(&path, &compiler, OverflowName::Trap)
            .map_err(|_| format!("{} should be readable", path.display()))?;
        for criterion in [Criterion::Branch, Criterion::Mcdc] {
            let started = processor_time()?;
            let report = generate(&unit, func, criterion)?;
            let time = processor_time()?.saturating_sub(started);
            total += time;
            show(&report, time);
        }
    }
    println!("{:<14} {:<7} {:7.1} ms", "all", "", total.as_secs_f64() * 1e3);
    Ok(())
}

/// As `probant gen` does, without replay and without a clock.
fn generate(unit: &Unit, func: &str, criterion: Criterion) -> Result<FunctionReport, String> {
    let plan = Plan {
        funcs: vec![unit.program.find_func(func).ok_or_else(|| format!("no function {func}"))?],
        options: vec![Options {
            criterion,
            within: Within::Callees,
            seed: 1,
            seeds: 2000,
            engines: Engines::Both,
            first_turns: 4,
            most_inputs: 100_000,
            pre: None,
            malloc_may_fail: false,
            validate: false,
            audit: false,
        }],
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
