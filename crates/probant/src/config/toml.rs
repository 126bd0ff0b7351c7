//! TOML text to a flat list of keys with their values and lines.
//!
//! Tables, dotted and quoted keys, strings of all four kinds, integers, booleans, arrays and inline tables. Floating-point
//! numbers, dates and arrays of tables are refused: no setting of ours takes one. It knows nothing of what the keys mean.

use std::fmt;

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// `"text"` or `'text'`.
    Text(String),
    /// `42`.
    Int(i128),
    /// `true`.
    Bool(bool),
    /// `[1, 2]`.
    List(Vec<Value>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Int(number) => write!(f, "{number}"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::List(_) => f.write_str("a list"),
        }
    }
}

/// A key with its value: `[a.b]` and `c = 1` give the path `a`, `b`, `c`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) path: Vec<String>,
    pub(crate) value: Value,
    /// From 1.
    pub(crate) line: u32,
}

/// What is wrong, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    pub(crate) line: u32,
    pub(crate) message: String,
}

/// Lists and inline tables inside each other.
const MOST_DEEP: u32 = 16;

/// Reads a text.
pub(crate) fn read(text: &str) -> Result<Vec<Item>, Wrong> {
    let mut reader = Reader { rest: text, line: 1, items: Vec::new() };
    let mut table = Vec::new();
    loop {
        reader.skip_empty_lines();
        match reader.peek() {
            None => return Ok(reader.items),
            Some('[') => table = reader.header()?,
            Some(_) => reader.assignment(&table, 0)?,
        }
        reader.end_of_line()?;
    }
}

