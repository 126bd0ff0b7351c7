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

pub mod print;

use crate::logic::{Contract, LogicVar, LogicVarId, Pred, PredId, Term, TermId};
use crate::types::{Alias, BitField, Enum, EnumId, QualTy, Quals, Record, RecordId, Ty, Types};
use entity::{PrimaryMap, entity};
use source::Span;
use std::collections::BTreeMap;

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
    /// Typedef names of the file scope, in order, for printing types back.
    pub typedefs: Vec<(String, QualTy)>,
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

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type, without qualifiers.
    pub ty: Ty,
    /// For an lvalue: the qualifiers of the object as named.
    pub quals: Quals,
    /// Lvalue, value or function designator.
    pub category: Category,
    /// Its value if it is an arithmetic or address constant whose computation is defined.
    pub constant: Option<ConstId>,
    /// Is it an integer constant expression in the sense of C11 6.6p6?
    pub ice: bool,
    /// Its text, without enclosing parentheses.
    pub span: Span,
}

/// What an expression stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// A value.
    Value,
    /// An object.
    Lvalue,
    /// A bit-field, which has no address.
    BitField(BitField),
    /// A function.
    Function,
}

/// The kinds of expression.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// Something wrong; a diagnostic was given.
    Error,
    /// An integer (or null pointer) of the node's type. Unsigned 128-bit values are kept as their bits.
    Int(i128),
    /// A floating constant of the node's type.
    Float(FloatBits),
    /// A parameter, automatic variable or hidden temporary: an lvalue.
    Local(LocalId),
    /// An object with static storage (string literals too): an lvalue.
    Global(GlobalId),
    /// A function designator.
    Func(FuncId),
    /// The value of an lvalue, of any complete object type. Volatility is in the operand's qualifiers.
    Load(ExprId),
    /// Pointer to the first element of an array.
    Decay(ExprId),
    /// Pointer to a function designator's function.
    FuncToPtr(ExprId),
    /// A conversion of a value to the node's type.
    Cast(CastKind, ExprId),
    /// Arithmetic on one value of the node's type.
    Unary(UnaryOp, ExprId),
    /// Arithmetic on two values.
    Binary(BinaryOp, ExprId, ExprId),
    /// Comparison of two values of equal arithmetic or pointer type; an `int`, 0 or 1.
    Compare(CompareOp, ExprId, ExprId),
    /// `!x`; an `int`, 0 or 1.
    LogNot(ExprId),
    /// `a && b`; an `int`, 0 or 1.
    LogAnd(ExprId, ExprId),
    /// `a || b`; an `int`, 0 or 1.
    LogOr(ExprId, ExprId),
    /// `c ? a : b`.
    Cond {
        /// The condition.
        cond: ExprId,
        /// Its value if the condition holds, of the node's type.
        then: ExprId,
        /// Its value if not, of the node's type.
        other: ExprId,
    },
    /// GNU `c ?: b`: `cond` is evaluated once; `then` refers to its value by [`ExprKind::Again`].
    CondOmitted {
        /// The condition.
        cond: ExprId,
        /// The conversion of the condition's value to the node's type.
        then: ExprId,
        /// The value if the condition is zero.
        other: ExprId,
    },
    /// The value that this expression had when it was evaluated just before.
    Again(ExprId),
    /// `a, b`.
    Comma(ExprId, ExprId),
    /// Pointer plus index; the index is a `ptrdiff_t`, counted in pointees.
    PtrAdd(ExprId, ExprId),
    /// Pointer minus index; the index is a `ptrdiff_t`, counted in pointees.
    PtrSub(ExprId, ExprId),
    /// Distance of two pointers in pointees, a `ptrdiff_t`.
    PtrDiff(ExprId, ExprId),
    /// `lhs = rhs`; `rhs` has the type of `lhs`. The result is the value stored.
    Assign {
        /// The lvalue.
        lhs: ExprId,
        /// The value.
        rhs: ExprId,
    },
    /// `lhs op= rhs`: the value of `lhs`, converted to `compute`, is combined with `rhs` and converted back.
    CompoundAssign {
        /// The operation.
        op: CompoundOp,
        /// The lvalue, evaluated once.
        lhs: ExprId,
        /// The right operand: of type `compute`, or its own promoted type for shifts, or `ptrdiff_t`.
        rhs: ExprId,
        /// The type in which the operation is done.
        compute: Ty,
    },
    /// `++x`, `x--` and the like: as `x += 1` computed in `compute`.
    IncDec {
        /// Which.
        op: IncDecOp,
        /// The lvalue, evaluated once.
        arg: ExprId,
        /// The type in which one is added; for pointers the pointer type itself.
        compute: Ty,
    },
    /// A call. Arguments are converted to the parameter types, or by default promotion where there are none.
    Call {
        /// What is called.
        callee: Callee,
        /// Argument values.
        args: Vec<ExprId>,
    },
    /// Member `field` (an index into the record's fields) of a struct or union; an lvalue iff `base` is one.
    Member {
        /// The struct or union.
        base: ExprId,
        /// Its record.
        record: RecordId,
        /// Which member.
        field: u32,
    },
    /// The object that a pointer value points to: an lvalue, or a function designator.
    Deref(ExprId),
    /// The address of an lvalue.
    AddrOf(ExprId),
    /// GNU `({ … })`: `body` is run, then `result` evaluated inside its scope.
    StmtExpr {
        /// A [`StmtKind::Compound`] without the final expression.
        body: StmtId,
        /// The final expression's value; none if the whole is `void`.
        result: Option<ExprId>,
    },
    /// `(T){…}` in a function: the hidden local is initialised each time this is reached. An lvalue.
    CompoundLiteral {
        /// The object.
        local: LocalId,
        /// Its value.
        init: InitId,
    },
    /// `va_start(list, …)`, on an lvalue.
    VaStart(ExprId),
    /// `va_arg(list, T)`, on an lvalue; the node has the type asked for.
    VaArg(ExprId),
    /// `va_end(list)`, on an lvalue.
    VaEnd(ExprId),
    /// `va_copy(dst, src)`: an lvalue and a value.
    VaCopy {
        /// Where to.
        dst: ExprId,
        /// Where from.
        src: ExprId,
    },
    /// A compiler builtin. Those that stand for a library function are plain calls instead.
    Builtin(Builtin, Vec<ExprId>),
    /// `&&label`.
    LabelAddr(LabelId),
    /// What we do not model, with the operands that it would evaluate.
    Unsupported(String, Vec<ExprId>),
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by name.
    Direct(FuncId),
    /// Through a pointer value.
    Pointer(ExprId),
}

