//! Where results go: test files at once, messages, summaries and the report in the order of the files, whoever is done first.

use crate::args::{EmitName, Gen};
use crate::rendered::{self, Counts, Rendered};
use crate::sources::Sources;
use crate::{BAD_INPUT, out};
use report::{ExitStatus, FileEntry, Form};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// What came of one file.
pub(crate) struct FileResult {
    pub(crate) entry: FileEntry,
    /// What is said on standard error before anything about its functions.
    pub(crate) messages: String,
    pub(crate) functions: Vec<Rendered>,
    pub(crate) status: u8,
}

/// Takes results and writes them.
pub(crate) struct Results<'a> {
    args: &'a Gen,
    form: Form,
    colour: bool,
    /// The file whose turn it is.
    next: usize,
    waiting: BTreeMap<usize, FileResult>,
    json: Option<Json>,
    files: Vec<FileEntry>,
    counts: Counts,
    status: u8,
}

impl<'a> Results<'a> {
    /// Begins the report. If it cannot be written that is said, and the work is done all the same.
    pub(crate) fn new(args: &'a Gen, sources: &Sources) -> Self {
        let form = match &sources.files[..] {
            [_] if sources.is_single => Form::Single,
            _ => Form::Batch,
        };
        let mut results = Results {
            args,
            form,
            colour: std::io::stdout().is_terminal(),
            next: 0,
            waiting: BTreeMap::new(),
            json: None,
            files: Vec::new(),
            counts: Counts::default(),
            status: 0,
        };
        if let Some(path) = &args.json {
            let begun = Json::new(path).and_then(|mut json| {
                json.write(&report::head(results.form))?;
                results.json = Some(json);
                Ok(())
            });
            results.check(begun);
        }
        results
    }

    /// Takes what came of a file, and tells of all files whose turn it is.
    pub(crate) fn take(&mut self, index: usize, result: FileResult) {
        self.waiting.insert(index, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.tell(result);
        }
    }

    fn tell(&mut self, result: FileResult) {
        eprint!("{}", result.messages);
        self.status = self.status.max(result.status);
        for function in &result.functions {
            eprint!("{}", function.messages);
            self.status = self.status.max(function.status);
            self.counts.add(function.counts);
            if !self.args.quiet && !self.json_on_stdout() {
                out::text(&function.shown(self.colour));
            }
        }
        self.report(&result);
        self.files.push(result.entry);
    }

    fn report(&mut self, result: &FileResult) {
        let is_first = self.files.is_empty();
        let Some(json) = self.json.as_mut() else { return };
        let entries = result.functions.iter().map(|function| function.entry.as_str());
        let entries: Vec<&str> = entries.filter(|entry| !entry.is_empty()).collect();
        let report = report::file_report(self.form, is_first, &result.entry, &entries);
        let written = json.write(&report);
        self.check(written);
    }

    /// What could not be written is said, and tells in the status.
    pub(crate) fn check(&mut self, written: Result<(), String>) {
        if let Err(message) = written {
            eprintln!("probant: {message}");
            self.status = self.status.max(BAD_INPUT);
        }
    }

    fn json_on_stdout(&self) -> bool {
        self.args.json.as_deref() == Some(Path::new("-"))
    }

    /// Ends the report and sums up; the exit status.
    pub(crate) fn finish(mut self, times: &str) -> u8 {
        self.check_names();
        if let Some(mut json) = self.json.take() {
            let tail = report::tail(self.form, self.files.is_empty(), self.status);
            let written = json.write(&tail).and_then(|()| json.finish());
            self.check(written);
        }
        let said_something = self.form == Form::Batch || self.counts != Counts::default();
        if !self.json_on_stdout() && (said_something || self.n_functions() > 0) {
            if self.form == Form::Batch {
                out::text(&self.sum());
            }
            out::text(times);
            out::text(&report::status_line(ExitStatus::from_code(self.status)));
        }
        self.status
    }

    /// A function that was named should be in some file; what changed may leave it out.
    fn check_names(&mut self) {
        let is_there = |name: &String| self.files.iter().any(|file| file.functions.contains(name));
        let all_read = self.files.iter().all(|file| file.failed.is_none());
        let missing = self.args.functions.iter().find(|name| !is_there(name)).cloned();
        if let Some(name) = missing
            && all_read
            && self.args.changed_since.is_none()
        {
            self.check(Err(format!("no file has a function `{name}`")));
        }
    }

    fn n_functions(&self) -> usize {
        self.files.iter().map(|file| file.functions.len()).sum()
    }

    /// All files in a few lines.
    fn sum(&self) -> String {
        let Counts { objectives, covered, infeasible, tests, findings } = self.counts;
        let unknown = objectives - covered - infeasible;
        let mut text = format!(
            "{} files, {} functions: {objectives} objectives, {covered} covered, {infeasible} infeasible, {unknown} unknown; {tests} tests, {findings} findings\n",
            self.files.len(),
            self.n_functions()
        );
        for file in &self.files {
            if let Some(why) = &file.failed {
                let first = why.lines().next().unwrap_or_default();
                writeln!(text, "failed: {}: {first}", file.file)
                    .expect("writing to a string succeeds");
            }
        }
        text
    }
}

/// Writes the test files of a file, if any are wanted.
pub(crate) fn write_tests(args: &Gen, folder: &Path, functions: &[Rendered]) -> Result<(), String> {
    if args.emit == EmitName::None || functions.iter().all(|function| function.tests.is_none()) {
        return Ok(());
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    functions.iter().try_for_each(|function| function.write_tests(folder))
}

/// A report that is being written: to standard output as it comes, or to a file that has its name when it is whole.
enum Json {
    Stdout,
    File { name: PathBuf, beside: PathBuf, to: BufWriter<File> },
}

impl Json {
    fn new(name: &Path) -> Result<Json, String> {
        if name == Path::new("-") {
            return Ok(Json::Stdout);
        }
        let beside = rendered::beside(name);
        let to = File::create(&beside)
            .map_err(|error| format!("cannot write {}: {error}", name.display()))?;
        Ok(Json::File { name: name.to_owned(), beside, to: BufWriter::new(to) })
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        match self {
            Json::Stdout => {
                out::text(text);
                Ok(())
            }
            Json::File { name, to, .. } => to
                .write_all(text.as_bytes())
                .map_err(|error| format!("cannot write {}: {error}", name.display())),
        }
    }

    fn finish(self) -> Result<(), String> {
        let Json::File { name, beside, mut to } = self else { return Ok(()) };
        to.flush()
            .and_then(|()| std::fs::rename(&beside, &name))
            .map_err(|error| format!("cannot write {}: {error}", name.display()))
    }
}
