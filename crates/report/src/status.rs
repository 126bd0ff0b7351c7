//! The exit status of a run. When several apply, the highest does.

use suite::{FunctionReport, Replay, Status, Suite, Verdict};

/// Why a run ends with the status it ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[must_use]
pub enum ExitStatus {
    /// Every objective is covered or infeasible, and there is no finding.
    Done,
    /// Something is unknown.
    Unknown,
    /// There is a finding.
    Finding,
    /// The user's input is wrong. A suite never says so; it stands here for the whole order.
    BadInput,
    /// Our own error: the compiled code did not do what the interpreter did.
    OwnError,
}

impl ExitStatus {
    /// The status with this number; beyond the last it is the last.
    pub fn from_code(code: u8) -> Self {
        match code {
            0 => ExitStatus::Done,
            1 => ExitStatus::Unknown,
            2 => ExitStatus::Finding,
            3 => ExitStatus::BadInput,
            _ => ExitStatus::OwnError,
        }
    }

    /// The number for the operating system.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Done => 0,
            ExitStatus::Unknown => 1,
            ExitStatus::Finding => 2,
            ExitStatus::BadInput => 3,
            ExitStatus::OwnError => 4,
        }
    }

    /// What it means, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            ExitStatus::Done => "every objective is covered or infeasible, nothing was found",
            ExitStatus::Unknown => "something is unknown",
            ExitStatus::Finding => "there is a finding",
            ExitStatus::BadInput => "the input is wrong",
            ExitStatus::OwnError => "a mistake of probant itself, please report it",
        }
    }
}

/// The status that a finished suite calls for.
pub fn exit_status(suite: &Suite) -> ExitStatus {
    suite.functions.iter().map(status_of).max().unwrap_or(ExitStatus::Done)
}

/// The status that one function calls for.
pub fn status_of(function: &FunctionReport) -> ExitStatus {
    let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown { .. });
    if function.tests.iter().any(|test| matches!(test.replayed, Replay::Disagrees(_))) {
        ExitStatus::OwnError
    } else if !function.findings.is_empty() {
        ExitStatus::Finding
    } else if function.status == Status::Partial
        || function.objectives.iter().any(|objective| is_open(&objective.verdict))
    {
        ExitStatus::Unknown
    } else {
        ExitStatus::Done
    }
}
