//! Broken C through the binary: whatever the text, it ends soon, with a status that we document, and never with a panic.

use super::Options;
use filetests::Scratch;
use fuzzgen::Rng;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Longer than this is a hang.
const PATIENCE: Duration = Duration::from_secs(5);
/// Statuses of an honest end: all decided, something unknown, a finding, bad input.
const HONEST: std::ops::RangeInclusive<i32> = 0..=3;
const FRAGMENTS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "=",
    "==",
    "&&",
    "||",
    "?",
    ":",
    "...",
    "->",
    "++",
    "int ",
    "long ",
    "unsigned ",
    "struct ",
    "union ",
    "enum ",
    "typedef ",
    "static ",
    "void ",
    "char ",
    "_Bool ",
    "if",
    "else",
    "while",
    "for",
    "switch",
    "case ",
    "default:",
    "goto ",
    "return ",
    "sizeof ",
    "0",
    "1",
    "99999999999999999999",
    "0x",
    "'",
    "\"",
    "//",
    "/*@",
    "*/",
    "#",
    "\\",
    "\\valid",
    "\\forall integer i; ",
    "requires ",
    "1.5e",
    "\u{e9}",
    "\0",
];

pub(super) fn command(options: &Options) -> ExitCode {
    match run(options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn run(options: &Options) -> Result<u64, String> {
    let probant = crate::child::probant()?;
    let originals = originals()?;
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let file = scratch.file("mutant.c");
    let mut bad = 0;
    let mut statuses = [0u64; 4];
    let mut slowest = Duration::ZERO;
    for number in options.first..options.first + options.count {
        let mut rng = Rng::new(options.seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
        let mutant = mutate(&mut rng, &originals);
        fs::write(&file, &mutant).map_err(|error| error.to_string())?;
        for args in [&["inspect", "--stage", "ir"][..], &GEN[..]] {
            match judge(&probant, args, &file) {
                Ok((status, time)) => {
                    statuses[status as usize] += 1;
                    slowest = slowest.max(time);
                }
                Err(what) => {
                    bad += 1;
                    let kept = format!("mutant-{}-{number}.c", options.seed);
                    let kept = std::env::temp_dir().join(kept);
                    fs::write(&kept, &mutant).map_err(|error| error.to_string())?;
                    println!("mutant {number}, {}: {what}\nkept in {}", args[0], kept.display());
                }
            }
        }
    }
    println!(
        "{} mutants, exit 0..3: {statuses:?}, slowest {:.1} s, {bad} bad",
        options.count,
        slowest.as_secs_f64()
    );
    Ok(bad)
}

const GEN: [&str; 7] =
    ["gen", "--budget", "1s", "--emit", "none", "--no-replay", "--json=/dev/null"];

fn originals() -> Result<Vec<Vec<u8>>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench");
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "c"));
    paths.sort();
    paths.iter().map(|path| fs::read(path).map_err(|error| error.to_string())).collect()
}

/// One to four small changes.
fn mutate(rng: &mut Rng, originals: &[Vec<u8>]) -> Vec<u8> {
    let mut text = rng.pick(originals).clone();
    for _ in 0..=rng.below(4) {
        let at = rng.below(text.len() + 1);
        let end = (at + 1 + rng.below(20)).min(text.len());
        match rng.below(6) {
            0 if at < text.len() => text[at] = rng.draw() as u8,
            1 if at < text.len() => text[at] ^= 1 << rng.below(8),
            2 => drop(text.drain(at..end)),
            3 => {
                let copied = text[at..end].to_vec();
                let to = rng.below(text.len() + 1);
                text.splice(to..to, copied);
            }
            4 => text.truncate(at),
            _ => drop(text.splice(at..at, rng.pick(FRAGMENTS).bytes())),
        }
    }
    text
}

/// The status and the time it took; a message if that is no honest end.
fn judge(probant: &Path, args: &[&str], file: &Path) -> Result<(i32, Duration), String> {
    let started = Instant::now();
    let mut child = Command::new(probant)
        .arg(args[0])
        .arg(file)
        .args(&args[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stderr = child.stderr.take().expect("stderr should be piped");
    let reader = std::thread::spawn(move || {
        let mut said = Vec::new();
        // What cannot be read is judged by the status alone.
        let _ = stderr.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    });
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if started.elapsed() > PATIENCE {
            child.kill().map_err(|error| error.to_string())?;
            return Err(format!("still running after {} s", PATIENCE.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let time = started.elapsed();
    let said = reader.join().unwrap_or_default();
    match status.code() {
        _ if said.contains("panicked") => Err(said),
        Some(code) if HONEST.contains(&code) => Ok((code, time)),
        _ => Err(format!("{status}\n{said}")),
    }
}
