//! Unary, postfix and primary expressions.

use super::{Parse, Parser};
use crate::ast::{
    Designator, ExprId, ExprKind, GenericArm, Literal, LiteralId, LiteralKind, UnaryOp,
};
use crate::codes;
use crate::lex::{Tok, Token, decode};
use entity::EntityRef;
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// A cast expression: prefix operators, casts, then a postfix expression.
    pub(super) fn unary(&mut self) -> Parse<ExprId> {
        let lo = self.token().lo;
        let op = match self.kind() {
            Tok::Ident | Tok::Number | Tok::Str => return self.postfix(),
            Tok::LParen if self.starts_type_at(1) => return self.cast_or_literal(),
            Tok::Minus => UnaryOp::Neg,
            Tok::Plus => UnaryOp::Plus,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Bang => UnaryOp::Not,
            Tok::Star => UnaryOp::Deref,
            Tok::Amp => UnaryOp::AddressOf,
            Tok::PlusPlus => UnaryOp::PreInc,
            Tok::MinusMinus => UnaryOp::PreDec,
            Tok::Real => UnaryOp::Real,
            Tok::Imag => UnaryOp::Imag,
            Tok::Extension => {
                self.bump();
                return self.nested(Self::unary);
            }
            Tok::AmpAmp => {
                self.bump();
                let label = self.ident()?;
                return Ok(self.push_expr(lo, ExprKind::LabelAddress(label)));
            }
            Tok::Sizeof => {
                return self.sized(ExprKind::SizeofType, ExprKind::SizeofExpr);
            }
            Tok::Alignof => {
                return self.sized(ExprKind::AlignofType, ExprKind::AlignofExpr);
            }
            _ => return self.postfix(),
        };
        self.bump();
        let operand = self.nested(Self::unary)?;
        Ok(self.push_expr(lo, ExprKind::Unary(op, operand)))
    }

    /// `(T)e` or `(T){…}` with what follows it
    fn cast_or_literal(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        let ty = self.type_name()?;
        self.expect_closing(Tok::RParen, open)?;
        if self.at(Tok::LBrace) {
            let init = self.initializer()?;
            let literal = self.push_expr(open.lo, ExprKind::CompoundLiteral(ty, init));
            return self.postfix_of(open.lo, literal);
        }
        let operand = self.nested(Self::unary)?;
        Ok(self.push_expr(open.lo, ExprKind::Cast(ty, operand)))
    }

    /// `sizeof` and `_Alignof` of a type or of an expression
    fn sized(
        &mut self,
        of_type: impl FnOnce(crate::ast::TypeNameId) -> ExprKind,
        of_expr: impl FnOnce(ExprId) -> ExprKind,
    ) -> Parse<ExprId> {
        let lo = self.bump().lo;
        if !(self.at(Tok::LParen) && self.starts_type_at(1)) {
            let operand = self.nested(Self::unary)?;
            return Ok(self.push_expr(lo, of_expr(operand)));
        }
        let open = self.bump();
        let ty = self.type_name()?;
        self.expect_closing(Tok::RParen, open)?;
        if self.at(Tok::LBrace) {
            let init = self.initializer()?;
            let literal = self.push_expr(open.lo, ExprKind::CompoundLiteral(ty, init));
            let operand = self.postfix_of(open.lo, literal)?;
            return Ok(self.push_expr(lo, of_expr(operand)));
        }
        Ok(self.push_expr(lo, of_type(ty)))
    }

    fn postfix(&mut self) -> Parse<ExprId> {
        let lo = self.token().lo;
        let first = self.primary()?;
        self.postfix_of(lo, first)
    }

    /// `[i]`, `(args)`, `.m`, `->m`, `++`, `--` after an expression
    fn postfix_of(&mut self, lo: u32, first: ExprId) -> Parse<ExprId> {
        let mut base = first;
        loop {
            let kind = match self.kind() {
                Tok::LBracket => {
                    let open = self.bump();
                    let index = self.nested(Self::expr)?;
                    self.expect_closing(Tok::RBracket, open)?;
                    ExprKind::Index(base, index)
                }
                Tok::LParen => ExprKind::Call(base, self.arguments()?),
                Tok::Dot => {
                    self.bump();
                    ExprKind::Member(base, self.ident()?)
                }
                Tok::Arrow => {
                    self.bump();
                    ExprKind::Arrow(base, self.ident()?)
                }
                Tok::PlusPlus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostInc, base)
                }
                Tok::MinusMinus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostDec, base)
                }
                _ => return Ok(base),
            };
            base = self.push_expr(lo, kind);
        }
    }

    fn arguments(&mut self) -> Parse<Box<[ExprId]>> {
        let open = self.bump();
        let mut args = Vec::new();
        if !self.at(Tok::RParen) {
            loop {
                args.push(self.nested(Self::assignment)?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect_closing(Tok::RParen, open)?;
        Ok(args.into())
    }

    fn primary(&mut self) -> Parse<ExprId> {
        let token = self.token();
        let kind = match token.kind {
            Tok::Ident => {
                self.bump();
                ExprKind::Name(token.symbol())
            }
            Tok::Number | Tok::Char | Tok::Str | Tok::Decoded => ExprKind::Literal(self.literal()?),
            Tok::LParen => return self.parenthesized(),
            Tok::FuncName => {
                self.bump();
                ExprKind::FunctionName
            }
            Tok::Generic => self.generic()?,
            Tok::VaArg => self.va_arg()?,
            Tok::Offsetof => self.offsetof()?,
            Tok::TypesCompatible => self.types_compatible()?,
            Tok::ChooseExpr => self.choose()?,
            _ => return Err(self.expected_expr()),
        };
        Ok(self.push_expr(token.lo, kind))
    }

    fn expected_expr(&mut self) -> super::Failed {
        let message = self.expected_message("an expression");
        let help = if self.at(Tok::Eq) {
            "compare with `==`, assign with a single `=`"
        } else {
            "an operand is missing here, or an operator or bracket before it is too many"
        };
        self.error(Diagnostic::error(codes::EXPECTED_EXPR, self.here(), message).help(help))
    }

    /// `(e)` or `({ … })`
    fn parenthesized(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        let kind = if self.at(Tok::LBrace) {
            ExprKind::Statement(self.nested(Self::compound)?)
        } else {
            ExprKind::Paren(self.nested(Self::expr)?)
        };
        self.expect_closing(Tok::RParen, open)?;
        Ok(self.push_expr(open.lo, kind))
    }

    /// `_Generic(e, T: a, default: b)`
    fn generic(&mut self) -> Parse<ExprKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?;
        let control = self.nested(Self::assignment)?;
        let mut arms = Vec::new();
        while self.eat(Tok::Comma) {
            let ty = if self.eat(Tok::Default) { None } else { Some(self.type_name()?) };
            self.expect(Tok::Colon)?;
            arms.push(GenericArm { ty, value: self.nested(Self::assignment)? });
        }
        self.expect_closing(Tok::RParen, open)?;
        Ok(ExprKind::Generic(control, arms.into()))
    }

    fn va_arg(&mut self) -> Parse<ExprKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?;
        let list = self.nested(Self::assignment)?;
        self.expect(Tok::Comma)?;
        let ty = self.type_name()?;
        self.expect_closing(Tok::RParen, open)?;
        Ok(ExprKind::VaArg(list, ty))
    }

    fn offsetof(&mut self) -> Parse<ExprKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?;
        let ty = self.type_name()?;
        self.expect(Tok::Comma)?;
        let mut path = vec![Designator::Field(self.ident()?)];
        loop {
            match self.kind() {
                Tok::Dot => {
                    self.bump();
                    path.push(Designator::Field(self.ident()?));
                }
                Tok::LBracket => {
                    let open = self.bump();
                    path.push(Designator::Index(self.nested(Self::expr)?));
                    self.expect_closing(Tok::RBracket, open)?;
                }
                _ => break,
            }
        }
        self.expect_closing(Tok::RParen, open)?;
        Ok(ExprKind::Offsetof(ty, path.into()))
    }

    fn types_compatible(&mut self) -> Parse<ExprKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?;
        let left = self.type_name()?;
        self.expect(Tok::Comma)?;
        let right = self.type_name()?;
        self.expect_closing(Tok::RParen, open)?;
        Ok(ExprKind::TypesCompatible(left, right))
    }

    fn choose(&mut self) -> Parse<ExprKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?;
        let cond = self.nested(Self::assignment)?;
        self.expect(Tok::Comma)?;
        let yes = self.nested(Self::assignment)?;
        self.expect(Tok::Comma)?;
        let no = self.nested(Self::assignment)?;
        self.expect_closing(Tok::RParen, open)?;
        Ok(ExprKind::Choose(cond, yes, no))
    }

    /// A literal with its value; adjacent strings are one.
    pub(super) fn literal(&mut self) -> Parse<LiteralId> {
        let token = self.token();
        let text = self.text_of(token);
        let (kind, problem) = match token.kind {
            Tok::Number => decode::number(text),
            Tok::Char => decode::character(text),
            Tok::Str => return Ok(self.strings()),
            Tok::Decoded => {
                self.bump();
                return Ok(LiteralId::from_index(token.payload as usize));
            }
            _ => return Err(self.expected("a constant")),
        };
        self.bump();
        Ok(self.push_literal(token.lo, kind, problem))
    }

    pub(super) fn string_literal(&mut self) -> Parse<LiteralId> {
        if self.at(Tok::Str) { Ok(self.strings()) } else { Err(self.expected("a string")) }
    }

    fn strings(&mut self) -> LiteralId {
        let first = self.pos;
        while self.at(Tok::Str) {
            self.bump();
        }
        let pieces = self.tokens[first..self.pos].iter().map(|&token| self.text_of(token));
        let (kind, problem) = decode::string(pieces);
        self.push_literal(self.tokens[first].lo, kind, problem)
    }

    pub(super) fn push_literal(
        &mut self,
        lo: u32,
        kind: LiteralKind,
        problem: Option<decode::Problem>,
    ) -> LiteralId {
        let span = self.span_from(lo);
        if let Some(problem) = problem {
            self.error(Diagnostic::error(problem.code, span, problem.message).help(problem.help));
        }
        self.ast.literals.push(Literal { span, kind })
    }
}

impl<'m> Parser<'m> {
    pub(super) fn text_of(&self, token: Token) -> &'m str {
        self.map.slice(Span::new(token.lo, token.hi))
    }
}
