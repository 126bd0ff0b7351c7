//! Predicates of contracts.

use super::Checker;
use super::term::{Typed, untyped};
use crate::ast::{
    self, Binder, LogicBinary, LogicDefKind, LogicId, LogicKind, LogicUnary, Relation,
};
use crate::logic::{Label, LogicType, LogicVarId, Pred, PredId, PredKind, TermId};
use crate::typed::CompareOp;
use source::Span;

/// What the parameters of a definition stand for in one use of it.
pub(super) type Bindings = Vec<(LogicVarId, TermId)>;

impl<'a> Checker<'a> {
    pub(super) fn add_pred(&mut self, kind: PredKind, span: Span) -> PredId {
        self.unit.preds.push(Pred { kind, span })
    }

    pub(super) fn pred(&mut self, id: LogicId) -> Typed<PredId> {
        let span = self.ast.logic[id].span;
        self.deeper(span, None, |cx| Some(cx.pred_inside(id, span)))
            .unwrap_or_else(|| untyped("it nests too deeply", span))
    }

    fn pred_inside(&mut self, id: LogicId, span: Span) -> Typed<PredId> {
        use LogicKind as K;
        let ast = self.ast;
        let kind = match &ast.logic[id].kind {
            K::True => PredKind::True,
            K::False => PredKind::False,
            K::Unary(LogicUnary::Not, arg) => PredKind::Not(self.pred(*arg)?),
            K::Binary(LogicBinary::And, ..) => PredKind::And(self.operands(id, LogicBinary::And)?),
            K::Binary(LogicBinary::Or, ..) => PredKind::Or(self.operands(id, LogicBinary::Or)?),
            K::Binary(LogicBinary::Xor, a, b) => PredKind::Xor(self.pred(*a)?, self.pred(*b)?),
            K::Binary(LogicBinary::Implies, a, b) => {
                PredKind::Implies(self.pred(*a)?, self.pred(*b)?)
            }
            K::Binary(LogicBinary::Iff, a, b) => PredKind::Iff(self.pred(*a)?, self.pred(*b)?),
            K::Binary(LogicBinary::Compare(relation), a, b) => {
                let (a, b) = (self.term(*a)?, self.term(*b)?);
                return self.comparison(*relation, a, b, span);
            }
            K::Chain(first, rest) => self.chain(*first, rest, span)?,
            K::Conditional(cond, then, other) => {
                PredKind::Ite(self.pred(*cond)?, self.pred(*then)?, self.pred(*other)?)
            }
            K::Forall(binders, body) => {
                let (vars, body) = self.quantified(binders, *body, Vec::new())?;
                PredKind::Forall(vars, body)
            }
            K::Exists(binders, body) => {
                let (vars, body) = self.quantified(binders, *body, Vec::new())?;
                PredKind::Exists(vars, body)
            }
            K::Let(name, value, body) => {
                let value = self.term(*value)?;
                let ty = self.unit.terms[value].ty;
                let (var, body) =
                    self.with_var(name.name, ty, |cx, var| Ok((var, cx.pred(*body)?)))?;
                PredKind::Let { var, value, body }
            }
            K::Old(arg) => PredKind::At(Label::Pre, self.pred(*arg)?),
            K::At(arg, label) => PredKind::At(self.state(*label, span)?, self.pred(*arg)?),
            K::Builtin(builtin, label, args) => {
                let kind = self.builtin_pred(*builtin, args, id, span)?;
                match label {
                    None => kind,
                    Some(label) => {
                        let label = self.state(*label, span)?;
                        PredKind::At(label, self.add_pred(kind, span))
                    }
                }
            }
            K::Call(name, _, args) if self.is_predicate(name.name) => {
                return self.call_pred(*name, args, span);
            }
            K::Name(name) if self.is_predicate(*name) => {
                return self.call_pred(ast::Ident { name: *name, span }, &[], span);
            }
            _ => PredKind::NonZero(self.truth_term(id, span)?),
        };
        Ok(self.add_pred(kind, span))
    }

