//! Statements. Chains of labels and of `else if` are walked by loops; other nesting recurses under the depth limit.

use super::{Checker, SwitchCx};
use crate::ast::{self, ForInit};
use crate::codes;
use crate::consteval;
use crate::typed::{ExprId, LabelId, StmtId, StmtKind, SwitchCase};
use crate::types::{Ty, Type};
use source::{Diagnostic, Span};
use std::collections::HashMap;

/// A label in front of a statement.
enum Prefix {
    Case { values: Option<(i128, i128)>, span: Span },
    Default { span: Span },
    Label(LabelId),
}

impl Checker<'_> {
    /// The body of a function, in the scope of its parameters, behind what runs on entry.
    pub(super) fn function_body(&mut self, body: ast::StmtId, prologue: Vec<StmtId>) -> StmtId {
        let stmt = &self.ast.stmts[body];
        match &stmt.kind {
            ast::StmtKind::Compound(list) => self.block(list, prologue, stmt.span),
            _ => self.block(&[body], prologue, stmt.span),
        }
    }

    /// A block whose scope is already open.
    fn block(&mut self, list: &[ast::StmtId], mut stmts: Vec<StmtId>, span: Span) -> StmtId {
        self.enter_labels();
        for &stmt in list {
            self.stmt(stmt, &mut stmts);
        }
        let scope = self.leave_block();
        self.add_stmt(StmtKind::Compound { scope, stmts }, span)
    }

    fn enter_labels(&mut self) {
        if let Some(func) = &mut self.func {
            func.local_labels.push(HashMap::new());
        }
    }

    pub(super) fn enter_block(&mut self) {
        self.scopes.open();
        if let Some(func) = &mut self.func {
            func.blocks.push(Vec::new());
        }
        self.enter_labels();
    }

    /// Closes what [`Self::enter_block`] opened, but for the scope of names, and gives the block's locals.
    pub(super) fn leave_block(&mut self) -> Vec<crate::typed::LocalId> {
        let Some(func) = &mut self.func else { return Vec::new() };
        func.local_labels.pop();
        func.blocks.pop().unwrap_or_default()
    }

    fn compound(&mut self, list: &[ast::StmtId], span: Span) -> StmtId {
        self.enter_block();
        let mut stmts = Vec::new();
        for &stmt in list {
            self.stmt(stmt, &mut stmts);
        }
        self.scopes.close();
        let scope = self.leave_block();
        self.add_stmt(StmtKind::Compound { scope, stmts }, span)
    }

    /// A statement where exactly one is wanted.
    fn sub_stmt(&mut self, id: ast::StmtId) -> StmtId {
        let span = self.ast.stmts[id].span;
        self.enter_block();
        let mut stmts = Vec::new();
        self.stmt(id, &mut stmts);
        self.scopes.close();
        let scope = self.leave_block();
        match stmts.as_slice() {
            [only] if scope.is_empty() => *only,
            [] => self.add_stmt(StmtKind::Null, span),
            _ => self.add_stmt(StmtKind::Compound { scope, stmts }, span),
        }
    }

    /// A statement; what it becomes is added to `out`.
    pub(super) fn stmt(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) {
        let span = self.ast.stmts[id].span;
        self.deeper(span, (), |cx| cx.stmt_inside(id, out));
    }

    fn stmt_inside(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) {
        use ast::StmtKind as S;
        let ast = self.ast;
        let (kind, span) = (&ast.stmts[id].kind, ast.stmts[id].span);
        let made = match kind {
            S::Empty | S::Error | S::Attributes(_) => StmtKind::Null,
            S::Expr(expr) => StmtKind::Expr(self.effect(*expr)),
            S::Compound(list) => return out.push(self.compound(list, span)),
            S::Decl(decl) => return self.block_declaration(*decl, out),
            S::StaticAssert(assert) => return self.static_assert(*assert),
            S::If { .. } => return out.push(self.if_chain(id)),
            S::Switch(value, body) => self.switch(*value, *body),
            S::While { cond, body, contract } => {
                self.loop_annotations(*contract, out);
                let cond = self.condition(*cond);
                StmtKind::While { cond, body: self.loop_body(*body) }
            }
            S::DoWhile { body, cond, contract } => {
                self.loop_annotations(*contract, out);
                let body = self.loop_body(*body);
                StmtKind::DoWhile { body, cond: self.condition(*cond) }
            }
            S::For { init, cond, step, body, contract } => {
                self.loop_annotations(*contract, out);
                self.for_loop(*init, *cond, *step, *body)
            }
            S::Case(..) | S::Default(_) | S::Label(..) => return out.push(self.labelled(id)),
            S::Goto(label) => StmtKind::Goto(self.label(*label)),
            S::GotoComputed(target) => StmtKind::ComputedGoto(self.value(*target)),
            S::Continue => self.jump(StmtKind::Continue, span),
            S::Break => self.jump(StmtKind::Break, span),
            S::Return(value) => self.return_stmt(*value, span, out),
            S::Asm(asm) => self.asm(*asm),
            S::LocalLabels(names) => return self.local_labels(names),
            S::Annotation(contract) => return self.annotations(*contract, out),
            S::NestedFunction(_) => StmtKind::Unsupported("nested functions".to_owned()),
        };
        out.push(self.add_stmt(made, span));
    }

    /// An expression whose value is not used.
    pub(super) fn effect(&mut self, expr: ast::ExprId) -> ExprId {
        let expr = self.check_expr(expr);
        // A volatile lvalue is read even if nobody wants the value; other lvalues need not be complete.
        if self.is_complete(self.ty_of(expr)) { self.rvalue(expr) } else { expr }
    }

    /// A controlling expression: any scalar.
    pub(super) fn condition(&mut self, expr: ast::ExprId) -> ExprId {
        let value = self.value(expr);
        self.scalar_condition(value)
    }

    pub(super) fn scalar_condition(&mut self, value: ExprId) -> ExprId {
        let (ty, span) = (self.ty_of(value), self.span_of(value));
        match self.unit.types[ty] {
            Type::Error => value,
            Type::Complex(_) => self.unsupported("complex numbers", vec![value], Ty::INT, span),
            _ if self.unit.types.is_scalar(ty) => value,
            _ => {
                let message = format!("a condition cannot have type `{}`", self.show(ty));
                self.error(codes::NOT_SCALAR, span, message);
                self.error_expr(span)
            }
        }
    }

    fn if_chain(&mut self, first: ast::StmtId) -> StmtId {
        let (ast, mut arms, mut last, mut next) = (self.ast, Vec::new(), None, Some(first));
        while let Some(id) = next.take() {
            match ast.stmts[id].kind {
                ast::StmtKind::If { cond, then, otherwise } => {
                    let cond = self.condition(cond);
                    arms.push((cond, self.sub_stmt(then), ast.stmts[id].span));
                    next = otherwise;
                }
                _ => last = Some(self.sub_stmt(id)),
            }
        }
        for (cond, then, span) in arms.into_iter().rev() {
            last = Some(self.add_stmt(StmtKind::If { cond, then, other: last }, span));
        }
        last.expect("the chain has at least its first `if`")
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        self.nest(1, 1);
        let body = self.sub_stmt(body);
        self.nest(-1, -1);
        body
    }

    fn nest(&mut self, loops: i32, breakable: i32) {
        if let Some(func) = &mut self.func {
            func.loops = func.loops.saturating_add_signed(loops);
            func.breakable = func.breakable.saturating_add_signed(breakable);
        }
    }

    fn for_loop(
        &mut self,
        init: ForInit,
        cond: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
    ) -> StmtKind {
        self.enter_block();
        let mut first = Vec::new();
        match init {
            ForInit::None => {}
            ForInit::Expr(expr) => {
                let expr = self.effect(expr);
                let span = self.span_of(expr);
                first.push(self.add_stmt(StmtKind::Expr(expr), span));
            }
            ForInit::Decl(decl) => self.block_declaration(decl, &mut first),
        }
        let cond = cond.map(|cond| self.condition(cond));
        let step = step.map(|step| self.effect(step));
        let body = self.loop_body(body);
        self.scopes.close();
        let scope = self.leave_block();
        StmtKind::For { scope, init: first, cond, step, body }
    }

    fn switch(&mut self, value: ast::ExprId, body: ast::StmtId) -> StmtKind {
        let mut value = self.value(value);
        if self.unit.types.is_integer(self.ty_of(value)) {
            value = self.promote(value);
        } else if !self.is_error(value) {
            let span = self.span_of(value);
            let message =
                format!("`switch` needs an integer, not `{}`", self.show(self.ty_of(value)));
            self.error(codes::BAD_OPERANDS, span, message);
            value = self.error_expr(span);
        }
        let ty = self.ty_of(value);
        if let Some(func) = &mut self.func {
            func.switches.push(SwitchCx { ty, cases: Vec::new(), default: None });
        }
        self.nest(0, 1);
        let body = self.sub_stmt(body);
        self.nest(0, -1);
        let done = self.func.as_mut().and_then(|func| func.switches.pop());
        let (mut cases, default) = done.map_or((Vec::new(), None), |cx| (cx.cases, cx.default));
        cases.sort_by_key(|case| (case.span, case.lo));
        self.check_duplicate_cases(&cases);
        StmtKind::Switch { value, body, cases, default: default.map(|(stmt, _)| stmt) }
    }

    fn check_duplicate_cases(&mut self, cases: &[SwitchCase]) {
        let mut by_value: Vec<_> = cases.iter().collect();
        by_value.sort_by_key(|case| (case.lo, case.span));
        for pair in by_value.windows(2) {
            if pair[1].lo <= pair[0].hi {
                let message = format!("the value {} has two cases", pair[1].lo);
                let (first, second) =
                    (pair[0].span.min(pair[1].span), pair[0].span.max(pair[1].span));
                let diagnostic = Diagnostic::error(codes::DUPLICATE_CASE, second, message);
                self.diags.push(diagnostic.note(first, "the first"));
            }
        }
    }

    fn labelled(&mut self, first: ast::StmtId) -> StmtId {
        let (ast, mut prefixes, mut id) = (self.ast, Vec::new(), first);
        loop {
            let span = ast.stmts[id].span;
            let (prefix, inner) = match &ast.stmts[id].kind {
                ast::StmtKind::Case(lo, hi, inner) => (self.case(*lo, *hi, span), *inner),
                ast::StmtKind::Default(inner) => {
                    let span = Span::new(span.lo, span.lo + "default".len() as u32);
                    (Prefix::Default { span }, *inner)
                }
                ast::StmtKind::Label(name, _, inner) => {
                    (Prefix::Label(self.define_label(*name)), *inner)
                }
                _ => break,
            };
            prefixes.push((prefix, span));
            id = inner;
        }
        let mut body = self.after_label(id);
        for (prefix, span) in prefixes.into_iter().rev() {
            body = self.apply_prefix(prefix, body, span);
        }
        body
    }

    /// The statement behind a label. A declaration there belongs to the enclosing block, so it opens no scope.
    fn after_label(&mut self, id: ast::StmtId) -> StmtId {
        let mut stmts = Vec::new();
        self.stmt(id, &mut stmts);
        let span = self.ast.stmts[id].span;
        match stmts.as_slice() {
            [only] => *only,
            [] => self.add_stmt(StmtKind::Null, span),
            _ => self.add_stmt(StmtKind::Compound { scope: Vec::new(), stmts }, span),
        }
    }

    fn apply_prefix(&mut self, prefix: Prefix, body: StmtId, span: Span) -> StmtId {
        match prefix {
            Prefix::Case { values, span: label } => {
                let stmt = self.add_stmt(StmtKind::Case(body), span);
                let switch = self.func.as_mut().and_then(|func| func.switches.last_mut());
                if let (Some(switch), Some((lo, hi))) = (switch, values) {
                    switch.cases.push(SwitchCase { lo, hi, target: stmt, span: label });
                }
                stmt
            }
            Prefix::Default { span: label } => {
                let stmt = self.add_stmt(StmtKind::Default(body), span);
                self.enter_default(stmt, label);
                stmt
            }
            Prefix::Label(label) => {
                let stmt = self.add_stmt(StmtKind::Label { label, body }, span);
                self.unit.labels[label].stmt = Some(stmt);
                stmt
            }
        }
    }

    fn enter_default(&mut self, stmt: StmtId, span: Span) {
        let Some(switch) = self.func.as_mut().and_then(|func| func.switches.last_mut()) else {
            self.error(codes::STRAY_CASE, span, "`default` stands outside any `switch`");
            return;
        };
        if let Some((_, first)) = switch.default.replace((stmt, span)) {
            let (first, second) = (first.min(span), first.max(span));
            let diagnostic =
                Diagnostic::error(codes::DUPLICATE_CASE, second, "this `switch` has two defaults");
            self.diags.push(diagnostic.note(first, "the first"));
        }
    }

    fn case(&mut self, lo: ast::ExprId, hi: Option<ast::ExprId>, stmt: Span) -> Prefix {
        let last = self.ast.exprs[hi.unwrap_or(lo)].span;
        let span = Span::new(stmt.lo, last.hi.max(stmt.lo));
        let switch = self.func.as_ref().and_then(|func| func.switches.last());
        let Some(ty) = switch.map(|switch| switch.ty) else {
            self.error(codes::STRAY_CASE, span, "`case` stands outside any `switch`");
            return Prefix::Case { values: None, span };
        };
        let first = self.case_value(lo, ty);
        let last = hi.map_or(first, |hi| self.case_value(hi, ty));
        let values = first.zip(last).filter(|(lo, hi)| lo <= hi);
        if values.is_none() && first.is_some() && last.is_some() {
            self.warn(codes::DUPLICATE_CASE, span, "this range of cases is empty");
        }
        Prefix::Case { values, span }
    }

    fn case_value(&mut self, expr: ast::ExprId, ty: Ty) -> Option<i128> {
        let value = self.value(expr);
        if self.is_error(value) || ty == Ty::ERROR {
            return None;
        }
        let constant = consteval::required_int(&self.unit, value);
        if constant.is_none() {
            let message = "the value of a case must be a constant integer";
            self.error(codes::NOT_CONSTANT, self.span_of(value), message);
        }
        Some(self.target.wrap(constant?, self.int_kind(ty)?))
    }

    fn jump(&mut self, kind: StmtKind, span: Span) -> StmtKind {
        let (word, allowed) = match (&kind, &self.func) {
            (StmtKind::Continue, Some(func)) => ("continue", func.loops > 0),
            (_, Some(func)) => ("break", func.breakable > 0),
            (_, None) => ("break", false),
        };
        if allowed {
            return kind;
        }
        self.error(codes::STRAY_JUMP, span, format!("there is no loop for this `{word}`"));
        StmtKind::Null
    }

    fn return_stmt(
        &mut self,
        value: Option<ast::ExprId>,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> StmtKind {
        let ret = self.func.as_ref().map_or(Ty::ERROR, |func| func.ret.ty);
        let Some(value) = value else {
            if ret != Ty::VOID && ret != Ty::ERROR {
                let message = "this function returns a value, but none is given here";
                self.warn(codes::RETURN_MISMATCH, span, message);
            }
            return StmtKind::Return(None);
        };
        let value = self.value(value);
        if ret == Ty::VOID {
            if self.ty_of(value) != Ty::VOID && !self.is_error(value) {
                let message = "this function returns `void`, but a value is given here";
                self.warn(codes::RETURN_MISMATCH, self.span_of(value), message);
            }
            out.push(self.add_stmt(StmtKind::Expr(value), span));
            return StmtKind::Return(None);
        }
        StmtKind::Return(Some(self.coerce(value, ret, "the result of the function")))
    }

    fn asm(&mut self, id: ast::AsmId) -> StmtKind {
        let asm = &self.ast.asms[id];
        let outputs = asm.outputs.iter().map(|operand| self.check_expr(operand.value)).collect();
        let inputs = asm.inputs.iter().map(|operand| self.check_expr(operand.value)).collect();
        for label in &asm.labels {
            self.label(*label);
        }
        let keeps = asm
            .outputs
            .iter()
            .all(|operand| self.literal_text(operand.constraint).starts_with('+'));
        StmtKind::Asm {
            template: self.literal_text(asm.template),
            outputs,
            inputs,
            keeps,
            jumps: !asm.labels.is_empty(),
        }
    }

    fn local_labels(&mut self, names: &[ast::Ident]) {
        for name in names {
            let label = self.new_label(*name);
            let func = self.func.as_mut();
            if let Some(frame) = func.and_then(|func| func.local_labels.last_mut()) {
                frame.insert(name.name, label);
            }
        }
    }

    fn new_label(&mut self, name: ast::Ident) -> LabelId {
        let spelling = self.name(name.name).to_owned();
        self.unit.labels.push(crate::typed::Label { name: spelling, stmt: None, span: name.span })
    }

    /// The label of this name, made on first use.
    pub(super) fn label(&mut self, name: ast::Ident) -> LabelId {
        let Some(func) = &self.func else { return self.new_label(name) };
        let local = func.local_labels.iter().rev().find_map(|frame| frame.get(&name.name));
        if let Some(&label) = local.or_else(|| func.labels.get(&name.name)) {
            return label;
        }
        let label = self.new_label(name);
        if let Some(func) = &mut self.func {
            func.labels.insert(name.name, label);
        }
        label
    }

    fn define_label(&mut self, name: ast::Ident) -> LabelId {
        let label = self.label(name);
        let fresh = self.func.as_mut().is_none_or(|func| func.defined_labels.insert(label));
        if !fresh {
            let first = self.unit.labels[label].span;
            let message = format!("the label `{}` is defined twice", self.name(name.name));
            let diagnostic = Diagnostic::error(codes::DUPLICATE_LABEL, name.span, message);
            self.diags.push(diagnostic.note(first, "the first"));
        }
        self.unit.labels[label].span = name.span;
        label
    }

    /// Every label that is used must be somewhere.
    pub(super) fn check_labels(&mut self) {
        let Some(func) = &self.func else { return };
        let mut missing: Vec<LabelId> = func.labels.values().copied().collect();
        missing.retain(|&label| self.unit.labels[label].stmt.is_none());
        missing.sort();
        for label in missing {
            let label = &self.unit.labels[label];
            let (name, span) = (label.name.clone(), label.span);
            self.error(
                codes::NO_LABEL,
                span,
                format!("there is no label `{name}` in this function"),
            );
        }
    }
}
