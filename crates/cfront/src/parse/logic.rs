//! Terms and predicates of contracts, with the precedences of the ACSL manual (section 2.2), loosest first:
//! quantifiers and `\let`, `?:`, `<==>`, `==>`, `||`, `^^`, `&&`, bitwise operators, comparisons (which chain), shifts, `+`, `*`.

use super::{Parse, Parser};
use crate::ast::{
    Binder, Builtin, LogicBinary, LogicDefKind, LogicExpr, LogicId, LogicKind, LogicType,
    LogicUnary, Relation, TypeName,
};
use crate::lex::Tok;
use crate::names::Symbol;
use source::Span;

impl Parser<'_> {
    /// A predicate or term of any kind but a range.
    pub(super) fn predicate(&mut self) -> Parse<LogicId> {
        self.nested(Self::logic_conditional)
    }

    fn logic_conditional(&mut self) -> Parse<LogicId> {
        let cond = self.logic_binary(1)?;
        if !self.eat(Tok::Question) {
            return Ok(cond);
        }
        let yes = self.predicate()?;
        self.expect(Tok::Colon)?;
        let no = self.predicate()?;
        Ok(self.logic_join(cond, no, LogicKind::Conditional(cond, yes, no)))
    }

    /// Operators that bind at least as tightly as `least`.
    fn logic_binary(&mut self, least: u8) -> Parse<LogicId> {
        let mut left = self.logic_unary()?;
        while let Some((op, precedence)) = logic_op(self.kind()) {
            if precedence < least {
                break;
            }
            if let LogicBinary::Compare(_) = op {
                left = self.comparison(left, precedence)?;
                continue;
            }
            self.bump();
            // `==>` associates to the right.
            let tighter = if op == LogicBinary::Implies { precedence } else { precedence + 1 };
            let right = self.nested(|parser| parser.logic_binary(tighter))?;
            left = self.logic_join(left, right, LogicKind::Binary(op, left, right));
        }
        Ok(left)
    }

    /// `a < b`, or a chain `a <= b < c`
    fn comparison(&mut self, first: LogicId, precedence: u8) -> Parse<LogicId> {
        let mut rest = Vec::new();
        while let Some((LogicBinary::Compare(relation), _)) = logic_op(self.kind()) {
            self.bump();
            rest.push((relation, self.nested(|parser| parser.logic_binary(precedence + 1))?));
        }
        let last = rest.last().expect("called at a comparison").1;
        let kind = match rest[..] {
            [(relation, right)] => LogicKind::Binary(LogicBinary::Compare(relation), first, right),
            _ => LogicKind::Chain(first, rest.into()),
        };
        Ok(self.logic_join(first, last, kind))
    }

    fn logic_unary(&mut self) -> Parse<LogicId> {
        let lo = self.token().lo;
        let op = match self.kind() {
            Tok::Minus => LogicUnary::Neg,
            Tok::Plus => LogicUnary::Plus,
            Tok::Tilde => LogicUnary::BitNot,
            Tok::Bang => LogicUnary::Not,
            Tok::Star => LogicUnary::Deref,
            Tok::Amp => LogicUnary::AddressOf,
            Tok::LParen if self.starts_logic_type_at(1) => return self.logic_cast(),
            Tok::Sizeof => return self.logic_sizeof(),
            _ => return self.logic_postfix(),
        };
        self.bump();
        let operand = self.nested(Self::logic_unary)?;
        Ok(self.push_logic(lo, LogicKind::Unary(op, operand)))
    }

    fn logic_cast(&mut self) -> Parse<LogicId> {
        let open = self.bump();
        let ty = self.logic_type()?;
        self.expect_closing(Tok::RParen, open)?;
        let operand = self.nested(Self::logic_unary)?;
        Ok(self.push_logic(open.lo, LogicKind::Cast(ty, operand)))
    }

    fn logic_sizeof(&mut self) -> Parse<LogicId> {
        let lo = self.bump().lo;
        let open = self.expect(Tok::LParen)?;
        let kind = if self.starts_type_at(0) {
            LogicKind::SizeofType(self.type_name()?)
        } else {
            LogicKind::SizeofTerm(self.predicate()?)
        };
        self.expect_closing(Tok::RParen, open)?;
        Ok(self.push_logic(lo, kind))
    }

    fn logic_postfix(&mut self) -> Parse<LogicId> {
        let lo = self.token().lo;
        let mut base = self.logic_primary()?;
        loop {
            let kind = match self.kind() {
                Tok::LBracket => {
                    let open = self.bump();
                    let index = self.range()?;
                    self.expect_closing(Tok::RBracket, open)?;
                    LogicKind::Index(base, index)
                }
                Tok::Dot => {
                    self.bump();
                    LogicKind::Member(base, self.ident()?)
                }
                Tok::Arrow => {
                    self.bump();
                    LogicKind::Arrow(base, self.ident()?)
                }
                _ => return Ok(base),
            };
            base = self.push_logic(lo, kind);
        }
    }

    fn logic_primary(&mut self) -> Parse<LogicId> {
        let token = self.token();
        let kind = match token.kind {
            Tok::Decoded => LogicKind::Literal(self.literal()?),
            Tok::Ident => self.name_or_call()?,
            Tok::Backslash => self.backslash()?,
            Tok::LParen => return self.logic_parenthesized(),
            Tok::LBrace => {
                let open = self.bump();
                let elements = self.range_list()?;
                self.expect_closing(Tok::RBrace, open)?;
                LogicKind::Set(elements.into())
            }
            _ => return Err(self.expected("a term")),
        };
        Ok(self.push_logic(token.lo, kind))
    }

    /// `(P)`, `(a .. b)` or `(name: P)`; the span takes in the parentheses
    fn logic_parenthesized(&mut self) -> Parse<LogicId> {
        let open = self.bump();
        if self.at(Tok::Ident) && self.kind_at(1) == Tok::Colon {
            self.bump();
            self.bump();
        }
        let inner = self.range()?;
        self.expect_closing(Tok::RParen, open)?;
        self.ast.logic[inner].span = self.span_from(open.lo);
        Ok(inner)
    }

    fn name_or_call(&mut self) -> Parse<LogicKind> {
        let name = self.ident()?;
        let labelled = self.at(Tok::LBrace) && matches!(self.kind_at(2), Tok::Comma | Tok::RBrace);
        if !labelled && !self.at(Tok::LParen) {
            return Ok(LogicKind::Name(name.name));
        }
        let labels = self.labels()?;
        let args = if self.at(Tok::LParen) { self.logic_args()? } else { Vec::new() };
        Ok(LogicKind::Call(name, labels, args.into()))
    }

    /// `{L1, L2}` if there
    fn labels(&mut self) -> Parse<Box<[Symbol]>> {
        let mut labels = Vec::new();
        if self.eat(Tok::LBrace) {
            loop {
                labels.push(self.ident()?.name);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RBrace)?;
        }
        Ok(labels.into())
    }

    fn logic_args(&mut self) -> Parse<Vec<LogicId>> {
        let open = self.expect(Tok::LParen)?;
        let args = if self.at(Tok::RParen) { Vec::new() } else { self.range_list()? };
        self.expect_closing(Tok::RParen, open)?;
        Ok(args)
    }

    pub(super) fn range_list(&mut self) -> Parse<Vec<LogicId>> {
        let mut terms = vec![self.range()?];
        while self.eat(Tok::Comma) {
            terms.push(self.range()?);
        }
        Ok(terms)
    }

    /// `a .. b`, `a ..`, `.. b`, `..`, or just a term
    fn range(&mut self) -> Parse<LogicId> {
        let lo = self.token().lo;
        let first = if self.at(Tok::DotDot) { None } else { Some(self.predicate()?) };
        let Some(first) = first else { return self.range_from(lo, None) };
        if self.at(Tok::DotDot) { self.range_from(lo, Some(first)) } else { Ok(first) }
    }

    fn range_from(&mut self, lo: u32, first: Option<LogicId>) -> Parse<LogicId> {
        self.bump();
        let open_end =
            matches!(self.kind(), Tok::RParen | Tok::RBracket | Tok::Comma | Tok::RBrace);
        let last = if open_end { None } else { Some(self.predicate()?) };
        Ok(self.push_logic(lo, LogicKind::Range(first, last)))
    }

    /// Words with a backslash.
    fn backslash(&mut self) -> Parse<LogicKind> {
        let word = self.bump().symbol();
        let spelling = self.ast.names[word].to_owned();
        Ok(match spelling.as_str() {
            "true" => LogicKind::True,
            "false" => LogicKind::False,
            "null" => LogicKind::Null,
            "result" => LogicKind::Result,
            "nothing" | "empty" => LogicKind::Nothing,
            "forall" | "exists" | "lambda" => {
                self.scope.open();
                let bound = self.quantified();
                self.scope.close();
                let (binders, body) = bound?;
                match spelling.as_ref() {
                    "forall" => LogicKind::Forall(binders, body),
                    "exists" => LogicKind::Exists(binders, body),
                    _ => LogicKind::Lambda(binders, body),
                }
            }
            "let" => {
                let name = self.ident()?;
                self.expect(Tok::Eq)?;
                let value = self.predicate()?;
                self.expect(Tok::Semi)?;
                LogicKind::Let(name, value, self.predicate()?)
            }
            "old" => {
                let open = self.expect(Tok::LParen)?;
                let inner = self.predicate()?;
                self.expect_closing(Tok::RParen, open)?;
                LogicKind::Old(inner)
            }
            "at" => {
                let open = self.expect(Tok::LParen)?;
                let inner = self.predicate()?;
                self.expect(Tok::Comma)?;
                let label = self.ident()?.name;
                self.expect_closing(Tok::RParen, open)?;
                LogicKind::At(inner, label)
            }
            _ => return self.builtin(word, &spelling),
        })
    }

    fn builtin(&mut self, word: Symbol, spelling: &str) -> Parse<LogicKind> {
        let builtin = match spelling {
            "valid" => Builtin::Valid,
            "valid_read" => Builtin::ValidRead,
            "separated" => Builtin::Separated,
            "initialized" => Builtin::Initialized,
            "dangling" => Builtin::Dangling,
            "base_addr" => Builtin::BaseAddr,
            "block_length" => Builtin::BlockLength,
            "offset" => Builtin::Offset,
            "allocable" => Builtin::Allocable,
            "freeable" => Builtin::Freeable,
            "fresh" => Builtin::Fresh,
            "union" => Builtin::Union,
            "inter" => Builtin::Inter,
            "subset" => Builtin::Subset,
            "acyclic" => Builtin::Acyclic,
            "reachable" => Builtin::Reachable,
            "from" => {
                return Err(self.expected("a supported predicate"));
            }
            _ => Builtin::Other(word),
        };
        let label = self.labels()?.first().copied();
        let args = if self.at(Tok::LParen) { self.logic_args()? } else { Vec::new() };
        Ok(LogicKind::Builtin(builtin, label, args.into()))
    }

    /// `integer i, j; P`
    fn quantified(&mut self) -> Parse<(Box<[Binder]>, LogicId)> {
        let mut binders = Vec::new();
        loop {
            self.binders(&mut binders)?;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Semi)?;
        let body = self.predicate()?;
        Ok((binders.into(), body))
    }

    /// `T x, *y`: names up to the end of the list, or to a comma before another type
    fn binders(&mut self, out: &mut Vec<Binder>) -> Parse<()> {
        if let Some(ty) = self.eat_math_type() {
            loop {
                out.push(Binder { ty, name: self.ident()? });
                if !self.at(Tok::Comma) || self.starts_logic_type_at(1) {
                    return Ok(());
                }
                self.bump();
            }
        }
        let lo = self.token().lo;
        let specs = self.specifiers()?;
        loop {
            let declarator = self.declarator()?;
            let name = self.ast.declarators[declarator].name.expect("declarators have names");
            self.scope.declare(name.name, super::scope::Meaning::Ordinary);
            let span = self.span_from(lo);
            let ty = self.ast.type_names.push(TypeName { span, specs, declarator });
            out.push(Binder { ty: LogicType::C(ty), name });
            if !self.at(Tok::Comma) || self.starts_logic_type_at(1) {
                return Ok(());
            }
            self.bump();
        }
    }

    fn starts_logic_type_at(&self, ahead: usize) -> bool {
        self.math_type_at(ahead).is_some() || self.starts_type_at(ahead)
    }

    fn math_type_at(&self, ahead: usize) -> Option<LogicType> {
        let token = self.tokens.get(self.pos + ahead).filter(|token| token.kind == Tok::Ident)?;
        match &self.ast.names[token.symbol()] {
            "integer" => Some(LogicType::Integer),
            "real" => Some(LogicType::Real),
            "boolean" => Some(LogicType::Boolean),
            _ => None,
        }
    }

    fn eat_math_type(&mut self) -> Option<LogicType> {
        let ty = self.math_type_at(0)?;
        self.bump();
        Some(ty)
    }

    fn logic_type(&mut self) -> Parse<LogicType> {
        match self.eat_math_type() {
            Some(ty) => Ok(ty),
            None => Ok(LogicType::C(self.type_name()?)),
        }
    }

    /// `predicate p(T x) = P;`, `logic T f(T x) = t;`, `lemma l: P;`
    pub(super) fn global_annotation(&mut self) -> Parse<LogicDefKind> {
        if self.at_word(&["predicate"]) {
            self.bump();
            let name = self.ident()?;
            let (labels, params, body) = self.definition_rest()?;
            return Ok(LogicDefKind::Predicate { name, labels, params, body });
        }
        if self.at_word(&["logic"]) {
            self.bump();
            let result = self.logic_type()?;
            let name = self.ident()?;
            let (labels, params, body) = self.definition_rest()?;
            return Ok(LogicDefKind::Function { name, result, labels, params, body });
        }
        if self.at_word(&["lemma"]) {
            self.bump();
            let name = self.ident()?;
            self.labels()?;
            self.expect(Tok::Colon)?;
            let body = self.predicate()?;
            self.expect(Tok::Semi)?;
            return Ok(LogicDefKind::Lemma { name, body });
        }
        Err(self.expected("`predicate`, `logic` or `lemma`"))
    }

    /// `{L}(T x, U y) = P;`
    #[expect(clippy::type_complexity, reason = "used twice, right above")]
    fn definition_rest(&mut self) -> Parse<(Box<[Symbol]>, Box<[Binder]>, Option<LogicId>)> {
        let labels = self.labels()?;
        let mut params = Vec::new();
        if self.at(Tok::LParen) {
            let open = self.bump();
            while !self.at(Tok::RParen) {
                self.binders(&mut params)?;
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect_closing(Tok::RParen, open)?;
        }
        let body = if self.eat(Tok::Eq) { Some(self.predicate()?) } else { None };
        self.expect(Tok::Semi)?;
        Ok((labels, params.into(), body))
    }

    fn push_logic(&mut self, lo: u32, kind: LogicKind) -> LogicId {
        let span = self.span_from(lo);
        self.ast.logic.push(LogicExpr { span, kind })
    }

    fn logic_join(&mut self, left: LogicId, right: LogicId, kind: LogicKind) -> LogicId {
        let span = Span::new(self.ast.logic[left].span.lo, self.ast.logic[right].span.hi);
        self.ast.logic.push(LogicExpr { span, kind })
    }
}

