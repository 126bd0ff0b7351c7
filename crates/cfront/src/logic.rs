//! Typed logic: the terms and predicates of ACSL contracts and assertions.
//!
//! Terms are mathematical: `integer` is unbounded, `real` exact. C enters only through [`TermKind::Load`], which reads an
//! object of C type at an address; a C integer used in arithmetic is wrapped in a [`TermKind::Cast`] to `integer`.
//! Lvalues are had as addresses, so `p[i].f` is a `Load` at a [`TermKind::FieldAddr`] of a [`TermKind::PtrAdd`].
//! Chains `a <= b < c` are conjunctions, predicates without recursion are expanded, `\let` is kept.
//!
//! A clause that cannot be typed is kept as [`PredKind::Unsupported`], with its text, and gave a warning.

use crate::typed::{CompareOp, FloatBits, FuncId, GlobalId, LocalId};
use crate::types::{BitField, RecordId, Ty};
use entity::entity;
use source::Span;

entity! {
    /// A logic term.
    pub struct TermId = "t";
    /// A logic predicate.
    pub struct PredId = "p";
    /// A variable bound by a quantifier, `\let` or a range operator.
    pub struct LogicVarId = "x";
}

/// The type of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogicType {
    /// Unbounded integers.
    Integer,
    /// Reals.
    Real,
    /// Truth values.
    Boolean,
    /// A C value as stored: integers with their width, floats, pointers, structs.
    C(Ty),
}

/// A bound variable.
#[derive(Clone, Debug)]
pub struct LogicVar {
    /// Its name.
    pub name: String,
    /// Its type; a C integer type means a quantification over that type's values.
    pub ty: LogicType,
}

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Its type.
    pub ty: LogicType,
    /// Its text.
    pub span: Span,
}

/// The kinds of term.
#[derive(Clone, PartialEq, Debug)]
pub enum TermKind {
    /// An `integer`, or a null pointer if the type is a pointer.
    Int(i128),
    /// A floating constant, in the format of its C type.
    Float(FloatBits),
    /// A bound variable.
    Var(LogicVarId),
    /// `\result`.
    Result,
    /// The address of a structure that is returned.
    ResultAddr,
    /// The address of a parameter or local.
    LocalAddr(LocalId),
    /// The address of an object with static storage.
    GlobalAddr(GlobalId),
    /// The address of a function.
    FuncAddr(FuncId),
    /// The object of the term's C type at an address.
    Load {
        /// A pointer term.
        addr: TermId,
        /// Set when a bit-field is read; the address is that of its first byte.
        bits: Option<BitField>,
    },
    /// Pointer plus an `integer` number of pointees.
    PtrAdd {
        /// The pointer.
        ptr: TermId,
        /// The index.
        index: TermId,
    },
    /// Distance of two pointers in pointees, an `integer`.
    PtrDiff(TermId, TermId),
    /// The address of a member.
    FieldAddr {
        /// The address of the struct or union.
        base: TermId,
        /// Its record.
        record: RecordId,
        /// Which member.
        field: u32,
    },
    /// A conversion to the term's type: C integer to `integer` (exact), `integer` to C (wraps as C's cast),
    /// `integer` to `real`, between pointer types.
    Cast(TermId),
    /// `-x` on `integer` or `real`.
    Neg(TermId),
    /// `~x` on `integer`: -x - 1.
    BitNot(TermId),
    /// Arithmetic on `integer` or `real`.
    Binary(LogicOp, TermId, TermId),
    /// `p ? a : b`.
    Ite(PredId, TermId, TermId),
    /// `\let x = v; body`.
    Let {
        /// The variable.
        var: LogicVarId,
        /// Its value.
        value: TermId,
        /// Where it holds.
        body: TermId,
    },
    /// The term's value in another state.
    At(Label, TermId),
    /// A built-in function.
    Builtin(LogicFn, Vec<TermId>),
    /// The result of a C function, which should not write.
    Call(FuncId, Vec<TermId>),
    /// `\sum`, `\product`, `\numof`, `\min`, `\max` over `lo <= x <= hi`.
    Fold {
        /// Which.
        op: FoldOp,
        /// The index variable.
        var: LogicVarId,
        /// First index.
        lo: TermId,
        /// Last index.
        hi: TermId,
        /// The term summed; for `\numof` a `boolean`.
        body: TermId,
    },
    /// The truth value of a predicate.
    Truth(PredId),
    /// What we do not model.
    Unsupported(String),
}

/// Arithmetic on mathematical numbers. Division and remainder truncate, as in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the operations")]
pub enum LogicOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
}

/// Built-in functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicFn {
    /// `\abs(x)`.
    Abs,
    /// `\min(x, y)`.
    Min,
    /// `\max(x, y)`.
    Max,
    /// `\block_length(p)`, in bytes.
    BlockLength,
    /// `\offset(p)`, in bytes.
    Offset,
    /// `\base_addr(p)`.
    BaseAddr,
}

/// Operators over a range of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the ACSL operators")]
pub enum FoldOp {
    Sum,
    Product,
    NumOf,
    Min,
    Max,
}