/// Conversions between value types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastKind {
    /// Integer to integer: truncate, or extend by the source's signedness. Enums count as their representation.
    IntToInt,
    /// Scalar to `_Bool`: does it compare unequal to zero?
    ToBool,
    /// Integer to real floating.
    IntToFloat,
    /// Real floating to integer, towards zero.
    FloatToInt,
    /// Between real floating formats.
    FloatToFloat,
    /// Integer to pointer; a constant zero gives the null pointer.
    IntToPtr,
    /// Pointer to integer.
    PtrToInt,
    /// Between pointer types, function pointers included.
    PtrToPtr,
    /// The value is thrown away.
    ToVoid,
    /// Same representation, other name: struct to the same struct, `va_list` to itself.
    Same,
}

/// Operators on one value of the node's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-x`.
    Neg,
    /// `~x`.
    BitNot,
}

/// Arithmetic operators. The type of the node says width, signedness or floating format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the operations")]
pub enum BinaryOp {
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

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the operations")]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// The operation of `op=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompoundOp {
    /// Arithmetic.
    Arith(BinaryOp),
    /// `p += n`.
    PtrAdd,
    /// `p -= n`.
    PtrSub,
}

/// Increments and decrements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the operations")]
pub enum IncDecOp {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

/// Compiler builtins with a meaning of their own. Arguments are values, in source order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// `__builtin_expect(x, c)`: x.
    Expect,
    /// `__builtin_assume_aligned(p, …)`: p.
    AssumeAligned,
    /// `__builtin_unreachable()`.
    Unreachable,
    /// `__builtin_trap()`, `__builtin_abort()`.
    Trap,
    /// `__builtin_prefetch(p, …)`: nothing.
    Prefetch,
    /// Count leading zeros of an unsigned argument; undefined for zero.
    Clz,
    /// Count trailing zeros of an unsigned argument; undefined for zero.
    Ctz,
    /// Leading redundant sign bits.
    Clrsb,
    /// One plus the index of the lowest set bit, or zero.
    Ffs,
    /// Number of set bits.
    Popcount,
    /// Number of set bits modulo two.
    Parity,
    /// Bytes reversed, in the type of the node.
    Bswap,
    /// `__builtin_add_overflow(a, b, p)`: exact sum stored through p (wrapped), result: did it overflow?
    AddOverflow,
    /// The same for the difference.
    SubOverflow,
    /// The same for the product.
    MulOverflow,
    /// `__builtin_add_overflow_p(a, b, c)`: would the sum overflow the type of c?
    AddOverflowP,
    /// The same for the difference.
    SubOverflowP,
    /// The same for the product.
    MulOverflowP,
    /// `__builtin_alloca(n)`.
    Alloca,
    /// `__builtin_object_size(p, t)` where nothing is known: all ones or zero, folded by sema; kept if not.
    ObjectSize,
    /// `__builtin_isnan(x)` and its relatives: tests on a real floating value giving `int`.
    FloatClass(FloatClass),
    /// `__builtin_isgreater(x, y)` and its relatives: quiet comparisons.
    FloatCompare(FloatCompare),
    /// `__builtin_frame_address(n)`, `__builtin_return_address(n)`: some pointer.
    FrameAddress,
    /// `__sync_synchronize()`, `__atomic_thread_fence(…)`: nothing in one thread.
    Fence,
    /// `__atomic_load_n(p, order)` and `__sync` relatives, as in one thread; see [`AtomicOp`].
    Atomic(AtomicOp),
}

