//! Rust text taken apart into code and comments, so that a rule may name what it forbids.
//!
//! Both views keep the lines of the original. Contents of strings and characters belong to neither view. No tokens, no tree: rules look for words.

/// One Rust file.
pub(super) struct RustText {
    /// Code, with strings, characters and comments blanked.
    code: Vec<String>,
    /// Comments, with everything else blanked.
    comments: Vec<String>,
    /// For each line: does it belong to tests?
    test: Vec<bool>,
}

/// What the scanner stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Code,
    LineComment,
    /// Nested this deep.
    BlockComment(u32),
    Str,
    /// Opened with this many `#`.
    RawStr(usize),
}

impl RustText {
    pub(super) fn new(path: &str, text: &str) -> Self {
        let (code, comments) = split(text);
        let test = test_lines(path, &code);
        Self { code, comments, test }
    }

    /// Numbered lines of code outside tests.
    pub(super) fn shipped_code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code().zip(&self.test).filter(|(_, test)| !**test).map(|(line, _)| line)
    }

    /// Numbered lines of code.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.iter().enumerate().map(|(index, line)| (index + 1, line.as_str()))
    }

    /// Numbered lines of comments.
    pub(super) fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments.iter().enumerate().map(|(index, line)| (index + 1, line.as_str()))
    }
}

/// Does `text` contain `word` with no identifier character right before or after it?
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let ident = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let glued_before = word.starts_with(ident) && text[..at].ends_with(ident);
        let glued_after = word.ends_with(ident) && text[at + word.len()..].starts_with(ident);
        !glued_before && !glued_after
    })
}

fn split(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut code, mut comments) = (String::new(), String::new());
    let mut state = State::Code;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (taken, next) = step(state, rest, first, code.chars().next_back());
        for c in rest[..taken].chars() {
            let in_comment = matches!(state, State::LineComment | State::BlockComment(_))
                || matches!(next, State::LineComment | State::BlockComment(_));
            let is_char = first == '\'' && taken > 1;
            let in_code = state == State::Code && !in_comment && !is_char;
            code.push(if in_code || c == '\n' { c } else { ' ' });
            comments.push(if in_comment || c == '\n' { c } else { ' ' });
        }
        state = next;
        rest = &rest[taken..];
    }
    let lines = |text: String| text.lines().map(str::to_owned).collect();
    (lines(code), lines(comments))
}

/// How many bytes belong together at the start of `rest`, and the state after them.
fn step(state: State, rest: &str, first: char, before: Option<char>) -> (usize, State) {
    match state {
        State::Code => step_code(rest, first, before),
        State::LineComment if first == '\n' => (1, State::Code),
        State::BlockComment(1) if rest.starts_with("*/") => (2, State::Code),
        State::BlockComment(depth) if rest.starts_with("*/") => (2, State::BlockComment(depth - 1)),
        State::BlockComment(depth) if rest.starts_with("/*") => (2, State::BlockComment(depth + 1)),
        State::Str if first == '\\' => {
            (1 + rest[1..].chars().next().map_or(0, char::len_utf8), State::Str)
        }
        State::Str if first == '"' => (1, State::Code),
        State::RawStr(hashes) if is_raw_end(rest, hashes) => (1 + hashes, State::Code),
        State::LineComment | State::BlockComment(_) | State::Str | State::RawStr(_) => {
            (first.len_utf8(), state)
        }
    }
}

fn step_code(rest: &str, first: char, before: Option<char>) -> (usize, State) {
    if rest.starts_with("//") {
        return (2, State::LineComment);
    }
    if rest.starts_with("/*") {
        return (2, State::BlockComment(1));
    }
    if first == '"' {
        return (1, State::Str);
    }
    let in_ident = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if first == 'r' && !in_ident {
        let hashes = rest[1..].bytes().take_while(|&byte| byte == b'#').count();
        if rest[1 + hashes..].starts_with('"') {
            return (2 + hashes, State::RawStr(hashes));
        }
    }
    if first == '\'' {
        return (char_literal(rest).unwrap_or(1), State::Code);
    }
    (first.len_utf8(), State::Code)
}

fn is_raw_end(rest: &str, hashes: usize) -> bool {
    rest.starts_with('"')
        && rest[1..].bytes().take(hashes).filter(|&byte| byte == b'#').count() == hashes
}

/// The length of a character literal, or none if the quote begins a lifetime.
fn char_literal(rest: &str) -> Option<usize> {
    let inside = rest[1..].chars().next()?;
    if inside == '\\' {
        return Some(rest[3..].find('\'')? + 4);
    }
    let end = 1 + inside.len_utf8();
    rest[end..].starts_with('\'').then_some(end + 1)
}

/// Test code is a file of tests, or what follows `#[cfg(test)]`: one item up to its closing brace or semicolon.
fn test_lines(path: &str, code: &[String]) -> Vec<bool> {
    let whole = path.ends_with("/tests.rs") || path.contains("/tests/");
    let mut test = vec![whole; code.len()];
    let mut from = 0;
    while let Some(at) = (from..code.len()).find(|&line| code[line].contains("#[cfg(test)]")) {
        let end = item_end(code, at + 1);
        test[at..end].fill(true);
        from = end.max(at + 1);
    }
    test
}

fn item_end(code: &[String], from: usize) -> usize {
    let mut depth = 0usize;
    for (line, text) in code.iter().enumerate().skip(from) {
        for c in text.chars() {
            match c {
                '{' => depth += 1,
                '}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return line + 1;
                    }
                }
                ';' if depth == 0 => return line + 1,
                _ => {}
            }
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_code(text: &str, expect: &str) {
        let code = split(text).0.join("\n");
        assert_eq!(code.len(), text.len());
        assert_eq!(code.split_whitespace().collect::<Vec<_>>().join(" "), expect);
    }

    #[test]
    fn strings_and_comments_leave_the_code() {
        check_code("let a = \"b\"; // c", "let a = \" ;");
        check_code("r#\"a\"b\"# + 'c'", "r#\" +");
        check_code("'\\'' /* x /* y */ z */ f::<'a>('{')", "f::<'a>( )");
    }

    #[test]
    fn what_follows_cfg_test_is_test_code() {
        let text = "fn a() {}\n#[cfg(test)]\nfn b() {\n}\nfn c() {}\n#[cfg(test)]\nmod tests;\nx";
        let test = RustText::new("crates/a/src/lib.rs", text).test;
        assert_eq!(test, [false, true, true, true, false, true, true, false]);
    }

    #[test]
    fn a_word_stands_alone() {
        assert!(has_word("a.unwrap()", ".unwrap()"));
        assert!(!has_word("std::fsync", "std::fs"));
        assert!(has_word("std::fs::read", "std::fs"));
    }
}
