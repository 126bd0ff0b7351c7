//! Random functions whose surroundings are scripted, judged by a program that tries all scripts: `cargo xtask fuzz devices` with
//! volatile reads and static variables, alone and in sequences of calls; `cargo xtask fuzz calls` with functions of elsewhere,
//! callbacks, variable arguments and streams.

use super::Options;
use engine::Criterion;
use filetests::Scratch;
use fuzzgen::scripts::{self, Made, Said};
use fuzzgen::{calls, devices};
use native::Compiler;
use probant::args::OverflowName;
use probant::front;
use probant::pipeline::{self, Outcome, Plan, Unhurried};
use std::path::Path;
use std::process::{Command, ExitCode};
use suite::{FunctionReport, Verdict};

/// Functions per program of the judge.
const BATCH: u64 = 50;

/// How functions of a kind are made, and the program that judges several.
pub(super) struct Kind {
    make: fn(u64, u64) -> Made,
    judge: fn(&[Made]) -> String,
}

pub(super) const CALLS: Kind = Kind { make: calls::make, judge: calls::judge };
pub(super) const DEVICES: Kind = Kind { make: devices::make, judge: devices::judge };

pub(super) fn command(kind: &Kind, options: &Options) -> ExitCode {
    let (mut differences, mut judged, mut open) = (0, 0, 0);
    let mut first = options.first;
    let end = options.first + options.count;
    while first < end {
        let numbers: Vec<u64> = (first..end.min(first + BATCH)).collect();
        first += BATCH;
        match judge(kind, options.seed, &numbers) {
            Ok(found) => {
                judged += numbers.len();
                open += found.open;
                for (number, what) in &found.wrong {
                    println!("function {number} of seed {}: {what}", options.seed);
                    println!("{}", (kind.make)(options.seed, *number).unit);
                }
                differences += found.wrong.len();
            }
            Err(message) => {
                println!("skipped: {message}");
                return ExitCode::FAILURE;
            }
        }
        eprint!("\r{judged}");
    }
    println!(
        "{judged} functions, {open} outcomes that no script shows left open, {differences} differences"
    );
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came of a batch.
struct Judged {
    wrong: Vec<(u64, String)>,
    /// Outcomes that nothing shows and that are not excluded either.
    open: usize,
}

fn judge(kind: &Kind, seed: u64, numbers: &[u64]) -> Result<Judged, String> {
    let made: Vec<Made> = numbers.iter().map(|&number| (kind.make)(seed, number)).collect();
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let truth = tried(kind, &scratch, &made)?;
    let mut judged = Judged { wrong: Vec::new(), open: 0 };
    for ((number, one), truth) in numbers.iter().zip(&made).zip(truth) {
        let file = scratch.file("f.c");
        std::fs::write(&file, &one.unit).map_err(|error| error.to_string())?;
        let said = verdicts(&file)?;
        let is_open =
            |said: &&((u32, bool), Said)| said.1 == Said::Unknown && !truth.more.contains(&said.0);
        judged.open += said.iter().filter(is_open).count();
        judged.wrong.extend(scripts::difference(&truth, &said).map(|what| (*number, what)));
    }
    Ok(judged)
}

/// What the program of the judge prints.
fn tried(kind: &Kind, scratch: &Scratch, made: &[Made]) -> Result<Vec<scripts::Truth>, String> {
    let (source, program) = (scratch.file("judge.c"), scratch.file("judge"));
    std::fs::write(&source, (kind.judge)(made)).map_err(|error| error.to_string())?;
    let built =
        Command::new("gcc").args(["-O1", "-w"]).arg(&source).arg("-o").arg(&program).output();
    let built = built.map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let run = Command::new(&program).output().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&run.stdout).lines().map(scripts::truth).collect())
}

/// What is said of an outcome: its line and its side.
type Told = ((u32, bool), Said);

/// What we say about each outcome.
fn verdicts(file: &Path) -> Result<Vec<Told>, String> {
    let compiler = Compiler::new("gcc", Vec::new());
    let unit = front::read_whole(file, &compiler, OverflowName::Trap)
        .map_err(|_| "the unit should be readable".to_owned())?;
    let func = unit.program.find_func("f").ok_or("there should be a function")?;
    let plan = Plan {
        funcs: vec![func],
        options: vec![engine::Options::judged(Criterion::Branch)],
        replay: None,
        include: file.display().to_string(),
        watch: &|_| Box::new(Unhurried),
    };
    let (suite, outcomes) = pipeline::run(&unit, "f.c", &plan);
    if !outcomes.is_empty() {
        let said = outcomes.iter().map(|outcome| match outcome {
            Outcome::Disagreement(what) | Outcome::Panicked(_, what) => what.as_str(),
            Outcome::Unsatisfiable(..) | Outcome::Undecided(_) | Outcome::NotReplayed(..) => {
                "other"
            }
        });
        return Err(format!("mistakes of our own: {}", said.collect::<Vec<_>>().join("; ")));
    }
    let report = suite.functions.first().ok_or("there should be a report")?;
    Ok(report
        .objectives
        .iter()
        .filter_map(|it| Some(((it.line, truth(&it.outcome)?), said(report, &it.verdict))))
        .collect())
}

fn truth(outcome: &suite::Outcome) -> Option<bool> {
    match outcome {
        suite::Outcome::Truth(truth) => Some(*truth),
        suite::Outcome::Named(_) | suite::Outcome::Reached => None,
    }
}

fn said(report: &FunctionReport, verdict: &Verdict) -> Said {
    match verdict {
        Verdict::Covered { test } => {
            let sequence = report.test(test).and_then(|test| test.inputs.sequence.as_ref());
            Said::Covered(sequence.map_or(1, |sequence| sequence.calls.len()))
        }
        Verdict::Infeasible { .. } => Said::Infeasible,
        Verdict::Unknown { .. } => Said::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample; the command tries far more.
    #[track_caller]
    fn check(kind: &Kind, count: u64) {
        let numbers: Vec<u64> = (0..count).collect();
        let judged = judge(kind, 1, &numbers).expect("gcc is there");
        assert!(judged.wrong.is_empty(), "{:?}", judged.wrong);
    }

    #[test]
    fn devices_and_sequences_are_as_all_scripts_show() {
        check(&DEVICES, 40);
    }

    #[test]
    fn calls_are_as_all_scripts_show() {
        check(&CALLS, 25);
    }
}
