//! Broken real C through the front end: no panic, nothing that takes long, nothing that takes much memory.
//!
//! Files are given, as no C of others is kept here. Most mutants are made of a file's own part of its preprocessed text and go
//! through the stages of `inspect` in this process, messages and listing included; a process each would spend nearly all of its
//! time in the preprocessor. A sample is made of the file itself and goes through the binary.

use super::{Options, mutation, regress};
use crate::child;
use filetests::{Ended, Patience, Scratch, watch};
use fuzzgen::Rng;
use native::Compiler;
use probant::args::OverflowName;
use probant::front::{self, FrontError};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const USAGE: &str = "usage: cargo xtask fuzz mutants [--count N] [--seed S] [--first K] [--jobs J] FILE... [-- CFLAGS...]";
/// Every so many mutants one goes through the binary.
const PROCESS_EVERY: u64 = 25;
const PATIENCE: Patience =
    Patience { work: Duration::from_secs(5), clock: Duration::from_secs(30), megabytes: 1024 };
const PROGRESS_EVERY: u64 = 1000;
/// What the binary gives itself: see its `main`.
const STACK_BYTES: usize = 1 << 30;
const SHRINK_TRIES: usize = 400;

/// A file that is broken in many ways.
struct Original {
    file: PathBuf,
    source: Vec<u8>,
    /// Preprocessed: what came from headers, then the file's own text after its last `#include`.
    headers: Vec<u8>,
    own: Vec<u8>,
}

#[derive(Default)]
struct Tally {
    in_process: u64,
    processes: u64,
    accepted: u64,
    slowest: (Duration, u64),
    slowest_process: (Duration, u64),
    largest_process: (u64, u64),
    failures: BTreeMap<String, Vec<u64>>,
}

/// How the front end took a text.
enum Taken {
    Accepted,
    Refused,
    Failed(String),
}

/// The command: options, files, and after `--` flags for the compiler.
pub(super) fn command(args: &[String]) -> ExitCode {
    let split = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let flags = args.get(split + 1..).unwrap_or(&[]);
    let first_file = args[..split]
        .chunks(2)
        .position(|pair| !pair[0].starts_with("--"))
        .map_or(split, |pair| 2 * pair);
    let run = super::parse(&args[..first_file])
        .and_then(|options| run(&options, &args[first_file..split], flags));
    match run {
        Ok(tally) => {
            tally.print();
            if tally.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            ExitCode::from(3)
        }
    }
}

fn run(options: &Options, files: &[String], flags: &[String]) -> Result<Tally, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let binary = child::probant(&scratch)?;
    let originals =
        files.iter().map(|file| Original::read(file, flags)).collect::<Result<Vec<_>, _>>()?;
    if originals.is_empty() {
        return Err("which files should be broken?".to_owned());
    }
    println!("{} files", originals.len());
    // Each panic is told once, with its place; the default would print every one.
    std::panic::set_hook(Box::new(|_| ()));
    let (next, tally) = (AtomicU64::new(options.first), Mutex::new(Tally::default()));
    let work = || -> Result<(), String> {
        let bench = Bench::new(&binary, flags)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.first + options.count {
                return Ok(());
            }
            if number.is_multiple_of(PROGRESS_EVERY) {
                println!("mutant {number}");
            }
            judge(options.seed, number, &originals, &bench, &tally)?;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs)
            .map(|_| std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work))
            .collect();
        workers.into_iter().try_for_each(|worker| {
            let worker = worker.map_err(|error| error.to_string())?;
            worker.join().expect("a worker catches every panic")
        })
    })?;
    Ok(tally.into_inner().expect("no worker panics with the lock"))
}

impl Original {
    fn read(file: &str, flags: &[String]) -> Result<Self, String> {
        let file = PathBuf::from(file);
        let compiler = Compiler::new("cc", flags.to_vec());
        let text = compiler.preprocess(&file).map_err(|error| error.to_string())?;
        let own = own_part(&text, &file.display().to_string());
        let source = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let (headers, own) = text.as_bytes().split_at(own);
        Ok(Self { file, source, headers: headers.to_vec(), own: own.to_vec() })
    }
}

