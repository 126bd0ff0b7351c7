//! CBMC on a task: `--cover branch`, with loops unwound ever further as long as there is time.

use crate::child;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How often loops are unwound, run by run.
const UNWINDINGS: [u32; 6] = [1, 2, 5, 10, 20, 50];

pub(super) struct Cbmc {
    pub(super) version: String,
    /// For all runs on a task together.
    budget: Duration,
}

impl Cbmc {
    pub(super) fn installed(budget: Duration) -> Option<Self> {
        let said = Command::new("cbmc").arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        said.status.success().then_some(Self { version, budget })
    }

    /// The most branches that a run covers, and how many there are; none if no run came to its end.
    pub(super) fn cover(&self, file: &Path, folder: &Path) -> Result<Option<(u64, u64)>, String> {
        let (mut left, mut best) = (self.budget, None);
        for unwinding in UNWINDINGS {
            let mut command = Command::new("cbmc");
            command.arg(file).args(["--function", "main", "--cover", "branch"]);
            command.args(["--no-standard-checks", "--unwind", &unwinding.to_string()]);
            let finished = child::run(&mut command, folder, left)?;
            left = left.saturating_sub(finished.time);
            if finished.status.is_none() {
                break;
            }
            let counted = branches(&String::from_utf8_lossy(&finished.stdout));
            best = best.max(counted.filter(|&(_, all)| all > 0));
        }
        Ok(best)
    }
}

/// Covered branches and all of them, as they are printed goal by goal.
fn branches(text: &str) -> Option<(u64, u64)> {
    let is_branch =
        |line: &&str| line.contains(" branch true: ") || line.contains(" branch false: ");
    let goals: Vec<&str> = text.lines().filter(is_branch).collect();
    let covered = goals.iter().filter(|line| line.ends_with("SATISFIED")).count();
    text.contains("covered (").then_some((covered as u64, goals.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::branches;

    #[test]
    fn branches_are_counted_and_entry_points_are_not() {
        let text = "[f.coverage.1] function f entry point: SATISFIED\n\
                    [f.coverage.2] function f block 1 branch false: SATISFIED\n\
                    [f.coverage.3] function f block 1 branch true: FAILED\n\
                    ** 2 of 3 covered (66.7%)\n";
        assert_eq!(branches(text), Some((1, 2)));
        assert_eq!(branches("out of memory"), None);
    }
}
