//! Broken C through the binary: whatever the text, it ends soon, in little memory, with a status that we document, and never with a panic.
//!
//! Each mutant of a bench program goes through `inspect` and `gen` in child processes. One failure of each kind is made small and
//! kept as a `cli` test.

use super::{Options, mutation, regress};
use crate::child;
use filetests::{Ended, Patience, Scratch, Watched, watch};
use fuzzgen::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Beyond this a run hangs, or eats the machine.
const PATIENCE: Patience =
    Patience { work: Duration::from_secs(5), clock: Duration::from_secs(5), megabytes: 1024 };
/// A run that was too long is tried again: others may have had the machine.
const TRIES: u32 = 4;
/// The last status of an honest end: all decided, something unknown, a finding, bad input.
const LAST_HONEST: i32 = 3;
const SHRINK_TRIES: usize = 1500;
const SHRINK_TIME: Duration = Duration::from_mins(4);

/// What a mutant is put through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Inspect,
    Gen,
}

impl Way {
    fn args(self) -> &'static [&'static str] {
        match self {
            Self::Inspect => &["inspect", "{file}", "--stage", "ir"],
            Self::Gen => &["gen", "{file}", "--budget", "1s", "--emit", "none"],
        }
    }
}

/// What should not be. Two panics are the same if they happen at the same line of ours.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Failure {
    Panic(String),
    Ended(String),
}

#[derive(Default)]
struct Tally {
    statuses: [u64; LAST_HONEST as usize + 1],
    slowest: (Duration, u64),
    largest: (u64, u64),
    failures: BTreeMap<Failure, Vec<u64>>,
}

pub(super) fn command(options: &Options) -> ExitCode {
    match run(options) {
        Ok(tally) => {
            print_tally(options, &tally);
            if tally.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn run(options: &Options) -> Result<Tally, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let probant = child::probant(&scratch)?;
    let originals = originals().map_err(|error| error.to_string())?;
    let next = AtomicU64::new(options.first);
    let tally = Mutex::new(Tally::default());
    let work = || -> Result<(), String> {
        let bench = Bench::new(&probant)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.first + options.count {
                return Ok(());
            }
            if number.is_multiple_of(500) {
                println!("mutant {number}");
            }
            let mutant = mutant(options.seed, number, &originals);
            judge(&bench, options.seed, number, &mutant, &tally)?;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker should not panic"))
    })?;
    Ok(tally.into_inner().expect("no worker should have panicked"))
}

fn mutant(seed: u64, number: u64, originals: &[Vec<u8>]) -> Vec<u8> {
    let mut rng = Rng::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
    mutation::mutate(&mut rng, originals)
}

fn judge(
    bench: &Bench,
    seed: u64,
    number: u64,
    mutant: &[u8],
    tally: &Mutex<Tally>,
) -> Result<(), String> {
    for way in [Way::Inspect, Way::Gen] {
        let seen = bench.run(way, mutant)?;
        let is_new = {
            let mut tally = tally.lock().expect("no worker should have panicked");
            tally.slowest = tally.slowest.max((seen.time, number));
            tally.largest = tally.largest.max((seen.megabytes, number));
            match seen.verdict.clone() {
                Ok(status) => {
                    tally.statuses[status as usize] += 1;
                    false
                }
                Err(failure) => {
                    println!(
                        "mutant {number} of seed {seed}, {way:?}: {failure:?} after {:.1} s",
                        seen.time.as_secs_f64()
                    );
                    let known = tally.failures.entry(failure).or_default();
                    known.push(number);
                    known.len() == 1
                }
            }
        };
        if let (Err(failure), true) = (seen.verdict, is_new) {
            keep(bench, way, seed, number, mutant, &failure);
        }
    }
    Ok(())
}

/// Makes a failing text small and writes it below `filetests/regress/`, and as it was to the temporary folder.
fn keep(bench: &Bench, way: Way, seed: u64, number: u64, mutant: &[u8], failure: &Failure) {
    let whole = std::env::temp_dir().join(format!("mutant-{seed}-{number}.c"));
    match fs::write(&whole, mutant) {
        Ok(()) => println!("as it was: {}", whole.display()),
        Err(error) => println!("{}: {error}", whole.display()),
    }
    let header = header(way, seed, number, failure);
    let with_header = |text: &[u8]| [header.as_bytes(), text].concat();
    let fails = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).into_owned();
        bench
            .run(way, text.as_bytes())
            .is_ok_and(|seen| seen.verdict.as_ref().err() == Some(failure))
    };
    let end = Instant::now() + SHRINK_TIME;
    let text = if fails(&with_header(mutant)) {
        let shows = &mut |text: &[u8]| Instant::now() < end && fails(&with_header(text));
        with_header(&mutation::smallest(mutant, SHRINK_TRIES, shows))
    } else {
        with_header(mutant)
    };
    let text = String::from_utf8_lossy(&text);
    match regress::write(&format!("bytes-{seed}-{number}"), &text) {
        Ok(path) => println!("kept in {}", path.display()),
        Err(error) => println!("could not be kept: {error}\n{text}"),
    }
}

