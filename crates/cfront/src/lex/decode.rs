//! The values of literals (C17 6.4.4, 6.4.5 and gcc's extensions).
//!
//! A literal always has a value: when its text is wrong there is a [`Problem`] beside it, and the value is the best guess.

use crate::ast::{
    CharLiteral, Encoding, FloatLiteral, FloatSuffix, IntLiteral, LiteralKind, StrLiteral,
};
use crate::codes;

/// What is wrong with a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// One of [`codes`].
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

impl Problem {
    fn new(code: &'static str, message: impl Into<String>, help: &'static str) -> Self {
        Self { code, message: message.into(), help }
    }
}

/// The value of a preprocessing number.
pub fn number(text: &str) -> (LiteralKind, Option<Problem>) {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let exponent: &[char] = if hex { &['p', 'P'] } else { &['e', 'E'] };
    let binary = text.starts_with("0b") || text.starts_with("0B");
    if !binary && (text.contains('.') || text.contains(exponent)) {
        float(text, hex)
    } else {
        integer(text)
    }
}

fn integer(text: &str) -> (LiteralKind, Option<Problem>) {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', ..] => (text, 8),
        _ => (text, 10),
    };
    // In an octal constant 8 and 9 are errors, not the start of a suffix.
    let in_digits = |c: char| c.is_digit(radix.max(10));
    let split = digits.find(|c| !in_digits(c)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(split);
    let mut literal =
        IntLiteral { value: 0, decimal: radix == 10, unsigned: false, longs: 0, imaginary: false };
    let mut problem = match u128::from_str_radix(digits, radix) {
        Ok(value) => {
            literal.value = value;
            None
        }
        Err(_) if digits.is_empty() || digits.chars().any(|c| !c.is_digit(radix)) => {
            Some(bad_number(text))
        }
        Err(_) => Some(Problem::new(
            codes::BIG_NUMBER,
            "this integer constant fits in no type",
            "use a constant below 2^128",
        )),
    };
    if !integer_suffix(suffix, &mut literal) {
        problem = Some(bad_number(text));
    }
    (LiteralKind::Int(literal), problem)
}

/// Reads `u`, `l`, `ll`, `i`, `j` in any order; false if there is anything else.
fn integer_suffix(suffix: &str, literal: &mut IntLiteral) -> bool {
    let mut rest = suffix;
    while let Some(first) = rest.chars().next() {
        let (length, fresh) = match first {
            'u' | 'U' => (1, !std::mem::replace(&mut literal.unsigned, true)),
            'i' | 'I' | 'j' | 'J' => (1, !std::mem::replace(&mut literal.imaginary, true)),
            'l' | 'L' => {
                let length = if rest[1..].starts_with(first) { 2 } else { 1 };
                (length, std::mem::replace(&mut literal.longs, length as u8) == 0)
            }
            _ => return false,
        };
        if !fresh {
            return false;
        }
        rest = &rest[length..];
    }
    true
}

fn float(text: &str, hex: bool) -> (LiteralKind, Option<Problem>) {
    let split = float_end(text.as_bytes(), hex);
    let (digits, mut suffix) = text.split_at(split.unwrap_or(text.len()));
    let imaginary = |c: char| matches!(c, 'i' | 'I' | 'j' | 'J');
    let without = suffix.trim_end_matches(imaginary).trim_start_matches(imaginary);
    let is_imaginary = without.len() + 1 == suffix.len();
    if is_imaginary {
        suffix = without;
    }
    let known = float_suffix(suffix);
    let problem = (split.is_none() || known.is_none()).then(|| bad_number(text));
    let literal = FloatLiteral {
        text: digits.into(),
        suffix: known.unwrap_or(FloatSuffix::None),
        imaginary: is_imaginary,
    };
    (LiteralKind::Float(literal), problem)
}

