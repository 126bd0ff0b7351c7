//! Scalar types and records of the full subset, and what C makes of two operands. LP64, as gcc on x86-64.

use crate::Rng;

/// A scalar type.
#[allow(missing_docs, reason = "the names are C's")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Scalar {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    I128,
    U128,
    Float,
    Double,
    LDouble,
}

/// Scalars and how often each is chosen.
const CHOICE: &[(u32, Scalar)] = &[
    (2, Scalar::Bool),
    (3, Scalar::Char),
    (3, Scalar::SChar),
    (3, Scalar::UChar),
    (4, Scalar::Short),
    (4, Scalar::UShort),
    (12, Scalar::Int),
    (8, Scalar::UInt),
    (6, Scalar::Long),
    (5, Scalar::ULong),
    (2, Scalar::LLong),
    (3, Scalar::ULLong),
    (3, Scalar::I128),
    (3, Scalar::U128),
    (4, Scalar::Float),
    (7, Scalar::Double),
    (2, Scalar::LDouble),
];

impl Scalar {
    pub(super) fn any(rng: &mut Rng) -> Self {
        rng.weighted(CHOICE)
    }

    pub(super) fn any_int(rng: &mut Rng) -> Self {
        loop {
            let scalar = Self::any(rng);
            if !scalar.is_float() {
                return scalar;
            }
        }
    }

    pub(super) fn spelling(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::Char => "char",
            Self::SChar => "signed char",
            Self::UChar => "unsigned char",
            Self::Short => "short",
            Self::UShort => "unsigned short",
            Self::Int => "int",
            Self::UInt => "unsigned",
            Self::Long => "long",
            Self::ULong => "unsigned long",
            Self::LLong => "long long",
            Self::ULLong => "unsigned long long",
            Self::I128 => "__int128",
            Self::U128 => "unsigned __int128",
            Self::Float => "float",
            Self::Double => "double",
            Self::LDouble => "long double",
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Double | Self::LDouble)
    }

    pub(super) fn bits(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Char | Self::SChar | Self::UChar => 8,
            Self::Short | Self::UShort => 16,
            Self::Int | Self::UInt | Self::Float => 32,
            Self::Long | Self::ULong | Self::LLong | Self::ULLong | Self::Double => 64,
            Self::I128 | Self::U128 => 128,
            Self::LDouble => 80,
        }
    }

    pub(super) fn promoted(self) -> Self {
        if self.bits() < 32 { Self::Int } else { self }
    }

    /// The usual arithmetic conversions.
    pub(super) fn usual(self, other: Self) -> Self {
        let (a, b) = (self.promoted(), other.promoted());
        // The order of the variants is that of their ranks, the unsigned type after the signed one of its rank; `long` and
        // `unsigned long long` meet in the latter, `unsigned long` and `long long` in `unsigned long long`.
        match (a.min(b), a.max(b)) {
            (Self::ULong, Self::LLong) => Self::ULLong,
            (_, higher) => higher,
        }
    }
}

/// A structure or union.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) is_union: bool,
    pub(super) fields: Vec<Field>,
}

/// What a member is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Scalar(Scalar),
    Bits(Scalar, u32),
    Array(Scalar, usize),
    Record(usize),
}

impl Record {
    /// A union whose members are all equally large, so that each reads what another wrote.
    pub(super) fn union(rng: &mut Rng) -> Self {
        use Field::{Array, Scalar as One};
        let fields = if rng.one_in(2) {
            vec![
                One(Scalar::UInt),
                One(Scalar::Float),
                Array(Scalar::UChar, 4),
                Array(Scalar::Short, 2),
            ]
        } else {
            vec![
                One(Scalar::ULong),
                One(Scalar::Double),
                Array(Scalar::Int, 2),
                Array(Scalar::UChar, 8),
            ]
        };
        Self { is_union: true, fields }
    }

    /// A structure; `n_before` records may be members.
    pub(super) fn structure(rng: &mut Rng, n_before: usize) -> Self {
        let field = |rng: &mut Rng| match rng.below(10) {
            0..=3 => Field::Scalar(Scalar::any(rng)),
            4..=6 => bit_field(rng),
            7 | 8 => Field::Array(Scalar::any(rng), 2 + rng.below(3)),
            _ if n_before > 0 => Field::Record(rng.below(n_before)),
            _ => Field::Scalar(Scalar::Int),
        };
        let fields = (0..2 + rng.below(4)).map(|_| field(rng)).collect();
        Self { is_union: false, fields }
    }

    /// Its definition; `@` stands for the prefix.
    pub(super) fn definition(&self, index: usize) -> String {
        let members: Vec<String> = self
            .fields
            .iter()
            .enumerate()
            .map(|(at, field)| match field {
                Field::Scalar(scalar) => format!("{} m{at};", scalar.spelling()),
                Field::Bits(scalar, width) => format!("{} m{at} : {width};", scalar.spelling()),
                Field::Array(scalar, n) => format!("{} m{at}[{n}];", scalar.spelling()),
                Field::Record(inner) => format!("@R{inner} m{at};"),
            })
            .collect();
        let word = if self.is_union { "union" } else { "struct" };
        format!("typedef {word} {{ {} }} @R{index};\n", members.join(" "))
    }
}

fn bit_field(rng: &mut Rng) -> Field {
    let choice = [
        Scalar::Int,
        Scalar::UInt,
        Scalar::Int,
        Scalar::UInt,
        Scalar::ULong,
        Scalar::Long,
        Scalar::UChar,
        Scalar::Bool,
    ];
    let scalar = *rng.pick(&choice);
    Field::Bits(scalar, 1 + rng.below(scalar.bits() as usize) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_meet_as_c_says() {
        let check = |a: Scalar, b: Scalar, expect: Scalar| {
            assert_eq!((a.usual(b), b.usual(a)), (expect, expect), "{a:?} {b:?}");
        };
        check(Scalar::Char, Scalar::UShort, Scalar::Int);
        check(Scalar::Int, Scalar::UInt, Scalar::UInt);
        check(Scalar::UInt, Scalar::Long, Scalar::Long);
        check(Scalar::ULong, Scalar::LLong, Scalar::ULLong);
        check(Scalar::I128, Scalar::ULLong, Scalar::I128);
        check(Scalar::U128, Scalar::Float, Scalar::Float);
    }
}
