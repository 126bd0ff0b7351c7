//! `cargo xtask corpus`: real C to verified IR, and what of it is not modelled.
//!
//! None of that C is kept here: folders are given. A file that the compiler does not accept with the flags given is skipped.

use crate::child;
use filetests::Scratch;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const USAGE: &str = "usage: cargo xtask corpus FILE-OR-FOLDER... [-- CFLAGS...]";
const PATIENCE: Duration = Duration::from_mins(1);

/// The sums of a table.
#[derive(Default)]
struct Totals {
    files: u64,
    skipped: u64,
    failed: u64,
    functions: u64,
    /// Functions that meet something not modelled, and how often each reason occurs.
    gaps: u64,
    reasons: BTreeMap<String, u64>,
    seconds: f64,
    slowest: f64,
    peak_kib: u64,
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    let split = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let flags = args.get(split + 1..).unwrap_or(&[]);
    if split == 0 {
        eprintln!("{USAGE}");
        return ExitCode::from(3);
    }
    match run(&args[..split], flags) {
        Ok(totals) => {
            totals.print();
            if totals.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn run(roots: &[String], flags: &[String]) -> Result<Totals, String> {
    let probant = child::probant()?;
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let mut totals = Totals::default();
    for file in sources(roots)? {
        if accepted(&file, flags, &scratch)? {
            totals.read(&probant, &file, flags, &scratch)?;
        } else {
            totals.skipped += 1;
            println!("skipped, the compiler does not accept it: {}", file.display());
        }
    }
    Ok(totals)
}

/// The C files below some folders, sorted.
fn sources(roots: &[String]) -> Result<Vec<PathBuf>, String> {
    let mut todo: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
    let mut found = Vec::new();
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path);
            let entries = entries.map_err(|error| format!("{}: {error}", path.display()))?;
            todo.extend(entries.filter_map(Result::ok).map(|entry| entry.path()));
        } else if path.extension().is_some_and(|end| end == "c") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn accepted(file: &Path, flags: &[String], scratch: &Scratch) -> Result<bool, String> {
    let mut cc = Command::new("cc");
    cc.args(["-fsyntax-only", "-w"]).args(flags).arg(file);
    let ended = child::run(&mut cc, scratch.folder(), PATIENCE)?;
    Ok(ended.status.is_some_and(|status| status.success()))
}

impl Totals {
    /// One file: `inspect` says what each function has that is not modelled.
    fn read(
        &mut self,
        probant: &Path,
        file: &Path,
        flags: &[String],
        scratch: &Scratch,
    ) -> Result<(), String> {
        let mut inspect = Command::new(probant);
        inspect.args(["inspect", "--stage", "gaps"]).arg(file).arg("--").args(flags);
        let ended = child::run(&mut inspect, scratch.folder(), PATIENCE)?;
        let seconds = ended.time.as_secs_f64();
        self.files += 1;
        self.seconds += seconds;
        self.slowest = self.slowest.max(seconds);
        self.peak_kib = self.peak_kib.max(ended.peak_kib);
        if !ended.status.is_some_and(|status| status.success()) {
            self.failed += 1;
            println!("failed: {}\n{}", file.display(), ended.stderr);
            return Ok(());
        }
        for line in String::from_utf8_lossy(&ended.stdout).lines() {
            self.function(line);
        }
        Ok(())
    }

    /// A line of the stage: a name, and after a colon the reasons if there are any.
    fn function(&mut self, line: &str) {
        self.functions += 1;
        if let Some((_, reasons)) = line.split_once(": ") {
            self.gaps += 1;
            for reason in reasons.split("; ") {
                *self.reasons.entry(reason.to_owned()).or_default() += 1;
            }
        }
    }

    fn print(&self) {
        let whole = 100.0 * (self.functions - self.gaps) as f64 / self.functions.max(1) as f64;
        println!(
            "files            {}, skipped {}, failed {}",
            self.files, self.skipped, self.failed
        );
        println!("functions        {}", self.functions);
        println!("fully modelled   {} ({whole:.2} %)", self.functions - self.gaps);
        for (reason, count) in &self.reasons {
            println!("    {count:6} {reason}");
        }
        println!("seconds          {:.1}, slowest file {:.1}", self.seconds, self.slowest);
        println!("peak memory      {} MiB", self.peak_kib / 1024);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_counted_with_their_reasons() {
        let mut totals = Totals::default();
        for line in ["main", "f: alloca", "g: alloca; inline assembly"] {
            totals.function(line);
        }
        assert_eq!((totals.functions, totals.gaps), (3, 2));
        assert_eq!(
            totals.reasons,
            BTreeMap::from([("alloca".into(), 2), ("inline assembly".into(), 1)])
        );
    }
}
