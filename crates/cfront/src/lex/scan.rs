//! Bytes to tokens: one table lookup per token, no allocation.
//!
//! The scanner never fails: what it cannot read becomes [`Tok::Stray`], or a literal that runs to the end of its line,
//! which the decoder then rejects. In contract mode it also knows the tokens of contracts.

use super::token::{Tok, Token, word_kind};
use crate::names::Intern;
use entity::EntityRef;

/// What a byte can start.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Stray,
    Space,
    Word,
    Digit,
    Punct,
    Quote,
}

const CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Stray; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Space,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'"' | b'\'' => Class::Quote,
            b'!' | b'#' | b'%' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b'-' | b'.' | b'/'
            | b':' | b';' | b'<' | b'=' | b'>' | b'?' | b'[' | b']' | b'^' | b'{' | b'|' | b'}'
            | b'~' => Class::Punct,
            _ => Class::Stray,
        };
        byte += 1;
    }
    table
}

/// May the byte continue a word?
pub(crate) const fn continues_word(byte: u8) -> bool {
    matches!(CLASSES[byte as usize], Class::Word | Class::Digit)
}

/// Which language is being read?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// C: directives are passed over.
    C,
    /// A line of C as a preprocessor sees it: `#` is a token.
    Directive,
    /// The inside of a contract: `@` is white space, `==>` is a token.
    Contract,
}

/// Something between tokens that the parser wants to know of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aside {
    /// A comment that starts with `@`.
    Contract,
    /// A `#pragma` line.
    Pragma,
    /// A comment without an end.
    OpenComment,
}

/// Reads tokens from `pos` to `end`.
pub(crate) struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    /// The next byte.
    pub(crate) pos: usize,
    end: usize,
    mode: Mode,
}

impl<'t> Scanner<'t> {
    /// A scanner for the bytes `lo..hi` of a text.
    pub(crate) fn new(text: &'t str, lo: usize, hi: usize, mode: Mode) -> Self {
        let end = hi.min(text.len());
        Self { text, bytes: &text.as_bytes()[..end], pos: lo.min(end), end, mode }
    }

    /// The next token; `aside` is told what lay before it.
    #[inline]
    pub(crate) fn next(
        &mut self,
        names: &mut impl Intern,
        mut aside: impl FnMut(Aside, usize, usize),
    ) -> Token {
        loop {
            self.skip_space();
            let start = self.pos;
            let Some(&byte) = self.bytes.get(start) else {
                return self.token(Tok::Eof, start);
            };
            match CLASSES[byte as usize] {
                Class::Word => return self.word(names),
                Class::Punct => {
                    if byte == b'/' && self.comment(&mut aside) {
                        continue;
                    }
                    if byte == b'#' && self.mode == Mode::C && self.at_line_start() {
                        self.directive(&mut aside);
                        continue;
                    }
                    return self.punctuator(byte);
                }
                Class::Digit => return self.number(),
                Class::Quote => return self.quoted(start),
                Class::Space | Class::Stray => {
                    if let Some(token) = self.odd(byte, names) {
                        return token;
                    }
                }
            }
        }
    }

