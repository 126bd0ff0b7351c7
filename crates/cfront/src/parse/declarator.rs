//! Declarators, read inside out into a flat list of derivations.

use super::scope::Meaning;
use super::specifiers::{add_qualifier, is_float_name, is_qualifier};
use super::{Parse, Parser};
use crate::ast::{
    ArraySize, AttributeId, Declarator, DeclaratorId, Derivation, Ident, LiteralId, Param, Params,
    Qualifiers, Variadic,
};
use crate::codes;
use crate::lex::{Tok, Token};
use source::{Diagnostic, Span};

/// May the declarator have a name?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// It must: declarations.
    Named,
    /// It must not: type names.
    Abstract,
    /// As it likes: parameters.
    Either,
}

/// What has been read of a declarator.
#[derive(Default)]
struct Parts {
    name: Option<Ident>,
    derivations: Vec<Derivation>,
    attributes: Vec<AttributeId>,
}

impl Parser<'_> {
    /// A declarator with a name, and the `asm` label and attributes after it.
    pub(super) fn declarator(&mut self) -> Parse<DeclaratorId> {
        let lo = self.token().lo;
        let mut parts = Parts::default();
        self.parts(&mut parts, Naming::Named)?;
        if parts.name.is_none() {
            let message = self.expected_message("a name to declare");
            let diagnostic = Diagnostic::error(codes::MISSING_NAME, self.here(), message);
            return Err(self.error(diagnostic.help("write the name after its type")));
        }
        let asm_label = self.after_declarator(&mut parts.attributes)?;
        Ok(self.push_declarator(lo, parts, asm_label))
    }

    /// The declarator of a field: without a name before `:`.
    pub(super) fn field_declarator(&mut self) -> Parse<DeclaratorId> {
        if self.at(Tok::Colon) {
            let lo = self.token().lo;
            return Ok(self.push_declarator(lo, Parts::default(), None));
        }
        self.declarator()
    }

    /// The declarator of a type name.
    pub(super) fn abstract_declarator(&mut self) -> Parse<DeclaratorId> {
        let lo = self.token().lo;
        let mut parts = Parts::default();
        self.parts(&mut parts, Naming::Abstract)?;
        Ok(self.push_declarator(lo, parts, None))
    }

    fn param_declarator(&mut self) -> Parse<DeclaratorId> {
        let lo = self.token().lo;
        let mut parts = Parts::default();
        self.parts(&mut parts, Naming::Either)?;
        let asm_label = self.after_declarator(&mut parts.attributes)?;
        Ok(self.push_declarator(lo, parts, asm_label))
    }

    fn push_declarator(
        &mut self,
        lo: u32,
        parts: Parts,
        asm_label: Option<LiteralId>,
    ) -> DeclaratorId {
        self.ast.declarators.push(Declarator {
            span: self.span_from(lo),
            name: parts.name,
            derivations: parts.derivations.into(),
            attributes: parts.attributes.into(),
            asm_label,
        })
    }

    /// `asm("name")` and attributes, in any order
    fn after_declarator(&mut self, attributes: &mut Vec<AttributeId>) -> Parse<Option<LiteralId>> {
        let mut label = None;
        loop {
            match self.kind() {
                Tok::Asm => {
                    self.bump();
                    let open = self.expect(Tok::LParen)?;
                    label = Some(self.string_literal()?);
                    self.expect_closing(Tok::RParen, open)?;
                }
                Tok::Attribute => self.attributes_into(attributes)?,
                _ => return Ok(label),
            }
        }
    }

    /// Pointers, then name or parentheses, then arrays and parameters; appended from the name outwards.
    fn parts(&mut self, parts: &mut Parts, naming: Naming) -> Parse<()> {
        let mut pointers = Vec::new();
        loop {
            match self.kind() {
                Tok::Star => pointers.push(self.pointer()?),
                // Before the name an attribute belongs to the whole declarator.
                Tok::Attribute => self.attributes_into(&mut parts.attributes)?,
                _ => break,
            }
        }
        match self.kind() {
            Tok::Ident if naming != Naming::Abstract => parts.name = Some(self.ident()?),
            kind if naming == Naming::Named && is_float_name(kind) => {
                let token = self.bump();
                let span = Span::new(token.lo, token.hi);
                parts.name = Some(Ident { name: token.symbol(), span });
            }
            Tok::LParen if self.nests(naming) => {
                let open = self.bump();
                self.nested(|parser| parser.parts(parts, naming))?;
                self.expect_closing(Tok::RParen, open)?;
            }
            _ => {}
        }
        self.suffixes(&mut parts.derivations)?;
        parts.derivations.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// Does the parenthesis here enclose a declarator, rather than parameters?
    fn nests(&self, naming: Naming) -> bool {
        match self.kind_at(1) {
            Tok::Star | Tok::LParen | Tok::Caret => true,
            Tok::LBracket => naming != Naming::Named,
            Tok::Attribute => true,
            Tok::Ident => match naming {
                Naming::Named => true,
                Naming::Either => !self.starts_type_at(1),
                Naming::Abstract => false,
            },
            _ => false,
        }
    }

    fn pointer(&mut self) -> Parse<Derivation> {
        self.bump();
        let mut qualifiers = Qualifiers::default();
        let mut attributes = Vec::new();
        loop {
            match self.kind() {
                Tok::Attribute => self.attributes_into(&mut attributes)?,
                kind if is_qualifier(kind) => {
                    add_qualifier(&mut qualifiers, kind);
                    self.bump();
                }
                _ => return Ok(Derivation::Pointer(qualifiers, attributes.into())),
            }
        }
    }

    fn suffixes(&mut self, derivations: &mut Vec<Derivation>) -> Parse<()> {
        loop {
            match self.kind() {
                Tok::LBracket => derivations.push(self.array()?),
                Tok::LParen => {
                    let params = self.nested(Self::params)?;
                    derivations.push(Derivation::Function(params));
                }
                _ => return Ok(()),
            }
        }
    }

    /// `[static const n]`
    fn array(&mut self) -> Parse<Derivation> {
        let open = self.bump();
        let mut qualifiers = Qualifiers::default();
        let mut at_least = false;
        loop {
            match self.kind() {
                Tok::Static => at_least = true,
                kind if is_qualifier(kind) => add_qualifier(&mut qualifiers, kind),
                _ => break,
            }
            self.bump();
        }
        let size = match self.kind() {
            Tok::RBracket => ArraySize::Unspecified,
            Tok::Star if self.kind_at(1) == Tok::RBracket => {
                self.bump();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.nested(Self::assignment)?),
        };
        self.expect_closing(Tok::RBracket, open)?;
        Ok(Derivation::Array { size, qualifiers, at_least })
    }

    fn params(&mut self) -> Parse<Params> {
        let open = self.bump();
        if self.eat(Tok::RParen) {
            return Ok(Params::OldStyle(Box::default()));
        }
        if self.at(Tok::Void) && self.kind_at(1) == Tok::RParen {
            self.bump();
            self.bump();
            return Ok(Params::Prototype(Box::default(), Variadic::No));
        }
        if self.at(Tok::Ident)
            && !self.starts_type_at(0)
            && matches!(self.kind_at(1), Tok::Comma | Tok::RParen)
        {
            return self.old_style_names(open);
        }
        self.scope.open();
        let params = self.prototype(open);
        self.scope.close();
        params
    }

    fn old_style_names(&mut self, open: Token) -> Parse<Params> {
        let mut names = vec![self.ident()?];
        while self.eat(Tok::Comma) {
            names.push(self.ident()?);
        }
        self.expect_closing(Tok::RParen, open)?;
        Ok(Params::OldStyle(names.into()))
    }

    fn prototype(&mut self, open: Token) -> Parse<Params> {
        let mut params = Vec::new();
        let mut variadic = Variadic::No;
        loop {
            if self.eat(Tok::Ellipsis) {
                variadic = Variadic::Yes;
                break;
            }
            params.push(self.param()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect_closing(Tok::RParen, open)?;
        Ok(Params::Prototype(params.into(), variadic))
    }

    fn param(&mut self) -> Parse<Param> {
        let lo = self.token().lo;
        let specs = self.specifiers()?;
        let declarator = self.param_declarator()?;
        if let Some(name) = self.ast.declarators[declarator].name {
            self.scope.declare(name.name, Meaning::Ordinary);
        }
        Ok(Param { span: Span::new(lo, self.prev_hi), specs, declarator })
    }
}
