//! Declarations: typedefs, objects of the file scope, and those of blocks.

use super::Checker;
use super::declarator::Declared;
use super::scope::Entity;
use super::spec::{Specified, Standing};
use crate::ast::{self, Storage};
use crate::codes;
use crate::consteval;
use crate::names::Symbol;
use crate::typed::{
    Definition, ExprKind, Global, GlobalId, GlobalKind, Linkage, Local, LocalId, LocalKind, StmtId,
    StmtKind,
};
use crate::types::{ArrayLen, QualTy, Ty, Type};
use source::{Diagnostic, Span};

impl Checker<'_> {
    pub(super) fn file_declaration(&mut self, id: ast::DeclId) {
        let declaration = &self.ast.decls[id];
        let specs = self.specifiers(declaration.specs, standing(declaration));
        for item in &declaration.declarators {
            let declared = self.declarator(&specs, item.declarator);
            if let Some(name) = declared.name {
                self.file_declarator(&specs, &declared, name, item.init, declaration.contract);
            }
            self.pending.clear();
            self.param_locals.clear();
        }
    }

    fn file_declarator(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        init: Option<ast::InitId>,
        contract: Option<ast::ContractId>,
    ) {
        if specs.storage == Some(Storage::Typedef) {
            self.declare_typedef(specs, declared, name);
        } else if matches!(self.unit.types[declared.ty.ty], Type::Function(_)) {
            self.function_declaration(specs, declared, name, contract);
        } else {
            let linkage = match specs.storage {
                Some(Storage::Static) => Linkage::Internal,
                _ => Linkage::External,
            };
            self.file_object(specs, declared, name, init, linkage);
        }
    }

    fn declare_typedef(&mut self, specs: &Specified, declared: &Declared, name: ast::Ident) {
        self.name_unnamed(declared.ty.ty, name.name);
        if let (true, Type::Record(union)) =
            (declared.attrs.transparent, &self.unit.types[declared.ty.ty])
        {
            self.unit.records[*union].transparent = true;
        }
        let align = declared.attrs.aligned.or(specs.typedef_align);
        if align.is_some_and(|align| align < self.unit.align_of(declared.ty.ty, self.target)) {
            self.unit.loosened.insert(declared.ty.ty);
        }
        if let Some((entity, first)) = self.scopes.lookup_here(name.name) {
            let same = matches!(entity, Entity::Typedef(ty, _)
                if ty.quals == declared.ty.quals && self.compatible(ty.ty, declared.ty.ty));
            let first = *first;
            if !same {
                self.conflict(name, first);
            }
        }
        if self.scopes.at_file_scope() {
            let spelling = self.name(name.name).to_owned();
            self.unit.typedefs.push((spelling, declared.ty));
        }
        self.scopes.declare(name.name, Entity::Typedef(declared.ty, align), name.span);
    }

    /// A struct, union or enum without a tag is known by the first typedef that names it.
    fn name_unnamed(&mut self, ty: Ty, name: Symbol) {
        let spelling = Some(self.name(name).to_owned());
        match self.unit.types[ty] {
            Type::Record(id) => {
                let record = &mut self.unit.records[id];
                if record.tag.is_none() && record.typedef_name.is_none() {
                    record.typedef_name = spelling;
                }
            }
            Type::Enum(id) => {
                let item = &mut self.unit.enums[id];
                if item.tag.is_none() && item.typedef_name.is_none() {
                    item.typedef_name = spelling;
                }
            }
            _ => {}
        }
    }

    pub(super) fn conflict(&mut self, name: ast::Ident, first: Span) {
        let message = format!("`{}` was declared differently before", self.name(name.name));
        let diagnostic = Diagnostic::error(codes::REDECLARED, name.span, message);
        self.diags.push(diagnostic.note(first, "the earlier declaration"));
    }

    fn file_object(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        init: Option<ast::InitId>,
        linkage: Linkage,
    ) {
        let ty = self.object_type(declared, name);
        let id = self.linked_object(specs, declared, name, ty, linkage);
        let Some(id) = id else { return };
        match init {
            Some(init) => {
                if self.unit.globals[id].definition == Definition::Defined {
                    self.redefined(name, self.unit.globals[id].span);
                }
                self.unit.globals[id].definition = Definition::Defined;
                self.unit.globals[id].span = name.span;
                self.unit.globals[id].system = self.map.is_system(name.span);
                self.static_object_init(id, init, specs.deduced);
            }
            None if specs.storage != Some(Storage::Extern)
                && self.unit.globals[id].definition == Definition::Extern =>
            {
                self.unit.globals[id].definition = Definition::Tentative;
                self.unit.globals[id].span = name.span;
                self.unit.globals[id].system = self.map.is_system(name.span);
            }
            None => {}
        }
    }

    pub(super) fn redefined(&mut self, name: ast::Ident, first: Span) {
        let message = format!("`{}` is defined twice", self.name(name.name));
        let diagnostic = Diagnostic::error(codes::REDECLARED, name.span, message);
        self.diags.push(diagnostic.note(first, "first definition"));
    }

    fn object_type(&mut self, declared: &Declared, name: ast::Ident) -> QualTy {
        if declared.ty.ty == Ty::VOID {
            let message = format!("`{}` cannot have type `void`", self.name(name.name));
            self.error(codes::VOID_VALUE, name.span, message);
            return QualTy::plain(Ty::ERROR);
        }
        declared.ty
    }

    /// The object with linkage of this name: a new one, or the one declared before with its type completed.
    fn linked_object(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        ty: QualTy,
        linkage: Linkage,
    ) -> Option<GlobalId> {
        let earlier = self.linked.get(&name.name).cloned();
        let here = self.scopes.lookup_here(name.name).cloned();
        match (earlier, here) {
            (Some(Entity::Global(id)), _) => {
                self.merge_object(id, ty, name);
                self.scopes.declare(name.name, Entity::Global(id), name.span);
                Some(id)
            }
            (Some(Entity::Func(id)), _) => {
                self.conflict(name, self.unit.funcs[id].span);
                None
            }
            (_, Some((_, first))) => {
                self.conflict(name, first);
                None
            }
            (_, None) => {
                let id = self.new_global(specs, declared, name, ty, linkage);
                self.linked.insert(name.name, Entity::Global(id));
                self.scopes.declare(name.name, Entity::Global(id), name.span);
                Some(id)
            }
        }
    }

    fn merge_object(&mut self, id: GlobalId, ty: QualTy, name: ast::Ident) {
        let old = self.unit.globals[id].ty;
        if old.quals != ty.quals || !self.compatible(old.ty, ty.ty) {
            self.conflict(name, self.unit.globals[id].span);
            return;
        }
        self.unit.globals[id].ty.ty = self.composite(old.ty, ty.ty);
        self.unit.globals[id].align =
            self.unit.globals[id].align.max(self.unit.align_of(ty.ty, self.target));
    }

    fn new_global(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        ty: QualTy,
        linkage: Linkage,
    ) -> GlobalId {
        let spelling = self.name(name.name).to_owned();
        self.unit.globals.push(Global {
            name: spelling.clone(),
            source_name: spelling,
            kind: GlobalKind::Variable,
            ty,
            alias: declared.alias.clone(),
            linkage,
            definition: Definition::Extern,
            init: None,
            thread_local: specs.thread_local,
            align: self.asked_align(specs, declared, ty),
            system: self.map.is_system(name.span),
            span: name.span,
        })
    }

    fn asked_align(&self, specs: &Specified, declared: &Declared, ty: QualTy) -> u64 {
        let natural = self.unit.align_of(ty.ty, self.target);
        let asked = declared.attrs.aligned.max(specs.align);
        natural.max(asked.unwrap_or(1))
    }

    /// At the end of the file tentative definitions become definitions.
    pub(super) fn finish_tentative(&mut self) {
        for id in self.unit.globals.keys() {
            let global = &self.unit.globals[id];
            if global.definition != Definition::Tentative {
                continue;
            }
            let (ty, span) = (global.ty, global.span);
            if let Type::Array(elem, ArrayLen::Incomplete) = self.unit.types[ty.ty] {
                // C11 6.9.2p5: as if it had one element.
                self.unit.globals[id].ty.ty = self.unit.types.array(elem, ArrayLen::Known(1));
            } else if !self.is_complete(ty.ty) {
                let message = format!("`{}` is never completed", self.show(ty.ty));
                self.error(codes::INCOMPLETE, span, message);
                self.unit.globals[id].ty.ty = Ty::ERROR;
            }
        }
    }

    /// Declarations of a block; the statements they leave are added to `stmts`.
    pub(super) fn block_declaration(&mut self, id: ast::DeclId, stmts: &mut Vec<StmtId>) {
        let declaration = &self.ast.decls[id];
        let specs = self.specifiers(declaration.specs, standing(declaration));
        self.flush_pending(stmts);
        for item in &declaration.declarators {
            let declared = self.declarator(&specs, item.declarator);
            self.flush_pending(stmts);
            let Some(name) = declared.name else { continue };
            self.block_declarator(&specs, &declared, name, item, stmts);
        }
    }

    pub(super) fn flush_pending(&mut self, stmts: &mut Vec<StmtId>) {
        for effect in std::mem::take(&mut self.pending) {
            let span = self.span_of(effect);
            stmts.push(self.add_stmt(StmtKind::Expr(effect), span));
        }
    }

    fn block_declarator(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        item: &ast::InitDeclarator,
        stmts: &mut Vec<StmtId>,
    ) {
        let is_function = matches!(self.unit.types[declared.ty.ty], Type::Function(_));
        match specs.storage {
            Some(Storage::Typedef) => self.declare_typedef(specs, declared, name),
            _ if is_function => self.function_declaration(specs, declared, name, None),
            Some(Storage::Extern) => {
                let ty = self.object_type(declared, name);
                self.linked_object(specs, declared, name, ty, Linkage::External);
            }
            Some(Storage::Static) => self.static_local(specs, declared, name, item.init),
            Some(Storage::Auto | Storage::Register) | None => {
                self.auto_local(specs, declared, name, item, stmts);
            }
        }
    }

    fn static_local(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        init: Option<ast::InitId>,
    ) {
        let ty = self.object_type(declared, name);
        self.check_not_declared_here(name);
        let id = self.new_global(specs, declared, name, ty, Linkage::None);
        if let Some(func) = &mut self.func {
            let count = func.static_names.entry(name.name).or_insert(0);
            *count += 1;
            let mut unique =
                format!("{}.{}", self.unit.funcs[func.id].name, &self.ast.names[name.name]);
            if *count > 1 {
                unique = format!("{unique}.{count}");
            }
            self.unit.globals[id].name = unique;
            self.unit.globals[id].kind = GlobalKind::StaticLocal(func.id);
        }
        self.unit.globals[id].definition = Definition::Defined;
        self.scopes.declare(name.name, Entity::Global(id), name.span);
        match init {
            Some(init) => self.static_object_init(id, init, specs.deduced),
            None => self.check_complete_object(ty.ty, name),
        }
    }

    fn check_not_declared_here(&mut self, name: ast::Ident) {
        if let Some((_, first)) = self.scopes.lookup_here(name.name) {
            let first = *first;
            let message = format!("`{}` is declared twice in this block", self.name(name.name));
            let diagnostic = Diagnostic::error(codes::REDECLARED, name.span, message);
            self.diags.push(diagnostic.note(first, "the first"));
        }
    }

    fn check_complete_object(&mut self, ty: Ty, name: ast::Ident) {
        if ty != Ty::ERROR && !self.is_complete(ty) {
            let (name_text, ty) = (self.name(name.name), self.show(ty));
            let message = format!("`{name_text}` has incomplete type `{ty}`");
            self.error(codes::INCOMPLETE, name.span, message);
        }
    }

    fn auto_local(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        name: ast::Ident,
        item: &ast::InitDeclarator,
        stmts: &mut Vec<StmtId>,
    ) {
        let ty = self.object_type(declared, name);
        self.check_not_declared_here(name);
        let local = self.unit.locals.push(Local {
            name: self.name(name.name).to_owned(),
            ty,
            alias: declared.alias.clone(),
            kind: LocalKind::Var,
            align: self.asked_align(specs, declared, ty),
            written_array: None,
            span: name.span,
        });
        self.own_local(local);
        if !specs.deduced {
            self.scopes.declare(name.name, Entity::Local(local), name.span);
        }
        let init = item.init.map(|init| self.auto_object_init(local, init, specs.deduced));
        self.scopes.declare(name.name, Entity::Local(local), name.span);
        self.finish_local(local, name);
        if let Some(function) = declared.attrs.cleanup {
            self.cleanup(local, function, name.span);
        }
        let span = self.ast.declarators[item.declarator].span;
        let end = item.init.map_or(span, |init| self.ast.inits[init].span);
        stmts.push(self.add_stmt(StmtKind::Decl { local, init }, span.to(end)));
    }

    /// `__attribute__((cleanup(f)))`: where the local ends, `f(&local)` is called.
    fn cleanup(&mut self, local: LocalId, function: ast::ExprId, span: Span) {
        let ty = self.unit.locals[local].ty;
        let lvalue = self.add_lvalue(ExprKind::Local(local), ty, span);
        let pointer = self.pointer_to(ty.ty, ty.quals);
        let address = self.add_value(ExprKind::AddrOf(lvalue), pointer, span);
        let function = self.value(function);
        let call = self.call_values(function, vec![address], span);
        self.unit.cleanups.insert(local, call);
    }

    fn finish_local(&mut self, local: LocalId, name: ast::Ident) {
        let ty = self.unit.locals[local].ty.ty;
        self.check_complete_object(ty, name);
        if !self.is_complete(ty) {
            self.unit.locals[local].ty.ty = Ty::ERROR;
        }
        let natural = self.unit.align_of(ty, self.target);
        self.unit.locals[local].align = self.unit.locals[local].align.max(natural);
    }

    pub(super) fn static_assert(&mut self, id: ast::StaticAssertId) {
        let assert = &self.ast.static_asserts[id];
        let value = self.value(assert.cond);
        if self.is_error(value) {
            return;
        }
        match consteval::required_int(&self.unit, value) {
            None => {
                let message = "a static assertion needs a constant integer";
                self.error(codes::NOT_CONSTANT, self.span_of(value), message);
            }
            Some(0) => {
                let text = assert.message.map(|id| self.literal_text(id));
                let text = text.map_or_else(String::new, |text| format!(": {text}"));
                self.error(
                    codes::STATIC_ASSERT,
                    assert.span,
                    format!("static assertion failed{text}"),
                );
            }
            Some(_) => {}
        }
    }
}

fn standing(declaration: &ast::Declaration) -> Standing {
    if declaration.declarators.is_empty() { Standing::Alone } else { Standing::WithDeclarators }
}
