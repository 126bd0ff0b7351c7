//! The lines of preprocessed text: which file and line each claims to be, and the directives among them.

use super::macros::Macros;
use crate::lex::scan::directive_end;
use entity::PrimaryMap;
use source::{FileId, SourceFile};
use std::collections::HashMap;

/// A line of preprocessed text that is no directive. A comment that spans lines makes several of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// First byte.
    pub(super) start: u32,
    /// Its end, before the newline.
    pub(super) end: u32,
    /// The file it is in.
    pub(super) file: FileId,
    /// The line it is there, from 1.
    pub(super) number: u32,
    /// Does it start inside a comment?
    pub(super) in_comment: bool,
    /// Lines between an entry into a file and the next have the same number here.
    pub(super) run: u32,
}

impl Line {
    /// The first byte that is not in a comment begun on an earlier line.
    pub(super) fn first_token(&self, text: &str) -> u32 {
        let line = &text[self.start as usize..self.end as usize];
        match line.find("*/") {
            Some(length) if self.in_comment => self.start + length as u32 + 2,
            _ if self.in_comment => self.end,
            _ => self.start,
        }
    }
}

/// All that one pass over the text finds.
pub(super) struct Lines {
    pub(super) all: Vec<Line>,
    pub(super) macros: Macros,
    pub(super) files: PrimaryMap<FileId, SourceFile>,
}

/// Cuts the text into lines.
pub(super) fn split(text: &str, files: &dyn Fn(&str) -> Option<String>) -> Lines {
    let mut splitter = Splitter {
        text,
        read: files,
        ids: HashMap::new(),
        out: Lines { all: Vec::new(), macros: Macros::default(), files: PrimaryMap::new() },
        file: None,
        number: 1,
        run: 0,
    };
    splitter.split();
    splitter.out
}

struct Splitter<'t> {
    text: &'t str,
    read: &'t dyn Fn(&str) -> Option<String>,
    ids: HashMap<String, FileId>,
    out: Lines,
    file: Option<FileId>,
    number: u32,
    run: u32,
}

impl Splitter<'_> {
    fn split(&mut self) {
        let bytes = self.text.as_bytes();
        let mut start = 0;
        let mut in_comment = false;
        while start < bytes.len() {
            if !in_comment && self.text[start..].trim_start_matches([' ', '\t']).starts_with('#') {
                let end = directive_end(self.text, start);
                self.directive(start, end);
                start = end + 1;
                continue;
            }
            let length = self.text[start..].find('\n').unwrap_or(bytes.len() - start);
            let end = start + length;
            self.push_line(start, end, in_comment);
            in_comment = ends_in_comment(&bytes[start..end], in_comment);
            start = end + 1;
        }
    }

    fn push_line(&mut self, start: usize, end: usize, in_comment: bool) {
        let file = self.current_file();
        let (run, number) = (self.run, self.number);
        let (start, end) = (start as u32, end as u32);
        self.out.all.push(Line { start, end, file, number, in_comment, run });
        self.number += 1;
    }

    /// Text before any line marker belongs to a file without a name.
    fn current_file(&mut self) -> FileId {
        match self.file {
            Some(file) => file,
            None => self.enter("<text>", false),
        }
    }

    fn directive(&mut self, start: usize, end: usize) {
        let line = &self.text[start..end];
        let rest = line.trim_start_matches([' ', '\t', '#']);
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            self.marker(rest);
            return;
        }
        let hash = start + line.find('#').expect("a directive has its hash");
        self.out.macros.note(self.text, hash, end);
        self.push_line(start, end, false);
    }

    /// `# 12 "file.c" 1 3 4`; malformed ones change nothing
    fn marker(&mut self, rest: &str) {
        let Some((number, rest)) = rest.split_once(' ') else { return };
        let Ok(number) = number.parse() else { return };
        let Some((name, flags)) = rest.strip_prefix('"').and_then(|rest| rest.rsplit_once('"'))
        else {
            return;
        };
        let name = unescape(name);
        let system = flags.split(' ').any(|flag| flag == "3") || name.starts_with('<');
        let before = self.file;
        self.enter(&name, system);
        let entered = flags.split(' ').any(|flag| flag == "1" || flag == "2");
        if entered || before != self.file {
            self.run += 1;
        }
        self.number = number;
    }

    /// Only the first marker decides whether a file is a system header: gcc also marks tokens of system macros in user files.
    fn enter(&mut self, name: &str, system: bool) -> FileId {
        let known = self.ids.get(name).copied();
        let id = known.unwrap_or_else(|| {
            let text = if system { None } else { (self.read)(name) };
            let id = self.out.files.push(SourceFile::new(name.to_owned(), text, system));
            self.ids.insert(name.to_owned(), id);
            id
        });
        self.file = Some(id);
        id
    }
}

/// A file name in a marker has `\\` and `\"` escaped, other bytes in octal.
fn unescape(name: &str) -> String {
    if !name.contains('\\') {
        return name.to_owned();
    }
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..]) => {
                bytes.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = after;
            }
            (b'\\', [next, after @ ..]) => {
                bytes.push(*next);
                rest = after;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Is a block comment open at the end of the line?
fn ends_in_comment(line: &[u8], mut in_comment: bool) -> bool {
    let mut pos = 0;
    while let Some(&byte) = line.get(pos) {
        let next = line.get(pos + 1).copied();
        match (in_comment, byte) {
            (true, b'*') if next == Some(b'/') => {
                in_comment = false;
                pos += 2;
            }
            (true, _) => pos += 1,
            (false, b'/') if next == Some(b'/') => return false,
            (false, b'/') if next == Some(b'*') => {
                in_comment = true;
                pos += 2;
            }
            (false, b'"' | b'\'') => pos = quoted_end(line, pos),
            (false, _) => pos += 1,
        }
    }
    in_comment
}

fn quoted_end(line: &[u8], start: usize) -> usize {
    let mut pos = start + 1;
    while let Some(&byte) = line.get(pos) {
        match byte {
            b'\\' => pos += 2,
            _ if byte == line[start] => return pos + 1,
            _ => pos += 1,
        }
    }
    line.len()
}
