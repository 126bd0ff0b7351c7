//! The operators of terms, with their names in the text forms.

use crate::{ConstId, Float, FloatOp, TableId, Var};

/// The operator at the head of a term. Operands are read with [`crate::Pool::args`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A constant.
    Const(ConstId),
    /// A variable.
    Var(Var),
    /// Bitwise complement; at width 1, negation.
    Not,
    /// Two's complement negation.
    Neg,
    /// Sum modulo 2^width.
    Add,
    /// Difference modulo 2^width.
    Sub,
    /// Product modulo 2^width.
    Mul,
    /// Unsigned quotient; division by zero gives all ones.
    Udiv,
    /// Unsigned remainder; by zero gives the dividend.
    Urem,
    /// Signed quotient rounded to zero; by zero gives 1 for a negative dividend and -1 otherwise.
    Sdiv,
    /// Signed remainder with the dividend's sign; by zero gives the dividend.
    Srem,
    /// Shift left; an amount of width or more gives 0.
    Shl,
    /// Logical shift right; an amount of width or more gives 0.
    Lshr,
    /// Arithmetic shift right; an amount of width or more gives copies of the sign.
    Ashr,
    /// Bitwise and of width 2 or more.
    And,
    /// Bitwise or of width 2 or more.
    Or,
    /// Bitwise exclusive or, any width.
    Xor,
    /// Equality of two terms of one width.
    Eq,
    /// Unsigned less than.
    Ult,
    /// Unsigned at most.
    Ule,
    /// Signed less than.
    Slt,
    /// Signed at most.
    Sle,
    /// `ite(c, a, b)`: `a` where `c` is true, `b` elsewhere.
    Ite,
    /// `concat(high, low)`.
    Concat,
    /// Bits `lo .. lo + width` of the operand.
    Extract(u8),
    /// Zero extension.
    Zext,
    /// Sign extension.
    Sext,
    /// Does the unsigned sum exceed the width?
    UaddOverflow,
    /// Does the signed sum leave the width?
    SaddOverflow,
    /// Does the signed difference leave the width?
    SsubOverflow,
    /// Does the unsigned product exceed the width?
    UmulOverflow,
    /// Does the signed product leave the width?
    SmulOverflow,
    /// Conjunction of two or more booleans.
    All,
    /// Disjunction of two or more booleans.
    Any,
    /// `element(i, c0, …, cn)`: the cell at unsigned index `i`; an index beyond the last reads the last.
    Element,
    /// `table(i)`: the word of a constant table at unsigned index `i`; an index beyond the last reads the last. What is known of
    /// it is said by [`crate::table`], since an operator does not hold the words.
    Table(TableId),
    /// An operator on floats, see [`crate::float`].
    Float(Float),
}

impl Op {
    /// Every operator on plain bits that takes operands and needs nothing else, once; `Extract` stands for all its positions.
    pub const WITH_OPERANDS: [Op; 33] = [
        Op::Not,
        Op::Neg,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Udiv,
        Op::Urem,
        Op::Sdiv,
        Op::Srem,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Eq,
        Op::Ult,
        Op::Ule,
        Op::Slt,
        Op::Sle,
        Op::Ite,
        Op::Concat,
        Op::Extract(0),
        Op::Zext,
        Op::Sext,
        Op::UaddOverflow,
        Op::SaddOverflow,
        Op::SsubOverflow,
        Op::UmulOverflow,
        Op::SmulOverflow,
        Op::All,
        Op::Any,
        Op::Element,
    ];

    /// The operator's name, as statistics and messages spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Op::Const(_) => "const",
            Op::Var(_) => "var",
            Op::Not => "not",
            Op::Neg => "neg",
            Op::Add => "add",
            Op::Sub => "sub",
            Op::Mul => "mul",
            Op::Udiv => "udiv",
            Op::Urem => "urem",
            Op::Sdiv => "sdiv",
            Op::Srem => "srem",
            Op::Shl => "shl",
            Op::Lshr => "lshr",
            Op::Ashr => "ashr",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Eq => "eq",
            Op::Ult => "ult",
            Op::Ule => "ule",
            Op::Slt => "slt",
            Op::Sle => "sle",
            Op::Ite => "ite",
            Op::Concat => "concat",
            Op::Extract(_) => "extract",
            Op::Zext => "zext",
            Op::Sext => "sext",
            Op::UaddOverflow => "uadd_overflow",
            Op::SaddOverflow => "sadd_overflow",
            Op::SsubOverflow => "ssub_overflow",
            Op::UmulOverflow => "umul_overflow",
            Op::SmulOverflow => "smul_overflow",
            Op::All => "all",
            Op::Any => "any",
            Op::Element => "element",
            Op::Table(_) => "table",
            Op::Float(float) => float.op.name(),
        }
    }

    /// Does it only choose among bits and put them together?
    pub const fn moves_bits(self) -> bool {
        use FloatOp::{Abs, Neg};
        match self {
            Op::Float(float) => matches!(float.op, Neg | Abs),
            Op::Ite | Op::Element | Op::Concat | Op::Extract(_) | Op::Zext | Op::Sext => true,
            _ => false,
        }
    }

    /// May the two operands be exchanged?
    pub const fn commutes(self) -> bool {
        matches!(
            self,
            Op::Add
                | Op::Mul
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::Eq
                | Op::UaddOverflow
                | Op::SaddOverflow
                | Op::UmulOverflow
                | Op::SmulOverflow
                | Op::Float(Float { op: FloatOp::Add | FloatOp::Mul | FloatOp::Eq, .. })
        )
    }
}
