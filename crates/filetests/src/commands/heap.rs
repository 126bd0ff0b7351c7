//! `// heap: FUNC KIND [may-fail]`: the engine reports a finding of this kind in the function, or none, and sanitizers confirm it.
//!
//! Every finding is confirmed: its test, run on the compiled code, makes the address, leak or memory sanitizer say the same kind.
//! Where nothing is to be found, every test must run clean under the address and the leak sanitizer.

use super::Command;
use crate::file::Directive;
use crate::{Finding, TestFile, Tools, front};
use engine::describe::Describer;
use engine::{Criterion, Generated, Options};
use native::{Compiler, Guard, Limits, ReplayUnit, Report, Runtime, TestsOf};
use std::path::Path;
use std::time::Duration;
use suite::Types;
use world::Preference;

/// The kind that only clang's sanitizer for memory confirms.
const UNWRITTEN: &str = "uninitialised";

pub(super) struct Heap;

impl Command for Heap {
    fn name(&self) -> &'static str {
        "heap"
    }

    fn run(&self, file: &TestFile, _tools: &Tools) -> Vec<Finding> {
        let has_clang = crate::Compiler::Clang.is_installed();
        let wrong = |case: Case| {
            if !has_clang && case.kind.as_deref() == Some(UNWRITTEN) {
                let skipped = format!("line {}: clang: skipped, not installed", case.line);
                return Some(Finding::Skipped(skipped));
            }
            let failed = |what| Finding::Failed { line: case.line, what };
            case.outcome.err().map(failed)
        };
        match cases(file) {
            Ok(cases) => cases.into_iter().filter_map(wrong).collect(),
            Err(what) => vec![Finding::Failed { line: 1, what }],
        }
    }
}

/// One `// heap:` line, judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The line of the file.
    pub line: usize,
    /// The function.
    pub func: String,
    /// What is to be found there; none in a correct twin.
    pub kind: Option<String>,
    /// How many things were found that should not have been, and whether all came out as it should.
    pub n_wrong: usize,
    /// What was found, or what is wrong with it.
    pub outcome: Result<String, String>,
}

/// Judges every `// heap:` line of a file.
pub fn heap_cases(path: &Path) -> Result<Vec<Case>, String> {
    cases(&TestFile::read(path)?)
}

fn cases(file: &TestFile) -> Result<Vec<Case>, String> {
    let unit = front::lower(&file.path)?;
    let runtime = |cc: &str| {
        Runtime::new(&Compiler::new(cc, Vec::new()), &Guard::none())
            .map_err(|error| error.to_string())
    };
    let memory = runtime("clang").and_then(|clang| {
        let text = clang.compiler().preprocess(&file.path).map_err(|error| error.to_string())?;
        Ok((clang, text))
    });
    let judges = Judges { address: runtime("gcc")?, memory };
    let cases: Vec<Case> = file.directives("heap").map(|line| case(&unit, &judges, line)).collect();
    if cases.is_empty() { Err("no `// heap:` line".to_owned()) } else { Ok(cases) }
}

/// Compilers with sanitizers; only clang has one for memory that was never written, and it reads other headers.
struct Judges {
    address: Runtime,
    memory: Result<(Runtime, String), String>,
}

fn case(unit: &front::Lowered, judges: &Judges, line: Directive) -> Case {
    let words: Vec<&str> = line.value.split_whitespace().collect();
    let (func, kind) =
        (words.first().copied().unwrap_or_default(), words.get(1).copied().unwrap_or_default());
    let kind = (kind != "none").then_some(kind);
    let mut n_wrong = 0;
    let outcome = made(unit, func, words.contains(&"may-fail")).and_then(|(made, types)| {
        let findings = &made.report.findings;
        n_wrong = findings.iter().filter(|it| Some(&*it.kind) != kind).count();
        match findings.iter().find(|it| Some(&*it.kind) != kind) {
            Some(other) => Err(format!("{} in line {}", other.kind, other.line)),
            None => confirm(unit, judges, &made, &types, kind),
        }
    });
    Case { line: line.line, func: func.to_owned(), kind: kind.map(str::to_owned), n_wrong, outcome }
}

