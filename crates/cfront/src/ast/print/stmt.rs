//! Statements.

use super::decl::attributes;
use super::{Printer, Todo, block, word};
use crate::ast::{AsmId, ContractId, ForInit, StmtId, StmtKind};

impl Printer<'_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let s = |id: &StmtId| block([Todo::Stmt(*id)]);
        match &self.ast.stmts[id].kind {
            StmtKind::Empty => self.push(word("(empty)")),
            StmtKind::Expr(id) => self.push(Todo::Expr(*id)),
            StmtKind::Compound(items) => {
                self.list("block", block(items.iter().map(|&id| Todo::Stmt(id))));
            }
            StmtKind::Decl(id) => self.push(Todo::Decl(*id)),
            StmtKind::StaticAssert(id) => self.push(Todo::StaticAssert(*id)),
            StmtKind::If { cond, then, otherwise } => {
                let arms = [Some(*then), *otherwise].into_iter().flatten().map(Todo::Stmt);
                self.headed("if", [Todo::Expr(*cond)], block(arms));
            }
            StmtKind::Switch(value, body) => self.headed("switch", [Todo::Expr(*value)], s(body)),
            StmtKind::While { cond, body, contract } => {
                self.headed("while", [Todo::Expr(*cond)], loop_body(*contract, *body));
            }
            StmtKind::DoWhile { body, cond, contract } => {
                self.headed("do-while", [Todo::Expr(*cond)], loop_body(*contract, *body));
            }
            StmtKind::For { init, cond, step, body, contract } => {
                let none = || word("-");
                let init = match *init {
                    ForInit::None => none(),
                    ForInit::Expr(id) => Todo::Expr(id),
                    ForInit::Decl(id) => Todo::Decl(id),
                };
                let cond = cond.map_or_else(none, Todo::Expr);
                let step = step.map_or_else(none, Todo::Expr);
                self.headed("for", [init, cond, step], loop_body(*contract, *body));
            }
            StmtKind::Case(first, last, body) => {
                let head = std::iter::once(*first).chain(*last).map(Todo::Expr);
                self.headed("case", head, s(body));
            }
            StmtKind::Default(body) => self.headed("default", [], s(body)),
            StmtKind::Label(name, attrs, body) => {
                let head = std::iter::once(Todo::Name(name.name)).chain(attributes(attrs));
                self.headed("label", head, s(body));
            }
            StmtKind::Goto(name) => self.list("goto", vec![Todo::Name(name.name)]),
            StmtKind::GotoComputed(id) => self.list("goto*", vec![Todo::Expr(*id)]),
            StmtKind::Continue => self.push(word("(continue)")),
            StmtKind::Break => self.push(word("(break)")),
            StmtKind::Return(value) => {
                self.list("return", value.map(Todo::Expr).into_iter().collect());
            }
            StmtKind::Asm(id) => self.asm(*id),
            StmtKind::LocalLabels(names) => {
                self.list("labels", names.iter().map(|name| Todo::Name(name.name)).collect());
            }
            StmtKind::Attributes(attrs) => self.list("attributes", attributes(attrs).collect()),
            StmtKind::Annotation(id) => self.push(Todo::Contract(*id)),
            StmtKind::NestedFunction(id) => self.push(Todo::Function(*id)),
            StmtKind::Error => self.push(word("(error)")),
        }
    }

    fn headed(
        &mut self,
        word: &'static str,
        head: impl IntoIterator<Item = Todo>,
        body: Vec<Todo>,
    ) {
        self.list(word, head.into_iter().chain(body).collect());
    }

    fn asm(&mut self, id: AsmId) {
        let asm = &self.ast.asms[id];
        let mut parts = vec![word(self.literal(asm.template))];
        parts.extend(asm.volatile.then(|| word("volatile")));
        for (head, operands) in [("out", &asm.outputs), ("in", &asm.inputs)] {
            for operand in operands {
                parts.push(Todo::Open(head.into()));
                parts.extend(operand.name.map(|name| Todo::Name(name.name)));
                parts.extend([word(self.literal(operand.constraint)), Todo::Expr(operand.value)]);
                parts.push(Todo::Close);
            }
        }
        parts.extend(asm.clobbers.iter().map(|&id| word(format!("clobbers:{}", self.literal(id)))));
        parts.extend(asm.labels.iter().map(|label| Todo::Name(label.name)));
        self.list("asm", parts);
    }
}

fn loop_body(contract: Option<ContractId>, body: StmtId) -> Vec<Todo> {
    block(contract.map(Todo::Contract).into_iter().chain([Todo::Stmt(body)]))
}
