//! Where preprocessed text of a user's file was written.
//!
//! Most lines are their own originals. The others are aligned token by token with the original: where the original has a
//! macro invocation it is expanded and compared with what the preprocessor printed, which gives the exact stretch of text it
//! became. If our expansion and theirs disagree the two token sequences are matched again at the nearest place where four
//! tokens agree, and what lies between maps to what lies between.

use super::expand::{Expansion, PpToken, expand_at, tokenize};
use super::lines::Line;
use super::macros::MacroTable;
use crate::lex::scan::{Aside, Mode, Scanner};
use crate::lex::{Tok, Token};
use crate::names::NoNames;
use source::{FileId, Origin};

/// An original file.
pub(super) struct Original<'t> {
    text: &'t str,
    /// Where its lines start.
    starts: Vec<u32>,
    /// Its tokens, read when first needed.
    tokens: Option<Vec<PpToken<'t>>>,
    /// Its contract comments, read with them.
    comments: Vec<(u32, u32)>,
    /// How often it may be matched again after a disagreement; each time costs a search.
    resyncs: u32,
    /// Tokens that expansions may still cost.
    fuel: usize,
}

impl<'t> Original<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        Self {
            text,
            starts,
            tokens: None,
            comments: Vec::new(),
            resyncs: MAX_RESYNCS,
            fuel: MAX_EXPANDED,
        }
    }

    fn read_tokens(&mut self) {
        if self.tokens.is_none() {
            let comments = &mut self.comments;
            let tokens = tokenize(self.text, 0, self.text.len(), Mode::C, |aside, lo, hi| {
                if aside == Aside::Contract {
                    comments.push((lo as u32, hi as u32));
                }
            });
            self.tokens = Some(tokens);
        }
    }

    fn tokens(&self) -> &[PpToken<'t>] {
        self.tokens.as_deref().unwrap_or(&[])
    }

    /// A line without its end.
    fn line(&self, number: u32) -> Option<&'t str> {
        let start = *self.starts.get((number as usize).checked_sub(1)?)? as usize;
        let rest = &self.text[start..];
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Line and column of a byte.
    fn place(&self, byte: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= byte).max(1);
        (line as u32, byte - self.starts[line - 1] + 1)
    }

    /// Line and column of a token, or of the end.
    fn token_place(&self, index: usize) -> (u32, u32) {
        let token = self.tokens().get(index);
        self.place(token.map_or(self.text.len() as u32, |token| token.lo))
    }
}

/// Finds the origins of the lines of one run, all of the same file.
pub(super) fn align<'t>(
    text: &'t str,
    original: &mut Original<'t>,
    lines: &[Line],
    table: &mut MacroTable<'t>,
    origins: &mut Vec<Origin>,
) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let mut aligner = Aligner {
        text,
        original,
        next: 0,
        file: first.file,
        end: last.end as usize,
        table,
        origins,
    };
    aligner.run(lines);
}

/// Disagreements with the preprocessor that are looked into, per file: in real code there are none.
const MAX_RESYNCS: u32 = 2000;
/// Tokens that the expansions of one file may cost: ten times those of a large amalgamation.
const MAX_EXPANDED: usize = 20_000_000;
/// How far that search looks in the preprocessed tokens, and in the original ones.
const RESYNC_WINDOW: (usize, usize) = (300, 40);

/// How many tokens back an invocation may start that reaches into the current line, and how many tokens it may have.
const LOOK_BACK: usize = 300;
const MAX_ARGUMENTS: usize = 1000;

struct Aligner<'a, 't> {
    text: &'t str,
    original: &'a mut Original<'t>,
    /// The next original token to match.
    next: usize,
    file: FileId,
    /// Where the run ends in the preprocessed text.
    end: usize,
    table: &'a mut MacroTable<'t>,
    origins: &'a mut Vec<Origin>,
}