    /// A term used as a predicate: true if it is not zero.
    fn truth_term(&mut self, id: LogicId, span: Span) -> Typed<TermId> {
        let term = self.term(id)?;
        match self.unit.terms[term].ty {
            LogicType::C(ty) if self.unit.types.is_scalar(ty) => Ok(term),
            LogicType::C(_) => untyped("a truth value is needed here", span),
            LogicType::Integer | LogicType::Real | LogicType::Boolean => Ok(term),
        }
    }

    /// The operands of a chain of one operator, walked along its left spine.
    fn operands(&mut self, id: LogicId, op: LogicBinary) -> Typed<Vec<PredId>> {
        let (mut operands, mut at) = (Vec::new(), id);
        while let LogicKind::Binary(own, left, right) = self.ast.logic[at].kind {
            if own != op {
                break;
            }
            operands.push(right);
            at = left;
        }
        operands.push(at);
        operands.reverse();
        operands.into_iter().map(|operand| self.pred(operand)).collect()
    }

    fn chain(
        &mut self,
        first: LogicId,
        rest: &[(Relation, LogicId)],
        span: Span,
    ) -> Typed<PredKind> {
        let mut left = self.term(first)?;
        let mut links = Vec::new();
        for &(relation, right) in rest {
            let right = self.term(right)?;
            let from = self.unit.terms[left].span;
            let link = from.to(self.unit.terms[right].span);
            let link = if link.is_none() { span } else { link };
            links.push(self.comparison(relation, left, right, link)?);
            left = right;
        }
        Ok(PredKind::And(links))
    }

    fn comparison(
        &mut self,
        relation: Relation,
        a: TermId,
        b: TermId,
        span: Span,
    ) -> Typed<PredId> {
        let op = match relation {
            Relation::Lt => CompareOp::Lt,
            Relation::Gt => CompareOp::Gt,
            Relation::Le => CompareOp::Le,
            Relation::Ge => CompareOp::Ge,
            Relation::Eq => CompareOp::Eq,
            Relation::Ne => CompareOp::Ne,
        };
        let (a, b) = self.comparable(a, b, span)?;
        Ok(self.add_pred(PredKind::Compare(op, a, b), span))
    }

    fn quantified(
        &mut self,
        binders: &[Binder],
        body: LogicId,
        mut vars: Vec<LogicVarId>,
    ) -> Typed<(Vec<LogicVarId>, PredId)> {
        let Some((binder, rest)) = binders.split_first() else {
            return Ok((vars, self.pred(body)?));
        };
        let ty = self.logic_type(binder.ty);
        self.with_var(binder.name.name, ty, |cx, var| {
            vars.push(var);
            cx.quantified(rest, body, vars)
        })
    }

    fn builtin_pred(
        &mut self,
        builtin: ast::Builtin,
        args: &[LogicId],
        id: LogicId,
        span: Span,
    ) -> Typed<PredKind> {
        use ast::Builtin as W;
        match builtin {
            W::Valid => self.for_regions(args, |region| PredKind::Valid { region, write: true }),
            W::ValidRead => {
                self.for_regions(args, |region| PredKind::Valid { region, write: false })
            }
            W::Initialized => self.for_regions(args, PredKind::Initialized),
            W::Separated => {
                let regions =
                    args.iter().map(|&arg| self.region(arg)).collect::<Typed<Vec<_>>>()?;
                Ok(PredKind::Separated(regions))
            }
            W::Freeable => match args {
                [pointer] => Ok(PredKind::Freeable(self.term(*pointer)?)),
                _ => untyped("`\\freeable` takes one pointer", span),
            },
            W::Fresh => match args {
                [pointer, size] => {
                    let (pointer, size) = (self.term(*pointer)?, self.term(*size)?);
                    Ok(PredKind::Fresh(pointer, self.integer(size)?))
                }
                _ => untyped("`\\fresh` takes a pointer and a size", span),
            },
            W::Acyclic => self.acyclic(args, span),
            W::Reachable => self.reachable(args, span),
            W::Dangling => untyped("`\\dangling` is not modelled", span),
            W::Allocable => untyped("`\\allocable` is not modelled", span),
            W::Union | W::Inter | W::Subset => untyped("sets are not modelled", span),
            W::BaseAddr | W::BlockLength | W::Offset | W::Other(_) => {
                Ok(PredKind::NonZero(self.truth_term(id, span)?))
            }
        }
    }

