//! Operators: arithmetic, comparison, logic, assignment, conditional.

use super::Checker;
use crate::ast::{self, BinaryOp as B, UnaryOp as U};
use crate::codes;
use crate::typed::print::{binary_text, compare_text};
use crate::typed::{
    BinaryOp, Category, CompareOp, CompoundOp, ExprId, ExprKind, IncDecOp, UnaryOp,
};
use crate::types::{Quals, Ty, Type};
use source::Span;

/// What a binary operator of the source is to us.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Arith(BinaryOp),
    Compare(CompareOp),
    And,
    Or,
}

impl Checker<'_> {
    pub(super) fn binary(&mut self, op: B, left: ExprId, right: ast::ExprId, span: Span) -> ExprId {
        let left = self.rvalue(left);
        let right = self.value(right);
        match operator(op) {
            Operator::And | Operator::Or => self.logical(op, left, right, span),
            _ if self.is_error(left) || self.is_error(right) => self.error_expr(span),
            Operator::Arith(op) => self.arithmetic(op, left, right, span),
            Operator::Compare(op) => self.compare(op, left, right, span),
        }
    }

    fn logical(&mut self, op: B, left: ExprId, right: ExprId, span: Span) -> ExprId {
        let (left, right) = (self.scalar_condition(left), self.scalar_condition(right));
        let kind = match op {
            B::And => ExprKind::LogAnd(left, right),
            _ => ExprKind::LogOr(left, right),
        };
        self.add_value(kind, Ty::INT, span)
    }

    fn arithmetic(&mut self, op: BinaryOp, left: ExprId, right: ExprId, span: Span) -> ExprId {
        if let Some(odd) = self.odd_operation(op, left, right) {
            return self.odd_binary(odd, op, left, right, span);
        }
        let (a, b) = (self.ty_of(left), self.ty_of(right));
        let types = &self.unit.types;
        match (op, types.is_pointer(a), types.is_pointer(b)) {
            (BinaryOp::Add, true, false) if types.is_integer(b) => {
                self.pointer_plus(ExprKind::PtrAdd, left, right, span)
            }
            (BinaryOp::Add, false, true) if types.is_integer(a) => {
                self.pointer_plus(ExprKind::PtrAdd, right, left, span)
            }
            (BinaryOp::Sub, true, false) if types.is_integer(b) => {
                self.pointer_plus(ExprKind::PtrSub, left, right, span)
            }
            (BinaryOp::Sub, true, true) => self.pointer_difference(left, right, span),
            _ => match self.arithmetic_operands(op, left, right) {
                Some((left, right)) => {
                    let ty = self.ty_of(left);
                    self.add_value(ExprKind::Binary(op, left, right), ty, span)
                }
                None => self.no_arithmetic(op, left, right, span),
            },
        }
    }

    /// The operands after conversion; none if the operator does not take them.
    fn arithmetic_operands(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Option<(ExprId, ExprId)> {
        let types = &self.unit.types;
        let (a, b) = (self.ty_of(left), self.ty_of(right));
        let integers = types.is_integer(a) && types.is_integer(b);
        if !types.is_arithmetic(a) || !types.is_arithmetic(b) || needs_integers(op) && !integers {
            return None;
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return Some((self.promote(left), self.promote(right)));
        }
        let common = self.common_type(left, right)?;
        Some((self.cast_to(left, common), self.cast_to(right, common)))
    }

    fn no_arithmetic(&mut self, op: BinaryOp, left: ExprId, right: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.ty_of(left), self.ty_of(right));
        for ty in [a, b] {
            match self.unit.types[ty] {
                Type::Complex(_) => {
                    return self.unsupported("complex numbers", vec![left, right], ty, span);
                }
                Type::Vector(..) => {
                    return self.unsupported("vector types", vec![left, right], ty, span);
                }
                _ => {}
            }
        }
        self.bad_operands(binary_text(op), a, b, span)
    }

    fn bad_operands(&mut self, op: &str, a: Ty, b: Ty, span: Span) -> ExprId {
        let (a, b) = (self.show(a), self.show(b));
        self.error(codes::BAD_OPERANDS, span, format!("`{op}` does not take `{a}` and `{b}`"));
        self.error_expr(span)
    }

    /// Pointer plus or minus an integer value, which becomes a `ptrdiff_t`.
    pub(super) fn pointer_plus(
        &mut self,
        make: fn(ExprId, ExprId) -> ExprKind,
        pointer: ExprId,
        index: ExprId,
        span: Span,
    ) -> ExprId {
        let ty = self.ty_of(pointer);
        if !self.steps(ty, span) {
            return self.error_expr(span);
        }
        let index = self.cast_to(index, self.ptrdiff_t());
        self.add_value(make(pointer, index), ty, span)
    }

    /// Can a pointer of this type be moved? Its target must have a size.
    fn steps(&mut self, pointer: Ty, span: Span) -> bool {
        let Some(to) = self.unit.types.pointee(pointer) else { return false };
        let known = self.unit.stride_of(to.ty, self.target).is_some() || self.is_variable(to.ty);
        if !known {
            let message = format!("a pointer to incomplete `{}` cannot be moved", self.show(to.ty));
            self.error(codes::INCOMPLETE, span, message);
        }
        known
    }

    fn pointer_difference(&mut self, left: ExprId, right: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.ty_of(left), self.ty_of(right));
        let targets = self.unit.types.pointee(a).zip(self.unit.types.pointee(b));
        if !targets.is_some_and(|(a, b)| self.compatible(a.ty, b.ty)) {
            return self.bad_operands("-", a, b, span);
        }
        if !self.steps(a, span) {
            return self.error_expr(span);
        }
        let right = self.cast_to(right, a);
        self.add_value(ExprKind::PtrDiff(left, right), self.ptrdiff_t(), span)
    }

    fn compare(&mut self, op: CompareOp, left: ExprId, right: ExprId, span: Span) -> ExprId {
        if let Some(odd) = self.common_odd(left, right) {
            let (left, right) = (self.made_odd(left, odd), self.made_odd(right, odd));
            return self.add_value(ExprKind::Compare(op, left, right), Ty::INT, span);
        }
        let (a, b) = (self.ty_of(left), self.ty_of(right));
        let types = &self.unit.types;
        let (left, right) = match (types.is_pointer(a), types.is_pointer(b)) {
            (true, true) => self.comparable_pointers(left, right, span),
            (true, false) if types.is_integer(b) => {
                self.check_pointer_integer(right, span);
                (left, self.cast_to(right, a))
            }
            (false, true) if types.is_integer(a) => {
                self.check_pointer_integer(left, span);
                (self.cast_to(left, b), right)
            }
            _ => match self.arithmetic_operands(BinaryOp::Add, left, right) {
                Some(operands) => operands,
                None => return self.no_comparison(op, left, right, span),
            },
        };
        self.add_value(ExprKind::Compare(op, left, right), Ty::INT, span)
    }

    fn no_comparison(&mut self, op: CompareOp, left: ExprId, right: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.ty_of(left), self.ty_of(right));
        let complex = |ty| matches!(self.unit.types[ty], Type::Complex(_));
        let vector = |ty| matches!(self.unit.types[ty], Type::Vector(..));
        if complex(a) || complex(b) {
            return self.unsupported("complex numbers", vec![left, right], Ty::INT, span);
        }
        if vector(a) || vector(b) {
            return self.unsupported("vector types", vec![left, right], a, span);
        }
        self.bad_operands(compare_text(op), a, b, span)
    }

    fn check_pointer_integer(&mut self, integer: ExprId, span: Span) {
        if !self.is_null_constant(integer) {
            self.warn(codes::DOUBTFUL_CONVERSION, span, "a pointer is compared with an integer");
        }
    }

    fn comparable_pointers(&mut self, left: ExprId, right: ExprId, span: Span) -> (ExprId, ExprId) {
        let (a, b) = (self.ty_of(left), self.ty_of(right));
        let (Some(p), Some(q)) = (self.unit.types.pointee(a), self.unit.types.pointee(b)) else {
            return (left, right);
        };
        if p.ty == Ty::VOID {
            return (left, self.cast_to(right, a));
        }
        if q.ty == Ty::VOID {
            return (self.cast_to(left, b), right);
        }
        if !self.compatible(p.ty, q.ty) {
            let (a, b) = (self.show(a), self.show(b));
            self.warn(codes::DOUBTFUL_CONVERSION, span, format!("`{a}` and `{b}` are compared"));
        }
        (left, self.cast_to(right, a))
    }

    pub(super) fn unary(&mut self, op: U, arg: ast::ExprId, span: Span) -> ExprId {
        match op {
            U::AddressOf => self.address_of(arg, span),
            U::Deref => {
                let pointer = self.value(arg);
                self.deref(pointer, span)
            }
            U::Not => {
                let cond = self.condition(arg);
                self.add_value(ExprKind::LogNot(cond), Ty::INT, span)
            }
            U::PreInc | U::PreDec | U::PostInc | U::PostDec => {
                let arg = self.check_expr(arg);
                self.inc_dec(op, arg, span)
            }
            U::Neg | U::Plus | U::BitNot => self.unary_arithmetic(op, arg, span),
            U::Real | U::Imag => {
                let value = self.value(arg);
                let ty = match self.unit.types[self.ty_of(value)] {
                    Type::Complex(kind) => crate::types::Types::float(kind),
                    _ => self.ty_of(value),
                };
                self.unsupported("complex numbers", vec![value], ty, span)
            }
        }
    }

    fn unary_arithmetic(&mut self, op: U, arg: ast::ExprId, span: Span) -> ExprId {
        let value = self.value(arg);
        let ty = self.ty_of(value);
        let types = &self.unit.types;
        match types[ty] {
            Type::Error => return value,
            Type::Complex(_) => return self.unsupported("complex numbers", vec![value], ty, span),
            Type::Vector(..) => return self.unsupported("vector types", vec![value], ty, span),
            _ => {}
        }
        let taken = if op == U::BitNot { types.is_integer(ty) } else { types.is_arithmetic(ty) };
        if !taken {
            let (word, ty) = (unary_text(op), self.show(ty));
            self.error(codes::BAD_OPERANDS, span, format!("`{word}` does not take `{ty}`"));
            return self.error_expr(span);
        }
        let op = match op {
            U::Plus => return self.promote(value),
            U::BitNot => UnaryOp::BitNot,
            _ => UnaryOp::Neg,
        };
        if let Some(value) = self.odd_unary(op, value, span) {
            return value;
        }
        let value = self.promote(value);
        let ty = self.ty_of(value);
        self.add_value(ExprKind::Unary(op, value), ty, span)
    }

    pub(super) fn inc_dec(&mut self, op: U, arg: ExprId, span: Span) -> ExprId {
        if self.is_unsupported(arg) {
            return arg;
        }
        if !self.check_modifiable(arg, span) {
            return self.error_expr(span);
        }
        let ty = self.ty_of(arg);
        let compute = match self.unit.types[ty] {
            Type::Pointer(_) => {
                if !self.steps(ty, span) {
                    return self.error_expr(span);
                }
                ty
            }
            Type::Complex(_) => return self.unsupported("complex numbers", vec![arg], ty, span),
            Type::Float(_) => ty,
            _ if self.unit.types.is_integer(ty) => {
                // As `x += 1`: the sum is formed in the common type with `int`.
                let value = self.rvalue(arg);
                self.promoted_value_type(value)
            }
            _ => {
                let (word, ty) = (unary_text(op), self.show(ty));
                self.error(codes::BAD_OPERANDS, span, format!("`{word}` does not take `{ty}`"));
                return self.error_expr(span);
            }
        };
        let op = match op {
            U::PreInc => IncDecOp::PreInc,
            U::PreDec => IncDecOp::PreDec,
            U::PostInc => IncDecOp::PostInc,
            _ => IncDecOp::PostDec,
        };
        self.add_value(ExprKind::IncDec { op, arg, compute }, ty, span)
    }

    /// Is it an lvalue that may be assigned to? Reports it if not.
    pub(super) fn check_modifiable(&mut self, lvalue: ExprId, span: Span) -> bool {
        if self.is_error(lvalue) {
            return false;
        }
        let node = &self.unit.exprs[lvalue];
        let (ty, quals, category) = (node.ty, node.quals, node.category);
        let is_array = matches!(self.unit.types[ty], Type::Array(..));
        if matches!(category, Category::Value | Category::Function) || is_array {
            let what = if is_array { "an array" } else { "a value" };
            let message = format!("{what} cannot be assigned to: an object is needed here");
            self.error(codes::NOT_AN_OBJECT, span, message);
            return false;
        }
        if quals.is_const() {
            self.error(
                codes::CONST_ASSIGNED,
                span,
                format!("`{}` is const", self.map.original(self.span_of(lvalue))),
            );
            return false;
        }
        if !self.is_complete(ty) {
            let message = format!("an object of incomplete type `{}` is assigned", self.show(ty));
            self.error(codes::INCOMPLETE, span, message);
            return false;
        }
        true
    }

    pub(super) fn assign(
        &mut self,
        op: Option<B>,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let lhs = self.check_expr(lhs);
        let rhs = self.value(rhs);
        if self.is_unsupported(lhs) {
            return lhs;
        }
        if !self.check_modifiable(lhs, self.span_of(lhs)) || self.is_error(rhs) {
            return self.error_expr(span);
        }
        let ty = self.ty_of(lhs);
        let Some(op) = op else {
            let rhs = self.coerce(rhs, ty, "this assignment");
            return self.add_value(ExprKind::Assign { lhs, rhs }, ty, span);
        };
        match operator(op) {
            Operator::Arith(op) => self.compound_assign(op, lhs, rhs, span),
            _ => self.error_expr(span),
        }
    }

    fn compound_assign(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let ty = self.ty_of(lhs);
        let moves = matches!(op, BinaryOp::Add | BinaryOp::Sub)
            && self.unit.types.is_pointer(ty)
            && self.unit.types.is_integer(self.ty_of(rhs));
        let (op, rhs, compute) = if moves {
            if !self.steps(ty, span) {
                return self.error_expr(span);
            }
            let rhs = self.cast_to(rhs, self.ptrdiff_t());
            let op = if op == BinaryOp::Add { CompoundOp::PtrAdd } else { CompoundOp::PtrSub };
            (op, rhs, ty)
        } else {
            // The left value is converted on paper only: the node says in which type the operation is done.
            let left = self.rvalue(lhs);
            if self.divides_oddly(op, left, rhs) {
                let reason = "division of a wide bit-field by a value of another signedness";
                return self.unsupported(reason, vec![left, rhs], ty, span);
            }
            let Some((left, rhs)) = self.arithmetic_operands(op, left, rhs) else {
                return self.no_arithmetic(op, left, rhs, span);
            };
            (CompoundOp::Arith(op), rhs, self.ty_of(left))
        };
        self.add_value(ExprKind::CompoundAssign { op, lhs, rhs, compute }, ty, span)
    }

    /// `c ? a : d ? b : e`: the chain along the last operands is walked by a loop.
    pub(super) fn conditional(&mut self, first: ast::ExprId) -> ExprId {
        let (ast, mut arms, mut last) = (self.ast, Vec::new(), first);
        while let ast::ExprKind::Conditional(cond, then, other) = ast.exprs[last].kind {
            let cond = self.condition(cond);
            let then = then.map(|then| self.value(then));
            arms.push((cond, then, ast.exprs[last].span));
            last = other;
        }
        let mut other = self.value(last);
        for (cond, then, span) in arms.into_iter().rev() {
            other = self.conditional_of(cond, then, other, span);
        }
        other
    }

    fn conditional_of(
        &mut self,
        cond: ExprId,
        then: Option<ExprId>,
        other: ExprId,
        span: Span,
    ) -> ExprId {
        let omitted = then.is_none();
        let then = then.unwrap_or_else(|| {
            let (ty, span) = (self.ty_of(cond), self.span_of(cond));
            self.add_value(ExprKind::Again(cond), ty, span)
        });
        if self.is_error(cond) || self.is_error(then) || self.is_error(other) {
            return self.error_expr(span);
        }
        let Some(ty) = self.conditional_type(then, other, span) else {
            return self.error_expr(span);
        };
        let odd = self.common_odd(then, other);
        let (then, other) = match odd {
            Some(odd) => (self.made_odd(then, odd), self.made_odd(other, odd)),
            None => (self.cast_to(then, ty), self.cast_to(other, ty)),
        };
        let kind = if omitted {
            ExprKind::CondOmitted { cond, then, other }
        } else {
            ExprKind::Cond { cond, then, other }
        };
        let ty = self.ty_of(then);
        let value = self.add_value(kind, ty, span);
        if let Some(odd) = odd {
            self.remember(value, odd);
        }
        value
    }

    /// The type of `? a : b` (C11 6.5.15); reports operands that do not go together.
    fn conditional_type(&mut self, then: ExprId, other: ExprId, span: Span) -> Option<Ty> {
        let (a, b) = (self.ty_of(then), self.ty_of(other));
        let types = &self.unit.types;
        match (&types[a], &types[b]) {
            (Type::Void, _) | (_, Type::Void) => Some(Ty::VOID),
            (Type::Pointer(_), Type::Pointer(_)) => {
                Some(self.conditional_pointer(then, other, span))
            }
            (Type::Pointer(_), _) if types.is_integer(b) => {
                self.check_pointer_integer(other, span);
                Some(a)
            }
            (_, Type::Pointer(_)) if types.is_integer(a) => {
                self.check_pointer_integer(then, span);
                Some(b)
            }
            _ if a == b && !types.is_integer(a) => Some(a),
            (Type::Complex(_), _) => Some(a),
            (_, Type::Complex(_)) => Some(b),
            _ if types.is_arithmetic(a) && types.is_arithmetic(b) => self.common_type(then, other),
            _ => {
                let (a, b) = (self.show(a), self.show(b));
                let message =
                    format!("the two sides are `{a}` and `{b}`, which have no common type");
                self.error(codes::INCOMPATIBLE, span, message);
                None
            }
        }
    }

    fn conditional_pointer(&mut self, then: ExprId, other: ExprId, span: Span) -> Ty {
        let (a, b) = (self.ty_of(then), self.ty_of(other));
        if self.is_null_constant(other) {
            return a;
        }
        if self.is_null_constant(then) {
            return b;
        }
        let (Some(p), Some(q)) = (self.unit.types.pointee(a), self.unit.types.pointee(b)) else {
            return a;
        };
        let quals = p.quals.union(q.quals).without(Quals::RESTRICT);
        if p.ty == Ty::VOID || q.ty == Ty::VOID {
            return self.pointer_to(Ty::VOID, quals);
        }
        if !self.compatible(p.ty, q.ty) {
            let (a, b) = (self.show(a), self.show(b));
            self.warn(
                codes::DOUBTFUL_CONVERSION,
                span,
                format!("the two sides are `{a}` and `{b}`"),
            );
            return self.pointer_to(Ty::VOID, quals);
        }
        let target = self.composite(p.ty, q.ty);
        self.pointer_to(target, quals)
    }
}

