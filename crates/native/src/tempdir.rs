//! A directory of our own that goes away with the value.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::NativeError;

/// A fresh directory under the system's temporary directory, removed on drop.
#[derive(Debug)]
pub struct TempDir {
    path: PathBuf,
}

/// Distinguishes the directories of one process; the process id distinguishes processes.
static SERIAL: AtomicU32 = AtomicU32::new(0);

impl TempDir {
    /// Creates it.
    pub fn new() -> Result<TempDir, NativeError> {
        let base = std::env::temp_dir();
        loop {
            let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
            let path = base.join(format!("probant-{}-{serial}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(TempDir { path }),
                // Left behind by a process that was killed and had our id: take the next name.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let doing = format!("creating a directory in {}", base.display());
                    return Err(NativeError::io(doing)(error));
                }
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, NativeError> {
        let path = self.path.join(name);
        std::fs::write(&path, text)
            .map_err(NativeError::io(format!("writing {}", path.display())))?;
        Ok(path)
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
        drop(a);
        assert!(!path.exists());
    }
}
