//! Members, elements and addresses.

use super::Checker;
use super::scope::nearest;
use crate::ast;
use crate::codes;
use crate::names::Symbol;
use crate::typed::{Category, ExprId, ExprKind};
use crate::types::{Quals, RecordId, Ty, Type};
use source::{Diagnostic, Span};

/// Why members of records with the attribute `scalar_storage_order` are not modelled.
pub(super) const STORAGE_ORDER: &str = "another storage order than the target's";

impl Checker<'_> {
    /// `base.name`.
    pub(super) fn member(&mut self, base: ExprId, name: ast::Ident, span: Span) -> ExprId {
        let ty = self.ty_of(base);
        if ty == Ty::ERROR {
            return self.error_expr(span);
        }
        let Some(record) = self.unit.types.record(ty) else {
            let message = format!("`{}` has no members", self.show(ty));
            let arrow = self.unit.types.pointee(ty).is_some();
            let diagnostic = Diagnostic::error(codes::NO_MEMBER, span, message);
            self.diags.push(if arrow {
                diagnostic.help("this is a pointer: use `->`")
            } else {
                diagnostic
            });
            return self.error_expr(span);
        };
        let Some(path) = self.member_path(record, name) else { return self.error_expr(span) };
        self.follow(base, record, &path, span)
    }

    /// `pointer->name`.
    pub(super) fn arrow(&mut self, pointer: ExprId, name: ast::Ident, span: Span) -> ExprId {
        let pointer = self.rvalue(pointer);
        if self.is_error(pointer) {
            return pointer;
        }
        let ty = self.ty_of(pointer);
        if self.unit.types.pointee(ty).is_none() {
            let message = format!("`->` needs a pointer, but this is `{}`", self.show(ty));
            let diagnostic = Diagnostic::error(codes::NO_MEMBER, span, message);
            let is_record = self.unit.types.record(ty).is_some();
            self.diags.push(if is_record { diagnostic.help("use `.`") } else { diagnostic });
            return self.error_expr(span);
        }
        let object = self.deref(pointer, self.span_of(pointer));
        self.member(object, name, span)
    }

    /// Where a member is, through anonymous ones; reports what is not there.
    fn member_path(&mut self, record: RecordId, name: ast::Ident) -> Option<Vec<u32>> {
        if let Some(path) = self.find_member(record, self.name(name.name)) {
            return Some(path);
        }
        let (owner, spelling) = (self.unit.record_text(record), self.name(name.name));
        if !self.unit.records[record].complete {
            self.error(
                codes::INCOMPLETE,
                name.span,
                format!("`{owner}` is incomplete: its members are unknown"),
            );
            return None;
        }
        let fields = &self.unit.records[record].fields;
        let near = nearest(spelling, fields.iter().filter_map(|field| field.name.as_deref()));
        let message = format!("`{owner}` has no member `{spelling}`");
        let mut diagnostic = Diagnostic::error(codes::NO_MEMBER, name.span, message);
        if let Some(near) = near {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.diags.push(diagnostic);
        None
    }

    /// The path of field indices to a member.
    pub(super) fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<u32>> {
        let fields = &self.unit.records[record].fields;
        for (index, field) in fields.iter().enumerate() {
            match (&field.name, &self.unit.types[field.ty.ty]) {
                (Some(own), _) if own == name => return Some(vec![index as u32]),
                (None, Type::Record(inner)) => {
                    if let Some(mut path) = self.find_member(*inner, name) {
                        path.insert(0, index as u32);
                        return Some(path);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn follow(&mut self, base: ExprId, record: RecordId, path: &[u32], span: Span) -> ExprId {
        let mut object = self.addressable_if_array(base, record, path, span);
        let mut record = record;
        for &index in path {
            object = self.one_member(object, record, index, span);
            if let Type::Record(inner) = self.unit.types[self.ty_of(object)] {
                record = inner;
            }
        }
        object
    }

    /// An array inside a struct value (`f().a[i]`) needs an object to lie in.
    fn addressable_if_array(
        &mut self,
        base: ExprId,
        record: RecordId,
        path: &[u32],
        span: Span,
    ) -> ExprId {
        let (mut record, mut ty) = (record, Ty::ERROR);
        for &index in path {
            ty = self.unit.records[record].fields[index as usize].ty.ty;
            if let Type::Record(inner) = self.unit.types[ty] {
                record = inner;
            }
        }
        let is_value = self.unit.exprs[base].category == Category::Value;
        if !is_value || self.func.is_none() || !matches!(self.unit.types[ty], Type::Array(..)) {
            return base;
        }
        self.temporary(base, self.ty_of(base), span)
    }

    fn one_member(&mut self, base: ExprId, record: RecordId, index: u32, span: Span) -> ExprId {
        let field = &self.unit.records[record].fields[index as usize];
        let (ty, bits) = (field.ty, field.bits);
        // Members that are records have an order of their own.
        if self.unit.records[record].reversed && self.unit.types.record(ty.ty).is_none() {
            let pointer = self.pointer_to(ty.ty, ty.quals);
            let place = self.unsupported(STORAGE_ORDER, Vec::new(), pointer, span);
            return self.deref(place, span);
        }
        let node = &self.unit.exprs[base];
        let (category, quals) = match (node.category, bits) {
            (Category::Value, _) => (Category::Value, Quals::NONE),
            (_, Some(bits)) => (Category::BitField(bits), node.quals.union(ty.quals)),
            (_, None) => (Category::Lvalue, node.quals.union(ty.quals)),
        };
        // `restrict` speaks of the pointer that has it, not of what lies inside the object.
        let quals =
            if ty.quals.contains(Quals::RESTRICT) { quals } else { quals.without(Quals::RESTRICT) };
        self.add_expr(ExprKind::Member { base, record, field: index }, ty.ty, category, quals, span)
    }

    /// Byte offset and type of a member, for `offsetof`.
    pub(super) fn field_offset(&mut self, ty: Ty, name: ast::Ident) -> Option<(u64, Ty)> {
        if ty == Ty::ERROR {
            return None;
        }
        let Some(mut record) = self.unit.types.record(ty) else {
            let message = format!("`{}` has no members", self.show(ty));
            self.error(codes::NO_MEMBER, name.span, message);
            return None;
        };
        let (mut offset, mut ty) = (0, ty);
        for index in self.member_path(record, name)? {
            let field = &self.unit.records[record].fields[index as usize];
            if field.bits.is_some() {
                self.error(codes::BAD_OPERANDS, name.span, "a bit-field has no offset in bytes");
                return None;
            }
            (offset, ty) = (offset + field.offset, field.ty.ty);
            if let Type::Record(inner) = self.unit.types[ty] {
                record = inner;
            }
        }
        Some((offset, ty))
    }

    /// `a[i]`.
    pub(super) fn index(&mut self, left: ExprId, index: ast::ExprId, span: Span) -> ExprId {
        let left = self.rvalue(left);
        let right = self.value(index);
        if self.is_error(left) || self.is_error(right) {
            return self.error_expr(span);
        }
        let is_pointer = |cx: &Self, expr| cx.unit.types.is_pointer(cx.ty_of(expr));
        let (pointer, index) = if is_pointer(self, left) { (left, right) } else { (right, left) };
        if !is_pointer(self, pointer) || !self.unit.types.is_integer(self.ty_of(index)) {
            let (a, b) = (self.show(self.ty_of(left)), self.show(self.ty_of(right)));
            if let Type::Vector(elem, _) = self.unit.types[self.ty_of(left)] {
                return self.unsupported("vector types", vec![left, right], elem, span);
            }
            self.error(codes::BAD_OPERANDS, span, format!("`{a}` cannot be indexed by `{b}`"));
            return self.error_expr(span);
        }
        let element = self.pointer_plus(ExprKind::PtrAdd, pointer, index, span);
        self.deref(element, span)
    }

    /// `*pointer`, of a pointer value.
    pub(super) fn deref(&mut self, pointer: ExprId, span: Span) -> ExprId {
        if self.is_error(pointer) {
            return pointer;
        }
        let Some(to) = self.unit.types.pointee(self.ty_of(pointer)) else {
            let message = format!("`{}` is no pointer", self.show(self.ty_of(pointer)));
            self.error(codes::BAD_OPERANDS, span, message);
            return self.error_expr(span);
        };
        match self.unit.types[to.ty] {
            Type::Function(_) => self.add_expr(
                ExprKind::Deref(pointer),
                to.ty,
                Category::Function,
                Quals::NONE,
                span,
            ),
            Type::Void => self.cast_spanned(pointer, self.ty_of(pointer), Ty::VOID, span),
            _ => self.add_lvalue(ExprKind::Deref(pointer), to, span),
        }
    }

    /// `&operand`. `&*p` is `p`, and `&a[i]` is `a + i`.
    pub(super) fn address_of(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        if let Some(pointer) = self.starred(operand) {
            let pointer = self.value(pointer);
            if self.unit.types.is_pointer(self.ty_of(pointer)) {
                return pointer;
            }
            return self.deref(pointer, span);
        }
        let operand = self.check_expr(operand);
        let node = &self.unit.exprs[operand];
        let (ty, quals) = (node.ty, node.quals);
        match (node.category, &node.kind) {
            _ if ty == Ty::ERROR => operand,
            (_, ExprKind::Unsupported(..)) => {
                let pointer = self.pointer_to(ty, Quals::NONE);
                self.unsupported_as(operand, pointer)
            }
            (Category::Function, _) => self.rvalue(operand),
            (Category::Lvalue, ExprKind::Deref(pointer)) => *pointer,
            (Category::Lvalue, _) => {
                let pointer = self.pointer_to(ty, quals);
                self.add_value(ExprKind::AddrOf(operand), pointer, span)
            }
            (Category::BitField(_), _) => {
                self.error(codes::NOT_AN_OBJECT, span, "a bit-field has no address");
                self.error_expr(span)
            }
            (Category::Value, _) => {
                let message = "only an object has an address, and this is a value".to_owned();
                self.error_with(
                    codes::NOT_AN_OBJECT,
                    span,
                    message,
                    "store the value in a variable first",
                );
                self.error_expr(span)
            }
        }
    }

    /// The operand of `*` inside parentheses.
    fn starred(&self, mut expr: ast::ExprId) -> Option<ast::ExprId> {
        loop {
            match self.ast.exprs[expr].kind {
                ast::ExprKind::Paren(inner) => expr = inner,
                ast::ExprKind::Unary(ast::UnaryOp::Deref, pointer) => return Some(pointer),
                _ => return None,
            }
        }
    }

    /// The member of a record by symbol, for initialisers.
    pub(super) fn designated(
        &mut self,
        record: RecordId,
        name: Symbol,
        span: Span,
    ) -> Option<Vec<u32>> {
        self.member_path(record, ast::Ident { name, span })
    }
}
