//! From a C file to the stages of the front end, as the binary does it but with nothing printed.

use cfront::ast::Ast;
use cfront::pp::{self, Preprocessed};
use cfront::target::Target;
use source::{Diagnostic, Diagnostics, Severity, SourceMap};
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

/// A lowered and verified file.
pub struct Lowered {
    /// The text, and the way back to its files.
    pub map: SourceMap,
    /// What it means.
    pub program: ir::Program,
}

/// Preprocesses, parses, checks, lowers and verifies a file; the message lists every error.
pub fn lower(path: &Path) -> Result<Lowered, String> {
    lower_for(path, Target::LP64)
}

/// The same for a data model.
pub fn lower_for(path: &Path, target: Target) -> Result<Lowered, String> {
    lower_parsed(parse(path)?, target)
}

/// The same for text that needs no preprocessor.
pub fn lower_text(text: &str) -> Result<Lowered, String> {
    lower_parsed(parse_text(text), Target::LP64)
}

fn lower_parsed(parsed: Parsed, target: Target) -> Result<Lowered, String> {
    let map = &parsed.unit.map;
    stop_at_errors(map, &parsed.diagnostics)?;
    let (unit, diagnostics) = cfront::sema::check(&parsed.ast, map, &target);
    stop_at_errors(map, &diagnostics)?;
    let options = lower::Options { overflow: lower::Overflow::Trap, target };
    let (program, diagnostics) = lower::lower(&unit, &options);
    stop_at_errors(map, &diagnostics)?;
    let violations = ir::verify(&program);
    if violations.is_empty() {
        return Ok(Lowered { map: parsed.unit.map, program });
    }
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    Err(lines.join("\n"))
}

fn stop_at_errors(map: &SourceMap, diagnostics: &Diagnostics) -> Result<(), String> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let lines: Vec<String> = errors.map(|diagnostic| one_line(map, diagnostic)).collect();
    if lines.is_empty() { Ok(()) } else { Err(lines.join("\n")) }
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
