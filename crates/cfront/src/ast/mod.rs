//! The syntax tree of a translation unit, as written.
//!
//! Nodes live in arenas and refer to each other by id, so that dropping, copying and printing never recurse.
//! Every node has a span of the preprocessed text. Parentheses are kept ([`ExprKind::Paren`]): the span of an
//! expression is always balanced text that can be cut out or wrapped.
//!
//! Declarators are kept as written (see [`decl`]); no name is resolved, no type computed, nothing evaluated.
//! Contracts have their own nodes, in [`logic`].

pub mod decl;
pub mod literal;
pub mod logic;
mod print;

pub use decl::*;
pub use literal::*;
pub use logic::*;
pub use print::{print, print_expr};

use crate::names::{Names, Symbol};
use entity::{PrimaryMap, entity};
use source::Span;

entity! {
    /// An expression.
    pub struct ExprId = "e";
    /// A statement.
    pub struct StmtId = "s";
    /// An `asm` statement or file-scope `asm`.
    pub struct AsmId = "asm";
}

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    /// Spellings of all names.
    pub names: Names,
    /// What the file consists of, in order.
    pub items: Vec<Item>,
    /// Expressions.
    pub exprs: PrimaryMap<ExprId, Expr>,
    /// Statements.
    pub stmts: PrimaryMap<StmtId, Stmt>,
    /// Literals of expressions, contracts, asm.
    pub literals: PrimaryMap<LiteralId, Literal>,
    /// Declarations, of any scope.
    pub decls: PrimaryMap<DeclId, Declaration>,
    /// Function definitions.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// Declaration specifiers.
    pub specs: PrimaryMap<SpecsId, Specifiers>,
    /// Declarators.
    pub declarators: PrimaryMap<DeclaratorId, Declarator>,
    /// Type names: casts, `sizeof`, …
    pub type_names: PrimaryMap<TypeNameId, TypeName>,
    /// Struct and union specifiers.
    pub records: PrimaryMap<RecordId, Record>,
    /// Enum specifiers.
    pub enums: PrimaryMap<EnumId, EnumSpec>,
    /// Initialisers.
    pub inits: PrimaryMap<InitId, Init>,
    /// Attributes.
    pub attributes: PrimaryMap<AttributeId, Attribute>,
    /// Static assertions.
    pub static_asserts: PrimaryMap<StaticAssertId, StaticAssert>,
    /// Inline assembly.
    pub asms: PrimaryMap<AsmId, Asm>,
    /// Terms and predicates of contracts.
    pub logic: PrimaryMap<LogicId, LogicExpr>,
    /// Contracts of functions, of loops, and assertions: one per annotation or run of adjacent annotations.
    pub contracts: PrimaryMap<ContractId, Contract>,
    /// Global annotations.
    pub logic_defs: PrimaryMap<LogicDefId, LogicDef>,
}

/// One thing at file scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// `int x, *f(void);`
    Declaration(DeclId),
    /// `int f(void) { … }`
    Function(FunctionId),
    /// `_Static_assert(e, "…");`
    StaticAssert(StaticAssertId),
    /// `asm("…");`
    Asm(AsmId),
    /// `/*@ predicate … */`
    Logic(LogicDefId),
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Its text.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `x`
    Name(Symbol),
    /// `42`, `1.5f`, `'a'`, `"abc" "def"`
    Literal(LiteralId),
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`
    FunctionName,
    /// `(e)`
    Paren(ExprId),
    /// `-e`, `*e`, `e++`, …
    Unary(UnaryOp, ExprId),
    /// `a + b`, `a && b`, …; not assignment or comma
    Binary(BinaryOp, ExprId, ExprId),
    /// `a = b`, or `a += b` with its operator
    Assign(Option<BinaryOp>, ExprId, ExprId),
    /// `c ? t : e`; GNU `c ?: e` has no middle
    Conditional(ExprId, Option<ExprId>, ExprId),
    /// `a, b`
    Comma(ExprId, ExprId),
    /// `(T)e`
    Cast(TypeNameId, ExprId),
    /// `(T){…}`
    CompoundLiteral(TypeNameId, InitId),
    /// `sizeof e`
    SizeofExpr(ExprId),
    /// `sizeof(T)`
    SizeofType(TypeNameId),
    /// GNU `__alignof__ e`
    AlignofExpr(ExprId),
    /// `_Alignof(T)`
    AlignofType(TypeNameId),
    /// `a[i]`
    Index(ExprId, ExprId),
    /// `f(a, b)`, builtins without grammar of their own included
    Call(ExprId, Box<[ExprId]>),
    /// `e.m`
    Member(ExprId, Ident),
    /// `e->m`
    Arrow(ExprId, Ident),
    /// GNU `({ … })`: the statement is a compound one
    Statement(StmtId),
    /// GNU `&&label`
    LabelAddress(Ident),
    /// `_Generic(e, T: a, default: b)`
    Generic(ExprId, Box<[GenericArm]>),
    /// `__builtin_va_arg(e, T)`
    VaArg(ExprId, TypeNameId),
    /// `__builtin_offsetof(T, a.b[i])`: the first designator is always a field
    Offsetof(TypeNameId, Box<[Designator]>),
    /// `__builtin_types_compatible_p(T, U)`
    TypesCompatible(TypeNameId, TypeNameId),
    /// `__builtin_choose_expr(c, a, b)`
    Choose(ExprId, ExprId, ExprId),
    /// Text that was no expression; a diagnostic was given.
    Error,
}

/// A name where it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The name.
    pub name: Symbol,
    /// Where it is.
    pub span: Span,
}

/// An arm of a generic selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenericArm {
    /// The type, or none for `default`.
    pub ty: Option<TypeNameId>,
    /// The expression chosen.
    pub value: ExprId,
}

/// Operators of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-e`
    Neg,
    /// `+e`
    Plus,
    /// `~e`
    BitNot,
    /// `!e`
    Not,
    /// `*e`
    Deref,
    /// `&e`
    AddressOf,
    /// `++e`
    PreInc,
    /// `--e`
    PreDec,
    /// `e++`
    PostInc,
    /// `e--`
    PostDec,
    /// GNU `__real__ e`
    Real,
    /// GNU `__imag__ e`
    Imag,
}

