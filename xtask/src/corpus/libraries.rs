//! Which files of which libraries make up the corpus, and with which flags their own builds compile them.
//!
//! Knows no path of this machine: the libraries lie side by side in a folder that is given.

use std::fs;
use std::path::{Path, PathBuf};

/// A library: its folder, the places in it whose C files count, and flags, in which `@` stands for the folder.
pub(super) struct Library {
    pub(super) name: &'static str,
    places: &'static [&'static str],
    flags: &'static [&'static str],
}

/// Places ending in `/` are walked to the bottom, others are files or folders of files.
pub(super) const LIBRARIES: &[Library] = &[
    Library {
        name: "zlib",
        places: &["./"],
        flags: &["-I@", "-I@/contrib/minizip", "-DHAVE_UNISTD_H", "-DHAVE_STDARG_H"],
    },
    Library { name: "cJSON", places: &["./"], flags: &["-I@", "-I@/tests", "-I@/tests/unity/src"] },
    Library { name: "jsmn", places: &["./"], flags: &["-I@", "-I@/test"] },
    Library { name: "inih", places: &["./"], flags: &["-I@"] },
    Library { name: "tinyexpr", places: &["./"], flags: &["-I@"] },
    Library {
        name: "lua",
        places: &["./"],
        flags: &["-I@", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX"],
    },
    Library {
        name: "libyaml",
        places: &["src", "tests"],
        flags: &[
            "-I@/include",
            "-I@/src",
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=2",
            "-DYAML_VERSION_PATCH=5",
            "-DYAML_VERSION_STRING=\"0.2.5\"",
        ],
    },
    Library {
        name: "musl",
        places: &["src/string", "src/stdlib", "src/ctype", "src/math", "src/math/x86_64"],
        flags: &[
            "-nostdinc",
            "-std=c99",
            "-ffreestanding",
            "-D_XOPEN_SOURCE=700",
            "-I@/arch/x86_64",
            "-I@/arch/generic",
            "-I@/obj/src/internal",
            "-I@/src/include",
            "-I@/src/internal",
            "-I@/obj/include",
            "-I@/include",
        ],
    },
    Library { name: "sqlite", places: &["sqlite3.c"], flags: &[] },
];

impl Library {
    /// Its C files in a folder of libraries, sorted.
    pub(super) fn files(&self, root: &Path) -> Result<Vec<PathBuf>, String> {
        let mut found = Vec::new();
        for place in self.places {
            let path = root.join(self.name).join(place.trim_start_matches("./"));
            let deep = place.ends_with('/');
            found.extend(c_files(&path, deep)?);
        }
        found.sort();
        Ok(found)
    }

    /// Its flags.
    pub(super) fn flags(&self, root: &Path) -> Vec<String> {
        let folder = root.join(self.name).display().to_string();
        self.flags.iter().map(|flag| flag.replace('@', &folder)).collect()
    }
}

/// The C files of a folder, or a file itself.
pub(super) fn c_files(path: &Path, deep: bool) -> Result<Vec<PathBuf>, String> {
    let is_c = |path: &Path| path.extension().is_some_and(|end| end == "c");
    if !path.is_dir() {
        return Ok(if is_c(path) { vec![path.to_owned()] } else { Vec::new() });
    }
    let (mut todo, mut found) = (vec![path.to_owned()], Vec::new());
    while let Some(folder) = todo.pop() {
        let entries = fs::read_dir(&folder);
        let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            if entry.is_dir() {
                if deep {
                    todo.push(entry);
                }
            } else if is_c(&entry) {
                found.push(entry);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_the_folder() {
        let jsmn = LIBRARIES.iter().find(|library| library.name == "jsmn").unwrap();
        assert_eq!(jsmn.flags(Path::new("/c")), ["-I/c/jsmn", "-I/c/jsmn/test"]);
    }

    #[test]
    fn folders_are_walked() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../filetests");
        assert_eq!(c_files(&here, false), Ok(vec![]));
        assert!(c_files(&here, true).unwrap().len() > 10);
    }
}
