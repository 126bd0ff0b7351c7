//! Whole programs of csmith (Yang et al., PLDI 2011): what they print must be what they print with gcc and with clang.
//!
//! Programs that take longer than [`PATIENCE`] natively are no test of ours and are counted apart, as are those on which the
//! compilers themselves differ.

use super::Options;
use crate::child::{self, Finished};
use filetests::Scratch;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How long a native run may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the interpreter may take for it.
const OUR_PATIENCE: Duration = Duration::from_mins(5);
const WORKERS: usize = 2;
const HEADERS: &str = "-I/usr/include/csmith";

/// What came of one program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Verdict {
    Agrees,
    /// Not judged, and why.
    Skipped(&'static str),
    Unsupported(String),
    Differs(String),
}

pub(super) fn command(options: &Options) -> ExitCode {
    match run(options) {
        Ok(verdicts) => report(&verdicts),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

/// The programs of seeds `seed + first ..`, each with its verdict.
fn run(options: &Options) -> Result<Vec<(u64, Verdict)>, String> {
    let probant = child::probant()?;
    let first = options.seed + options.first;
    let (next, verdicts) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    let work = || -> Result<(), String> {
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + options.count {
                return Ok(());
            }
            let verdict = judge(&probant, seed, &scratch)?;
            if let Verdict::Differs(what) = &verdict {
                println!("csmith --seed {seed}: {what}");
            }
            verdicts.lock().expect("no worker panics with the lock").push((seed, verdict));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
    })?;
    let mut verdicts = verdicts.into_inner().expect("no worker panicked");
    verdicts.sort();
    Ok(verdicts)
}

fn judge(probant: &Path, seed: u64, scratch: &Scratch) -> Result<Verdict, String> {
    let (folder, source) = (scratch.folder(), scratch.file("program.c"));
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string(), "--output"]).arg(&source).current_dir(folder);
    if !succeeded(&child::run(&mut csmith, folder, OUR_PATIENCE)?) {
        return Ok(Verdict::Skipped("csmith gave up"));
    }
    let mut expected = None;
    for compiler in ["gcc", "clang"] {
        match native(compiler, &source, scratch)? {
            None => return Ok(Verdict::Skipped("no native end in time")),
            Some(output) if expected.as_ref().is_some_and(|known| *known != output) => {
                return Ok(Verdict::Skipped("gcc and clang differ"));
            }
            Some(output) => expected = Some(output),
        }
    }
    let mut ours = Command::new(probant);
    ours.arg("run").arg(&source).arg(HEADERS);
    let ours = child::run(&mut ours, folder, OUR_PATIENCE)?;
    Ok(compare(&ours, &expected.expect("both compilers answered")))
}

fn succeeded(finished: &Finished) -> bool {
    finished.status.is_some_and(|status| status.success())
}

/// What the program prints when a compiler has translated it, if it ends in time.
fn native(compiler: &str, source: &Path, scratch: &Scratch) -> Result<Option<Vec<u8>>, String> {
    let program = scratch.file("program");
    let mut compile = Command::new(compiler);
    compile.args(["-O0", "-w", HEADERS]).arg(source).arg("-o").arg(&program);
    if !succeeded(&child::run(&mut compile, scratch.folder(), OUR_PATIENCE)?) {
        return Err(format!("{compiler} does not translate {}", source.display()));
    }
    let ended = child::run(&mut Command::new(&program), scratch.folder(), PATIENCE)?;
    Ok(succeeded(&ended).then_some(ended.stdout))
}

fn compare(ours: &Finished, expected: &[u8]) -> Verdict {
    let said = ours.stderr.trim();
    match ours.status.map(|status| status.code()) {
        None => Verdict::Skipped("too slow for us"),
        Some(Some(0)) if ours.stdout == expected => Verdict::Agrees,
        Some(Some(1)) if said.contains("not modelled: ") => {
            let reason = said.rsplit_once("not modelled: ").map_or(said, |(_, reason)| reason);
            Verdict::Unsupported(reason.to_owned())
        }
        Some(code) => {
            let printed = String::from_utf8_lossy(&ours.stdout);
            let expected = String::from_utf8_lossy(expected);
            Verdict::Differs(format!("{printed}not {expected}status {code:?} {said}"))
        }
    }
}

fn report(verdicts: &[(u64, Verdict)]) -> ExitCode {
    let mut counts = BTreeMap::new();
    for (_, verdict) in verdicts {
        let what = match verdict {
            Verdict::Agrees => "agree with gcc and clang".to_owned(),
            Verdict::Skipped(why) => format!("skipped: {why}"),
            Verdict::Unsupported(reason) => format!("unsupported: {reason}"),
            Verdict::Differs(_) => "differ".to_owned(),
        };
        *counts.entry(what).or_insert(0u64) += 1;
    }
    let seeds = verdicts.first().zip(verdicts.last());
    if let Some(((first, _), (last, _))) = seeds {
        println!("{} programs, csmith --seed {first} to {last}", verdicts.len());
    }
    for (what, count) in counts {
        println!("{count:6} {what}");
    }
    let differ = verdicts.iter().any(|(_, verdict)| matches!(verdict, Verdict::Differs(_)));
    if differ { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