/// A program state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The state of entry: `\old`, `Pre`, and `Old` in a postcondition.
    Pre,
    /// The state where the annotation stands.
    Here,
    /// The state of return.
    Post,
    /// The state at which the enclosing loop was entered.
    LoopEntry,
    /// The state at the start of the current turn of the loop.
    LoopCurrent,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Pred {
    /// What it is.
    pub kind: PredKind,
    /// Its text.
    pub span: Span,
}

/// The kinds of predicate.
#[derive(Clone, PartialEq, Debug)]
pub enum PredKind {
    /// `\true`.
    True,
    /// `\false`.
    False,
    /// Negation.
    Not(PredId),
    /// Conjunction.
    And(Vec<PredId>),
    /// Disjunction.
    Or(Vec<PredId>),
    /// Exclusive or.
    Xor(PredId, PredId),
    /// Implication.
    Implies(PredId, PredId),
    /// Equivalence.
    Iff(PredId, PredId),
    /// Comparison of two terms of equal type: `integer`, `real`, a C floating type, `boolean` or a pointer type.
    Compare(CompareOp, TermId, TermId),
    /// The term is not zero (or null, or false).
    NonZero(TermId),
    /// `c ? a : b`.
    Ite(PredId, PredId, PredId),
    /// `\let x = v; body`.
    Let {
        /// The variable.
        var: LogicVarId,
        /// Its value.
        value: TermId,
        /// Where it holds.
        body: PredId,
    },
    /// For all values of the variables.
    Forall(Vec<LogicVarId>, PredId),
    /// For some values of the variables.
    Exists(Vec<LogicVarId>, PredId),
    /// `\valid` or `\valid_read` of a region.
    Valid {
        /// What is valid.
        region: Region,
        /// For writing too?
        write: bool,
    },
    /// `\initialized` of a region.
    Initialized(Region),
    /// Regions that pairwise share no byte.
    Separated(Vec<Region>),
    /// `\acyclic(p, next, …)`: whoever follows these members from an object never comes back to one.
    Acyclic {
        /// Where to begin: a pointer to a structure.
        from: TermId,
        /// The offsets of the members: pointers to the same structure.
        links: Vec<u64>,
    },
    /// `\reachable(p, q, next, …)`: following these members from `p`, any number of times or none, leads to the object `q`; null is
    /// none.
    Reachable {
        /// Where to begin: a pointer to a structure.
        from: TermId,
        /// Where to end: another one.
        to: TermId,
        /// The offsets of the members: pointers to the same structure.
        links: Vec<u64>,
    },
    /// `\freeable(p)`.
    Freeable(TermId),
    /// `\fresh(p, n)`.
    Fresh(TermId, TermId),
    /// The predicate in another state.
    At(Label, PredId),
    /// What we do not model; the clause it stands in is unsupported.
    Unsupported(String),
}

/// The objects `ptr + lo` to `ptr + hi`, ends included; empty if `hi < lo`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// A pointer term.
    pub ptr: TermId,
    /// First index, an `integer`.
    pub lo: TermId,
    /// Last index, an `integer`.
    pub hi: TermId,
    /// Size in bytes of what the pointer points to.
    pub elem_size: u64,
}

/// A function contract.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// Preconditions.
    pub requires: Vec<Clause>,
    /// Postconditions of a return.
    pub ensures: Vec<Clause>,
    /// What may be written; none means anything.
    pub assigns: Option<Vec<Assigns>>,
    /// Named behaviours.
    pub behaviors: Vec<Behavior>,
    /// `complete behaviors`, as lists of names; an empty list means all.
    pub complete: Vec<Vec<String>>,
    /// `disjoint behaviors`, likewise.
    pub disjoint: Vec<Vec<String>>,
    /// Clauses that could not be used, with the reason in their predicate.
    pub unsupported: Vec<Clause>,
}

/// A clause.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What it says; [`PredKind::Unsupported`] if it could not be typed.
    pub pred: PredId,
    /// The name given to it, if any.
    pub name: Option<String>,
    /// Its text as written.
    pub text: String,
    /// What it is a conjunction of, each with its text; nothing if it is none.
    pub conjuncts: Vec<(PredId, String)>,
    /// Where it is written.
    pub span: Span,
}

/// One location set of an `assigns` clause.
#[derive(Clone, Debug)]
pub enum Assigns {
    /// `\nothing`.
    Nothing,
    /// `\result`.
    Result,
    /// The objects of a region.
    Region(Region),
    /// A set that we do not model, with the reason.
    Unsupported(String, Span),
}

/// A named behaviour.
#[derive(Clone, Debug)]
pub struct Behavior {
    /// Its name.
    pub name: String,
    /// When it applies.
    pub assumes: Vec<Clause>,
    /// Further preconditions.
    pub requires: Vec<Clause>,
    /// Further postconditions.
    pub ensures: Vec<Clause>,
    /// What may be written.
    pub assigns: Option<Vec<Assigns>>,
}
