//! A test file: its text, its command, and the directives in its comments.

use std::path::{Path, PathBuf};

/// What a command found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Something could not be checked here; the reason.
    Skipped(String),
    /// Something did not come out as the file says.
    Failed {
        /// The line of the file that says so.
        line: usize,
        /// What came out instead.
        what: String,
    },
}

/// A file below `filetests/`.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its whole text.
    pub text: String,
    /// The command of its first line.
    pub command: String,
    /// What follows the command.
    pub options: Vec<String>,
}

/// A `// key: value` comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directive<'a> {
    /// The line it stands on, from 1.
    pub line: usize,
    /// What follows the key.
    pub value: &'a str,
}

impl TestFile {
    /// Reads a file; the message says what is wrong with it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        Self::parse(path, String::from_utf8_lossy(&bytes).into_owned())
    }

    fn parse(path: &Path, text: String) -> Result<Self, String> {
        let header = directives(&text, "test").next();
        let Some(header) = header.filter(|header| header.line == 1) else {
            return Err("the first line should be `// test: COMMAND`".to_owned());
        };
        let mut words = header.value.split_whitespace().map(str::to_owned);
        let command = words.next().unwrap_or_default();
        Ok(Self { path: path.to_owned(), options: words.collect(), command, text })
    }

    /// The directives with a key, in order.
    pub fn directives<'a>(&'a self, key: &'a str) -> impl Iterator<Item = Directive<'a>> {
        directives(&self.text, key)
    }
}

/// Comments begin with `//` in C, `;` in IR and `#` in constraints.
fn directives<'a>(text: &'a str, key: &'a str) -> impl Iterator<Item = Directive<'a>> {
    text.lines().enumerate().filter_map(move |(index, line)| {
        let value = ["// ", "; ", "# "].into_iter().find_map(|mark| {
            let (_, comment) = line.rsplit_once(mark)?;
            comment.strip_prefix(key)?.strip_prefix(':')
        })?;
        Some(Directive { line: index + 1, value: value.trim() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_directives() {
        let text = "// test: run fast\nint f; // error: no\n// error:yes\n";
        let file = TestFile::parse(Path::new("a.c"), text.to_owned()).unwrap();
        assert_eq!((file.command.as_str(), file.options.as_slice()), ("run", &["fast".into()][..]));
        let errors: Vec<_> = file.directives("error").map(|d| (d.line, d.value)).collect();
        assert_eq!(errors, [(2, "no"), (3, "yes")]);
    }

    #[test]
    fn a_file_without_a_command_is_refused() {
        let parsed = TestFile::parse(Path::new("a.c"), "int f;\n// test: run".to_owned());
        assert_eq!(parsed.unwrap_err(), "the first line should be `// test: COMMAND`");
    }
}
