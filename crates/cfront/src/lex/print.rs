//! The token listing: one token a line with its place and its text.

use super::Tokens;
use source::{SourceMap, Span};
use std::fmt::Write;

/// Lists tokens as `file:line:col kind text`.
pub fn print(map: &SourceMap, tokens: &Tokens) -> String {
    let mut out = String::new();
    let mut contracts = tokens.contracts.iter().peekable();
    for (index, token) in tokens.tokens.iter().enumerate() {
        while let Some(contract) = contracts.next_if(|c| c.before as usize <= index) {
            line(&mut out, map, contract.span, "Contract");
        }
        line(&mut out, map, Span::new(token.lo, token.hi), token.kind.name());
    }
    out
}

fn line(out: &mut String, map: &SourceMap, span: Span, kind: &str) {
    if let Some(loc) = map.locate(span.lo) {
        let _ = write!(out, "{}:{}:{} ", map.files[loc.file].name, loc.line, loc.col);
    }
    let _ = writeln!(out, "{kind} {}", map.slice(span).escape_debug());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{lex, token::names_with_keywords};

    #[test]
    fn a_listing() {
        let map = SourceMap::verbatim("t.c", "/*@ p */\nint x;");
        let (tokens, _) = lex(&map, &mut names_with_keywords());
        let expect = "t.c:1:1 Contract /*@ p */\nt.c:2:1 Int int\nt.c:2:5 Ident x\nt.c:2:6 Semi ;\nt.c:2:7 Eof \n";
        assert_eq!(print(&map, &tokens), expect);
    }
}
