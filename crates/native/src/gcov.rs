//! The second meter: branch totals as gcov counts them.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::{Compiler, NativeError, Optimise, TempDir, child};

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

/// Compiles an emitted test file with `--coverage`, runs it, and adds up the branches of
/// `functions`. The text must include the source under test by a path that works from anywhere.
pub fn gcov_branches(
    cc: &Compiler,
    gcov: &str,
    text: &str,
    functions: &[&str],
    timeout: Duration,
) -> Result<GcovTotals, NativeError> {
    let dir = TempDir::new()?;
    let source = dir.write("test.c", text)?;
    let program = match cc.compile_program(&source, Optimise::No, &["--coverage", "-w"], &dir) {
        Ok(program) => program,
        Err(NativeError::Compile { stderr, .. }) => {
            return Ok(GcovTotals::Skipped(format!("{} --coverage failed: {stderr}", cc.cc)));
        }
        Err(error) => return Err(error),
    };
    let finished = child::run(Command::new(program).current_dir(dir.path()), dir.path(), timeout)
        .map_err(NativeError::io("running the tests for gcov"))?;
    if finished.status.is_none_or(|status| status.code().is_none()) {
        return Ok(GcovTotals::Skipped("the tests did not run to their end".into()));
    }
    let notes = std::fs::read_dir(dir.path())
        .map_err(NativeError::io("looking for coverage notes"))?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "gcno"));
    let Some(notes) = notes else {
        return Ok(GcovTotals::Skipped(format!("{} wrote no coverage notes", cc.cc)));
    };
    let mut command = Command::new(gcov);
    command
        .args(["--branch-probabilities", "--stdout", "--json-format"])
        .arg(notes)
        .current_dir(dir.path());
    Ok(match child::run(&mut command, dir.path(), timeout) {
        Ok(summary) if summary.succeeded() => total(&summary.stdout, functions),
        Ok(summary) => GcovTotals::Skipped(format!("{gcov} failed: {}", summary.stderr.trim())),
        Err(error) => GcovTotals::Skipped(format!("cannot run {gcov}: {error}")),
    })
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
