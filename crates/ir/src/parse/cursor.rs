//! Walking over the tokens of one line.

use super::lex::{Line, Tok};
use crate::Type;
use entity::EntityRef;
use source::{Diagnostic, Span};
use std::fmt::Display;

/// What reading one thing gives.
pub(super) type Read<T> = Result<T, Diagnostic>;

/// A position in a line.
pub(super) struct Cursor<'a> {
    line: &'a Line,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: &'a Line) -> Self {
        Self { line, at: 0 }
    }

    pub(super) fn line_span(&self) -> Span {
        self.line.span
    }

    pub(super) fn peek(&self) -> Option<&'a Tok> {
        self.line.tokens.get(self.at).map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<&'a Tok> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Complains about the token that was read last, or about the end of the line.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        let token = self.line.tokens.get(self.at.saturating_sub(1));
        let span = token.map_or(self.line.span, |(_, span)| *span);
        Diagnostic::error("I0002", span, message)
    }

    fn expected<T>(&self, what: impl Display) -> Read<T> {
        Err(self.error(format!("expected {what} here")))
    }

    pub(super) fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    pub(super) fn done(&mut self) -> Read<()> {
        if self.next().is_some() { self.expected("the end of the line") } else { Ok(()) }
    }

    pub(super) fn word(&mut self, what: &str) -> Read<&'a str> {
        match self.next() {
            Some(Tok::Word(word)) => Ok(word),
            _ => self.expected(what),
        }
    }

    /// Takes this very word if it is next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Tok::Word(next)) if next == word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.next() == Some(&Tok::Word(word.to_owned())) { Ok(()) } else { self.expected(word) }
    }

    pub(super) fn eat(&mut self, punct: &'static str) -> bool {
        let found = self.peek() == Some(&Tok::Punct(punct));
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, punct: &'static str) -> Read<()> {
        if self.next() == Some(&Tok::Punct(punct)) {
            Ok(())
        } else {
            self.expected(format!("`{punct}`"))
        }
    }

    pub(super) fn string(&mut self) -> Read<String> {
        match self.next() {
            Some(Tok::Str(text)) => Ok(text.clone()),
            _ => self.expected("a string"),
        }
    }

    pub(super) fn name(&mut self) -> Read<&'a str> {
        match self.next() {
            Some(Tok::Name(name)) => Ok(name),
            _ => self.expected("a name"),
        }
    }

    pub(super) fn signed(&mut self) -> Read<i128> {
        match self.next() {
            Some(&Tok::Num(false, value)) if value <= i128::MAX as u128 => Ok(value as i128),
            Some(&Tok::Num(true, value)) if value <= 1 << 127 => Ok((value as i128).wrapping_neg()),
            _ => self.expected("an integer of at most 128 bits"),
        }
    }

    /// A number that fits the integer type.
    pub(super) fn number<T: TryFrom<i128>>(&mut self) -> Read<T> {
        let value = self.signed()?;
        T::try_from(value).or_else(|_| self.expected("a smaller number"))
    }

    /// The bits of an integer constant of a width.
    pub(super) fn bits(&mut self, width: u32) -> Read<u128> {
        let mask = if width < 128 { (1u128 << width) - 1 } else { u128::MAX };
        match self.next() {
            Some(&Tok::Num(false, value)) if value <= mask => Ok(value),
            Some(&Tok::Num(true, value)) if value <= mask / 2 + 1 => {
                Ok(value.wrapping_neg() & mask)
            }
            _ => self.expected(format!("an integer of {width} bits")),
        }
    }

    pub(super) fn ty(&mut self) -> Read<Type> {
        match self.next() {
            Some(Tok::Word(word)) => type_named(word).map_or_else(|| self.expected("a type"), Ok),
            _ => self.expected("a type"),
        }
    }

    /// An id with this prefix.
    pub(super) fn id<T: EntityRef + Display>(&mut self) -> Read<T> {
        let found = self.peek_id();
        self.at += 1;
        found.map_or_else(|| self.expected(format!("an id like `{}`", T::from_index(0))), Ok)
    }

    /// The id that comes next, if one of this kind does.
    pub(super) fn peek_id<T: EntityRef + Display>(&self) -> Option<T> {
        let Some(Tok::Word(word)) = self.peek() else {
            return None;
        };
        let split = word.find(|c: char| c.is_ascii_digit())?;
        let index: u32 = word[split..].parse().ok().filter(|&index| index < MAX_ID)?;
        let id = T::from_index(index as usize);
        (id.to_string() == *word).then_some(id)
    }

    /// Items separated by commas up to the closing punctuation, which is taken.
    pub(super) fn list<T>(
        &mut self,
        close: &'static str,
        mut item: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            self.expect(",")?;
        }
    }
}

/// Ids are dense, so a huge one is a slip of the pen, not a reason to allocate gigabytes.
const MAX_ID: u32 = 1 << 20;

fn type_named(word: &str) -> Option<Type> {
    match word {
        "i1" => Some(Type::Int(1)),
        "i8" => Some(Type::Int(8)),
        "i16" => Some(Type::Int(16)),
        "i32" => Some(Type::Int(32)),
        "i64" => Some(Type::Int(64)),
        "i128" => Some(Type::Int(128)),
        "f32" => Some(Type::F32),
        "f64" => Some(Type::F64),
        "f80" => Some(Type::F80),
        "ptr" => Some(Type::Ptr),
        _ => None,
    }
}
