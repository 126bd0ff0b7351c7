//! Preprocessed text to tokens.
//!
//! One flat vector; a token is a kind and a byte range, words carry their symbol. Comments and directives are passed over,
//! but contracts (`/*@ … */`, `//@ …`) and `#pragma` lines are listed with the token they stand before.
//! Nothing is decoded here ([`decode`] does that on demand) and nothing is expanded.

pub mod decode;
mod print;
pub(crate) mod scan;
pub mod token;

pub use print::print;
pub use token::{Tok, Token};

use crate::codes;
use crate::names::Names;
use scan::{Aside, Mode, Scanner};
use source::{Diagnostic, Diagnostics, SourceMap, Span};

/// The tokens of a translation unit.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// All tokens; the last is [`Tok::Eof`].
    pub tokens: Vec<Token>,
    /// Contract comments, in order.
    pub contracts: Vec<Aligned>,
    /// Pragmas, in order.
    pub pragmas: Vec<Aligned>,
}

/// Text that stands between tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aligned {
    /// Index of the token that it stands before.
    pub before: u32,
    /// The text: a whole comment, a whole line.
    pub span: Span,
}

/// Cuts a text into tokens; `names` must come from [`token::names_with_keywords`].
pub fn lex(map: &SourceMap, names: &mut Names) -> (Tokens, Diagnostics) {
    let text = map.text.as_str();
    let mut out = Tokens { tokens: Vec::with_capacity(text.len() / 5), ..Tokens::default() };
    let mut diagnostics = Diagnostics::default();
    let mut scanner = Scanner::new(text, 0, text.len(), Mode::C);
    loop {
        let before = out.tokens.len() as u32;
        let (contracts, pragmas) = (&mut out.contracts, &mut out.pragmas);
        let token = scanner.next(names, |aside, lo, hi| {
            let span = Span::new(lo as u32, hi as u32);
            match aside {
                Aside::Contract if is_foreign(map.slice(span)) || map.is_system(span) => {}
                Aside::Contract => contracts.push(Aligned { before, span }),
                Aside::Pragma => pragmas.push(Aligned { before, span }),
                Aside::OpenComment => diagnostics.push(open_comment(span)),
            }
        });
        match token.kind {
            Tok::Stray => diagnostics.push(stray(text, token)),
            _ => out.tokens.push(token),
        }
        if token.kind == Tok::Eof {
            return (out, diagnostics);
        }
    }
}

/// Marks of other tools: splint writes `/*@null@*/`, `/*@-type@*/`, `/*@=type@*/`.
fn is_foreign(comment: &str) -> bool {
    let body = comment.get(3..).unwrap_or("");
    let word = body.strip_suffix("@*/").unwrap_or(" ");
    body.starts_with(['-', '+', '=']) || word.bytes().all(scan::continues_word)
}

fn open_comment(span: Span) -> Diagnostic {
    let start = Span::new(span.lo, span.lo + 2);
    Diagnostic::error(codes::OPEN_COMMENT, start, "this comment has no end")
        .help("close it with `*/`")
}

fn stray(text: &str, token: Token) -> Diagnostic {
    let span = Span::new(token.lo, token.hi);
    let shown = text[token.lo as usize..token.hi as usize].escape_default();
    Diagnostic::error(codes::STRAY, span, format!("stray `{shown}` in program"))
        .help("remove this character")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let map = SourceMap::verbatim("t.c", text);
        let mut names = token::names_with_keywords();
        let (tokens, _) = lex(&map, &mut names);
        let kinds: Vec<_> = tokens.tokens.iter().map(|t| t.kind.name()).collect();
        assert_eq!(kinds.join(" "), format!("{expect} Eof").trim());
    }

    #[test]
    fn longest_match() {
        check("a+++b", "Ident PlusPlus Plus Ident");
        check("a<<=b>>=c->d...e", "Ident ShlEq Ident ShrEq Ident Arrow Ident Ellipsis Ident");
        check("x==>y", "Ident EqEq Gt Ident");
        check("a..b", "Ident Dot Dot Ident");
        check("<: :> <% %> %:x %:%:", "LBracket RBracket LBrace RBrace Hash Ident HashHash");
    }

    #[test]
    fn literals() {
        check("0x1p-3 1e+5 .5 1. 0xE+1", "Number Number Number Number Number Plus Number");
        check(r#"L"a" u8"b" u'c' U"d" "e\"" '\'' u8x"#, "Str Str Char Str Str Char Ident");
        check("\"open\nx", "Str Ident");
    }

    #[test]
    fn comments_and_directives_vanish() {
        check("a /* b \n c */ d // e\nf", "Ident Ident Ident");
        check("# 1 \"x.c\"\n#define A /* 1\n 2 */ 3\nb\n  #pragma once\nc", "Ident Ident");
        check("a \\\n b", "Ident Ident");
    }

    #[test]
    fn contracts_are_listed() {
        let text = "int x;\n/*@ a */ //@ b\n/* c */ /*@null@*/ /*@-type@*/ int y;";
        let map = SourceMap::verbatim("t.c", text);
        let mut names = token::names_with_keywords();
        let (tokens, _) = lex(&map, &mut names);
        let found: Vec<_> =
            tokens.contracts.iter().map(|c| (c.before, map.slice(c.span))).collect();
        assert_eq!(found, [(3, "/*@ a */"), (3, "//@ b")]);
    }

    #[test]
    fn keywords_have_alternate_spellings() {
        check("__const__ __inline __restrict __typeof__", "Const Inline Restrict Typeof");
        check("intx int", "Ident Int");
    }
}
