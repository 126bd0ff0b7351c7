//! Initialisers and designators.

use super::{Parse, Parser};
use crate::ast::{Designator, Init, InitId, InitItem, InitKind};
use crate::lex::Tok;

impl Parser<'_> {
    /// `e` or `{ … }`
    pub(super) fn initializer(&mut self) -> Parse<InitId> {
        let lo = self.token().lo;
        let kind = if self.at(Tok::LBrace) {
            InitKind::List(self.nested(Self::init_list)?)
        } else {
            InitKind::Expr(self.assignment()?)
        };
        let span = self.span_from(lo);
        Ok(self.ast.inits.push(Init { span, kind }))
    }

    fn init_list(&mut self) -> Parse<Box<[InitItem]>> {
        let open = self.bump();
        let mut items = Vec::new();
        while !self.at(Tok::RBrace) {
            let designators = self.designators()?;
            let init = self.initializer()?;
            items.push(InitItem { designators, init });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect_closing(Tok::RBrace, open)?;
        Ok(items.into())
    }

    /// `.a[2] =`, GNU `[1 ... 3] =`, and the old `a:` and `[2]` without `=`
    fn designators(&mut self) -> Parse<Box<[Designator]>> {
        if self.at(Tok::Ident) && self.kind_at(1) == Tok::Colon {
            let field = self.ident()?;
            self.bump();
            return Ok(Box::new([Designator::Field(field)]));
        }
        if !matches!(self.kind(), Tok::Dot | Tok::LBracket) {
            return Ok(Box::default());
        }
        let mut designators = Vec::new();
        loop {
            match self.kind() {
                Tok::Dot => {
                    self.bump();
                    designators.push(Designator::Field(self.ident()?));
                }
                Tok::LBracket => designators.push(self.index_designator()?),
                _ => break,
            }
        }
        let old_index = matches!(designators[..], [Designator::Index(_) | Designator::Range(..)]);
        if !self.eat(Tok::Eq) && !old_index {
            return Err(self.expected("`=`"));
        }
        Ok(designators.into())
    }

    fn index_designator(&mut self) -> Parse<Designator> {
        let open = self.bump();
        let first = self.nested(Self::conditional)?;
        let designator = if self.eat(Tok::Ellipsis) {
            Designator::Range(first, self.nested(Self::conditional)?)
        } else {
            Designator::Index(first)
        };
        self.expect_closing(Tok::RBracket, open)?;
        Ok(designator)
    }
}
