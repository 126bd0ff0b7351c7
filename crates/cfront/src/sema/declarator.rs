//! Declarators to types: pointers, arrays (variable ones too), functions and their parameters.

use super::Checker;
use super::attr::Attrs;
use super::scope::Entity;
use super::spec::{Specified, Standing, quals};
use crate::ast::{self, ArraySize, Derivation, Ident, Params, Variadic};
use crate::codes;
use crate::consteval;
use crate::layout::MAX_OBJECT;
use crate::names::Symbol;
use crate::typed::{BinaryOp, ExprId, ExprKind, Local, LocalId, LocalKind};
use crate::types::{Alias, ArrayLen, FnType, QualTy, Quals, Ty, Type};
use source::Span;

/// What a declarator declares.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: Option<Ident>,
    pub(super) ty: QualTy,
    pub(super) alias: Option<Alias>,
    /// The parameters, if what is declared is itself a function.
    pub(super) params: Vec<ParamDecl>,
    pub(super) attrs: Attrs,
    pub(super) span: Span,
}

/// A parameter of a declared function.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParamDecl {
    pub(super) name: Option<Symbol>,
    pub(super) local: LocalId,
}

/// More derivations than this in one type are refused.
const MAX_DERIVATIONS: usize = 250;

impl Checker<'_> {
    pub(super) fn declarator(&mut self, specs: &Specified, id: ast::DeclaratorId) -> Declared {
        let declarator = &self.ast.declarators[id];
        let attrs = self.attrs(&declarator.attributes);
        let mut declared = Declared {
            name: declarator.name,
            ty: specs.ty,
            alias: self.alias(specs, declarator.derivations.len() as u32),
            params: Vec::new(),
            attrs: attrs.clone().and(specs.attrs.clone()),
            span: declarator.name.map_or(declarator.span, |name| name.span),
        };
        if let (Some(bytes), None) = (attrs.vector_size, specs.attrs.vector_size) {
            declared.ty = self.vector(declared.ty, bytes);
        }
        if declarator.derivations.len() + self.derivations_of(specs.ty.ty) > MAX_DERIVATIONS {
            let message = format!("this type has more than {MAX_DERIVATIONS} derivations");
            self.error(codes::TOO_NESTED, declarator.span, message);
            declared.ty = QualTy::plain(Ty::ERROR);
            return declared;
        }
        for (index, derivation) in declarator.derivations.iter().enumerate().rev() {
            let (ty, params) = self.derive(declared.ty, derivation, declarator.span);
            declared.ty = ty;
            if index == 0 {
                declared.params = params;
            }
        }
        declared
    }

    fn alias(&self, specs: &Specified, depth: u32) -> Option<Alias> {
        let name = self.name(specs.typedef?).to_owned();
        Some(Alias { name, depth })
    }

    fn derivations_of(&self, mut ty: Ty) -> usize {
        let mut count = 0;
        loop {
            ty = match &self.unit.types[ty] {
                Type::Pointer(to) => to.ty,
                Type::Array(elem, _) => elem.ty,
                Type::Function(function) => function.ret.ty,
                _ => return count,
            };
            count += 1;
        }
    }

    fn derive(
        &mut self,
        ty: QualTy,
        derivation: &Derivation,
        span: Span,
    ) -> (QualTy, Vec<ParamDecl>) {
        match derivation {
            Derivation::Pointer(written, _) => {
                let pointer = self.unit.types.pointer(ty);
                (QualTy { ty: pointer, quals: quals(*written) }, Vec::new())
            }
            Derivation::Array { size, .. } => (self.derive_array(ty, *size, span), Vec::new()),
            Derivation::Function(params) => self.derive_function(ty, params, span),
        }
    }

    fn derive_array(&mut self, elem: QualTy, size: ArraySize, span: Span) -> QualTy {
        if elem.ty == Ty::ERROR {
            return elem;
        }
        if !self.is_complete(elem.ty) {
            let message = format!("an array cannot have elements of type `{}`", self.show(elem.ty));
            self.error(codes::INCOMPLETE, span, message);
            return QualTy::plain(Ty::ERROR);
        }
        let len = match size {
            ArraySize::Unspecified => ArrayLen::Incomplete,
            ArraySize::Star => ArrayLen::Star,
            ArraySize::Expr(expr) => match self.array_length(elem, expr) {
                Some(len) => len,
                None => return QualTy::plain(Ty::ERROR),
            },
        };
        QualTy::plain(self.array_of(elem, len, span))
    }

    /// The array type; if its size is not constant, the expression that computes it is recorded.
    pub(super) fn array_of(&mut self, elem: QualTy, len: ArrayLen, span: Span) -> Ty {
        let array = self.unit.types.array(elem, len);
        let count = match len {
            ArrayLen::Vla(count) => count,
            ArrayLen::Known(n) if self.is_variable(elem.ty) => {
                self.int_expr(n.into(), self.size_t(), span)
            }
            _ => return array,
        };
        if !self.unit.vla_sizes.contains_key(&array)
            && let Some(each) = self.size_expr(elem.ty, span)
        {
            let product = ExprKind::Binary(BinaryOp::Mul, count, each);
            let size = self.add_value(product, self.size_t(), span);
            self.unit.vla_sizes.insert(array, size);
        }
        array
    }

    /// Is its size computed at run time?
    pub(super) fn is_variable(&self, ty: Ty) -> bool {
        match self.unit.types[ty] {
            Type::Array(elem, len) => matches!(len, ArrayLen::Vla(_)) || self.is_variable(elem.ty),
            _ => false,
        }
    }

    /// The size of a type as an expression of type `size_t`; none if it has none.
    pub(super) fn size_expr(&mut self, ty: Ty, span: Span) -> Option<ExprId> {
        if let Some(&size) = self.unit.vla_sizes.get(&ty) {
            return Some(size);
        }
        let size = self.unit.stride_of(ty, self.target)?;
        Some(self.int_expr(size.into(), self.size_t(), span))
    }

    fn array_length(&mut self, elem: QualTy, expr: ast::ExprId) -> Option<ArrayLen> {
        let value = self.value(expr);
        let span = self.span_of(value);
        if self.is_error(value) {
            return None;
        }
        if !self.unit.types.is_integer(self.ty_of(value)) {
            self.error(codes::BAD_OPERANDS, span, "the length of an array must be an integer");
            return None;
        }
        match consteval::required_int(&self.unit, value) {
            Some(n) if n < 0 => {
                self.error(
                    codes::BAD_SIZE,
                    span,
                    format!("the length of an array is negative: {n}"),
                );
                None
            }
            Some(n) => {
                let each = self.unit.size_of(elem.ty, self.target).unwrap_or(1).max(1);
                let fits = u64::try_from(n).ok().filter(|n| *n <= MAX_OBJECT / each);
                if fits.is_none() {
                    self.error(codes::BAD_SIZE, span, "this array is larger than memory");
                }
                fits.map(ArrayLen::Known)
            }
            None if self.scopes.at_file_scope() => {
                let message = "the length of an array outside functions must be a constant";
                self.error(codes::NOT_CONSTANT, span, message);
                None
            }
            None => Some(ArrayLen::Vla(self.hold_length(value, span))),
        }
    }

    /// Puts a variable length into a hidden local, when the declaration is reached, and gives the read of it.
    fn hold_length(&mut self, value: ExprId, span: Span) -> ExprId {
        let size_t = self.size_t();
        let local = self.hidden_local(".length", size_t, span);
        let value = self.cast_to(value, size_t);
        let lhs = self.add_lvalue(ExprKind::Local(local), QualTy::plain(size_t), span);
        let assign = self.add_value(ExprKind::Assign { lhs, rhs: value }, size_t, span);
        self.pending.push(assign);
        let read = self.add_lvalue(ExprKind::Local(local), QualTy::plain(size_t), span);
        self.rvalue(read)
    }

    pub(super) fn hidden_local(&mut self, name: &str, ty: Ty, span: Span) -> LocalId {
        let id = self.unit.locals.push(Local {
            name: name.to_owned(),
            ty: QualTy::plain(ty),
            alias: None,
            kind: LocalKind::Hidden,
            align: self.unit.align_of(ty, self.target),
            written_array: None,
            span,
        });
        self.own_local(id);
        id
    }

    /// Enters a local into the current function and block; those of a definition's parameters wait for its body.
    pub(super) fn own_local(&mut self, local: LocalId) {
        match &mut self.func {
            Some(func) => {
                func.locals.push(local);
                if let Some(block) = func.blocks.last_mut() {
                    block.push(local);
                }
            }
            None => self.param_locals.push(local),
        }
    }

    fn derive_function(
        &mut self,
        ret: QualTy,
        params: &Params,
        span: Span,
    ) -> (QualTy, Vec<ParamDecl>) {
        let ret = self.checked_return_type(ret, span);
        let (decls, variadic, prototyped) = match params {
            Params::OldStyle(_) => (Vec::new(), false, false),
            Params::Prototype(list, variadic) => {
                let before = self.pending.len();
                let decls = self.deeper(span, Vec::new(), |cx| cx.parameters(list));
                if !self.defining {
                    self.pending.truncate(before);
                }
                (decls, *variadic == Variadic::Yes, true)
            }
        };
        let params = decls.iter().map(|param| self.unit.locals[param.local].ty.ty).collect();
        let function = FnType { ret, params, variadic, prototyped };
        let ty = self.unit.types.intern(Type::Function(function));
        (QualTy::plain(ty), decls)
    }

    fn checked_return_type(&mut self, ret: QualTy, span: Span) -> QualTy {
        if matches!(self.unit.types[ret.ty], Type::Array(..) | Type::Function(_)) {
            let message = format!("a function cannot return `{}`", self.show(ret.ty));
            self.error_with(
                codes::BAD_DECLARATION,
                span,
                message,
                "return a pointer to it instead",
            );
            return QualTy::plain(Ty::ERROR);
        }
        ret
    }

    fn parameters(&mut self, list: &[ast::Param]) -> Vec<ParamDecl> {
        self.scopes.open();
        let params = list.iter().map(|param| self.parameter(param)).collect();
        let declared = self.scopes.close();
        if self.defining {
            self.declared_in_params = declared;
        }
        params
    }

    fn parameter(&mut self, param: &ast::Param) -> ParamDecl {
        let specs = self.specifiers(param.specs, Standing::WithDeclarators);
        let declared = self.declarator(&specs, param.declarator);
        self.parameter_local(&specs, &declared, param.declarator)
    }

    /// Makes the parameter, its type adjusted (C11 6.7.6.3p7-8), and declares its name.
    pub(super) fn parameter_local(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        declarator: ast::DeclaratorId,
    ) -> ParamDecl {
        let span = declared.span;
        let (mut ty, mut written_array) = (declared.ty, None);
        match self.unit.types[ty.ty] {
            Type::Array(elem, _) => {
                written_array = Some(ty.ty);
                let pointer = self.unit.types.pointer(elem.with(ty.quals));
                ty = QualTy { ty: pointer, quals: self.bracket_quals(declarator) };
            }
            Type::Function(_) => ty = QualTy::plain(self.unit.types.pointer(ty)),
            Type::Void => {
                self.error(codes::VOID_VALUE, span, "a parameter cannot have type `void`");
                ty = QualTy::plain(Ty::ERROR);
            }
            _ => {}
        }
        let align = self.unit.align_of(ty.ty, self.target).max(specs.align.unwrap_or(1));
        let name = declared.name.map(|ident| ident.name);
        let local = self.unit.locals.push(Local {
            name: name.map_or_else(String::new, |name| self.name(name).to_owned()),
            ty,
            alias: declared.alias.clone(),
            kind: LocalKind::Param,
            align,
            written_array,
            span,
        });
        if let Some(ident) = declared.name {
            if self.scopes.lookup_here(ident.name).is_some() {
                let message = format!("two parameters are called `{}`", self.name(ident.name));
                self.error(codes::REDECLARED, ident.span, message);
            }
            self.scopes.declare(ident.name, Entity::Local(local), ident.span);
        }
        ParamDecl { name, local }
    }

    fn bracket_quals(&self, declarator: ast::DeclaratorId) -> Quals {
        match self.ast.declarators[declarator].derivations.first() {
            Some(Derivation::Array { qualifiers, .. }) => quals(*qualifiers),
            _ => Quals::NONE,
        }
    }
}
