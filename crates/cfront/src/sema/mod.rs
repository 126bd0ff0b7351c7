//! From the syntax tree to the typed tree: names, types, conversions, initialisers, contracts.
//!
//! One pass over the items in order, then the contracts, which may speak of anything in the file. Every mistake gives one
//! diagnostic and leaves an error node ([`Ty::ERROR`] silences what follows from it), so that the rest is still checked.
//! Long chains of binary operators and postfix forms are walked by loops; other nesting recurses, under
//! a depth limit that gives a diagnostic.
//!
//! Nothing is lowered here: no order of evaluation is chosen, no control flow changed.

mod attr;
mod builtin;
mod call;
mod compat;
mod contract;
mod convert;
mod decl;
mod declarator;
mod expr;
mod func;
mod init;
mod linked;
mod literal;
mod member;
mod odd;
mod ops;
mod pred;
mod scope;
mod spec;
mod stmt;
mod tag;
mod term;
#[cfg(test)]
mod tests;

use crate::ast::{self, Ast};
use crate::codes;
use crate::consteval;
use crate::names::Symbol;
use crate::target::Target;
use crate::typed::{
    Category, Expr, ExprId, ExprKind, FuncId, LabelId, LocalId, Stmt, StmtId, StmtKind, SwitchCase,
    Unit,
};
use crate::types::{BitField, QualTy, Quals, Ty};
use contract::{LogicScope, PendingContract};
use scope::{Entity, Scopes};
use source::{Diagnostic, Diagnostics, SourceMap, Span};
use std::collections::{HashMap, HashSet};

/// Checks a translation unit. The tree is whole even if there are errors.
pub fn check(ast: &Ast, map: &SourceMap, target: &Target) -> (Unit, Diagnostics) {
    let mut cx = Checker::new(ast, map, target);
    for &item in &ast.items {
        cx.item(item);
    }
    cx.finish_tentative();
    cx.check_contracts();
    (cx.unit, cx.diags)
}

/// Nesting of expressions, statements and types beyond this is refused.
const MAX_DEPTH: u32 = 1000;

struct Checker<'a> {
    ast: &'a Ast,
    map: &'a SourceMap,
    target: &'a Target,
    unit: Unit,
    diags: Diagnostics,
    scopes: Scopes,
    /// Objects and functions with linkage, wherever declared.
    linked: HashMap<Symbol, Entity>,
    /// Functions by name, for those that the unit calls without naming (`__builtin_memcpy`).
    funcs_by_name: HashMap<String, FuncId>,
    /// Names already reported as undeclared.
    undeclared: HashSet<Symbol>,
    /// The function whose body is being checked.
    func: Option<FuncCx>,
    /// What must be evaluated before the current declaration: lengths of variable arrays.
    pending: Vec<ExprId>,
    /// Is the declarator of a definition being read, whose parameters' lengths are evaluated on entry?
    defining: bool,
    /// What the parameter list of the function being defined declares.
    declared_in_params: scope::Scope,
    /// Hidden locals of a parameter list, until its function's body takes them.
    param_locals: Vec<LocalId>,
    /// How deep the current recursion is.
    depth: u32,
    /// Contracts met, to be typed at the end.
    contracts: Vec<PendingContract>,
    /// User predicates and logic functions.
    logic_defs: HashMap<Symbol, ast::LogicDefId>,
    /// What terms may refer to where one is being typed.
    logic: LogicScope,
    /// How many literals have been given storage.
    n_literals: u32,
    /// Values of a width that no type of ours has: see `odd`.
    odd: HashMap<ExprId, BitField>,
}

/// What belongs to the function whose body is being checked.
struct FuncCx {
    id: FuncId,
    ret: QualTy,
    labels: HashMap<Symbol, LabelId>,
    /// Labels that stand before some statement.
    defined_labels: HashSet<LabelId>,
    /// GNU `__label__` names, one frame per block that has some.
    local_labels: Vec<HashMap<Symbol, LabelId>>,
    locals: Vec<LocalId>,
    /// Locals of the enclosing blocks, innermost last.
    blocks: Vec<Vec<LocalId>>,
    switches: Vec<SwitchCx>,
    /// What encloses the current statement.
    loops: u32,
    breakable: u32,
    static_names: HashMap<Symbol, u32>,
}

