//! The native side: compile a text, run it, see what it says.
//!
//! Knows no test command. A compiler that is not installed is an answer, not an error.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io};

/// A C compiler that we know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    /// GNU C.
    Gcc,
    /// LLVM's.
    Clang,
}

/// What watches a run for undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizer {
    /// Nothing.
    None,
    /// Undefined behaviour and addresses. Left shifts of negative values are left alone: we define them as gcc does.
    UndefinedAndAddress,
    /// Uninitialised reads; clang only.
    Memory,
}

impl Compiler {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Gcc, Self::Clang];

    /// Its command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gcc => "gcc",
            Self::Clang => "clang",
        }
    }

    /// Can it be started?
    pub fn is_installed(self) -> bool {
        let started = Command::new(self.name())
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        started.is_ok_and(|status| status.success())
    }

    /// Compiles a text to a program; the message is the compiler's.
    pub fn compile(
        self,
        scratch: &Scratch,
        text: &str,
        sanitizer: Sanitizer,
        flags: &[&str],
    ) -> Result<PathBuf, String> {
        let program = scratch.file(&format!("{}-{sanitizer:?}", self.name()));
        let mut command = Command::new(self.name());
        command.args(["-std=gnu17", "-w", "-O0", "-x", "c", "-"]).args(sanitizer.flags());
        command.args(flags).arg("-o").arg(&program).current_dir(scratch.folder());
        let output = feed(&mut command, text).map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(program)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }
}

impl Sanitizer {
    /// Does it notice this kind of trap whenever one happens?
    pub fn sees(self, kind: ir::TrapKind) -> bool {
        use ir::TrapKind as Kind;
        match kind {
            Kind::SignedOverflow | Kind::DivisionByZero | Kind::ShiftRange | Kind::NullPointer => {
                self == Self::UndefinedAndAddress
            }
            Kind::OutOfBounds | Kind::Dangling | Kind::FloatToInt => {
                self == Self::UndefinedAndAddress
            }
            Kind::UseAfterFree | Kind::DoubleFree | Kind::BadFree => {
                self == Self::UndefinedAndAddress
            }
            Kind::Unreachable => self == Self::UndefinedAndAddress,
            Kind::Uninitialised => self == Self::Memory,
            // These end the program by themselves.
            Kind::AssertFailed | Kind::Abort => self == Self::None,
            Kind::Misaligned | Kind::InvalidBool => self == Self::UndefinedAndAddress,
            Kind::PointerArithmetic | Kind::PointerCompare | Kind::WriteToConst => false,
            Kind::BadCall | Kind::MissingReturn | Kind::LibraryMisuse => false,
            Kind::EnsuresFailed | Kind::Endless | Kind::Exit => false,
        }
    }

    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::UndefinedAndAddress => &[
                "-fsanitize=undefined,address",
                "-fno-sanitize=shift-base",
                "-fno-sanitize-recover=all",
            ],
            Self::Memory => &["-fsanitize=memory", "-fno-sanitize-recover=all"],
        }
    }
}

/// Runs a program with arguments.
pub(crate) fn run(program: &Path, args: &[&str]) -> io::Result<Output> {
    let options = "detect_stack_use_after_return=1:detect_leaks=0";
    Command::new(program).args(args).env("ASAN_OPTIONS", options).stdin(Stdio::null()).output()
}

fn feed(command: &mut Command, text: &str) -> io::Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().expect("stdin should be piped");
    // A compiler that stops reading says why itself.
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    child.wait_with_output()
}

/// A folder that goes when it is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// A fresh folder below the system's temporary one.
    pub fn new() -> io::Result<Self> {
        static N_MADE: AtomicU32 = AtomicU32::new(0);
        let number = N_MADE.fetch_add(1, Ordering::Relaxed);
        let folder =
            env::temp_dir().join(format!("probant-filetest-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A path in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing is lost if the system clears its own temporary folder instead.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What clang makes of a text for a target, optimised, in its own intermediate language.
pub(crate) fn folded(text: &str, triple: &str) -> Result<String, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let source = scratch.file("folded.c");
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut clang = std::process::Command::new("clang");
    clang.arg(format!("--target={triple}")).args(["-O2", "-w", "-S"]);
    clang.args(["-emit-llvm", "-o", "-"]).arg(&source);
    let output = clang.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("it fails").to_owned())
}
