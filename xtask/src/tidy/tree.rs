//! The files of the workspace, read once.
//!
//! Knows which folders are not ours (`target`, `.git`) and which files are text; knows no rule.

use super::rust::RustText;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Paths relative to the root, with `/`, and the text of each file that is text.
pub(super) struct Tree {
    files: BTreeMap<String, String>,
}

const NOT_OURS: &[&str] = &["target", ".git"];
const TEXT: &[&str] = &["rs", "toml", "md", "c", "h", "ir", "fd", "suite", "json", "run", "txt"];

/// The folder of the workspace's `Cargo.toml`.
pub(super) fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in a folder of the workspace")
        .to_owned()
}

impl Tree {
    /// Reads everything below `root`.
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.file_name().is_some_and(|name| NOT_OURS.iter().any(|ours| name == *ours)) {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = if is_text(&path) { fs::read_to_string(&path)? } else { String::new() };
                files.insert(relative(root, &path), text);
            }
        }
        Ok(Self { files })
    }

    /// A tree for the tests of rules.
    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let own = |&(path, text): &(&str, &str)| (path.to_owned(), text.to_owned());
        Self { files: files.iter().map(own).collect() }
    }

    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// The text of a file.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Is there such a file or folder?
    pub(super) fn exists(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.files.contains_key(path) || self.files.keys().any(|file| file.starts_with(&folder))
    }

    /// Files whose names end so, with their texts.
    pub(super) fn ending<'a>(
        &'a self,
        end: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
        self.files
            .iter()
            .filter(move |(path, _)| path.ends_with(end))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Rust files, taken apart.
    pub(super) fn rust(&self) -> impl Iterator<Item = (&str, RustText)> {
        self.ending(".rs").map(|(path, text)| (path, RustText::new(path, text)))
    }
}

fn is_text(path: &Path) -> bool {
    let end = path.extension().or(path.file_name()).and_then(|end| end.to_str());
    end.is_some_and(|end| TEXT.contains(&end))
}

fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).expect("the walk stays below the root");
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}