fn needs_integers(op: BinaryOp) -> bool {
    !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
}

fn operator(op: B) -> Operator {
    match op {
        B::Mul => Operator::Arith(BinaryOp::Mul),
        B::Div => Operator::Arith(BinaryOp::Div),
        B::Rem => Operator::Arith(BinaryOp::Rem),
        B::Add => Operator::Arith(BinaryOp::Add),
        B::Sub => Operator::Arith(BinaryOp::Sub),
        B::Shl => Operator::Arith(BinaryOp::Shl),
        B::Shr => Operator::Arith(BinaryOp::Shr),
        B::BitAnd => Operator::Arith(BinaryOp::BitAnd),
        B::BitXor => Operator::Arith(BinaryOp::BitXor),
        B::BitOr => Operator::Arith(BinaryOp::BitOr),
        B::Lt => Operator::Compare(CompareOp::Lt),
        B::Gt => Operator::Compare(CompareOp::Gt),
        B::Le => Operator::Compare(CompareOp::Le),
        B::Ge => Operator::Compare(CompareOp::Ge),
        B::Eq => Operator::Compare(CompareOp::Eq),
        B::Ne => Operator::Compare(CompareOp::Ne),
        B::And => Operator::And,
        B::Or => Operator::Or,
    }
}

fn unary_text(op: U) -> &'static str {
    match op {
        U::Neg => "-",
        U::Plus => "+",
        U::BitNot => "~",
        U::Not => "!",
        U::Deref => "*",
        U::AddressOf => "&",
        U::PreInc | U::PostInc => "++",
        U::PreDec | U::PostDec => "--",
        U::Real => "__real__",
        U::Imag => "__imag__",
    }
}
