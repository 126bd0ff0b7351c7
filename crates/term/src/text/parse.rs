//! Reading `.fd` text.
//!
//! Each line is one declaration or constraint. A line that cannot be read is reported and skipped,
//! so one run reports several mistakes.

mod expr;
mod float;

use super::lexer::{Kind, Token, tokens};
use super::{Constraint, Document, Expected, Reading};
use crate::{Float, FloatOp, Format, MAX_WIDTH, Term};
use expr::Typed;
use source::{Diagnostic, Diagnostics, Span};
use std::collections::BTreeMap;

/// Reads a file; the document holds what could be read.
pub fn parse(text: &str) -> (Document, Diagnostics) {
    let mut parser = Parser {
        tokens: tokens(text),
        at: 0,
        document: Document::default(),
        names: BTreeMap::new(),
        depth: 0,
    };
    let mut diagnostics = Diagnostics::default();
    while parser.peek() != Kind::End {
        if let Err(diagnostic) = parser.line() {
            diagnostics.push(*diagnostic);
            parser.skip_line();
        }
    }
    (parser.document, diagnostics)
}

/// A type of the text: bits and the order they are read in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Type {
    width: u32,
    reading: Reading,
}

impl Type {
    const fn plain(width: u32, signed: bool) -> Self {
        Self { width, reading: if signed { Reading::Signed } else { Reading::Unsigned } }
    }

    const fn float(format: Format) -> Self {
        Self { width: format.width(), reading: Reading::Float(format) }
    }

    fn is_signed(self) -> bool {
        self.reading == Reading::Signed
    }
}

const BOOL: Type = Type::plain(1, false);

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == BOOL {
            return write!(f, "bool");
        }
        match self.reading {
            Reading::Unsigned => write!(f, "u{}", self.width),
            Reading::Signed => write!(f, "i{}", self.width),
            Reading::Float(Format::SINGLE | Format::DOUBLE) => write!(f, "f{}", self.width),
            Reading::Float(Format { exponent, precision }) => write!(f, "f{exponent}_{precision}"),
        }
    }
}

