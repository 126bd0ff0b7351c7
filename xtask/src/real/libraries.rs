//! Functions of libraries that lie in a folder, each with a contract or a caller of our own.
//!
//! `functions.txt` names them; what stands below a name is C of our own that gives lengths and types to what the function takes
//! through pointers. Functions of musl get another name first, so that the program that replays the tests keeps those of its own library.

use super::subject::Subject;
use crate::corpus::library_flags;
use std::fmt::Write;
use std::path::Path;

const FUNCTIONS: &str = include_str!("functions.txt");
/// The function of our own that calls the one under test, where there is one.
const CALLER: &str = "call";

/// A function under test.
pub(super) struct Listed {
    library: &'static str,
    file: &'static str,
    function: &'static str,
    /// C of our own: a contract or a caller. `LIBRARY` stands for the folder of the library.
    ours: String,
}

/// Those of `functions.txt`: a line `library file function`, then indented C.
pub(super) fn all() -> Vec<Listed> {
    let mut subjects: Vec<Listed> = Vec::new();
    for line in FUNCTIONS.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if line.starts_with(' ') {
            let subject = subjects.last_mut().expect("C should follow a function");
            let _ = writeln!(subject.ours, "{}", line.trim());
            continue;
        }
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a line should have three words");
        let (library, file, function) = (word(), word(), word());
        subjects.push(Listed { library, file, function, ours: String::new() });
    }
    subjects
}

impl Listed {
    /// What is given to `gen`.
    pub(super) fn subject(&self, libraries: &Path) -> Subject {
        let (entry, called) = (self.entry(), self.called());
        Subject {
            project: self.library.to_owned(),
            folder: libraries.to_owned(),
            file: self.file.to_owned(),
            caller: (entry != called).then_some(entry),
            function: called,
            flags: library_flags(self.library, libraries),
            text: Some(self.text(libraries)),
        }
    }

    /// The name that the function under test goes by.
    fn called(&self) -> String {
        if self.is_renamed() { format!("real_{}", self.function) } else { self.function.to_owned() }
    }

    /// Functions of a C library would replace those of the program that tests them.
    fn is_renamed(&self) -> bool {
        self.library == "musl"
    }

    /// The function that inputs are for.
    fn entry(&self) -> String {
        let calls = self.ours.contains(&format!(" {CALLER}("))
            || self.ours.contains(&format!("*{CALLER}("));
        if calls { CALLER.to_owned() } else { self.called() }
    }

    /// The whole file.
    fn text(&self, libraries: &Path) -> String {
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
