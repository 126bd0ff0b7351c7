//! The functions that are tested, and the file that each is tested in.

use crate::corpus::library_flags;
use std::fmt::Write;
use std::path::Path;

const FUNCTIONS: &str = include_str!("functions.txt");
/// The function of our own that calls the one under test, where there is one.
const CALLER: &str = "call";

/// A function under test.
pub(super) struct Subject {
    pub(super) library: &'static str,
    pub(super) file: &'static str,
    pub(super) function: &'static str,
    /// C of our own: a contract or a caller. `LIBRARY` stands for the folder of the library.
    ours: String,
}

/// Those of `functions.txt`: a line `library file function`, then indented C.
pub(super) fn all() -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Vec::new();
    for line in FUNCTIONS.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if line.starts_with(' ') {
            let subject = subjects.last_mut().expect("C should follow a function");
            let _ = writeln!(subject.ours, "{}", line.trim());
            continue;
        }
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a line should have three words");
        let (library, file, function) = (word(), word(), word());
        subjects.push(Subject { library, file, function, ours: String::new() });
    }
    subjects
}

impl Subject {
    pub(super) fn is_named(&self, part: &str) -> bool {
        format!("{} {} {}", self.library, self.file, self.function).contains(part)
    }

    /// The name that the function under test goes by.
    pub(super) fn called(&self) -> String {
        if self.is_renamed() { format!("real_{}", self.function) } else { self.function.to_owned() }
    }

    /// Functions of a C library would replace those of the program that tests them.
    fn is_renamed(&self) -> bool {
        self.library == "musl"
    }

    /// The function that inputs are for.
    pub(super) fn entry(&self) -> String {
        let calls = self.ours.contains(&format!(" {CALLER}("))
            || self.ours.contains(&format!("*{CALLER}("));
        if calls { CALLER.to_owned() } else { self.called() }
    }

    /// The whole file.
    pub(super) fn text(&self, libraries: &Path) -> String {
        let file = libraries.join(self.library).join(self.file);
        let mut text = String::new();
        if self.is_renamed() {
            for header in
                ["string", "stdlib", "wchar", "ctype", "strings", "math", "inttypes", "unistd"]
            {
                let _ = writeln!(text, "#include <{header}.h>");
            }
            let _ = writeln!(text, "#undef {0}\n#define {0} real_{0}", self.function);
        }
        let _ = writeln!(text, "#include \"{}\"", file.display());
        let folder = libraries.join(self.library).display().to_string();
        text + &self.ours.replace("LIBRARY", &folder)
    }

    pub(super) fn flags(&self, libraries: &Path) -> Vec<String> {
        library_flags(self.library, libraries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read() {
        let all = all();
        assert!(all.len() >= 100, "{}", all.len());
        let memchr = all.iter().find(|subject| subject.function == "memchr").expect("memchr");
        assert_eq!(
            (memchr.entry(), memchr.called()),
            ("call".to_owned(), "real_memchr".to_owned())
        );
    }
}
