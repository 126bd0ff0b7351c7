//! What a function leaves behind, as text: its entry in the report, what the terminal shows, its test file. This is what is written,
//! and what is kept for the next time.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What a function leaves behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rendered {
    pub(crate) name: String,
    /// Its entry in the JSON report.
    pub(crate) entry: String,
    /// What the terminal shows, coloured.
    pub(crate) summary: String,
    /// Its test file, if it has tests.
    pub(crate) tests: Option<String>,
    /// The file that it includes in the place of the source, name and text, if there is one.
    pub(crate) copy: Option<(String, String)>,
    /// What is said on standard error.
    pub(crate) messages: String,
    pub(crate) status: u8,
    pub(crate) counts: Counts,
}

/// What there is to add up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) objectives: u64,
    pub(crate) covered: u64,
    pub(crate) infeasible: u64,
    pub(crate) tests: u64,
    pub(crate) findings: u64,
}

impl Counts {
    pub(crate) fn of(report: &suite::FunctionReport) -> Counts {
        let count = |is_such: fn(&suite::Verdict) -> bool| {
            report.objectives.iter().filter(|one| is_such(&one.verdict)).count() as u64
        };
        Counts {
            objectives: report.objectives.len() as u64,
            covered: count(|verdict| matches!(verdict, suite::Verdict::Covered { .. })),
            infeasible: count(|verdict| matches!(verdict, suite::Verdict::Infeasible { .. })),
            tests: report.tests.len() as u64,
            findings: report.findings.len() as u64,
        }
    }

    pub(crate) fn add(&mut self, other: Counts) {
        self.objectives += other.objectives;
        self.covered += other.covered;
        self.infeasible += other.infeasible;
        self.tests += other.tests;
        self.findings += other.findings;
    }
}

impl Rendered {
    /// As one line of text.
    pub(crate) fn to_text(&self) -> String {
        let Counts { objectives, covered, infeasible, tests, findings } = self.counts;
        json!({
            "name": self.name,
            "entry": self.entry,
            "summary": self.summary,
            "tests": self.tests,
            "copy": self.copy.as_ref().map(|(name, text)| [name, text]),
            "status": self.status,
            "counts": [objectives, covered, infeasible, tests, findings],
        })
        .to_string()
    }

    /// What [`Rendered::to_text`] wrote; none if it is anything else.
    pub(crate) fn from_text(text: &str) -> Option<Rendered> {
        let value: Value = serde_json::from_str(text).ok()?;
        let word = |key: &str| value[key].as_str().map(str::to_owned);
        let counts: Vec<u64> =
            value["counts"].as_array()?.iter().filter_map(Value::as_u64).collect();
        let [objectives, covered, infeasible, tests, findings] = counts[..] else { return None };
        Some(Rendered {
            name: word("name")?,
            entry: word("entry")?,
            summary: word("summary")?,
            tests: word("tests"),
            copy: kept_copy(&value["copy"]),
            messages: String::new(),
            status: u8::try_from(value["status"].as_u64()?).ok()?,
            counts: Counts { objectives, covered, infeasible, tests, findings },
        })
    }

    /// Its summary for a terminal with or without colours.
    pub(crate) fn shown(&self, colour: bool) -> String {
        if colour { self.summary.clone() } else { without_colours(&self.summary) }
    }

    /// Writes its test file into a folder.
    pub(crate) fn write_tests(&self, folder: &Path) -> Result<(), String> {
        let Some(text) = &self.tests else { return Ok(()) };
        let copy = self.copy.iter().map(|(name, text)| (folder.join(name), text));
        for (path, text) in copy.chain([(test_file(folder, &self.name), text)]) {
            write_whole(&path, text.as_bytes())
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        Ok(())
    }
}

fn kept_copy(value: &Value) -> Option<(String, String)> {
    let part = |index: usize| value[index].as_str().map(str::to_owned);
    Some((part(0)?, part(1)?))
}

/// The test file of a function.
pub(crate) fn test_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("test_{name}.c"))
}

/// Writes a file whole or not at all: whoever is killed in between leaves the old one, and beside it what the next run takes away.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = beside(path);
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, path)
}

/// Where a file is written before it has its name.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    PathBuf::from(name)
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let rendered = Rendered {
            name: "f".into(),
            entry: "    {\n      \"name\": \"f\"\n    }".into(),
            summary: "f: \x1b[32mcomplete\x1b[0m\n".into(),
            tests: Some("int x;\n".into()),
            copy: Some(("f_devices.c".into(), "int f;\n".into())),
            messages: String::new(),
            status: 2,
            counts: Counts { objectives: 4, covered: 3, infeasible: 1, tests: 2, findings: 1 },
        };
        assert_eq!(Rendered::from_text(&rendered.to_text()), Some(rendered.clone()));
        assert_eq!(rendered.shown(false), "f: complete\n");
        assert_eq!(Rendered::from_text("{\"name\": \"f\""), None);
    }
}
