//! The typed tree: C with every name resolved, every conversion spelled out and every initialiser flattened.
//!
//! All nodes live in the arenas of one [`Unit`] and refer to each other by id. Children have smaller ids than their
//! parents, so a walk by ascending id meets operands first. Conventions:
//!
//! - An expression has a [`Category`]. Where a value is needed the tree says how it is had: [`ExprKind::Load`] from an
//!   lvalue, [`ExprKind::Decay`] from an array, [`ExprKind::FuncToPtr`] from a function designator, [`ExprKind::Cast`]
//!   between value types. Operands of [`ExprKind::Binary`] have the type of the node, except that the right operand of a
//!   shift keeps its own promoted type. Operands of [`ExprKind::Compare`] have equal types, and its result is `int`.
//! - The conditions of `if`, loops, `?:`, `&&`, `||`, `!` are scalar values as written, true if they compare unequal to
//!   zero; no conversion is inserted, so that their spans are those of the source.
//! - `p->f` is a [`ExprKind::Member`] of a [`ExprKind::Deref`]; `a[i]` is a `Deref` of a [`ExprKind::PtrAdd`].
//! - Parentheses and unary plus leave no node; `_Generic` and `__builtin_choose_expr` leave the chosen expression;
//!   `sizeof`, `_Alignof`, `offsetof`, `__builtin_constant_p` and enumerators leave an integer. Nothing else is folded.
//! - A wrong expression is [`ExprKind::Error`] and always comes with a diagnostic; what we do not model is
//!   [`ExprKind::Unsupported`] and comes without one.
//!
//! The tree fixes no evaluation order beyond C's; that is for lowering.

mod expr;
mod init;
pub mod print;
mod stmt;

pub use expr::*;
pub use init::*;
pub use stmt::*;

use crate::logic::{Contract, LogicVar, LogicVarId, Pred, PredId, Term, TermId};
use crate::target::Target;
use crate::types::{Alias, Enum, EnumId, QualTy, Record, RecordId, Ty, Type, Types};
use entity::{PrimaryMap, entity};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

entity! {
    /// An object with static storage: a variable, static local, string literal or file-scope compound literal.
    pub struct GlobalId = "g";
    /// A function, declared or defined.
    pub struct FuncId = "f";
    /// A parameter, automatic variable or hidden temporary. Ids are unique in the whole unit.
    pub struct LocalId = "l";
    /// A label. Ids are unique in the whole unit.
    pub struct LabelId = "label";
    /// An expression.
    pub struct ExprId = "e";
    /// A statement.
    pub struct StmtId = "s";
    /// The constant value of an expression.
    pub struct ConstId = "c";
    /// A flattened initialiser of an automatic object.
    pub struct InitId = "init";
}

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// All types.
    pub types: Types,
    /// All structs and unions.
    pub records: PrimaryMap<RecordId, Record>,
    /// All enums.
    pub enums: PrimaryMap<EnumId, Enum>,
    /// All objects with static storage.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// All functions, in order of first declaration.
    pub funcs: PrimaryMap<FuncId, Func>,
    /// All automatic objects.
    pub locals: PrimaryMap<LocalId, Local>,
    /// All labels.
    pub labels: PrimaryMap<LabelId, Label>,
    /// All expressions.
    pub exprs: PrimaryMap<ExprId, Expr>,
    /// All statements.
    pub stmts: PrimaryMap<StmtId, Stmt>,
    /// Values of constant expressions.
    pub consts: PrimaryMap<ConstId, ConstValue>,
    /// Values of expressions that overflow (`1 << 31`) or read a const object: used where the language requires a
    /// constant and gcc is lenient, never in place of the computation.
    pub wrapped: BTreeMap<ExprId, ConstId>,
    /// Initialisers of automatic objects.
    pub inits: PrimaryMap<InitId, Init>,
    /// Size in bytes, as a pure expression of type `size_t`, of each variably sized type.
    pub vla_sizes: BTreeMap<Ty, ExprId>,
    /// Calls to make where a local ends, however its block is left (`__attribute__((cleanup(f)))`).
    pub cleanups: BTreeMap<LocalId, ExprId>,
    /// Typedef names of the file scope, in order, for printing types back.
    pub typedefs: Vec<(String, QualTy)>,
    /// Types that some typedef aligns less than they ask for: a pointer to one of these may be meant so, and does not tell.
    pub loosened: BTreeSet<Ty>,
    /// Terms of contracts and assertions.
    pub terms: PrimaryMap<TermId, Term>,
    /// Predicates of contracts and assertions.
    pub preds: PrimaryMap<PredId, Pred>,
    /// Variables bound in terms and predicates.
    pub logic_vars: PrimaryMap<LogicVarId, LogicVar>,
}

/// Who can see a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Every translation unit.
    External,
    /// This translation unit.
    Internal,
    /// A block or nobody: static locals and literals.
    None,
}

