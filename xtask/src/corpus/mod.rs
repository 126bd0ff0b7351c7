//! `cargo xtask corpus`: real C to verified IR, and what of it is not modelled.
//!
//! None of that C is kept here: folders are given. A file that the compiler does not accept with the flags given is skipped, and
//! said to be. What another parser accepts ours must accept.

mod judge;
mod libraries;

use crate::child;
use filetests::Scratch;
use libraries::{LIBRARIES, c_files};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const USAGE: &str = "\
usage: cargo xtask corpus FILE-OR-FOLDER... [-- CFLAGS...]
       cargo xtask corpus --libraries FOLDER";
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
    /// Files that `lang-c` accepts, and those of them that we do not.
    judged: u64,
    refused: u64,
    seconds: f64,
    slowest: f64,
    peak_kib: u64,
}

/// The flags that a library's own build compiles its files with.
pub(crate) fn library_flags(name: &str, root: &Path) -> Vec<String> {
    let known = LIBRARIES.iter().find(|library| library.name == name);
    known.map(|library| library.flags(root)).unwrap_or_default()
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    let split = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let flags = args.get(split + 1..).unwrap_or(&[]);
    let done = match &args[..split] {
        [] => Err(USAGE.to_owned()),
        [option, root] if option == "--libraries" => all_libraries(Path::new(root)),
        roots => given(roots, flags),
    };
    match done {
        Ok(totals) if totals.failed == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

/// The files and folders of the command line.
fn given(roots: &[String], flags: &[String]) -> Result<Totals, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let probant = child::probant(&scratch)?;
    let mut files = Vec::new();
    for root in roots {
        files.extend(c_files(Path::new(root), true)?);
    }
    files.sort();
    let totals = read_all(&probant, &files, flags, &scratch)?;
    totals.print();
    Ok(totals)
}

/// Every library, a table each and one of all.
fn all_libraries(root: &Path) -> Result<Totals, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let probant = child::probant(&scratch)?;
    let mut sum = Totals::default();
    for library in LIBRARIES {
        println!("== {}", library.name);
        let files = library.files(root)?;
        let totals = read_all(&probant, &files, &library.flags(root), &scratch)?;
        totals.print();
        sum.add(&totals);
    }
    println!("== all");
    sum.print();
    Ok(sum)
}

fn read_all(
    probant: &Path,
    files: &[PathBuf],
    flags: &[String],
    scratch: &Scratch,
) -> Result<Totals, String> {
    let mut totals = Totals::default();
    for file in files {
        if accepted(file, flags, scratch)? {
            totals.read(probant, file, flags, scratch)?;
        } else {
            totals.skipped += 1;
            println!("skipped, the compiler does not accept it: {}", file.display());
        }
    }
    Ok(totals)
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
        let judged = judge::accepts(file, flags)?;
        self.judged += u64::from(judged);
        if !ended.status.is_some_and(|status| status.success()) {
            self.failed += 1;
            self.refused += u64::from(judged);
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

    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.skipped += other.skipped;
        self.failed += other.failed;
        self.functions += other.functions;
        self.gaps += other.gaps;
        self.judged += other.judged;
        self.refused += other.refused;
        self.seconds += other.seconds;
        self.slowest = self.slowest.max(other.slowest);
        self.peak_kib = self.peak_kib.max(other.peak_kib);
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
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
        println!(
            "lang-c accepts   {}, of these refused by us {}; we accept {}",
            self.judged,
            self.refused,
            self.files - self.failed
        );
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
