//! The second meter: branch totals as gcov counts them.

use std::process::Command;
use std::time::Duration;

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
    command.args(["-b", "-c", "-f", "-n"]).arg(notes).current_dir(dir.path());
    Ok(match child::run(&mut command, dir.path(), timeout) {
        Ok(summary) if summary.succeeded() => total(&summary.stdout, functions),
        Ok(summary) => GcovTotals::Skipped(format!("{gcov} failed: {}", summary.stderr.trim())),
        Err(error) => GcovTotals::Skipped(format!("cannot run {gcov}: {error}")),
    })
}

/// Adds up the sections `Function 'f'` of a summary.
fn total(summary: &str, functions: &[&str]) -> GcovTotals {
    let (mut taken, mut total) = (0, 0);
    let mut wanted = false;
    let mut seen = 0;
    for line in summary.lines() {
        if let Some(name) = line.strip_prefix("Function '") {
            let name = name.trim_end_matches('\'');
            wanted = functions.contains(&name);
            seen += usize::from(wanted);
        } else if line.starts_with("File '") {
            wanted = false;
        } else if wanted && let Some((part, all)) = percentage(line) {
            taken += part;
            total += all;
        }
    }
    if seen < functions.len() {
        let problem = format!("gcov knows {seen} of {} functions", functions.len());
        return GcovTotals::Skipped(problem);
    }
    GcovTotals::Measured { taken, total }
}

/// `Taken at least once:83.33% of 6` as (5, 6). Two digits are exact up to thousands of branches.
fn percentage(line: &str) -> Option<(u64, u64)> {
    let (percent, all) = line.strip_prefix("Taken at least once:")?.split_once("% of ")?;
    let (percent, all): (f64, u64) = (percent.parse().ok()?, all.trim().parse().ok()?);
    Some(((percent * all as f64 / 100.0).round() as u64, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_functions_asked_for_are_added_up() {
        let summary = "Function 'f'\nLines executed:100.00% of 4\nBranches executed:100.00% of 6\n\
                       Taken at least once:83.33% of 6\nNo calls\n\nFunction 'main'\n\
                       Taken at least once:50.00% of 2\n\nFunction 'g'\nNo branches\n\n\
                       File 'test.c'\nTaken at least once:75.00% of 8\n";
        let check = |functions: &[&str], expect| assert_eq!(total(summary, functions), expect);
        check(&["f", "g"], GcovTotals::Measured { taken: 5, total: 6 });
        let problem = "gcov knows 1 of 2 functions".into();
        check(&["f", "h"], GcovTotals::Skipped(problem));
    }
}
