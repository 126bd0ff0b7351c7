//! gcc's own condition coverage as a second meter: every suite is compiled with `-fcondition-coverage` and run.
//!
//! Knows of a suite only its C text, its inputs and our count. gcc folds some comparisons (`a == a`) before it counts; such
//! decisions are left out, which its total tells.

use crate::child;
use filetests::Scratch;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use suite::{CValue, FunctionReport};

const CC: &str = "gcc-14";
const GCOV: &str = "gcov-14";
const PATIENCE: Duration = Duration::from_mins(2);

/// A suite for one decision in a function `f` of integers.
pub(super) struct Suite {
    text: String,
    n_conds: usize,
    n_covered: u64,
    calls: Vec<Vec<String>>,
}

impl Suite {
    pub(super) fn new(
        text: String,
        n_conds: usize,
        n_covered: u64,
        report: &FunctionReport,
    ) -> Self {
        let value = |value: &CValue| match value {
            CValue::Int(value) => value.to_string(),
            other => panic!("parameters should be integers, not {other:?}"),
        };
        let arguments = |test: &suite::Test| {
            test.inputs.params.iter().map(|param| value(&param.value)).collect()
        };
        Self { text, n_conds, n_covered, calls: report.tests.iter().map(arguments).collect() }
    }
}

/// What came of the comparison.
pub(super) enum Compared {
    /// There is no such compiler here, or it failed.
    Skipped(String),
    Counted {
        equal: u64,
        folded: u64,
        different: Vec<String>,
    },
}

pub(super) fn compare(suites: &[Suite]) -> Compared {
    for tool in [CC, GCOV] {
        if Command::new(tool).arg("--version").output().is_err() {
            return Compared::Skipped(format!("there is no {tool}"));
        }
    }
    match measure(suites) {
        Ok(counts) => count(suites, &counts),
        Err(why) => Compared::Skipped(why),
    }
}

fn count(suites: &[Suite], counts: &[(u64, u64)]) -> Compared {
    let (mut equal, mut folded, mut different) = (0, 0, Vec::new());
    for (suite, &(covered, total)) in suites.iter().zip(counts) {
        if total != 2 * suite.n_conds as u64 {
            folded += 1;
        } else if covered == suite.n_covered {
            equal += 1;
        } else {
            let ours = suite.n_covered;
            different.push(format!("gcc counts {covered}, we count {ours} in\n{}", suite.text));
        }
    }
    Compared::Counted { equal, folded, different }
}

/// For each suite how many outcomes gcc counts as covered, of how many.
fn measure(suites: &[Suite]) -> Result<Vec<(u64, u64)>, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let folder = scratch.folder();
    std::fs::write(folder.join("all.c"), program(suites)).map_err(|error| error.to_string())?;
    build_and_run(folder)?;
    let gcov = run(Command::new(GCOV).args(["-g", "-t", "all.gcda"]), folder)?;
    let mut counts = Vec::new();
    let mut current: Option<usize> = None;
    for line in String::from_utf8_lossy(&gcov).lines() {
        if let Some((_, rest)) = line.split_once("/*D") {
            current = rest.split("*/").next().and_then(|number| number.parse().ok());
        } else if let Some(rest) = line.trim().strip_prefix("condition outcomes covered ") {
            let numbers: Vec<u64> = rest.split('/').filter_map(|one| one.parse().ok()).collect();
            if let (Some(number), [covered, total]) = (current.take(), &numbers[..]) {
                counts.resize(counts.len().max(number + 1), (0, 0));
                counts[number] = (*covered, *total);
            }
        }
    }
    counts.resize(suites.len(), (0, 0));
    Ok(counts)
}

/// One function for each suite, its decision on a line of its own with its number.
fn program(suites: &[Suite]) -> String {
    let mut text = String::new();
    let mut calls = String::new();
    for (number, suite) in suites.iter().enumerate() {
        for line in suite.text.lines() {
            let line = line.replace("int f(", &format!("int f{number}("));
            let mark =
                if line.contains("if (") { format!(" /*D{number}*/") } else { String::new() };
            writeln!(text, "{line}{mark}").expect("writing to a string succeeds");
        }
        for arguments in &suite.calls {
            writeln!(calls, "  f{number}({});", arguments.join(", "))
                .expect("writing to a string succeeds");
        }
    }
    format!("{text}int main(void) {{\n{calls}  return 0;\n}}\n")
}

/// A compiler newer than the system may need its own library: then linking statically helps.
fn build_and_run(folder: &Path) -> Result<(), String> {
    let mut last = String::new();
    for more in [&[][..], &["-static"]] {
        let mut compile = Command::new(CC);
        compile.args(["-O0", "-w", "--coverage", "-fcondition-coverage", "-c", "all.c"]);
        run(&mut compile, folder)?;
        let mut link = Command::new(CC);
        link.args(["--coverage", "all.o", "-o", "all"]).args(more);
        let linked = run(&mut link, folder);
        match linked.and_then(|_| run(&mut Command::new(folder.join("all")), folder)) {
            Ok(_) => return Ok(()),
            Err(why) => last = why,
        }
    }
    Err(last)
}

fn run(command: &mut Command, folder: &Path) -> Result<Vec<u8>, String> {
    let finished = child::run(command.current_dir(folder), folder, PATIENCE)?;
    match finished.status {
        Some(status) if status.success() => Ok(finished.stdout),
        _ => Err(finished.stderr.lines().next().unwrap_or("it failed without a word").to_owned()),
    }
}
