//! `cargo xtask bench`: the programs of the papers, with the counts they must give, what they cost us and what others need.
//!
//! Times are processor time of the search alone, in this process: no compiler, no replay. `--record` writes the tables to
//! `record/bench.md`. The exit status tells whether every count is right.

mod peers;
mod rows;

use crate::meter::average;
use engine::Options;
use native::Compiler;
use probant::args::OverflowName;
use probant::front::{self, Unit};
use probant::pipeline::{self, Outcome, Plan, Unhurried};
use rows::{ROWS, Row, SCALING};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use suite::{Ends, FunctionReport};

const USAGE: &str = "usage: cargo xtask bench [--record] [--only TEXT]";
const TO_STRING: &str = "a string takes all";

struct Wanted {
    record: bool,
    only: Option<String>,
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    let measured = wanted(args).and_then(|wanted| {
        let (text, right) = tables(&wanted)?;
        print!("{text}");
        if wanted.record {
            let path = root().join("record/bench.md");
            std::fs::write(&path, format!("{HEAD}{text}")).map_err(|error| error.to_string())?;
        }
        Ok(right)
    });
    match measured {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

const HEAD: &str = "\
# The papers' programs

Written by `cargo xtask bench --record`. Seconds are processor time of the search alone; a compiler's preprocessor and replay
come on top. Figures of papers and of other tools are theirs, on their machines; what is measured `here` is by the clock, on a
machine that was busy with other work.

";

fn wanted(args: &[String]) -> Result<Wanted, String> {
    let mut wanted = Wanted { record: false, only: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--record" => wanted.record = true,
            "--only" => wanted.only = Some(args.next().ok_or(USAGE)?.clone()),
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(wanted)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The tables, and whether every count is right.
fn tables(wanted: &Wanted) -> Result<(String, bool), String> {
    let mut text = String::new();
    let others = peers::installed();
    writeln!(text, "## Counts\n").expect(TO_STRING);
    writeln!(text, "| program | criterion | must give | gives | tests | seconds | µs a path | the papers | {} |", others.heads()).expect(TO_STRING);
    writeln!(text, "|---|---|---|---|---|---|---|---|{}", others.rule()).expect(TO_STRING);
    let mut right = true;
    let is_asked =
        |row: &&Row| wanted.only.as_ref().is_none_or(|only| row.name.contains(only.as_str()));
    for row in ROWS.iter().filter(is_asked) {
        eprintln!("{}", row.name);
        let measured = measure(row)?;
        let verdict = row.expect.judge(&measured.report);
        right &= verdict.is_ok();
        let gives = verdict.unwrap_or_else(|what| format!("**{what}**"));
        writeln!(
            text,
            "| {} | {} | {} | {gives} | {} | {:.3} | {} | {} | {} |",
            row.name,
            row.criterion.name(),
            row.expect,
            measured.tests(),
            measured.time.as_secs_f64(),
            measured.per_path(),
            row.papers,
            others.cells(row),
        )
        .expect(TO_STRING);
    }
    if wanted.only.is_none() {
        right &= scaling(&mut text)?;
    }
    Ok((text, right))
}

/// What a path costs as paths get longer: at most in proportion.
fn scaling(text: &mut String) -> Result<bool, String> {
    writeln!(text, "\n## Cost of a path by its length\n").expect(TO_STRING);
    writeln!(text, "Events are outcomes on a path, on average. If a path cost more than in proportion to its length, the last column would grow from row to row.\n").expect(TO_STRING);
    writeln!(text, "| program | paths | events | µs a path | ns an event |\n|---|---|---|---|---|")
        .expect(TO_STRING);
    let mut linear = true;
    for family in SCALING {
        let mut first: Option<f64> = None;
        for row in *family {
            eprintln!("{}", row.name);
            let measured = measure(row)?;
            let (paths, events) = (measured.paths(), measured.events());
            let per_event = measured.time.as_secs_f64() * 1e9 / (paths * events).max(1.0);
            let least = *first.get_or_insert(per_event);
            linear &= per_event <= least * LINEAR;
            writeln!(
                text,
                "| {} | {paths} | {events:.1} | {:.1} | {per_event:.0} |",
                row.name,
                measured.time.as_secs_f64() * 1e6 / paths.max(1.0),
            )
            .expect(TO_STRING);
        }
    }
    let word = if linear { "yes" } else { "**no**" };
    writeln!(text, "\nAt most linear, within a factor of {LINEAR} of the shortest paths: {word}.")
        .expect(TO_STRING);
    Ok(linear)
}

/// What counts as the same cost for an event.
const LINEAR: f64 = 1.5;

struct Measured {
    report: FunctionReport,
    time: Duration,
}

impl Measured {
    fn paths(&self) -> f64 {
        self.report.paths.map_or(0, |paths| paths.feasible + paths.trapped) as f64
    }

    fn tests(&self) -> usize {
        self.report.tests.iter().filter(|test| test.ends == Ends::Return).count()
    }

    fn per_path(&self) -> String {
        if self.report.paths.is_none() {
            return "–".to_owned();
        }
        format!("{:.0}", self.time.as_secs_f64() * 1e6 / self.paths().max(1.0))
    }

    /// Outcomes on a path, on average.
    fn events(&self) -> f64 {
        let events: usize = self.report.tests.iter().map(|test| test.path.len()).sum();
        events as f64 / self.report.tests.len().max(1) as f64
    }
}

fn measure(row: &Row) -> Result<Measured, String> {
    let file = root().join("bench").join(row.file);
    let compiler = Compiler::new("cc", row.flags.iter().map(ToString::to_string).collect());
    let unit = front::read(&file, &compiler, OverflowName::Trap).map_err(|error| {
        front::explain(&error);
        format!("{} cannot be read", row.file)
    })?;
    let (time, report) = average(|| search(&unit, row))?;
    Ok(Measured { report: report?, time })
}

fn search(unit: &Unit, row: &Row) -> Result<FunctionReport, String> {
    let func = unit.program.find_func(row.func).ok_or_else(|| format!("no `{}`", row.func))?;
    let most_inputs = if row.exhaust { 100_000 } else { 0 };
    let plan = Plan {
        funcs: vec![func],
        options: vec![Options { most_inputs, ..Options::standard(row.criterion) }],
        replay: None,
        include: row.file.to_owned(),
        watch: &|_| Box::new(Unhurried),
    };
    let (mut suite, outcomes) = pipeline::run(unit, row.file, &plan);
    if let Some(outcome) = outcomes.into_iter().next() {
        match outcome {
            Outcome::Disagreement(what) | Outcome::Panicked(_, what) => return Err(what),
            Outcome::NotReplayed(..) | Outcome::Unsatisfiable(..) | Outcome::Undecided(_) => {
                return Err(format!("{}: the contract should be satisfiable", row.name));
            }
        }
    }
    suite.functions.pop().ok_or_else(|| format!("nothing came of {}", row.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_programs_give_their_counts() {
        for row in ROWS.iter().filter(|row| row.is_small()) {
            let measured = measure(row).unwrap_or_else(|error| panic!("{error}"));
            assert!(row.expect.judge(&measured.report).is_ok(), "{}", row.name);
        }
    }
}
