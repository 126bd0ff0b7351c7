//! Built-in functions, operations over ranges, and calls of logic and C functions.

use super::{Typed, untyped};
use crate::ast::{self, LogicId, LogicKind};
use crate::logic::{FoldOp, LogicFn, LogicType, TermId, TermKind};
use crate::sema::Checker;
use crate::sema::scope::Entity;
use crate::typed::FuncId;
use crate::types::{Quals, Ty};
use source::Span;

impl Checker<'_> {
    pub(super) fn builtin_term(
        &mut self,
        builtin: ast::Builtin,
        args: &[LogicId],
        span: Span,
    ) -> Typed<TermId> {
        let word = match builtin {
            ast::Builtin::Other(name) => self.name(name),
            ast::Builtin::BlockLength => "block_length",
            ast::Builtin::Offset => "offset",
            ast::Builtin::BaseAddr => "base_addr",
            _ => return untyped("a predicate stands where a value is needed", span),
        };
        if let Some(op) = fold_op(word, args) {
            return self.fold_term(op, args, span);
        }
        let function = match word {
            "abs" => LogicFn::Abs,
            "min" => LogicFn::Min,
            "max" => LogicFn::Max,
            "block_length" => LogicFn::BlockLength,
            "offset" => LogicFn::Offset,
            "base_addr" => LogicFn::BaseAddr,
            other => return untyped(format!("`\\{other}` is not modelled"), span),
        };
        let args = args.iter().map(|&arg| self.term(arg)).collect::<Typed<Vec<_>>>()?;
        let (args, ty) = match (function, args.as_slice()) {
            (LogicFn::Abs, [x]) => {
                let x = self.number(*x)?;
                (vec![x], self.unit.terms[x].ty)
            }
            (LogicFn::Min | LogicFn::Max, [x, y]) => {
                let (x, y) = self.common_numbers(*x, *y)?;
                (vec![x, y], self.unit.terms[x].ty)
            }
            (LogicFn::BlockLength | LogicFn::Offset, [p]) if self.pointee_of(*p).is_some() => {
                (args, LogicType::Integer)
            }
            (LogicFn::BaseAddr, [p]) if self.pointee_of(*p).is_some() => {
                (args, LogicType::C(self.pointer_to(Ty::CHAR, Quals::NONE)))
            }
            _ => return untyped(format!("`\\{word}` takes other arguments"), span),
        };
        Ok(self.add_term(TermKind::Builtin(function, args), ty, span))
    }

    /// `\sum(lo, hi, \lambda integer i; t)`
    pub(super) fn fold_term(&mut self, op: FoldOp, args: &[LogicId], span: Span) -> Typed<TermId> {
        let [lo, hi, lambda] = *args else {
            return untyped("a first and a last index and a `\\lambda` are needed", span);
        };
        let LogicKind::Lambda(binders, inner) = &self.ast.logic[lambda].kind else {
            return untyped("the last argument should be a `\\lambda`", span);
        };
        let ([binder], inner) = (&binders[..], *inner) else {
            return untyped("a `\\lambda` of one variable is needed", span);
        };
        let (lo, hi) = (self.term(lo)?, self.term(hi)?);
        let (lo, hi) = (self.number(lo)?, self.number(hi)?);
        let ty = self.logic_type(binder.ty);
        let (var, body) = self.with_var(binder.name.name, ty, |cx, var| {
            if op == FoldOp::NumOf {
                let pred = cx.pred(inner)?;
                return Ok((var, cx.add_term(TermKind::Truth(pred), LogicType::Boolean, span)));
            }
            let body = cx.term(inner)?;
            Ok((var, cx.number(body)?))
        })?;
        let ty = if op == FoldOp::NumOf { LogicType::Integer } else { self.unit.terms[body].ty };
        let ty = if matches!(ty, LogicType::C(_)) { LogicType::Integer } else { ty };
        Ok(self.add_term(TermKind::Fold { op, var, lo, hi, body }, ty, span))
    }

    /// A user's logic function: its body with the arguments bound.
    pub(super) fn call_term(
        &mut self,
        name: ast::Ident,
        args: &[LogicId],
        span: Span,
    ) -> Typed<TermId> {
        if !self.logic_defs.contains_key(&name.name)
            && let Some(&Entity::Func(func)) = self.scopes.lookup(name.name)
        {
            return self.c_call(func, args, span);
        }
        let (params, body, result) = match self.definition(name)? {
            ast::LogicDefKind::Function { params, body: Some(body), result, .. } => {
                (params, *body, *result)
            }
            ast::LogicDefKind::Predicate { .. } => {
                let pred = self.call_pred(name, args, span)?;
                return Ok(self.add_term(TermKind::Truth(pred), LogicType::Boolean, span));
            }
            _ => {
                let reason = format!("`{}` has no definition", self.name(name.name));
                return untyped(reason, span);
            }
        };
        let result = self.logic_type(result);
        let (bindings, body) = self.expand(name, params, args, span, |cx| cx.term(body))?;
        let mut term = match result {
            LogicType::Integer => self.integer(body)?,
            LogicType::Real => self.real(body)?,
            LogicType::Boolean | LogicType::C(_) => self.as_type(body, result),
        };
        for (var, value) in bindings.into_iter().rev() {
            term = self.add_term(TermKind::Let { var, value, body: term }, result, span);
        }
        Ok(term)
    }

    /// A call of a C function: a precondition may be written in C and take what it likes.
    fn c_call(&mut self, func: FuncId, args: &[LogicId], span: Span) -> Typed<TermId> {
        let data = &self.unit.funcs[func];
        let name = data.name.clone();
        let Some(function) = self.unit.types.function(data.ty).cloned() else {
            return untyped(format!("`{name}` is no function"), span);
        };
        if !self.unit.types.is_scalar(function.ret.ty) {
            return untyped(format!("`{name}` returns no scalar"), span);
        }
        if function.variadic || function.params.len() != args.len() {
            let (wanted, given) = (function.params.len(), args.len());
            return untyped(format!("`{name}` takes {wanted} arguments, not {given}"), span);
        }
        let mut values = Vec::new();
        for (param, &arg) in function.params.iter().zip(args) {
            values.push(self.passed(*param, arg)?);
        }
        Ok(self.add_term(TermKind::Call(func, values), LogicType::C(function.ret.ty), span))
    }

    /// An argument, converted to the type of its parameter.
    fn passed(&mut self, ty: Ty, arg: LogicId) -> Typed<TermId> {
        let span = self.ast.logic[arg].span;
        let value = self.term(arg)?;
        let to = LogicType::C(ty);
        let is_pointer = self.pointee_of(value).is_some();
        match self.unit.types.pointee(ty) {
            Some(_) if is_pointer => Ok(self.as_type(value, to)),
            Some(_) if self.is_zero(value) => Ok(self.null_as(to, span)),
            None if is_pointer => untyped("a pointer is passed as a number", span),
            None if self.unit.types.is_integer(ty) => {
                let value = self.integer(value)?;
                Ok(self.as_type(value, to))
            }
            None if self.unit.types.is_float(ty) => Ok(self.as_type(value, to)),
            _ => untyped("an argument of this type is not modelled", span),
        }
    }
}

/// The operation over a range that a word stands for with these arguments.
fn fold_op(word: &str, args: &[LogicId]) -> Option<FoldOp> {
    match (word, args.len()) {
        ("sum", _) => Some(FoldOp::Sum),
        ("product", _) => Some(FoldOp::Product),
        ("numof", _) => Some(FoldOp::NumOf),
        ("min", 3) => Some(FoldOp::Min),
        ("max", 3) => Some(FoldOp::Max),
        _ => None,
    }
}
