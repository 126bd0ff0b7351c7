//! `//@ assert P;` in a body: code that traps `assert-failed` where `P` does not hold.
//!
//! The integers of ACSL are unbounded. Every term is computed in a width that its operands cannot leave, 64 bits or 128; one
//! that would need more is not used, and a warning says so. A connective evaluates both sides and so makes no branch, unless the
//! second could trap. Quantifiers become loops. No outcome in here is a condition of the program.
//!
//! Reals are floating-point numbers: what is compared is compared exactly, what is computed is rounded to `double`.
//!
//! Validity and separation are not expressed here: the IR has no instruction that asks for them. Postconditions are checked in
//! the same way; they alone know memory as it was on entry.

pub(crate) mod ensures;
mod floats;
mod fold;
mod kept;
mod linked;
mod terms;

use crate::contract::{Limit, Limits};
use crate::func::FuncCx;
use cfront::logic::{Label, LogicVarId, PredId, PredKind, TermId};
use cfront::typed::{Annotation, AnnotationKind, CompareOp};
use ir::{BinOp, Inst, Local, LoopData, Region, TrapKind, Type, UnOp, Value};
use source::Diagnostic;
use terms::Term;

type Meaning<T> = Result<T, String>;

/// How deep assertions may nest.
const MAX_DEPTH: u32 = 200;

/// What the terms of an assertion may refer to.
#[derive(Default)]
struct Scope {
    /// Bound variables with their values.
    vars: Vec<(LogicVarId, Term)>,
    /// What these range over, as far as one limit on each side tells.
    ranges: Vec<Range>,
    /// Are we under `\old` or `\at(…, Pre)`?
    old: bool,
    /// Does it speak of the end of a call? Parameters then mean their values on entry.
    promised: bool,
    /// Is it evaluated at the top of the function?
    entered: bool,
    /// May it read no memory?
    bare: bool,
    /// What the function returns, if that is a scalar.
    result: Option<Local>,
    /// What is known to hold where a term is evaluated.
    guards: Vec<PredId>,
    depth: u32,
}

/// The values that a bound variable may have: from one limit to another.
#[derive(Clone, Copy)]
struct Range {
    var: LogicVarId,
    lo: Limit,
    hi: Limit,
}

impl Scope {
    fn on_entry() -> Self {
        Self { promised: true, entered: true, ..Self::default() }
    }
}

impl FuncCx<'_, '_> {
    /// Code for an annotation; none for what only a prover needs, nor for what we cannot express.
    pub(crate) fn annotation(&mut self, annotation: &Annotation) {
        let unit = self.unit();
        let unread = matches!(unit.preds[annotation.pred].kind, PredKind::Unsupported(_));
        if annotation.kind != AnnotationKind::Assert || unread || self.is_closed() {
            return;
        }
        let mut outcome = Ok(());
        let code = self.region(|cx| {
            outcome = cx.pred(annotation.pred, &mut Scope::default()).map(|holds| {
                cx.choose(holds, |_| (), |cx| cx.run(Inst::Trap(TrapKind::AssertFailed)));
            });
        });
        match outcome {
            Ok(()) => self.splice(code),
            Err(reason) => {
                let message = format!("this assertion is not checked: {reason}");
                self.cx.diagnostics.push(Diagnostic::warning("L0001", self.span, message));
            }
        }
    }

    /// Whether a predicate holds here; none if that cannot be expressed.
    pub(crate) fn condition(&mut self, pred: PredId) -> Option<Value> {
        self.pred(pred, &mut Scope::default()).ok()
    }

    fn pred(&mut self, id: PredId, scope: &mut Scope) -> Meaning<Value> {
        if scope.depth >= MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        scope.depth += 1;
        let value = self.pred_kind(&self.unit().preds[id].kind, scope);
        scope.depth -= 1;
        value
    }

