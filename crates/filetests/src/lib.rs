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
use std::sync::atomic::{AtomicUsize, Ordering};

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
    let files =
        files_below(&root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let named = files.into_iter().map(|path| (format!("{folder}/{}", file_name(&path)), path));
    let files: Vec<(String, PathBuf)> = named.filter(|(name, _)| name.contains(&only)).collect();
    println!("{folder}: {} files", files.len());
    let mut failures = Vec::new();
    for (name, finding) in run_files(&files, tools) {
        match finding {
            Finding::Skipped(what) => println!("filetests/{name}: {what}"),
            Finding::Failed { line, what } => {
                failures.push(format!("filetests/{name}:{line}: {what}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Runs files side by side; what is found is told in their order.
fn run_files<'a>(files: &'a [(String, PathBuf)], tools: &Tools) -> Vec<(&'a str, Finding)> {
    let n_workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((name, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(run_file(path, tools).into_iter().map(|it| (name.as_str(), it)));
        }
        found
    };
    let mut found: Vec<(&str, Finding)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|it| it.join().expect("a worker should not panic"));
        done.flatten().collect()
    });
    found.sort_by_key(|(name, _)| *name);
    found
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
