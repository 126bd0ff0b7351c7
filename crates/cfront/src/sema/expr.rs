//! Expressions: the walk over the syntax tree, names, and the forms that are neither operators, calls nor members.

use super::Checker;
use super::scope::Entity;
use crate::ast::{self, Designator, ExprKind as A, UnaryOp as U};
use crate::codes;
use crate::consteval;
use crate::names::Symbol;
use crate::typed::{BinaryOp, Category, ExprId, ExprKind};
use crate::types::{ArrayLen, QualTy, Quals, Ty, Type};
use source::{Diagnostic, Span};

impl Checker<'_> {
    /// An expression as it stands: perhaps an lvalue, array or function designator.
    ///
    /// The leftmost operands are walked by a loop: sums of ten thousand terms are left-deep trees.
    pub(super) fn check_expr(&mut self, expr: ast::ExprId) -> ExprId {
        let (ast, mut spine, mut leaf) = (self.ast, Vec::new(), expr);
        loop {
            let left = match &ast.exprs[leaf].kind {
                A::Binary(_, left, _)
                | A::Comma(left, _)
                | A::Index(left, _)
                | A::Member(left, _)
                | A::Arrow(left, _)
                | A::Paren(left)
                | A::Unary(U::PostInc | U::PostDec, left) => *left,
                A::Call(callee, _) if !matches!(ast.exprs[*callee].kind, A::Name(_)) => *callee,
                _ => break,
            };
            spine.push(leaf);
            leaf = left;
        }
        let span = ast.exprs[leaf].span;
        let done = self.deeper(span, None, |cx| Some(cx.leaf(leaf)));
        let mut done = done.unwrap_or_else(|| self.error_expr(span));
        while let Some(node) = spine.pop() {
            done = self.with_left(node, done);
        }
        done
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: ast::ExprId) -> ExprId {
        let expr = self.check_expr(expr);
        self.rvalue(expr)
    }

    /// A node whose leftmost operand is checked already.
    fn with_left(&mut self, node: ast::ExprId, left: ExprId) -> ExprId {
        let ast = self.ast;
        let span = ast.exprs[node].span;
        match &ast.exprs[node].kind {
            A::Paren(_) => left,
            A::Binary(op, _, right) => self.binary(*op, left, *right, span),
            A::Comma(_, right) => {
                let left = self.discard(left);
                let right = self.value(*right);
                let ty = self.ty_of(right);
                self.add_value(ExprKind::Comma(left, right), ty, span)
            }
            A::Index(_, index) => self.index(left, *index, span),
            A::Member(_, name) => self.member(left, *name, span),
            A::Arrow(_, name) => self.arrow(left, *name, span),
            A::Unary(op, _) => self.inc_dec(*op, left, span),
            A::Call(_, args) => self.call(left, args, span),
            _ => unreachable!("only forms with a left operand are put on the spine"),
        }
    }

    fn discard(&mut self, expr: ExprId) -> ExprId {
        if self.is_complete(self.ty_of(expr)) { self.rvalue(expr) } else { expr }
    }

    fn leaf(&mut self, id: ast::ExprId) -> ExprId {
        let ast = self.ast;
        let span = ast.exprs[id].span;
        match &ast.exprs[id].kind {
            A::Name(name) => self.name_expr(*name, span),
            A::Literal(literal) => self.literal(*literal),
            A::FunctionName => self.function_name(span),
            A::Unary(op, arg) => self.unary(*op, *arg, span),
            A::Assign(op, lhs, rhs) => self.assign(*op, *lhs, *rhs, span),
            A::Conditional(..) => self.conditional(id),
            A::Cast(ty, arg) => self.cast_expr(*ty, *arg, span),
            A::CompoundLiteral(ty, init) => self.compound_literal(*ty, *init, span),
            A::SizeofExpr(arg) => self.sizeof_expr(*arg, span),
            A::SizeofType(name) => self.sizeof_type(*name, span),
            A::AlignofExpr(arg) => {
                let arg = self.check_expr(*arg);
                let align = self.alignment_of(arg);
                self.int_expr(align.into(), self.size_t(), span)
            }
            A::AlignofType(name) => {
                let ty = self.type_name(*name).ty;
                let align = self.unit.align_of(ty.ty, self.target);
                self.int_expr(align.into(), self.size_t(), span)
            }
            A::Call(callee, args) => self.call_by_name(*callee, args, span),
            A::Statement(stmt) => self.statement_expr(*stmt, span),
            A::LabelAddress(label) => {
                let label = self.label(*label);
                let ty = self.pointer_to(Ty::VOID, Quals::NONE);
                self.add_value(ExprKind::LabelAddr(label), ty, span)
            }
            A::Generic(control, arms) => self.generic(*control, arms, span),
            A::VaArg(list, ty) => self.va_arg(*list, *ty, span),
            A::Offsetof(ty, path) => self.offsetof(*ty, path, span),
            A::TypesCompatible(a, b) => {
                let (a, b) = (self.type_name(*a).ty, self.type_name(*b).ty);
                self.int_expr(self.compatible(a.ty, b.ty).into(), Ty::INT, span)
            }
            A::Choose(cond, then, other) => self.choose(*cond, *then, *other, span),
            A::Error => self.error_expr(span),
            A::Binary(..)
            | A::Comma(..)
            | A::Index(..)
            | A::Member(..)
            | A::Arrow(..)
            | A::Paren(_) => {
                unreachable!("forms with a left operand are never leaves")
            }
        }
    }

    fn name_expr(&mut self, name: Symbol, span: Span) -> ExprId {
        match self.scopes.lookup(name) {
            Some(Entity::Local(id)) => {
                let id = *id;
                self.add_lvalue(ExprKind::Local(id), self.unit.locals[id].ty, span)
            }
            Some(Entity::Global(id)) => {
                let id = *id;
                self.add_lvalue(ExprKind::Global(id), self.unit.globals[id].ty, span)
            }
            Some(Entity::Func(id)) => {
                let id = *id;
                self.func_expr(id, span)
            }
            Some(Entity::EnumConst(value, ty)) => {
                let (value, ty) = (*value, *ty);
                self.int_expr(value, ty, span)
            }
            Some(Entity::Typedef(..)) => {
                let message = format!("`{}` is a type, but a value is needed", self.name(name));
                self.error(codes::NOT_A_TYPE, span, message);
                self.error_expr(span)
            }
            None => self.undeclared_name(name, span),
        }
    }

    pub(super) fn func_expr(&mut self, id: crate::typed::FuncId, span: Span) -> ExprId {
        let ty = self.unit.funcs[id].ty;
        self.add_expr(ExprKind::Func(id), ty, Category::Function, Quals::NONE, span)
    }

    fn undeclared_name(&mut self, name: Symbol, span: Span) -> ExprId {
        if let Some(func) = self.builtin_function(self.name(name)) {
            return self.func_expr(func, span);
        }
        if self.undeclared.insert(name) {
            let spelling = self.name(name);
            let message = format!("`{spelling}` is not declared");
            let mut diagnostic = Diagnostic::error(codes::UNDECLARED, span, message);
            if let Some(near) = self.scopes.near(&self.ast.names, spelling) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            self.diags.push(diagnostic);
        }
        self.error_expr(span)
    }

    /// `(T)e`.
    fn cast_expr(&mut self, name: ast::TypeNameId, arg: ast::ExprId, span: Span) -> ExprId {
        let named = self.type_name(name);
        let ty = named.ty.ty;
        let value = self.check_expr(arg);
        let value = if ty == Ty::VOID { self.discard(value) } else { self.rvalue(value) };
        let from = self.ty_of(value);
        if self.is_error(value) || ty == Ty::ERROR {
            return self.error_expr(span);
        }
        let complex = |ty| matches!(self.unit.types[ty], Type::Complex(_) | Type::Vector(..));
        let cast = if from == ty {
            // The value loses its bit-field and null-pointer-constant origins, so a node is left.
            self.add_value(
                ExprKind::Cast(
                    self.cast_kind(from, ty).unwrap_or(crate::typed::CastKind::Same),
                    value,
                ),
                ty,
                span,
            )
        } else if self.cast_kind(from, ty).is_some() || complex(from) || complex(ty) {
            self.check_float_pointer_cast(from, ty, span);
            self.cast_spanned(value, from, ty, span)
        } else if let Some(cast) = self.cast_to_union(value, ty, span) {
            cast
        } else {
            let (from, ty) = (self.show(from), self.show(ty));
            self.error(codes::INCOMPATIBLE, span, format!("`{from}` cannot be cast to `{ty}`"));
            return self.error_expr(span);
        };
        self.after(named.effects, cast, span)
    }

    fn check_float_pointer_cast(&mut self, from: Ty, to: Ty, span: Span) {
        let types = &self.unit.types;
        if types.is_pointer(from) && types.is_float(to)
            || types.is_float(from) && types.is_pointer(to)
        {
            self.error(codes::INCOMPATIBLE, span, "a pointer and a floating number do not convert");
        }
    }

    /// GNU cast to a union that has a member of this type.
    fn cast_to_union(&mut self, value: ExprId, ty: Ty, span: Span) -> Option<ExprId> {
        let record = self.unit.types.record(ty)?;
        let from = self.ty_of(value);
        let is_union = self.unit.records[record].kind == crate::types::RecordKind::Union;
        let has = self.unit.records[record].fields.iter().any(|field| field.ty.ty == from);
        if !is_union || !has || self.func.is_none() {
            return None;
        }
        let place = self.temporary(value, ty, span);
        Some(self.rvalue(place))
    }

    /// A hidden local of type `ty` that is given this value (at its start), as an lvalue.
    pub(super) fn temporary(&mut self, value: ExprId, ty: Ty, span: Span) -> ExprId {
        use crate::typed::{Init, InitCell, InitValue};
        let local = self.hidden_local(".value", ty, span);
        let cell = InitCell {
            offset: 0,
            bits: None,
            ty: self.ty_of(value),
            value: InitValue::Expr(value),
            span,
        };
        let init = self.unit.inits.push(Init { zero_rest: false, cells: vec![cell] });
        let kind = ExprKind::CompoundLiteral { local, init };
        self.add_lvalue(kind, QualTy::plain(ty), span)
    }

    /// The expression, evaluated after these effects.
    pub(super) fn after(&mut self, effects: Vec<ExprId>, expr: ExprId, span: Span) -> ExprId {
        let mut result = expr;
        for effect in effects.into_iter().rev() {
            let ty = self.ty_of(result);
            result = self.add_value(ExprKind::Comma(effect, result), ty, span);
        }
        result
    }

    fn sizeof_expr(&mut self, arg: ast::ExprId, span: Span) -> ExprId {
        // The operand is not evaluated, unless its type is variable; then its lengths are already held.
        let before = self.pending.len();
        let arg = self.check_expr(arg);
        self.pending.truncate(before);
        if matches!(self.unit.exprs[arg].category, Category::BitField(_)) {
            self.error(codes::BAD_OPERANDS, span, "a bit-field has no size in bytes");
        }
        self.sizeof(self.ty_of(arg), span)
    }

    fn sizeof_type(&mut self, name: ast::TypeNameId, span: Span) -> ExprId {
        let named = self.type_name(name);
        let size = self.sizeof(named.ty.ty, span);
        self.after(named.effects, size, span)
    }

    fn sizeof(&mut self, ty: Ty, span: Span) -> ExprId {
        if ty == Ty::ERROR {
            return self.error_expr(span);
        }
        if let Some(size) = self.size_expr(ty, span) {
            return size;
        }
        let message = format!("`sizeof` of incomplete type `{}`", self.show(ty));
        self.error(codes::INCOMPLETE, span, message);
        self.error_expr(span)
    }

    fn alignment_of(&self, expr: ExprId) -> u64 {
        match self.unit.exprs[expr].kind {
            ExprKind::Local(id) => self.unit.locals[id].align,
            ExprKind::Global(id) => self.unit.globals[id].align,
            _ => self.unit.align_of(self.ty_of(expr), self.target),
        }
    }

    fn statement_expr(&mut self, stmt: ast::StmtId, span: Span) -> ExprId {
        if self.func.is_none() {
            self.error(
                codes::BAD_DECLARATION,
                span,
                "a statement expression stands outside any function",
            );
            return self.error_expr(span);
        }
        let ast = self.ast;
        let ast::StmtKind::Compound(list) = &ast.stmts[stmt].kind else {
            return self.error_expr(span);
        };
        self.enter_block();
        let (mut stmts, mut result) = (Vec::new(), None);
        for (index, &id) in list.iter().enumerate() {
            match ast.stmts[id].kind {
                ast::StmtKind::Expr(expr) if index + 1 == list.len() => {
                    let value = self.effect(expr);
                    result = Some(value);
                }
                _ => self.stmt(id, &mut stmts),
            }
        }
        self.scopes.close();
        let scope = self.leave_block();
        let body = self.add_stmt(crate::typed::StmtKind::Compound { scope, stmts }, span);
        let ty = result.map_or(Ty::VOID, |result| self.ty_of(result));
        self.add_value(ExprKind::StmtExpr { body, result }, ty, span)
    }

    fn generic(&mut self, control: ast::ExprId, arms: &[ast::GenericArm], span: Span) -> ExprId {
        let control = self.value(control);
        let ty = self.ty_of(control);
        if ty == Ty::ERROR {
            return self.error_expr(span);
        }
        let default = arms.iter().find(|arm| arm.ty.is_none()).map(|arm| arm.value);
        if let (true, Some(default)) = (self.has_odd_type(control), default) {
            return self.check_expr(default);
        }
        for arm in arms {
            let Some(name) = arm.ty else { continue };
            let candidate = self.type_name(name).ty;
            if candidate.quals.is_empty() && self.compatible(candidate.ty, ty) {
                return self.check_expr(arm.value);
            }
        }
        if let Some(default) = default {
            return self.check_expr(default);
        }
        let message = format!("no arm of this selection is for `{}`", self.show(ty));
        self.error_with(codes::NO_GENERIC_ARM, span, message, "add a `default:` arm");
        self.error_expr(span)
    }

    fn choose(
        &mut self,
        cond: ast::ExprId,
        then: ast::ExprId,
        other: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let cond = self.value(cond);
        match consteval::required_int(&self.unit, cond) {
            Some(0) => self.check_expr(other),
            Some(_) => self.check_expr(then),
            None => {
                if !self.is_error(cond) {
                    self.error(
                        codes::NOT_CONSTANT,
                        self.span_of(cond),
                        "the choice must be a constant integer",
                    );
                }
                self.error_expr(span)
            }
        }
    }

    fn va_arg(&mut self, list: ast::ExprId, name: ast::TypeNameId, span: Span) -> ExprId {
        let list = self.va_list(list);
        let ty = self.type_name(name).ty;
        if !self.is_complete(ty.ty) {
            let message = format!("no argument has type `{}`", self.show(ty.ty));
            self.error(codes::INCOMPLETE, span, message);
            return self.error_expr(span);
        }
        self.add_value(ExprKind::VaArg(list), ty.ty, span)
    }

    /// An lvalue of type `va_list`.
    pub(super) fn va_list(&mut self, expr: ast::ExprId) -> ExprId {
        let list = self.check_expr(expr);
        let span = self.span_of(list);
        if self.is_error(list) {
            return list;
        }
        let node = &self.unit.exprs[list];
        if node.ty != Ty::VA_LIST || node.category != Category::Lvalue {
            let message =
                format!("a `va_list` is needed, but this is `{}`", self.show(self.ty_of(list)));
            self.error(codes::BAD_BUILTIN, span, message);
            return self.error_expr(span);
        }
        list
    }

    fn offsetof(&mut self, name: ast::TypeNameId, path: &[Designator], span: Span) -> ExprId {
        let mut ty = self.type_name(name).ty.ty;
        let (mut offset, mut variable) = (0_i128, None);
        for step in path {
            match *step {
                Designator::Field(field) => match self.field_offset(ty, field) {
                    Some((at, field_ty)) => (offset, ty) = (offset + i128::from(at), field_ty),
                    None => return self.error_expr(span),
                },
                Designator::Index(index) | Designator::Range(index, _) => {
                    let Type::Array(elem, _) = self.unit.types[ty] else {
                        self.error(codes::BAD_OPERANDS, span, "only an array can be indexed here");
                        return self.error_expr(span);
                    };
                    let stride = self.unit.size_of(elem.ty, self.target).unwrap_or(1);
                    let index = self.value(index);
                    match consteval::required_int(&self.unit, index) {
                        Some(index) => offset += index.saturating_mul(stride.into()),
                        None => variable = Some(self.plus_scaled(variable, index, stride, span)),
                    }
                    ty = elem.ty;
                }
            }
        }
        let size_t = self.size_t();
        let fixed = self.int_expr(self.target.wrap(offset, self.target.size_t), size_t, span);
        match variable {
            None => fixed,
            Some(sum) => self.add_value(ExprKind::Binary(BinaryOp::Add, fixed, sum), size_t, span),
        }
    }

    fn plus_scaled(&mut self, sum: Option<ExprId>, index: ExprId, by: u64, span: Span) -> ExprId {
        let size_t = self.size_t();
        let index = self.cast_to(index, size_t);
        let by = self.int_expr(by.into(), size_t, span);
        let scaled = self.add_value(ExprKind::Binary(BinaryOp::Mul, index, by), size_t, span);
        match sum {
            None => scaled,
            Some(sum) => self.add_value(ExprKind::Binary(BinaryOp::Add, sum, scaled), size_t, span),
        }
    }

    /// `(T){…}`.
    fn compound_literal(&mut self, name: ast::TypeNameId, init: ast::InitId, span: Span) -> ExprId {
        let named = self.type_name(name);
        let ty = named.ty;
        let completable = matches!(self.unit.types[ty.ty], Type::Array(_, ArrayLen::Incomplete));
        if ty.ty == Ty::ERROR || !completable && !self.is_complete(ty.ty) {
            if ty.ty != Ty::ERROR {
                let message = format!("incomplete type `{}` has no literals", self.show(ty.ty));
                self.error(codes::INCOMPLETE, span, message);
            }
            return self.error_expr(span);
        }
        self.compound_literal_object(ty, init, span)
    }
}
