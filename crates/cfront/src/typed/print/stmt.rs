//! Statements, one a line.

use super::{Piece, Printer, text};
use crate::typed::{AnnotationKind, ExprId, StmtId, StmtKind};

impl Printer<'_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        match &unit.stmts[id].kind {
            StmtKind::Null => self.out.push_str("null"),
            StmtKind::Expr(expr) => self.push(vec![Piece::Expr(*expr)]),
            StmtKind::Decl { local, init } => {
                let local = &unit.locals[*local];
                let declaration = unit.spell_as(local.ty, &local.name, local.alias.as_ref());
                let mut pieces = vec![Piece::Text(format!("decl {declaration}"))];
                if let Some(init) = init {
                    pieces.extend([text(" = "), Piece::Init(*init)]);
                }
                self.push(pieces);
            }
            StmtKind::Compound { stmts, .. } => self.block("block", stmts),
            StmtKind::If { cond, then, other } => {
                let mut pieces = self.headed("if", Some(*cond), *then);
                if let Some(other) = other {
                    pieces.extend([Piece::Line, text("else")]);
                    pieces.extend(nested(*other));
                }
                self.push(pieces);
            }
            StmtKind::While { cond, body } => {
                let pieces = self.headed("while", Some(*cond), *body);
                self.push(pieces);
            }
            StmtKind::DoWhile { body, cond } => {
                let mut pieces = self.headed("do", None, *body);
                pieces.extend([Piece::Line, text("while "), Piece::Expr(*cond)]);
                self.push(pieces);
            }
            StmtKind::For { init, cond, step, body, .. } => {
                self.for_loop(init, *cond, *step, *body);
            }
            StmtKind::Switch { value, body, cases, default } => {
                let labels: Vec<_> = cases
                    .iter()
                    .map(|case| {
                        if case.hi == case.lo {
                            format!("{}→{}", case.lo, case.target)
                        } else {
                            format!("{}..{}→{}", case.lo, case.hi, case.target)
                        }
                    })
                    .chain(default.map(|target| format!("default→{target}")))
                    .collect();
                let mut pieces = vec![text("switch "), Piece::Expr(*value)];
                pieces.push(Piece::Text(format!(" [{}]", labels.join(" "))));
                pieces.extend(nested(*body));
                self.push(pieces);
            }
            StmtKind::Case(body) => self.labelled(&format!("case {id}: "), *body),
            StmtKind::Default(body) => self.labelled(&format!("default {id}: "), *body),
            StmtKind::Label { label, body } => {
                self.labelled(&format!("{}: ", unit.labels[*label].name), *body);
            }
            StmtKind::Goto(label) => self.say(&format!("goto {}", unit.labels[*label].name)),
            StmtKind::ComputedGoto(target) => {
                self.push(vec![text("goto "), Piece::Expr(*target)]);
            }
            StmtKind::Break => self.out.push_str("break"),
            StmtKind::Continue => self.out.push_str("continue"),
            StmtKind::Return(None) => self.out.push_str("return"),
            StmtKind::Return(Some(value)) => self.push(vec![text("return "), Piece::Expr(*value)]),
            StmtKind::Asm { template, outputs, inputs, .. } => {
                let operands: Vec<ExprId> = outputs.iter().chain(inputs).copied().collect();
                let operands = operands.into_iter().map(Piece::Expr).collect();
                self.form(format!("asm {template:?}"), operands);
            }
            StmtKind::Annotation(annotation) => {
                let head = match annotation.kind {
                    AnnotationKind::Assert => "assert",
                    AnnotationKind::LoopInvariant => "invariant",
                    AnnotationKind::Other => "annotation",
                };
                self.form(head, vec![Piece::Pred(annotation.pred)]);
            }
            StmtKind::Unsupported(reason) => self.say(&format!("unsupported {reason:?}")),
        }
    }

    fn block(&mut self, head: &str, stmts: &[StmtId]) {
        let mut pieces = vec![Piece::Text(head.to_owned()), Piece::Deeper];
        for &stmt in stmts {
            pieces.extend([Piece::Line, Piece::Stmt(stmt)]);
        }
        pieces.push(Piece::Shallower);
        self.push(pieces);
    }

    #[expect(clippy::unused_self, reason = "reads as the other makers of pieces")]
    fn headed(&self, head: &str, cond: Option<ExprId>, body: StmtId) -> Vec<Piece> {
        let mut pieces = vec![Piece::Text(head.to_owned())];
        if let Some(cond) = cond {
            pieces.extend([text(" "), Piece::Expr(cond)]);
        }
        pieces.extend(nested(body));
        pieces
    }

    fn for_loop(
        &mut self,
        init: &[StmtId],
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        let mut pieces = vec![text("for")];
        for &stmt in init {
            pieces.extend([text(" "), Piece::Stmt(stmt)]);
        }
        pieces.push(text(";"));
        pieces.extend(cond.into_iter().flat_map(|cond| [text(" "), Piece::Expr(cond)]));
        pieces.push(text(";"));
        pieces.extend(step.into_iter().flat_map(|step| [text(" "), Piece::Expr(step)]));
        pieces.extend(nested(body));
        self.push(pieces);
    }

    fn labelled(&mut self, head: &str, body: StmtId) {
        self.push(vec![Piece::Text(head.to_owned()), Piece::Stmt(body)]);
    }
}

fn nested(body: StmtId) -> [Piece; 4] {
    [Piece::Deeper, Piece::Line, Piece::Stmt(body), Piece::Shallower]
}
