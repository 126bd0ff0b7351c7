//! The text that test files include in the place of the source: preprocessed as far as the project's own files go, with the headers of
//! the system as the directives that they were.

use source::SourceMap;
use std::fmt::Write;

/// The text of a unit for people and compilers.
pub(super) fn readable(map: &SourceMap) -> String {
    let mut reader = Reader {
        map,
        text: String::new(),
        header: None,
        is_told: true,
        empty: 0,
        at: (String::new(), 0),
    };
    for line in map.text.lines() {
        reader.line(line);
    }
    reader.text
}

struct Reader<'m> {
    map: &'m SourceMap,
    text: String,
    /// The header of the system that is being left out.
    header: Option<String>,
    /// Is it text of a file, and not what the compiler brings along?
    is_told: bool,
    /// Empty lines that were not written yet.
    empty: u32,
    /// The line that was written last.
    at: (String, u32),
}

impl Reader<'_> {
    fn line(&mut self, line: &str) {
        match marker(line) {
            Some((number, file, flags)) => self.marker(number, file, flags),
            None if self.header.is_some() || !self.is_told => {}
            None if line.trim().is_empty() || is_definition(line) => {
                self.empty += 1;
                self.at.1 += 1;
            }
            None => {
                (0..self.empty).for_each(|_| self.text.push('\n'));
                self.empty = 0;
                self.at.1 += 1;
                let is_begun = !self.text.is_empty() && !self.text.ends_with('\n');
                self.text.push_str(if is_begun { " " } else { "" });
                let line = if is_begun { line.trim() } else { line.trim_end() };
                writeln!(self.text, "{line}").expect("writing to a string succeeds");
            }
        }
    }

    fn marker(&mut self, number: u32, file: &str, flags: &str) {
        let has = |flag: &str| flags.split(' ').any(|it| it == flag);
        if self.header.is_some() && has("3") {
            return;
        }
        if has("1") && has("3") {
            self.header = Some(file.to_owned());
            return;
        }
        self.is_told = !file.starts_with('<');
        if let Some(header) = self.header.take()
            && let Some(directive) = self.directive(number, file, &header)
        {
            self.empty = 0;
            writeln!(self.text, "{directive}").expect("writing to a string succeeds");
        }
        if self.is_told && number > 0 {
            self.go(number, file);
        }
    }

    /// The directive that ends before a line of a file. What no directive names comes with the compiler.
    fn directive(&self, number: u32, file: &str, header: &str) -> Option<String> {
        let before = number.checked_sub(1).filter(|line| *line > 0)?;
        let (id, _) = self.map.files.iter().find(|(_, it)| it.name == file)?;
        let line = self.map.line(id, before)?.trim();
        let rest = line.strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        Some(if rest.starts_with(['<', '"']) {
            line.to_owned()
        } else {
            format!("#include \"{header}\"")
        })
    }

    /// Goes to a line of a file. What a macro of the system became stands in lines of its own: they are put together again.
    fn go(&mut self, number: u32, file: &str) {
        let is_here = self.at.0 == file && number + 1 == self.at.1 && self.empty == 0;
        if is_here && self.text.ends_with('\n') {
            self.text.pop();
            self.at.1 = number;
            return;
        }
        self.empty = 0;
        if self.at != (file.to_owned(), number) {
            let last = self.text.rfind("#line ");
            let is_spare = |at: &usize| !self.text[*at..].trim_end().contains('\n');
            self.text.truncate(last.filter(is_spare).unwrap_or(self.text.len()));
            writeln!(self.text, "#line {number} \"{file}\"").expect("writing to a string succeeds");
        }
        self.at = (file.to_owned(), number);
    }
}

/// A line marker: line, file, flags.
fn marker(line: &str) -> Option<(u32, &str, &str)> {
    let rest = line.strip_prefix("# ")?;
    let (number, rest) = rest.split_once(" \"")?;
    let (file, flags) = rest.rsplit_once('"')?;
    Some((number.parse().ok()?, file, flags.trim()))
}

/// What was defined is expanded already; only what headers of the system look for is still of use.
fn is_definition(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
    let mut words = rest.split_whitespace();
    let defines = matches!(words.next(), Some("define" | "undef"));
    defines && !words.next().is_some_and(|name| name.starts_with('_') && name.ends_with("_SOURCE"))
}