/// Where the suffix of a float starts, if its digits, point and exponent are well formed.
fn float_end(bytes: &[u8], hex: bool) -> Option<usize> {
    let digits = |from: usize, hex: bool| {
        let is_digit = |b: &&u8| if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
        from + bytes[from..].iter().take_while(is_digit).count()
    };
    let start = if hex { 2 } else { 0 };
    let mut pos = digits(start, hex);
    let mut any = pos > start;
    if bytes.get(pos) == Some(&b'.') {
        let after = digits(pos + 1, hex);
        any |= after > pos + 1;
        pos = after;
    }
    let marker = bytes.get(pos).map(u8::to_ascii_lowercase);
    if marker == Some(if hex { b'p' } else { b'e' }) {
        pos += 1 + usize::from(matches!(bytes.get(pos + 1), Some(b'+' | b'-')));
        let after = digits(pos, false);
        any &= after > pos;
        pos = after;
    } else if hex {
        return None;
    }
    any.then_some(pos)
}

fn float_suffix(suffix: &str) -> Option<FloatSuffix> {
    Some(match suffix.to_ascii_lowercase().as_str() {
        "" => FloatSuffix::None,
        "f" => FloatSuffix::F,
        "l" | "w" => FloatSuffix::L,
        "f16" => FloatSuffix::F16,
        "f32" => FloatSuffix::F32,
        "f64" => FloatSuffix::F64,
        "f128" | "q" => FloatSuffix::F128,
        "f32x" => FloatSuffix::F32x,
        "f64x" => FloatSuffix::F64x,
        _ => return None,
    })
}

fn bad_number(text: &str) -> Problem {
    Problem::new(
        codes::BAD_NUMBER,
        format!("`{text}` is no number"),
        "check its digits and its suffix",
    )
}

/// The value of a character constant, prefix and quotes included.
pub fn character(text: &str) -> (LiteralKind, Option<Problem>) {
    let (encoding, body) = prefix(text);
    let (body, mut problem) = unquote(body, '\'');
    let mut units = Vec::new();
    units_of(body, encoding, &mut units, &mut problem);
    if units.is_empty() && problem.is_none() {
        let help = "write the character between the quotes";
        problem = Some(Problem::new(codes::BAD_CHAR, "this character constant is empty", help));
    }
    let value = match (encoding, &units[..]) {
        (Encoding::Plain | Encoding::Utf8, [unit]) => i64::from(*unit as u8 as i8),
        (Encoding::Plain | Encoding::Utf8, units) => {
            i64::from(units.iter().fold(0u32, |value, unit| value << 8 | unit) as i32)
        }
        (Encoding::Wide, units) => i64::from(units.last().copied().unwrap_or(0) as i32),
        (_, units) => i64::from(units.last().copied().unwrap_or(0)),
    };
    (LiteralKind::Char(CharLiteral { encoding, value }), problem)
}

/// The value of adjacent strings, each with prefix and quotes.
pub fn string<'t>(pieces: impl Iterator<Item = &'t str> + Clone) -> (LiteralKind, Option<Problem>) {
    let mut encoding = Encoding::Plain;
    let mut problem = None;
    for piece in pieces.clone() {
        let (own, _) = prefix(piece);
        if encoding == Encoding::Plain {
            encoding = own;
        } else if own != Encoding::Plain && own != encoding {
            let help = "give all parts the same prefix";
            let message = "these strings have different prefixes";
            problem = Some(Problem::new(codes::BAD_CHAR, message, help));
        }
    }
    let mut units = Vec::new();
    for piece in pieces {
        let (body, open) = unquote(prefix(piece).1, '"');
        problem = problem.or(open);
        units_of(body, encoding, &mut units, &mut problem);
    }
    (LiteralKind::Str(StrLiteral { encoding, units: units.into() }), problem)
}

fn prefix(text: &str) -> (Encoding, &str) {
    let prefixes = [
        ("u8", Encoding::Utf8),
        ("u", Encoding::Utf16),
        ("U", Encoding::Utf32),
        ("L", Encoding::Wide),
    ];
    for (spelling, encoding) in prefixes {
        if let Some(rest) = text.strip_prefix(spelling) {
            return (encoding, rest);
        }
    }
    (Encoding::Plain, text)
}

