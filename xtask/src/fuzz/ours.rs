//! What the interpreter makes of one input, reduced to what compiled code can show too.

use fuzzgen::brute;
use interp::Outcome;
use ir::TrapKind;

/// How a run of ours ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ours {
    Value(u64),
    Trap(TrapKind),
    /// A limit, or something unsupported.
    Cut(String),
}

impl Ours {
    pub(super) fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Returned(_) => match brute::returned_bits(outcome) {
                Some(bits) => Self::Value(bits as u64),
                None => Self::Cut("returned no integer".to_owned()),
            },
            Outcome::Trapped(trap) => Self::Trap(trap.kind),
            Outcome::Unsupported { reason, .. } => Self::Cut(reason.clone()),
            Outcome::Limit(limit) => Self::Cut(format!("limit: {limit:?}")),
            Outcome::Exited { status, .. } => Self::Cut(format!("exit {status}")),
        }
    }
}
