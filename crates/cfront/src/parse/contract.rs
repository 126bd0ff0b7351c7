//! Contracts: which comment belongs where, and their clauses.
//!
//! A comment is lexed on its own, macros in it are expanded, and its tokens take the place of the file's for a moment.
//! What cannot be read becomes an unparsed clause with a warning; a contract in a place where it says nothing is a warning too.

use super::clause_words::{CLAUSE_WORDS, GLOBAL_WORDS, Place};
use super::{Parse, Parser};
use crate::ast::{
    Clause, ClauseKind, Contract, ContractId, Ident, Item, Literal, LogicDef, LogicDefKind,
    LogicId, Stmt, StmtId, StmtKind,
};
use crate::codes;
use crate::lex::scan::Mode;
use crate::lex::token::word_kind;
use crate::lex::{Tok, Token, decode};
use crate::names::Symbol;
use crate::pp::{PpToken, expand_at, tokenize};
use entity::EntityRef;
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// The contract before a declaration at file scope. Global annotations become items on the way.
    pub(super) fn file_contract(&mut self) -> Option<ContractId> {
        let mut contract = None;
        while let Some(span) = self.take_comment() {
            let clauses = self.read_comment(span, |parser| {
                if parser.at_word(&GLOBAL_WORDS) {
                    parser.global_annotations();
                    return Vec::new();
                }
                parser.clauses()
            });
            if !clauses.is_empty() {
                contract = Some(self.add_clauses(contract, span, clauses));
            }
        }
        contract
    }

    /// Annotations of a point in a block: assertions become statements, loop clauses are returned for the loop that follows.
    pub(super) fn point_contracts(&mut self, out: &mut Vec<StmtId>) -> Option<ContractId> {
        let mut for_loop = None;
        while let Some(span) = self.take_comment() {
            let clauses = self.read_comment(span, Self::clauses);
            let (of_loop, of_point): (Vec<_>, Vec<_>) =
                clauses.into_iter().partition(|clause| self.speaks_of_loop(clause));
            if !of_loop.is_empty() {
                for_loop = Some(self.add_clauses(for_loop, span, of_loop));
            }
            if !of_point.is_empty() {
                let contract = self.ast.contracts.push(Contract { span, clauses: of_point });
                out.push(self.ast.stmts.push(Stmt { span, kind: StmtKind::Annotation(contract) }));
            }
        }
        for_loop
    }

    /// Is there a contract right before the token here?
    pub(super) fn contract_is_next(&self) -> bool {
        let next = self.contracts.get(self.next_contract);
        next.is_some_and(|comment| comment.before as usize <= self.pos)
    }

    /// Warns about a contract that nothing takes.
    pub(super) fn unused_contract(&mut self, contract: Option<ContractId>) {
        if let Some(id) = contract {
            let span = self.ast.contracts[id].span;
            self.stray_contract(span);
        }
    }

    fn stray_contract(&mut self, span: Span) {
        let message = "this annotation says nothing here and is ignored";
        let diagnostic = Diagnostic::warning(codes::STRAY_CONTRACT, span, message);
        self.diagnostics
            .push(diagnostic.help("put it right before a function, a loop or a statement"));
    }

    fn speaks_of_loop(&self, clause: &Clause) -> bool {
        match clause.kind {
            ClauseKind::LoopInvariant(_)
            | ClauseKind::LoopVariant(_)
            | ClauseKind::LoopAssigns(_) => true,
            ClauseKind::Unparsed => self.map.slice(clause.span).starts_with("loop"),
            _ => false,
        }
    }

    fn add_clauses(
        &mut self,
        contract: Option<ContractId>,
        span: Span,
        clauses: Vec<Clause>,
    ) -> ContractId {
        match contract {
            None => self.ast.contracts.push(Contract { span, clauses }),
            Some(id) => {
                let contract = &mut self.ast.contracts[id];
                contract.span = contract.span.to(span);
                contract.clauses.extend(clauses);
                id
            }
        }
    }

    /// The next comment at this place; those that were passed over in the middle of something are warned about.
    fn take_comment(&mut self) -> Option<Span> {
        while self.contract_is_next() {
            let comment = self.contracts[self.next_contract];
            self.next_contract += 1;
            if comment.before as usize == self.pos {
                return Some(comment.span);
            }
            self.stray_contract(comment.span);
        }
        None
    }

    /// Reads a comment's tokens in place of the file's.
    fn read_comment<T>(&mut self, span: Span, read: impl FnOnce(&mut Self) -> T) -> T {
        self.macros.advance(span.lo);
        let tokens = self.comment_tokens(span);
        let file = std::mem::replace(&mut self.tokens, tokens);
        let (pos, prev_hi) = (self.pos, self.prev_hi);
        self.pos = 0;
        self.reading_contract = true;
        let result = read(self);
        self.reading_contract = false;
        self.tokens = file;
        (self.pos, self.prev_hi) = (pos, prev_hi);
        result
    }

    /// The tokens of a comment with its macros expanded; those of an expansion have the place of the macro's name.
    fn comment_tokens(&mut self, span: Span) -> Vec<Token> {
        let text = self.map.slice(span);
        let closing = if text.starts_with("/*") && text.ends_with("*/") { 2 } else { 0 };
        let (lo, hi) = (span.lo as usize + 3, span.hi as usize - closing);
        let written = tokenize(&self.map.text, lo, hi.max(lo), Mode::Contract, |_, _, _| {});
        let mut tokens = Vec::with_capacity(written.len() + 1);
        let (mut at, mut stands) = (0, Place::Start);
        while at < written.len() {
            let place = &written[at];
            let expandable = place.kind != Tok::Backslash && !stands.is_for(&place.text);
            stands = stands.after(&place.text);
            let expansion = expandable
                .then(|| {
                    expand_at(&self.macros, &written, at, Mode::Contract, &mut self.macro_fuel)
                })
                .flatten();
            let (became, after) = match &expansion {
                Some(expansion) => (expansion.tokens.as_slice(), expansion.end),
                None => (std::slice::from_ref(place), at + 1),
            };
            for token in became {
                tokens.push(self.comment_token(token, place.lo, place.hi));
            }
            at = after;
        }
        let end = hi.max(lo) as u32;
        tokens.push(Token { kind: Tok::Eof, lo: end, hi: end, payload: 0 });
        tokens
    }

    /// Literals are decoded at once: the text of an expanded one is not where the token is.
    fn comment_token(&mut self, token: &PpToken<'_>, lo: u32, hi: u32) -> Token {
        let decoded = match token.kind {
            Tok::Number => Some(decode::number(&token.text)),
            Tok::Char => Some(decode::character(&token.text)),
            Tok::Str => Some(decode::string([token.text.as_ref()].into_iter())),
            _ => None,
        };
        if let Some((kind, problem)) = decoded {
            let id = self.ast.literals.push(Literal { span: Span::new(lo, hi), kind });
            // A broken literal is no token of a contract: the clause around it will not parse.
            let kind = if problem.is_none() { Tok::Decoded } else { Tok::Stray };
            return Token { kind, lo, hi, payload: id.index() as u32 };
        }
        if token.kind == Tok::Backslash {
            let word = self.ast.names.intern(&token.text[1..]);
            return Token { kind: token.kind, lo, hi, payload: word.index() as u32 };
        }
        if !token.text.starts_with(|c: char| c == '_' || c == '$' || c.is_alphabetic()) {
            return Token { kind: token.kind, lo, hi, payload: 0 };
        }
        let word = self.ast.names.intern(&token.text);
        Token { kind: word_kind(word), lo, hi, payload: word.index() as u32 }
    }

    /// All clauses of a comment.
    fn clauses(&mut self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        let mut behavior = None;
        while !self.at(Tok::Eof) {
            let start = self.pos;
            let lo = self.token().lo;
            match self.clause(&mut behavior) {
                Ok(Some((label, kind))) => {
                    clauses.push(Clause { span: self.span_from(lo), behavior, label, kind });
                }
                Ok(None) => {}
                Err(_) => {
                    self.skip_clause(start);
                    let span = self.span_from(lo);
                    self.unreadable(span);
                    let kind = ClauseKind::Unparsed;
                    clauses.push(Clause { span, behavior, label: None, kind });
                }
            }
        }
        clauses
    }

    /// A clause with the name of its predicate; none for a word that only sets the scene.
    fn clause(
        &mut self,
        behavior: &mut Option<Symbol>,
    ) -> Parse<Option<(Option<Symbol>, ClauseKind)>> {
        let word = self.clause_word()?;
        let kind = match word {
            "behavior" => {
                *behavior = Some(self.ident()?.name);
                self.expect(Tok::Colon)?;
                return Ok(None);
            }
            "complete" | "disjoint" => {
                let names = self.behaviors()?;
                if word == "complete" {
                    ClauseKind::Complete(names)
                } else {
                    ClauseKind::Disjoint(names)
                }
            }
            "assigns" => ClauseKind::Assigns(self.locations()?),
            "frees" => ClauseKind::Frees(self.locations()?),
            "allocates" => ClauseKind::Allocates(self.locations()?),
            "loop" => return self.loop_clause().map(Some),
            // `check requires P` is a requires clause that is not assumed later: for us, the same.
            "check" | "admit" if self.at_word(&["requires", "ensures", "loop", "invariant"]) => {
                return self.clause(behavior);
            }
            "requires" => return self.predicate_clause(ClauseKind::Requires),
            "ensures" => return self.predicate_clause(ClauseKind::Ensures),
            "assumes" => return self.predicate_clause(ClauseKind::Assumes),
            "decreases" => return self.predicate_clause(ClauseKind::Decreases),
            "terminates" => return self.predicate_clause(ClauseKind::Terminates),
            "assert" => return self.predicate_clause(ClauseKind::Assert),
            "check" => return self.predicate_clause(ClauseKind::Check),
            "admit" => return self.predicate_clause(ClauseKind::Admit),
            _ => return Err(self.expected("a clause such as `requires` or `ensures`")),
        };
        self.expect(Tok::Semi)?;
        Ok(Some((None, kind)))
    }

    /// Takes the word that starts a clause.
    fn clause_word(&mut self) -> Parse<&'static str> {
        let token = self.token();
        let spelled = matches!(token.kind, Tok::Ident | Tok::For).then(|| token.symbol());
        let word = spelled
            .and_then(|name| CLAUSE_WORDS.into_iter().find(|&word| word == &self.ast.names[name]));
        let Some(word) = word else {
            return Err(self.expected("a clause such as `requires` or `ensures`"));
        };
        self.bump();
        Ok(word)
    }

    fn predicate_clause(
        &mut self,
        kind: fn(LogicId) -> ClauseKind,
    ) -> Parse<Option<(Option<Symbol>, ClauseKind)>> {
        let mut label = None;
        if self.at(Tok::Ident) && self.kind_at(1) == Tok::Colon {
            label = Some(self.bump().symbol());
            self.bump();
        }
        let predicate = self.predicate()?;
        self.expect(Tok::Semi)?;
        Ok(Some((label, kind(predicate))))
    }

    fn loop_clause(&mut self) -> Parse<(Option<Symbol>, ClauseKind)> {
        let word = self.ident()?;
        let clause = match &self.ast.names[word.name] {
            "invariant" => self.predicate_clause(ClauseKind::LoopInvariant)?,
            "variant" => self.predicate_clause(ClauseKind::LoopVariant)?,
            "assigns" => {
                let locations = self.locations()?;
                self.expect(Tok::Semi)?;
                Some((None, ClauseKind::LoopAssigns(locations)))
            }
            _ => None,
        };
        match clause {
            Some(clause) => Ok(clause),
            None => Err(self.expected("`invariant`, `variant` or `assigns`")),
        }
    }

    /// `complete behaviors a, b`
    fn behaviors(&mut self) -> Parse<Box<[Ident]>> {
        if !self.at_word(&["behaviors"]) {
            return Err(self.expected("`behaviors`"));
        }
        self.bump();
        let mut names = Vec::new();
        while self.at(Tok::Ident) {
            names.push(self.ident()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(names.into())
    }

    /// `a, b[0 .. n]`, each perhaps with a `\from` list, which says where values come from and is passed over
    fn locations(&mut self) -> Parse<Box<[LogicId]>> {
        let mut locations = Vec::new();
        if self.at_backslash("nothing") {
            self.bump();
        } else {
            locations = self.range_list()?;
        }
        if self.at_backslash("from") {
            self.bump();
            self.range_list()?;
        }
        Ok(locations.into())
    }

    /// Skips to the next word that starts a clause at the start of one: after a `;`.
    fn skip_clause(&mut self, start: usize) {
        self.pos = start;
        self.prev_hi = self.bump().hi;
        while !self.at(Tok::Eof) {
            let ended = self.tokens[self.pos - 1].kind == Tok::Semi;
            if ended && (self.at_word(&CLAUSE_WORDS) || self.at(Tok::For)) {
                return;
            }
            self.bump();
        }
    }

    /// Warns that an annotation is not used, and why.
    pub(super) fn unreadable(&mut self, span: Span) {
        let reason = self.clause_problem.take();
        let message = match &reason {
            Some(reason) => format!("this clause is not understood: {}", reason.message),
            None => "this clause is not understood".to_owned(),
        };
        let diagnostic = Diagnostic::warning(codes::BAD_CLAUSE, span, message);
        self.diagnostics.push(diagnostic.help("it is left out, so tests may violate it"));
    }

    /// Is one of these words here?
    pub(super) fn at_word(&self, words: &[&str]) -> bool {
        let token = self.token();
        let word = token.kind == Tok::Ident || word_kind(token.symbol()) == token.kind;
        word && words.contains(&&self.ast.names[token.symbol()])
    }

    pub(super) fn at_backslash(&self, word: &str) -> bool {
        self.at(Tok::Backslash) && &self.ast.names[self.token().symbol()] == word
    }

    /// `predicate`, `logic`, `lemma`: definitions at file scope
    fn global_annotations(&mut self) {
        while !self.at(Tok::Eof) {
            let start = self.pos;
            let lo = self.token().lo;
            self.scope.open();
            let kind = self.global_annotation();
            self.scope.close();
            let kind = kind.unwrap_or_else(|_| {
                self.skip_global(start);
                let span = self.span_from(lo);
                self.unreadable(span);
                LogicDefKind::Unparsed
            });
            let span = self.span_from(lo);
            let id = self.ast.logic_defs.push(LogicDef { span, kind });
            self.ast.items.push(Item::Logic(id));
        }
    }

    fn skip_global(&mut self, start: usize) {
        self.pos = start;
        self.prev_hi = self.bump().hi;
        while !self.at(Tok::Eof) {
            let ended = self.tokens[self.pos - 1].kind == Tok::Semi;
            if ended && self.at_word(&GLOBAL_WORDS) {
                return;
            }
            self.bump();
        }
    }
}