    fn token(&self, kind: Tok, start: usize) -> Token {
        Token { kind, lo: start as u32, hi: self.pos as u32, payload: 0 }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn skip_space(&mut self) {
        while self.bytes.get(self.pos).is_some_and(|&b| CLASSES[b as usize] == Class::Space) {
            self.pos += 1;
        }
    }

    /// Bytes that start no token of C: line continuations, the words of contracts, rubbish.
    fn odd(&mut self, byte: u8, names: &mut impl Intern) -> Option<Token> {
        let start = self.pos;
        if byte == b'\\' && matches!(self.peek(1), b'\n' | b'\r') {
            self.pos += 2;
            return None;
        }
        if byte == b'\\' && matches!(self.peek(1), b'u' | b'U') && self.mode != Mode::Contract {
            return Some(self.word(names));
        }
        self.pos += 1;
        if self.mode == Mode::Contract {
            if byte == b'@' {
                return None;
            }
            if byte == b'\\' && CLASSES[self.peek(0) as usize] == Class::Word {
                let word = self.word(names);
                return Some(Token { kind: Tok::Backslash, lo: start as u32, ..word });
            }
        }
        Some(self.token(Tok::Stray, start))
    }

    #[inline]
    fn word(&mut self, names: &mut impl Intern) -> Token {
        let start = self.pos;
        self.skip_word();
        let byte = self.peek(0);
        if (byte == b'"' || byte == b'\'') && self.pos - start <= 2 {
            let prefix = &self.text[start..self.pos];
            if matches!(prefix, "L" | "u" | "U") || (prefix == "u8" && byte == b'"') {
                return self.quoted(start);
            }
        }
        let symbol = names.intern(&self.text[start..self.pos]);
        Token {
            kind: word_kind(symbol),
            lo: start as u32,
            hi: self.pos as u32,
            payload: symbol.index() as u32,
        }
    }

    #[inline]
    fn skip_word(&mut self) {
        while self.bytes.get(self.pos).is_some_and(|&b| continues_word(b)) {
            self.pos += 1;
        }
        if self.peek(0) == b'\\' && matches!(self.peek(1), b'u' | b'U') {
            self.pos += 2;
            self.skip_word_rest();
        }
    }

    /// After a universal character name, which is rare.
    fn skip_word_rest(&mut self) {
        loop {
            let byte = self.peek(0);
            if continues_word(byte) {
                self.pos += 1;
            } else if byte == b'\\' && matches!(self.peek(1), b'u' | b'U') {
                self.pos += 2;
            } else {
                return;
            }
        }
    }

    /// A preprocessing number: it may turn out to be no number of C.
    fn number(&mut self) -> Token {
        let start = self.pos;
        loop {
            let byte = self.peek(0);
            let range = byte == b'.' && self.peek(1) == b'.' && self.mode == Mode::Contract;
            let signed = matches!(byte, b'e' | b'E' | b'p' | b'P')
                && matches!(self.peek(1), b'+' | b'-')
                && !(matches!(byte, b'e' | b'E') && self.is_hex(start));
            if signed {
                self.pos += 2;
            } else if (continues_word(byte) || byte == b'.') && !range {
                self.pos += 1;
            } else {
                return self.token(Tok::Number, start);
            }
        }
    }

    /// `0xE+1` is one preprocessing number in the standard; read as people mean it, as a sum, it accepts more.
    fn is_hex(&self, start: usize) -> bool {
        self.bytes[start] == b'0' && matches!(self.bytes.get(start + 1), Some(b'x' | b'X'))
    }

    /// A character or string constant whose prefix starts at `start`; it ends with its line at the latest.
    fn quoted(&mut self, start: usize) -> Token {
        let quote = self.peek(0);
        self.pos += 1;
        let kind = if quote == b'"' { Tok::Str } else { Tok::Char };
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b'\n' => break,
                b'\\' if self.pos + 1 < self.end => self.pos += 1 + self.char_len(self.pos + 1),
                _ if byte == quote => {
                    self.pos += 1;
                    break;
                }
                _ => self.pos += 1,
            }
        }
        self.token(kind, start)
    }

    fn char_len(&self, at: usize) -> usize {
        self.text[at..].chars().next().map_or(1, char::len_utf8)
    }

    fn at_line_start(&self) -> bool {
        let before = &self.bytes[..self.pos];
        let blank = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
        before.len() == blank || before[before.len() - blank - 1] == b'\n'
    }

    /// Passes over a comment, if one starts here.
    fn comment(&mut self, aside: &mut impl FnMut(Aside, usize, usize)) -> bool {
        let start = self.pos;
        match self.peek(1) {
            b'/' => self.pos = line_end(self.text, start).min(self.end),
            b'*' => {
                let length = self.text[start + 2..self.end].find("*/");
                self.pos = length.map_or(self.end, |length| start + length + 4);
                if length.is_none() {
                    aside(Aside::OpenComment, start, self.end);
                }
            }
            _ => return false,
        }
        if self.bytes.get(start + 2) == Some(&b'@') {
            aside(Aside::Contract, start, self.pos);
        }
        true
    }

    fn directive(&mut self, aside: &mut impl FnMut(Aside, usize, usize)) {
        let start = self.pos;
        self.pos = directive_end(self.text, start).min(self.end);
        let words = self.text[start + 1..self.pos].trim_start();
        if words.starts_with("pragma") {
            aside(Aside::Pragma, start, self.pos);
        }
    }

    fn punctuator(&mut self, byte: u8) -> Token {
        let start = self.pos;
        let (kind, length) = punctuator(byte, self.peek(1), self.peek(2), self.peek(3), self.mode);
        if kind == Tok::Number {
            return self.number();
        }
        self.pos += length;
        self.token(kind, start)
    }
}

/// Where the directive that starts at `start` ends: at its line end, unless a comment or a continuation carries it on.
pub(crate) fn directive_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut pos = start;
    while let Some(&byte) = bytes.get(pos) {
        match byte {
            b'\n' => return pos,
            b'\\' if bytes.get(pos + 1) == Some(&b'\n') => pos += 2,
            b'\\' if text[pos + 1..].starts_with("\r\n") => pos += 3,
            b'/' if bytes.get(pos + 1) == Some(&b'*') => match text[pos + 2..].find("*/") {
                Some(length) => pos += length + 4,
                None => return text.len(),
            },
            b'/' if bytes.get(pos + 1) == Some(&b'/') => return line_end(text, pos),
            b'"' | b'\'' => pos = quoted_end(bytes, pos),
            _ => pos += 1,
        }
    }
    bytes.len()
}

