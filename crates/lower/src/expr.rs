//! Expressions: scalar values, aggregate values by their address, and effects.
//!
//! Operands are evaluated left to right, except that a compound assignment evaluates its right operand first, as gcc and
//! clang both do, and that a call evaluates its arguments from the last to the first, as gcc does.

use crate::func::FuncCx;
use crate::place::Place;
use cfront::typed::{
    BinaryOp, CastKind, Category, CompoundOp, ExprId, ExprKind, IncDecOp, StmtId, StmtKind,
};
use cfront::types::Ty;
use ir::{Inst, Type, Value};

/// Is the value of an expression wanted?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    Value,
    Effect,
}

impl FuncCx<'_, '_> {
    /// The value of a scalar expression.
    pub(crate) fn value(&mut self, expr: ExprId) -> Value {
        let ty = self.unit().exprs[expr].ty;
        let Some(scalar) = self.machine().scalar(ty) else {
            // What lives in memory only travels as its address.
            return if self.machine().is_void(ty) {
                self.effect(expr);
                self.null()
            } else {
                self.aggregate(expr)
            };
        };
        self.evaluate(expr, Want::Value).unwrap_or_else(|| self.dummy(scalar))
    }

    /// Evaluates an expression whose value nobody wants.
    pub(crate) fn effect(&mut self, expr: ExprId) {
        let ty = self.unit().exprs[expr].ty;
        if self.machine().in_memory(ty) {
            self.aggregate(expr);
        } else {
            self.evaluate(expr, Want::Effect);
        }
    }

    /// Evaluates a scalar or void expression; gives a value if it has one and it is wanted.
    fn evaluate(&mut self, expr: ExprId, want: Want) -> Option<Value> {
        let data = &self.unit().exprs[expr];
        let outer = std::mem::replace(&mut self.span, data.span);
        let value = match self.constant(expr) {
            Some(value) => Some(value),
            None => self.evaluate_kind(expr, want),
        };
        self.span = outer;
        value
    }

    /// An integer constant expression is its value, and so is an offset that is written as an address: `(size_t)&((T *)0)->m`.
    fn constant(&mut self, expr: ExprId) -> Option<Value> {
        let data = &self.unit().exprs[expr];
        let Some(ty @ Type::Int(_)) = self.machine().scalar(data.ty) else { return None };
        let is_offset =
            matches!(data.kind, ExprKind::Cast(CastKind::PtrToInt, _) | ExprKind::PtrDiff(..));
        let is_constant = data.ice || is_offset;
        let value = is_constant.then(|| self.unit().constant_int(expr)).flatten()?;
        Some(self.int(ty, value))
    }

