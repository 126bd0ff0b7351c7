//! Objects that terms name: where they are, and their values.

use super::{Typed, untyped};
use crate::ast::{self, LogicId, LogicKind, LogicUnary};
use crate::logic::{LogicType, TermId, TermKind};
use crate::names::Symbol;
use crate::sema::Checker;
use crate::sema::scope::Entity;
use crate::types::{BitField, QualTy, Type};
use source::Span;

/// An object that a term names.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) addr: TermId,
    pub(super) ty: QualTy,
    pub(super) bits: Option<BitField>,
}

impl Checker<'_> {
    pub(super) fn place(&mut self, id: LogicId) -> Typed<Place> {
        use LogicKind as K;
        let ast = self.ast;
        let span = ast.logic[id].span;
        match &ast.logic[id].kind {
            K::Name(name) => self.name_place(*name, span),
            K::Unary(LogicUnary::Deref, pointer) => {
                let pointer = self.term(*pointer)?;
                self.pointed(pointer, span)
            }
            K::Index(base, index) => {
                let (base, index) = (self.term(*base)?, self.term(*index)?);
                let element = self.pointer_sum(base, index, false, span)?;
                self.pointed(element, span)
            }
            K::Member(base, name) => {
                let base = self.place(*base)?;
                self.member_place(base, *name, span)
            }
            K::Arrow(base, name) => {
                let base = self.term(*base)?;
                let base = self.pointed(base, span)?;
                self.member_place(base, *name, span)
            }
            K::Result => self.result_place(span),
            _ => untyped("an object is needed here", span),
        }
    }

    /// A structure that is returned is somewhere; a scalar is not.
    fn result_place(&mut self, span: Span) -> Typed<Place> {
        match self.logic.result {
            Some(ty) if self.unit.types.record(ty).is_some() => {
                let ty = QualTy::plain(ty);
                let pointer = self.pointer_to(ty.ty, ty.quals);
                let addr = self.add_term(TermKind::ResultAddr, LogicType::C(pointer), span);
                Ok(Place { addr, ty, bits: None })
            }
            Some(_) => untyped("an object is needed here", span),
            None => untyped("`\\result` has no meaning here", span),
        }
    }

    pub(super) fn name_place(&mut self, name: Symbol, span: Span) -> Typed<Place> {
        let (kind, ty) = match self.scopes.lookup(name) {
            Some(Entity::Local(id)) => (TermKind::LocalAddr(*id), self.unit.locals[*id].ty),
            Some(Entity::Global(id)) => (TermKind::GlobalAddr(*id), self.unit.globals[*id].ty),
            Some(_) => return untyped(format!("`{}` is no object", self.name(name)), span),
            None => return untyped(format!("`{}` is not declared", self.name(name)), span),
        };
        if self.bound(name).is_some() {
            return untyped("a bound variable is no object", span);
        }
        let pointer = self.pointer_to(ty.ty, ty.quals);
        let addr = self.add_term(kind, LogicType::C(pointer), span);
        Ok(Place { addr, ty, bits: None })
    }

    pub(super) fn pointed(&mut self, pointer: TermId, span: Span) -> Typed<Place> {
        match self.pointee_of(pointer) {
            Some(ty) => Ok(Place { addr: pointer, ty, bits: None }),
            None => untyped("a pointer is needed here", span),
        }
    }

    pub(in crate::sema) fn pointee_of(&self, term: TermId) -> Option<QualTy> {
        match self.unit.terms[term].ty {
            LogicType::C(ty) => self.unit.types.pointee(ty),
            _ => None,
        }
    }

    pub(super) fn member_place(
        &mut self,
        base: Place,
        name: ast::Ident,
        span: Span,
    ) -> Typed<Place> {
        let Some(mut record) = self.unit.types.record(base.ty.ty) else {
            return untyped(format!("`{}` has no members", self.show(base.ty.ty)), span);
        };
        let Some(path) = self.find_member(record, self.name(name.name)) else {
            let (owner, member) = (self.unit.record_text(record), self.name(name.name));
            return untyped(format!("`{owner}` has no member `{member}`"), name.span);
        };
        let mut place = base;
        for index in path {
            let field = &self.unit.records[record].fields[index as usize];
            let (ty, bits) = (field.ty, field.bits);
            let quals = place.ty.quals.union(ty.quals);
            let pointer = self.pointer_to(ty.ty, quals);
            let kind = TermKind::FieldAddr { base: place.addr, record, field: index };
            let addr = self.add_term(kind, LogicType::C(pointer), span);
            place = Place { addr, ty: QualTy { ty: ty.ty, quals }, bits };
            if let Type::Record(inner) = self.unit.types[ty.ty] {
                record = inner;
            }
        }
        Ok(place)
    }

    /// The value of an object; an array is the pointer to its first element.
    pub(super) fn read(&mut self, place: Place, span: Span) -> TermId {
        if let Type::Array(elem, _) = self.unit.types[place.ty.ty] {
            let pointer = self.unit.types.pointer(elem.with(place.ty.quals));
            return self.add_term(TermKind::Cast(place.addr), LogicType::C(pointer), span);
        }
        let kind = TermKind::Load { addr: place.addr, bits: place.bits };
        self.add_term(kind, LogicType::C(place.ty.ty), span)
    }
}
