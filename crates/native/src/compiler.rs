//! The user's C compiler.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::child::{self, Finished, show};
use crate::definition::on_one_line;
use crate::{NativeError, TempDir};

/// A compiler and the arguments the user wants it to have.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Its name or path.
    pub cc: String,
    /// Arguments for every run: `-I`, `-D`, `-std=` and whatever followed `--`.
    pub args: Vec<String>,
    /// How long one run of it may take.
    patience: Duration,
}

/// How hard the compiler should try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimise {
    /// `-O0`: the code as written.
    No,
    /// `-O2`: as people ship it.
    Yes,
}

impl Optimise {
    fn flag(self) -> &'static str {
        match self {
            Optimise::No => "-O0",
            Optimise::Yes => "-O2",
        }
    }
}

/// A compiler that takes longer than this is not coming back.
const COMPILE_TIMEOUT: Duration = Duration::from_mins(2);

impl Compiler {
    /// A compiler with arguments.
    pub fn new(cc: impl Into<String>, args: Vec<String>) -> Compiler {
        Compiler { cc: cc.into(), args, patience: COMPILE_TIMEOUT }
    }

    /// Does it make the same of text that is preprocessed already?
    pub fn makes_the_same(&self, other: &Compiler) -> bool {
        self.cc == other.cc && after_preprocessing(&self.args) == after_preprocessing(&other.args)
    }

    /// Are its programs 32-bit ones?
    pub fn makes_32_bit(&self) -> bool {
        let model = self.args.iter().rev().find(|arg| *arg == "-m32" || *arg == "-m64");
        model.is_some_and(|arg| arg == "-m32")
    }

    /// The same, with no more time than this for each run.
    #[must_use]
    pub fn within(&self, patience: Duration) -> Compiler {
        Compiler { patience: patience.min(self.patience), ..self.clone() }
    }

    /// The text of `file` after preprocessing, with comments (contracts live there) and macro
    /// definitions (contracts use them) kept.
    pub fn preprocess(&self, file: &Path) -> Result<String, NativeError> {
        // The compiler's own word about a missing file is less clear, and about a directory it says nothing at all.
        std::fs::read(file)
            .map_err(|error| NativeError::FileUnreadable { path: file.to_path_buf(), error })?;
        let dir = TempDir::new()?;
        let mut command = Command::new(&self.cc);
        command.args(["-E", "-CC", "-dD"]).args(&self.args).arg(file);
        let finished = self.run(&mut command, &dir)?;
        if finished.succeeded() {
            return Ok(on_one_line(finished.stdout));
        }
        if finished.status.is_none() {
            return Err(NativeError::TooLong { command: show(&command) });
        }
        Err(NativeError::Preprocess { command: show(&command), stderr: finished.stderr })
    }

    /// Does the compiler take the user's file as it is? An answer that cannot be had is a no.
    pub fn accepts(&self, file: &Path) -> bool {
        let Ok(dir) = TempDir::new() else { return false };
        let mut command = Command::new(&self.cc);
        command
            .args(&self.args)
            .args(["-w", "-c"])
            .arg(file)
            .arg("-o")
            .arg(dir.path().join("unit.o"));
        self.run(&mut command, &dir).is_ok_and(|finished| finished.succeeded())
    }

    /// Compiles and links one C file that people could compile too, with all of the user's
    /// arguments. Returns the program.
    pub fn compile_program(
        &self,
        source: &Path,
        optimise: Optimise,
        extra: &[&str],
        dir: &TempDir,
    ) -> Result<PathBuf, NativeError> {
        let program = dir.path().join(match optimise {
            Optimise::No => "program",
            Optimise::Yes => "program-optimised",
        });
        let mut command = Command::new(&self.cc);
        command.args(&self.args).arg(optimise.flag()).args(extra).arg(source).arg("-o");
        command.arg(&program).arg("-lm");
        self.must_compile(&mut command, dir)?;
        Ok(program)
    }

