//! `probant solve`: the constraint engine on its text form.

use crate::BAD_INPUT;
use crate::args::Solve;
use native::NativeError;
use solver::text::{Options, Verdict, run_with};
use source::SourceMap;
use std::io::Write;

/// Models listed by `--all` at most.
const MOST_MODELS: usize = 1_000_000;

/// Runs the command; the exit status: 0 decided as expected, 1 not decided, 2 not as the text expects.
pub fn solve(args: &Solve) -> u8 {
    let text = match std::fs::read(&args.file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            let error = NativeError::FileUnreadable { path: args.file.clone(), error };
            eprintln!("probant: {error}");
            return BAD_INPUT;
        }
    };
    let options = Options {
        propagate_only: args.propagate_only,
        all: args.all.then_some(MOST_MODELS),
        minimal_core: args.core,
        statistics: args.stats,
        ..Options::standard()
    };
    let outcome = run_with(&text, &options);
    let map = SourceMap::verbatim(&args.file.display().to_string(), &text);
    crate::diagnose::print(&map, &outcome.diagnostics);
    if outcome.diagnostics.has_errors() {
        return BAD_INPUT;
    }
    // A reader that went away is no error of ours.
    let _ = std::io::stdout().write_all(outcome.text.as_bytes());
    match outcome.verdict {
        _ if !outcome.as_expected => report::ExitStatus::Finding.code(),
        Verdict::Unknown if !args.propagate_only => report::ExitStatus::Unknown.code(),
        Verdict::Sat | Verdict::Unsat | Verdict::Unknown => 0,
    }
}
