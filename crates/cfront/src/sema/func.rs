//! Functions: declarations, definitions (old-style ones too), and those that nobody declared.

use super::contract::PendingContract;
use super::declarator::{Declared, ParamDecl};
use super::scope::Entity;
use super::spec::{Specified, Standing};
use super::{Checker, FuncCx};
use crate::ast::{self, Derivation, Params, Storage};
use crate::codes;
use crate::names::Symbol;
use crate::typed::{
    ExprKind, Func, FuncId, Init, InitCell, InitValue, Linkage, Local, LocalId, LocalKind, StmtId,
    StmtKind,
};
use crate::types::{Alias, FnType, QualTy, Ty, Type};
use source::{Diagnostic, Span};
use std::collections::{HashMap, HashSet};

impl Checker<'_> {
    pub(super) fn function_declaration(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        contract: Option<ast::ContractId>,
    ) {
        let id = self.declare_function(specs, declared, name);
        if let Some(contract) = contract {
            self.queue_contract(id, contract, &declared.params);
        }
    }

    fn queue_contract(&mut self, func: FuncId, contract: ast::ContractId, params: &[ParamDecl]) {
        let names = params.iter().map(|param| param.name).collect();
        self.contracts.push(PendingContract { func, contract, names });
    }

    /// The function of this name: a new one, or the one declared before with its type completed.
    fn declare_function(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
    ) -> FuncId {
        let id = match self.linked.get(&name.name) {
            Some(Entity::Func(id)) => {
                let id = *id;
                self.merge_function(id, declared, name);
                id
            }
            Some(Entity::Global(id)) => {
                self.conflict(name, self.unit.globals[*id].span);
                self.new_function(self.name(name.name), declared.ty.ty, name.span)
            }
            _ => {
                if let Some((_, first)) = self.scopes.lookup_here(name.name) {
                    self.conflict(name, *first);
                }
                let spelling = self.name(name.name);
                let known = self.funcs_by_name.get(spelling).copied();
                known.unwrap_or_else(|| self.new_function(spelling, declared.ty.ty, name.span))
            }
        };
        self.linked.insert(name.name, Entity::Func(id));
        self.scopes.declare(name.name, Entity::Func(id), name.span);
        let func = &mut self.unit.funcs[id];
        if specs.storage == Some(Storage::Static) {
            func.linkage = Linkage::Internal;
        }
        func.inline |= specs.inline;
        func.noreturn |= declared.attrs.noreturn;
        func.weak |= declared.attrs.weak;
        func.around_main |= declared.attrs.around_main;
        if func.params.is_empty() {
            func.params = declared.params.iter().map(|param| param.local).collect();
        }
        if func.ret_alias.is_none() {
            func.ret_alias = declared.alias.as_ref().and_then(Alias::peel);
        }
        id
    }

    fn merge_function(&mut self, id: FuncId, declared: &Declared, name: ast::Ident) {
        let (old, new) = (self.unit.funcs[id].ty, declared.ty.ty);
        if self.unit.funcs[id].implicit {
            self.unit.funcs[id].implicit = false;
            self.unit.funcs[id].ty = new;
            return;
        }
        if self.compatible(old, new) {
            self.unit.funcs[id].ty = self.composite(old, new);
        } else {
            self.conflict(name, self.unit.funcs[id].span);
        }
    }

    pub(super) fn new_function(&mut self, name: &str, ty: Ty, span: Span) -> FuncId {
        let id = self.unit.funcs.push(Func {
            name: name.to_owned(),
            ty,
            ret_alias: None,
            params: Vec::new(),
            body: None,
            locals: Vec::new(),
            linkage: Linkage::External,
            inline: false,
            noreturn: false,
            weak: false,
            around_main: false,
            implicit: false,
            system: self.map.is_system(span),
            contract: None,
            span,
            definition_span: Span::NONE,
        });
        self.funcs_by_name.insert(name.to_owned(), id);
        id
    }

    /// A call of a name that nobody declared: `int name()`, with a warning.
    pub(super) fn implicit_function(&mut self, name: Symbol, span: Span) -> FuncId {
        let spelling = self.name(name);
        let message = format!("`{spelling}` is called but was never declared");
        if !self.map.is_system(span) {
            let mut diagnostic = Diagnostic::warning(codes::IMPLICIT, span, message);
            diagnostic = match self.scopes.near(&self.ast.names, spelling) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.help(format!(
                    "declare it, or include its header; taken as `int {spelling}()`"
                )),
            };
            self.diags.push(diagnostic);
        }
        // Compilers know what the library has.
        if let Some(known) = self.library_function(spelling) {
            self.unit.funcs[known].implicit = true;
            self.linked.insert(name, Entity::Func(known));
            self.scopes.declare_in_file(name, Entity::Func(known), span);
            return known;
        }
        let function = FnType {
            ret: QualTy::plain(Ty::INT),
            params: Vec::new(),
            variadic: false,
            prototyped: false,
        };
        let ty = self.unit.types.intern(Type::Function(function));
        let id = self.new_function(spelling, ty, span);
        self.unit.funcs[id].implicit = true;
        self.linked.insert(name, Entity::Func(id));
        self.scopes.declare_in_file(name, Entity::Func(id), span);
        id
    }

    pub(super) fn function_definition(&mut self, id: ast::FunctionId) {
        let definition = &self.ast.functions[id];
        let specs = self.specifiers(definition.specs, Standing::WithDeclarators);
        self.defining = true;
        let declared = self.declarator(&specs, definition.declarator);
        self.defining = false;
        let Some(name) = declared.name else { return };
        if !matches!(self.unit.types[declared.ty.ty], Type::Function(_)) {
            if declared.ty.ty != Ty::ERROR {
                self.error(codes::BAD_DECLARATION, name.span, "only a function can have a body");
            }
            return;
        }
        let effects = std::mem::take(&mut self.pending);
        let hidden = std::mem::take(&mut self.param_locals);
        let func = self.declare_function(&specs, &declared, name);
        if self.unit.funcs[func].body.is_some() {
            self.redefined(name, self.unit.funcs[func].span);
        }
        self.enter_function(func, name.span, definition.span);
        let declared_in_params = std::mem::take(&mut self.declared_in_params);
        self.scopes.reopen(declared_in_params);
        let mut prologue = Vec::new();
        let params = match old_style_names(&self.ast.declarators[definition.declarator]) {
            Some(names) => self.old_style_params(func, names, definition, &mut prologue),
            None => self.bind_params(&declared.params),
        };
        self.check_params(&params);
        self.unit.funcs[func].params = params.iter().map(|param| param.local).collect();
        if let Some(contract) = definition.contract {
            self.queue_contract(func, contract, &params);
        }
        hidden.into_iter().for_each(|local| self.own_local(local));
        for effect in effects {
            let span = self.span_of(effect);
            prologue.push(self.add_stmt(StmtKind::Expr(effect), span));
        }
        let body = self.function_body(definition.body, prologue);
        self.scopes.close();
        self.leave_function(func, body);
    }

    fn enter_function(&mut self, id: FuncId, name_span: Span, span: Span) {
        let ret = self.unit.types.function(self.unit.funcs[id].ty).map(|function| function.ret);
        let ret = ret.unwrap_or(QualTy::plain(Ty::ERROR));
        if ret.ty != Ty::VOID && !self.is_complete(ret.ty) {
            let message = format!("this function returns incomplete type `{}`", self.show(ret.ty));
            self.error(codes::INCOMPLETE, name_span, message);
        }
        let func = &mut self.unit.funcs[id];
        func.span = name_span;
        func.definition_span = span;
        func.system = self.map.is_system(name_span);
        self.func = Some(FuncCx {
            id,
            ret,
            labels: HashMap::new(),
            defined_labels: HashSet::new(),
            local_labels: Vec::new(),
            locals: Vec::new(),
            blocks: vec![Vec::new()],
            switches: Vec::new(),
            loops: 0,
            breakable: 0,
            static_names: HashMap::new(),
        });
    }

    fn leave_function(&mut self, id: FuncId, body: StmtId) {
        self.check_labels();
        let cx = self.func.take().expect("a function was entered");
        self.unit.funcs[id].locals = cx.locals;
        self.unit.funcs[id].body = Some(body);
    }

    fn bind_params(&mut self, params: &[ParamDecl]) -> Vec<ParamDecl> {
        for param in params {
            if let Some(name) = param.name {
                let span = self.unit.locals[param.local].span;
                self.scopes.declare(name, Entity::Local(param.local), span);
            }
        }
        params.to_vec()
    }

    fn check_params(&mut self, params: &[ParamDecl]) {
        for param in params {
            let local = &self.unit.locals[param.local];
            let (ty, span) = (local.ty.ty, local.span);
            if !self.is_complete(ty) {
                let message = format!("a parameter has incomplete type `{}`", self.show(ty));
                self.error(codes::INCOMPLETE, span, message);
                self.unit.locals[param.local].ty.ty = Ty::ERROR;
            }
        }
    }

    /// `int f(a, b) char a; { … }`: arguments arrive promoted; a narrower parameter is a variable made from one.
    fn old_style_params(
        &mut self,
        func: FuncId,
        names: &[ast::Ident],
        definition: &ast::Function,
        prologue: &mut Vec<StmtId>,
    ) -> Vec<ParamDecl> {
        for &declaration in &definition.old_params {
            self.old_style_declaration(declaration, names);
        }
        let known = self.unit.types.function(self.unit.funcs[func].ty);
        let known =
            known.filter(|function| function.prototyped).map(|function| function.params.clone());
        let mut params = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let arriving = known.as_ref().and_then(|params| params.get(index)).copied();
            params.push(self.old_style_param(*name, arriving, prologue));
        }
        let types = params.iter().map(|param| self.unit.locals[param.local].ty.ty).collect();
        if let Some(function) = self.unit.types.function(self.unit.funcs[func].ty)
            && !function.prototyped
        {
            let function = FnType { params: types, ..function.clone() };
            self.unit.funcs[func].ty = self.unit.types.intern(Type::Function(function));
        }
        params
    }

    fn old_style_declaration(&mut self, id: ast::DeclId, names: &[ast::Ident]) {
        let declaration = &self.ast.decls[id];
        let specs = self.specifiers(declaration.specs, Standing::WithDeclarators);
        for item in &declaration.declarators {
            let declared = self.declarator(&specs, item.declarator);
            let Some(name) = declared.name else { continue };
            if names.iter().any(|listed| listed.name == name.name) {
                self.parameter_local(&specs, &declared, item.declarator);
            } else {
                let message = format!("`{}` is not among the parameters", self.name(name.name));
                self.error(codes::REDECLARED, name.span, message);
            }
        }
    }

    fn old_style_param(
        &mut self,
        name: ast::Ident,
        arriving: Option<Ty>,
        prologue: &mut Vec<StmtId>,
    ) -> ParamDecl {
        let declared = match self.scopes.lookup_here(name.name) {
            Some((Entity::Local(local), _)) => *local,
            _ => self.old_style_local(name, Ty::INT, LocalKind::Param),
        };
        let ty = self.unit.locals[declared].ty.ty;
        let arriving = arriving.unwrap_or_else(|| self.default_promoted(ty));
        if arriving == ty {
            self.scopes.declare(name.name, Entity::Local(declared), name.span);
            return ParamDecl { name: Some(name.name), local: declared };
        }
        self.unit.locals[declared].kind = LocalKind::Var;
        self.own_local(declared);
        self.scopes.declare(name.name, Entity::Local(declared), name.span);
        let param = self.old_style_local(name, arriving, LocalKind::Param);
        prologue.push(self.narrow_param(declared, param, name.span));
        ParamDecl { name: Some(name.name), local: param }
    }

    fn old_style_local(&mut self, name: ast::Ident, ty: Ty, kind: LocalKind) -> LocalId {
        self.unit.locals.push(Local {
            name: self.name(name.name).to_owned(),
            ty: QualTy::plain(ty),
            alias: None,
            kind,
            align: self.unit.align_of(ty, self.target),
            written_array: None,
            span: name.span,
        })
    }

    fn narrow_param(&mut self, narrow: LocalId, param: LocalId, span: Span) -> StmtId {
        let (ty, from) = (self.unit.locals[narrow].ty.ty, self.unit.locals[param].ty);
        let lvalue = self.add_lvalue(ExprKind::Local(param), from, span);
        let value = self.rvalue(lvalue);
        let value = InitValue::Expr(self.cast_to(value, ty));
        let cells = vec![InitCell { offset: 0, bits: None, ty, value, span }];
        let init = self.unit.inits.push(Init { zero_rest: false, cells });
        self.add_stmt(StmtKind::Decl { local: narrow, init: Some(init) }, span)
    }
}

/// The names of an old-style parameter list, if the function declared has one with names.
fn old_style_names(declarator: &ast::Declarator) -> Option<&[ast::Ident]> {
    match declarator.derivations.first() {
        Some(Derivation::Function(Params::OldStyle(names))) if !names.is_empty() => Some(names),
        _ => None,
    }
}
