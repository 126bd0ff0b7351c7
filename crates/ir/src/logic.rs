//! Contracts: what a function asks of its inputs and promises of its outputs, as terms of mathematical integers.
//!
//! Terms are kept in one post-order arena per clause: a node's operands stand before it and the root is last, so readers
//! evaluate in one pass or recurse on bounded depth. Integers are unbounded in meaning; a reader that cannot hold a value
//! must say so, not wrap.

use crate::{Func, Global, Type};
use entity::{PrimaryMap, entity};
use source::Span;

entity! {
    /// A node of a clause.
    pub struct Node = "n";
    /// A variable bound by a quantifier or `\let` of a clause.
    pub struct Bound = "q";
}

/// The contract of a function.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// What must hold on entry.
    pub requires: Vec<Clause>,
    /// What holds on return.
    pub ensures: Vec<Clause>,
}

/// One clause.
#[derive(Clone, Debug)]
pub struct Clause {
    /// As written, without the keyword.
    pub text: String,
    /// Where it was written.
    pub span: Span,
    /// Its meaning, or why we have none.
    pub meaning: Result<Formula, String>,
    /// Where it is no formula: a function of the same parameters that returns zero where it does not hold.
    pub code: Option<Func>,
}

/// A closed formula: the root node is a truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// Nodes; operands first.
    pub nodes: PrimaryMap<Node, Logic>,
    /// The whole.
    pub root: Node,
    /// Names of bound variables.
    pub bounds: PrimaryMap<Bound, String>,
}

impl Formula {
    /// Its conjuncts, left to right.
    pub fn conjuncts(&self) -> Vec<Node> {
        let (mut found, mut stack) = (Vec::new(), vec![self.root]);
        while let Some(node) = stack.pop() {
            if let Logic::And(a, b) = self.nodes[node] {
                stack.extend([b, a]);
            } else {
                found.push(node);
            }
        }
        found
    }
}

/// Comparison of integers or of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CmpOp {
    /// Equal.
    Eq,
    /// Unequal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

/// Arithmetic on mathematical integers. `Div` and `Rem` truncate as C's do and are undefined (false clause) on zero;
/// the bit operators act on two's complement of unbounded length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArithOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient towards zero.
    Div,
    /// Remainder with the dividend's sign.
    Rem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Times a power of two.
    Shl,
    /// Floor quotient by a power of two.
    Shr,
}

/// A node: an integer, a pointer, a float or a truth value.
#[allow(missing_docs, reason = "fields are explained in the sentence of their variant")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Logic {
    // -- integers
    /// A constant.
    Int(i128),
    /// A bound variable.
    Var(Bound),
    /// The value of an integer parameter on entry (a place for the result, which callers pass first, does not count).
    Param { index: u32, signed: bool },
    /// The result, in `ensures`.
    Result { signed: bool },
    /// An integer read from memory.
    Load { ty: Type, signed: bool, addr: Node },
    /// A bit-field read from memory.
    LoadBits { unit: Type, addr: Node, shift: u8, width: u8, signed: bool },
    /// Arithmetic.
    Arith(ArithOp, Node, Node),
    /// Negation.
    Neg(Node),
    /// Bitwise complement.
    Not(Node),
    /// Conversion to a machine integer, modulo its width.
    Wrap { bits: u8, signed: bool, of: Node },
    /// A truth value as 0 or 1.
    OfBool(Node),
    /// One of two integers, pointers or truth values.
    Ite(Node, Node, Node),

    // -- pointers
    /// The null pointer.
    Null,
    /// A pointer parameter on entry.
    ParamPtr { index: u32 },
    /// The result, in `ensures`.
    ResultPtr,
    /// The address of a global.
    AddrGlobal(Global),
    /// A pointer read from memory.
    LoadPtr { addr: Node },
    /// `base + index * size` bytes.
    PtrAdd { base: Node, index: Node, size: u64 },

    // -- truth values
    /// A constant.
    Bool(bool),
    /// Comparison of integers.
    Cmp(CmpOp, Node, Node),
    /// Comparison of pointers.
    PtrCmp(CmpOp, Node, Node),
    /// Negation.
    Negate(Node),
    /// Conjunction; the right operand matters only if the left holds.
    And(Node, Node),
    /// Disjunction; the right operand matters only if the left fails.
    Or(Node, Node),
    /// Implication; the right operand matters only if the left holds.
    Implies(Node, Node),
    /// Equivalence.
    Iff(Node, Node),
    /// For every integer `lo <= var <= hi`.
    Forall { var: Bound, lo: Node, hi: Node, body: Node },
    /// For some integer `lo <= var <= hi`.
    Exists { var: Bound, lo: Node, hi: Node, body: Node },
    /// `base[lo..=hi]`, elements of `size` bytes, may be read (and written). An empty range is always valid.
    Valid { base: Node, lo: Node, hi: Node, size: u64, write: bool },
    /// Two ranges of bytes share none: `(base, lo, hi, size)` each.
    Separated { a: (Node, Node, Node, u64), b: (Node, Node, Node, u64) },
    /// Whoever follows the pointers at these offsets from an object never comes back to one.
    Acyclic { from: Node, links: Box<[u64]> },
    /// Following the pointers at these offsets, any number of times or none, leads from one pointer to the object that the other leads to; null is none.
    Reachable { from: Node, to: Node, links: Box<[u64]> },
}
