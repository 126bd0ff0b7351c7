//! The test file that was written: what compilers say of it that they do not say of the source alone, and how its tests end
//! under the sanitizers.

use super::subject::Subject;
use crate::child;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const COMPILERS: [&str; 2] = ["gcc", "clang"];
const WARNINGS: [&str; 2] = ["-Wall", "-Wextra"];
const SANITIZERS: [&str; 3] =
    ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g"];
/// By the clock: others may use the machine.
const PATIENCE: Duration = Duration::from_mins(5);

/// Judges test files; keeps what compilers say of a source alone.
pub(super) struct Judge {
    folder: PathBuf,
    alone: BTreeMap<(&'static str, String), BTreeSet<String>>,
}

/// What is wrong with a test file.
#[derive(Default)]
pub(super) struct Complaints {
    pub(super) warnings: Vec<String>,
    pub(super) failures: Vec<String>,
}

impl Judge {
    /// Output of children goes to `folder`.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, alone: BTreeMap::new() }
    }

    /// The test file of a subject in the folder of tests.
    pub(super) fn look(&mut self, subject: &Subject, tests: &Path) -> Result<Complaints, String> {
        let mut complaints = Complaints::default();
        let file = tests.join(format!("test_{}.c", subject.entry()));
        let Ok(text) = fs::read_to_string(&file) else { return Ok(complaints) };
        let Some(line) = text.lines().find_map(|line| line.strip_prefix(" * Compile: ")) else {
            complaints.failures.push("the test file does not say how it is compiled".to_owned());
            return Ok(complaints);
        };
        for compiler in COMPILERS {
            let told = self.compile(compiler, line, &WARNINGS, tests)?;
            let known = self.alone(compiler, subject)?;
            let new = told.warnings.iter().filter(|warning| !known.contains(*warning));
            complaints.warnings.extend(new.map(|warning| format!("{compiler}: {warning}")));
            complaints.failures.extend(told.error.map(|error| format!("{compiler}: {error}")));
        }
        if complaints.failures.is_empty() {
            complaints.failures.extend(self.run(line, subject, tests)?);
        }
        Ok(complaints)
    }

    /// The file's own command with another compiler and more flags.
    fn compile(
        &self,
        compiler: &str,
        line: &str,
        more: &[&str],
        tests: &Path,
    ) -> Result<Told, String> {
        let words = line.strip_prefix("cc ").unwrap_or(line);
        let mut command = Command::new("sh");
        command.current_dir(tests).arg("-c").arg(format!("{compiler} {} {words}", more.join(" ")));
        Ok(told(&child::run(&mut command, &self.folder, PATIENCE)?))
    }

    /// What a compiler says of the source alone.
    fn alone(
        &mut self,
        compiler: &'static str,
        subject: &Subject,
    ) -> Result<&BTreeSet<String>, String> {
        let key = (compiler, format!("{} {}", subject.project, subject.file));
        if !self.alone.contains_key(&key) {
            let mut command = Command::new(compiler);
            command.current_dir(&subject.folder).args(WARNINGS).args(&subject.flags);
            command.args(["-c", "-o", "/dev/null"]).arg(&subject.file);
            let told = told(&child::run(&mut command, &self.folder, PATIENCE)?);
            self.alone.insert(key.clone(), told.warnings);
        }
        Ok(&self.alone[&key])
    }

    /// Why the tests that return do not pass under the sanitizers.
    fn run(&self, line: &str, subject: &Subject, tests: &Path) -> Result<Option<String>, String> {
        if let Some(error) = self.compile("gcc", line, &SANITIZERS, tests)?.error {
            return Ok(Some(format!("with sanitizers: {error}")));
        }
        let mut command = Command::new(tests.join(format!("test_{}", subject.entry())));
        command
            .current_dir(tests)
            .env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1");
        let done = child::run(&mut command, &self.folder, PATIENCE)?;
        Ok(match done.status {
            None => Some("the tests do not end".to_owned()),
            Some(status) if status.success() => None,
            Some(status) => {
                let said = done.stderr.lines().find(|line| !line.trim().is_empty());
                Some(format!("{status}: {}", said.unwrap_or("no word")))
            }
        })
    }
}

/// What a compiler said.
struct Told {
    warnings: BTreeSet<String>,
    error: Option<String>,
}

fn told(done: &child::Finished) -> Told {
    let warnings = done.stderr.lines().filter(|line| line.contains("warning: ")).map(place_apart);
    let failed = !done.status.is_some_and(|status| status.success());
    let error =
        done.stderr.lines().find(|line| line.contains("error") || line.contains("undefined"));
    let none =
        if done.status.is_none() { "the compiler does not end" } else { "it does not compile" };
    let error = failed.then(|| error.unwrap_or(none).to_owned());
    Told { warnings: warnings.collect(), error }
}

/// A warning with the last part of its file's name, for tests name the source from elsewhere.
fn place_apart(line: &str) -> String {
    let (place, text) = line.split_once(": warning: ").unwrap_or(("", line));
    let name = place.rsplit('/').next().unwrap_or(place);
    format!("{name}: {text}")
}
