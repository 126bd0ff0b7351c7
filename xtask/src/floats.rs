//! `cargo xtask floats …`: the judges of floating point, at the length that their samples in the tests stand for.
//!
//! `fpu` compares the arithmetic in integers with the processor in all four rounding modes, `soundness` looks at all points, pairs
//! of intervals and circuits on toy formats, `inverse` at projections alone, `programs` at programs whose every outcome is known,
//! `queries` asks other solvers what they make of random constraints.

mod programs;
mod queries;

use filetests::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const USAGE: &str = "\
usage: cargo xtask floats fpu [--count N] [--seed S]
       cargo xtask floats soundness
       cargo xtask floats inverse [--every K] [--triples N]
       cargo xtask floats programs [--probant PATH]
       cargo xtask floats queries [--from N] [--count N] [--seed S] [--seconds T]
                                  [--others bitwuzla,cvc5,z3] [--results FILE]
                                  other solvers by PROBANT_PYTHON (default python3)";

pub(crate) fn command(args: &[String]) -> ExitCode {
    let word = |flag: &str| {
        let at = args.iter().position(|arg| arg == flag)?;
        args.get(at + 1).map(String::as_str)
    };
    let number =
        |flag: &str, usual: u64| word(flag).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let done = match args.first().map(String::as_str) {
        Some("fpu") => fpu(number("--count", 100_000_000), number("--seed", 1)),
        Some("inverse") => inverse(number("--every", 1), number("--triples", 1_000_000)),
        Some("soundness") => soundness(),
        Some("programs") => programs::command(word("--probant").map(Path::new)),
        Some("queries") => queries::command(&queries::Wanted {
            from: number("--from", 0),
            count: number("--count", 2000),
            seed: number("--seed", 1),
            seconds: number("--seconds", u64::MAX),
            others: word("--others")
                .unwrap_or("bitwuzla,cvc5,z3")
                .split(',')
                .map(str::to_owned)
                .collect(),
            results: word("--results").map(PathBuf::from),
        }),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn succeeded(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// Records of what the processor computes go to the example `fpu` of `term`, which prints each that differs.
fn fpu(count: u64, seed: u64) -> Result<(), String> {
    let (scratch, root) = (Scratch::new().map_err(|error| error.to_string())?, root());
    let (program, said) = (scratch.file("fpu"), scratch.file("said.txt"));
    succeeded(
        Command::new("cc")
            .args(["-O1", "-frounding-math", "-mfma", "-o"])
            .arg(&program)
            .arg(root.join("crates/term/examples/fpu.c"))
            .arg("-lm"),
    )?;
    let io = |error: std::io::Error| error.to_string();
    let mut machine = Command::new(&program)
        .args([count.to_string(), seed.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(io)?;
    let records = machine.stdout.take().ok_or("no records")?;
    succeeded(
        Command::new("cargo")
            .args(["run", "--quiet", "--release", "-p", "term", "--example", "fpu"])
            .current_dir(&root)
            .stdin(Stdio::from(records))
            .stdout(std::fs::File::create(&said).map_err(io)?),
    )?;
    machine.wait().map_err(io)?;
    let said = std::fs::read_to_string(&said).map_err(io)?;
    print!("{said}");
    let all = format!("{count} operations, 0 differ");
    if said.trim_end().ends_with(&all) { Ok(()) } else { Err("they differ".to_owned()) }
}

/// The tests of the projections are made to look at more.
fn inverse(every: u64, triples: u64) -> Result<(), String> {
    tests("solver", "inverse_of", &[("PAIRS_EVERY", every), ("TRIPLES", triples)])
}

/// All points of eight bits in every mode, all pairs of intervals of six bits (forwards, then backwards), random triples of eight,
/// all circuits of six; how tight projections are is printed.
fn soundness() -> Result<(), String> {
    tests("solver", "check::float", &[("POINTS", 1)])?;
    tests("term", "float", &[("PAIRS", 1)])?;
    tests("solver", "blast::float", &[("CIRCUITS", 1)])?;
    tests("solver", "inverse_projections", &[("INVERSES", 20_000)])?;
    inverse(1, 1_000_000)
}

/// The tests of a crate whose names have something in them, with more to look at than usual.
fn tests(package: &str, names: &str, more: &[(&str, u64)]) -> Result<(), String> {
    println!("{package} {names} {more:?}");
    let more = more.iter().map(|(name, value)| (name, value.to_string()));
    succeeded(
        Command::new("cargo")
            .args(["test", "--quiet", "-p", package, "--lib", names, "--", "--nocapture"])
            .envs(more)
            .current_dir(root()),
    )
}
