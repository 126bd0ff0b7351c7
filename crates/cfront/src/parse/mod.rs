//! Tokens to the syntax tree: recursive descent, one file per part of the grammar.
//!
//! The parser knows which names are typedefs, because C cannot be parsed without; it knows nothing else about names.
//! After an error it skips to the end of the statement or declaration and goes on, so that one run shows several errors.
//! Nesting is limited, chains (`else if`, `case`, operators, `?:`) are loops: no input overflows the stack.
//!
//! Methods return [`Parse`]: `Err(Failed)` means that a message was given and the caller should recover or give up.

mod asm;
mod attr;
mod clause_words;
mod contract;
mod declaration;
mod declarator;
mod expr;
mod init;
mod logic;
mod pragma;
mod primary;
mod record;
mod scope;
mod specifiers;
mod stmt;

use crate::ast::{Ast, Ident};
use crate::codes;
use crate::lex::{self, Aligned, Tok, Token, token};
use crate::pp::{MacroTable, Macros};
use pragma::Pragmas;
use scope::Scope;
use source::{Diagnostic, Diagnostics, SourceMap, Span};

/// Parses a translation unit.
pub fn parse_unit(map: &SourceMap, macros: &Macros) -> (Ast, Diagnostics) {
    let mut ast = Ast { names: token::names_with_keywords(), ..Ast::default() };
    let (tokens, diagnostics) = lex::lex(map, &mut ast.names);
    let mut parser = Parser {
        map,
        tokens: tokens.tokens,
        pos: 0,
        prev_hi: 0,
        ast,
        diagnostics,
        errors: 0,
        last_error: usize::MAX,
        depth: 0,
        scope: Scope::default(),
        pending: Vec::new(),
        contracts: tokens.contracts,
        next_contract: 0,
        pragmas: Pragmas::new(tokens.pragmas),
        macros: MacroTable::new(&map.text, macros),
        macro_fuel: 5_000_000,
        reading_contract: false,
        clause_problem: None,
    };
    parser.unit();
    (parser.ast, parser.diagnostics)
}

/// Constructs may nest this deep; the standard asks for 127 blocks and 63 parentheses (C17 5.2.4.1).
const MAX_DEPTH: u32 = 400;
/// After this many errors the rest is noise.
const MAX_ERRORS: u32 = 20;

/// A message was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