/// An enclosing `switch`.
struct SwitchCx {
    ty: Ty,
    cases: Vec<SwitchCase>,
    default: Option<(StmtId, Span)>,
}

impl<'a> Checker<'a> {
    fn new(ast: &'a Ast, map: &'a SourceMap, target: &'a Target) -> Self {
        Self {
            ast,
            map,
            target,
            unit: Unit::default(),
            diags: Diagnostics::default(),
            scopes: Scopes::new(),
            linked: HashMap::new(),
            funcs_by_name: HashMap::new(),
            undeclared: HashSet::new(),
            func: None,
            pending: Vec::new(),
            defining: false,
            declared_in_params: scope::Scope::default(),
            param_locals: Vec::new(),
            depth: 0,
            contracts: Vec::new(),
            logic_defs: HashMap::new(),
            logic: LogicScope::default(),
            n_literals: 0,
            odd: HashMap::new(),
        }
    }

    fn item(&mut self, item: ast::Item) {
        match item {
            ast::Item::Declaration(id) => self.file_declaration(id),
            ast::Item::Function(id) => self.function_definition(id),
            ast::Item::StaticAssert(id) => self.static_assert(id),
            ast::Item::Asm(_) => {}
            ast::Item::Logic(id) => self.logic_definition(id),
        }
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        &self.ast.names[symbol]
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::error(code, span, message));
    }

    fn error_with(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        self.diags.push(Diagnostic::error(code, span, message).help(help));
    }

    /// Warns, unless the text is in a system header, which the user cannot mend.
    fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        if !self.map.is_system(span) {
            self.diags.push(Diagnostic::warning(code, span, message));
        }
    }

    /// Runs `body` one level deeper, or reports that the text nests too deeply.
    fn deeper<T>(&mut self, span: Span, refused: T, body: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= MAX_DEPTH {
            if self.undeclared.insert(too_deep_mark()) {
                let message = format!("this nests more than {MAX_DEPTH} levels deep");
                self.error_with(codes::TOO_NESTED, span, message, "split it into smaller parts");
            }
            return refused;
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    fn add_expr(
        &mut self,
        kind: ExprKind,
        ty: Ty,
        category: Category,
        quals: Quals,
        span: Span,
    ) -> ExprId {
        let expr = Expr { kind, ty, quals, category, constant: None, ice: false, span };
        consteval::add(&mut self.unit, self.target, expr)
    }

    /// Adds an expression that stands for a value.
    fn add_value(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        self.add_expr(kind, ty, Category::Value, Quals::NONE, span)
    }

    fn add_lvalue(&mut self, kind: ExprKind, ty: QualTy, span: Span) -> ExprId {
        self.add_expr(kind, ty.ty, Category::Lvalue, ty.quals, span)
    }

    fn error_expr(&mut self, span: Span) -> ExprId {
        self.add_value(ExprKind::Error, Ty::ERROR, span)
    }

    fn int_expr(&mut self, value: i128, ty: Ty, span: Span) -> ExprId {
        self.add_value(ExprKind::Int(value), ty, span)
    }

    fn unsupported(&mut self, reason: &str, operands: Vec<ExprId>, ty: Ty, span: Span) -> ExprId {
        self.add_value(ExprKind::Unsupported(reason.to_owned(), operands), ty, span)
    }

    fn add_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.unit.stmts.push(Stmt { kind, span })
    }

    fn ty_of(&self, expr: ExprId) -> Ty {
        self.unit.exprs[expr].ty
    }

    fn span_of(&self, expr: ExprId) -> Span {
        self.unit.exprs[expr].span
    }

    fn is_error(&self, expr: ExprId) -> bool {
        self.unit.exprs[expr].ty == Ty::ERROR
    }

    fn is_unsupported(&self, expr: ExprId) -> bool {
        matches!(self.unit.exprs[expr].kind, ExprKind::Unsupported(..))
    }

    /// The type's name for messages.
    fn show(&self, ty: Ty) -> String {
        self.unit.type_name(ty)
    }
}

/// Stands for "too deep" among the names already complained about, so that it is said once.
fn too_deep_mark() -> Symbol {
    <Symbol as entity::EntityRef>::from_index(u32::MAX as usize)
}