/// Messages are rare and large, so they travel boxed.
type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    document: Document,
    names: BTreeMap<&'a str, Typed>,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn line(&mut self) -> Parsed<()> {
        let start = self.span();
        match self.peek() {
            Kind::EndOfLine => {}
            Kind::Name("var") => self.var()?,
            Kind::Name("let") => self.binding()?,
            Kind::Name("assert") => {
                self.next();
                self.constraint(None, start)?;
            }
            Kind::Name("label") => {
                self.next();
                let name = self.name("a label's name")?;
                self.expect(":")?;
                self.constraint(Some(name.to_owned()), start)?;
            }
            Kind::Name("expect") => self.expectation()?,
            _ => {
                let help = "a line begins with var, let, assert, label or expect";
                return Err(error("F0001", start, "this begins no line").map_help(help));
            }
        }
        self.end_of_line()
    }

    fn var(&mut self) -> Parsed<()> {
        self.next();
        let span = self.span();
        let name = self.name("a variable's name")?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.free_name(name, span)?;
        let term = self.document.pool.var(name, ty.width);
        self.document.vars.push((term, ty.reading));
        let typed = expr::made(term, ty, span);
        self.names.insert(name, typed);
        if self.peek() == Kind::Name("in") {
            self.next();
            let lo = self.expression()?;
            self.expect("..")?;
            let hi = self.expression()?;
            self.within(term, ty, &lo, &hi, span)?;
        }
        Ok(())
    }

    fn within(&mut self, x: Term, ty: Type, lo: &Typed, hi: &Typed, span: Span) -> Parsed<()> {
        let lo = self.typed(lo, ty)?;
        let hi = self.typed(hi, ty)?;
        let pool = &mut self.document.pool;
        let (above, below) = match ty.reading {
            Reading::Signed => (pool.sle(lo, x), pool.sle(x, hi)),
            Reading::Unsigned => (pool.ule(lo, x), pool.ule(x, hi)),
            Reading::Float(format) => {
                let le = Float::nearest(FloatOp::Le, format);
                (pool.float(le, 1, &[lo, x]), pool.float(le, 1, &[x, hi]))
            }
        };
        for term in [above, below] {
            self.document.constraints.push(Constraint { label: None, term, span });
        }
        Ok(())
    }

    fn binding(&mut self) -> Parsed<()> {
        self.next();
        let span = self.span();
        let name = self.name("a name")?;
        self.expect("=")?;
        let typed = self.expression()?;
        self.free_name(name, span)?;
        self.names.insert(name, Typed { span, ..typed });
        Ok(())
    }

    fn constraint(&mut self, label: Option<String>, start: Span) -> Parsed<()> {
        let condition = self.expression()?;
        let term = self.typed(&condition, BOOL)?;
        let span = start.to(self.tokens[self.at.saturating_sub(1)].span);
        self.document.constraints.push(Constraint { label, term, span });
        Ok(())
    }

    fn expectation(&mut self) -> Parsed<()> {
        self.next();
        let span = self.span();
        self.document.expect = Some(match self.name("sat or unsat")? {
            "sat" => Expected::Sat,
            "unsat" => Expected::Unsat,
            other => {
                return Err(error("F0002", span, format!("`{other}` is no answer"))
                    .map_help("write sat or unsat"));
            }
        });
        Ok(())
    }

    fn ty(&mut self) -> Parsed<Type> {
        let span = self.span();
        let name = self.name("a type")?;
        type_named(name).ok_or_else(|| {
            let help = "types are bool, u1 to u128, i1 to i128, f32, f64 and fE_P for E exponent and P significant bits";
            error("F0003", span, format!("`{name}` is no type")).map_help(help)
        })
    }

    fn free_name(&self, name: &str, span: Span) -> Parsed<()> {
        match self.names.get(name) {
            None => Ok(()),
            Some(first) => {
                let mut twice = error("F0004", span, format!("`{name}` is declared twice"));
                twice.notes.push((first.span, "first here".into()));
                Err(twice)
            }
        }
    }

    fn name(&mut self, what: &str) -> Parsed<&'a str> {
        match self.peek() {
            Kind::Name(name) => {
                self.next();
                Ok(name)
            }
            _ => Err(error("F0005", self.span(), format!("{what} is missing here"))),
        }
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept(symbol) {
            return Ok(());
        }
        Err(error("F0005", self.span(), format!("`{symbol}` is missing here")))
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = self.peek() == Kind::Symbol(symbol);
        if found {
            self.next();
        }
        found
    }

    fn end_of_line(&mut self) -> Parsed<()> {
        if self.peek() != Kind::EndOfLine {
            return Err(error("F0006", self.span(), "the line should end here"));
        }
        self.next();
        Ok(())
    }

    fn skip_line(&mut self) {
        self.depth = 0;
        while !matches!(self.peek(), Kind::EndOfLine | Kind::End) {
            self.next();
        }
        if self.peek() == Kind::EndOfLine {
            self.next();
        }
    }

    fn peek(&self) -> Kind<'a> {
        self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    fn next(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }
}

fn type_named(name: &str) -> Option<Type> {
    if name == "bool" {
        return Some(BOOL);
    }
    if name.starts_with('f') {
        return format_named(name).map(Type::float);
    }
    let signed = name.starts_with('i');
    let digits = name.strip_prefix(['u', 'i'])?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let width = digits.parse().ok().filter(|width| plain && (1..=MAX_WIDTH).contains(width))?;
    Some(Type::plain(width, signed))
}

fn format_named(name: &str) -> Option<Format> {
    match name {
        "f32" => return Some(Format::SINGLE),
        "f64" => return Some(Format::DOUBLE),
        _ => {}
    }
    let (exponent, precision) = name.strip_prefix('f')?.split_once('_')?;
    format_of(exponent.parse().ok()?, precision.parse().ok()?)
}

/// The format with these parameters, if they are in range.
fn format_of(exponent: u8, precision: u8) -> Option<Format> {
    let possible = (2..=15).contains(&exponent) && (2..=64).contains(&precision);
    possible.then_some(Format { exponent, precision })
}

#[expect(clippy::unnecessary_box_returns, reason = "every caller wraps it in a `Parsed`")]
fn error(code: &'static str, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, span, message))
}

trait MapHelp {
    fn map_help(self, help: &str) -> Self;
}

impl MapHelp for Box<Diagnostic> {
    fn map_help(mut self, help: &str) -> Self {
        self.help = Some(help.to_owned());
        self
    }
}
