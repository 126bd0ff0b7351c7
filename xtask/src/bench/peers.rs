//! Other tools on the same programs, if they are installed.
//!
//! CBMC takes a function as it is, with loops unwound as often as the programs need. KLEE wants a harness that makes inputs
//! symbolic; there is one for programs whose inputs are a few arrays, below `bench/klee`. Their times are by the clock and hold everything they do.

use super::rows::Row;
use filetests::Scratch;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_mins(1);

/// Which tools there are.
pub(super) struct Peers {
    klee: bool,
    cbmc: bool,
}

pub(super) fn installed() -> Peers {
    let there = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    Peers { klee: there("klee") && there("clang"), cbmc: there("cbmc") }
}

impl Peers {
    pub(super) fn heads(&self) -> String {
        let head = |name: &str, there: bool| {
            if there { format!("{name} here") } else { format!("{name}: not installed") }
        };
        format!("{} | {}", head("KLEE", self.klee), head("CBMC", self.cbmc))
    }

    pub(super) fn rule(&self) -> &'static str {
        "---|---|"
    }

    pub(super) fn cells(&self, row: &Row) -> String {
        let klee = if self.klee { klee(row) } else { String::new() };
        let cbmc = if self.cbmc { cbmc(row) } else { String::new() };
        format!("{klee} | {cbmc}")
    }
}

fn cbmc(row: &Row) -> String {
    let mut command = Command::new("cbmc");
    command.args(["--cover", "branch", "--unwind", "12", "--function", row.func]);
    command.args(row.flags).arg(bench().join(row.file));
    clocked(&mut command)
}

fn klee(row: &Row) -> String {
    let harness = bench().join("klee").join(format!("{}.c", row.func));
    let Ok(scratch) = Scratch::new() else { return "no folder".to_owned() };
    if !harness.is_file() {
        return "no harness".to_owned();
    }
    let bitcode = scratch.file("harness.bc");
    let mut compile = Command::new("clang");
    compile.args(["-emit-llvm", "-c", "-g", "-O0", "-I"]).arg(bench()).args(row.flags);
    compile.arg("-o").arg(&bitcode).arg(&harness);
    match compile.output() {
        Ok(output) if output.status.success() => {
            let mut command = Command::new("klee");
            command.arg(format!("--output-dir={}", scratch.file("out").display())).arg(&bitcode);
            clocked(&mut command)
        }
        _ => "clang refuses the harness".to_owned(),
    }
}

fn bench() -> PathBuf {
    super::root().join("bench")
}

fn clocked(command: &mut Command) -> String {
    let Ok(scratch) = Scratch::new() else { return "no folder".to_owned() };
    match crate::child::run(command, scratch.folder(), PATIENCE) {
        Ok(finished) if finished.status.is_some() => {
            format!("{:.2} s", finished.time.as_secs_f64())
        }
        Ok(_) => format!("no end in {} s", PATIENCE.as_secs()),
        Err(error) => error,
    }
}
