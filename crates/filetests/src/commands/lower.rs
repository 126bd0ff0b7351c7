//! `// test: lower`: the file lowers to IR that verifies, prints, and parses back to the same text.
//!
//! If the file has a line `// expect:`, the printed IR must be what follows it, line by line after `// `. `BLESS=1` rewrites it.
//! Errors of any stage of the front end can be expected at the end of their lines, as `parse` does.

use super::{Command, expected};
use crate::{Finding, TestFile, Tools, front};

pub(super) struct Lower;

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
        findings.extend(expected::compare(file, &printed, "lowers to"));
        findings
    }
}

fn failed(line: usize, what: impl Into<String>) -> Finding {
    Finding::Failed { line, what: what.into() }
}
