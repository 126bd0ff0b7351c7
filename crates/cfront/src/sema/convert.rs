//! Conversions, each of which leaves a node: lvalue to value, promotions, the usual arithmetic conversions, casts,
//! and conversion as if by assignment with its constraints (C11 6.3, 6.5.16.1).

use super::Checker;
use crate::codes;
use crate::target::{rank, to_unsigned};
use crate::typed::{CastKind, Category, Expr, ExprId, ExprKind};
use crate::types::{BitField, FloatKind, IntKind, QualTy, Ty, Type, Types};
use source::Span;

impl Checker<'_> {
    /// The value of an expression: loads lvalues, decays arrays and functions.
    pub(super) fn rvalue(&mut self, expr: ExprId) -> ExprId {
        let node = &self.unit.exprs[expr];
        let (ty, quals, span) = (node.ty, node.quals, node.span);
        match node.category {
            Category::Value => expr,
            Category::Function => {
                if let ExprKind::Deref(pointer) = node.kind {
                    pointer
                } else {
                    let pointer = self.unit.types.pointer(QualTy::plain(ty));
                    self.add_value(ExprKind::FuncToPtr(expr), pointer, span)
                }
            }
            Category::Lvalue | Category::BitField(_) => match self.unit.types[ty] {
                Type::Array(elem, _) => {
                    let pointer = self.unit.types.pointer(elem.with(quals));
                    self.add_value(ExprKind::Decay(expr), pointer, span)
                }
                _ if self.is_error(expr) => expr,
                _ => self.load(expr, ty, span),
            },
        }
    }

    fn load(&mut self, expr: ExprId, ty: Ty, span: Span) -> ExprId {
        if !self.is_complete(ty) {
            let message = format!("a value of incomplete type `{}` is used here", self.show(ty));
            self.error(codes::INCOMPLETE, span, message);
            return self.error_expr(span);
        }
        self.add_value(ExprKind::Load(expr), ty, span)
    }

    /// Is it a complete object type (a variable array counts)?
    pub(super) fn is_complete(&self, ty: Ty) -> bool {
        match &self.unit.types[ty] {
            Type::Void | Type::Function(_) => false,
            Type::Record(id) => self.unit.records[*id].complete,
            Type::Enum(id) => self.unit.enums[*id].complete,
            Type::Array(elem, len) => {
                !matches!(len, crate::types::ArrayLen::Incomplete) && self.is_complete(elem.ty)
            }
            _ => true,
        }
    }

    /// The bit-field that a value was read from, stored to or computed as if it were one, which decides how it promotes.
    pub(super) fn bit_field_of(&self, mut expr: ExprId) -> Option<BitField> {
        loop {
            if let Some(bits) = self.odd.get(&expr) {
                return Some(*bits);
            }
            let lvalue = match self.unit.exprs[expr].kind {
                ExprKind::Load(lvalue) => lvalue,
                ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => lhs,
                ExprKind::IncDec { arg, .. } => arg,
                ExprKind::Comma(_, same) | ExprKind::Again(same) => {
                    expr = same;
                    continue;
                }
                _ => return None,
            };
            return match self.unit.exprs[lvalue].category {
                Category::BitField(bits) => Some(bits),
                _ => None,
            };
        }
    }

    /// Integer promotion of a value (C11 6.3.1.1p2).
    pub(super) fn promote(&mut self, value: ExprId) -> ExprId {
        let ty = self.promoted_value_type(value);
        self.cast_to(value, ty)
    }

    pub(super) fn promoted_value_type(&self, value: ExprId) -> Ty {
        let ty = self.ty_of(value);
        if let Some(bits) = self.bit_field_of(value) {
            let int_width = self.target.int_bits(IntKind::Int);
            if bits.width < int_width || bits.width == int_width && bits.signed {
                return Ty::INT;
            }
            if bits.width == int_width {
                return Ty::UINT;
            }
        }
        self.promoted(ty)
    }

    /// The common type of the usual arithmetic conversions; none for complex and other types we do not model.
    pub(super) fn common_type(&self, a: ExprId, b: ExprId) -> Option<Ty> {
        match (&self.unit.types[self.ty_of(a)], &self.unit.types[self.ty_of(b)]) {
            (Type::Complex(_) | Type::Vector(..), _) | (_, Type::Complex(_) | Type::Vector(..)) => {
                None
            }
            (Type::Float(x), Type::Float(y)) => Some(Types::float(*x.max(y))),
            (Type::Float(x), _) | (_, Type::Float(x)) => Some(Types::float(*x)),
            _ => {
                let x = self.int_kind(self.promoted_value_type(a))?;
                let y = self.int_kind(self.promoted_value_type(b))?;
                let common = self.plain_beside_odd(a, b).unwrap_or_else(|| self.common_int(x, y));
                Some(Types::int(common))
            }
        }
    }

    fn common_int(&self, x: IntKind, y: IntKind) -> IntKind {
        let (x_signed, y_signed) = (self.target.is_signed(x), self.target.is_signed(y));
        if x_signed == y_signed {
            return if rank(x) >= rank(y) { x } else { y };
        }
        let (signed, unsigned) = if x_signed { (x, y) } else { (y, x) };
        if rank(unsigned) >= rank(signed) {
            unsigned
        } else if self.target.int_bits(signed) > self.target.int_bits(unsigned) {
            signed
        } else {
            to_unsigned(signed)
        }
    }

    /// Converts a value; the caller has checked that this is allowed. Nothing happens if it has the type already.
    pub(super) fn cast_to(&mut self, value: ExprId, ty: Ty) -> ExprId {
        let (from, span) = (self.ty_of(value), self.span_of(value));
        self.cast_spanned(value, from, ty, span)
    }

    pub(super) fn cast_spanned(&mut self, value: ExprId, from: Ty, ty: Ty, span: Span) -> ExprId {
        if from == ty || ty == Ty::ERROR {
            return value;
        }
        if from == Ty::ERROR {
            return self.error_expr(span);
        }
        match self.cast_kind(from, ty) {
            Some(kind) => self.add_value(ExprKind::Cast(kind, value), ty, span),
            None => self.unsupported(&self.unmodelled(from, ty), vec![value], ty, span),
        }
    }

    fn unmodelled(&self, from: Ty, to: Ty) -> String {
        let complex = |ty| matches!(self.unit.types[ty], Type::Complex(_));
        let what = if complex(from) || complex(to) { "complex numbers" } else { "vector types" };
        what.to_owned()
    }

    /// How values of one type become values of another; none if C has no such conversion, or we do not model it.
    pub(super) fn cast_kind(&self, from: Ty, to: Ty) -> Option<CastKind> {
        use Type::{Bool, Enum, Float, Int, Pointer};
        Some(match (&self.unit.types[from], &self.unit.types[to]) {
            (_, Type::Void) => CastKind::ToVoid,
            (Bool | Int(_) | Enum(_) | Float(_) | Pointer(_), Bool) => CastKind::ToBool,
            (Bool | Int(_) | Enum(_), Int(_) | Enum(_)) => CastKind::IntToInt,
            (Bool | Int(_) | Enum(_), Float(_)) => CastKind::IntToFloat,
            (Float(_), Int(_) | Enum(_)) => CastKind::FloatToInt,
            (Float(_), Float(_)) => CastKind::FloatToFloat,
            (Bool | Int(_) | Enum(_), Pointer(_)) => CastKind::IntToPtr,
            (Pointer(_), Int(_) | Enum(_)) => CastKind::PtrToInt,
            (Pointer(_), Pointer(_)) => CastKind::PtrToPtr,
            _ if from == to => CastKind::Same,
            _ => return None,
        })
    }

    /// Is it an integer constant expression of value 0, or one cast to `void *`?
    pub(super) fn is_null_constant(&self, expr: ExprId) -> bool {
        let node = &self.unit.exprs[expr];
        match node.kind {
            ExprKind::Cast(CastKind::IntToPtr, arg) => {
                let to_void = self.unit.types.pointee(node.ty).map(|to| to.ty) == Some(Ty::VOID);
                to_void && self.is_zero_constant(arg)
            }
            _ => self.is_zero_constant(expr),
        }
    }

    fn is_zero_constant(&self, expr: ExprId) -> bool {
        self.unit.exprs[expr].ice && self.unit.constant_int(expr) == Some(0)
    }

    /// Converts a value as if by assignment to an object of type `to`; `what` names the place in messages.
    pub(super) fn coerce(&mut self, value: ExprId, to: Ty, what: &str) -> ExprId {
        let (from, span) = (self.ty_of(value), self.span_of(value));
        if from == to || from == Ty::ERROR || to == Ty::ERROR {
            return self.cast_spanned(value, from, to, span);
        }
        if self.is_unsupported(value) {
            // Its true type may be unknown to us (a builtin): it goes anywhere, and stays unsupported.
            return self.unsupported_as(value, to);
        }
        let types = &self.unit.types;
        let allowed = match (&types[from], &types[to]) {
            (Type::Void, _) => {
                self.error(
                    codes::VOID_VALUE,
                    span,
                    format!("a `void` expression has no value for {what}"),
                );
                return self.error_expr(span);
            }
            (_, Type::Bool) => types.is_scalar(from),
            (Type::Pointer(p), Type::Pointer(q)) => {
                let (p, q) = (*p, *q);
                self.check_pointer_assignment(value, p, q, what);
                true
            }
            (_, Type::Pointer(_)) if types.is_integer(from) => {
                if !self.is_null_constant(value) {
                    self.warn_mixed(from, to, what, span);
                }
                true
            }
            (Type::Pointer(_), _) if types.is_integer(to) => {
                self.warn_mixed(from, to, what, span);
                true
            }
            (Type::Vector(..), Type::Vector(..)) => true,
            (_, Type::Record(record)) if self.unit.records[*record].transparent => {
                // A member of the union, as a union: gcc asks no more than that one of them has this type.
                let union = self.temporary(value, to, span);
                return self.rvalue(union);
            }
            _ => types.is_arithmetic(from) && types.is_arithmetic(to),
        };
        if allowed {
            return self.cast_spanned(value, from, to, span);
        }
        let (from, to) = (self.show(from), self.show(to));
        self.error(codes::INCOMPATIBLE, span, format!("{what} needs `{to}`, but this is `{from}`"));
        self.error_expr(span)
    }

    /// The same unsupported expression with another type.
    pub(super) fn unsupported_as(&mut self, value: ExprId, ty: Ty) -> ExprId {
        let Expr { kind, span, .. } = self.unit.exprs[value].clone();
        self.add_value(kind, ty, span)
    }

    fn warn_mixed(&mut self, from: Ty, to: Ty, what: &str, span: Span) {
        let (from, to) = (self.show(from), self.show(to));
        self.warn(
            codes::DOUBTFUL_CONVERSION,
            span,
            format!("{what} makes `{to}` from `{from}` without a cast"),
        );
    }

    fn check_pointer_assignment(&mut self, value: ExprId, from: QualTy, to: QualTy, what: &str) {
        let span = self.span_of(value);
        let is_void = |ty: QualTy| ty.ty == Ty::VOID;
        if !is_void(from) && !is_void(to) && !self.pointees_agree(from.ty, to.ty) {
            let (from, to) = (self.unit.spell(from, "*"), self.unit.spell(to, "*"));
            self.warn(
                codes::DOUBTFUL_CONVERSION,
                span,
                format!("{what} needs `{to}`, but this is `{from}`"),
            );
        } else if !to.quals.contains(from.quals.without(crate::types::Quals::RESTRICT)) {
            let lost: Vec<_> = from.quals.without(to.quals).words().collect();
            self.warn(
                codes::DOUBTFUL_CONVERSION,
                span,
                format!("{what} discards `{}`", lost.join(" ")),
            );
        }
    }

    /// Compatible, or differing in signedness only, which gcc lets pass.
    fn pointees_agree(&self, a: Ty, b: Ty) -> bool {
        if self.compatible(a, b) {
            return true;
        }
        match (self.int_kind(a), self.int_kind(b)) {
            (Some(x), Some(y)) => {
                a != Ty::BOOL && b != Ty::BOOL && to_unsigned(x) == to_unsigned(y)
            }
            // Qualified differently somewhere below, as in `char *[3]` for `const char *[3]`.
            _ => match (&self.unit.types[a], &self.unit.types[b]) {
                (Type::Array(x, _), Type::Array(y, _)) => self.compatible(x.ty, y.ty),
                _ => false,
            },
        }
    }

    /// The value as an argument without a parameter type.
    pub(super) fn default_promote(&mut self, value: ExprId) -> ExprId {
        match self.unit.types[self.ty_of(value)] {
            Type::Float(FloatKind::F32 | FloatKind::F16) => self.cast_to(value, Ty::DOUBLE),
            _ => self.promote(value),
        }
    }
}