/// An object with static storage.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name, unique in the unit: a static local is `func.name`, a literal `.str.3` or `.lit.3`.
    pub name: String,
    /// The name as written; empty for literals.
    pub source_name: String,
    /// What it is.
    pub kind: GlobalKind,
    /// Its type, completed by its initialiser.
    pub ty: QualTy,
    /// The typedef it was declared with.
    pub alias: Option<Alias>,
    /// Who can see it.
    pub linkage: Linkage,
    /// Is there storage for it in this unit?
    pub definition: Definition,
    /// Its initialiser; without one a defined object is zero.
    pub init: Option<StaticInit>,
    /// `_Thread_local`.
    pub thread_local: bool,
    /// Alignment asked for, at least that of its type.
    pub align: u64,
    /// Is it declared in a system header?
    pub system: bool,
    /// Its declarator; the definition's if there is one.
    pub span: Span,
}

/// What an object with static storage is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// A variable of the file scope.
    Variable,
    /// A `static` variable of this function.
    StaticLocal(FuncId),
    /// A string literal.
    StringLiteral,
    /// A compound literal of the file scope.
    CompoundLiteral,
}

/// Whether this unit holds an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Only declared `extern`.
    Extern,
    /// Declared without initialiser: zero, unless another unit defines it.
    Tentative,
    /// Defined here.
    Defined,
}

/// A function.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent words of the language")]
pub struct Func {
    /// Its name.
    pub name: String,
    /// Its type, always a [`crate::types::Type::Function`].
    pub ty: Ty,
    /// The typedef of its result type: depth counts from the result.
    pub ret_alias: Option<Alias>,
    /// Parameters, those of the definition if there is one. Empty for an unprototyped declaration.
    pub params: Vec<LocalId>,
    /// The body, always a [`StmtKind::Compound`].
    pub body: Option<StmtId>,
    /// Automatic objects of the body in order of declaration, without the parameters.
    pub locals: Vec<LocalId>,
    /// Who can see it.
    pub linkage: Linkage,
    /// Declared `inline`.
    pub inline: bool,
    /// Declared never to return.
    pub noreturn: bool,
    /// Declared `weak`: another file may define it instead, or nobody.
    pub weak: bool,
    /// Declared to run before or after `main`.
    pub around_main: bool,
    /// Used without declaration.
    pub implicit: bool,
    /// Is its definition, or failing that its declaration, in a system header?
    pub system: bool,
    /// Its contract, clauses of all its declarations together.
    pub contract: Option<Contract>,
    /// The name in its declarator; the definition's if there is one.
    pub span: Span,
    /// The whole definition, or [`Span::NONE`].
    pub definition_span: Span,
}

/// A parameter, automatic variable or hidden temporary.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name; hidden temporaries begin with a dot, unnamed parameters are empty.
    pub name: String,
    /// Its type. A parameter's is adjusted: never an array or function.
    pub ty: QualTy,
    /// The typedef it was declared with.
    pub alias: Option<Alias>,
    /// What it is.
    pub kind: LocalKind,
    /// Alignment asked for, at least that of its type.
    pub align: u64,
    /// For `T a[static 4]` or `T a[4]` as a parameter: the array type written.
    pub written_array: Option<Ty>,
    /// Its declarator.
    pub span: Span,
}

/// What an automatic object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalKind {
    /// A parameter.
    Param,
    /// A variable.
    Var,
    /// Made by us: the length of a variable array, a compound literal.
    Hidden,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The [`StmtKind::Label`] statement; none only after an error.
    pub stmt: Option<StmtId>,
    /// Where it is written.
    pub span: Span,
}

impl Unit {
    /// The constant value of an expression, if it has one.
    pub fn constant(&self, expr: ExprId) -> Option<&ConstValue> {
        self.exprs[expr].constant.map(|id| &self.consts[id])
    }

    /// The value of a constant integer expression.
    pub fn constant_int(&self, expr: ExprId) -> Option<i128> {
        match self.constant(expr) {
            Some(ConstValue::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// The function of this name.
    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter().find(|(_, func)| func.name == name).map(|(id, _)| id)
    }

    /// The object of this unique name.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }

    /// Is an object of this type never written? An array is const if its elements are.
    pub fn is_const(&self, ty: QualTy) -> bool {
        let mut ty = ty;
        while let Type::Array(elem, _) = self.types[ty.ty] {
            ty = elem.with(ty.quals);
        }
        ty.quals.is_const()
    }

    /// Bytes of storage of an object: the size of its type, and what its initialiser gives a flexible array at its end.
    pub fn object_size(&self, id: GlobalId, target: &Target) -> Option<u64> {
        let global = &self.globals[id];
        let size = self.size_of(global.ty.ty, target)?;
        let cells = global.init.as_ref().map_or(&[][..], |init| &init.cells);
        let end = |cell: &StaticCell| match &cell.value {
            ConstValue::Bytes(bytes) => cell.offset + bytes.len() as u64,
            _ => cell.offset + self.size_of(cell.ty, target).unwrap_or(0),
        };
        let flexible = cells.iter().filter(|cell| cell.bits.is_none()).map(end).max();
        Some(size.max(flexible.unwrap_or(0)))
    }
}
