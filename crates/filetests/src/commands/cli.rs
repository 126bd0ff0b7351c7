//! `// args: …` runs the binary; `// exit: 3`, `// stdout: text` and `// stderr: text` say what should come of it.
//! `// exit: 0..3` leaves the status open: what matters then is that the run ends.
//!
//! In the arguments `{file}` is the test file and `{tmp}` a fresh folder; a second `// args:` line begins another run, which the
//! lines after it are about. `stdout` and `stderr` ask for a text that is contained, `no-stdout` and `no-stderr` for one that is not.
//! `{dir}` is the folder of the test file. `// needs: gcc -m32` skips the file where that makes no program.

use super::Command;
use crate::file::Directive;
use crate::{Ended, Finding, Patience, Scratch, TestFile, Tools, Watched, watch};
use std::time::Duration;

pub(super) struct Cli;

/// A run that is not over by then never will be.
const PATIENCE: Patience =
    Patience { work: Duration::from_mins(1), clock: Duration::from_mins(5), megabytes: 2048 };

impl Command for Cli {
    fn name(&self) -> &'static str {
        "cli"
    }

    fn run(&self, file: &TestFile, tools: &Tools) -> Vec<Finding> {
        let Some(binary) = &tools.probant else {
            return vec![Finding::Skipped("the binary was not built with this test".to_owned())];
        };
        let scratch = match Scratch::new() {
            Ok(scratch) => scratch,
            Err(error) => return vec![failed(1, format!("no temporary folder: {error}"))],
        };
        if let Some(needed) = file.directives("needs").find(|it| !links(it.value, &scratch)) {
            return vec![Finding::Skipped(format!("skipped, not installed: {}", needed.value))];
        }
        let mut findings = Vec::new();
        let runs: Vec<Directive> = file.directives("args").collect();
        for (index, args) in runs.iter().enumerate() {
            let folder = file.path.parent().unwrap_or(&file.path);
            let args_text = args
                .value
                .replace("{dir}", &folder.display().to_string())
                .replace("{file}", &file.path.display().to_string())
                .replace("{tmp}", &scratch.folder().display().to_string());
            let mut command = std::process::Command::new(binary);
            command.args(args_text.split_whitespace());
            let lines = args.line..runs.get(index + 1).map_or(usize::MAX, |next| next.line);
            match watch(&mut command, PATIENCE) {
                Ok(watched) => findings.extend(judge(file, &lines, &watched)),
                Err(error) => findings.push(failed(args.line, error.to_string())),
            }
        }
        if runs.is_empty() {
            findings.push(failed(1, "no `// args:` line"));
        }
        findings
    }
}

/// Does a compiler make programs with these arguments?
fn links(compiler: &str, scratch: &Scratch) -> bool {
    let (source, program) = (scratch.file("needed.c"), scratch.file("needed"));
    let mut words = compiler.split_whitespace();
    let written = std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n");
    let Some(command) = words.next().filter(|_| written.is_ok()) else { return false };
    let output =
        std::process::Command::new(command).args(words).arg(source).arg("-o").arg(program).output();
    output.is_ok_and(|output| output.status.success())
}

fn failed(line: usize, what: impl Into<String>) -> Finding {
    Finding::Failed { line, what: what.into() }
}

fn judge(file: &TestFile, lines: &std::ops::Range<usize>, run: &Watched) -> Vec<Finding> {
    let mut findings = Vec::new();
    let here = |key| file.directives(key).filter(|directive| lines.contains(&directive.line));
    for exit in here("exit").filter(|exit| !admits(exit.value, run.ended)) {
        findings.push(failed(exit.line, format!("ends with {:?}\n{}", run.ended, run.stderr)));
    }
    for (key, no_key, printed) in
        [("stdout", "no-stdout", &run.stdout), ("stderr", "no-stderr", &run.stderr)]
    {
        let missing = here(key).filter(|expected| !printed.contains(expected.value));
        findings.extend(missing.map(|expected| {
            failed(expected.line, format!("{key} has no `{}`:\n{printed}", expected.value))
        }));
        let unwanted = here(no_key).filter(|unwanted| printed.contains(unwanted.value));
        findings.extend(unwanted.map(|unwanted| {
            failed(unwanted.line, format!("{key} has `{}`:\n{printed}", unwanted.value))
        }));
    }
    findings
}

/// `3` asks for this status, `0..3` for one of these.
fn admits(expected: &str, ended: Ended) -> bool {
    let Ended::Exit(status) = ended else { return false };
    let (lo, hi) = expected.split_once("..").unwrap_or((expected, expected));
    let number = |text: &str| text.parse::<i32>().ok();
    number(lo).is_some_and(|lo| lo <= status) && number(hi).is_some_and(|hi| status <= hi)
}
