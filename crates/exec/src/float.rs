//! Floats: every operation of the IR is one operator of terms, rounding to the nearest even, as C programs run.
//!
//! `long double` is kept in the 80 bits of the x87, which store the leading bit of the significand. Operators know the format
//! without that bit; patterns in which it does not fit the exponent are what no computation gives, and are not followed.

use crate::value::word_width;
use crate::{Algebra, Bin, Memory};
use ir::{BinOp, CastOp, TrapKind, Type, Value};
use term::{Float, FloatOp, Format, Rounding};
use world::{Gap, Premise};

/// The format of a type's numbers.
pub(crate) fn format_of(ty: Type) -> Format {
    match ty {
        Type::F32 => Format::SINGLE,
        Type::F64 => Format::DOUBLE,
        Type::F80 => Format::EXTENDED,
        Type::Int(_) | Type::Ptr => unreachable!("{ty} should be a float"),
    }
}

impl<A: Algebra> Memory<'_, A> {
    pub(crate) fn float_negated(&mut self, alg: &mut A, ty: Type, word: A::Word) -> A::Word {
        if ty == Type::F80 {
            let (sign, rest) = (alg.extract(word, 79, 1), alg.extract(word, 0, 79));
            let sign = alg.not(sign);
            return alg.concat(sign, rest);
        }
        alg.float(Float::nearest(FloatOp::Neg, format_of(ty)), 0, &[word])
    }

    pub(crate) fn float_binary(
        &mut self,
        alg: &mut A,
        op: BinOp,
        ty: Type,
        x: A::Word,
        y: A::Word,
    ) -> A::Word {
        let operands = [self.as_number(alg, ty, x), self.as_number(alg, ty, y)];
        let operator = match op {
            BinOp::FNext => return are_next(alg, format_of(ty), operands),
            BinOp::FAdd => FloatOp::Add,
            BinOp::FSub => FloatOp::Sub,
            BinOp::FMul => FloatOp::Mul,
            BinOp::FDiv => FloatOp::Div,
            BinOp::FEq | BinOp::FNe => FloatOp::Eq,
            BinOp::FLt => FloatOp::Lt,
            BinOp::FLe => FloatOp::Le,
            _ => unreachable!("{op} should be an operator on floats"),
        };
        let result = alg.float(Float::nearest(operator, format_of(ty)), 1, &operands);
        match op {
            BinOp::FNe => alg.not(result),
            _ if operator.is_comparison() => result,
            _ => of_number(alg, ty, result),
        }
    }

    pub(crate) fn float_cast(
        &mut self,
        alg: &mut A,
        op: CastOp,
        (from, to): (Type, Type),
        word: A::Word,
        inst: Value,
    ) -> A::Word {
        match op {
            CastOp::SToF | CastOp::UToF => {
                let signed = op == CastOp::SToF;
                let operator = if signed { FloatOp::FromSigned } else { FloatOp::FromUnsigned };
                let number = alg.float(Float::nearest(operator, format_of(to)), 0, &[word]);
                of_number(alg, to, number)
            }
            CastOp::FToF => {
                let number = self.as_number(alg, from, word);
                let convert = Float::nearest(FloatOp::Convert(format_of(to)), format_of(from));
                let number = alg.float(convert, 0, &[number]);
                of_number(alg, to, number)
            }
            _ => {
                let signed = op == CastOp::FToS;
                let width = word_width(to).expect("a float should become an integer");
                let (format, number) = (format_of(from), self.as_number(alg, from, word));
                let fits = fits_integer(alg, format, number, signed, width);
                let out = alg.not(fits);
                self.check(alg, TrapKind::FloatToInt, out, inst);
                let operator = if signed { FloatOp::ToSigned } else { FloatOp::ToUnsigned };
                alg.float(
                    Float { op: operator, format, rounding: Rounding::Zero },
                    width,
                    &[number],
                )
            }
        }
    }

    /// The bits of a type as those of its format.
    fn as_number(&mut self, alg: &mut A, ty: Type, word: A::Word) -> A::Word {
        if ty != Type::F80 {
            return word;
        }
        let (high, leading, fraction) =
            (alg.extract(word, 64, 16), alg.extract(word, 63, 1), alg.extract(word, 0, 63));
        let is_normal = is_normal(alg, high);
        let odd = alg.bin(Bin::Xor, leading, is_normal);
        let number = alg.concat(high, fraction);
        self.open_when(alg, odd, number, Gap::OddLongDouble)
    }

    /// Bits that are looked at as such, where a condition holds: those of what is no number and was computed are free.
    pub(crate) fn looked_at(&mut self, alg: &mut A, word: A::Word, when: A::Word) -> A::Word {
        let Some(free) = alg.has_free_bits(word) else { return word };
        let free = alg.and(when, free);
        self.open_when(alg, free, word, Gap::NanBits)
    }

    /// The word, where it is modelled; elsewhere nothing is known of it, and verdicts that rest on its being modelled say so.
    /// Without the first a refutation could rest on a value that is not the right one, and not on the premise.
    pub(crate) fn open_when(
        &mut self,
        alg: &mut A,
        when: A::Word,
        word: A::Word,
        gap: Gap,
    ) -> A::Word {
        if alg.is_no(when) {
            return word;
        }
        let fine = alg.not(when);
        self.bound(fine, Premise::Lacks(gap));
        let any = alg.fresh("not modelled", alg.width(word));
        alg.ite(when, any, word)
    }
}