    /// Compiles and links text that was preprocessed before. Arguments that the preprocessor has
    /// consumed would act twice (`-include`), and warnings are about text that nobody wrote, so
    /// both are left out.
    pub(crate) fn compile_preprocessed(
        &self,
        unit: &Path,
        others: &[&Path],
        extra: &[&str],
        program: &Path,
        dir: &TempDir,
    ) -> Result<(), NativeError> {
        let mut command = Command::new(&self.cc);
        command.args(after_preprocessing(&self.args)).args(extra).arg("-w");
        command.arg(unit).args(others).arg("-o").arg(program).arg("-lm");
        self.must_compile(&mut command, dir)
    }

    /// Compiles a file of ours to an object file, for the user's target but in our C dialect.
    pub(crate) fn compile_object(
        &self,
        source: &Path,
        object: &Path,
        dir: &TempDir,
    ) -> Result<(), NativeError> {
        let mut command = Command::new(&self.cc);
        command.args(after_preprocessing(&self.args)).args(["-std=gnu99", "-O0", "-w", "-c"]);
        command.arg(source).arg("-o").arg(object);
        self.must_compile(&mut command, dir)
    }

    fn must_compile(&self, command: &mut Command, dir: &TempDir) -> Result<(), NativeError> {
        let finished = self.run(command, dir)?;
        if finished.succeeded() {
            return Ok(());
        }
        if finished.status.is_none() {
            return Err(NativeError::TooLong { command: show(command) });
        }
        Err(NativeError::Compile { command: show(command), stderr: finished.stderr })
    }

    fn run(&self, command: &mut Command, dir: &TempDir) -> Result<Finished, NativeError> {
        child::run(command, dir.path(), self.patience).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => {
                NativeError::CompilerMissing { cc: self.cc.clone() }
            }
            _ => NativeError::io(format!("running {}", self.cc))(error),
        })
    }
}

/// The arguments that still mean something once the preprocessor has run.
fn after_preprocessing(args: &[String]) -> Vec<&str> {
    /// Options whose value is the next word when it is not glued on.
    const CONSUMED: [&str; 9] =
        ["-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-I", "-D", "-U", "-MF"];
    let mut kept = Vec::new();
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if CONSUMED.contains(&word) {
            words.next();
            continue;
        }
        let is_consumed = CONSUMED.iter().any(|option| word.starts_with(option));
        // Without its headers our own part of the program could not be compiled.
        let is_consumed = is_consumed || word == "-nostdinc";
        let is_dependency = word.starts_with("-M");
        let is_warning = word.starts_with("-W") && !word.starts_with("-Wl,");
        if !is_consumed && !is_dependency && !is_warning && !word.starts_with("-pedantic") {
            kept.push(word);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_the_preprocessor_do_not_act_twice() {
        let args = [
            "-std=c99",
            "-Dx=x",
            "-D",
            "y",
            "-include",
            "z.h",
            "-Iinc",
            "-m32",
            "-Werror",
            "-nostdinc",
        ];
        let more = ["-Wl,-z,now", "-pedantic-errors", "-MMD", "-O1", "-MF", "deps", "-fwrapv"];
        let args: Vec<String> = args.iter().chain(&more).map(ToString::to_string).collect();
        let kept = after_preprocessing(&args);
        assert_eq!(kept, ["-std=c99", "-m32", "-Wl,-z,now", "-O1", "-fwrapv"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        let missing = Compiler::new("no-such-cc", Vec::new());
        let error = missing.preprocess(Path::new("/dev/null")).expect_err("there is no such cc");
        assert_eq!(
            error.to_string(),
            "cannot run the compiler `no-such-cc`: name another with --cc"
        );
        let gcc = Compiler::new("gcc", Vec::new());
        let error = gcc.preprocess(Path::new("/no/such.c")).expect_err("there is no such file");
        assert!(error.to_string().starts_with("cannot read /no/such.c: "), "{error}");
    }

    #[test]
    fn a_failing_preprocessor_is_quoted() {
        let dir = TempDir::new().expect("a directory");
        let file = dir.write("bad.c", "#include \"nowhere.h\"\n").expect("a file");
        let gcc = Compiler::new("gcc", Vec::new());
        let error = gcc.preprocess(&file).expect_err("the header is not there").to_string();
        assert!(error.contains("gcc -E -CC -dD") && error.contains("nowhere.h"), "{error}");
    }
}
