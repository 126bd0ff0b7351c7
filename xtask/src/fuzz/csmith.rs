//! Whole programs of csmith (Yang et al., PLDI 2011): what they print must be what they print with gcc and with clang.
//!
//! Programs that take longer than [`PATIENCE`] natively are no test of ours and are counted apart, as are those on which the
//! compilers themselves differ. A program that ends natively and not with us, or for which our time is up, is a failure.
//! csmith takes addresses of members of packed structures: what we call misaligned is undefined if gcc's sanitizer says so, too.

use super::Options;
use crate::child::{self, Finished};
use filetests::{Ended, Patience, Scratch, watch};
use ir::TrapKind;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How long a native run may take: of processor time, as others may use the machine.
const PATIENCE: Patience =
    Patience { work: Duration::from_secs(5), clock: Duration::from_mins(2), megabytes: 1024 };
/// How long the interpreter may take for it.
const OUR_PATIENCE: Duration = Duration::from_mins(15);
/// How long csmith and the compilers may take.
const TOOL_PATIENCE: Duration = Duration::from_mins(5);
const PROGRESS_EVERY: u64 = 25;
const HEADERS: &str = "-I/usr/include/csmith";

/// What came of one program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Verdict {
    Agrees,
    /// We find an access misaligned, and so does gcc's sanitizer.
    Misaligned,
    /// Not judged, and why.
    Skipped(&'static str),
    Unsupported(String),
    TooSlow,
    Panics(String),
    Differs(String),
}

impl Verdict {
    fn is_failure(&self) -> bool {
        matches!(self, Self::TooSlow | Self::Panics(_) | Self::Differs(_))
    }

    /// The line of the summary that it is counted under.
    fn heading(&self) -> String {
        match self {
            Self::Agrees => "equal to gcc and clang".to_owned(),
            Self::Misaligned => "misaligned for us and for gcc's sanitizer".to_owned(),
            Self::Skipped(why) => format!("skipped: {why}"),
            Self::Unsupported(reason) => format!("unsupported: {reason}"),
            Self::TooSlow => format!("too slow for us: over {} s", OUR_PATIENCE.as_secs()),
            Self::Panics(_) => "panics".to_owned(),
            Self::Differs(_) => "different".to_owned(),
        }
    }
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
    let kept = Scratch::new().map_err(|error| error.to_string())?;
    let probant = child::probant(&kept)?;
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
            if verdict.is_failure() {
                println!("csmith --seed {seed}: {verdict:?}");
            }
            let mut verdicts = verdicts.lock().expect("no worker panics with the lock");
            verdicts.push((seed, verdict));
            progress(&verdicts, options.count);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
    })?;
    let mut verdicts = verdicts.into_inner().expect("no worker panicked");
    verdicts.sort();
    Ok(verdicts)
}

fn progress(verdicts: &[(u64, Verdict)], count: u64) {
    let done = verdicts.len() as u64;
    if done.is_multiple_of(PROGRESS_EVERY) && done < count {
        let counts: Vec<String> =
            headings(verdicts).iter().map(|(what, count)| format!("{count} {what}")).collect();
        println!("{done} of {count}: {}", counts.join("; "));
    }
}

/// How many programs each line of the summary counts.
fn headings(verdicts: &[(u64, Verdict)]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (_, verdict) in verdicts {
        *counts.entry(verdict.heading()).or_insert(0) += 1;
    }
    counts
}

fn judge(probant: &Path, seed: u64, scratch: &Scratch) -> Result<Verdict, String> {
    let (folder, source) = (scratch.folder(), scratch.file("program.c"));
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string(), "--output"]).arg(&source).current_dir(folder);
    if !succeeded(&child::run(&mut csmith, folder, TOOL_PATIENCE)?) {
        return Ok(Verdict::Skipped("csmith gave up"));
    }
    let mut expected = None;
    for compiler in ["gcc", "clang"] {
        match native(compiler, &source, scratch)? {
            Native::Skipped(why) => return Ok(Verdict::Skipped(why)),
            Native::Printed(output) if expected.as_ref().is_some_and(|known| *known != output) => {
                return Ok(Verdict::Skipped("gcc and clang differ"));
            }
            Native::Printed(output) => expected = Some(output),
        }
    }
    let mut ours = Command::new(probant);
    ours.arg("run").arg(&source).arg(HEADERS);
    let ours = child::run(&mut ours, folder, OUR_PATIENCE)?;
    let verdict = compare(&ours, &expected.expect("both compilers answered"));
    let is_misaligned =
        verdict.is_failure() && ours.stderr.contains(TrapKind::Misaligned.sentence());
    if is_misaligned && sanitizer_finds_misaligned(&source, scratch)? {
        return Ok(Verdict::Misaligned);
    }
    Ok(verdict)
}

