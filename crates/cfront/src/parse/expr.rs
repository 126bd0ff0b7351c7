//! Expressions with operators between operands: comma, assignment, `?:` and binary ones.

use super::{Parse, Parser};
use crate::ast::{BinaryOp, Expr, ExprId, ExprKind};
use crate::lex::Tok;
use source::Span;

/// A left operand and an operator that wait for the right operand.
pub(super) struct Pending {
    left: ExprId,
    op: BinaryOp,
    precedence: u8,
}

impl Parser<'_> {
    /// `a, b`
    pub(super) fn expr(&mut self) -> Parse<ExprId> {
        let mut left = self.assignment()?;
        while self.eat(Tok::Comma) {
            let right = self.assignment()?;
            left = self.join(left, right, ExprKind::Comma(left, right));
        }
        Ok(left)
    }

    /// `a = b`
    pub(super) fn assignment(&mut self) -> Parse<ExprId> {
        let left = self.conditional()?;
        let Some(op) = assignment_op(self.kind()) else { return Ok(left) };
        self.bump();
        let right = self.nested(Self::assignment)?;
        Ok(self.join(left, right, ExprKind::Assign(op, left, right)))
    }

    /// `a ? b : c`; chains of them are read in a loop and joined from the right
    pub(super) fn conditional(&mut self) -> Parse<ExprId> {
        let mut last = self.binary()?;
        if !self.at(Tok::Question) {
            return Ok(last);
        }
        let mut waiting = Vec::new();
        while self.eat(Tok::Question) {
            let middle = if self.at(Tok::Colon) { None } else { Some(self.nested(Self::expr)?) };
            self.expect(Tok::Colon)?;
            waiting.push((last, middle));
            last = self.binary()?;
        }
        for (cond, middle) in waiting.into_iter().rev() {
            last = self.join(cond, last, ExprKind::Conditional(cond, middle, last));
        }
        Ok(last)
    }

    /// Binary operators by precedence, with a stack of pending operators in place of recursion.
    fn binary(&mut self) -> Parse<ExprId> {
        let bottom = self.pending.len();
        let result = self.binary_above(bottom);
        self.pending.truncate(bottom);
        result
    }

    fn binary_above(&mut self, bottom: usize) -> Parse<ExprId> {
        let mut right = self.unary()?;
        loop {
            let next = binary_op(self.kind());
            let precedence = next.map_or(0, |(_, precedence)| precedence);
            while self.pending.len() > bottom {
                let Some(top) = self.pending.pop_if(|top| top.precedence >= precedence) else {
                    break;
                };
                right = self.join(top.left, right, ExprKind::Binary(top.op, top.left, right));
            }
            let Some((op, precedence)) = next else { return Ok(right) };
            self.bump();
            self.pending.push(Pending { left: right, op, precedence });
            right = self.unary()?;
        }
    }

    pub(super) fn push_expr(&mut self, lo: u32, kind: ExprKind) -> ExprId {
        let span = self.span_from(lo);
        self.ast.exprs.push(Expr { span, kind })
    }

    fn join(&mut self, left: ExprId, right: ExprId, kind: ExprKind) -> ExprId {
        let span = Span::new(self.ast.exprs[left].span.lo, self.ast.exprs[right].span.hi);
        self.ast.exprs.push(Expr { span, kind })
    }
}

/// The operator and how tightly it binds.
fn binary_op(kind: Tok) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Tok::Star => (BinaryOp::Mul, 10),
        Tok::Slash => (BinaryOp::Div, 10),
        Tok::Percent => (BinaryOp::Rem, 10),
        Tok::Plus => (BinaryOp::Add, 9),
        Tok::Minus => (BinaryOp::Sub, 9),
        Tok::Shl => (BinaryOp::Shl, 8),
        Tok::Shr => (BinaryOp::Shr, 8),
        Tok::Lt => (BinaryOp::Lt, 7),
        Tok::Gt => (BinaryOp::Gt, 7),
        Tok::Le => (BinaryOp::Le, 7),
        Tok::Ge => (BinaryOp::Ge, 7),
        Tok::EqEq => (BinaryOp::Eq, 6),
        Tok::Ne => (BinaryOp::Ne, 6),
        Tok::Amp => (BinaryOp::BitAnd, 5),
        Tok::Caret => (BinaryOp::BitXor, 4),
        Tok::Pipe => (BinaryOp::BitOr, 3),
        Tok::AmpAmp => (BinaryOp::And, 2),
        Tok::PipePipe => (BinaryOp::Or, 1),
        _ => return None,
    })
}

/// The inner option is the operator of a compound assignment.
#[expect(clippy::option_option, reason = "no assignment, plain assignment, compound assignment")]
fn assignment_op(kind: Tok) -> Option<Option<BinaryOp>> {
    Some(Some(match kind {
        Tok::Eq => return Some(None),
        Tok::StarEq => BinaryOp::Mul,
        Tok::SlashEq => BinaryOp::Div,
        Tok::PercentEq => BinaryOp::Rem,
        Tok::PlusEq => BinaryOp::Add,
        Tok::MinusEq => BinaryOp::Sub,
        Tok::ShlEq => BinaryOp::Shl,
        Tok::ShrEq => BinaryOp::Shr,
        Tok::AmpEq => BinaryOp::BitAnd,
        Tok::CaretEq => BinaryOp::BitXor,
        Tok::PipeEq => BinaryOp::BitOr,
        _ => return None,
    }))
}
