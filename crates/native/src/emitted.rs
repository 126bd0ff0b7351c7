//! Compiling and running an emitted test file the way a person would.

use std::process::Command;
use std::time::Duration;

use crate::{Compiler, NativeError, Optimise, TempDir, child};

/// What the test program said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedRun {
    /// Whether it ran to its end and all tests passed.
    pub passed: bool,
    /// Its summary.
    pub stdout: String,
    /// Its complaints.
    pub stderr: String,
}

/// Compiles `text` with the user's arguments and `flags`, and runs all its tests. The text must
/// include the source under test by a path that works from anywhere.
pub fn run_emitted(
    cc: &Compiler,
    text: &str,
    optimise: Optimise,
    flags: &[&str],
    timeout: Duration,
) -> Result<EmittedRun, NativeError> {
    let dir = TempDir::new()?;
    let source = dir.write("test.c", text)?;
    let program = cc.compile_program(&source, optimise, flags, &dir)?;
    let finished = child::run(&mut Command::new(program), dir.path(), timeout)
        .map_err(NativeError::io("running the emitted tests"))?;
    Ok(EmittedRun {
        passed: finished.succeeded(),
        stdout: finished.stdout,
        stderr: finished.stderr,
    })
}
