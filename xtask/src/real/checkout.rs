//! Other people's code at pinned commits, from bare git directories, and what its files define.

use crate::child;
use filetests::Scratch;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_mins(2);

/// Where mirrors are, and where their files are unpacked.
pub(super) struct Checkouts<'a> {
    pub(super) mirrors: Option<&'a Path>,
    pub(super) scratch: &'a Scratch,
}

impl Checkouts<'_> {
    /// The folder with the files of a project, unpacked when it is first asked for.
    pub(super) fn folder(&self, project: &str, commit: &str) -> Result<PathBuf, String> {
        let folder = self.scratch.file(project);
        if folder.is_dir() {
            return Ok(folder);
        }
        let mirrors = self.mirrors.ok_or("this set needs --mirrors FOLDER")?;
        let mut mirror = mirrors.join(project).join("repo");
        if mirror.join(".git").is_dir() {
            mirror = mirror.join(".git");
        }
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        unpack(&mirror, commit, &folder).map_err(|error| {
            format!("{project} at {commit}, from {}: {error}", mirror.display())
        })?;
        Ok(folder)
    }

    pub(super) fn compiles(
        &self,
        root: &Path,
        file: &str,
        flags: &[String],
    ) -> Result<bool, String> {
        let mut command = Command::new("gcc");
        command.current_dir(root).args(["-w", "-fsyntax-only"]).args(flags).arg(file);
        let done = child::run(&mut command, &self.scratch.file(""), PATIENCE)?;
        Ok(done.status.is_some_and(|status| status.success()))
    }

    /// The functions that a file defines itself, but for `main`.
    pub(super) fn functions(
        &self,
        root: &Path,
        file: &str,
        flags: &[String],
        probant: &Path,
    ) -> Result<Vec<String>, String> {
        let mut command = Command::new(probant);
        command.current_dir(root).args(["inspect", file, "--stage", "gaps", "--"]).args(flags);
        let done = child::run(&mut command, &self.scratch.file(""), PATIENCE)?;
        if !done.status.is_some_and(|status| status.success()) {
            return Ok(vec![UNREAD.to_owned()]);
        }
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let names = text.lines().filter_map(|line| line.split([' ', ':']).next());
        Ok(names.filter(|&name| !name.is_empty() && name != "main").map(str::to_owned).collect())
    }
}

/// A file, or all C files below a folder, in order.
pub(super) fn files(root: &Path, path: &str) -> Result<Vec<String>, String> {
    if root.join(path).is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let entries = fs::read_dir(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    for entry in entries {
        let entry = entry.map_err(|error| error.to_string())?;
        let below = format!("{path}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files(root, &below)?);
        } else if below.ends_with(".c") {
            found.push(below);
        }
    }
    found.sort();
    Ok(found)
}

/// Stands for the functions of a file that we do not read: asking for it shows our message.
const UNREAD: &str = "no_function_was_read";

/// Unpacks a commit, entry by entry: a snapshot may lack its largest files, and these are no C.
fn unpack(mirror: &Path, commit: &str, folder: &Path) -> Result<(), String> {
    let git = || {
        let mut command = Command::new("git");
        command.arg(format!("--git-dir={}", mirror.display()));
        command
    };
    let listed = git().args(["ls-tree", "--name-only", commit]).output();
    let listed = listed.map_err(|error| error.to_string())?;
    if !listed.status.success() {
        return Err("no such commit".to_owned());
    }
    for entry in String::from_utf8_lossy(&listed.stdout).lines() {
        let mut archive = git()
            .args(["archive", commit, "--", entry])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let stream = archive.stdout.take().ok_or("git should have an output")?;
        let mut tar = Command::new("tar");
        tar.arg("x").arg("-C").arg(folder).stdin(stream).stderr(Stdio::null());
        let unpacked = tar.status().map_err(|error| error.to_string())?;
        let packed = archive.wait().map_err(|error| error.to_string())?;
        if !packed.success() || !unpacked.success() {
            println!("{}: {entry} is not whole", mirror.display());
        }
    }
    Ok(())
}
