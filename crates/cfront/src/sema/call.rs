//! Calls: arguments converted to parameters, or promoted where there are none.

use super::Checker;
use crate::ast;
use crate::codes;
use crate::typed::{Callee, ExprId, ExprKind};
use crate::types::{FnType, Ty, Type};
use source::{Diagnostic, Span};

impl Checker<'_> {
    /// A call of a plain name: a builtin, a declared function, or one that nobody declared.
    pub(super) fn call_by_name(
        &mut self,
        callee: ast::ExprId,
        args: &[ast::ExprId],
        span: Span,
    ) -> ExprId {
        let ast::ExprKind::Name(name) = self.ast.exprs[callee].kind else {
            let callee = self.check_expr(callee);
            return self.call(callee, args, span);
        };
        let at = self.ast.exprs[callee].span;
        if self.scopes.lookup(name).is_none() {
            if let Some(done) = self.builtin_call(self.name(name), args, span) {
                return done;
            }
            if !self.name(name).starts_with("__builtin_") {
                let func = self.implicit_function(name, at);
                let callee = self.func_expr(func, at);
                return self.call(callee, args, span);
            }
            let operands: Vec<_> = args.iter().map(|&arg| self.value(arg)).collect();
            let reason = format!("the builtin `{}`", self.name(name));
            return self.unsupported(&reason, operands, Ty::INT, span);
        }
        let callee = self.check_expr(callee);
        self.call(callee, args, span)
    }

    pub(super) fn call(&mut self, callee: ExprId, args: &[ast::ExprId], span: Span) -> ExprId {
        let callee = self.rvalue(callee);
        let values: Vec<_> = args.iter().map(|&arg| self.value(arg)).collect();
        self.call_values(callee, values, span)
    }

    /// A call through a pointer value with argument values.
    pub(super) fn call_values(&mut self, callee: ExprId, args: Vec<ExprId>, span: Span) -> ExprId {
        if self.is_error(callee) {
            return self.error_expr(span);
        }
        let ty = self.ty_of(callee);
        let target = self.unit.types.pointee(ty).map(|to| to.ty);
        let Some(function) = target.and_then(|ty| self.unit.types.function(ty)).cloned() else {
            let message = format!("`{}` cannot be called: it is no function", self.show(ty));
            self.error(codes::NOT_A_FUNCTION, span, message);
            return self.error_expr(span);
        };
        let args = self.arguments(&function, args, callee, span);
        let ret = function.ret.ty;
        if ret != Ty::VOID && !self.is_complete(ret) {
            let message = format!("the result has incomplete type `{}`", self.show(ret));
            self.error(codes::INCOMPLETE, span, message);
            return self.error_expr(span);
        }
        let callee = self.callee(callee);
        self.add_value(ExprKind::Call { callee, args }, ret, span)
    }

    fn callee(&self, pointer: ExprId) -> Callee {
        if let ExprKind::FuncToPtr(designator) = self.unit.exprs[pointer].kind
            && let ExprKind::Func(func) = self.unit.exprs[designator].kind
        {
            return Callee::Direct(func);
        }
        Callee::Pointer(pointer)
    }

    fn arguments(
        &mut self,
        function: &FnType,
        args: Vec<ExprId>,
        callee: ExprId,
        span: Span,
    ) -> Vec<ExprId> {
        if function.prototyped {
            self.check_count(function, args.len(), callee, span);
        }
        let mut converted = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            let param = function.params.get(index).filter(|_| function.prototyped);
            converted.push(match param {
                Some(&param) => self.coerce(arg, param, &format!("argument {}", index + 1)),
                None => self.variadic_argument(arg),
            });
        }
        converted
    }

    fn variadic_argument(&mut self, arg: ExprId) -> ExprId {
        if self.unit.types[self.ty_of(arg)] == Type::Void {
            let span = self.span_of(arg);
            self.error(codes::VOID_VALUE, span, "a `void` expression has no value for an argument");
            return self.error_expr(span);
        }
        self.default_promote(arg)
    }

    fn check_count(&mut self, function: &FnType, given: usize, callee: ExprId, span: Span) {
        let wanted = function.params.len();
        if given == wanted || given > wanted && function.variadic {
            return;
        }
        let least = if function.variadic { "at least " } else { "" };
        let plural = if given == 1 { "" } else { "s" };
        let message = format!(
            "this call has {given} argument{plural}, but the function takes {least}{wanted}"
        );
        let mut diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, span, message);
        if let Callee::Direct(func) = self.callee(callee)
            && !self.unit.funcs[func].span.is_none()
        {
            diagnostic = diagnostic.note(self.unit.funcs[func].span, "declared here");
        }
        self.diags.push(diagnostic);
    }
}