/// Tests on one floating value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the C macros")]
pub enum FloatClass {
    IsNan,
    IsInf,
    IsInfSign,
    IsFinite,
    IsNormal,
    SignBit,
}

/// Comparisons that never raise an exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the C macros")]
pub enum FloatCompare {
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    LessGreater,
    Unordered,
}

/// Atomic accesses through a pointer, memory orders dropped. The node has the type of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicOp {
    /// `(p)`: the value.
    Load,
    /// `(p, v)`: stores v.
    Store,
    /// `(p, v)`: stores v, gives the old value.
    Exchange,
    /// `(p, v)`: combines, gives the old value.
    FetchOp(BinaryOp),
    /// `(p, v)`: combines, gives the new value.
    OpFetch(BinaryOp),
    /// `(p, old, new)`: stores if equal, gives whether it did.
    CompareBool,
    /// `(p, old, new)`: stores if equal, gives the value found.
    CompareValue,
}

/// A floating value as the bits of its format, in the low bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatBits(pub u128);

/// The value of a constant expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstValue {
    /// An integer or an absolute address. Unsigned 128-bit values are kept as their bits.
    Int(i128),
    /// A floating value in the format of its type.
    Float(FloatBits),
    /// The address of something plus bytes.
    Addr(AddrBase, i64),
    /// The bytes of a string literal that initialises an array; as long as the array or shorter.
    Bytes(Vec<u8>),
}

