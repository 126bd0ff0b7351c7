//! A directory of our own that goes away with the value, or, where its process was killed, with the next run.
//!
//! Each is locked while it is in use. A lock ends with its process, however that ends, so a directory without one is nobody's.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::NativeError;

/// A fresh directory under the system's temporary directory, removed on drop.
#[derive(Debug)]
pub struct TempDir {
    path: PathBuf,
    /// Holds the lock.
    _lock: File,
}

/// Distinguishes the directories of one process; the process id distinguishes processes.
static SERIAL: AtomicU32 = AtomicU32::new(0);

/// What all of them begin with; two numbers follow.
const PREFIX: &str = "probant-room-";

impl TempDir {
    /// Creates it.
    pub fn new() -> Result<TempDir, NativeError> {
        let base = std::env::temp_dir();
        loop {
            let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
            let name = format!("{PREFIX}{}-{serial}", std::process::id());
            match create(&base, &name) {
                Ok(dir) => return Ok(dir),
                // Left behind by a process that was killed and had our id: take the next name.
                Err(error) if is_taken(&error) => {}
                Err(error) => {
                    let doing = format!("creating a directory in {}", base.display());
                    return Err(NativeError::io(doing)(error));
                }
            }
        }
    }

    /// Removes what processes left behind that were killed.
    pub fn remove_abandoned() {
        let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
        for entry in entries.filter_map(Result::ok) {
            if is_ours(&entry.file_name().to_string_lossy()) {
                remove_if_abandoned(&entry.path());
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> Result<PathBuf, NativeError> {
        let path = self.path.join(name);
        std::fs::write(&path, text)
            .map_err(NativeError::io(format!("writing {}", path.display())))?;
        Ok(path)
    }
}

/// It gets its name when it is locked already: a directory with that name and without a lock was left behind.
fn create(base: &Path, name: &str) -> io::Result<TempDir> {
    let (path, unnamed) = (base.join(name), base.join(format!(".{name}")));
    std::fs::create_dir(&unnamed)?;
    let lock = File::open(&unnamed)?;
    lock.try_lock()?;
    match std::fs::rename(&unnamed, &path) {
        Ok(()) => Ok(TempDir { path, _lock: lock }),
        Err(error) => {
            std::fs::remove_dir(&unnamed)?;
            Err(error)
        }
    }
}

/// Is it a name that we give? What others call alike is theirs.
fn is_ours(name: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(process, serial)| is_number(process) && is_number(serial))
}

fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty)
}

fn remove_if_abandoned(path: &Path) {
    let is_dir = std::fs::symlink_metadata(path).is_ok_and(|data| data.is_dir());
    if let Ok(dir) = File::open(path)
        && is_dir
        && dir.try_lock().is_ok()
    {
        // What belongs to somebody else stays: it is theirs to remove.
        let _ = std::fs::remove_dir_all(path);
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Nobody is left to hear about a failure, and the system clears the place in time.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_distinct_and_go_away() {
        let (a, b) = (TempDir::new().expect("first"), TempDir::new().expect("second"));
        assert_ne!(a.path(), b.path());
        a.write("x", "text").expect("writable");
        let path = a.path().to_path_buf();
        assert!(path.is_dir());
        TempDir::remove_abandoned();
        assert!(path.join("x").is_file(), "it is in use");
        drop(a);
        assert!(!path.exists());
    }

    #[test]
    fn what_a_killed_process_left_goes_at_the_next_run() {
        let path = std::env::temp_dir().join(format!("{PREFIX}{}-999999", std::process::id()));
        std::fs::create_dir(&path).expect("a directory");
        std::fs::write(path.join("x"), "text").expect("a file");
        TempDir::remove_abandoned();
        assert!(!path.exists());
        assert!(!is_ours("probant-room-mine") && !is_ours("probant-1-2"));
    }
}
