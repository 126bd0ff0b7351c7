//! `// test: parse`: the file parses, or has exactly the errors that stand as `// error: text` at the end of their lines.

use super::Command;
use crate::{Finding, TestFile, Tools, front};
use source::Severity;

pub(super) struct Parse;

impl Command for Parse {
    fn name(&self) -> &'static str {
        "parse"
    }

    fn run(&self, file: &TestFile, _tools: &Tools) -> Vec<Finding> {
        match front::parse(&file.path) {
            Ok(parsed) => {
                let map = &parsed.unit.map;
                let errors = parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error);
                let errors = errors.map(|error| {
                    let line = map.locate(error.span.lo).map_or(0, |loc| loc.line as usize);
                    (line, error.message.clone())
                });
                compare(file, errors.collect())
            }
            Err(what) => vec![Finding::Failed { line: 1, what }],
        }
    }
}

/// Pairs expected and found errors line by line.
pub(super) fn compare(file: &TestFile, mut found: Vec<(usize, String)>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for expected in file.directives("error") {
        let at = found
            .iter()
            .position(|(line, message)| *line == expected.line && message.contains(expected.value));
        match at {
            Some(at) => drop(found.remove(at)),
            None => findings.push(Finding::Failed {
                line: expected.line,
                what: format!("no error with `{}` here", expected.value),
            }),
        }
    }
    let unexpected = found.into_iter();
    findings.extend(unexpected.map(|(line, message)| Finding::Failed {
        line,
        what: format!("unexpected error: {message}"),
    }));
    findings
}
