//! Statements and blocks.

use super::declaration::Declared;
use super::{Parse, Parser};
use crate::ast::{ContractId, ExprId, ForInit, Ident, Stmt, StmtId, StmtKind};
use crate::codes;
use crate::lex::Tok;
use source::{Diagnostic, Span};

/// A label that waits for the statement it labels.
enum Label {
    Case(ExprId, Option<ExprId>),
    Default,
    Name(Ident, Vec<crate::ast::AttributeId>),
}

impl Parser<'_> {
    /// `{ … }`
    pub(super) fn compound(&mut self) -> Parse<StmtId> {
        let open = self.expect(Tok::LBrace)?;
        self.scope.open();
        let mut items = Vec::new();
        loop {
            let contract = self.point_contracts(&mut items);
            if matches!(self.kind(), Tok::RBrace | Tok::Eof) {
                self.unused_contract(contract);
                break;
            }
            let start = self.pos;
            let lo = self.token().lo;
            let item = self.block_item(contract).unwrap_or_else(|_| {
                self.recover(start);
                self.push_stmt(lo, StmtKind::Error)
            });
            items.push(item);
        }
        self.scope.close();
        self.expect_closing(Tok::RBrace, open)?;
        Ok(self.push_stmt(open.lo, StmtKind::Compound(items.into())))
    }

    /// A declaration or a statement; `contract` holds the loop clauses before it.
    fn block_item(&mut self, contract: Option<ContractId>) -> Parse<StmtId> {
        let lo = self.token().lo;
        match self.kind() {
            Tok::Label => self.local_labels(),
            Tok::StaticAssert => {
                let id = self.static_assert()?;
                Ok(self.push_stmt(lo, StmtKind::StaticAssert(id)))
            }
            Tok::Attribute | Tok::LBracket if self.at_attribute() => self.attributed(contract),
            Tok::Ident if self.kind_at(1) == Tok::Colon => self.plain_statement(contract),
            _ if self.starts_declaration_at(0) || self.looks_like_unknown_type() => {
                self.unused_contract(contract);
                self.block_declaration(Vec::new())
            }
            _ => self.plain_statement(contract),
        }
    }

    fn block_declaration(&mut self, attributes: Vec<crate::ast::AttributeId>) -> Parse<StmtId> {
        let lo = self.token().lo;
        let kind = match self.declaration(attributes, None)? {
            Declared::Declaration(id) => StmtKind::Decl(id),
            Declared::Function(id) => {
                let message = "functions inside functions are not supported";
                let span = self.ast.functions[id].span;
                let diagnostic = Diagnostic::warning(codes::NESTED_FUNCTION, span, message);
                self.diagnostics.push(diagnostic.help("move it to file scope"));
                StmtKind::NestedFunction(id)
            }
        };
        Ok(self.push_stmt(lo, kind))
    }

    /// Attributes of a null statement (`fallthrough`), of a declaration, or before another statement.
    fn attributed(&mut self, contract: Option<ContractId>) -> Parse<StmtId> {
        let lo = self.token().lo;
        let attributes = self.attributes()?;
        if self.starts_declaration_at(0) && self.kind_at(1) != Tok::Colon {
            self.unused_contract(contract);
            return self.block_declaration(attributes);
        }
        self.eat(Tok::Semi);
        Ok(self.push_stmt(lo, StmtKind::Attributes(attributes.into())))
    }

    /// GNU `__label__ a, b;`
    fn local_labels(&mut self) -> Parse<StmtId> {
        let lo = self.bump().lo;
        let mut labels = vec![self.ident()?];
        while self.eat(Tok::Comma) {
            labels.push(self.ident()?);
        }
        self.expect_semi()?;
        Ok(self.push_stmt(lo, StmtKind::LocalLabels(labels.into())))
    }

    /// A statement where no block is open; annotations before it make it a block.
    fn statement(&mut self) -> Parse<StmtId> {
        let lo = self.token().lo;
        let mut items = Vec::new();
        let contract = self.point_contracts(&mut items);
        let stmt = if self.at_attribute() {
            self.attributed(contract)?
        } else {
            self.plain_statement(contract)?
        };
        if items.is_empty() {
            return Ok(stmt);
        }
        items.push(stmt);
        Ok(self.push_stmt(lo, StmtKind::Compound(items.into())))
    }

    fn plain_statement(&mut self, contract: Option<ContractId>) -> Parse<StmtId> {
        if !matches!(self.kind(), Tok::While | Tok::Do | Tok::For) {
            self.unused_contract(contract);
        }
        self.nested(|parser| parser.one_statement(contract))
    }

    fn one_statement(&mut self, contract: Option<ContractId>) -> Parse<StmtId> {
        let lo = self.token().lo;
        let kind = match self.kind() {
            Tok::LBrace => return self.compound(),
            Tok::If => return self.if_chain(),
            Tok::Case | Tok::Default => return self.labelled(),
            Tok::Ident if self.kind_at(1) == Tok::Colon => return self.labelled(),
            Tok::Semi => {
                self.bump();
                StmtKind::Empty
            }
            Tok::While => self.while_loop(contract)?,
            Tok::Do => self.do_while(contract)?,
            Tok::For => self.for_loop(contract)?,
            Tok::Switch => {
                self.bump();
                let value = self.parenthesized_expr()?;
                StmtKind::Switch(value, self.statement()?)
            }
            Tok::Goto => self.goto()?,
            Tok::Continue => self.jump(StmtKind::Continue)?,
            Tok::Break => self.jump(StmtKind::Break)?,
            Tok::Return => self.return_statement()?,
            Tok::Asm => StmtKind::Asm(self.asm()?),
            Tok::Else => return Err(self.stray_else()),
            _ => {
                let value = self.expr()?;
                self.expect_semi()?;
                StmtKind::Expr(value)
            }
        };
        Ok(self.push_stmt(lo, kind))
    }

    fn stray_else(&mut self) -> super::Failed {
        let message = "this `else` belongs to no `if`";
        let diagnostic = Diagnostic::error(codes::MISPLACED, self.here(), message)
            .help("put several statements of an `if` between braces");
        let failed = self.error(diagnostic);
        self.bump();
        failed
    }

    /// `if … else if … else …`, read in a loop and joined from the end.
    fn if_chain(&mut self) -> Parse<StmtId> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        loop {
            let lo = self.bump().lo;
            let cond = self.parenthesized_expr()?;
            let then = self.statement()?;
            arms.push((lo, cond, then));
            if !self.eat(Tok::Else) {
                break;
            }
            if !self.at(Tok::If) || self.contract_is_next() {
                otherwise = Some(self.statement()?);
                break;
            }
        }
        let mut chain = otherwise;
        for (lo, cond, then) in arms.into_iter().rev() {
            chain = Some(self.push_stmt(lo, StmtKind::If { cond, then, otherwise: chain }));
        }
        Ok(chain.expect("a chain has at least one arm"))
    }

    /// Labels, read in a loop, and the statement they label.
    fn labelled(&mut self) -> Parse<StmtId> {
        let mut labels = Vec::new();
        loop {
            let lo = self.token().lo;
            let label = match self.kind() {
                Tok::Case => self.case_label()?,
                Tok::Default => {
                    self.bump();
                    Label::Default
                }
                Tok::Ident if self.kind_at(1) == Tok::Colon => {
                    Label::Name(self.ident()?, Vec::new())
                }
                _ => break,
            };
            self.expect(Tok::Colon)?;
            labels.push((lo, label));
            self.label_attributes(&mut labels)?;
        }
        let mut stmt = self.labelled_statement()?;
        for (lo, label) in labels.into_iter().rev() {
            let kind = match label {
                Label::Case(first, last) => StmtKind::Case(first, last, stmt),
                Label::Default => StmtKind::Default(stmt),
                Label::Name(name, attributes) => StmtKind::Label(name, attributes.into(), stmt),
            };
            stmt = self.push_stmt(lo, kind);
        }
        Ok(stmt)
    }

    /// `done: __attribute__((unused));`: attributes of the label, unless they start a declaration or `fallthrough;`
    fn label_attributes(&mut self, labels: &mut [(u32, Label)]) -> Parse<()> {
        if let Some((_, Label::Name(_, attributes))) = labels.last_mut()
            && self.at(Tok::Attribute)
        {
            self.attributes_into(attributes)?;
        }
        Ok(())
    }

    /// After a label C17 wants a statement; C23 and gcc take a declaration or the end of the block too.
    fn labelled_statement(&mut self) -> Parse<StmtId> {
        if self.at(Tok::RBrace) {
            let lo = self.prev_hi;
            return Ok(self.push_stmt(lo, StmtKind::Empty));
        }
        if self.starts_declaration_at(0) && !self.at_attribute() {
            return self.block_item(None);
        }
        self.statement()
    }

    fn case_label(&mut self) -> Parse<Label> {
        self.bump();
        let first = self.nested(Self::conditional)?;
        let last =
            if self.eat(Tok::Ellipsis) { Some(self.nested(Self::conditional)?) } else { None };
        Ok(Label::Case(first, last))
    }

    fn while_loop(&mut self, contract: Option<ContractId>) -> Parse<StmtKind> {
        self.bump();
        let cond = self.parenthesized_expr()?;
        let body = self.statement()?;
        Ok(StmtKind::While { cond, body, contract })
    }

    fn do_while(&mut self, contract: Option<ContractId>) -> Parse<StmtKind> {
        self.bump();
        let body = self.statement()?;
        self.expect(Tok::While)?;
        let cond = self.parenthesized_expr()?;
        self.expect_semi()?;
        Ok(StmtKind::DoWhile { body, cond, contract })
    }

    fn for_loop(&mut self, contract: Option<ContractId>) -> Parse<StmtKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?;
        self.scope.open();
        let parts = self.for_parts(open, contract);
        self.scope.close();
        parts
    }

    fn for_parts(
        &mut self,
        open: crate::lex::Token,
        contract: Option<ContractId>,
    ) -> Parse<StmtKind> {
        let init = self.for_init()?;
        let cond = if self.at(Tok::Semi) { None } else { Some(self.expr()?) };
        self.expect(Tok::Semi)?;
        let step = if self.at(Tok::RParen) { None } else { Some(self.expr()?) };
        self.expect_closing(Tok::RParen, open)?;
        let body = self.statement()?;
        Ok(StmtKind::For { init, cond, step, body, contract })
    }

    fn for_init(&mut self) -> Parse<ForInit> {
        if self.eat(Tok::Semi) {
            return Ok(ForInit::None);
        }
        if self.starts_declaration_at(0) || self.looks_like_unknown_type() {
            return match self.declaration(Vec::new(), None)? {
                Declared::Declaration(id) => Ok(ForInit::Decl(id)),
                Declared::Function(_) => Err(self.expected("`;`")),
            };
        }
        let value = self.expr()?;
        self.expect(Tok::Semi)?;
        Ok(ForInit::Expr(value))
    }

    fn goto(&mut self) -> Parse<StmtKind> {
        self.bump();
        let kind = if self.eat(Tok::Star) {
            StmtKind::GotoComputed(self.expr()?)
        } else {
            StmtKind::Goto(self.ident()?)
        };
        self.jump_end(kind)
    }

    fn jump(&mut self, kind: StmtKind) -> Parse<StmtKind> {
        self.bump();
        self.jump_end(kind)
    }

    fn jump_end(&mut self, kind: StmtKind) -> Parse<StmtKind> {
        self.expect_semi()?;
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let value = if self.at(Tok::Semi) { None } else { Some(self.expr()?) };
        self.jump_end(StmtKind::Return(value))
    }

    fn parenthesized_expr(&mut self) -> Parse<ExprId> {
        let open = self.expect(Tok::LParen)?;
        let value = self.nested(Self::expr)?;
        self.expect_closing(Tok::RParen, open)?;
        Ok(value)
    }

    pub(super) fn push_stmt(&mut self, lo: u32, kind: StmtKind) -> StmtId {
        let span = Span::new(lo, self.prev_hi.max(lo));
        self.ast.stmts.push(Stmt { span, kind })
    }
}
