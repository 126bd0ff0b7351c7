//! Contracts as written: the subset of ACSL (Baudin et al., "ACSL: ANSI/ISO C Specification Language") that we read.
//!
//! A clause that could not be read is kept as [`ClauseKind::Unparsed`]: a contract never gets weaker or stronger in silence.
//! Spans inside a macro expansion are those of the macro's name in the comment.

use super::{Ident, LiteralId, TypeNameId};
use crate::names::Symbol;
use entity::entity;
use source::Span;

entity! {
    /// A term or predicate.
    pub struct LogicId = "p";
    /// A contract: the clauses of one annotation.
    pub struct ContractId = "contract";
    /// A global annotation.
    pub struct LogicDefId = "def";
}

/// The clauses of an annotation, or of several side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Contract {
    /// Its text: the comment.
    pub span: Span,
    /// Its clauses, in order.
    pub clauses: Vec<Clause>,
}

/// `requires positive: x > 0;`
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// Its text, from the keyword to the semicolon.
    pub span: Span,
    /// The `behavior` it belongs to.
    pub behavior: Option<Symbol>,
    /// The name given to its predicate.
    pub label: Option<Symbol>,
    /// What it says.
    pub kind: ClauseKind,
}

/// What a clause says.
#[derive(Clone, PartialEq, Debug)]
pub enum ClauseKind {
    /// `requires P;`
    Requires(LogicId),
    /// `ensures P;`
    Ensures(LogicId),
    /// `assumes P;` of a behavior
    Assumes(LogicId),
    /// `assigns a, b[0 .. n];`; `\nothing` is an empty list
    Assigns(Box<[LogicId]>),
    /// `frees …;`
    Frees(Box<[LogicId]>),
    /// `allocates …;`
    Allocates(Box<[LogicId]>),
    /// `decreases t;`
    Decreases(LogicId),
    /// `terminates P;`
    Terminates(LogicId),
    /// `complete behaviors a, b;`; none named means all
    Complete(Box<[Ident]>),
    /// `disjoint behaviors a, b;`
    Disjoint(Box<[Ident]>),
    /// `assert P;`
    Assert(LogicId),
    /// `check P;`
    Check(LogicId),
    /// `admit P;`
    Admit(LogicId),
    /// `loop invariant P;`
    LoopInvariant(LogicId),
    /// `loop variant t;`
    LoopVariant(LogicId),
    /// `loop assigns …;`
    LoopAssigns(Box<[LogicId]>),
    /// A clause that we cannot read; a warning was given.
    Unparsed,
}

/// A term or predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct LogicExpr {
    /// Its text.
    pub span: Span,
    /// What it is.
    pub kind: LogicKind,
}

/// What a term or predicate is.
#[derive(Clone, PartialEq, Debug)]
pub enum LogicKind {
    /// `x`
    Name(Symbol),
    /// `42`, `'a'`, `"abc"`
    Literal(LiteralId),
    /// `\true`
    True,
    /// `\false`
    False,
    /// `\null`
    Null,
    /// `\result`
    Result,
    /// `\nothing`, `\empty`
    Nothing,
    /// `-t`, `!P`, `*p`, `&x`
    Unary(LogicUnary, LogicId),
    /// `a + b`, `P ==> Q`; a single comparison too
    Binary(LogicBinary, LogicId, LogicId),
    /// `a <= b < c`: every neighbouring pair compares, middles are written once
    Chain(LogicId, Box<[(Relation, LogicId)]>),
    /// `c ? a : b`
    Conditional(LogicId, LogicId, LogicId),
    /// `\forall integer i; P`
    Forall(Box<[Binder]>, LogicId),
    /// `\exists integer i; P`
    Exists(Box<[Binder]>, LogicId),
    /// `\lambda integer i; t`, as the last argument of `\sum` and its kin
    Lambda(Box<[Binder]>, LogicId),
    /// `\let x = t; P`
    Let(Ident, LogicId, LogicId),
    /// `a[i]`; the index may be a range
    Index(LogicId, LogicId),
    /// `t.m`
    Member(LogicId, Ident),
    /// `t->m`
    Arrow(LogicId, Ident),
    /// `(T)t`
    Cast(LogicType, LogicId),
    /// `sizeof(T)`
    SizeofType(TypeNameId),
    /// `sizeof(t)`
    SizeofTerm(LogicId),
    /// `f(a)` or `f{L}(a)`: a predicate or logic function of the user
    Call(Ident, Box<[Symbol]>, Box<[LogicId]>),
    /// `\valid(a)`, `\valid{L}(a)` and other words with a backslash
    Builtin(Builtin, Option<Symbol>, Box<[LogicId]>),
    /// `\old(t)`
    Old(LogicId),
    /// `\at(t, L)`
    At(LogicId, Symbol),
    /// `a .. b`, either end may be missing
    Range(Option<LogicId>, Option<LogicId>),
    /// `{a, b}`
    Set(Box<[LogicId]>),
    /// Text that was no term; the clause is [`ClauseKind::Unparsed`].
    Error,
}

