//! The published list of rewriting rules. The tests of `construct` require each to fire,
//! and every rewritten term to equal the plain one on all values of width 4.

macro_rules! rules {
    ($($name:ident $text:literal)*) => {
        /// A rewriting rule applied when a term is made.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Rule {
            $(#[doc = $text] $name,)*
        }

        impl Rule {
            /// All rules, in the order of the list.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];
            /// How many rules there are.
            pub const COUNT: usize = Self::ALL.len();

            /// The rule in words or as an equation.
            pub const fn text(self) -> &'static str {
                match self { $(Rule::$name => $text,)* }
            }
        }
    };
}

rules! {
    Constants "an operator on constants is a constant"
    KnownValue "a term whose domain has one value is that constant"
    Commute "constants stand right, other operands in order of making"
    NotNot "!!x = x"
    NotCompare "!(a < b) = b <= a, and !(a <= b) = b < a"
    NegNeg "-(-x) = x"
    NegSub "-(a - b) = b - a"
    AddZero "x + 0 = x"
    AddConstants "(x + c) + d = x + (c + d)"
    AddNeg "x + -y = x - y"
    AddSub "(x - y) + y = x"
    AddNotOne "!x + 1 = -x"
    SubSame "x - x = 0"
    SubConstant "x - c = x + -c"
    SubFromZero "0 - x = -x"
    SubNeg "x - -y = x + y"
    SubCancel "(x + y) - y = x, x - (x + y) = -y, x - (x - y) = y"
    MulOne "x * 1 = x"
    MulMinusOne "x * -1 = -x"
    MulConstants "(x * c) * d = x * (c * d)"
    MulDistribute "(x + c) * d = x * d + c * d"
    MulNeg "-x * c = x * -c"
    DivOne "x / 1 = x"
    DivMinusOne "x / -1 = -x, signed"
    UdivPowerOfTwo "x / 2^k = x >> k, unsigned"
    UremPowerOfTwo "x % 2^k = x & (2^k - 1), unsigned"
    SignedDivision "signed division of non-negative operands is unsigned division"
    ShiftZero "a shift by 0 changes nothing"
    ShlConstant "x << c = x * 2^c"
    ShiftConstants "(x >> c) >> d = x >> (c + d)"
    AshrNonNegative "x >> c is a logical shift where x >= 0"
    AndSame "x & x = x"
    AndCovered "x & c = x where c has every bit x may have"
    AndConstants "(x & c) & d = x & (c & d)"
    AndComplement "x & !x = 0, x | !x = -1, x ^ !x = -1"
    OrSame "x | x = x"
    OrCovered "x | c = x where x has every bit of c"
    OrConstants "(x | c) | d = x | (c | d)"
    XorSame "x ^ x = 0"
    XorZero "x ^ 0 = x"
    XorOnes "x ^ -1 = !x"
    XorConstants "(x ^ c) ^ d = x ^ (c ^ d)"
    XorNot "!x ^ y = !(x ^ y)"
    EqSame "x == x is true"
    EqBoolean "b == 1 = b, b == 0 = !b, at width 1"
    EqAdd "x + c == d = (x == d - c)"
    EqSub "x - y == 0 = (x == y)"
    EqInverse "-x == c = (x == -c), !x == c = (x == !c), (x ^ c) == d = (x == c ^ d), x ^ y == 0 = (x == y)"
    EqOddMul "x * c == d = (x == d / c) modulo 2^width, for odd c"
    EqExtended "equality of extended operands is equality of the operands"
    EqConcat "concat(a, b) == c splits"
    CompareSame "x < x is false, x <= x is true"
    CompareBound "x < c = x <= c - 1, c < x = c + 1 <= x"
    CompareEdge "x <= least = (x == least), greatest <= x = (x == greatest), x >= 1 = !(x == 0) unsigned"
    CompareSigned "a signed comparison of operands of one known sign is unsigned"
    CompareExtended "comparison of extended operands is comparison of the operands"
    CompareWrap "x + y < x = the unsigned sum overflows, x < x - y = x < y, unsigned"
    CompareIte "a comparison of ite(c, k, l) with a constant is true, false, c or !c for constants k, l"
    IteConstant "ite(true, a, b) = a, ite(false, a, b) = b"
    IteSame "ite(c, a, a) = a"
    IteNot "ite(!c, a, b) = ite(c, b, a)"
    IteBoolean "ite of booleans with a constant is a conjunction or disjunction"
    IteZext "ite(c, 1, 0) = zext(c)"
    IteNested "ite(c, ite(c, a, b), d) = ite(c, a, d), likewise on the right"
    ConcatZero "concat(0, x) = zext(x)"
    ConcatExtract "concat of neighbouring extracts is one extract"
    ExtractAll "extracting everything changes nothing"
    ExtractExtract "extract of an extract is one extract"
    ExtractConcat "extract within one part of a concat is an extract of the part"
    ExtractExtended "extract of an extension is an extract or an extension of the operand"
    ExtractLow "low bits of +, -, *, & , |, ^ of extensions and constants are computed narrow"
    ExtractIte "extract of ite(c, k, l) goes inside for constants k, l"
    ExtendSame "extension to the same width changes nothing"
    ExtendExtend "extension of an extension is one extension"
    SextNonNegative "sign extension of a non-negative operand is zero extension"
    OverflowConstant "an overflow predicate with a constant operand is a comparison"
    AllAnyFlat "small nested conjunctions and disjunctions are flattened"
    AllAnyUnit "true in a conjunction, false in a disjunction and repeated operands are dropped"
    AllAnyComplement "x and !x decide a conjunction or disjunction"
    ElementSame "an element of equal cells is that cell"
    ElementKnown "an element at a constant index is that cell"
    ElementCut "cells beyond the greatest index are dropped"
    ElementTwo "an element of two cells is an ite"
}
