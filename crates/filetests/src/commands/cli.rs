//! `// args: …` runs the binary; `// exit: 3`, `// stdout: text` and `// stderr: text` say what should come of it.
//!
//! In the arguments `{file}` is the test file and `{tmp}` a fresh folder; a second `// args:` line begins another run, which the
//! lines after it are about. `stdout` and `stderr` ask for a text that is contained.

use super::Command;
use crate::file::Directive;
use crate::{Finding, Scratch, TestFile, Tools};
use std::process::Output;

pub(super) struct Cli;

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
        let mut findings = Vec::new();
        let runs: Vec<Directive> = file.directives("args").collect();
        for (index, args) in runs.iter().enumerate() {
            let args_text = args
                .value
                .replace("{file}", &file.path.display().to_string())
                .replace("{tmp}", &scratch.folder().display().to_string());
            let mut command = std::process::Command::new(binary);
            command.args(args_text.split_whitespace()).stdin(std::process::Stdio::null());
            let lines = args.line..runs.get(index + 1).map_or(usize::MAX, |next| next.line);
            match command.output() {
                Ok(output) => findings.extend(judge(file, &lines, &output)),
                Err(error) => findings.push(failed(args.line, error.to_string())),
            }
        }
        if runs.is_empty() {
            findings.push(failed(1, "no `// args:` line"));
        }
        findings
    }
}

fn failed(line: usize, what: impl Into<String>) -> Finding {
    Finding::Failed { line, what: what.into() }
}

fn judge(file: &TestFile, lines: &std::ops::Range<usize>, output: &Output) -> Vec<Finding> {
    let mut findings = Vec::new();
    let here = |key| file.directives(key).filter(|directive| lines.contains(&directive.line));
    let code = output.status.code().map_or("a signal".to_owned(), |code| code.to_string());
    for exit in here("exit").filter(|exit| exit.value != code) {
        let said = String::from_utf8_lossy(&output.stderr);
        findings.push(failed(exit.line, format!("exits with {code}\n{said}")));
    }
    for (key, printed) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let printed = String::from_utf8_lossy(printed);
        let missing = here(key).filter(|expected| !printed.contains(expected.value));
        findings.extend(missing.map(|expected| {
            failed(expected.line, format!("{key} has no `{}`:\n{printed}", expected.value))
        }));
    }
    findings
}