/// The operator and how tightly it binds.
fn logic_op(kind: Tok) -> Option<(LogicBinary, u8)> {
    Some(match kind {
        Tok::Iff => (LogicBinary::Iff, 1),
        Tok::Implies => (LogicBinary::Implies, 2),
        Tok::PipePipe => (LogicBinary::Or, 3),
        Tok::CaretCaret => (LogicBinary::Xor, 4),
        Tok::AmpAmp => (LogicBinary::And, 5),
        Tok::BitIff => (LogicBinary::BitIff, 6),
        Tok::BitImplies => (LogicBinary::BitImplies, 7),
        Tok::Pipe => (LogicBinary::BitOr, 8),
        Tok::Caret => (LogicBinary::BitXor, 9),
        Tok::Amp => (LogicBinary::BitAnd, 10),
        Tok::EqEq => (LogicBinary::Compare(Relation::Eq), 11),
        Tok::Ne => (LogicBinary::Compare(Relation::Ne), 11),
        Tok::Lt => (LogicBinary::Compare(Relation::Lt), 11),
        Tok::Gt => (LogicBinary::Compare(Relation::Gt), 11),
        Tok::Le => (LogicBinary::Compare(Relation::Le), 11),
        Tok::Ge => (LogicBinary::Compare(Relation::Ge), 11),
        Tok::Shl => (LogicBinary::Shl, 12),
        Tok::Shr => (LogicBinary::Shr, 12),
        Tok::Plus => (LogicBinary::Add, 13),
        Tok::Minus => (LogicBinary::Sub, 13),
        Tok::Star => (LogicBinary::Mul, 14),
        Tok::Slash => (LogicBinary::Div, 14),
        Tok::Percent => (LogicBinary::Rem, 14),
        _ => return None,
    })
}
