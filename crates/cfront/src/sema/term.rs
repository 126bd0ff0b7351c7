//! Terms of contracts: mathematical numbers over C lvalues.

use super::Checker;
use super::scope::Entity;
use crate::ast::{self, LogicBinary, LogicId, LogicKind, LogicUnary};
use crate::logic::{
    FoldOp, Label, LogicFn, LogicOp, LogicType, LogicVar, Region, Term, TermId, TermKind,
};
use crate::names::Symbol;
use crate::typed::{Expr, ExprKind, FuncId};
use crate::types::{BitField, QualTy, Quals, Ty, Type};
use source::Span;

/// Why a clause cannot be typed, and where.
#[derive(Debug)]
pub(super) struct Untyped {
    pub(super) reason: String,
    pub(super) span: Span,
}

pub(super) type Typed<T> = Result<T, Untyped>;

/// An object that a term names.
#[derive(Clone, Copy)]
struct Place {
    addr: TermId,
    ty: QualTy,
    bits: Option<BitField>,
}

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

    fn place(&mut self, id: LogicId) -> Typed<Place> {
        use LogicKind as K;
        let ast = self.ast;
        let span = ast.logic[id].span;
        match &ast.logic[id].kind {
            K::Name(name) => self.name_place(*name, span),
            K::Unary(LogicUnary::Deref, pointer) => {
                let pointer = self.term(*pointer)?;
                self.pointed(pointer, span)
            }
            K::Index(base, index) => {
                let (base, index) = (self.term(*base)?, self.term(*index)?);
                let element = self.pointer_sum(base, index, false, span)?;
                self.pointed(element, span)
            }
            K::Member(base, name) => {
                let base = self.place(*base)?;
                self.member_place(base, *name, span)
            }
            K::Arrow(base, name) => {
                let base = self.term(*base)?;
                let base = self.pointed(base, span)?;
                self.member_place(base, *name, span)
            }
            _ => untyped("an object is needed here", span),
        }
    }

    fn name_place(&mut self, name: Symbol, span: Span) -> Typed<Place> {
        let (kind, ty) = match self.scopes.lookup(name) {
            Some(Entity::Local(id)) => (TermKind::LocalAddr(*id), self.unit.locals[*id].ty),
            Some(Entity::Global(id)) => (TermKind::GlobalAddr(*id), self.unit.globals[*id].ty),
            Some(_) => return untyped(format!("`{}` is no object", self.name(name)), span),
            None => return untyped(format!("`{}` is not declared", self.name(name)), span),
        };
        if self.bound(name).is_some() {
            return untyped("a bound variable is no object", span);
        }
        let pointer = self.pointer_to(ty.ty, ty.quals);
        let addr = self.add_term(kind, LogicType::C(pointer), span);
        Ok(Place { addr, ty, bits: None })
    }

    fn pointed(&mut self, pointer: TermId, span: Span) -> Typed<Place> {
        match self.pointee_of(pointer) {
            Some(ty) => Ok(Place { addr: pointer, ty, bits: None }),
            None => untyped("a pointer is needed here", span),
        }
    }

    pub(super) fn pointee_of(&self, term: TermId) -> Option<QualTy> {
        match self.unit.terms[term].ty {
            LogicType::C(ty) => self.unit.types.pointee(ty),
            _ => None,
        }
    }

    fn member_place(&mut self, base: Place, name: ast::Ident, span: Span) -> Typed<Place> {
        let Some(mut record) = self.unit.types.record(base.ty.ty) else {
            return untyped(format!("`{}` has no members", self.show(base.ty.ty)), span);
        };
        let Some(path) = self.find_member(record, self.name(name.name)) else {
            let (owner, member) = (self.unit.record_text(record), self.name(name.name));
            return untyped(format!("`{owner}` has no member `{member}`"), name.span);
        };
        let mut place = base;
        for index in path {
            let field = &self.unit.records[record].fields[index as usize];
            let (ty, bits) = (field.ty, field.bits);
            let quals = place.ty.quals.union(ty.quals);
            let pointer = self.pointer_to(ty.ty, quals);
            let kind = TermKind::FieldAddr { base: place.addr, record, field: index };
            let addr = self.add_term(kind, LogicType::C(pointer), span);
            place = Place { addr, ty: QualTy { ty: ty.ty, quals }, bits };
            if let Type::Record(inner) = self.unit.types[ty.ty] {
                record = inner;
            }
        }
        Ok(place)
    }

    /// The value of an object; an array is the pointer to its first element.
    fn read(&mut self, place: Place, span: Span) -> TermId {
        if let Type::Array(elem, _) = self.unit.types[place.ty.ty] {
            let pointer = self.unit.types.pointer(elem.with(place.ty.quals));
            return self.add_term(TermKind::Cast(place.addr), LogicType::C(pointer), span);
        }
        let kind = TermKind::Load { addr: place.addr, bits: place.bits };
        self.add_term(kind, LogicType::C(place.ty.ty), span)
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

    /// The term as an `integer`.
    pub(super) fn integer(&mut self, term: TermId) -> Typed<TermId> {
        let Term { ty, span, .. } = self.unit.terms[term];
        match ty {
            LogicType::Integer => Ok(term),
            LogicType::C(ty) if self.unit.types.is_integer(ty) => {
                Ok(self.add_term(TermKind::Cast(term), LogicType::Integer, span))
            }
            _ => untyped("an integer is needed here", span),
        }
    }

    fn real(&mut self, term: TermId) -> Typed<TermId> {
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
    fn number(&mut self, term: TermId) -> Typed<TermId> {
        match self.unit.terms[term].ty {
            LogicType::C(ty) if self.unit.types.is_float(ty) => self.real(term),
            LogicType::Real => Ok(term),
            _ => self.integer(term),
        }
    }

    fn common_numbers(&mut self, a: TermId, b: TermId) -> Typed<(TermId, TermId)> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        if self.unit.terms[a].ty == self.unit.terms[b].ty {
            return Ok((a, b));
        }
        Ok((self.real(a)?, self.real(b)?))
    }

    /// Both terms in one type in which they can be compared.
    pub(super) fn comparable(
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

    fn as_type(&mut self, term: TermId, ty: LogicType) -> TermId {
        let Term { ty: own, span, .. } = self.unit.terms[term];
        if own == ty { term } else { self.add_term(TermKind::Cast(term), ty, span) }
    }

    fn is_zero(&self, term: TermId) -> bool {
        self.unit.terms[term].kind == TermKind::Int(0)
    }

    fn null_as(&mut self, ty: LogicType, span: Span) -> TermId {
        self.add_term(TermKind::Int(0), ty, span)
    }

    fn builtin_term(
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
    fn fold_term(&mut self, op: FoldOp, args: &[LogicId], span: Span) -> Typed<TermId> {
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
    fn call_term(&mut self, name: ast::Ident, args: &[LogicId], span: Span) -> Typed<TermId> {
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

    /// The regions of `*p`, `a[lo .. hi]`, `x`: a location set of one contiguous piece.
    pub(super) fn location(&mut self, id: LogicId) -> Typed<Region> {
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
    pub(super) fn region(&mut self, id: LogicId) -> Typed<Region> {
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
