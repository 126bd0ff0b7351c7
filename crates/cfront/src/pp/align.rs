//! Where preprocessed text of a user's file was written.
//!
//! Most lines are their own originals. The others are aligned token by token with the original: where the original has a
//! macro invocation it is expanded and compared with what the preprocessor printed, which gives the exact stretch of text it
//! became. If our expansion and theirs disagree the two token sequences are matched again at the nearest place where three
//! tokens agree, and what lies between maps to what lies between.

use super::expand::{PpToken, expand_at, tokenize};
use super::lines::Line;
use super::macros::MacroTable;
use crate::lex::scan::{Aside, Mode, Scanner};
use crate::lex::{Tok, Token};
use crate::names::Names;
use source::{FileId, Origin};

/// Finds the origins of the lines of one run, all of the same file.
pub(super) fn align<'t>(
    text: &'t str,
    original: &'t str,
    lines: &[Line],
    table: &mut MacroTable<'t>,
    origins: &mut Vec<Origin>,
) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let mut aligner = Aligner {
        text,
        original,
        starts: line_starts(original),
        tokens: None,
        comments: Vec::new(),
        next: 0,
        file: first.file,
        end: last.end as usize,
        table,
        origins,
        names: Names::default(),
        resyncs: MAX_RESYNCS,
    };
    aligner.run(lines);
}

/// How often a run may be matched again after a disagreement; each costs a search.
const MAX_RESYNCS: u32 = 2000;
/// How far that search looks in the preprocessed tokens, and in the original ones.
const RESYNC_WINDOW: (usize, usize) = (300, 40);

struct Aligner<'a, 't> {
    text: &'t str,
    original: &'t str,
    /// Where the lines of the original start.
    starts: Vec<u32>,
    /// Its tokens, read when first needed.
    tokens: Option<Vec<PpToken<'t>>>,
    /// Its contract comments.
    comments: Vec<(u32, u32)>,
    /// The next original token to match.
    next: usize,
    file: FileId,
    /// Where the run ends in the preprocessed text.
    end: usize,
    table: &'a mut MacroTable<'t>,
    origins: &'a mut Vec<Origin>,
    names: Names,
    resyncs: u32,
}

