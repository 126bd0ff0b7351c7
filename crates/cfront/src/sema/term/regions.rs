//! Location sets of one contiguous piece: `*p`, `a[lo .. hi]`, `p + (0 .. n - 1)`.

use super::{Typed, untyped};
use crate::ast::{LogicBinary, LogicId, LogicKind, LogicUnary};
use crate::logic::{LogicType, Region, TermId, TermKind};
use crate::sema::Checker;
use crate::types::Ty;
use source::Span;

impl Checker<'_> {
    /// The regions of `*p`, `a[lo .. hi]`, `x`: a location set of one contiguous piece.
    pub(in crate::sema) fn location(&mut self, id: LogicId) -> Typed<Region> {
        let ast = self.ast;
        let span = ast.logic[id].span;
        match &ast.logic[id].kind {
            LogicKind::Unary(LogicUnary::Deref, pointers) => self.region(*pointers),
            LogicKind::Index(base, index)
                if matches!(ast.logic[*index].kind, LogicKind::Range(..)) =>
            {
                let ptr = self.term(*base)?;
                self.region_from(ptr, *index, span)
            }
            _ => {
                let place = self.place(id)?;
                let zero = self.add_term(TermKind::Int(0), LogicType::Integer, span);
                let elem_size = self.element_size(place.ty.ty, span)?;
                Ok(Region { ptr: place.addr, lo: zero, hi: zero, elem_size })
            }
        }
    }

    /// The region of `p`, `p + (lo .. hi)` or `&a[lo .. hi]`.
    pub(in crate::sema) fn region(&mut self, id: LogicId) -> Typed<Region> {
        let ast = self.ast;
        let span = ast.logic[id].span;
        let is_range = |id: LogicId| matches!(ast.logic[id].kind, LogicKind::Range(..));
        match &ast.logic[id].kind {
            LogicKind::Binary(LogicBinary::Add, a, b) if is_range(*b) => {
                let ptr = self.term(*a)?;
                self.region_from(ptr, *b, span)
            }
            LogicKind::Binary(LogicBinary::Add, a, b) if is_range(*a) => {
                let ptr = self.term(*b)?;
                self.region_from(ptr, *a, span)
            }
            LogicKind::Unary(LogicUnary::AddressOf, place) => match &ast.logic[*place].kind {
                LogicKind::Index(base, index) if is_range(*index) => {
                    let ptr = self.term(*base)?;
                    self.region_from(ptr, *index, span)
                }
                _ => self.single(id, span),
            },
            _ => self.single(id, span),
        }
    }

    fn single(&mut self, id: LogicId, span: Span) -> Typed<Region> {
        let ptr = self.term(id)?;
        let zero = self.add_term(TermKind::Int(0), LogicType::Integer, span);
        self.region_of(ptr, zero, zero, span)
    }

    fn region_from(&mut self, ptr: TermId, range: LogicId, span: Span) -> Typed<Region> {
        let LogicKind::Range(Some(lo), Some(hi)) = self.ast.logic[range].kind else {
            return untyped("a range without both ends is not modelled", span);
        };
        let (lo, hi) = (self.term(lo)?, self.term(hi)?);
        let (lo, hi) = (self.integer(lo)?, self.integer(hi)?);
        self.region_of(ptr, lo, hi, span)
    }

    fn region_of(&mut self, ptr: TermId, lo: TermId, hi: TermId, span: Span) -> Typed<Region> {
        match self.pointee_of(ptr) {
            Some(to) => Ok(Region { ptr, lo, hi, elem_size: self.element_size(to.ty, span)? }),
            None => untyped("a pointer is needed here", span),
        }
    }

    fn element_size(&self, ty: Ty, span: Span) -> Typed<u64> {
        match self.unit.stride_of(ty, self.target) {
            Some(size) => Ok(size),
            None => untyped(format!("`{}` is incomplete", self.show(ty)), span),
        }
    }
}