impl<'t> Aligner<'_, 't> {
    fn run(&mut self, lines: &[Line]) {
        let mut covered = 0;
        let mut reached = 0;
        let mut was_aligned = false;
        for line in lines {
            if line.end <= covered {
                continue;
            }
            let text = &self.text[line.start as usize..line.end as usize];
            let original = self.original.line(line.number);
            let fresh = line.number > reached && covered <= line.start;
            if text.trim_ascii().is_empty() || text.starts_with('#') {
                self.push(super::line_origin(line));
            } else if fresh && original == Some(text) {
                self.push(super::line_origin(line));
                reached = line.number;
                was_aligned = false;
            } else {
                self.table.advance(line.start);
                self.original.read_tokens();
                // A comment of several lines in a definition carries its expansion over lines that were never written.
                if !(line.in_comment && was_aligned) {
                    self.sync(line.number);
                }
                (covered, reached) = self.line(line, covered);
                was_aligned = true;
            }
        }
    }

    /// Aligns a line token by token; returns where in the preprocessed text and at which original line it got to.
    fn line(&mut self, line: &Line, from: u32) -> (u32, u32) {
        if from <= line.start {
            self.push(super::line_origin(line));
        }
        let mut pos = line.first_token(self.text).max(from) as usize;
        loop {
            let mut after = pos;
            let token = self.scan(&mut after);
            if token.kind == Tok::Eof || token.lo >= line.end {
                break;
            }
            pos = self.token(token, after, line.end as usize);
        }
        let reached = self.next.checked_sub(1).map_or(0, |last| self.original.token_place(last).0);
        ((pos as u32).max(line.end), reached)
    }

    /// Passes over original tokens of earlier lines, but not into the arguments of an invocation that ends here:
    /// one that becomes nothing leaves no trace on its first line.
    fn sync(&mut self, number: u32) {
        let starts = &self.original.starts;
        let Some(&start) = starts.get((number as usize).saturating_sub(1)) else { return };
        let tokens = self.original.tokens();
        let first = tokens.partition_point(|token| token.lo < start);
        if first > self.next {
            let from = self.next.max(first.saturating_sub(LOOK_BACK));
            let open = (from..first).find(|&at| self.invocation_end(at) > first);
            self.next = open.unwrap_or(first);
        }
    }

    /// One past the closing parenthesis of a macro invocation with arguments; 0 if there is none at this token.
    fn invocation_end(&self, at: usize) -> usize {
        let tokens = self.original.tokens();
        let opens = tokens.get(at + 1).is_some_and(|next| next.kind == Tok::LParen);
        if !opens || self.table.get(&tokens[at].text).is_none_or(|def| !def.takes_args) {
            return 0;
        }
        let mut open = 0u32;
        for (index, token) in tokens.iter().enumerate().skip(at + 1).take(MAX_ARGUMENTS) {
            match token.kind {
                Tok::LParen => open += 1,
                Tok::RParen => open -= 1,
                _ => {}
            }
            if open == 0 {
                return index + 1;
            }
        }
        0
    }

    /// Aligns one token with the original; returns where to go on.
    fn token(&mut self, token: Token, pos: usize, line_end: usize) -> usize {
        loop {
            let Some(original) = self.original.tokens().get(self.next) else { return pos };
            let same = original.text == self.text[token.lo as usize..token.hi as usize];
            let whole = original.hi - original.lo == token.hi - token.lo;
            let expansion = self.expand_next();
            if let Some(expansion) = expansion {
                if let Some(after) = self.matches(&expansion.tokens, token.lo as usize) {
                    let empty = expansion.tokens.is_empty();
                    if !empty {
                        self.push_macro(token.lo, self.next, expansion.end);
                    }
                    self.next = expansion.end;
                    if empty {
                        continue;
                    }
                    return after;
                }
                if !same {
                    return self.resync(token, expansion.end, line_end);
                }
            }
            if same {
                // A token over a continued line is written longer than it is.
                if whole {
                    self.push_verbatim(token.lo, self.next);
                } else {
                    self.push_macro(token.lo, self.next, self.next + 1);
                }
                self.next += 1;
                return pos;
            }
            return self.resync(token, self.next, line_end);
        }
    }

    fn expand_next(&mut self) -> Option<Expansion<'t>> {
        let mut fuel = self.original.fuel;
        let expansion =
            expand_at(self.table, self.original.tokens(), self.next, Mode::C, &mut fuel);
        self.original.fuel = fuel;
        expansion
    }

    /// Does the text at `pos` read as these tokens? Returns where it ends.
    fn matches(&self, expected: &[PpToken<'_>], pos: usize) -> Option<usize> {
        let mut at = pos;
        for token in expected {
            let found = self.scan_silently(&mut at);
            let text = &self.text[found.lo as usize..found.hi as usize];
            if found.kind == Tok::Eof || (token.kind != Tok::Stray && token.text != text) {
                return None;
            }
        }
        Some(at)
    }

    /// Matches again at the nearest place where four tokens agree; `after` is one past the original token or invocation
    /// that became something unknown.
    fn resync(&mut self, token: Token, after: usize, line_end: usize) -> usize {
        let here = self.next;
        let found = self.original.resyncs.checked_sub(1).and_then(|left| {
            self.original.resyncs = left;
            self.find_agreement(token.lo as usize, after)
        });
        if let Some((pos, next)) = found {
            self.push_macro(token.lo, here, next.max(here + 1));
            self.next = next;
            return pos;
        }
        // The rest of the line stands for the rest of the original line.
        let (number, _) = self.original.token_place(here);
        self.push_macro(token.lo, here, here + 1);
        self.sync(number + 1);
        line_end.max(token.hi as usize)
    }

    /// Where the texts agree again: a byte of the preprocessed text and an original token.
    fn find_agreement(&self, pos: usize, after: usize) -> Option<(usize, usize)> {
        let tokens = self.original.tokens();
        let mut ahead = Vec::new();
        let mut at = pos;
        while ahead.len() < RESYNC_WINDOW.0 + 3 {
            let token = self.scan_silently(&mut at);
            if token.kind == Tok::Eof {
                break;
            }
            ahead.push(&self.text[token.lo as usize..token.hi as usize]);
        }
        // The nearest first, counted in tokens passed over on both sides.
        let starts = (1..ahead.len() + RESYNC_WINDOW.1).flat_map(|total| {
            let most = RESYNC_WINDOW.1.min(total);
            (0..most).map(move |there| (total - there, after + there))
        });
        for (here, there) in starts {
            let agree = (0..4).all(|k| match (ahead.get(here + k), tokens.get(there + k)) {
                (Some(&text), Some(token)) => token.text == text,
                (None, None) => k > 0,
                _ => false,
            });
            if agree {
                let mut at = pos;
                for _ in 0..here {
                    self.scan_silently(&mut at);
                }
                return Some((at, there));
            }
        }
        None
    }

    /// The next token of the preprocessed text; contract comments on the way are aligned too.
    fn scan(&mut self, pos: &mut usize) -> Token {
        let mut scanner = Scanner::new(self.text, *pos, self.end, Mode::C);
        let mut contracts = Vec::new();
        let token = scanner.next(&mut NoNames, |aside, lo, hi| {
            if aside == Aside::Contract {
                contracts.push((lo, hi));
            }
        });
        *pos = scanner.pos;
        for (lo, hi) in contracts {
            self.push_comment(lo, hi);
        }
        token
    }

    fn scan_silently(&self, pos: &mut usize) -> Token {
        let mut scanner = Scanner::new(self.text, *pos, self.end, Mode::C);
        let token = scanner.next(&mut NoNames, |_, _, _| {});
        *pos = scanner.pos;
        token
    }

    fn push_verbatim(&mut self, start: u32, index: usize) {
        let (line, col) = self.original.token_place(index);
        self.push(Origin { start, file: self.file, line, col, macro_len: 0 });
    }

    fn push_macro(&mut self, start: u32, first: usize, end: usize) {
        let tokens = self.original.tokens();
        let hi = tokens.get(end - 1).map_or(self.original.text.len() as u32, |token| token.hi);
        let lo = tokens.get(first).map_or(hi, |token| token.lo);
        let (line, col) = self.original.token_place(first);
        let macro_len = (hi - lo).max(1);
        self.push(Origin { start, file: self.file, line, col, macro_len });
    }

    /// A contract comment mirrors one of the original, line by line.
    fn push_comment(&mut self, lo: usize, hi: usize) {
        let text = &self.text[lo..hi];
        let last = self.next.checked_sub(1).and_then(|last| self.original.tokens().get(last));
        let from = last.map_or(0, |token| token.lo);
        let comments = &self.original.comments;
        let later = &comments[comments.partition_point(|&(start, _)| start < from)..];
        let found = later
            .iter()
            .take(LOOK_BACK)
            .find(|&&(start, end)| &self.original.text[start as usize..end as usize] == text);
        let Some(&(start, _)) = found else { return };
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let (number, col) = self.original.place(start + offset);
            let at = lo as u32 + offset;
            self.push(Origin { start: at, file: self.file, line: number, col, macro_len: 0 });
            offset += line.len() as u32;
        }
    }

    /// Adds an origin unless it only continues the last one.
    fn push(&mut self, origin: Origin) {
        while self.origins.last().is_some_and(|last| last.start >= origin.start) {
            self.origins.pop();
        }
        let continues = self.origins.last().is_some_and(|last| {
            last.macro_len == 0
                && origin.macro_len == 0
                && last.file == origin.file
                && last.line == origin.line
                && origin.start - last.start == origin.col.wrapping_sub(last.col)
        });
        if !continues {
            self.origins.push(origin);
        }
    }
}
