//! Finding macro definitions in preprocessed text, as `-dD` leaves them there.

use std::ops::Range;

/// The spans of `#define` and `#undef` directives. Comments may hold lines that look like one, and
/// a definition may hold a comment of several lines, so the text is scanned token by token.
pub(crate) fn definitions(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut line_is_blank = true;
    while at < bytes.len() {
        match bytes[at] {
            b'#' if line_is_blank => {
                let end = directive_end(bytes, at);
                if is_definition(&text[at..end]) {
                    found.push(at..end);
                }
                at = end;
            }
            b'\n' => {
                line_is_blank = true;
                at += 1;
            }
            byte => {
                line_is_blank &= byte.is_ascii_whitespace() || bytes[at..].starts_with(b"/*");
                at = token_end(bytes, at);
            }
        }
    }
    found
}

fn is_definition(directive: &str) -> bool {
    let word = directive[1..].trim_start();
    word.starts_with("define") || word.starts_with("undef")
}

/// The line break that ends the directive at `at`, comments of several lines included.
fn directive_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at = token_end(bytes, at);
    }
    at
}

/// Past the comment or literal at `at`, or past one byte.
fn token_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let len = match rest[0] {
        quote @ (b'"' | b'\'') => literal_len(rest, quote),
        b'/' if rest.starts_with(b"/*") => {
            rest[2..].windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |len| len + 4)
        }
        b'/' if rest.starts_with(b"//") => {
            rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
        }
        _ => 1,
    };
    at + len
}

/// The length of a literal; an unclosed one (an apostrophe in a macro) ends with its line.
fn literal_len(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

/// The text with every definition on one line, each byte where it was.
///
/// A comment of several lines in a definition is printed with its line breaks (`-CC`). gcc puts a
/// line marker after it; clang 14 does not, and all that follows would seem to be too far down.
pub(crate) fn on_one_line(text: String) -> String {
    let mut bytes = text.into_bytes();
    for span in definitions(std::str::from_utf8(&bytes).expect("it was a string")) {
        bytes[span].iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8(bytes).expect("a space for a line break keeps it a string")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_inside_definitions_go() {
        let text = "#define X /* a\n b */ 1\n/*\n#define Y\n*/\nint x;\n";
        let expect = "#define X /* a  b */ 1\n/*\n#define Y\n*/\nint x;\n";
        assert_eq!(on_one_line(text.into()), expect);
    }
}