fn made(unit: &front::Lowered, func: &str, may_fail: bool) -> Result<(Generated, Types), String> {
    let func = unit.program.find_func(func).ok_or_else(|| format!("no function `{func}`"))?;
    let relaxed = may_fail.then_some(Preference::AllocationSucceeds).into_iter().collect();
    let options = Options { seeds: 100, relaxed, ..Options::judged(Criterion::Branch) };
    let mut describer = Describer::new(&unit.program);
    let never = |_: &engine::Progress| false;
    let made =
        engine::generate(&unit.program, &unit.map, func, &mut describer, "f.c", &options, &never)
            .map_err(|no_start| format!("{no_start:?}"))?;
    let made = without_duties(made);
    match made.disagreements.first() {
        Some(disagreement) => Err(disagreement.clone()),
        None => Ok((made, describer.types)),
    }
}

/// Do the sanitizers say the same?
fn confirm(
    unit: &front::Lowered,
    judges: &Judges,
    made: &Generated,
    types: &Types,
    kind: Option<&str>,
) -> Result<String, String> {
    let report = &made.report;
    let native_unit = ReplayUnit { text: &unit.map.text, conds: &[], switches: &[] };
    let tests_of = |tests| TestsOf { types, function: &report.under_test, tests };
    let Some(kind) = kind else {
        let mut reports = run(judges, &native_unit, tests_of(&report.tests), "")?;
        reports.extend(run(judges, &native_unit, tests_of(&report.tests), "memory-leak")?);
        return match reports.iter().position(|report| *report != Report::Clean) {
            Some(run) => {
                let test = &report.tests[run % report.tests.len()];
                Err(format!("{} is {:?}", test.id, reports[run]))
            }
            None => Ok(format!("{} tests run clean", report.tests.len())),
        };
    };
    let found = report.findings.iter().find(|it| it.kind == kind).ok_or("nothing is found")?;
    let test = found.test.as_ref().and_then(|id| report.test(id)).ok_or("no test shows it")?;
    let reports = run(judges, &native_unit, tests_of(std::slice::from_ref(test)), kind)?;
    match &reports[..] {
        [Report::Trap { kind: seen, message, .. }] if *seen == kind => {
            Ok(format!("line {}, {}: {message}", found.line, test.id))
        }
        other => Err(format!("line {} is not confirmed: {other:?}", found.line)),
    }
}

fn run(
    judges: &Judges,
    unit: &ReplayUnit,
    tests: TestsOf<'_>,
    kind: &str,
) -> Result<Vec<Report>, String> {
    // Sanitizers look up names before they speak, which takes a while on a busy machine.
    let limits = Limits { time: Duration::from_mins(1), ..Limits::standard() };
    let reports = match kind {
        UNWRITTEN => {
            let (clang, text) = judges.memory.as_ref().map_err(Clone::clone)?;
            let unit = ReplayUnit { text, ..*unit };
            native::sanitize_memory(clang, &unit, tests, &limits)
        }
        "memory-leak" => native::sanitize_leaks(&judges.address, unit, tests, &limits),
        _ => native::sanitize(&judges.address, unit, tests, &limits),
    };
    reports.map_err(|error| error.to_string())
}

/// The tests without those that only show what callers keep from happening.
fn without_duties(mut made: Generated) -> Generated {
    let ids: Vec<String> =
        made.report.duties.iter().filter_map(|duty| duty.what.test.clone()).collect();
    for index in (0..made.report.tests.len()).rev() {
        if ids.contains(&made.report.tests[index].id) {
            made.report.tests.remove(index);
            made.events.remove(index);
            made.inputs.remove(index);
        }
    }
    made
}
