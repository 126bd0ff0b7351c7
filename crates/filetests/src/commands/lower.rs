//! `// test: lower`: the file lowers to IR that verifies, prints, and parses back to the same text.
//!
//! If the file has a line `// expect:`, the printed IR must be what follows it, line by line after `// `. `BLESS=1` rewrites it.
//! Errors of any stage of the front end can be expected at the end of their lines, as `parse` does.

use super::Command;
use crate::{Finding, TestFile, Tools, front};

pub(super) struct Lower;

const MARK: &str = "// expect:\n";

impl Command for Lower {
    fn name(&self) -> &'static str {
        "lower"
    }

    fn run(&self, file: &TestFile, _tools: &Tools) -> Vec<Finding> {
        let program = match front::lower(&file.path) {
            Ok(unit) => unit.program,
            Err(message) => return vec![failed(1, message)],
        };
        let printed = ir::print(&program);
        let mut findings = Vec::new();
        match ir::parse(&printed) {
            Ok(again) if ir::print(&again) == printed => {}
            Ok(_) => findings.push(failed(1, "the printed IR parses to something else")),
            Err(error) => {
                findings.push(failed(1, format!("the printed IR does not parse: {error:?}")));
            }
        }
        if let Some((before, expected)) = file.text.split_once(MARK) {
            let actual: String = printed.lines().map(comment).collect();
            if std::env::var_os("BLESS").is_some() {
                let blessed = format!("{before}{MARK}{actual}");
                if let Err(error) = std::fs::write(&file.path, blessed) {
                    findings.push(failed(1, format!("cannot bless: {error}")));
                }
            } else if expected != actual {
                let line = before.lines().count() + 1;
                findings.push(failed(line, format!("lowers to (BLESS=1 accepts)\n{printed}")));
            }
        }
        findings
    }
}

fn comment(line: &str) -> String {
    if line.is_empty() { "//\n".to_owned() } else { format!("// {line}\n") }
}

fn failed(line: usize, what: impl Into<String>) -> Finding {
    Finding::Failed { line, what: what.into() }
}
