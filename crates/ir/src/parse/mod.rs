//! The text format, reading; what it looks like is said where it is printed.
//!
//! Every line is read for itself: a bad one is reported with its place, and reading goes on. Regions nest through a stack of
//! our own, so depth costs no recursion. Spans of what is read are places in this text. Whether the program makes sense
//! is for the verifier to say; here only ids must lead somewhere where a table has to be built.

mod body;
mod cursor;
mod lex;
mod logic;
mod program;

use crate::{Func, Global, Program, Target};
use cursor::Cursor;
use entity::EntityRef;
use lex::{Line, Tok};
use source::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;

/// Reads a program, or says what is wrong with its text.
pub fn parse(text: &str) -> Result<Program, Diagnostics> {
    let (lines, errors) = lex::lines(text);
    let mut parser = Parser::new(&lines);
    for error in errors {
        parser.diagnostics.push(error);
    }
    let program = parser.program();
    if parser.diagnostics.is_empty() { Ok(program) } else { Err(parser.diagnostics) }
}

/// Reading stops after so many complaints; what follows is mostly echo.
const MAX_ERRORS: usize = 20;

struct Parser<'a> {
    lines: &'a [Line],
    at: usize,
    funcs: BTreeMap<&'a str, Vec<Func>>,
    globals: BTreeMap<&'a str, Vec<Global>>,
    diagnostics: Diagnostics,
}

impl<'a> Parser<'a> {
    fn new(lines: &'a [Line]) -> Self {
        Self {
            lines,
            at: 0,
            funcs: declared(lines, "func"),
            globals: declared(lines, "global"),
            diagnostics: Diagnostics::default(),
        }
    }

    /// The next line, unless the text or our patience has ended.
    fn next_line(&mut self) -> Option<Cursor<'a>> {
        let line = self.lines.get(self.at).filter(|_| self.diagnostics.len() < MAX_ERRORS)?;
        self.at += 1;
        Some(Cursor::new(line))
    }

    fn report<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|error| self.diagnostics.push(error)).ok()
    }

    fn program(&mut self) -> Program {
        let mut program = Program::new(Target::LP64);
        while let Some(mut line) = self.next_line() {
            let result = self.declaration(&mut line, &mut program);
            self.report(result);
        }
        program
    }

    fn func(&self, line: &mut Cursor<'_>) -> cursor::Read<Func> {
        reference(line, &self.funcs, "function")
    }

    fn global(&self, line: &mut Cursor<'_>) -> cursor::Read<Global> {
        reference(line, &self.globals, "global")
    }
}

/// The names that lines starting with `word` declare; ids follow the order of the lines.
fn declared<'a, K: EntityRef>(lines: &'a [Line], word: &str) -> BTreeMap<&'a str, Vec<K>> {
    let mut names: BTreeMap<&str, Vec<K>> = BTreeMap::new();
    let declarations = lines.iter().filter_map(|line| match line.tokens.as_slice() {
        [(Tok::Word(head), _), (Tok::Name(name), _), ..] if head == word => Some(name),
        _ => None,
    });
    for (index, name) in declarations.enumerate() {
        names.entry(name).or_default().push(K::from_index(index));
    }
    names
}

fn reference<K: EntityRef + std::fmt::Display>(
    line: &mut Cursor<'_>,
    names: &BTreeMap<&str, Vec<K>>,
    what: &str,
) -> cursor::Read<K> {
    if let Some(id) = line.peek_id() {
        let _: K = line.id()?;
        return Ok(id);
    }
    let name = line.name()?;
    match names.get(name).map(Vec::as_slice) {
        Some([id]) => Ok(*id),
        Some(_) => Err(line.error(format!("more than one {what} is called {name}; use its id"))),
        None => Err(line.error(format!("no {what} is called {name}"))),
    }
}

#[cfg(test)]
mod tests;
