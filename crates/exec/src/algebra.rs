//! What the executor asks of a value domain: machine words of 1 to 128 bits and the operations on them.

use entity::Column;
use std::fmt::Debug;
use std::sync::Arc;
use term::Float;

/// Binary operations. Comparisons and overflow tests give a word of width 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bin {
    /// Sum, modulo the width.
    Add,
    /// Difference, modulo the width.
    Sub,
    /// Product, modulo the width.
    Mul,
    /// Unsigned quotient; anything on division by zero.
    Udiv,
    /// Unsigned remainder; anything on division by zero.
    Urem,
    /// Signed quotient towards zero; anything on division by zero.
    Sdiv,
    /// Signed remainder; anything on division by zero.
    Srem,
    /// Left shift; zero when the amount is the width or more.
    Shl,
    /// Logical right shift; zero when the amount is the width or more.
    Lshr,
    /// Arithmetic right shift; the sign when the amount is the width or more.
    Ashr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Equal.
    Eq,
    /// Unsigned less.
    Ult,
    /// Unsigned at most.
    Ule,
    /// Signed less.
    Slt,
    /// Signed at most.
    Sle,
    /// The signed sum leaves the width.
    AddOverflow,
    /// The signed difference leaves the width.
    SubOverflow,
    /// The signed product leaves the width.
    MulOverflow,
}

/// What is known of a word here and now: its bounds read as unsigned and as signed, and that it is a multiple of `1 << zeros`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// Least unsigned value.
    pub lo: u128,
    /// Greatest unsigned value.
    pub hi: u128,
    /// Least signed value.
    pub signed_lo: i128,
    /// Greatest signed value.
    pub signed_hi: i128,
    /// How many low bits are known to be zero.
    pub zeros: u32,
}

/// `index * factor + addend`, where `addend < factor`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linear<W> {
    /// The index.
    pub index: W,
    /// What it is multiplied with.
    pub factor: u64,
    /// What is added.
    pub addend: u64,
}

impl<W> Linear<W> {
    /// Do the low bits of an offset tell all that can be told of it?
    pub fn is_aligned(&self) -> bool {
        self.addend == 0 && self.factor.is_power_of_two() && self.factor <= 16
    }
}

/// A domain of machine words.
pub trait Algebra {
    /// A word; equal words are interchangeable.
    type Word: Copy + PartialEq + Debug;

    /// The word of this width with this value.
    fn constant(&mut self, width: u32, value: u128) -> Self::Word;
    /// A word nothing is known of.
    fn fresh(&mut self, name: &str, width: u32) -> Self::Word;
    /// Does nobody wait any longer for what is being computed?
    fn is_given_up(&self) -> bool {
        false
    }
    /// How many words there are: what a computation weighs.
    fn n_words(&self) -> usize {
        0
    }
    /// The width of a word.
    fn width(&self, word: Self::Word) -> u32;
    /// Its value, if it has only one.
    fn as_const(&self, word: Self::Word) -> Option<u128>;
    /// What is known of it now.
    fn range(&mut self, word: Self::Word) -> Range;
    /// What is known of it whatever the inputs.
    fn range_always(&self, word: Self::Word) -> Range;
    /// Bitwise complement; logical not at width 1.
    fn not(&mut self, a: Self::Word) -> Self::Word;
    /// Two's complement negation.
    fn neg(&mut self, a: Self::Word) -> Self::Word;
    /// A binary operation on words of one width.
    fn bin(&mut self, op: Bin, a: Self::Word, b: Self::Word) -> Self::Word;
    /// `a` where `c` holds, else `b`.
    fn ite(&mut self, c: Self::Word, a: Self::Word, b: Self::Word) -> Self::Word;
    /// The cell at an index known to be in range.
    fn element(&mut self, index: Self::Word, cells: &[Self::Word]) -> Self::Word;
    /// The word of a constant list at an index; beyond the last it is the last.
    fn table(&mut self, index: Self::Word, words: &Arc<Column>) -> Self::Word;
    /// Bits `lo .. lo + width`.
    fn extract(&mut self, a: Self::Word, lo: u32, width: u32) -> Self::Word;
    /// High bits, then low bits.
    fn concat(&mut self, high: Self::Word, low: Self::Word) -> Self::Word;
    /// Widen with zeros.
    fn zext(&mut self, a: Self::Word, width: u32) -> Self::Word;
    /// Widen with the sign.
    fn sext(&mut self, a: Self::Word, width: u32) -> Self::Word;
    /// A float operator; `width` is that of the result where it is an integer.
    fn float(&mut self, float: Float, width: u32, args: &[Self::Word]) -> Self::Word;
    /// The float operator at the head of a word, and its operands, if the algebra can tell.
    fn as_float(&self, _: Self::Word) -> Option<(Float, &[Self::Word])> {
        None
    }
    /// When the bits hold a float that was computed and is no number: then its sign and payload are up to the compiler.
    fn has_free_bits(&mut self, _: Self::Word) -> Option<Self::Word> {
        None
    }

    /// True.
    fn yes(&mut self) -> Self::Word {
        self.constant(1, 1)
    }
    /// False.
    fn no(&mut self) -> Self::Word {
        self.constant(1, 0)
    }
    /// Conjunction.
    fn and(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.bin(Bin::And, a, b)
    }
    /// Disjunction.
    fn or(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.bin(Bin::Or, a, b)
    }
    /// Implication.
    fn implies(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        let not_a = self.not(a);
        self.or(not_a, b)
    }
    /// One and not the other.
    fn and_not(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        let not_b = self.not(b);
        self.and(a, not_b)
    }
    /// Equality.
    fn eq(&mut self, a: Self::Word, b: Self::Word) -> Self::Word {
        self.bin(Bin::Eq, a, b)
    }
    /// Equality with a constant.
    fn eq_const(&mut self, a: Self::Word, value: u128) -> Self::Word {
        let width = self.width(a);
        let value = self.constant(width, value);
        self.eq(a, value)
    }
    /// The difference of two words, in a form that shows where it is a constant if the algebra can tell.
    fn moved(&mut self, to: Self::Word, from: Self::Word) -> Self::Word {
        self.bin(Bin::Sub, to, from)
    }
    /// An offset as an index times a constant plus less than that constant, if the algebra can tell.
    fn linear(&mut self, _: Self::Word) -> Option<Linear<Self::Word>> {
        None
    }
    /// The word as a signed word of at least this width.
    fn sext_to(&mut self, a: Self::Word, width: u32) -> Self::Word {
        if self.width(a) < width { self.sext(a, width) } else { a }
    }
    /// The word as an unsigned word of at least this width.
    fn zext_to(&mut self, a: Self::Word, width: u32) -> Self::Word {
        if self.width(a) < width { self.zext(a, width) } else { a }
    }
    /// Is it known to be false?
    fn is_no(&self, a: Self::Word) -> bool {
        self.as_const(a) == Some(0)
    }
    /// Is it known to be true?
    fn is_yes(&self, a: Self::Word) -> bool {
        self.width(a) == 1 && self.as_const(a) == Some(1)
    }
}
