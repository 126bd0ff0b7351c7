//! Declarations and function definitions, at file scope and in blocks.

use super::scope::Meaning;
use super::{Parse, Parser};
use crate::ast::{
    AttributeId, ContractId, DeclId, Declaration, DeclaratorId, Derivation, Function, FunctionId,
    InitDeclarator, Item, Params, SpecsId, StaticAssert, StaticAssertId, Storage, TypeSpecifier,
};
use crate::codes;
use crate::lex::Tok;
use source::Diagnostic;

/// What a declaration turned out to be.
pub(super) enum Declared {
    Declaration(DeclId),
    Function(FunctionId),
}

impl Parser<'_> {
    /// The whole file.
    pub(super) fn unit(&mut self) {
        loop {
            let contract = self.file_contract();
            if self.at(Tok::Eof) {
                return self.unused_contract(contract);
            }
            let start = self.pos;
            match self.external(contract) {
                Ok(item) => self.ast.items.extend(item),
                Err(_) => self.recover(start),
            }
        }
    }

    fn external(&mut self, contract: Option<ContractId>) -> Parse<Option<Item>> {
        match self.kind() {
            Tok::Semi => {
                self.bump();
                self.unused_contract(contract);
                Ok(None)
            }
            Tok::Asm => {
                self.unused_contract(contract);
                Ok(Some(Item::Asm(self.asm()?)))
            }
            Tok::StaticAssert => {
                self.unused_contract(contract);
                Ok(Some(Item::StaticAssert(self.static_assert()?)))
            }
            Tok::RBrace => {
                let message = "this `}` closes nothing";
                let diagnostic = Diagnostic::error(codes::MISPLACED, self.here(), message);
                self.error(diagnostic.help("remove it, or look for a `}` too many above"));
                self.bump();
                Ok(None)
            }
            Tok::Ident | Tok::LBracket => self.external_declaration(contract).map(Some),
            _ if self.starts_declaration_at(0) => self.external_declaration(contract).map(Some),
            _ => {
                let message = self.expected_message("a declaration");
                let diagnostic = Diagnostic::error(codes::EXPECTED_DECL, self.here(), message);
                let help = "statements belong in a function: a `}` may be too many above";
                Err(self.error(diagnostic.help(help)))
            }
        }
    }

    fn external_declaration(&mut self, contract: Option<ContractId>) -> Parse<Item> {
        Ok(match self.declaration(Vec::new(), contract)? {
            Declared::Declaration(id) => Item::Declaration(id),
            Declared::Function(id) => Item::Function(id),
        })
    }

    /// A declaration or a function definition, after attributes that were read already.
    pub(super) fn declaration(
        &mut self,
        attributes: Vec<AttributeId>,
        contract: Option<ContractId>,
    ) -> Parse<Declared> {
        let lo = self.token().lo;
        let specs = self.specifiers_after(attributes)?;
        let meaning = match self.ast.specs[specs].storage {
            Some(Storage::Typedef) => Meaning::Type,
            _ => Meaning::Ordinary,
        };
        let mut declarators = Vec::new();
        if !self.at(Tok::Semi) {
            let first = self.declarator()?;
            self.declare(first, meaning);
            if self.defines_function(first) {
                return self.function(lo, specs, first, contract).map(Declared::Function);
            }
            self.init_declarators(first, meaning, &mut declarators)?;
        }
        self.expect_semi()?;
        let contract = contract.filter(|&id| {
            let taken = self.may_declare_function(specs, &declarators);
            if !taken {
                self.unused_contract(Some(id));
            }
            taken
        });
        let span = self.span_from(lo);
        let declarators = declarators.into();
        let id = self.ast.decls.push(Declaration { span, specs, declarators, contract });
        Ok(Declared::Declaration(id))
    }

    /// Is a function declared, as far as syntax tells? A typedef may name a function type.
    fn may_declare_function(&self, specs: SpecsId, declarators: &[InitDeclarator]) -> bool {
        let named = matches!(
            self.ast.specs[specs].ty,
            TypeSpecifier::Name(_) | TypeSpecifier::TypeofExpr(_) | TypeSpecifier::TypeofType(_)
        );
        declarators.iter().any(|item| {
            let derivations = &self.ast.declarators[item.declarator].derivations;
            matches!(derivations.first(), Some(Derivation::Function(_)))
                || (named && derivations.is_empty())
        })
    }

    fn init_declarators(
        &mut self,
        first: DeclaratorId,
        meaning: Meaning,
        out: &mut Vec<InitDeclarator>,
    ) -> Parse<()> {
        let mut declarator = first;
        loop {
            let init = if self.eat(Tok::Eq) { Some(self.initializer()?) } else { None };
            out.push(InitDeclarator { declarator, init });
            if !self.eat(Tok::Comma) {
                return Ok(());
            }
            declarator = self.declarator()?;
            self.declare(declarator, meaning);
        }
    }

    fn declare(&mut self, declarator: DeclaratorId, meaning: Meaning) {
        if let Some(name) = self.ast.declarators[declarator].name {
            self.scope.declare(name.name, meaning);
        }
    }

    /// Does a body follow, or the declarations of old-style parameters?
    fn defines_function(&self, declarator: DeclaratorId) -> bool {
        match self.ast.declarators[declarator].derivations.first() {
            Some(Derivation::Function(Params::OldStyle(names))) => {
                self.at(Tok::LBrace) || (!names.is_empty() && self.starts_declaration_at(0))
            }
            Some(Derivation::Function(Params::Prototype(..))) => self.at(Tok::LBrace),
            _ => false,
        }
    }

    fn function(
        &mut self,
        lo: u32,
        specs: SpecsId,
        declarator: DeclaratorId,
        contract: Option<ContractId>,
    ) -> Parse<FunctionId> {
        self.scope.open();
        let rest = self.nested(|parser| {
            parser.declare_params(declarator);
            let old_params = parser.old_params()?;
            Ok((old_params, parser.compound()?))
        });
        self.scope.close();
        let (old_params, body) = rest?;
        let span = self.span_from(lo);
        let old_params = old_params.into();
        Ok(self.ast.functions.push(Function {
            span,
            specs,
            declarator,
            old_params,
            body,
            contract,
        }))
    }

    fn declare_params(&mut self, declarator: DeclaratorId) {
        let Some(Derivation::Function(params)) =
            self.ast.declarators[declarator].derivations.first()
        else {
            return;
        };
        match params {
            Params::Prototype(params, _) => {
                for param in params {
                    if let Some(name) = self.ast.declarators[param.declarator].name {
                        self.scope.declare(name.name, Meaning::Ordinary);
                    }
                }
            }
            Params::OldStyle(names) => {
                for name in names {
                    self.scope.declare(name.name, Meaning::Ordinary);
                }
            }
        }
    }

    fn old_params(&mut self) -> Parse<Vec<DeclId>> {
        let mut params = Vec::new();
        while !self.at(Tok::LBrace) {
            match self.declaration(Vec::new(), None)? {
                Declared::Declaration(id) => params.push(id),
                Declared::Function(_) => return Err(self.expected("a parameter declaration")),
            }
        }
        Ok(params)
    }

    /// `_Static_assert(e, "message");`
    pub(super) fn static_assert(&mut self) -> Parse<StaticAssertId> {
        let lo = self.bump().lo;
        let open = self.expect(Tok::LParen)?;
        let cond = self.nested(Self::conditional)?;
        let message = if self.eat(Tok::Comma) { Some(self.string_literal()?) } else { None };
        self.expect_closing(Tok::RParen, open)?;
        self.expect_semi()?;
        let span = self.span_from(lo);
        Ok(self.ast.static_asserts.push(StaticAssert { span, cond, message }))
    }
}