/// Operators of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// Its text.
    pub span: Span,
    /// What it is.
    pub kind: StmtKind,
}

/// What a statement is. Declarations in blocks are statements too.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `e;`
    Expr(ExprId),
    /// `{ … }`
    Compound(Box<[StmtId]>),
    /// `int x = 1;`
    Decl(DeclId),
    /// `_Static_assert(e, "…");`
    StaticAssert(StaticAssertId),
    /// `if (c) t else e`
    If {
        /// The decision.
        cond: ExprId,
        /// Where it holds.
        then: StmtId,
        /// Where it does not.
        otherwise: Option<StmtId>,
    },
    /// `switch (e) body`
    Switch(ExprId, StmtId),
    /// `while (c) body`
    While {
        /// The decision.
        cond: ExprId,
        /// The body.
        body: StmtId,
        /// `loop …` clauses before it.
        contract: Option<ContractId>,
    },
    /// `do body while (c);`
    DoWhile {
        /// The body.
        body: StmtId,
        /// The decision.
        cond: ExprId,
        /// `loop …` clauses before it.
        contract: Option<ContractId>,
    },
    /// `for (init; cond; step) body`
    For {
        /// Before the loop.
        init: ForInit,
        /// The decision; absent is true.
        cond: Option<ExprId>,
        /// After each turn.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
        /// `loop …` clauses before it.
        contract: Option<ContractId>,
    },
    /// `case lo:` or GNU `case lo ... hi:` and the statement it labels
    Case(ExprId, Option<ExprId>, StmtId),
    /// `default:` and the statement it labels
    Default(StmtId),
    /// `name:` and the statement it labels
    Label(Ident, Box<[AttributeId]>, StmtId),
    /// `goto name;`
    Goto(Ident),
    /// GNU `goto *e;`
    GotoComputed(ExprId),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<ExprId>),
    /// `asm …;`
    Asm(AsmId),
    /// GNU `__label__ a, b;`
    LocalLabels(Box<[Ident]>),
    /// `__attribute__((fallthrough));`
    Attributes(Box<[AttributeId]>),
    /// `/*@ assert P; */` and other annotations of a point in the code
    Annotation(ContractId),
    /// GNU nested function; a diagnostic was given.
    NestedFunction(FunctionId),
    /// Text that was no statement; a diagnostic was given.
    Error,
}

/// The first part of a `for`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(ExprId),
    /// A declaration.
    Decl(DeclId),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Debug)]
pub struct Asm {
    /// Its text.
    pub span: Span,
    /// Is it `asm volatile`?
    pub volatile: bool,
    /// The template string.
    pub template: LiteralId,
    /// Has it operand sections (`:`)?
    pub extended: bool,
    /// Operands written.
    pub outputs: Box<[AsmOperand]>,
    /// Operands read.
    pub inputs: Box<[AsmOperand]>,
    /// What else it changes.
    pub clobbers: Box<[LiteralId]>,
    /// Where `asm goto` may jump.
    pub labels: Box<[Ident]>,
}

/// `[name] "constraint" (e)`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmOperand {
    /// Its symbolic name.
    pub name: Option<Ident>,
    /// Its constraint string.
    pub constraint: LiteralId,
    /// The C expression.
    pub value: ExprId,
}