impl<'t> Aligner<'_, 't> {
    fn run(&mut self, lines: &[Line]) {
        let mut covered = 0;
        let mut reached = 0;
        for line in lines {
            if line.end <= covered {
                continue;
            }
            let text = &self.text[line.start as usize..line.end as usize];
            let original = self.original_line(line.number);
            let fresh = line.number > reached && covered <= line.start;
            if text.trim_ascii().is_empty() || text.starts_with('#') {
                self.push(super::line_origin(line));
            } else if fresh && original == Some(text) {
                self.push(super::line_origin(line));
                reached = line.number;
            } else {
                self.table.advance(line.start);
                (covered, reached) = self.line(line, covered);
            }
        }
    }

    fn original_line(&self, number: u32) -> Option<&'t str> {
        let start = *self.starts.get((number as usize).checked_sub(1)?)? as usize;
        let rest = &self.original[start..];
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Aligns a line token by token; returns where in the preprocessed text and at which original line it got to.
    fn line(&mut self, line: &Line, from: u32) -> (u32, u32) {
        self.read_original();
        self.push(super::line_origin(line));
        self.sync(line.number);
        let mut pos = line.first_token(self.text).max(from) as usize;
        loop {
            let mut after = pos;
            let token = self.scan(&mut after);
            if token.kind == Tok::Eof || token.lo >= line.end {
                break;
            }
            pos = self.token(token, after, line.end as usize);
        }
        let reached = self.next.checked_sub(1).map_or(0, |last| self.place(last).0);
        ((pos as u32).max(line.end), reached)
    }

    /// Passes over original tokens of earlier lines.
    fn sync(&mut self, number: u32) {
        let Some(&start) = self.starts.get((number as usize).saturating_sub(1)) else { return };
        let tokens = self.tokens.as_deref().unwrap_or(&[]);
        let first = tokens.partition_point(|token| token.lo < start);
        self.next = self.next.max(first);
    }

    /// Aligns one token with the original; returns where to go on.
    fn token(&mut self, token: Token, pos: usize, line_end: usize) -> usize {
        loop {
            let Some(original) = self.tokens.as_ref().and_then(|tokens| tokens.get(self.next))
            else {
                return pos;
            };
            let same = original.text == self.text[token.lo as usize..token.hi as usize];
            let tokens = self.tokens.as_deref().unwrap_or(&[]);
            let expansion = expand_at(self.table, tokens, self.next, Mode::C);
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
                self.push_verbatim(token.lo, self.next);
                self.next += 1;
                return pos;
            }
            return self.resync(token, self.next, line_end);
        }
    }

    /// Does the text at `pos` read as these tokens? Returns where it ends.
    fn matches(&mut self, expected: &[PpToken<'_>], pos: usize) -> Option<usize> {
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

    /// Matches again at the nearest place where three tokens agree; `after` is one past the original token or invocation
    /// that became something unknown.
    fn resync(&mut self, token: Token, after: usize, line_end: usize) -> usize {
        let here = self.next;
        let tokens = self.tokens.take().unwrap_or_default();
        let found = self.resyncs.checked_sub(1).and_then(|left| {
            self.resyncs = left;
            self.find_agreement(&tokens, token.lo as usize, after)
        });
        self.tokens = Some(tokens);
        if let Some((pos, next)) = found {
            self.push_macro(token.lo, here, next.max(here + 1));
            self.next = next;
            return pos;
        }
        // The rest of the line stands for the rest of the original line.
        let (number, _) = self.place(here);
        self.push_macro(token.lo, here, here + 1);
        self.sync(number + 1);
        line_end.max(token.hi as usize)
    }

    fn find_agreement(
        &mut self,
        tokens: &[PpToken<'_>],
        pos: usize,
        after: usize,
    ) -> Option<(usize, usize)> {
        let mut ahead = Vec::new();
        let mut at = pos;
        while ahead.len() < RESYNC_WINDOW.0 + 3 {
            let token = self.scan_silently(&mut at);
            if token.kind == Tok::Eof {
                break;
            }
            ahead.push(&self.text[token.lo as usize..token.hi as usize]);
        }
        let starts = (1..ahead.len()).flat_map(|here| {
            (0..RESYNC_WINDOW.1.min(here + 8)).map(move |there| (here, after + there))
        });
        for (here, there) in starts {
            let agree = (0..3).all(|k| match (ahead.get(here + k), tokens.get(there + k)) {
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
        let token = scanner.next(&mut self.names, |aside, lo, hi| {
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

    fn scan_silently(&mut self, pos: &mut usize) -> Token {
        let mut scanner = Scanner::new(self.text, *pos, self.end, Mode::C);
        let token = scanner.next(&mut self.names, |_, _, _| {});
        *pos = scanner.pos;
        token
    }

    fn read_original(&mut self) {
        if self.tokens.is_some() {
            return;
        }
        let original = self.original;
        let mut scanner = Scanner::new(original, 0, original.len(), Mode::C);
        let comments = &mut self.comments;
        loop {
            let token = scanner.next(&mut self.names, |aside, lo, hi| {
                if aside == Aside::Contract {
                    comments.push((lo as u32, hi as u32));
                }
            });
            if token.kind == Tok::Eof {
                break;
            }
        }
        self.tokens = Some(tokenize(original, 0, original.len(), Mode::C));
    }

    /// Line and column of an original token.
    fn place(&self, index: usize) -> (u32, u32) {
        let tokens = self.tokens.as_deref().unwrap_or(&[]);
        let byte = tokens.get(index).map_or(self.original.len() as u32, |token| token.lo);
        self.place_of(byte)
    }

    fn place_of(&self, byte: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= byte).max(1);
        (line as u32, byte - self.starts[line - 1] + 1)
    }

    fn push_verbatim(&mut self, start: u32, index: usize) {
        let (line, col) = self.place(index);
        self.push(Origin { start, file: self.file, line, col, macro_len: 0 });
    }

    fn push_macro(&mut self, start: u32, first: usize, end: usize) {
        let tokens = self.tokens.as_deref().unwrap_or(&[]);
        let hi = tokens.get(end - 1).map_or(self.original.len() as u32, |token| token.hi);
        let lo = tokens.get(first).map_or(hi, |token| token.lo);
        let (line, col) = self.place(first);
        let macro_len = (hi - lo).max(1);
        self.push(Origin { start, file: self.file, line, col, macro_len });
    }

    /// A contract comment mirrors one of the original, line by line.
    fn push_comment(&mut self, lo: usize, hi: usize) {
        let text = &self.text[lo..hi];
        let from = self.next.checked_sub(1).map_or(0, |last| {
            self.tokens.as_ref().and_then(|tokens| tokens.get(last)).map_or(0, |token| token.lo)
        });
        let found = self.comments.iter().find(|&&(start, end)| {
            start >= from && &self.original[start as usize..end as usize] == text
        });
        let Some(&(start, _)) = found else { return };
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let (number, col) = self.place_of(start + offset);
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

fn line_starts(text: &str) -> Vec<u32> {
    let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
    std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect()
}