/// The text between the quotes; the scanner may have stopped at the end of the line instead of a quote.
fn unquote(text: &str, quote: char) -> (&str, Option<Problem>) {
    let body = text.strip_prefix(quote).unwrap_or(text);
    let closed = body
        .strip_suffix(quote)
        .filter(|inner| inner.bytes().rev().take_while(|&b| b == b'\\').count() % 2 == 0);
    if let Some(inner) = closed {
        return (inner, None);
    }
    let message = format!("missing terminating `{quote}`");
    (body, Some(Problem::new(codes::OPEN_QUOTE, message, "close it on the same line")))
}

fn units_of(body: &str, encoding: Encoding, units: &mut Vec<u32>, problem: &mut Option<Problem>) {
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        if first == '\\' {
            rest = escape(rest, encoding, units, problem);
        } else {
            push_char(first, encoding, units);
        }
    }
}

/// Reads an escape sequence after its backslash and returns what follows it.
fn escape<'t>(
    text: &'t str,
    encoding: Encoding,
    units: &mut Vec<u32>,
    problem: &mut Option<Problem>,
) -> &'t str {
    let Some(first) = text.chars().next() else { return text };
    let rest = &text[first.len_utf8()..];
    match first {
        '0'..='7' => {
            let length = text.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
            push_value(&text[..length], 8, encoding, units, problem);
            &text[length..]
        }
        'x' => {
            let length = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
            push_value(&rest[..length], 16, encoding, units, problem);
            &rest[length..]
        }
        'u' | 'U' => {
            let most = if first == 'u' { 4 } else { 8 };
            let length = rest.bytes().take(most).take_while(u8::is_ascii_hexdigit).count();
            let code = u32::from_str_radix(&rest[..length], 16).ok().and_then(char::from_u32);
            match code {
                Some(c) if length == most => push_char(c, encoding, units),
                _ => bad_escape(problem, text),
            }
            &rest[length..]
        }
        '\n' => rest,
        _ => {
            // Any other character is itself, as compilers have it (with a warning of theirs).
            push_char(simple_escape(first).unwrap_or(first), encoding, units);
            rest
        }
    }
}

fn simple_escape(c: char) -> Option<char> {
    Some(match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        'e' | 'E' => '\x1b',
        _ => return None,
    })
}

fn bad_escape(problem: &mut Option<Problem>, text: &str) {
    let shown: String = text.chars().take(1).collect();
    let message = format!("unknown escape sequence `\\{shown}`");
    let help = "write `\\\\` for a backslash, `\\x..` for a byte";
    problem.get_or_insert_with(|| Problem::new(codes::BAD_CHAR, message, help));
}

/// Pushes the unit that an octal or hexadecimal escape gives.
fn push_value(
    digits: &str,
    radix: u32,
    encoding: Encoding,
    units: &mut Vec<u32>,
    problem: &mut Option<Problem>,
) {
    let most = match encoding {
        Encoding::Plain | Encoding::Utf8 => 0xff,
        Encoding::Utf16 => 0xffff,
        Encoding::Utf32 | Encoding::Wide => u32::MAX,
    };
    match u32::from_str_radix(digits, radix) {
        Ok(value) if value <= most => units.push(value),
        parsed => {
            let message = "this escape sequence is out of range or has no digits";
            let help = "a `char` holds `\\x00` to `\\xff`";
            problem.get_or_insert_with(|| Problem::new(codes::BAD_CHAR, message, help));
            units.push(parsed.unwrap_or(0) & most);
        }
    }
}