fn header(way: Way, seed: u64, number: u64, failure: &Failure) -> String {
    let was = match failure {
        Failure::Panic(at) => format!("once panicked at {at}"),
        Failure::Ended(how) => format!("once ended with {how}"),
    };
    let args = way.args().join(" ");
    format!(
        "// test: cli\n// Mutant {number} of seed {seed} {was}.\n// args: {args}\n// exit: 0..{LAST_HONEST}\n"
    )
}

/// What a run showed.
struct Seen {
    verdict: Result<i32, Failure>,
    time: Duration,
    megabytes: u64,
}

/// Where one worker tries texts.
struct Bench<'a> {
    probant: &'a Path,
    file: PathBuf,
    _scratch: Scratch,
}

impl<'a> Bench<'a> {
    fn new(probant: &'a Path) -> Result<Self, String> {
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        Ok(Self { probant, file: scratch.file("mutant.c"), _scratch: scratch })
    }

    fn run(&self, way: Way, text: &[u8]) -> Result<Seen, String> {
        fs::write(&self.file, text).map_err(|error| error.to_string())?;
        let file = self.file.display().to_string();
        let mut command = Command::new(self.probant);
        command.args(way.args().iter().map(|arg| arg.replace("{file}", &file)));
        let watched = patiently(&mut command).map_err(|error| error.to_string())?;
        let panic = watched
            .stderr
            .lines()
            .find_map(|line| line.split_once("panicked at "))
            .map(|(_, at)| at);
        let verdict = match (watched.ended, panic) {
            (_, Some(at)) => Err(Failure::Panic(at.trim_end_matches(':').to_owned())),
            (Ended::Exit(status @ 0..=LAST_HONEST), None) => Ok(status),
            (ended, None) => Err(Failure::Ended(format!("{ended:?}"))),
        };
        Ok(Seen { verdict, time: watched.time, megabytes: watched.megabytes })
    }
}

fn patiently(command: &mut Command) -> std::io::Result<Watched> {
    for _ in 1..TRIES {
        let watched = watch(command, PATIENCE)?;
        if watched.ended != Ended::TooLong {
            return Ok(watched);
        }
    }
    watch(command, PATIENCE)
}

fn originals() -> std::io::Result<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "c"));
    paths.sort();
    paths.iter().map(fs::read).collect()
}

fn print_tally(options: &Options, tally: &Tally) {
    println!(
        "{} mutants of seed {}, runs by exit status 0..3: {:?}",
        options.count, options.seed, tally.statuses
    );
    println!("slowest {:.1} s (mutant {})", tally.slowest.0.as_secs_f64(), tally.slowest.1);
    println!("largest {} MB (mutant {})", tally.largest.0, tally.largest.1);
    for (failure, numbers) in &tally.failures {
        println!("{} times {failure:?}: mutants {numbers:?}", numbers.len());
    }
    println!("{} kinds of failure", tally.failures.len());
}
