//! Expressions of the typed tree.

use super::{ConstId, ExprId, FuncId, GlobalId, InitId, LabelId, LocalId, StmtId};
use crate::types::{BitField, Quals, RecordId, Ty};
use source::Span;

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
    /// `__builtin_alloca_with_align(n, bits)`.
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