/// Does gcc's sanitizer stop the program for an access that is not aligned?
fn sanitizer_finds_misaligned(source: &Path, scratch: &Scratch) -> Result<bool, String> {
    let program = scratch.file("sanitized");
    let mut compile = Command::new("gcc");
    compile.args(["-O0", "-w", "-fsanitize=alignment", "-fno-sanitize-recover=alignment", HEADERS]);
    compile.arg(source).arg("-o").arg(&program);
    if !succeeded(&child::run(&mut compile, scratch.folder(), TOOL_PATIENCE)?) {
        return Ok(false);
    }
    let watched =
        watch(&mut Command::new(&program), PATIENCE).map_err(|error| error.to_string())?;
    Ok(watched.stderr.contains("misaligned address"))
}

fn succeeded(finished: &Finished) -> bool {
    finished.status.is_some_and(|status| status.success())
}

/// What came of a program on the machine itself.
enum Native {
    Printed(Vec<u8>),
    Skipped(&'static str),
}

/// What the program prints when a compiler has translated it.
fn native(compiler: &str, source: &Path, scratch: &Scratch) -> Result<Native, String> {
    let program = scratch.file("program");
    let mut compile = Command::new(compiler);
    compile.args(["-O0", "-w", HEADERS]).arg(source).arg("-o").arg(&program);
    let compiled = child::run(&mut compile, scratch.folder(), TOOL_PATIENCE)?;
    match compiled.status {
        None => return Ok(Native::Skipped("no native translation in time")),
        Some(status) if !status.success() => {
            return Ok(Native::Skipped("not translated by a compiler"));
        }
        Some(_) => {}
    }
    let watched =
        watch(&mut Command::new(&program), PATIENCE).map_err(|error| error.to_string())?;
    Ok(match watched.ended {
        Ended::Exit(0) => Native::Printed(watched.stdout.into_bytes()),
        Ended::TooLong | Ended::TooLarge => Native::Skipped("no native end in time"),
        Ended::Exit(_) | Ended::Signal => Native::Skipped("ends badly natively"),
    })
}

fn compare(ours: &Finished, expected: &[u8]) -> Verdict {
    let said = ours.stderr.trim();
    if let Some((_, at)) = said.split_once("panicked at ") {
        return Verdict::Panics(at.to_owned());
    }
    match ours.status.map(|status| status.code()) {
        None => Verdict::TooSlow,
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
    if let (Some((first, _)), Some((last, _))) = (verdicts.first(), verdicts.last()) {
        println!("{} programs, csmith --seed {first} to {last}", verdicts.len());
    }
    for (what, count) in headings(verdicts) {
        println!("{count:6} {what}");
    }
    let failed: Vec<u64> = verdicts
        .iter()
        .filter(|(_, verdict)| verdict.is_failure())
        .map(|&(seed, _)| seed)
        .collect();
    println!("{} failures: seeds {failed:?}", failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    #[test]
    fn only_the_same_output_is_equal() {
        let check = |code: Option<i32>, stdout: &str, stderr: &str, heading: &str| {
            let finished = Finished {
                status: code.map(|code| ExitStatus::from_raw(code << 8)),
                stdout: stdout.into(),
                stderr: stderr.into(),
                time: Duration::ZERO,
                peak_kib: 0,
            };
            assert_eq!(compare(&finished, b"checksum = 1\n").heading(), heading);
        };
        check(Some(0), "checksum = 1\n", "", "equal to gcc and clang");
        check(Some(0), "checksum = 2\n", "", "different");
        check(Some(2), "", "a.c:1:1: division by zero", "different");
        check(Some(1), "", "a.c:1:1: not modelled: threads", "unsupported: threads");
        check(Some(101), "", "thread 'main' panicked at a.rs:1", "panics");
        check(None, "", "", "too slow for us: over 900 s");
    }
}
