//! Tokens of the text format, cut line by line.

use source::{Diagnostic, Span};

/// One token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tok {
    /// A keyword, mnemonic, type or id; may hold dots, and dashes between letters.
    Word(String),
    /// `@name` or `@"name"`.
    Name(String),
    /// An integer: sign and magnitude.
    Num(bool, u128),
    /// A string literal, unescaped.
    Str(String),
    /// Punctuation.
    Punct(&'static str),
}

/// A line that is not empty: its tokens with their spans.
pub(super) struct Line {
    pub(super) tokens: Vec<(Tok, Span)>,
    pub(super) span: Span,
}

/// The lines of a text, and complaints about characters that start no token.
pub(super) fn lines(text: &str) -> (Vec<Line>, Vec<Diagnostic>) {
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        match line(raw, start) {
            Ok(line) if line.tokens.is_empty() => {}
            Ok(line) => lines.push(line),
            Err(error) => errors.push(error),
        }
        start += raw.len();
    }
    (lines, errors)
}

fn line(raw: &str, start: usize) -> Result<Line, Diagnostic> {
    let mut tokens = Vec::new();
    let mut rest = raw.trim_start();
    while let Some(first) = rest.chars().next().filter(|&c| c != ';') {
        let at = raw.len() - rest.len();
        let (token, len) = token(rest, first).ok_or_else(|| {
            let span = span_of(start + at, first.len_utf8());
            Diagnostic::error("I0001", span, format!("no token starts with {first:?}"))
        })?;
        tokens.push((token, span_of(start + at, len)));
        rest = rest[len..].trim_start();
    }
    let lo = start + raw.len() - raw.trim_start().len();
    Ok(Line { span: span_of(lo, raw.trim().len()), tokens })
}

fn span_of(start: usize, len: usize) -> Span {
    Span::new(start as u32, (start + len) as u32)
}

fn token(rest: &str, first: char) -> Option<(Tok, usize)> {
    match first {
        '@' if rest[1..].starts_with('"') => {
            let (text, len) = string(&rest[1..])?;
            Some((Tok::Name(text), len + 1))
        }
        '@' => {
            let len = rest[1..].find(|c: char| !is_word(c)).unwrap_or(rest.len() - 1);
            (len > 0).then(|| (Tok::Name(rest[1..=len].to_owned()), len + 1))
        }
        '"' => string(rest).map(|(text, len)| (Tok::Str(text), len)),
        '0'..='9' => number(rest).map(|(value, len)| (Tok::Num(false, value), len)),
        '-' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            number(&rest[1..]).map(|(value, len)| (Tok::Num(true, value), len + 1))
        }
        _ if first.is_ascii_alphabetic() || first == '_' => {
            let len = word_len(rest);
            Some((Tok::Word(rest[..len].to_owned()), len))
        }
        _ => ["...", "..", "->", "{", "}", "(", ")", ",", "=", ":"]
            .into_iter()
            .find(|punct| rest.starts_with(punct))
            .map(|punct| (Tok::Punct(punct), punct.len())),
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn word_len(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let inner = |at: usize| {
        let joins = matches!(bytes[at], b'.' | b'-');
        is_word(bytes[at] as char)
            || joins && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
    };
    (0..bytes.len()).find(|&at| !inner(at)).unwrap_or(bytes.len())
}

fn number(rest: &str) -> Option<(u128, usize)> {
    let hex = rest.strip_prefix("0x");
    let (radix, digits) = hex.map_or((10, rest), |digits| (16, digits));
    let len = digits.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(digits.len());
    let value = u128::from_str_radix(&digits[..len], radix).ok()?;
    Some((value, rest.len() - digits.len() + len))
}

fn string(rest: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((out, at + 1)),
            '\\' => match chars.next()?.1 {
                'n' => out.push('\n'),
                'u' => out.push(unicode(&mut chars)?),
                other => out.push(other),
            },
            _ => out.push(c),
        }
    }
    None
}

fn unicode(chars: &mut impl Iterator<Item = (usize, char)>) -> Option<char> {
    let digits: String =
        chars.map(|(_, c)| c).skip_while(|&c| c == '{').take_while(|&c| c != '}').collect();
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}
