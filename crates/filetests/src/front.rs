//! From a C file to the stages of the front end, as the binary does it but with nothing printed.

use cfront::ast::Ast;
use cfront::pp::{self, Preprocessed};
use source::{Diagnostic, Diagnostics, SourceMap};
use std::path::Path;

/// A parsed file.
pub struct Parsed {
    /// The text, and the way back to its files.
    pub unit: Preprocessed,
    /// Its syntax.
    pub ast: Ast,
    /// What the parser had to say.
    pub diagnostics: Diagnostics,
}

/// Preprocesses with gcc and parses.
pub fn parse(path: &Path) -> Result<Parsed, String> {
    let compiler = native::Compiler::new("gcc", Vec::new());
    let text = compiler.preprocess(path).map_err(|error| error.to_string())?;
    let original = |name: &str| std::fs::read_to_string(name).ok();
    Ok(parse_unit(pp::read(text, &original)))
}

/// Parses text that needs no preprocessor.
pub fn parse_text(text: &str) -> Parsed {
    parse_unit(pp::read(text.to_owned(), &|_| None))
}

fn parse_unit(unit: Preprocessed) -> Parsed {
    let (ast, diagnostics) = cfront::parse_unit(&unit.map, &unit.macros);
    Parsed { unit, ast, diagnostics }
}

/// A message as one line: `file.c:3: text`.
pub fn one_line(map: &SourceMap, diagnostic: &Diagnostic) -> String {
    match map.locate(diagnostic.span.lo) {
        Some(loc) => {
            format!("{}:{}: {}", map.files[loc.file].name, loc.line, diagnostic.message)
        }
        None => diagnostic.message.clone(),
    }
}
