//! A folder whose every change shows.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Files and folders that anybody may change.
pub(crate) struct Canary {
    folder: PathBuf,
}

impl Canary {
    pub(crate) fn new(within: &Path, name: &str) -> Canary {
        let folder = within.join(format!("canary-{name}"));
        let inner = folder.join("inner");
        std::fs::create_dir_all(&inner).expect("folders");
        open(&folder);
        open(&inner);
        for name in ["a", "b", "inner/c"] {
            let path = folder.join(name);
            std::fs::write(&path, format!("the text of {name}\n")).expect("a file");
            open(&path);
        }
        Canary { folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Names, contents, rights, owners, times; and what of ours is in shared memory.
    pub(crate) fn state(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut open = vec![self.folder.clone()];
        while let Some(path) = open.pop() {
            let data = std::fs::symlink_metadata(&path).expect("it is there");
            let text =
                if data.is_file() { std::fs::read(&path).expect("readable") } else { Vec::new() };
            let times = (data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec());
            let who = (data.uid(), data.gid(), data.mode(), data.nlink());
            lines.push(format!("{} {who:?} {times:?} {text:?}", path.display()));
            if data.is_dir() {
                let inside = std::fs::read_dir(&path).expect("a folder").filter_map(Result::ok);
                open.extend(inside.map(|entry| entry.path()));
            }
        }
        let shared = std::fs::read_dir("/dev/shm").into_iter().flatten().filter_map(Result::ok);
        let shared = shared.map(|entry| entry.file_name().to_string_lossy().into_owned());
        lines.extend(shared.filter(|name| name.contains("probant")));
        lines.sort();
        lines
    }
}

fn open(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let rights = std::fs::Permissions::from_mode(if path.is_dir() { 0o777 } else { 0o666 });
    std::fs::set_permissions(path, rights).expect("rights");
}