struct Parser<'m> {
    map: &'m SourceMap,
    /// The tokens being read: those of the file, or for a moment those of a contract.
    tokens: Vec<Token>,
    pos: usize,
    /// Where the last token taken ends.
    prev_hi: u32,
    ast: Ast,
    diagnostics: Diagnostics,
    errors: u32,
    /// Position of the last error: a second one there is an echo.
    last_error: usize,
    depth: u32,
    scope: Scope,
    /// Operators and left operands that wait for their right one (see `expr`).
    pending: Vec<expr::Pending>,
    contracts: Vec<Aligned>,
    next_contract: usize,
    pragmas: Pragmas,
    macros: MacroTable<'m>,
    /// Tokens that macros in contracts may still cost.
    macro_fuel: usize,
    /// Are the tokens those of a contract?
    reading_contract: bool,
    /// The first thing that was wrong in the clause being read.
    clause_problem: Option<Diagnostic>,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    fn kind(&self) -> Tok {
        self.tokens[self.pos].kind
    }

    fn kind_at(&self, ahead: usize) -> Tok {
        self.tokens.get(self.pos + ahead).map_or(Tok::Eof, |token| token.kind)
    }

    fn at(&self, kind: Tok) -> bool {
        self.kind() == kind
    }

    /// Takes a token; the last one, `Eof`, can be taken again and again.
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Tok::Eof {
            self.prev_hi = token.hi;
            self.pos += 1;
        }
        token
    }

    fn eat(&mut self, kind: Tok) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, kind: Tok) -> Parse<Token> {
        if self.at(kind) {
            return Ok(self.bump());
        }
        Err(self.expected(kind.describe()))
    }

    /// Takes a `;`. If it was forgotten at the end of a line, says so and goes on.
    fn expect_semi(&mut self) -> Parse<()> {
        if self.eat(Tok::Semi) {
            return Ok(());
        }
        let gap = self.prev_hi as usize..self.token().lo as usize;
        let new_line = self.map.text.get(gap).is_some_and(|gap| gap.contains('\n'));
        let span = Span::new(self.prev_hi.saturating_sub(1), self.prev_hi);
        let message = format!("expected `;` before {}", self.found());
        let failed =
            self.error(Diagnostic::error(codes::EXPECTED, span, message).help("add `;` here"));
        if new_line || self.at(Tok::RBrace) { Ok(()) } else { Err(failed) }
    }

    /// Takes the closing partner of `open`, and points at both when it is missing.
    fn expect_closing(&mut self, kind: Tok, open: Token) -> Parse<()> {
        if self.eat(kind) {
            return Ok(());
        }
        let (span, message) = (self.here(), self.expected_message(kind.describe()));
        let note = format!("to match this {}", open.kind.describe());
        let diagnostic = Diagnostic::error(codes::EXPECTED, span, message)
            .help(format!("add {}", kind.describe()))
            .note(Span::new(open.lo, open.hi), note);
        Err(self.error(diagnostic))
    }

    fn ident(&mut self) -> Parse<Ident> {
        if !self.at(Tok::Ident) {
            return Err(self.expected("a name"));
        }
        let token = self.bump();
        Ok(Ident { name: token.symbol(), span: Span::new(token.lo, token.hi) })
    }

    fn here(&self) -> Span {
        let token = self.token();
        Span::new(token.lo, token.hi)
    }

    /// From a first byte to the end of the last token taken.
    fn span_from(&self, lo: u32) -> Span {
        Span::new(lo, self.prev_hi.max(lo))
    }

    fn found(&self) -> String {
        match self.kind() {
            Tok::Eof => Tok::Eof.describe().to_owned(),
            Tok::Ident => format!("`{}`", &self.ast.names[self.token().symbol()]),
            _ => format!("`{}`", self.map.slice(self.here())),
        }
    }

    fn expected_message(&self, what: &str) -> String {
        format!("expected {what}, found {}", self.found())
    }

    fn expected(&mut self, what: &str) -> Failed {
        let (span, message) = (self.here(), self.expected_message(what));
        let diagnostic = Diagnostic::error(codes::EXPECTED, span, message);
        self.error(diagnostic.help(format!("write {what} here")))
    }

    /// Gives a message, unless it echoes one given at the same token.
    fn error(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.reading_contract {
            self.clause_problem.get_or_insert(diagnostic);
            return Failed;
        }
        if self.last_error == self.pos {
            return Failed;
        }
        self.last_error = self.pos;
        self.errors += 1;
        if self.errors <= MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
        if self.errors == MAX_ERRORS {
            let message = "too many errors, the rest of the file is not read";
            let stop = Diagnostic::error(codes::TOO_MANY, self.here(), message);
            self.diagnostics.push(stop.help("correct the first ones and try again"));
            self.pos = self.tokens.len() - 1;
        }
        Failed
    }

    /// Runs a part of the grammar one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            let diagnostic = Diagnostic::error(codes::TOO_DEEP, self.here(), message);
            return Err(self.error(diagnostic.help("split this into smaller parts")));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Skips to the end of a broken statement or declaration: past its `;`, past a balanced `{ … }` that ends it
    /// at file scope, or up to the `}` of the block around it. Always takes a token if none was taken since `start`.
    fn recover(&mut self, start: usize) {
        let at_file_scope = self.scope.is_global();
        loop {
            match self.kind() {
                Tok::Eof => return,
                Tok::Semi => {
                    self.bump();
                    return;
                }
                Tok::RBrace if !at_file_scope => {
                    if self.pos == start {
                        self.bump();
                    }
                    return;
                }
                Tok::LBrace => {
                    self.skip_balanced();
                    if at_file_scope && !self.at(Tok::Semi) {
                        return;
                    }
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips a bracketed group, up to and including its closing bracket.
    fn skip_balanced(&mut self) {
        let mut open = 0u32;
        loop {
            match self.kind() {
                Tok::Eof => return,
                Tok::LBrace | Tok::LParen | Tok::LBracket => open += 1,
                Tok::RBrace | Tok::RParen | Tok::RBracket => open -= 1,
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests;