    fn evaluate_kind(&mut self, expr: ExprId, want: Want) -> Option<Value> {
        let data = &self.unit().exprs[expr];
        let ty = data.ty;
        match &data.kind {
            ExprKind::Error => self.give_up("an expression in error", ty),
            ExprKind::Int(value) => Some(self.integer(*value, ty)),
            ExprKind::Float(bits) => {
                let ty = self.machine().scalar(ty)?;
                Some(self.emit(Inst::Float(ty, bits.0), Some(ty)))
            }
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLiteral { .. } => {
                // An lvalue whose value is not taken: only its own evaluation counts.
                self.place(expr);
                None
            }
            ExprKind::Func(_) => Some(self.function_address(expr)),
            ExprKind::FuncToPtr(func) => Some(self.function_address(*func)),
            ExprKind::Load(lvalue) => self.load_value(*lvalue, ty, want),
            ExprKind::Member { .. } => {
                let place = self.place(expr);
                (data.category == Category::Value
                    || matches!(place, Place::Bits { .. } | Place::Bytes { .. }))
                .then(|| self.read(place, ty))
            }
            ExprKind::Decay(array) => Some(self.address(*array)),
            ExprKind::AddrOf(lvalue) => Some(match self.unit().exprs[*lvalue].kind {
                // `&p[i]` accesses nothing.
                ExprKind::Deref(pointer) => self.value(pointer),
                _ => self.address(*lvalue),
            }),
            ExprKind::Cast(kind, arg) => self.cast_value(*kind, *arg, ty, want),
            ExprKind::Unary(op, arg) => {
                let value = self.value(*arg);
                Some(self.arith_unary(*op, ty, value))
            }
            ExprKind::Binary(..) => Some(self.binary_chain(expr)),
            ExprKind::Compare(op, a, b) => {
                let truth = self.compare(*op, *a, *b, data.span);
                (want == Want::Value).then(|| self.of_truth(truth, self.machine().int()))
            }
            ExprKind::LogNot(_) | ExprKind::LogAnd(..) | ExprKind::LogOr(..) => match want {
                Want::Value => Some(self.logical_value(expr)),
                Want::Effect => {
                    self.logical_effect(expr);
                    None
                }
            },
            ExprKind::Cond { cond, then, other } => {
                let result = self.machine().scalar(ty).filter(|_| want == Want::Value);
                self.conditional(
                    *cond,
                    result,
                    |cx| cx.wanted(*then, want),
                    |cx| cx.wanted(*other, want),
                )
            }
            ExprKind::CondOmitted { cond, then, other } => {
                self.cond_omitted(*cond, *then, *other, self.machine().scalar(ty))
            }
            ExprKind::Again(of) => Some(self.seen_before(*of)),
            ExprKind::Comma(..) => {
                let last = self.comma_effects(expr);
                self.wanted(last, want)
            }
            ExprKind::PtrAdd(..) | ExprKind::PtrSub(..) => Some(self.stepped(expr, false)),
            ExprKind::PtrDiff(a, b) => {
                let pointer_ty = self.unit().exprs[*a].ty;
                let (a, b) = (self.value(*a), self.value(*b));
                let distance = self.pointer_diff(pointer_ty, a, b);
                let ty = self.machine().scalar(ty)?;
                Some(self.resize(distance, ty, true))
            }
            ExprKind::Assign { lhs, rhs } => {
                let place = self.place(*lhs);
                let value = self.value(*rhs);
                self.write(place, value);
                (want == Want::Value).then(|| self.kept(place, value))
            }
            ExprKind::CompoundAssign { op, lhs, rhs, compute } => {
                self.compound_assign(*op, *lhs, *rhs, *compute, want)
            }
            ExprKind::IncDec { op, arg, compute } => self.inc_dec(*op, *arg, *compute, want),
            ExprKind::Call { callee, args } => self.call(*callee, args, ty),
            ExprKind::StmtExpr { body, result } => self.statement_expression(*body, *result, want),
            ExprKind::VaStart(list) => self.va_start(*list),
            ExprKind::VaArg(list) => self.va_arg(*list, ty),
            ExprKind::VaEnd(list) => {
                self.object(*list);
                None
            }
            ExprKind::VaCopy { dst, src } => self.va_copy(*dst, *src),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, ty),
            ExprKind::LabelAddr(label) => {
                let number = crate::unit::label_number(*label) as i128;
                let number = self.int(self.machine().pointer_int(), number);
                Some(self.cast(ir::CastOp::IntToPtr, Type::Ptr, number))
            }
            ExprKind::Unsupported(reason, args) => {
                for &arg in args {
                    self.effect(arg);
                }
                self.give_up(reason, ty)
            }
        }
    }

    /// Evaluates for a value or for effect alone.
    fn wanted(&mut self, expr: ExprId, want: Want) -> Option<Value> {
        match want {
            Want::Value if !self.machine().is_void(self.unit().exprs[expr].ty) => {
                Some(self.value(expr))
            }
            _ => {
                self.effect(expr);
                None
            }
        }
    }

    /// What we do not model, and a value to go on with.
    pub(crate) fn give_up(&mut self, reason: &str, ty: Ty) -> Option<Value> {
        self.unsupported(reason);
        let ty = self.machine().scalar(ty)?;
        Some(self.dummy(ty))
    }

    pub(crate) fn integer(&mut self, value: i128, ty: Ty) -> Value {
        match self.machine().scalar(ty) {
            Some(Type::Ptr) if value == 0 => self.null(),
            Some(Type::Ptr) => {
                let address = self.int(self.machine().pointer_int(), value);
                self.cast(ir::CastOp::IntToPtr, Type::Ptr, address)
            }
            Some(ty @ Type::Int(_)) => self.int(ty, value),
            Some(ty) => self.dummy(ty),
            None => self.null(),
        }
    }

    fn load_value(&mut self, lvalue: ExprId, ty: Ty, want: Want) -> Option<Value> {
        let place = self.place(lvalue);
        self.machine().scalar(ty)?;
        if want == Want::Effect && !self.unit().exprs[lvalue].quals.is_volatile() {
            return None;
        }
        Some(self.read(place, ty))
    }

    fn cast_value(&mut self, kind: CastKind, arg: ExprId, ty: Ty, want: Want) -> Option<Value> {
        if kind == CastKind::ToVoid || (want == Want::Effect && kind != CastKind::FloatToInt) {
            self.effect(arg);
            return None;
        }
        let from = self.unit().exprs[arg].ty;
        if let Some(reason) = self.machine().opaque(from) {
            self.effect(arg);
            return self.give_up(reason, ty);
        }
        if kind == CastKind::IntToPtr && self.unit().constant_int(arg) == Some(0) {
            return Some(self.null());
        }
        if kind == CastKind::ToBool {
            let truth = self.truth(arg);
            return Some(self.of_truth(truth, self.machine().scalar(ty)?));
        }
        let value = self.value(arg);
        Some(self.convert(kind, value, from, ty))
    }

    /// A left-deep chain of arithmetic, iterated along its left spine: real code has thousands of terms.
    fn binary_chain(&mut self, expr: ExprId) -> Value {
        let unit = self.unit();
        let (mut spine, mut leftmost) = (Vec::new(), expr);
        while let ExprKind::Binary(op, a, b) = unit.exprs[leftmost].kind
            && (leftmost == expr || !unit.exprs[leftmost].ice)
        {
            spine.push((leftmost, op, b));
            leftmost = a;
        }
        let mut value = self.value(leftmost);
        for (node, op, right) in spine.into_iter().rev() {
            let right = self.value(right);
            let outer = std::mem::replace(&mut self.span, unit.exprs[node].span);
            value = self.arith(op, unit.exprs[node].ty, value, right);
            self.span = outer;
        }
        value
    }

    /// Runs all but the last operand of a comma chain, which is returned.
    fn comma_effects(&mut self, expr: ExprId) -> ExprId {
        let unit = self.unit();
        let (mut rights, mut leftmost) = (Vec::new(), expr);
        while let ExprKind::Comma(a, b) = unit.exprs[leftmost].kind {
            rights.push(b);
            leftmost = a;
        }
        let mut next = leftmost;
        while let Some(right) = rights.pop() {
            self.effect(next);
            next = right;
        }
        next
    }

    fn compound_assign(
        &mut self,
        op: CompoundOp,
        lhs: ExprId,
        rhs: ExprId,
        compute: Ty,
        want: Want,
    ) -> Option<Value> {
        let right = self.value(rhs);
        let place = self.place(lhs);
        let ty = self.unit().exprs[lhs].ty;
        let old = self.read(place, ty);
        let new = match op {
            CompoundOp::Arith(op) => self.arith_in(op, ty, compute, old, right),
            CompoundOp::PtrAdd => self.pointer_add(ty, old, right),
            CompoundOp::PtrSub => self.pointer_sub(ty, old, right),
        };
        self.write(place, new);
        (want == Want::Value).then(|| self.kept(place, new))
    }

    /// `old op right` computed in `compute` and converted back to `ty`.
    fn arith_in(&mut self, op: BinaryOp, ty: Ty, compute: Ty, old: Value, right: Value) -> Value {
        let wide = self.convert_value(old, ty, compute);
        let result = self.arith(op, compute, wide, right);
        self.convert_value(result, compute, ty)
    }

    /// Converts between arithmetic types by what they are.
    pub(crate) fn convert_value(&mut self, value: Value, from: Ty, to: Ty) -> Value {
        let types = &self.unit().types;
        let kind = match (types.is_float(from), types.is_float(to)) {
            _ if to == Ty::BOOL => CastKind::ToBool,
            (false, false) => CastKind::IntToInt,
            (false, true) => CastKind::IntToFloat,
            (true, false) => CastKind::FloatToInt,
            (true, true) => CastKind::FloatToFloat,
        };
        self.convert(kind, value, from, to)
    }

    fn inc_dec(&mut self, op: IncDecOp, arg: ExprId, compute: Ty, want: Want) -> Option<Value> {
        let place = self.place(arg);
        let ty = self.unit().exprs[arg].ty;
        let old = self.read(place, ty);
        let up = matches!(op, IncDecOp::PreInc | IncDecOp::PostInc);
        let new = if self.unit().types.is_pointer(ty) {
            let step = self.int(Type::I64, if up { 1 } else { -1 });
            self.pointer_add(ty, old, step)
        } else {
            let one = self.one(compute);
            let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
            self.arith_in(op, ty, compute, old, one)
        };
        self.write(place, new);
        if want == Want::Effect {
            return None;
        }
        match op {
            IncDecOp::PostInc | IncDecOp::PostDec => Some(old),
            IncDecOp::PreInc | IncDecOp::PreDec => Some(self.kept(place, new)),
        }
    }

    fn one(&mut self, ty: Ty) -> Value {
        match self.machine().scalar(ty) {
            Some(scalar) if scalar.is_float() => {
                let one = self.int(Type::I32, 1);
                self.cast(ir::CastOp::SToF, scalar, one)
            }
            Some(scalar) => self.int(scalar, 1),
            None => self.int(Type::I32, 1),
        }
    }

    /// `c ?: b`: the condition's value is had once, tested, and used again.
    fn cond_omitted(
        &mut self,
        cond: ExprId,
        then: ExprId,
        other: ExprId,
        ty: Option<Type>,
    ) -> Option<Value> {
        let decision = self.omitted_condition(cond);
        let value = self.value(cond);
        self.again.push((cond, value));
        let truth = self.nonzero(value);
        self.ensure_open();
        let result = ty.map(|ty| self.temp("cond", ty));
        let then = self.region(|cx| cx.assign_result(result, then));
        let els = self.region(|cx| cx.assign_result(result, other));
        self.run(Inst::If { cond: truth, event: decision, then, els });
        self.again.pop();
        result.map(|result| self.get(result))
    }

    /// The condition of `c ?: b` is one unless `c` is a decision of its own, which records its conditions as a value.
    fn omitted_condition(&mut self, cond: ExprId) -> Option<ir::Cond> {
        let data = &self.unit().exprs[cond];
        let logical =
            matches!(data.kind, ExprKind::LogAnd(..) | ExprKind::LogOr(..) | ExprKind::LogNot(_));
        if logical || data.ice {
            return None;
        }
        match self.decision(cond, true) {
            crate::cond::Tree::Atom(_, id) => Some(id),
            _ => None,
        }
    }

    fn assign_result(&mut self, result: Option<ir::Local>, expr: ExprId) {
        match result {
            Some(result) => {
                let value = self.value(expr);
                self.set(result, value);
            }
            None => self.effect(expr),
        }
    }

    fn seen_before(&mut self, expr: ExprId) -> Value {
        let seen = self.again.iter().rev().find(|(seen, _)| *seen == expr);
        seen.expect("an expression used again should have been evaluated").1
    }

    /// `({ … })`: the result is taken out of the scope before its objects end.
    fn statement_expression(
        &mut self,
        body: StmtId,
        result: Option<ExprId>,
        want: Want,
    ) -> Option<Value> {
        let StmtKind::Compound { scope, .. } = &self.unit().stmts[body].kind else {
            panic!("a statement expression should be a compound: {body}");
        };
        self.open_scope(scope);
        self.list(body, None);
        let value = result.and_then(|result| self.wanted(result, want));
        self.close_scope();
        value
    }

    /// The address of an aggregate value: of the object it is read from, or of a temporary.
    pub(crate) fn aggregate(&mut self, expr: ExprId) -> Value {
        let data = &self.unit().exprs[expr];
        let outer = std::mem::replace(&mut self.span, data.span);
        let address = self.aggregate_kind(expr);
        self.span = outer;
        address
    }

    fn aggregate_kind(&mut self, expr: ExprId) -> Value {
        let data = &self.unit().exprs[expr];
        let ty = data.ty;
        match &data.kind {
            ExprKind::Load(lvalue) => {
                if self.holds_volatile(*lvalue) {
                    self.unsupported("a copy of a volatile structure");
                }
                self.object(*lvalue)
            }
            ExprKind::Cast(CastKind::Same, arg) => self.aggregate(*arg),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. } => match self.place(expr) {
                Place::Memory { addr, .. }
                | Place::Bits { addr, .. }
                | Place::Bytes { addr, .. } => addr,
                Place::Register(_) | Place::Nowhere => self.null(),
            },
            ExprKind::Assign { lhs, rhs } => {
                let dst = self.object(*lhs);
                let src = self.aggregate(*rhs);
                self.run(Inst::Copy { dst, src, size: self.machine().size(ty) });
                dst
            }
            ExprKind::Cond { cond, then, other } => {
                let result = self.conditional(
                    *cond,
                    Some(Type::Ptr),
                    |cx| Some(cx.aggregate(*then)),
                    |cx| Some(cx.aggregate(*other)),
                );
                result.unwrap_or_else(|| self.null())
            }
            ExprKind::Comma(..) => {
                let last = self.comma_effects(expr);
                self.aggregate(last)
            }
            ExprKind::Call { callee, args } => {
                self.call(*callee, args, ty).unwrap_or_else(|| self.null())
            }
            ExprKind::StmtExpr { body, result } => self.aggregate_statement(*body, *result, ty),
            ExprKind::VaArg(list) => self.va_arg_aggregate(*list),
            _ => {
                let reason = self.machine().opaque(ty).unwrap_or("an aggregate of an unusual form");
                self.unsupported(reason);
                let (size, align) = (self.machine().size(ty), self.machine().align(ty));
                self.temp_object("unknown", size, align)
            }
        }
    }

    /// `({ …; s; })` of aggregate type is copied out before the scope ends.
    fn aggregate_statement(&mut self, body: StmtId, result: Option<ExprId>, ty: Ty) -> Value {
        let (size, align) = (self.machine().size(ty), self.machine().align(ty));
        let dst = self.temp_object("stmt", size, align);
        let StmtKind::Compound { scope, .. } = &self.unit().stmts[body].kind else {
            panic!("a statement expression should be a compound: {body}");
        };
        self.open_scope(scope);
        self.list(body, None);
        if let Some(result) = result {
            let src = self.aggregate(result);
            self.run(Inst::Copy { dst, src, size });
        }
        self.close_scope();
        dst
    }
}