/// Where the text after the last `#include` of a file begins: at the last marker that says we are back in it.
fn own_part(text: &str, file: &str) -> usize {
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("# ") && line.trim_end().ends_with(&format!("\"{file}\" 2")) {
            start = at;
        }
        at += line.len();
    }
    start
}

fn judge(
    seed: u64,
    number: u64,
    originals: &[Original],
    bench: &Bench,
    tally: &Mutex<Tally>,
) -> Result<(), String> {
    let mut rng = Rng::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
    let original = &originals[rng.below(originals.len())];
    // Processor time: a thread of low priority waits for longer than it works.
    let started = child::processor_time()?;
    let (failure, mutant) = if number.is_multiple_of(PROCESS_EVERY) {
        let mutant = mutation::mutate_one(&mut rng, &original.source);
        let mut watched = bench.run(&mutant)?;
        if watched.ended == Ended::TooLong {
            // A machine that others keep busy can starve a child; what hangs does so again.
            watched = bench.run(&mutant)?;
        }
        let mut tally = tally.lock().expect("no worker panics with the lock");
        tally.processes += 1;
        tally.slowest_process = tally.slowest_process.max((watched.time, number));
        tally.largest_process = tally.largest_process.max((watched.megabytes, number));
        (failure_of(&watched), mutant)
    } else {
        let own = mutation::mutate_one(&mut rng, &original.own);
        let mutant = [original.headers.as_slice(), &own].concat();
        let taken = front_end(&mutant);
        let time = child::processor_time()?.saturating_sub(started);
        let mut tally = tally.lock().expect("no worker panics with the lock");
        tally.in_process += 1;
        tally.slowest = tally.slowest.max((time, number));
        tally.accepted += u64::from(matches!(taken, Taken::Accepted));
        let slow = (time > PATIENCE.work).then(|| "took too long".to_owned());
        (if let Taken::Failed(how) = taken { Some(how) } else { slow }, mutant)
    };
    if let Some(failure) = failure {
        let known = {
            let mut tally = tally.lock().expect("no worker panics with the lock");
            let known = tally.failures.entry(failure.clone()).or_default();
            known.push(number);
            known.len() > 1
        };
        let file = original.file.display();
        println!("mutant {number} of seed {seed}, of {file}: {failure}");
        if !known {
            keep(seed, number, &failure, &mutant);
        }
    }
    Ok(())
}

/// All that `inspect` does with preprocessed text.
fn front_end(text: &[u8]) -> Taken {
    let text = String::from_utf8_lossy(text).into_owned();
    let taken = catch_unwind(AssertUnwindSafe(|| {
        let preprocessed = cfront::pp::read(text, &|_| None);
        let target = cfront::target::Target::LP64;
        match front::compile(preprocessed, OverflowName::Trap, target) {
            Ok(unit) => {
                let listing = ir::print(&unit.program);
                assert!(!listing.is_empty(), "a program should have a listing");
                Taken::Accepted
            }
            Err(FrontError::Text(map, diagnostics)) => {
                for diagnostic in &diagnostics {
                    let message = probant::diagnose::render(&map, diagnostic, false);
                    assert!(!message.is_empty(), "a message should have a text");
                }
                Taken::Refused
            }
            Err(FrontError::World(error)) => Taken::Failed(error.to_string()),
            Err(FrontError::Settings(message)) => Taken::Failed(message),
        }
    }));
    taken.unwrap_or_else(|payload| {
        let said = payload.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| payload.downcast_ref::<&str>().copied());
        // Without numbers, so that one mistake of ours is one kind.
        let said = said.unwrap_or("?").replace(|letter: char| letter.is_ascii_digit(), "");
        Taken::Failed(format!("panicked: {}", said.chars().take(200).collect::<String>()))
    })
}

