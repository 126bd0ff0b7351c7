//! `cargo xtask fuzz layout`: sizes and offsets of random records, as gcc sees them.
//!
//! Records are generated, laid out by us, and our layout is written into a C program that counts what gcc does otherwise.
//! LP64 runs as an ordinary program; ILP32 needs no 32-bit library: it has an entry of its own and asks the kernel.

use super::Options;
use cfront::target::Target;
use filetests::Scratch;
use std::process::{Command, ExitCode};

/// Records per C file.
const BATCH: u64 = 100;
const MAIN: &str = "int main(void) { return layout_failures(); }";
const START: &str =
    "void _start(void) { __asm__ volatile (\"int $0x80\" :: \"a\"(1), \"b\"(layout_failures())); }";
const FREESTANDING: [&str; 5] =
    ["-m32", "-nostdlib", "-static", "-fno-pic", "-fno-stack-protector"];

pub(super) fn command(options: &Options) -> ExitCode {
    let mut wrong = 0;
    for (name, target, main, flags) in
        [("lp64", Target::LP64, MAIN, &[][..]), ("ilp32", Target::ILP32, START, &FREESTANDING)]
    {
        let mut checked = 0;
        for batch in 0..options.count.div_ceil(BATCH) {
            match differences(options.seed + batch, &target, main, flags) {
                Ok(0) => checked += BATCH,
                Ok(found) => wrong += found,
                Err(message) => {
                    println!("{name}: skipped: {message}");
                    break;
                }
            }
        }
        println!(
            "{name}: {checked} records as gcc lays them out, {wrong} differences (seed {})",
            options.seed
        );
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many sizes and offsets gcc has otherwise.
fn differences(seed: u64, target: &Target, main: &str, flags: &[&str]) -> Result<u64, String> {
    let records = cfront::layout_check::records(seed, BATCH as u32, target);
    let preprocessed = cfront::pp::read(records.clone(), &|_| None);
    let (ast, _) = cfront::parse_unit(&preprocessed.map, &preprocessed.macros);
    let (unit, _) = cfront::sema::check(&ast, &preprocessed.map, target);
    let text = format!("{records}\n{}\n{main}\n", cfront::layout_check::assertions(&unit));
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let (source, program) = (scratch.file("layout.c"), scratch.file("layout"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let built =
        Command::new("gcc").arg("-w").args(flags).arg(&source).arg("-o").arg(&program).output();
    let built = built.map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr)
            .lines()
            .next()
            .unwrap_or("gcc failed")
            .to_owned());
    }
    let status = Command::new(&program).status().map_err(|error| error.to_string())?;
    Ok(status.code().map_or(1, |code| code as u64))
}