    /// A predicate over each of several regions; `{p, q}` counts as two.
    fn for_regions(
        &mut self,
        args: &[LogicId],
        make: impl Fn(crate::logic::Region) -> PredKind,
    ) -> Typed<PredKind> {
        let ast = self.ast;
        let mut parts = Vec::new();
        for &arg in args {
            let members = match &ast.logic[arg].kind {
                LogicKind::Set(members) => &members[..],
                _ => std::slice::from_ref(&arg),
            };
            for &member in members {
                let region = self.region(member)?;
                parts.push((make(region), ast.logic[member].span));
            }
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0).0);
        }
        Ok(PredKind::And(parts.into_iter().map(|(kind, span)| self.add_pred(kind, span)).collect()))
    }

    fn is_predicate(&self, name: crate::names::Symbol) -> bool {
        let def = self.logic_defs.get(&name).map(|&id| &self.ast.logic_defs[id].kind);
        matches!(def, Some(LogicDefKind::Predicate { .. }))
    }

    /// A user's predicate: its body with the arguments bound.
    pub(super) fn call_pred(
        &mut self,
        name: ast::Ident,
        args: &[LogicId],
        span: Span,
    ) -> Typed<PredId> {
        let LogicDefKind::Predicate { params, body: Some(body), .. } = self.definition(name)?
        else {
            let reason = format!("`{}` has no definition", self.name(name.name));
            return untyped(reason, span);
        };
        let (bindings, mut pred) = self.expand(name, params, args, span, |cx| cx.pred(*body))?;
        for (var, value) in bindings.into_iter().rev() {
            pred = self.add_pred(PredKind::Let { var, value, body: pred }, span);
        }
        Ok(pred)
    }

    pub(super) fn definition(&self, name: ast::Ident) -> Typed<&'a LogicDefKind> {
        if let Some(&id) = self.logic_defs.get(&name.name) {
            Ok(&self.ast.logic_defs[id].kind)
        } else {
            let reason = format!("`{}` is not defined in the logic", self.name(name.name));
            untyped(reason, name.span)
        }
    }

    /// Types the body of a definition with its parameters bound to the arguments.
    pub(super) fn expand<T>(
        &mut self,
        name: ast::Ident,
        params: &[Binder],
        args: &[LogicId],
        span: Span,
        body: impl FnOnce(&mut Self) -> Typed<T>,
    ) -> Typed<(Bindings, T)> {
        let spelling = self.name(name.name);
        if self.logic.expanding.contains(&name.name) {
            return untyped(format!("`{spelling}` is recursive, which is not modelled"), span);
        }
        if params.len() != args.len() {
            let (wanted, given) = (params.len(), args.len());
            return untyped(format!("`{spelling}` takes {wanted} arguments, not {given}"), span);
        }
        let mut bindings = Vec::new();
        for (param, &arg) in params.iter().zip(args) {
            let value = self.argument_term(param, arg)?;
            let var = crate::logic::LogicVar {
                name: self.name(param.name.name).to_owned(),
                ty: self.unit.terms[value].ty,
            };
            bindings.push((self.unit.logic_vars.push(var), value));
        }
        let (outer_base, outer_len) = (self.logic.base, self.logic.vars.len());
        self.logic.base = outer_len;
        let names = params.iter().map(|param| param.name.name);
        self.logic.vars.extend(names.zip(bindings.iter().map(|(var, _)| *var)));
        self.logic.expanding.push(name.name);
        let result = body(self);
        self.logic.expanding.pop();
        self.logic.vars.truncate(outer_len);
        self.logic.base = outer_base;
        Ok((bindings, result?))
    }

    fn argument_term(&mut self, param: &Binder, arg: LogicId) -> Typed<TermId> {
        let value = self.term(arg)?;
        let ty = self.logic_type(param.ty);
        match ty {
            LogicType::Integer => self.integer(value),
            LogicType::C(c) if self.unit.types.is_integer(c) && self.unit.terms[value].ty != ty => {
                let span = self.unit.terms[value].span;
                let value = self.integer(value)?;
                Ok(self.add_term(crate::logic::TermKind::Cast(value), ty, span))
            }
            LogicType::Real | LogicType::Boolean | LogicType::C(_) => Ok(value),
        }
    }
}
