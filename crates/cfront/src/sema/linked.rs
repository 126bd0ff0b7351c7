//! Predicates over linked structures: `\\acyclic(p, next, …)` and `\\reachable(p, q, next, …)`.
//!
//! The members are named alone, or as a path into an inner structure (`node.next`). Each must be a pointer to the structure
//! that the first argument leads to: links through structures of other types are no links here.

use super::Checker;
use super::term::{Typed, untyped};
use crate::ast::{self, LogicId, LogicKind};
use crate::logic::{PredKind, TermId};
use crate::types::{RecordId, Ty, Type};
use source::Span;

impl Checker<'_> {
    pub(super) fn acyclic(&mut self, args: &[LogicId], span: Span) -> Typed<PredKind> {
        let [from, links @ ..] = args else { return few("\\acyclic(p, next)", span) };
        let from = self.term(*from)?;
        Ok(PredKind::Acyclic { from, links: self.links(from, links, "\\acyclic(p, next)", span)? })
    }

    pub(super) fn reachable(&mut self, args: &[LogicId], span: Span) -> Typed<PredKind> {
        let [from, to, links @ ..] = args else { return few("\\reachable(p, q, next)", span) };
        let (from, to) = (self.term(*from)?, self.term(*to)?);
        let links = self.links(from, links, "\\reachable(p, q, next)", span)?;
        let (from, to) = self.comparable(from, to, span)?;
        Ok(PredKind::Reachable { from, to, links })
    }

    fn links(&self, from: TermId, names: &[LogicId], usage: &str, span: Span) -> Typed<Vec<u64>> {
        let pointee = self.pointee_of(from);
        let Some(record) = pointee.and_then(|ty| self.unit.types.record(ty.ty)) else {
            return untyped("a pointer to a structure is needed here", span);
        };
        if names.is_empty() {
            return few(usage, span);
        }
        names.iter().map(|&name| self.link(record, name)).collect()
    }

    /// The offset of a member that is a pointer to its own structure.
    fn link(&self, record: RecordId, name: LogicId) -> Typed<u64> {
        let span = self.ast.logic[name].span;
        let (offset, ty) = self.link_member(record, name)?;
        let leads_to = self.unit.types.pointee(ty).and_then(|ty| self.unit.types.record(ty.ty));
        if leads_to == Some(record) {
            return Ok(offset);
        }
        let owner = self.unit.record_text(record);
        untyped(format!("a member that is a pointer to `{owner}` is needed here"), span)
    }

    /// A member, or a member of a member: its offset and type.
    fn link_member(&self, record: RecordId, name: LogicId) -> Typed<(u64, Ty)> {
        let span = self.ast.logic[name].span;
        match &self.ast.logic[name].kind {
            LogicKind::Name(symbol) => self.own_member(record, self.name(*symbol), span),
            LogicKind::Member(outer, inner) => {
                let (offset, ty) = self.link_member(record, *outer)?;
                let Type::Record(within) = self.unit.types[ty] else {
                    return untyped(format!("`{}` has no members", self.show(ty)), span);
                };
                let ast::Ident { name, span } = *inner;
                let (further, ty) = self.own_member(within, self.name(name), span)?;
                Ok((offset + further, ty))
            }
            _ => untyped("the name of a member is needed here", span),
        }
    }

    fn own_member(&self, record: RecordId, name: &str, span: Span) -> Typed<(u64, Ty)> {
        let Some(path) = self.find_member(record, name) else {
            let owner = self.unit.record_text(record);
            return untyped(format!("`{owner}` has no member `{name}`"), span);
        };
        let (mut record, mut offset, mut ty) = (record, 0, Ty::VOID);
        for index in path {
            let field = &self.unit.records[record].fields[index as usize];
            (offset, ty) = (offset + field.offset, field.ty.ty);
            if let Type::Record(inner) = self.unit.types[ty] {
                record = inner;
            }
        }
        Ok((offset, ty))
    }
}

fn few<T>(usage: &str, span: Span) -> Typed<T> {
    untyped(format!("it is used as `{usage}`, with the members that link"), span)
}