fn push_char(c: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        Encoding::Utf16 => units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&u| u32::from(u))),
        Encoding::Utf32 | Encoding::Wide => units.push(u32::from(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn int(text: &str, value: u128, flags: &str) {
        let (LiteralKind::Int(literal), None) = number(text) else {
            panic!("{text} should be an integer")
        };
        let mut found = String::new();
        for (on, flag) in [
            (literal.decimal, "d"),
            (literal.unsigned, "u"),
            (literal.longs > 0, "l"),
            (literal.longs > 1, "l"),
            (literal.imaginary, "i"),
        ] {
            found += if on { flag } else { "" };
        }
        assert_eq!((literal.value, found.as_str()), (value, flags), "{text}");
    }

    #[test]
    fn integers() {
        int("0", 0, "");
        int("42", 42, "d");
        int("0x2AuL", 42, "ul");
        int("052ull", 42, "ull");
        int("0b101LLU", 5, "ull");
        int("3i", 3, "di");
        int("340282366920938463463374607431768211455", u128::MAX, "d");
        for bad in ["09", "0x", "1lul", "1lL", "12ab", "0b2", "1uu"] {
            assert_eq!(number(bad).1.map(|p| p.code), Some(codes::BAD_NUMBER), "{bad}");
        }
        let big = number("340282366920938463463374607431768211456").1;
        assert_eq!(big.map(|p| p.code), Some(codes::BIG_NUMBER));
    }

    #[test]
    fn floats() {
        for (text, digits, suffix, imaginary) in [
            ("1.5e3f", "1.5e3", FloatSuffix::F, false),
            ("0x1.8p-3", "0x1.8p-3", FloatSuffix::None, false),
            (".5L", ".5", FloatSuffix::L, false),
            ("1.", "1.", FloatSuffix::None, false),
            ("2.0i", "2.0", FloatSuffix::None, true),
            ("2.0fi", "2.0", FloatSuffix::F, true),
            ("1e5F128", "1e5", FloatSuffix::F128, false),
            ("1.0f32x", "1.0", FloatSuffix::F32x, false),
            ("09.5", "09.5", FloatSuffix::None, false),
        ] {
            let literal = FloatLiteral { text: digits.into(), suffix, imaginary };
            assert_eq!(number(text), (LiteralKind::Float(literal), None), "{text}");
        }
        for bad in ["1e", "0x1.8", "1.5x", "0x.p1", "1.2.3", "1e+"] {
            assert_eq!(number(bad).1.map(|p| p.code), Some(codes::BAD_NUMBER), "{bad}");
        }
    }

    #[test]
    fn characters() {
        for (text, encoding, value) in [
            ("'a'", Encoding::Plain, 97),
            (r"'\xff'", Encoding::Plain, -1),
            (r"'\0'", Encoding::Plain, 0),
            (r"'\''", Encoding::Plain, 39),
            (r"'\\'", Encoding::Plain, 92),
            ("'ab'", Encoding::Plain, 0x6162),
            (r"'\377\377\377\377'", Encoding::Plain, -1),
            (r"L'\u00e9'", Encoding::Wide, 0xe9),
            ("u'é'", Encoding::Utf16, 0xe9),
            (r"'\e'", Encoding::Plain, 27),
            (r"'\q'", Encoding::Plain, 113),
        ] {
            assert_eq!(
                character(text),
                (LiteralKind::Char(CharLiteral { encoding, value }), None),
                "{text}"
            );
        }
        for bad in ["''", "'a", r"'\x'", r"'\400'", r"'\'", r"'\u12'"] {
            assert!(character(bad).1.is_some(), "{bad}");
        }
    }

    #[test]
    fn strings() {
        #[track_caller]
        fn check(pieces: &[&str], encoding: Encoding, units: &[u32]) {
            let literal = StrLiteral { encoding, units: units.into() };
            assert_eq!(string(pieces.iter().copied()), (LiteralKind::Str(literal), None));
        }
        check(&[r#""a\n""#, r#""b""#], Encoding::Plain, &[97, 10, 98]);
        check(&[r#""\x1""#, r#""2""#], Encoding::Plain, &[1, 50]);
        check(&[r#""a""#, r#"L"é""#], Encoding::Wide, &[97, 0xe9]);
        check(&["u8\"é\""], Encoding::Utf8, &[0xc3, 0xa9]);
        check(&["u\"\u{1f600}\""], Encoding::Utf16, &[0xd83d, 0xde00]);
        check(&[r#""\0123""#], Encoding::Plain, &[10, 51]);
        assert!(string([r#"L"a""#, r#"u"b""#].into_iter()).1.is_some());
        assert!(string([r#""open"#].into_iter()).1.is_some());
    }
}
