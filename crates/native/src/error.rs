//! What can go wrong with the world outside: files, compilers, processes.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// A failure of the outside world, worded for the user.
#[derive(Debug)]
pub enum NativeError {
    /// The compiler could not be started.
    CompilerMissing {
        /// As the user or the default named it.
        cc: String,
    },
    /// The source file is not there or cannot be read.
    FileUnreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The preprocessor refused the file.
    Preprocess {
        /// The command line.
        command: String,
        /// What it printed.
        stderr: String,
    },
    /// The compiler refused a file that we wrote.
    Compile {
        /// The command line.
        command: String,
        /// What it printed.
        stderr: String,
    },
    /// The compiler was ended because its time was over.
    TooLong {
        /// The command line.
        command: String,
    },
    /// A program that we compiled did not do its part.
    Run {
        /// Which, and what was expected.
        what: String,
        /// What it printed.
        stderr: String,
    },
    /// The system refused an operation.
    Io {
        /// What we were doing.
        doing: String,
        /// What it said.
        error: io::Error,
    },
}

impl NativeError {
    /// Wraps an I/O error with what was being done.
    pub(crate) fn io(doing: impl Into<String>) -> impl FnOnce(io::Error) -> NativeError {
        let doing = doing.into();
        move |error| NativeError::Io { doing, error }
    }
}

impl fmt::Display for NativeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeError::CompilerMissing { cc } => {
                write!(f, "cannot run the compiler `{cc}`: name another with --cc")
            }
            NativeError::FileUnreadable { path, error } => {
                write!(f, "cannot read {}: {}", path.display(), reason(error))
            }
            NativeError::Preprocess { command, stderr } => {
                write!(f, "the preprocessor failed: {command}\n{}", stderr.trim_end())
            }
            NativeError::Compile { command, stderr } => {
                write!(f, "the compiler failed: {command}\n{}", stderr.trim_end())
            }
            NativeError::TooLong { command } => {
                write!(f, "the compiler took longer than it may and was ended: {command}")
            }
            NativeError::Run { what, stderr } => write!(f, "{what}\n{}", stderr.trim_end()),
            NativeError::Io { doing, error } => write!(f, "{doing}: {error}"),
        }
    }
}

/// What the system said, without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory: name a C file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

impl std::error::Error for NativeError {}
