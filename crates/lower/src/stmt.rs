//! Statements without their labels.

use crate::func::{FuncCx, Home};
use crate::scope::Exit;
use cfront::typed::{ExprId, InitId, LocalId, StmtId, StmtKind};
use ir::{Inst, LoopData, LoopId};

impl FuncCx<'_, '_> {
    pub(crate) fn stmt(&mut self, stmt: StmtId) {
        let span = self.unit().stmts[stmt].span;
        let outer = std::mem::replace(&mut self.span, span);
        match &self.unit().stmts[stmt].kind {
            StmtKind::Compound { scope, .. } => {
                self.open_scope(scope);
                self.list(stmt, None);
                self.close_scope();
            }
            StmtKind::Label { .. } | StmtKind::Case(_) | StmtKind::Default(_) => {
                self.list(stmt, None);
            }
            _ if self.jumps.exploded.contains(&stmt) => self.list(stmt, None),
            _ => self.plain_stmt(stmt),
        }
        self.span = outer;
    }

    /// A statement that is neither a compound, nor labelled, nor taken apart.
    pub(crate) fn plain_stmt(&mut self, stmt: StmtId) {
        match &self.unit().stmts[stmt].kind {
            StmtKind::Null => {}
            StmtKind::Annotation(annotation) => self.annotation(annotation),
            StmtKind::Expr(expr) => self.effect(*expr),
            StmtKind::Decl { local, init } => self.declaration(*local, *init),
            StmtKind::If { cond, then, other } => self.if_stmt(*cond, *then, *other),
            StmtKind::While { cond, body } => self.loop_stmt(Some(*cond), None, *body),
            StmtKind::DoWhile { body, cond } => self.do_stmt(*body, *cond),
            StmtKind::For { scope, init, cond, step, body } => {
                self.open_scope(scope);
                for &init in init {
                    self.stmt(init);
                }
                self.loop_stmt(*cond, *step, *body);
                self.close_scope();
            }
            StmtKind::Switch { .. } => self.switch(stmt),
            StmtKind::Goto(label) => match self.labels.get(label) {
                Some(&target) => self.jump(target),
                None => self.unsupported("a jump into a statement expression"),
            },
            StmtKind::ComputedGoto(address) => self.computed_goto(stmt, *address),
            StmtKind::Break => self.jump_to_innermost(self.breaks.last().copied()),
            StmtKind::Continue => self.jump_to_innermost(self.continues.last().copied()),
            StmtKind::Return(value) => self.return_stmt(*value),
            StmtKind::Asm { template, outputs, inputs, keeps, jumps } => {
                if !template.is_empty() || !keeps || *jumps {
                    self.unsupported("inline assembly");
                } else {
                    outputs.iter().chain(inputs).for_each(|&operand| self.effect(operand));
                }
            }
            StmtKind::Unsupported(reason) => self.unsupported(reason.clone()),
            StmtKind::Compound { .. }
            | StmtKind::Label { .. }
            | StmtKind::Case(_)
            | StmtKind::Default(_) => self.stmt(stmt),
        }
    }

    fn jump_to_innermost(&mut self, target: Option<crate::scope::Target>) {
        match target {
            Some(target) => self.jump(target),
            None => self.unsupported("a jump out of no loop"),
        }
    }

    fn declaration(&mut self, local: LocalId, init: Option<InitId>) {
        let home = self.declare(local);
        if let Home::Object(object) = home
            && self.machine().is_variable(self.unit().locals[local].ty.ty)
        {
            let bytes = self.variable_size(self.unit().locals[local].ty.ty);
            self.live_sized(object, bytes);
        }
        match (init, home) {
            (Some(init), _) => self.init_local(local, init),
            // Each time a declaration is reached its variable is uninitialised again. Objects are so from the entry of
            // their block.
            (None, Home::Register(register)) if !self.is_closed() => {
                self.run(Inst::Live(register));
            }
            (None, _) => {}
        }
        self.clean_up(local);
    }

    fn if_stmt(&mut self, cond: ExprId, then: StmtId, other: Option<StmtId>) {
        self.branch(
            cond,
            |cx| cx.stmt(then),
            |cx| {
                if let Some(other) = other {
                    cx.stmt(other);
                }
            },
        );
    }

    /// `while` and `for`, whose first clause has run.
    fn loop_stmt(&mut self, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        self.block(|cx, out| {
            let target = cx.target(Exit::Leave(out));
            cx.breaks.push(target);
            cx.source_loop(|cx, id| {
                if let Some(cond) = cond {
                    cx.jump_unless(cond, Exit::Leave(out));
                }
                cx.run(Inst::Turn(id));
                cx.loop_body(body);
                if let Some(step) = step {
                    cx.effect(step);
                }
            });
            cx.breaks.pop();
        });
    }

    fn do_stmt(&mut self, body: StmtId, cond: ExprId) {
        let once = self.unit().exprs[cond].ice && self.unit().constant_int(cond) == Some(0);
        self.block(|cx, out| {
            let target = cx.target(Exit::Leave(out));
            cx.breaks.push(target);
            if once {
                // The usual wrapping of macros is no loop.
                cx.loop_body(body);
            } else {
                cx.source_loop(|cx, id| {
                    cx.run(Inst::Turn(id));
                    cx.loop_body(body);
                    cx.jump_unless(cond, Exit::Leave(out));
                });
            }
            cx.breaks.pop();
        });
    }

    fn source_loop(&mut self, body: impl FnOnce(&mut Self, LoopId)) {
        let id = self.body.loops.push(LoopData { span: self.span, source: true });
        self.ensure_open();
        let body = self.region(|cx| body(cx, id));
        self.trap_if_nothing_changes(id, body);
        self.run(Inst::Loop { id, body });
    }

    /// The body of a loop; `continue` goes to its end.
    fn loop_body(&mut self, body: StmtId) {
        self.block(|cx, end| {
            let target = cx.target(Exit::Leave(end));
            cx.continues.push(target);
            cx.stmt(body);
            cx.continues.pop();
        });
    }

    fn return_stmt(&mut self, value: Option<ExprId>) {
        if self.is_closed() && value.is_none() {
            return;
        }
        match (value, self.result) {
            (Some(value), Some(result)) if self.machine().in_memory(self.ret) => {
                let src = self.aggregate(value);
                let dst = self.get(result);
                let size = self.machine().size(self.ret);
                self.run(Inst::Copy { dst, src, size });
                self.return_value(None);
            }
            (Some(value), _) if self.machine().scalar(self.ret).is_some() => {
                let value = self.value(value);
                self.return_value(Some(value));
            }
            (Some(value), _) => {
                self.effect(value);
                self.return_value(None);
            }
            (None, _) if self.is_main && self.ret == cfront::types::Ty::INT => {
                let zero = self.int(self.machine().int(), 0);
                self.return_value(Some(zero));
            }
            (None, _) => self.return_value(None),
        }
    }
}
