//! From a byte of preprocessed text back to the file, line and column a person wrote.
//!
//! The preprocessed text is cut into [`Origin`] segments, sorted by offset. A segment either mirrors original text byte for
//! byte, or stands for a macro invocation, in which case every byte of it maps to the invocation as written.
//! Who builds the segments (from line markers and token alignment) is no business of this crate.

use crate::Span;
use entity::{PrimaryMap, entity};

entity! {
    /// A file named by a line marker.
    pub struct FileId = "file";
}

/// A file as the user wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The name in the line marker, e.g. `src/merge.c`.
    pub name: String,
    /// Its original text, where it could be read.
    pub text: Option<String>,
    /// Does a line marker call it a system header?
    pub system: bool,
    /// Where its lines begin in the text.
    line_starts: Vec<usize>,
}

impl SourceFile {
    /// A file with its text, where that could be read.
    pub fn new(name: String, text: Option<String>, system: bool) -> Self {
        let ends = text.iter().flat_map(|text| text.match_indices('\n'));
        let line_starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { name, text, system, line_starts }
    }

    /// The byte of the text where a line begins.
    fn start_of(&self, line: u32) -> Option<usize> {
        self.line_starts.get((line as usize).checked_sub(1)?).copied()
    }

    /// The byte of the text at a line and column.
    fn byte_of(&self, loc: Loc) -> Option<usize> {
        Some(self.start_of(loc.line)? + loc.col as usize - 1)
    }
}

/// Where a run of preprocessed bytes comes from; it reaches to the next segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// First byte in the preprocessed text.
    pub start: u32,
    /// The file it comes from.
    pub file: FileId,
    /// Line in that file, from 1.
    pub line: u32,
    /// Byte column in that line, from 1.
    pub col: u32,
    /// Length of the macro invocation as written, or 0 if the text mirrors the original byte for byte.
    pub macro_len: u32,
}

/// A place in a file as a person counts it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Byte column, from 1.
    pub col: u32,
}

/// The preprocessed text of a translation unit and the way back to its files.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// The preprocessed text, into which spans point.
    pub text: String,
    /// The files it was made of.
    pub files: PrimaryMap<FileId, SourceFile>,
    /// Segments in order of `start`.
    pub origins: Vec<Origin>,
}

impl SourceMap {
    /// A text that is its own original: tests, `.fd` and `.ir` files.
    pub fn verbatim(name: &str, text: &str) -> Self {
        let mut map = Self { text: text.to_owned(), ..Self::default() };
        let own = SourceFile::new(name.to_owned(), Some(text.to_owned()), false);
        let file = map.files.push(own);
        let mut start = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            map.origins.push(Origin { start, file, line: index as u32 + 1, col: 1, macro_len: 0 });
            start += line.len() as u32;
        }
        map
    }

    /// The preprocessed text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.lo as usize..span.hi as usize).unwrap_or("")
    }

    /// The segment that a byte lies in.
    pub fn origin(&self, offset: u32) -> Option<&Origin> {
        let after = self.origins.partition_point(|origin| origin.start <= offset);
        self.origins[..after].last()
    }

    /// Where a byte was written.
    pub fn locate(&self, offset: u32) -> Option<Loc> {
        let origin = self.origin(offset)?;
        let shift = if origin.macro_len == 0 { offset - origin.start } else { 0 };
        Some(Loc { file: origin.file, line: origin.line, col: origin.col + shift })
    }

    /// Where the text of a span ends in its file: the place one past its last byte.
    pub fn locate_end(&self, span: Span) -> Option<Loc> {
        let last = span.hi.checked_sub(1)?.max(span.lo);
        let origin = self.origin(last)?;
        let past = if origin.macro_len == 0 { last - origin.start + 1 } else { origin.macro_len };
        Some(Loc { file: origin.file, line: origin.line, col: origin.col + past })
    }

    /// The text of a span as the user wrote it, white space folded; macros appear unexpanded.
    pub fn original(&self, span: Span) -> String {
        let written = self.original_bytes(span).unwrap_or_else(|| self.slice(span));
        written.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn original_bytes(&self, span: Span) -> Option<&str> {
        let (from, to) = (self.locate(span.lo)?, self.locate_end(span)?);
        if from.file != to.file {
            return None;
        }
        let file = &self.files[from.file];
        file.text.as_deref()?.get(file.byte_of(from)?..file.byte_of(to)?)
    }

    /// Line `line` (from 1) of a file, without its newline.
    pub fn line(&self, file: FileId, line: u32) -> Option<&str> {
        let file = &self.files[file];
        file.text.as_deref()?.get(file.start_of(line)?..)?.lines().next()
    }

    /// Does the span lie in a system header?
    pub fn is_system(&self, span: Span) -> bool {
        self.origin(span.lo).is_some_and(|origin| self.files[origin.file].system)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macro_text_maps_to_its_invocation() {
        let mut map =
            SourceMap { text: "if (((x)>(y)?(x):(y)) > 0)\n".into(), ..SourceMap::default() };
        let original = "if (MAX(x, y) > 0)\n".to_owned();
        let file = map.files.push(SourceFile::new("m.c".into(), Some(original), false));
        let at = |start, col, macro_len| Origin { start, file, line: 1, col, macro_len };
        map.origins = vec![at(0, 1, 0), at(4, 5, 9), at(21, 14, 0)];
        assert_eq!(map.original(Span::new(5, 12)), "MAX(x, y)");
        assert_eq!(map.original(Span::new(4, 25)), "MAX(x, y) > 0");
    }
}
