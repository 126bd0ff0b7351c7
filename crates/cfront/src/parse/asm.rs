//! Inline assembly: basic, extended, `asm goto`.

use super::{Parse, Parser};
use crate::ast::{Asm, AsmId, AsmOperand, Ident, LiteralId};
use crate::lex::Tok;

impl Parser<'_> {
    /// `asm volatile ("…" : outputs : inputs : clobbers : labels);`
    pub(super) fn asm(&mut self) -> Parse<AsmId> {
        let lo = self.bump().lo;
        let mut volatile = false;
        while matches!(self.kind(), Tok::Volatile | Tok::Inline | Tok::Goto | Tok::Const) {
            volatile |= self.bump().kind == Tok::Volatile;
        }
        let open = self.expect(Tok::LParen)?;
        let template = self.string_literal()?;
        let extended = self.at(Tok::Colon);
        let mut sections = [Vec::new(), Vec::new()];
        for section in &mut sections {
            if self.eat(Tok::Colon) {
                *section = self.operands()?;
            }
        }
        let clobbers = if self.eat(Tok::Colon) { self.clobbers()? } else { Vec::new() };
        let labels = if self.eat(Tok::Colon) { self.asm_labels()? } else { Vec::new() };
        self.expect_closing(Tok::RParen, open)?;
        self.expect_semi()?;
        let [outputs, inputs] = sections;
        Ok(self.ast.asms.push(Asm {
            span: self.span_from(lo),
            volatile,
            template,
            extended,
            outputs: outputs.into(),
            inputs: inputs.into(),
            clobbers: clobbers.into(),
            labels: labels.into(),
        }))
    }

    fn operands(&mut self) -> Parse<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while matches!(self.kind(), Tok::Str | Tok::LBracket) {
            let mut name = None;
            if self.eat(Tok::LBracket) {
                name = Some(self.ident()?);
                self.expect(Tok::RBracket)?;
            }
            let constraint = self.string_literal()?;
            let open = self.expect(Tok::LParen)?;
            let value = self.nested(Self::expr)?;
            self.expect_closing(Tok::RParen, open)?;
            operands.push(AsmOperand { name, constraint, value });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    fn clobbers(&mut self) -> Parse<Vec<LiteralId>> {
        let mut clobbers = Vec::new();
        while self.at(Tok::Str) {
            clobbers.push(self.string_literal()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(clobbers)
    }

    fn asm_labels(&mut self) -> Parse<Vec<Ident>> {
        let mut labels = Vec::new();
        while self.at(Tok::Ident) {
            labels.push(self.ident()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(labels)
    }
}
