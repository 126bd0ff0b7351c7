//! `cargo xtask real`: functions of other people through `probant gen`, and what became of their branches.
//!
//! One runner for sets of functions. None of that C is kept here: it comes from mirrors at pinned commits, or from a folder.

mod checkout;
mod libraries;
mod set;
mod subject;
mod tally;
mod written;

use crate::child;
use checkout::Checkouts;
use filetests::Scratch;
use serde_json::Value;
use set::Set;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use subject::Subject;
use tally::Outcome;
use written::Judge;

const USAGE: &str = "\
usage: cargo xtask real [--set SET] [OPTION...] [NAME...]

  --set SET           dev, worlds: files and functions at pinned commits, from mirrors;
                      libraries: functions with contracts of our own [default: libraries]
  --mirrors FOLDER    bare git directories, OWNER+NAME/repo
  --libraries FOLDER  the libraries
  --budget SECONDS    for each function, by the clock [default: 10 of the processor; libraries: 20]
  --shard I/N         every N-th function, from the I-th on
  --probant PATH      this binary [default: one is built]
  NAME                only functions whose project, file and name contain this";
/// What replay and a loaded machine may need beyond the budget.
const PATIENCE_FACTOR: u32 = 12;
/// What `gen` gives a search when nobody says otherwise, in seconds of the processor.
const DEFAULT_BUDGET: u64 = 10;

struct Options<'a> {
    set: Set,
    mirrors: Option<&'a Path>,
    libraries: Option<&'a Path>,
    probant: Option<&'a Path>,
    /// By the clock; without it each search has the ten seconds of the processor that it has by default.
    budget: Option<u64>,
    shard: (usize, usize),
    names: Vec<&'a str>,
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
    let (mut set, mut budget, mut shard) = (Set::Libraries, None, (1, 1));
    let (mut mirrors, mut libraries, mut probant, mut names) = (None, None, None, Vec::new());
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut next = || words.next().map(String::as_str).ok_or(USAGE);
        match word.as_str() {
            "--set" => set = Set::named(next()?).ok_or(USAGE)?,
            "--mirrors" => mirrors = Some(Path::new(next()?)),
            "--libraries" => libraries = Some(Path::new(next()?)),
            "--probant" => probant = Some(Path::new(next()?)),
            "--budget" => budget = Some(next()?.parse().map_err(|_| USAGE)?),
            "--shard" => shard = part(next()?).ok_or(USAGE)?,
            option if option.starts_with('-') => return Err(USAGE.to_owned()),
            name => names.push(name),
        }
    }
    let budget = budget.or_else(|| set.budget());
    Ok(Options { set, mirrors, libraries, probant, budget, shard, names })
}

/// `I/N` with I from 1 to N.
pub(crate) fn part(text: &str) -> Option<(usize, usize)> {
    let (i, n) = text.split_once('/')?;
    let (i, n) = (i.parse().ok()?, n.parse().ok()?);
    (1 <= i && i <= n).then_some((i, n))
}

/// Is all well: no failure, no disagreement and no complaint about a test file?
fn all(options: &Options) -> Result<bool, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let probant = match options.probant {
        Some(path) => copy_of(path, &scratch)?,
        None => child::probant(&scratch)?,
    };
    let checkouts = Checkouts { mirrors: options.mirrors, scratch: &scratch };
    let subjects = options.set.subjects(options.libraries, &checkouts, &probant)?;
    let mut judge = Judge::new(scratch.file(""));
    let mut outcomes = Vec::new();
    tally::print_head();
    for subject in selected(options, subjects) {
        let outcome = one(options, &subject, &probant, &scratch, &mut judge)?;
        outcome.print_row(&subject);
        outcomes.push((subject, outcome));
    }
    tally::print_summary(&outcomes);
    Ok(outcomes.iter().all(|(_, outcome)| outcome.is_well()))
}

/// A copy, so that building on does not change the subject.
fn copy_of(path: &Path, scratch: &Scratch) -> Result<PathBuf, String> {
    let copy = scratch.file("probant");
    fs::copy(path, &copy).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(copy)
}

/// Those of this part that have one of the names.
fn selected(options: &Options, subjects: Vec<Subject>) -> impl Iterator<Item = Subject> {
    let (i, n) = options.shard;
    let is_named = |subject: &Subject| {
        let title = subject.title();
        options.names.is_empty() || options.names.iter().any(|name| title.contains(name))
    };
    let named: Vec<Subject> = subjects.into_iter().filter(is_named).collect();
    named.into_iter().skip(i - 1).step_by(n)
}

fn one(
    options: &Options,
    subject: &Subject,
    probant: &Path,
    scratch: &Scratch,
    judge: &mut Judge,
) -> Result<Outcome, String> {
    let (tests, report) = (scratch.file("tests"), scratch.file("report.json"));
    let _ = fs::remove_dir_all(&tests);
    let _ = fs::remove_file(&report);
    let mut command = gen_command(options, subject, probant, scratch)?;
    command.arg("--json").arg(&report).arg("--out").arg(&tests).arg("--").args(&subject.flags);
    let patience = Duration::from_secs(options.budget.unwrap_or(DEFAULT_BUDGET)) * PATIENCE_FACTOR;
    let finished = child::run(&mut command, &scratch.file(""), patience)?;
    let report: Option<Value> =
        fs::read(&report).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let entry = report.as_ref().and_then(|report| report["functions"].get(0));
    let mut outcome = entry.map(|entry| Outcome::of(entry, subject)).unwrap_or_default();
    outcome.status = finished.status.and_then(|status| status.code());
    let is_ours = outcome.status.is_none_or(|status| status > 2);
    if is_ours && outcome.failure.is_none() {
        let said = finished.stderr.lines().find(|line| !line.trim().is_empty());
        outcome.failure = Some(said.unwrap_or("no word").to_owned());
    }
    let complaints = judge.look(subject, &tests)?;
    outcome.warnings = complaints.warnings;
    outcome.failures = complaints.failures;
    Ok(outcome)
}

/// `gen` with all but where results go.
fn gen_command(
    options: &Options,
    subject: &Subject,
    probant: &Path,
    scratch: &Scratch,
) -> Result<Command, String> {
    let mut command = Command::new(probant);
    command.arg("gen").current_dir(&subject.folder);
    match &subject.text {
        None => command.arg(&subject.file),
        Some(text) => {
            let file = scratch.file("unit.c");
            fs::write(&file, text).map_err(|error| error.to_string())?;
            command.arg(file)
        }
    };
    command.args(["-f", subject.entry(), "--no-cache"]);
    if subject.text.is_some() {
        let scope = if subject.caller.is_none() { "function" } else { "callees" };
        command.args(["--scope", scope]);
    }
    if let Some(budget) = options.budget {
        command.arg("--budget").arg(format!("{budget}s"));
    }
    Ok(command)
}
