//! `probant solve`: the constraint engine on its text form, and another solver beside it.

use crate::BAD_INPUT;
use crate::args::Solve;
use native::NativeError;
use report::ExitStatus;
use solver::text::{Options, Outcome, Verdict, run_with, smt_script};
use source::SourceMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// Models listed by `--all` at most.
const MOST_MODELS: usize = 1_000_000;

/// Runs the command; the exit status: 0 decided as expected, 1 not decided, 2 not as the text expects,
/// 4 not as another solver says.
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
    let own = status(args, &outcome);
    match &args.smt {
        None => own,
        Some(command) => own.max(compare(command, &text, outcome.verdict)),
    }
}

fn status(args: &Solve, outcome: &Outcome) -> u8 {
    match outcome.verdict {
        _ if !outcome.as_expected => ExitStatus::Finding.code(),
        Verdict::Unknown if !args.propagate_only => ExitStatus::Unknown.code(),
        Verdict::Sat | Verdict::Unsat | Verdict::Unknown => ExitStatus::Done.code(),
    }
}

/// Asks the other solver and says what it answers; its word decides nothing but the status.
fn compare(command: &str, text: &str, own: Verdict) -> u8 {
    let script = smt_script(text).expect("the text was read without an error before");
    let answer = match ask(command, &script) {
        Ok(answer) => answer,
        Err(error) => {
            eprintln!("probant: cannot run `{command}`: {error}");
            return BAD_INPUT;
        }
    };
    let theirs = match answer.as_str() {
        "sat" => Verdict::Sat,
        "unsat" => Verdict::Unsat,
        _ => Verdict::Unknown,
    };
    let differs = own != theirs && own != Verdict::Unknown && theirs != Verdict::Unknown;
    let comment = if differs { ", which is not what we say" } else { "" };
    let _ = writeln!(std::io::stdout(), "{command}: {answer}{comment}");
    if differs { ExitStatus::OwnError.code() } else { ExitStatus::Done.code() }
}

/// The first line that a solver prints about a script.
fn ask(command: &str, script: &str) -> std::io::Result<String> {
    let mut words = command.split_whitespace();
    let mut child = Command::new(words.next().unwrap_or_default())
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let input = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // The solver may answer before it has read everything: write beside reading.
        scope.spawn(move || input.map(|mut input| input.write_all(script.as_bytes())));
        child.wait_with_output()
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or("no answer").trim().to_owned())
}