    fn pred_kind(&mut self, kind: &PredKind, scope: &mut Scope) -> Meaning<Value> {
        match kind {
            PredKind::True => Ok(self.int(Type::BOOL, 1)),
            PredKind::False => Ok(self.int(Type::BOOL, 0)),
            PredKind::Not(inner) => {
                let inner = self.pred(*inner, scope)?;
                Ok(self.unary(UnOp::Not, inner))
            }
            PredKind::And(preds) => self.chain(preds, BinOp::And, scope),
            PredKind::Or(preds) => self.chain(preds, BinOp::Or, scope),
            PredKind::Xor(a, b) => {
                let (a, b) = (self.pred(*a, scope)?, self.pred(*b, scope)?);
                Ok(self.binary(BinOp::Xor, a, b))
            }
            PredKind::Iff(a, b) => {
                let (a, b) = (self.pred(*a, scope)?, self.pred(*b, scope)?);
                Ok(self.binary(BinOp::Eq, a, b))
            }
            PredKind::Implies(a, b) => {
                let cond = self.pred(*a, scope)?;
                let not = self.unary(UnOp::Not, cond);
                scope.guards.push(*a);
                let implied = self.connect(not, *b, BinOp::Or, scope);
                scope.guards.pop();
                implied
            }
            PredKind::Ite(cond, a, b) => {
                let cond = self.pred(*cond, scope)?;
                let not = self.unary(UnOp::Not, cond);
                let then = self.connect(not, *a, BinOp::Or, scope)?;
                let other = self.connect(cond, *b, BinOp::Or, scope)?;
                Ok(self.binary(BinOp::And, then, other))
            }
            PredKind::Compare(op, a, b) => self.comparison(*op, *a, *b, scope),
            PredKind::NonZero(term) => {
                let term = self.term(*term, scope)?;
                Ok(self.is_not_zero(term))
            }
            PredKind::Let { var, value, body } => {
                let value = self.term(*value, scope)?;
                scope.vars.push((*var, value));
                let body = self.pred(*body, scope);
                scope.vars.pop();
                body
            }
            PredKind::Forall(vars, body) => self.quantified(vars, *body, true, scope),
            PredKind::Exists(vars, body) => self.quantified(vars, *body, false, scope),
            PredKind::At(label, inner) => {
                let outer = scope.old;
                scope.old |= is_entry(*label)?;
                let inner = self.pred(*inner, scope);
                scope.old = outer;
                inner
            }
            PredKind::Valid { .. } => Err("\\valid is not modelled in assertions".to_owned()),
            PredKind::Separated(_) => Err("\\separated is not modelled in assertions".to_owned()),
            PredKind::Acyclic { from, links } => self.is_acyclic(*from, links, scope),
            PredKind::Reachable { from, to, links } => {
                self.is_reachable((*from, *to), links, scope)
            }
            PredKind::Initialized(_) => Err("\\initialized is not modelled".to_owned()),
            PredKind::Freeable(_) => Err("\\freeable is not modelled".to_owned()),
            PredKind::Fresh(..) => Err("\\fresh is not modelled".to_owned()),
            PredKind::Unsupported(reason) => Err(reason.clone()),
        }
    }

    fn chain(&mut self, preds: &[PredId], op: BinOp, scope: &mut Scope) -> Meaning<Value> {
        let Some((&first, rest)) = preds.split_first() else {
            return Ok(self.int(Type::BOOL, (op == BinOp::And).into()));
        };
        let n_guards = scope.guards.len();
        let mut value = self.pred(first, scope)?;
        for (&pred, &before) in rest.iter().zip(preds) {
            if op == BinOp::And {
                scope.guards.push(before);
            }
            value = self.connect(value, pred, op, scope)?;
        }
        scope.guards.truncate(n_guards);
        Ok(value)
    }

    /// `left op right`, where the right side is evaluated only if it matters, unless evaluating it does no harm.
    fn connect(
        &mut self,
        left: Value,
        right: PredId,
        op: BinOp,
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let mut outcome = Err(String::new());
        let code = self.region(|cx| outcome = cx.pred(right, scope));
        let right = outcome?;
        if self.is_harmless(code) {
            self.splice(code);
            return Ok(self.binary(op, left, right));
        }
        let result = self.temp("holds", Type::BOOL);
        self.set(result, left);
        let region = self.region(|cx| {
            cx.splice(code);
            cx.set(result, right);
        });
        let skip = self.region(|_| ());
        let (then, els) = if op == BinOp::And { (region, skip) } else { (skip, region) };
        self.run(Inst::If { cond: left, event: None, then, els });
        Ok(self.get(result))
    }

    /// Can this code neither trap nor branch?
    fn is_harmless(&self, code: Region) -> bool {
        self.body.regions[code].iter().all(|&inst| match &self.body.insts[inst] {
            Inst::Int(..)
            | Inst::Float(..)
            | Inst::Null
            | Inst::AddrGlobal(_)
            | Inst::AddrLocal(_) => true,
            Inst::Unary(..) | Inst::Cast(..) => true,
            Inst::Binary(op, ..) => !matches!(
                op,
                BinOp::DivS | BinOp::RemS | BinOp::Shl | BinOp::ShrS | BinOp::PtrLt | BinOp::PtrLe
            ),
            Inst::Get(local) => self.body.params.contains(local),
            _ => false,
        })
    }

