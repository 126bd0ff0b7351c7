//! Tokens of `.fd` text.

use source::Span;

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind<'a> {
    Name(&'a str),
    /// A number with its suffix, both as written.
    Number(&'a str),
    Symbol(&'a str),
    /// Characters that begin no token.
    Unknown(&'a str),
    EndOfLine,
    End,
}

const SYMBOLS: [&str; 30] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "..", "+", "-", "*", "/", "%", "&", "|", "^",
    "~", "!", "<", ">", "=", "(", ")", ",", ":", "?", "[", "]", ".",
];

/// All tokens, line ends included, with `End` last. Comments run from `#` or `;` to the end of the line.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = length_of_token(rest);
        let span = Span::new(at as u32, (at + length) as u32);
        let piece = &rest[..length];
        let first = rest.chars().next().unwrap_or('\n');
        let kind = match first {
            '\n' => Some(Kind::EndOfLine),
            '#' | ';' => None,
            c if c.is_whitespace() => None,
            c if c.is_ascii_digit() => Some(Kind::Number(piece)),
            c if is_name(c) => Some(Kind::Name(piece)),
            _ if SYMBOLS.contains(&piece) => Some(Kind::Symbol(piece)),
            _ => Some(Kind::Unknown(piece)),
        };
        found.extend(kind.map(|kind| Token { kind, span }));
        at += length;
    }
    let end = Span::new(text.len() as u32, text.len() as u32);
    found.push(Token { kind: Kind::EndOfLine, span: end });
    found.push(Token { kind: Kind::End, span: end });
    found
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$' || c == '@'
}

/// Bytes of the token, comment or blank at the start of a text that is not empty.
fn length_of_token(rest: &str) -> usize {
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let run = |of: fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
    match rest.as_bytes()[0] {
        b'\n' => 1,
        b'#' | b';' => rest.find('\n').unwrap_or(rest.len()),
        b'0'..=b'9' => length_of_number(rest),
        _ if rest.starts_with(is_name) => run(is_name),
        _ => SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).map_or(first, |s| s.len()),
    }
}

/// A number with its suffix: a point belongs to it before a digit, and a sign behind the `e` of a decimal.
fn length_of_number(rest: &str) -> usize {
    let run = |from: usize| rest[from..].find(|c| !is_name(c)).map_or(rest.len(), |n| from + n);
    let begins = |at: usize, with: fn(char) -> bool| rest[at..].starts_with(with);
    let mut end = run(0);
    if rest[..end].bytes().all(|byte| byte.is_ascii_digit())
        && begins(end, |c| c == '.')
        && rest[end + 1..].starts_with(|c: char| c.is_ascii_digit())
    {
        end = run(end + 1);
    }
    let exponent = rest[..end].ends_with(['e', 'E']) && !rest.starts_with("0x");
    if exponent && begins(end, |c| c == '-' || c == '+') {
        end = run(end + 1);
    }
    end
}