/// Where the line that holds `pos` ends, continuations included.
fn line_end(text: &str, pos: usize) -> usize {
    let mut end = pos;
    loop {
        match text[end..].find('\n') {
            None => return text.len(),
            Some(length) => end += length,
        }
        if !text[..end].ends_with('\\') {
            return end;
        }
        end += 1;
    }
}

/// One past a quoted text on one line; an apostrophe without a partner (as in prose) is passed over alone.
fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let mut pos = start + 1;
    while let Some(&byte) = bytes.get(pos) {
        match byte {
            b'\n' => return start + 1,
            b'\\' if bytes.get(pos + 1).is_some_and(|&b| b != b'\n') => pos += 2,
            b'\\' => return start + 1,
            _ if byte == bytes[start] => return pos + 1,
            _ => pos += 1,
        }
    }
    start + 1
}

/// The longest punctuator that these bytes start, and its length.
fn punctuator(a: u8, b: u8, c: u8, d: u8, mode: Mode) -> (Tok, usize) {
    let contract = mode == Mode::Contract;
    match (a, b, c) {
        (b'.', b'.', b'.') if !contract => (Tok::Ellipsis, 3),
        (b'.', b'.', _) if contract => (Tok::DotDot, 2),
        (b'.', b'0'..=b'9', _) => (Tok::Number, 0),
        (b'<', b'=', b'=') if contract && d == b'>' => (Tok::Iff, 4),
        (b'<', b'-', b'-') if contract && d == b'>' => (Tok::BitIff, 4),
        (b'=', b'=', b'>') if contract => (Tok::Implies, 3),
        (b'-', b'-', b'>') if contract => (Tok::BitImplies, 3),
        (b'^', b'^', _) if contract => (Tok::CaretCaret, 2),
        (b'<', b'<', b'=') => (Tok::ShlEq, 3),
        (b'>', b'>', b'=') => (Tok::ShrEq, 3),
        (b'%', b':', b'%') if d == b':' => (Tok::HashHash, 4),
        (b'-', b'>', _) => (Tok::Arrow, 2),
        (b'+', b'+', _) => (Tok::PlusPlus, 2),
        (b'-', b'-', _) => (Tok::MinusMinus, 2),
        (b'<', b'<', _) => (Tok::Shl, 2),
        (b'>', b'>', _) => (Tok::Shr, 2),
        (b'<', b'=', _) => (Tok::Le, 2),
        (b'>', b'=', _) => (Tok::Ge, 2),
        (b'=', b'=', _) => (Tok::EqEq, 2),
        (b'!', b'=', _) => (Tok::Ne, 2),
        (b'&', b'&', _) => (Tok::AmpAmp, 2),
        (b'|', b'|', _) => (Tok::PipePipe, 2),
        (b'+', b'=', _) => (Tok::PlusEq, 2),
        (b'-', b'=', _) => (Tok::MinusEq, 2),
        (b'*', b'=', _) => (Tok::StarEq, 2),
        (b'/', b'=', _) => (Tok::SlashEq, 2),
        (b'%', b'=', _) => (Tok::PercentEq, 2),
        (b'&', b'=', _) => (Tok::AmpEq, 2),
        (b'|', b'=', _) => (Tok::PipeEq, 2),
        (b'^', b'=', _) => (Tok::CaretEq, 2),
        (b'#', b'#', _) => (Tok::HashHash, 2),
        (b'<', b':', _) => (Tok::LBracket, 2),
        (b':', b'>', _) => (Tok::RBracket, 2),
        (b'<', b'%', _) => (Tok::LBrace, 2),
        (b'%', b'>', _) => (Tok::RBrace, 2),
        (b'%', b':', _) => (Tok::Hash, 2),
        _ => (single(a), 1),
    }
}

fn single(byte: u8) -> Tok {
    match byte {
        b'(' => Tok::LParen,
        b')' => Tok::RParen,
        b'[' => Tok::LBracket,
        b']' => Tok::RBracket,
        b'{' => Tok::LBrace,
        b'}' => Tok::RBrace,
        b';' => Tok::Semi,
        b',' => Tok::Comma,
        b':' => Tok::Colon,
        b'?' => Tok::Question,
        b'.' => Tok::Dot,
        b'+' => Tok::Plus,
        b'-' => Tok::Minus,
        b'*' => Tok::Star,
        b'/' => Tok::Slash,
        b'%' => Tok::Percent,
        b'&' => Tok::Amp,
        b'|' => Tok::Pipe,
        b'^' => Tok::Caret,
        b'~' => Tok::Tilde,
        b'!' => Tok::Bang,
        b'<' => Tok::Lt,
        b'>' => Tok::Gt,
        b'=' => Tok::Eq,
        b'#' => Tok::Hash,
        _ => Tok::Stray,
    }
}
