//! Runs the files below `filetests/`: each says in its first line which command judges it, and in comments what should come out.
//!
//! A command is one file in `commands`, implementing [`Command`]. This crate reads files and runs compilers; what is tested is
//! called as a library.

mod child;
mod commands;
mod compiler;
mod file;
pub mod front;

pub use child::{Ended, Patience, Watched, watch};
pub use commands::{Case, Command, heap_cases};
pub use compiler::{Compiler, Sanitizer, Scratch};
pub use file::{Finding, TestFile};

use std::path::{Path, PathBuf};

/// The folder `filetests/` of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests")
}

/// What the caller brings along.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// The binary `probant`, for the `cli` command.
    pub probant: Option<PathBuf>,
}

/// Runs every file of a folder below `filetests/` and panics with all that went wrong.
/// `FILETEST=text` keeps only files whose path contains the text.
pub fn run_folder(folder: &str, tools: &Tools) {
    let only = std::env::var("FILETEST").unwrap_or_default();
    let mut findings = Vec::new();
    let mut n_files = 0;
    let files =
        files_below(&root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for path in files {
        let name = format!("{folder}/{}", file_name(&path));
        if !name.contains(&only) {
            continue;
        }
        n_files += 1;
        findings.extend(run_file(&path, tools).into_iter().map(|finding| (name.clone(), finding)));
    }
    println!("{folder}: {n_files} files");
    let mut failures = Vec::new();
    for (name, finding) in findings {
        match finding {
            Finding::Skipped(what) => println!("filetests/{name}: {what}"),
            Finding::Failed { line, what } => {
                failures.push(format!("filetests/{name}:{line}: {what}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

fn run_file(path: &Path, tools: &Tools) -> Vec<Finding> {
    let file = match TestFile::read(path) {
        Ok(file) => file,
        Err(what) => return vec![Finding::Failed { line: 1, what }],
    };
    if let Some(command) = commands::find(&file.command) {
        command.run(&file, tools)
    } else {
        let what = format!("no test command `{}`", file.command);
        vec![Finding::Failed { line: 1, what }]
    }
}

/// The files of a folder, by name.
pub fn files_below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() && file_name(&path) != "README.md" {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
