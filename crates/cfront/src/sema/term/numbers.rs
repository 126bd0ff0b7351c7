//! Numbers among terms: what is one, what two have in common, what can be compared.

use super::{Typed, untyped};
use crate::logic::{LogicType, Term, TermId, TermKind};
use crate::sema::Checker;
use crate::types::Ty;
use source::Span;

impl Checker<'_> {
    /// The term as an `integer`.
    pub(in crate::sema) fn integer(&mut self, term: TermId) -> Typed<TermId> {
        let Term { ty, span, .. } = self.unit.terms[term];
        match ty {
            LogicType::Integer => Ok(term),
            LogicType::C(ty) if self.unit.types.is_integer(ty) => {
                Ok(self.add_term(TermKind::Cast(term), LogicType::Integer, span))
            }
            _ => untyped("an integer is needed here", span),
        }
    }

    pub(super) fn real(&mut self, term: TermId) -> Typed<TermId> {
        let Term { ty, span, .. } = self.unit.terms[term];
        match ty {
            LogicType::Real => Ok(term),
            LogicType::Integer => Ok(self.add_term(TermKind::Cast(term), LogicType::Real, span)),
            LogicType::C(c) if self.unit.types.is_float(c) => {
                Ok(self.add_term(TermKind::Cast(term), LogicType::Real, span))
            }
            LogicType::C(c) if self.unit.types.is_integer(c) => {
                let integer = self.integer(term)?;
                Ok(self.add_term(TermKind::Cast(integer), LogicType::Real, span))
            }
            _ => untyped("a number is needed here", span),
        }
    }

    /// The term as an `integer` or a `real`.
    pub(super) fn number(&mut self, term: TermId) -> Typed<TermId> {
        match self.unit.terms[term].ty {
            LogicType::C(ty) if self.unit.types.is_float(ty) => self.real(term),
            LogicType::Real => Ok(term),
            _ => self.integer(term),
        }
    }

    pub(super) fn common_numbers(&mut self, a: TermId, b: TermId) -> Typed<(TermId, TermId)> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        if self.unit.terms[a].ty == self.unit.terms[b].ty {
            return Ok((a, b));
        }
        Ok((self.real(a)?, self.real(b)?))
    }

    /// Both terms in one type in which they can be compared.
    pub(in crate::sema) fn comparable(
        &mut self,
        a: TermId,
        b: TermId,
        span: Span,
    ) -> Typed<(TermId, TermId)> {
        let (x, y) = (self.unit.terms[a].ty, self.unit.terms[b].ty);
        let float = |ty| matches!(ty, LogicType::C(ty) if self.unit.types.is_float(ty));
        match (self.pointee_of(a), self.pointee_of(b)) {
            (Some(_), Some(_)) if self.is_zero(b) => return Ok((a, self.null_as(x, span))),
            (Some(_), Some(_)) if self.is_zero(a) => return Ok((self.null_as(y, span), b)),
            (Some(p), Some(q)) => {
                let to_left = q.ty == Ty::VOID || p.ty != Ty::VOID;
                return Ok(if to_left { (a, self.as_type(b, x)) } else { (self.as_type(a, y), b) });
            }
            (Some(_), None) if self.is_zero(b) => return Ok((a, self.null_as(x, span))),
            (None, Some(_)) if self.is_zero(a) => return Ok((self.null_as(y, span), b)),
            (None, None) => {}
            _ => return untyped("a pointer and a number are compared", span),
        }
        if x == y && (float(x) || x == LogicType::Boolean) {
            return Ok((a, b));
        }
        if x == LogicType::Boolean || y == LogicType::Boolean {
            return untyped("a truth value and a number are compared", span);
        }
        self.common_numbers(a, b)
    }

    pub(super) fn as_type(&mut self, term: TermId, ty: LogicType) -> TermId {
        let Term { ty: own, span, .. } = self.unit.terms[term];
        if own == ty { term } else { self.add_term(TermKind::Cast(term), ty, span) }
    }

    pub(super) fn is_zero(&self, term: TermId) -> bool {
        self.unit.terms[term].kind == TermKind::Int(0)
    }

    pub(super) fn null_as(&mut self, ty: LogicType, span: Span) -> TermId {
        self.add_term(TermKind::Int(0), ty, span)
    }
}
