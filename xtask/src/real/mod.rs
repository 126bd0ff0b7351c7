//! `cargo xtask real`: functions of real libraries through `probant gen`, and what became of their branches.
//!
//! None of that C is kept here: the folder of the libraries is given. `functions.txt` names the functions; what stands below a
//! name is C of our own, a contract or a caller, that gives lengths and types to what the function takes through pointers.
//! Functions of musl get another name first, so that the program that replays the tests keeps those of its own library.

mod subject;

use crate::child;
use filetests::Scratch;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use subject::Subject;

const USAGE: &str = "\
usage: cargo xtask real --libraries FOLDER [--budget SECONDS] [NAME...]

  --budget SECONDS   for each function [default: 20]
  NAME               only functions whose line contains this";
const DEFAULT_BUDGET: u64 = 20;
/// What replay and a loaded machine may need beyond the budget.
const PATIENCE_FACTOR: u32 = 6;

struct Options<'a> {
    libraries: &'a Path,
    budget: u64,
    names: Vec<&'a str>,
}

/// What became of one function.
#[derive(Default)]
struct Outcome {
    covered: u64,
    infeasible: u64,
    unknown: u64,
    tests: u64,
    findings: u64,
    disagreements: Vec<String>,
    reasons: Vec<String>,
    /// Why there is no report.
    failure: Option<String>,
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    let done = parse(args).and_then(|options| all(&options));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn parse(args: &[String]) -> Result<Options<'_>, String> {
    let (mut libraries, mut budget, mut names) = (None, DEFAULT_BUDGET, Vec::new());
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--libraries" => libraries = words.next().map(Path::new),
            "--budget" => {
                budget = words.next().and_then(|text| text.parse().ok()).ok_or(USAGE)?;
            }
            option if option.starts_with('-') => return Err(USAGE.to_owned()),
            name => names.push(name),
        }
    }
    let libraries = libraries.ok_or(USAGE)?;
    Ok(Options { libraries, budget, names })
}

/// Is all well: no failure and no disagreement?
fn all(options: &Options) -> Result<bool, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let probant = child::probant(&scratch)?;
    let mut outcomes = Vec::new();
    println!("| function | objectives | covered | infeasible | unknown | tests | findings |");
    println!("|---|---|---|---|---|---|---|");
    for subject in subject::all() {
        if !options.names.is_empty() && !options.names.iter().any(|name| subject.is_named(name)) {
            continue;
        }
        let outcome = one(options, &subject, &probant, &scratch)?;
        print_row(&subject, &outcome);
        outcomes.push((subject, outcome));
    }
    print_summary(&outcomes);
    let well = |outcome: &Outcome| outcome.failure.is_none() && outcome.disagreements.is_empty();
    Ok(outcomes.iter().all(|(_, outcome)| well(outcome)))
}

fn one(
    options: &Options,
    subject: &Subject,
    probant: &Path,
    scratch: &Scratch,
) -> Result<Outcome, String> {
    let file = scratch.file("unit.c");
    std::fs::write(&file, subject.text(options.libraries)).map_err(|error| error.to_string())?;
    let scope = if subject.entry() == subject.called() { "function" } else { "callees" };
    let mut command = Command::new(probant);
    command.arg("gen").arg(&file).args(["-f", &subject.entry(), "--scope", scope]);
    command.arg("--budget").arg(format!("{}s", options.budget)).args(["--json", "-"]);
    command.arg("--out").arg(scratch.file("tests")).arg("--");
    command.args(subject.flags(options.libraries));
    let patience = Duration::from_secs(options.budget) * PATIENCE_FACTOR;
    let folder = scratch.file("");
    let finished = child::run(&mut command, &folder, patience)?;
    let report: Option<Value> = serde_json::from_slice(&finished.stdout).ok();
    if let Some(function) = report.as_ref().and_then(|report| report["functions"].get(0)) {
        return Ok(outcome(function, &subject.called()));
    }
    let said = finished.stderr.lines().find(|line| !line.trim().is_empty());
    let status = finished.status.map_or("no end".to_owned(), |status| status.to_string());
    let failure = Some(format!("{status}: {}", said.unwrap_or("no word")));
    Ok(Outcome { failure, ..Outcome::default() })
}

/// The counts of a report, for the objectives inside one function.
fn outcome(function: &Value, called: &str) -> Outcome {
    let mut outcome = Outcome::default();
    let list = |name: &str| function[name].as_array().cloned().unwrap_or_default();
    for objective in list("objectives").iter().filter(|objective| objective["in"] == called) {
        match objective["verdict"].as_str() {
            Some("covered") => outcome.covered += 1,
            Some("infeasible") => outcome.infeasible += 1,
            _ => {
                outcome.unknown += 1;
                outcome.reasons.push(reason(objective));
            }
        }
    }
    let tests = list("tests");
    outcome.tests = tests.len() as u64;
    outcome.findings = list("findings").len() as u64;
    let differences = tests.iter().filter_map(|test| test["disagreement"].as_str());
    outcome.disagreements = differences.map(str::to_owned).collect();
    outcome
}

/// Why an objective is open, without names and numbers, so that reasons can be counted.
fn reason(objective: &Value) -> String {
    let text = objective["reason"].as_str().unwrap_or("no reason");
    let words = text.split_whitespace().map(|word| {
        let quoted = word.starts_with('`');
        if quoted || word.chars().any(|letter| letter.is_ascii_digit()) { "…" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn print_row(subject: &Subject, outcome: &Outcome) {
    let Outcome { covered, infeasible, unknown, tests, findings, .. } = outcome;
    let objectives = covered + infeasible + unknown;
    println!(
        "| {} ({} {}) | {objectives} | {covered} | {infeasible} | {unknown} | {tests} | {findings} |",
        subject.function, subject.library, subject.file
    );
}

fn print_summary(outcomes: &[(Subject, Outcome)]) {
    let sum = |count: fn(&Outcome) -> u64| outcomes.iter().map(|(_, one)| count(one)).sum::<u64>();
    let (covered, infeasible) = (sum(|one| one.covered), sum(|one| one.infeasible));
    let all = covered + infeasible + sum(|one| one.unknown);
    let decided = 100.0 * (covered + infeasible) as f64 / (all.max(1)) as f64;
    println!(
        "\n{} functions, {all} objectives: {covered} covered, {infeasible} infeasible, {decided:.1} % decided",
        outcomes.len()
    );
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for reason in outcomes.iter().flat_map(|(_, one)| &one.reasons) {
        *reasons.entry(reason).or_default() += 1;
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|&(reason, n)| (std::cmp::Reverse(n), reason));
    for (reason, n) in reasons {
        println!("{n:>6} unknown: {reason}");
    }
    for (subject, outcome) in outcomes {
        for difference in &outcome.disagreements {
            println!("{}: replay disagrees: {difference}", subject.function);
        }
        if let Some(failure) = &outcome.failure {
            println!("{}: no report: {failure}", subject.function);
        }
    }
}
