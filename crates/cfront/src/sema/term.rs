//! Terms of contracts: mathematical numbers over C lvalues.

mod calls;
mod numbers;
mod places;
mod regions;

use super::Checker;
use super::scope::Entity;
use crate::ast::{self, LogicBinary, LogicId, LogicKind, LogicUnary};
use crate::logic::{Label, LogicOp, LogicType, LogicVar, Term, TermId, TermKind};
use crate::names::Symbol;
use crate::typed::{Expr, ExprKind};
use crate::types::{Quals, Ty};
use source::Span;

/// Why a clause cannot be typed, and where.
#[derive(Debug)]
pub(super) struct Untyped {
    pub(super) reason: String,
    pub(super) span: Span,
}

pub(super) type Typed<T> = Result<T, Untyped>;

pub(super) fn untyped<T>(reason: impl Into<String>, span: Span) -> Typed<T> {
    Err(Untyped { reason: reason.into(), span })
}

impl Checker<'_> {
    pub(super) fn add_term(&mut self, kind: TermKind, ty: LogicType, span: Span) -> TermId {
        self.unit.terms.push(Term { kind, ty, span })
    }

    pub(super) fn term(&mut self, id: LogicId) -> Typed<TermId> {
        let span = self.ast.logic[id].span;
        self.deeper(span, None, |cx| Some(cx.term_inside(id, span)))
            .unwrap_or_else(|| untyped("it nests too deeply", span))
    }

    fn term_inside(&mut self, id: LogicId, span: Span) -> Typed<TermId> {
        use LogicKind as K;
        let ast = self.ast;
        match &ast.logic[id].kind {
            K::Name(name) => self.name_term(id, *name, span),
            K::Index(..) | K::Member(..) | K::Arrow(..) | K::Unary(LogicUnary::Deref, _) => {
                let place = self.place(id)?;
                Ok(self.read(place, span))
            }
            K::Literal(literal) => self.literal_term(*literal, span),
            K::Null => Ok(self.null_term(span)),
            K::Result => match self.logic.result {
                Some(ty) => Ok(self.add_term(TermKind::Result, LogicType::C(ty), span)),
                None => untyped("`\\result` has no meaning here", span),
            },
            K::Unary(op, arg) => self.unary_term(*op, *arg, span),
            K::Binary(op, a, b) => self.binary_term(id, *op, *a, *b, span),
            K::Conditional(cond, then, other) => self.conditional_term(*cond, *then, *other, span),
            K::Let(name, value, body) => {
                let value = self.term(*value)?;
                let (var, body) =
                    self.with_var(name.name, self.unit.terms[value].ty, |cx, var| {
                        Ok((var, cx.term(*body)?))
                    })?;
                let ty = self.unit.terms[body].ty;
                Ok(self.add_term(TermKind::Let { var, value, body }, ty, span))
            }
            K::Cast(ty, arg) => self.cast_term(*ty, *arg, span),
            K::SizeofType(name) => {
                let ty = self.type_name(*name).ty.ty;
                self.size_term(ty, span)
            }
            K::SizeofTerm(arg) => {
                let ty = if let Ok(place) = self.place(*arg) {
                    LogicType::C(place.ty.ty)
                } else {
                    let arg = self.term(*arg)?;
                    self.unit.terms[arg].ty
                };
                match ty {
                    LogicType::C(ty) => self.size_term(ty, span),
                    _ => untyped("a mathematical number has no size", span),
                }
            }
            K::Call(name, _, args) => self.call_term(*name, args, span),
            K::Builtin(builtin, _, args) => self.builtin_term(*builtin, args, span),
            K::Old(arg) => self.at_term(Label::Pre, *arg, span),
            K::At(arg, label) => {
                let label = self.state(*label, span)?;
                self.at_term(label, *arg, span)
            }
            K::Range(..) | K::Set(_) | K::Nothing => {
                untyped("a set stands where one value is needed", span)
            }
            K::True | K::False | K::Chain(..) | K::Forall(..) | K::Exists(..) => {
                let pred = self.pred(id)?;
                Ok(self.add_term(TermKind::Truth(pred), LogicType::Boolean, span))
            }
            K::Lambda(..) => untyped("`\\lambda` stands only in `\\sum` and its kin", span),
            K::Error => untyped("it could not be read", span),
        }
    }

    fn at_term(&mut self, label: Label, arg: LogicId, span: Span) -> Typed<TermId> {
        let arg = self.term(arg)?;
        let ty = self.unit.terms[arg].ty;
        Ok(self.add_term(TermKind::At(label, arg), ty, span))
    }

    /// A label of the language.
    pub(super) fn state(&self, label: Symbol, span: Span) -> Typed<Label> {
        match self.name(label) {
            "Pre" | "Old" => Ok(Label::Pre),
            "Here" => Ok(Label::Here),
            "Post" => Ok(Label::Post),
            "LoopEntry" => Ok(Label::LoopEntry),
            "LoopCurrent" => Ok(Label::LoopCurrent),
            other => untyped(format!("the label `{other}` is not modelled"), span),
        }
    }

    fn bound(&self, name: Symbol) -> Option<crate::logic::LogicVarId> {
        let visible = &self.logic.vars[self.logic.base..];
        visible.iter().rev().find(|(bound, _)| *bound == name).map(|(_, var)| *var)
    }

    fn name_term(&mut self, id: LogicId, name: Symbol, span: Span) -> Typed<TermId> {
        if let Some(var) = self.bound(name) {
            let ty = self.unit.logic_vars[var].ty;
            return Ok(self.add_term(TermKind::Var(var), ty, span));
        }
        match self.scopes.lookup(name) {
            Some(Entity::EnumConst(value, _)) => {
                let value = *value;
                Ok(self.add_term(TermKind::Int(value), LogicType::Integer, span))
            }
            Some(Entity::Func(func)) => {
                let func = *func;
                let ty = self.pointer_to(self.unit.funcs[func].ty, Quals::NONE);
                Ok(self.add_term(TermKind::FuncAddr(func), LogicType::C(ty), span))
            }
            None if self.logic_defs.contains_key(&name) => {
                self.call_term(ast::Ident { name, span }, &[], span)
            }
            _ => {
                let place = self.place(id)?;
                Ok(self.read(place, span))
            }
        }
    }

    /// Runs `body` with a variable in scope.
    pub(super) fn with_var<T>(
        &mut self,
        name: Symbol,
        ty: LogicType,
        body: impl FnOnce(&mut Self, crate::logic::LogicVarId) -> Typed<T>,
    ) -> Typed<T> {
        let var = self.unit.logic_vars.push(LogicVar { name: self.name(name).to_owned(), ty });
        self.logic.vars.push((name, var));
        let result = body(self, var);
        self.logic.vars.pop();
        result
    }

    fn literal_term(&mut self, id: ast::LiteralId, span: Span) -> Typed<TermId> {
        let literal = self.literal(id);
        let Expr { kind, ty, .. } = self.unit.exprs[literal].clone();
        match kind {
            ExprKind::Int(value) => {
                Ok(self.add_term(TermKind::Int(value), LogicType::Integer, span))
            }
            ExprKind::Float(bits) => {
                Ok(self.add_term(TermKind::Float(bits), LogicType::C(ty), span))
            }
            _ => untyped("string literals in contracts are not modelled", span),
        }
    }

    fn null_term(&mut self, span: Span) -> TermId {
        let ty = self.pointer_to(Ty::VOID, Quals::NONE);
        self.add_term(TermKind::Int(0), LogicType::C(ty), span)
    }

    fn size_term(&mut self, ty: Ty, span: Span) -> Typed<TermId> {
        match self.unit.size_of(ty, self.target) {
            Some(size) => Ok(self.add_term(TermKind::Int(size.into()), LogicType::Integer, span)),
            None => untyped(format!("`{}` has no constant size", self.show(ty)), span),
        }
    }

    fn unary_term(&mut self, op: LogicUnary, arg: LogicId, span: Span) -> Typed<TermId> {
        match op {
            LogicUnary::AddressOf => {
                let place = self.place(arg)?;
                if place.bits.is_some() {
                    return untyped("a bit-field has no address", span);
                }
                Ok(place.addr)
            }
            LogicUnary::Not => {
                let pred = self.pred(arg)?;
                let not = self.add_pred(crate::logic::PredKind::Not(pred), span);
                Ok(self.add_term(TermKind::Truth(not), LogicType::Boolean, span))
            }
            LogicUnary::BitNot => {
                let arg = self.term(arg)?;
                let arg = self.integer(arg)?;
                Ok(self.add_term(TermKind::BitNot(arg), LogicType::Integer, span))
            }
            LogicUnary::Neg | LogicUnary::Plus => {
                let arg = self.term(arg)?;
                let arg = self.number(arg)?;
                let ty = self.unit.terms[arg].ty;
                let plus = op == LogicUnary::Plus;
                Ok(if plus { arg } else { self.add_term(TermKind::Neg(arg), ty, span) })
            }
            LogicUnary::Deref => {
                let pointer = self.term(arg)?;
                let place = self.pointed(pointer, span)?;
                Ok(self.read(place, span))
            }
        }
    }

    fn binary_term(
        &mut self,
        id: LogicId,
        op: LogicBinary,
        a: LogicId,
        b: LogicId,
        span: Span,
    ) -> Typed<TermId> {
        let Some(op) = arithmetic(op) else {
            if matches!(op, LogicBinary::BitImplies | LogicBinary::BitIff) {
                return untyped("bitwise implication is not modelled", span);
            }
            let pred = self.pred(id)?;
            return Ok(self.add_term(TermKind::Truth(pred), LogicType::Boolean, span));
        };
        let (a, b) = (self.term(a)?, self.term(b)?);
        match (op, self.pointee_of(a).is_some(), self.pointee_of(b).is_some()) {
            (LogicOp::Add, true, false) => return self.pointer_sum(a, b, false, span),
            (LogicOp::Add, false, true) => return self.pointer_sum(b, a, false, span),
            (LogicOp::Sub, true, false) => return self.pointer_sum(a, b, true, span),
            (LogicOp::Sub, true, true) => {
                return Ok(self.add_term(TermKind::PtrDiff(a, b), LogicType::Integer, span));
            }
            (_, false, false) => {}
            _ => return untyped("this operator takes no pointers", span),
        }
        let (a, b) = match op {
            LogicOp::Add | LogicOp::Sub | LogicOp::Mul | LogicOp::Div => {
                self.common_numbers(a, b)?
            }
            _ => (self.integer(a)?, self.integer(b)?),
        };
        let ty = self.unit.terms[a].ty;
        Ok(self.add_term(TermKind::Binary(op, a, b), ty, span))
    }

    /// Pointer plus (or minus) an index.
    fn pointer_sum(
        &mut self,
        ptr: TermId,
        index: TermId,
        minus: bool,
        span: Span,
    ) -> Typed<TermId> {
        let (ptr, index) = if self.pointee_of(ptr).is_none() { (index, ptr) } else { (ptr, index) };
        if self.pointee_of(ptr).is_none() {
            return untyped("a pointer is needed here", span);
        }
        let mut index = self.integer(index)?;
        if minus {
            index = self.add_term(TermKind::Neg(index), LogicType::Integer, span);
        }
        let ty = self.unit.terms[ptr].ty;
        Ok(self.add_term(TermKind::PtrAdd { ptr, index }, ty, span))
    }

    fn conditional_term(
        &mut self,
        cond: LogicId,
        then: LogicId,
        other: LogicId,
        span: Span,
    ) -> Typed<TermId> {
        let cond = self.pred(cond)?;
        let (then, other) = (self.term(then)?, self.term(other)?);
        let (then, other) = self.comparable(then, other, span)?;
        let ty = self.unit.terms[then].ty;
        Ok(self.add_term(TermKind::Ite(cond, then, other), ty, span))
    }

    fn cast_term(&mut self, ty: ast::LogicType, arg: LogicId, span: Span) -> Typed<TermId> {
        let ty = self.logic_type(ty);
        let arg = self.term(arg)?;
        match ty {
            LogicType::Integer => return self.integer(arg),
            LogicType::Real => return self.real(arg),
            LogicType::Boolean => return untyped("casts to `boolean` are not modelled", span),
            LogicType::C(_) if self.unit.terms[arg].ty == ty => return Ok(arg),
            LogicType::C(_) => {}
        }
        let LogicType::C(to) = ty else { return Ok(arg) };
        let from_c = match self.unit.terms[arg].ty {
            LogicType::C(from) => self.cast_kind(from, to).is_some(),
            LogicType::Integer => {
                self.unit.types.is_integer(to)
                    || self.unit.types.is_float(to)
                    || self.unit.types.is_pointer(to)
            }
            LogicType::Real => self.unit.types.is_float(to),
            LogicType::Boolean => false,
        };
        if !from_c {
            return untyped(format!("this cannot be cast to `{}`", self.show(to)), span);
        }
        Ok(self.add_term(TermKind::Cast(arg), ty, span))
    }
}

fn arithmetic(op: LogicBinary) -> Option<LogicOp> {
    Some(match op {
        LogicBinary::Mul => LogicOp::Mul,
        LogicBinary::Div => LogicOp::Div,
        LogicBinary::Rem => LogicOp::Rem,
        LogicBinary::Add => LogicOp::Add,
        LogicBinary::Sub => LogicOp::Sub,
        LogicBinary::Shl => LogicOp::Shl,
        LogicBinary::Shr => LogicOp::Shr,
        LogicBinary::BitAnd => LogicOp::BitAnd,
        LogicBinary::BitXor => LogicOp::BitXor,
        LogicBinary::BitOr => LogicOp::BitOr,
        LogicBinary::BitImplies
        | LogicBinary::BitIff
        | LogicBinary::Compare(_)
        | LogicBinary::And
        | LogicBinary::Or
        | LogicBinary::Xor
        | LogicBinary::Implies
        | LogicBinary::Iff => return None,
    })
}