    fn comparison(
        &mut self,
        op: CompareOp,
        a: TermId,
        b: TermId,
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let (a, b) = (self.term(a, scope)?, self.term(b, scope)?);
        let (op, a, b) = match op {
            CompareOp::Gt => (CompareOp::Lt, b, a),
            CompareOp::Ge => (CompareOp::Le, b, a),
            CompareOp::Eq | CompareOp::Ne | CompareOp::Lt | CompareOp::Le => (op, a, b),
        };
        let [integers, pointers] = match op {
            CompareOp::Eq => [BinOp::Eq, BinOp::PtrEq],
            CompareOp::Ne => [BinOp::Ne, BinOp::PtrNe],
            CompareOp::Lt | CompareOp::Gt => [BinOp::LtS, BinOp::PtrLt],
            CompareOp::Le | CompareOp::Ge => [BinOp::LeS, BinOp::PtrLe],
        };
        match (a, b) {
            (Term::Pointer(a), Term::Pointer(b)) => Ok(self.binary(pointers, a, b)),
            (Term::Truth(a), Term::Truth(b)) => match op {
                CompareOp::Eq | CompareOp::Ne => Ok(self.binary(integers, a, b)),
                _ => Err("truth values have no order".to_owned()),
            },
            (Term::Float(_), _) | (_, Term::Float(_)) => self.compare_floats(op, a, b),
            (a, b) => {
                let (a, b) = (self.as_integer(a)?, self.as_integer(b)?);
                let (a, b) = self.same_width(a, b, a.bits.max(b.bits))?;
                Ok(self.binary(integers, a, b))
            }
        }
    }

    /// A loop over the values of the first variable, around the others.
    fn quantified(
        &mut self,
        vars: &[LogicVarId],
        body: PredId,
        all: bool,
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let limits = Limits::of(self.cx, vars, body, all)?;
        self.range_over(vars, &limits, body, all, scope)
    }

    fn range_over(
        &mut self,
        vars: &[LogicVarId],
        limits: &[Limits],
        body: PredId,
        all: bool,
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let (Some((&var, vars)), Some((limit, limits))) =
            (vars.split_first(), limits.split_first())
        else {
            return self.pred(body, scope);
        };
        // Any one limit is right: the formula repeats them all.
        let [lo, hi] = [&limit.lo, &limit.hi].map(|limits| limits.first().copied());
        let missing = || "a quantified variable has no bounds".to_owned();
        let range = Range { var, lo: lo.ok_or_else(missing)?, hi: hi.ok_or_else(missing)? };
        let (lo, hi) = (self.moved(range.lo, scope)?, self.moved(range.hi, scope)?);
        let bits = lo.bits.max(hi.bits) + 1;
        let (lo, hi) = self.same_width(lo, hi, bits)?;
        let result = self.temp("holds", Type::BOOL);
        let first = self.int(Type::BOOL, all.into());
        self.set(result, first);
        let mut outcome = Ok(());
        self.for_each(lo, hi, |cx, value, out| {
            scope.vars.push((var, Term::Integer(terms::Integer { value, bits })));
            scope.ranges.push(range);
            let holds = cx.range_over(vars, limits, body, all, scope);
            scope.ranges.pop();
            scope.vars.pop();
            outcome = holds.map(|holds| {
                let wanted = cx.int(Type::BOOL, all.into());
                let goes_on = cx.binary(BinOp::Eq, holds, wanted);
                let end = |cx: &mut Self| {
                    cx.set(result, holds);
                    cx.leave(out);
                };
                cx.choose(goes_on, |_| (), end);
            });
        });
        outcome?;
        Ok(self.get(result))
    }

    /// A loop over the values from `lo` to `hi`; its body is given the value and the way out.
    fn for_each(&mut self, lo: Value, hi: Value, body: impl FnOnce(&mut Self, Value, ir::Label)) {
        let counter = self.temp("i", self.body.ty(lo));
        self.set(counter, lo);
        let id = self.body.loops.push(LoopData { span: self.span, source: false });
        self.block(|cx, out| {
            let turn = cx.region(|cx| {
                let value = cx.get(counter);
                let inside = cx.binary(BinOp::LeS, value, hi);
                cx.choose(inside, |_| (), |cx| cx.leave(out));
                body(cx, value, out);
                let one = cx.int(cx.body.ty(value), 1);
                let next = cx.binary(BinOp::Add, value, one);
                cx.set(counter, next);
            });
            cx.run(Inst::Loop { id, body: turn });
        });
    }
}

/// Does a label stand for the state of entry?
fn is_entry(label: Label) -> Meaning<bool> {
    match label {
        Label::Pre => Ok(true),
        Label::Here => Ok(false),
        Label::Post => Err("Post has no meaning in an assertion".to_owned()),
        Label::LoopEntry | Label::LoopCurrent => {
            Err("loop states are not modelled in assertions".to_owned())
        }
    }
}
