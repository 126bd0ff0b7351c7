//! Results that are kept for the next time, by what they follow from.
//!
//! The key of a function's result is a hash of everything that it depends on: the program itself, the preprocessed text of the file
//! with the clauses that were put into it, the text of the files that it comes from, the options. Times are no part of it, and what
//! the clock cut short is never kept. An entry is written whole or not at all, so a run that is killed loses only what was in work.

use crate::rendered::Rendered;
use native::Compiler;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Names a folder for results, or says `off`.
const VARIABLE: &str = "PROBANT_CACHE";

/// A folder of results.
pub(crate) struct Cache {
    folder: PathBuf,
    /// Stands for this very program.
    tool: blake3::Hash,
}

/// What all results of a file depend on.
pub(crate) struct UnitKey {
    hash: blake3::Hash,
}

/// What one result depends on.
#[derive(Clone)]
pub(crate) struct Key {
    name: String,
}

impl Cache {
    /// The folder given, that of the environment, or the user's own; none if there is none, or if nobody wants one.
    pub(crate) fn new(given: Option<&Path>) -> Option<Cache> {
        let folder = match (given, std::env::var(VARIABLE)) {
            (Some(given), _) => given.to_owned(),
            (None, Ok(word)) if word == "off" => return None,
            (None, Ok(folder)) => PathBuf::from(folder),
            (None, Err(_)) => standard()?,
        };
        std::fs::create_dir_all(&folder).ok()?;
        let tool = this_program(&folder)?;
        Some(Cache { folder, tool })
    }

    /// The key of a file: its preprocessed text, and the texts that it was made from.
    pub(crate) fn unit(&self, text: &str, originals: &[(&str, Option<&str>)]) -> UnitKey {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.tool.as_bytes());
        add(&mut hasher, text);
        for (name, text) in originals {
            add(&mut hasher, name);
            add(&mut hasher, text.unwrap_or(""));
        }
        UnitKey { hash: hasher.finalize() }
    }

    /// Where our replay runtime is kept as this compiler makes it. Which compiler it is, and for what machine, is said by the
    /// macros that it defines by itself, in front of the text that it preprocessed.
    pub(crate) fn runtime(&self, compiler: &Compiler, preprocessed: &str) -> PathBuf {
        let is_own = |line: &&str| !line.starts_with("# ") || !line.contains("\"<command");
        let own =
            preprocessed.lines().take_while(is_own).filter(|line| line.starts_with("#define"));
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.tool.as_bytes());
        add(&mut hasher, &format!("{:?} {:?}", compiler.cc, compiler.args));
        own.for_each(|line| add(&mut hasher, line));
        self.folder.join(format!("runtime-{}", hasher.finalize().to_hex()))
    }

    /// What was kept under a key.
    pub(crate) fn find(&self, key: &Key) -> Option<Rendered> {
        let text = std::fs::read_to_string(self.path(key)).ok()?;
        Rendered::from_text(&text)
    }

    /// Keeps a result.
    pub(crate) fn keep(&self, key: &Key, result: &Rendered) {
        let path = self.path(key);
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        write_whole(&path, result.to_text().as_bytes());
    }

    fn path(&self, key: &Key) -> PathBuf {
        let (folder, name) = key.name.split_at(2);
        self.folder.join(folder).join(name)
    }
}

impl UnitKey {
    /// The key of a function with options that are spelled out.
    pub(crate) fn function(&self, name: &str, options: &str) -> Key {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.hash.as_bytes());
        add(&mut hasher, name);
        add(&mut hasher, options);
        Key { name: hasher.finalize().to_hex().to_string() }
    }
}

/// Texts are told apart from those beside them by their length.
fn add(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

/// The hash of this program. To read all of it takes longer than many a search, so its hash is kept too, under what the file
/// system changes with every change of a file.
fn this_program(folder: &Path) -> Option<blake3::Hash> {
    let path = std::env::current_exe().ok()?;
    let file = std::fs::metadata(&path).ok()?;
    let changed = [file.mtime(), file.mtime_nsec(), file.ctime(), file.ctime_nsec()];
    let state = format!("{} {} {} {changed:?}", file.dev(), file.ino(), file.len());
    let kept = folder.join(format!("program-{}", blake3::hash(state.as_bytes()).to_hex()));
    let known = std::fs::read_to_string(&kept).ok();
    if let Some(hash) = known.and_then(|text| blake3::Hash::from_hex(text).ok()) {
        return Some(hash);
    }
    let hash = blake3::hash(&std::fs::read(&path).ok()?);
    write_whole(&kept, hash.to_hex().as_bytes());
    Some(hash)
}

/// Writes a file whole or not at all: several runs may keep the same at the same time. That it could not be written costs time
/// and nothing else.
fn write_whole(path: &Path, bytes: &[u8]) {
    let beside = path.with_extension(std::process::id().to_string());
    let written = std::fs::write(&beside, bytes);
    let _ = written.and_then(|()| std::fs::rename(&beside, path));
}

/// Where programs of this user keep such things.
fn standard() -> Option<PathBuf> {
    let of_user = std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty());
    let of_home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    Some(of_user.map(PathBuf::from).or_else(of_home)?.join("probant"))
}