/// What an address constant is relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddrBase {
    /// An object with static storage.
    Global(GlobalId),
    /// A function.
    Func(FuncId),
    /// A label of the function being initialised.
    Label(LabelId),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its text.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`, or what an error left.
    Null,
    /// An expression whose value is not used.
    Expr(ExprId),
    /// A local comes to life, and is initialised if it has an initialiser. `static` and `extern` ones leave no statement.
    Decl {
        /// The variable; its scope is the enclosing compound or `for`.
        local: LocalId,
        /// Its initial value.
        init: Option<InitId>,
    },
    /// `{ … }`.
    Compound {
        /// Locals declared directly in it, in order.
        scope: Vec<LocalId>,
        /// Its statements.
        stmts: Vec<StmtId>,
    },
    /// `if`.
    If {
        /// The condition.
        cond: ExprId,
        /// The statement run if it holds.
        then: StmtId,
        /// The one run if not.
        other: Option<StmtId>,
    },
    /// `while`.
    While {
        /// The condition.
        cond: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do … while`.
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        cond: ExprId,
    },
    /// `for`.
    For {
        /// Locals declared in its head.
        scope: Vec<LocalId>,
        /// What runs first.
        init: Vec<StmtId>,
        /// The condition; none means true.
        cond: Option<ExprId>,
        /// What runs after each turn.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch`.
    Switch {
        /// The promoted value.
        value: ExprId,
        /// The body.
        body: StmtId,
        /// Its case labels in order of the text.
        cases: Vec<SwitchCase>,
        /// Its [`StmtKind::Default`] statement.
        default: Option<StmtId>,
    },
    /// `case v:` before a statement; the values are in the enclosing [`StmtKind::Switch`].
    Case(StmtId),
    /// `default:` before a statement.
    Default(StmtId),
    /// `name:` before a statement.
    Label {
        /// The label.
        label: LabelId,
        /// The statement.
        body: StmtId,
    },
    /// `goto name;`.
    Goto(LabelId),
    /// `goto *p;`.
    ComputedGoto(ExprId),
    /// `break;`.
    Break,
    /// `continue;`.
    Continue,
    /// `return;` or `return v;`, `v` converted to the result type.
    Return(Option<ExprId>),
    /// `asm`: not modelled; an empty template without operands is a barrier and does nothing.
    Asm {
        /// The template.
        template: String,
        /// Lvalues that it writes.
        outputs: Vec<ExprId>,
        /// Values (or lvalues, for memory operands) that it reads.
        inputs: Vec<ExprId>,
        /// May it jump to labels?
        jumps: bool,
    },
    /// `//@ assert P;` and the like.
    Annotation(Annotation),
    /// What we do not model (a nested function, for one).
    Unsupported(String),
}

/// One case label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    /// First value, in the type of the switch's value.
    pub lo: i128,
    /// Last value; equal to `lo` unless it is a GNU range.
    pub hi: i128,
    /// The [`StmtKind::Case`] statement.
    pub target: StmtId,
    /// The label's text, from `case` to the value.
    pub span: Span,
}

/// An annotation in a body.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// What it asks.
    pub kind: AnnotationKind,
    /// The predicate; its [`crate::logic::PredKind::Unsupported`] says why it could not be typed.
    pub pred: PredId,
    /// Its text.
    pub text: String,
}

/// Kinds of annotation in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnotationKind {
    /// `assert P;`: holds here.
    Assert,
    /// `loop invariant P;`: holds at each turn of the loop that follows.
    LoopInvariant,
    /// Anything else; always unsupported.
    Other,
}

/// A flattened initialiser of an automatic object: cells in evaluation order. None is hidden whole by a later one; where
/// two overlap in part, the later one wins.
#[derive(Clone, Debug, Default)]
pub struct Init {
    /// Are bytes outside the cells zero (brace initialisers), as opposed to not there (`T x = v;`)?
    pub zero_rest: bool,
    /// The parts that are given a value.
    pub cells: Vec<InitCell>,
}

/// One part of an initialiser.
#[derive(Clone, Debug)]
pub struct InitCell {
    /// Byte offset in the object.
    pub offset: u64,
    /// Set for a bit-field.
    pub bits: Option<BitField>,
    /// The type of the part.
    pub ty: Ty,
    /// Its value.
    pub value: InitValue,
    /// Its text.
    pub span: Span,
}

/// The value of a part of an automatic object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitValue {
    /// A value of the cell's type.
    Expr(ExprId),
    /// Bytes of a string literal; the rest of the array is zero.
    Bytes(Vec<u8>),
}

/// A flattened initialiser of an object with static storage: all bytes outside the cells are zero.
#[derive(Clone, Debug, Default)]
pub struct StaticInit {
    /// The parts that are given a value, by offset.
    pub cells: Vec<StaticCell>,
}

/// One part of a static initialiser.
#[derive(Clone, Debug)]
pub struct StaticCell {
    /// Byte offset in the object.
    pub offset: u64,
    /// Set for a bit-field.
    pub bits: Option<BitField>,
    /// The type of the part.
    pub ty: Ty,
    /// Its value.
    pub value: ConstValue,
    /// Its text.
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
}