/// Functions and predicates of the language itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// `\valid`
    Valid,
    /// `\valid_read`
    ValidRead,
    /// `\separated`
    Separated,
    /// `\initialized`
    Initialized,
    /// `\dangling`
    Dangling,
    /// `\base_addr`
    BaseAddr,
    /// `\block_length`
    BlockLength,
    /// `\offset`
    Offset,
    /// `\allocable`
    Allocable,
    /// `\freeable`
    Freeable,
    /// `\fresh`
    Fresh,
    /// `\union`
    Union,
    /// `\inter`
    Inter,
    /// `\subset`
    Subset,
    /// `\acyclic`
    Acyclic,
    /// `\reachable`
    Reachable,
    /// Any other word with a backslash: `\abs`, `\min`, `\is_finite`, …, without the backslash
    Other(Symbol),
}

/// Operators of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicUnary {
    /// `-`
    Neg,
    /// `+`
    Plus,
    /// `~`
    BitNot,
    /// `!`
    Not,
    /// `*`
    Deref,
    /// `&`
    AddressOf,
}

/// Comparisons, which chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
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
}

/// Operators of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicBinary {
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
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `-->`
    BitImplies,
    /// `<-->`
    BitIff,
    /// A comparison.
    Compare(Relation),
    /// `&&`
    And,
    /// `||`
    Or,
    /// `^^`
    Xor,
    /// `==>`
    Implies,
    /// `<==>`
    Iff,
}

/// A variable bound by a quantifier or a parameter of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binder {
    /// Its type.
    pub ty: LogicType,
    /// Its name.
    pub name: Ident,
}

/// Types in contracts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicType {
    /// `integer`: unbounded
    Integer,
    /// `real`
    Real,
    /// `boolean`
    Boolean,
    /// A C type; pointers and arrays in its declarator.
    C(TypeNameId),
}

/// A global annotation.
#[derive(Clone, PartialEq, Debug)]
pub struct LogicDef {
    /// Its text.
    pub span: Span,
    /// What it is.
    pub kind: LogicDefKind,
}

/// What a global annotation defines.
#[derive(Clone, PartialEq, Debug)]
pub enum LogicDefKind {
    /// `predicate p{L}(T x) = P;`; no body when it is only declared
    Predicate {
        /// Its name.
        name: Ident,
        /// Its label parameters.
        labels: Box<[Symbol]>,
        /// Its parameters.
        params: Box<[Binder]>,
        /// What it means.
        body: Option<LogicId>,
    },
    /// `logic T f{L}(T x) = t;`
    Function {
        /// Its name.
        name: Ident,
        /// The type of its value.
        result: LogicType,
        /// Its label parameters.
        labels: Box<[Symbol]>,
        /// Its parameters.
        params: Box<[Binder]>,
        /// Its value.
        body: Option<LogicId>,
    },
    /// `lemma l: P;`
    Lemma {
        /// Its name.
        name: Ident,
        /// What it states.
        body: LogicId,
    },
    /// An annotation that we cannot read; a warning was given.
    Unparsed,
}
