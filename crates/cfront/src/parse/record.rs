//! Struct, union and enum specifiers.

use super::scope::Meaning;
use super::{Parse, Parser};
use crate::ast::{
    EnumId, EnumSpec, Enumerator, Field, Ident, Member, Record, RecordId, RecordKind,
};
use crate::lex::{Tok, Token};

impl Parser<'_> {
    /// `struct tag { … }`
    pub(super) fn record(&mut self) -> Parse<RecordId> {
        let word = self.bump();
        let kind = if word.kind == Tok::Struct { RecordKind::Struct } else { RecordKind::Union };
        let mut attributes = self.attributes()?;
        let tag = self.tag()?;
        let mut members = None;
        if self.at(Tok::LBrace) {
            let open = self.bump();
            members = Some(self.members(open)?.into());
            self.attributes_into(&mut attributes)?;
        }
        let span = self.span_from(word.lo);
        let attributes = attributes.into();
        let layout = self.pragmas.before(self.pos as u32, self.map);
        Ok(self.ast.records.push(Record { span, kind, tag, members, attributes, layout }))
    }

    /// A tag may be missing only before a list.
    fn tag(&mut self) -> Parse<Option<Ident>> {
        if self.at(Tok::LBrace) { Ok(None) } else { self.ident().map(Some) }
    }

    fn members(&mut self, open: Token) -> Parse<Vec<Member>> {
        let mut members = Vec::new();
        while !matches!(self.kind(), Tok::RBrace | Tok::Eof) {
            if self.eat(Tok::Semi) {
                continue;
            }
            let start = self.pos;
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => self.recover_member(start),
            }
        }
        self.expect_closing(Tok::RBrace, open)?;
        Ok(members)
    }

    /// Skips a broken member, also at file scope only to the `}` of the struct.
    fn recover_member(&mut self, start: usize) {
        self.scope.open();
        self.recover(start);
        self.scope.close();
    }

    fn member(&mut self) -> Parse<Member> {
        let lo = self.token().lo;
        while self.eat(Tok::Extension) {}
        if self.at(Tok::StaticAssert) {
            return Ok(Member::StaticAssert(self.static_assert()?));
        }
        let specs = self.specifiers()?;
        let mut fields = Vec::new();
        if !self.at(Tok::Semi) {
            loop {
                fields.push(self.field()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        // The last semicolon of a struct may be missing, as gcc has it.
        if !self.at(Tok::RBrace) {
            self.expect_semi()?;
        }
        Ok(Member::Fields { span: self.span_from(lo), specs, fields: fields.into() })
    }

    fn field(&mut self) -> Parse<Field> {
        let declarator = self.field_declarator()?;
        let width = if self.eat(Tok::Colon) { Some(self.nested(Self::conditional)?) } else { None };
        let late = self.attributes()?;
        if !late.is_empty() {
            let declarator = &mut self.ast.declarators[declarator];
            declarator.attributes = declarator.attributes.iter().copied().chain(late).collect();
        }
        Ok(Field { declarator, width })
    }

    /// `enum tag { A, B = 3 }`
    pub(super) fn enumeration(&mut self) -> Parse<EnumId> {
        let lo = self.bump().lo;
        let mut attributes = self.attributes()?;
        let tag = self.tag()?;
        let mut enumerators = None;
        if self.at(Tok::LBrace) {
            let open = self.bump();
            enumerators = Some(self.enumerators(open)?.into());
            self.attributes_into(&mut attributes)?;
        }
        let span = self.span_from(lo);
        let attributes = attributes.into();
        Ok(self.ast.enums.push(EnumSpec { span, tag, enumerators, attributes }))
    }

    fn enumerators(&mut self, open: Token) -> Parse<Vec<Enumerator>> {
        let mut enumerators = Vec::new();
        while self.at(Tok::Ident) {
            let name = self.ident()?;
            let attributes = self.attributes()?.into();
            let value =
                if self.eat(Tok::Eq) { Some(self.nested(Self::conditional)?) } else { None };
            self.scope.declare(name.name, Meaning::Ordinary);
            enumerators.push(Enumerator { name, value, attributes });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect_closing(Tok::RBrace, open)?;
        Ok(enumerators)
    }
}
