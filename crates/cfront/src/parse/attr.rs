//! Attributes: `__attribute__((…))` and `[[…]]`.

use super::{Parse, Parser};
use crate::ast::{Attribute, AttributeArg, AttributeId};
use crate::lex::Tok;
use crate::names::Symbol;
use source::Span;

impl Parser<'_> {
    pub(super) fn at_attribute(&self) -> bool {
        self.at(Tok::Attribute) || (self.at(Tok::LBracket) && self.kind_at(1) == Tok::LBracket)
    }

    pub(super) fn attributes(&mut self) -> Parse<Vec<AttributeId>> {
        let mut attributes = Vec::new();
        self.attributes_into(&mut attributes)?;
        Ok(attributes)
    }

    /// Reads all attribute specifiers that stand here.
    pub(super) fn attributes_into(&mut self, out: &mut Vec<AttributeId>) -> Parse<()> {
        while self.at_attribute() {
            if self.eat(Tok::Attribute) {
                self.expect(Tok::LParen)?;
                self.expect(Tok::LParen)?;
                self.attribute_list(Tok::RParen, out)?;
            } else {
                self.bump();
                self.bump();
                self.attribute_list(Tok::RBracket, out)?;
            }
        }
        Ok(())
    }

    fn attribute_list(&mut self, close: Tok, out: &mut Vec<AttributeId>) -> Parse<()> {
        loop {
            if self.eat(close) {
                self.expect(close)?;
                return Ok(());
            }
            if !self.eat(Tok::Comma) {
                let attribute = self.attribute()?;
                out.push(attribute);
            }
        }
    }

    /// `name`, `name(args)`, `gnu::name(args)`
    fn attribute(&mut self) -> Parse<AttributeId> {
        let lo = self.token().lo;
        let mut name = self.attribute_name()?;
        if self.at(Tok::Colon) && self.kind_at(1) == Tok::Colon {
            self.bump();
            self.bump();
            name = self.attribute_name()?;
        }
        let mut args = Vec::new();
        if self.eat(Tok::LParen) {
            while !self.eat(Tok::RParen) {
                if !self.eat(Tok::Comma) {
                    args.push(self.nested(Self::attribute_arg)?);
                }
            }
        }
        let span = self.span_from(lo);
        Ok(self.ast.attributes.push(Attribute { span, name, args: args.into() }))
    }

    /// Any word, keywords too, without its surrounding underscores: `__const__` is `const`.
    fn attribute_name(&mut self) -> Parse<Symbol> {
        let token = self.token();
        let text = self.text_of(token);
        if !text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Err(self.expected("an attribute"));
        }
        self.bump();
        let bare = text.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
        Ok(self.ast.names.intern(bare.filter(|bare| !bare.is_empty()).unwrap_or(text)))
    }

    /// An expression, a type, or whatever else there is up to the next comma.
    fn attribute_arg(&mut self) -> Parse<AttributeArg> {
        let start = self.pos;
        let lo = self.token().lo;
        if self.starts_type_at(0) {
            let ty = self.type_name()?;
            if matches!(self.kind(), Tok::Comma | Tok::RParen) {
                return Ok(AttributeArg::Type(ty));
            }
        } else if self.starts_plain_expr() {
            let expr = self.assignment()?;
            if matches!(self.kind(), Tok::Comma | Tok::RParen) {
                return Ok(AttributeArg::Expr(expr));
            }
        }
        self.pos = start;
        self.skip_attribute_arg()?;
        Ok(AttributeArg::Text(Span::new(lo, self.prev_hi)))
    }

    fn starts_plain_expr(&self) -> bool {
        matches!(
            self.kind(),
            Tok::Ident
                | Tok::Number
                | Tok::Char
                | Tok::Str
                | Tok::LParen
                | Tok::Sizeof
                | Tok::Alignof
                | Tok::Minus
                | Tok::Offsetof
        )
    }

    fn skip_attribute_arg(&mut self) -> Parse<()> {
        loop {
            match self.kind() {
                Tok::Comma | Tok::RParen => return Ok(()),
                Tok::Eof => return Err(self.expected("`)`")),
                Tok::LParen | Tok::LBracket | Tok::LBrace => self.skip_balanced(),
                _ => {
                    self.bump();
                }
            }
        }
    }
}