struct Reader<'t> {
    rest: &'t str,
    line: u32,
    items: Vec<Item>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.line += u32::from(letter == '\n');
        Some(letter)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest.starts_with(token);
        if found {
            self.rest = &self.rest[token.len()..];
        }
        found
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong { line: self.line, message: message.into() })
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Blanks, comments and newlines.
    fn skip_empty_lines(&mut self) {
        loop {
            match self.peek() {
                Some('#') => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.rest = &self.rest[end..];
                }
                Some(' ' | '\t' | '\r' | '\n') => {
                    self.next();
                }
                _ => return,
            }
        }
    }

    fn end_of_line(&mut self) -> Result<(), Wrong> {
        self.skip_blanks();
        match self.peek() {
            None | Some('\n' | '\r' | '#') => Ok(()),
            Some(letter) => {
                self.wrong(format!("`{letter}` is not expected here: begin a new line"))
            }
        }
    }

    /// `[a.b]`.
    fn header(&mut self) -> Result<Vec<String>, Wrong> {
        self.next();
        if self.peek() == Some('[') {
            return self.wrong("no setting is an array of tables: write [name], not [[name]]");
        }
        let path = self.key()?;
        if self.eat("]") { Ok(path) } else { self.wrong("the name of a table should end with `]`") }
    }

    /// `a.b = value`.
    fn assignment(&mut self, table: &[String], depth: u32) -> Result<(), Wrong> {
        let line = self.line;
        let mut path = table.to_vec();
        path.extend(self.key()?);
        if !self.eat("=") {
            return self.wrong("a key should be followed by `=` and a value");
        }
        self.skip_blanks();
        if self.peek() == Some('{') {
            return self.inline_table(&path, depth + 1);
        }
        let value = self.value(depth)?;
        if self.items.iter().any(|item| item.path == path) {
            return self.wrong(format!("`{}` has a value already", path.join(".")));
        }
        self.items.push(Item { path, value, line });
        Ok(())
    }

    fn inline_table(&mut self, path: &[String], depth: u32) -> Result<(), Wrong> {
        self.next();
        if depth > MOST_DEEP {
            return self.wrong("tables are nested too deeply");
        }
        loop {
            self.skip_empty_lines();
            if self.eat("}") {
                return Ok(());
            }
            self.assignment(path, depth)?;
            self.skip_empty_lines();
            if !self.eat(",") && self.peek() != Some('}') {
                return self.wrong("entries of a table should be separated by `,`");
            }
        }
    }

    fn key(&mut self) -> Result<Vec<String>, Wrong> {
        let mut parts = Vec::new();
        loop {
            self.skip_blanks();
            parts.push(match self.peek() {
                Some('"') => self.basic()?,
                Some('\'') => self.literal()?,
                _ => self.bare_key()?,
            });
            self.skip_blanks();
            if !self.eat(".") {
                return Ok(parts);
            }
        }
    }

    fn bare_key(&mut self) -> Result<String, Wrong> {
        let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let end = self.rest.find(|c| !is_bare(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return self.wrong("a key is letters, digits, `_` and `-`; put others in quotes");
        }
        let (key, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(key.to_owned())
    }

    fn value(&mut self, depth: u32) -> Result<Value, Wrong> {
        match self.peek() {
            Some('"') => Ok(Value::Text(self.basic()?)),
            Some('\'') => Ok(Value::Text(self.literal()?)),
            Some('[') => self.list(depth + 1),
            _ if self.eat("true") => Ok(Value::Bool(true)),
            _ if self.eat("false") => Ok(Value::Bool(false)),
            Some('+' | '-' | '0'..='9') => self.integer(),
            _ => self.wrong("a value is a string in quotes, an integer, true, false or a list"),
        }
    }

    fn list(&mut self, depth: u32) -> Result<Value, Wrong> {
        self.next();
        if depth > MOST_DEEP {
            return self.wrong("lists are nested too deeply");
        }
        let mut values = Vec::new();
        loop {
            self.skip_empty_lines();
            if self.eat("]") {
                return Ok(Value::List(values));
            }
            values.push(self.value(depth)?);
            self.skip_empty_lines();
            if !self.eat(",") && self.peek() != Some(']') {
                return self.wrong("values of a list should be separated by `,`");
            }
        }
    }

    fn integer(&mut self) -> Result<Value, Wrong> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-_.:".contains(c);
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        let digits = word.replace('_', "");
        let radix = [("0x", 16), ("0o", 8), ("0b", 2)];
        let number =
            match radix.iter().find_map(|(mark, base)| Some((digits.strip_prefix(mark)?, base))) {
                Some((digits, &base)) => i128::from_str_radix(digits, base).ok(),
                None => digits.parse().ok(),
            };
        match number {
            Some(number) => Ok(Value::Int(number)),
            None => self.wrong(format!("`{word}` is no integer; put other values in quotes")),
        }
    }

    /// `"text"`, or `"""` around several lines.
    fn basic(&mut self) -> Result<String, Wrong> {
        let close = self.open('"');
        let mut text = String::new();
        loop {
            if self.eat(close) {
                return Ok(text);
            }
            match self.next() {
                Some('\\') => text.extend(self.escape()?),
                Some('\n') if close.len() == 1 => return self.unclosed(),
                Some(letter) => text.push(letter),
                None => return self.unclosed(),
            }
        }
    }

    /// `'text'`, or `'''` around several lines: nothing is escaped.
    fn literal(&mut self) -> Result<String, Wrong> {
        let close = self.open('\'');
        let end = self.rest.find(close);
        let one_line = |text: &str| close.len() > 1 || !text.contains('\n');
        match end.map(|end| &self.rest[..end]).filter(|text| one_line(text)) {
            Some(text) => {
                self.line += text.matches('\n').count() as u32;
                let text = text.to_owned();
                self.rest = &self.rest[text.len() + close.len()..];
                Ok(text)
            }
            None => self.unclosed(),
        }
    }

    /// Takes the opening quotes; what closes them. A newline right after three quotes is no part of the text.
    fn open(&mut self, quote: char) -> &'static str {
        let (one, three) = if quote == '"' { ("\"", "\"\"\"") } else { ("'", "'''") };
        if !self.eat(three) {
            self.eat(one);
            return one;
        }
        if self.eat("\n") {
            self.line += 1;
        }
        three
    }

    fn unclosed<T>(&self) -> Result<T, Wrong> {
        self.wrong("a string is not closed")
    }

    /// What follows a backslash; nothing for one at the end of a line.
    fn escape(&mut self) -> Result<Option<char>, Wrong> {
        Ok(Some(match self.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some(letter @ ('"' | '\\')) => letter,
            Some('\n') => {
                self.skip_empty_lines();
                return Ok(None);
            }
            _ => {
                return self
                    .wrong("a backslash in \"…\" is written twice; in '…' it stands for itself");
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let shown = match read(text) {
            Ok(items) => items
                .iter()
                .map(|item| format!("{}: {} = {:?}", item.line, item.path.join("/"), item.value))
                .collect::<Vec<_>>()
                .join("\n"),
            Err(wrong) => format!("{}: {}", wrong.line, wrong.message),
        };
        assert_eq!(shown, expect, "{text}");
    }

    #[test]
    fn tables_keys_and_values() {
        check(
            "a = 1\n# b\n[t.\"x y\"]\nc.d = 'e\\f' # g",
            "1: a = Int(1)\n4: t/x y/c/d = Text(\"e\\\\f\")",
        );
        check(
            "l = [1, # one\n 'b',\n]\nk = -0",
            "1: l = List([Int(1), Text(\"b\")])\n4: k = Int(0)",
        );
        check("t = { a = true, b = 0x1F }", "1: t/a = Bool(true)\n1: t/b = Int(31)");
        check("s = \"\"\"\nx\\\n   y\"z\"\"\"\nt = 1", "1: s = Text(\"xy\\\"z\")\n4: t = Int(1)");
        check("", "");
        check("m = 1_000", "1: m = Int(1000)");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        check("a = 1\na = 2", "2: `a` has a value already");
        check("\n\nx", "3: a key should be followed by `=` and a value");
        check("x = 1 y", "1: `y` is not expected here: begin a new line");
        check("x = \"abc\ny = 1", "2: a string is not closed");
        check("x = 1.5", "1: `1.5` is no integer; put other values in quotes");
        check("[a", "1: the name of a table should end with `]`");
        check("[[a]]", "1: no setting is an array of tables: write [name], not [[name]]");
        check(
            "x = \"\\valid\"",
            "1: a backslash in \"…\" is written twice; in '…' it stands for itself",
        );
        check("x = [1 2]", "1: values of a list should be separated by `,`");
        check(&format!("x = {}", "[".repeat(99)), "1: lists are nested too deeply");
        check("x = nothing", "1: a value is a string in quotes, an integer, true, false or a list");
    }
}
