//! A batch of functions on the real machine.

use filetests::{Compiler, Sanitizer, Scratch};
use fuzzgen::tree::Program;
use fuzzgen::{Domain, harness};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// How a native run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// With this observation.
    Value(u64),
    /// With a signal.
    Signal(u8),
}

/// A compiled batch.
pub(super) struct Batch {
    scratch: Scratch,
    program: PathBuf,
}

impl Batch {
    /// Compiles all programs into one.
    pub(super) fn compile<'a>(
        compiler: Compiler,
        programs: impl IntoIterator<Item = &'a Program> + Clone,
        sanitizer: Sanitizer,
    ) -> Result<Self, String> {
        Self::of_text(compiler, &harness::native(programs), sanitizer, &[])
    }

    /// Compiles the text of a harness.
    pub(super) fn of_text(
        compiler: Compiler,
        text: &str,
        sanitizer: Sanitizer,
        flags: &[&str],
    ) -> Result<Self, String> {
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        let program = compiler.compile(&scratch, text, sanitizer, flags)?;
        Ok(Self { scratch, program })
    }

    /// Runs the inputs that `wanted` has for each program; the answers stand in the same order.
    pub(super) fn run(
        &self,
        domains: &[Domain],
        wanted: &[Vec<u64>],
    ) -> Result<Vec<Vec<Ended>>, String> {
        let counts: Vec<u64> = domains.iter().map(Domain::count).collect();
        self.run_counted(&counts, wanted)
    }

    /// The same, for programs with that many inputs each.
    pub(super) fn run_counted(
        &self,
        counts: &[u64],
        wanted: &[Vec<u64>],
    ) -> Result<Vec<Vec<Ended>>, String> {
        let (mask, out) = (self.scratch.file("mask"), self.scratch.file("out"));
        fs::write(&mask, mask_bytes(counts, wanted)).map_err(|error| error.to_string())?;
        let output = Command::new(&self.program)
            .args([&mask, &out])
            .output()
            .map_err(|error| error.to_string())?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}\n{said}", output.status));
        }
        let bytes = fs::read(&out).map_err(|error| error.to_string())?;
        let mut records = bytes.chunks_exact(9).map(record);
        let taken: Vec<Vec<Ended>> =
            wanted.iter().map(|inputs| records.by_ref().take(inputs.len()).collect()).collect();
        let complete = taken.iter().zip(wanted).all(|(taken, wanted)| taken.len() == wanted.len());
        if complete { Ok(taken) } else { Err("the harness wrote too little".to_owned()) }
    }

    /// Runs one input by itself; true if the program ended well.
    pub(super) fn run_one(&self, program: usize, input: u64) -> Result<bool, String> {
        self.ended_well(&mut Command::new(&self.program), program, input)
    }

    /// The same below valgrind, which makes reads of uninitialised memory a bad end.
    pub(super) fn run_one_in_valgrind(&self, program: usize, input: u64) -> Result<bool, String> {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["-q", "--error-exitcode=99"]).arg(&self.program);
        self.ended_well(&mut valgrind, program, input)
    }

    fn ended_well(
        &self,
        command: &mut Command,
        program: usize,
        input: u64,
    ) -> Result<bool, String> {
        let output = command
            .args([program.to_string(), input.to_string()])
            .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1")
            .output()
            .map_err(|error| error.to_string())?;
        Ok(output.status.success())
    }
}

fn mask_bytes(counts: &[u64], wanted: &[Vec<u64>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (count, inputs) in counts.iter().zip(wanted) {
        let mut mask = vec![0u8; count.div_ceil(8) as usize];
        for input in inputs {
            mask[(input / 8) as usize] |= 1 << (input % 8);
        }
        bytes.extend(mask);
    }
    bytes
}

fn record(bytes: &[u8]) -> Ended {
    let value = bytes[1..].iter().rev().fold(0, |value, &byte| value << 8 | byte as u64);
    if bytes[0] == 0 { Ended::Value(value) } else { Ended::Signal(bytes[0]) }
}