/// Is the second the next number above the first? In the order in which both zeros are one, it is one further.
fn are_next<A: Algebra>(alg: &mut A, format: Format, [x, y]: [A::Word; 2]) -> A::Word {
    let less = alg.float(Float::nearest(FloatOp::Lt, format), 1, &[x, y]);
    let [from, to] = [x, y].map(|number| {
        let sign = alg.constant(format.width(), format.sign());
        let (negative, negated) =
            (alg.extract(number, format.width() - 1, 1), alg.bin(Bin::Sub, sign, number));
        alg.ite(negative, negated, number)
    });
    let distance = alg.bin(Bin::Sub, to, from);
    let is_one = alg.eq_const(distance, 1);
    alg.and(less, is_one)
}

/// Of sign and exponent: is there a leading bit?
fn is_normal<A: Algebra>(alg: &mut A, high: A::Word) -> A::Word {
    let exponent = alg.extract(high, 0, 15);
    let zero = alg.eq_const(exponent, 0);
    alg.not(zero)
}

/// The bits of a format as those of its type.
fn of_number<A: Algebra>(alg: &mut A, ty: Type, number: A::Word) -> A::Word {
    if ty != Type::F80 {
        return number;
    }
    let (high, fraction) = (alg.extract(number, 63, 16), alg.extract(number, 0, 63));
    let leading = is_normal(alg, high);
    let significand = alg.concat(leading, fraction);
    alg.concat(high, significand)
}

/// Is the number, cut to an integer, one of a width?
pub(crate) fn fits_integer<A: Algebra>(
    alg: &mut A,
    format: Format,
    number: A::Word,
    signed: bool,
    width: u32,
) -> A::Word {
    let top = if signed { width - 1 } else { width };
    let above = power_of_two(format, top);
    let above = alg.constant(format.width(), above);
    let is_below = alg.float(Float::nearest(FloatOp::Lt, format), 1, &[number, above]);
    // Above the integer below the least one; where that is no number of the format, nothing lies between.
    let least = if signed { 1u128 << top } else { 0 };
    let from = Float { op: FloatOp::FromUnsigned, format, rounding: Rounding::Zero };
    let beyond = from.apply(format.width(), 128, &[least + 1]);
    let nearest = from.apply(format.width(), 128, &[least]);
    let op = if beyond == nearest { FloatOp::Le } else { FloatOp::Lt };
    let bound = alg.constant(format.width(), beyond | format.sign());
    let is_above = alg.float(Float::nearest(op, format), 1, &[bound, number]);
    alg.and(is_below, is_above)
}

/// The bits of a power of two, or of infinity where it is greater than all numbers.
fn power_of_two(format: Format, power: u32) -> u128 {
    let stored = format.bias() as u128 + u128::from(power);
    (stored << format.fraction_bits()).min(format.infinity())
}
