//! Reading what `cc -E -CC -dD` printed: line markers, definitions, and the way back to the files as written.
//!
//! The text itself is left as it is; spans point into it. This module finds out where each byte of it was written
//! ([`source::Origin`]) and which macros are in force where. It preprocesses nothing and reads no file: the original
//! texts come from a callback.

mod align;
mod edit;
mod expand;
mod lines;
mod macros;

pub use edit::{Edit, appended, edited, followed};
pub(crate) use expand::{PpToken, expand_at, tokenize};
pub(crate) use macros::MacroTable;
pub use macros::Macros;

use align::Original;
use entity::EntityRef;
use lines::{Line, Lines};
use source::{Origin, SourceMap};

/// A preprocessed translation unit.
#[derive(Clone, Debug, Default)]
pub struct Preprocessed {
    /// The text and the way back to its files.
    pub map: SourceMap,
    /// The definitions left in the text.
    pub macros: Macros,
}

/// Reads preprocessed text. `files` gives the original text of a file named by a line marker; it is asked once for each file
/// that is not a system header.
pub fn read(text: String, files: &dyn Fn(&str) -> Option<String>) -> Preprocessed {
    let Lines { all: lines, macros, files } = lines::split(&text, files);
    let mut origins = Vec::with_capacity(lines.len());
    let mut table = MacroTable::new(&text, &macros);
    let mut originals: Vec<_> =
        files.values().map(|file| file.text.as_deref().map(Original::new)).collect();
    for run in lines.chunk_by(|a, b| a.run == b.run) {
        match &mut originals[run[0].file.index()] {
            Some(original) => align::align(&text, original, run, &mut table, &mut origins),
            None => origins.extend(run.iter().map(line_origin)),
        }
    }
    drop(originals);
    Preprocessed { map: SourceMap { text, files, origins }, macros }
}

/// A line that is taken to mirror its original.
fn line_origin(line: &Line) -> Origin {
    Origin { start: line.start, file: line.file, line: line.number, col: 1, macro_len: 0 }
}

#[cfg(test)]
mod tests;
