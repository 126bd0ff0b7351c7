//! The second meter: branch totals as gcov counts them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use emit::TestsOf;
use serde_json::Value;
use suite::{Ends, Test};

use crate::program::{Calls, Mode, Probes, Program};
use crate::{Limits, NativeError, ReplayUnit, Runtime, child};

/// What gcov measured.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum GcovTotals {
    /// Branch outcomes over the functions asked for.
    Measured {
        /// Taken at least once.
        taken: u64,
        /// Present.
        total: u64,
    },
    /// It could not be asked, and why.
    Skipped(String),
}

/// Compiles the unit with the tests of all `groups` and with `--coverage`, once. Of each group the tests that return are run, and
/// the branches of the functions that stand beside it are added up.
pub fn gcov_branches(
    runtime: &Runtime,
    gcov: &str,
    unit: &ReplayUnit,
    groups: &[(TestsOf<'_>, Vec<&str>)],
    limits: &Limits,
) -> Result<Vec<GcovTotals>, NativeError> {
    let mode = Mode {
        flags: &["-O0", "--coverage"],
        keeps_stderr: false,
        env: &[("GCOV_PREFIX", "."), ("GCOV_PREFIX_STRIP", "99")],
        probes: Probes::None,
        epilogue: DUMP,
        calls: Calls::Counted,
    };
    let returning: Vec<Vec<Test>> = groups.iter().map(|(group, _)| returning(group)).collect();
    let tests = groups.iter().zip(&returning);
    let tests: Vec<TestsOf<'_>> =
        tests.map(|((group, _), tests)| TestsOf { tests, ..*group }).collect();
    let program = match Program::build(runtime, unit, &tests, &mode, limits.whole) {
        Ok(program) => program,
        Err(NativeError::Compile { stderr, .. }) => {
            let why = format!("{} --coverage failed: {stderr}", runtime.compiler().cc);
            return Ok(vec![GcovTotals::Skipped(why); groups.len()]);
        }
        Err(error) => return Err(error),
    };
    let mut first = 0;
    let mut totals = Vec::new();
    for (tests, (_, functions)) in tests.iter().zip(groups) {
        let range = first..first + tests.tests.len();
        first = range.end;
        program.run(range, limits)?;
        totals.push(counted(&program, gcov, functions, limits)?);
    }
    Ok(totals)
}

/// Counters are kept at the end of a process, and tests end theirs without further ado.
const DUMP: &str = "extern void __gcov_dump(void);
void (*const __probant_last)(void) = __gcov_dump;
";

fn returning(group: &TestsOf<'_>) -> Vec<Test> {
    group.tests.iter().filter(|test| test.ends == Ends::Return).cloned().collect()
}

/// What was counted since the last time.
fn counted(
    program: &Program<'_>,
    gcov: &str,
    functions: &[&str],
    limits: &Limits,
) -> Result<GcovTotals, NativeError> {
    let dir = program.dir.path();
    let Some(notes) = with_extension(dir, "gcno")? else {
        return Ok(GcovTotals::Skipped("the compiler wrote no coverage notes".into()));
    };
    let mut command = Command::new(gcov);
    command
        .args(["--branch-probabilities", "--stdout", "--json-format"])
        .arg(notes)
        .current_dir(dir);
    let totals = match child::run(&mut command, dir, limits.whole) {
        Ok(summary) if summary.succeeded() => total(&summary.stdout, functions),
        Ok(summary) => GcovTotals::Skipped(format!("{gcov} failed: {}", summary.stderr.trim())),
        Err(error) => GcovTotals::Skipped(format!("cannot run {gcov}: {error}")),
    };
    if let Some(counters) = with_extension(dir, "gcda")? {
        std::fs::remove_file(counters).map_err(NativeError::io("removing coverage counters"))?;
    }
    Ok(totals)
}

fn with_extension(dir: &Path, wanted: &str) -> Result<Option<PathBuf>, NativeError> {
    let files = std::fs::read_dir(dir).map_err(NativeError::io("looking for coverage files"))?;
    let mut files = files.filter_map(Result::ok).map(|entry| entry.path());
    Ok(files.find(|path| path.extension().is_some_and(|extension| extension == wanted)))
}

/// Adds up the branches of lines that belong to `functions`. gcov prints one JSON object a line.
fn total(output: &str, functions: &[&str]) -> GcovTotals {
    let (mut taken, mut total) = (0, 0);
    let mut seen = BTreeSet::new();
    for object in output.lines().filter(|line| !line.trim().is_empty()) {
        let Ok(object) = serde_json::from_str::<Value>(object) else {
            return GcovTotals::Skipped("gcov printed something that is not JSON".into());
        };
        for file in items(&object, "files") {
            seen.extend(
                items(file, "functions").filter_map(|f| f["name"].as_str()).map(String::from),
            );
            for line in items(file, "lines").filter(|line| is_in(line, functions)) {
                let counts = items(line, "branches").filter_map(|branch| branch["count"].as_u64());
                for count in counts {
                    total += 1;
                    taken += u64::from(count > 0);
                }
            }
        }
    }
    match functions.iter().find(|function| !seen.contains(**function)) {
        Some(function) => GcovTotals::Skipped(format!("gcov does not know {function}")),
        None => GcovTotals::Measured { taken, total },
    }
}

fn is_in(line: &Value, functions: &[&str]) -> bool {
    line["function_name"].as_str().is_some_and(|name| functions.contains(&name))
}

fn items<'v>(object: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    object[key].as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_functions_asked_for_are_added_up() {
        let output = r#"{"files": [{"lines": [
            {"function_name": "f", "branches": [{"count": 1}, {"count": 0}]},
            {"function_name": "f", "branches": []},
            {"function_name": "main", "branches": [{"count": 1}]}],
            "functions": [{"name": "f"}, {"name": "main"}, {"name": "g"}]}]}"#;
        let output = output.replace('\n', " ");
        let check = |functions: &[&str], expect| assert_eq!(total(&output, functions), expect);
        check(&["f", "g"], GcovTotals::Measured { taken: 1, total: 2 });
        check(&["f", "h"], GcovTotals::Skipped("gcov does not know h".into()));
    }
}