fn failure_of(watched: &filetests::Watched) -> Option<String> {
    if let Some((_, at)) = watched.stderr.split_once("panicked at ") {
        return Some(format!("panicked at {}", at.lines().next().unwrap_or("?")));
    }
    match watched.ended {
        Ended::Exit(0 | 3) => None,
        ended => Some(format!("ended with {ended:?}")),
    }
}

/// Makes a text that fails in this process small and keeps it below `filetests/regress/`. Others are whole files of somebody
/// else and go to the temporary folder.
fn keep(seed: u64, number: u64, failure: &str, mutant: &[u8]) {
    let name = format!("mutant-{seed}-{number}");
    let written = if failure.starts_with("panicked: ") {
        let shows =
            &mut |text: &[u8]| matches!(front_end(text), Taken::Failed(how) if how == failure);
        let small = mutation::smallest(mutant, SHRINK_TRIES, shows);
        let header = format!(
            "// test: cli\n// Mutant {number} of seed {seed}: {}.\n// args: inspect {{file}} --stage ir\n// exit: 0..3\n",
            failure.replace('\n', " ")
        );
        regress::write(&name, &format!("{header}{}", String::from_utf8_lossy(&small)))
    } else {
        let path = std::env::temp_dir().join(format!("{name}.c"));
        fs::write(&path, mutant).map(|()| path)
    };
    match written {
        Ok(path) => println!("kept in {}", path.display()),
        Err(error) => println!("could not be kept: {error}"),
    }
}

/// Where one worker gives texts to the binary.
struct Bench<'a> {
    probant: &'a Path,
    flags: &'a [String],
    file: PathBuf,
    _scratch: Scratch,
}

impl<'a> Bench<'a> {
    fn new(probant: &'a Path, flags: &'a [String]) -> Result<Self, String> {
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        Ok(Self { probant, flags, file: scratch.file("mutant.c"), _scratch: scratch })
    }

    fn run(&self, text: &[u8]) -> Result<filetests::Watched, String> {
        fs::write(&self.file, text).map_err(|error| error.to_string())?;
        let mut inspect = Command::new(self.probant);
        inspect.args(["inspect", "--stage", "ir"]).arg(&self.file).arg("--").args(self.flags);
        watch(&mut inspect, PATIENCE).map_err(|error| error.to_string())
    }
}

impl Tally {
    fn print(&self) {
        println!(
            "{} mutants in this process, {} of them accepted; slowest {:.2} s (mutant {})",
            self.in_process,
            self.accepted,
            self.slowest.0.as_secs_f64(),
            self.slowest.1
        );
        println!(
            "{} through the binary; slowest {:.2} s (mutant {}), largest {} MB (mutant {})",
            self.processes,
            self.slowest_process.0.as_secs_f64(),
            self.slowest_process.1,
            self.largest_process.0,
            self.largest_process.1
        );
        match child::own_peak_kib() {
            Some(peak) => println!("this process never held more than {} MB", peak / 1024),
            None => println!("the memory of this process is not known"),
        }
        for (failure, numbers) in &self.failures {
            println!("{} times {failure}: mutants {numbers:?}", numbers.len());
        }
        println!("{} kinds of failure", self.failures.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_s_own_part_follows_its_includes() {
        let text = "# 1 \"a.c\"\n# 1 \"h.h\" 1\nint h;\n# 2 \"a.c\" 2\nint a;\n";
        assert_eq!(&text[own_part(text, "a.c")..], "# 2 \"a.c\" 2\nint a;\n");
        assert_eq!(own_part("int a;\n", "a.c"), 0);
    }

    #[test]
    fn good_and_bad_text_is_told_apart() {
        assert!(matches!(front_end(b"int f(int x) { return x; }"), Taken::Accepted));
        assert!(matches!(front_end(b"int f(int x) { return y; }"), Taken::Refused));
        assert!(matches!(front_end(b"\xff\0int"), Taken::Refused));
    }
}
