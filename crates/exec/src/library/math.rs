//! `math.h` as far as IEEE 754 says what it computes: one operator each, or a few.
//!
//! What the standard leaves to the library (`sin`, `exp`, `pow`) is not here: no value of theirs is known but by calling them.

use crate::float::fits_integer;
use crate::{Algebra, Bin, Memory, Val};
use ir::{TrapKind, Value};
use term::{Float, FloatOp, Format, Rounding};
use world::Gap;

/// The functions of `double`, with their signatures.
const OF_DOUBLES: &[(&str, &str)] = &[
    ("fabs", "dd"),
    ("sqrt", "dd"),
    ("floor", "dd"),
    ("ceil", "dd"),
    ("trunc", "dd"),
    ("round", "dd"),
    ("rint", "dd"),
    ("nearbyint", "dd"),
    ("fma", "dddd"),
    ("fmod", "ddd"),
    ("remainder", "ddd"),
    ("fmin", "ddd"),
    ("fmax", "ddd"),
    ("fdim", "ddd"),
    ("copysign", "ddd"),
    ("lround", "zd"),
    ("llround", "qd"),
    ("lrint", "zd"),
    ("llrint", "qd"),
    ("__isnan", "id"),
    ("__isinf", "id"),
    ("__finite", "id"),
    ("__signbit", "id"),
];

/// Those that there are of `float` as well: their names end in `f`.
const OF_SINGLES: &[&str] = &[
    "fabs",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "round",
    "rint",
    "nearbyint",
    "fmod",
    "fmin",
    "fmax",
    "copysign",
];

/// The function of doubles that a name stands for, with its signature and the format of its operands.
pub(super) fn named(name: &str) -> Option<(&'static str, String, Format)> {
    let of = |plain: &str| OF_DOUBLES.iter().find(|row| row.0 == plain);
    if let Some(&(function, sig)) = of(name) {
        return Some((function, sig.to_owned(), Format::DOUBLE));
    }
    let &(function, sig) =
        of(name.strip_suffix('f').filter(|plain| OF_SINGLES.contains(plain))?)?;
    Some((function, sig.replace('d', "f"), Format::SINGLE))
}

/// An operator of a format with the numbers it is applied to.
struct Numbers<'a, A: Algebra> {
    alg: &'a mut A,
    format: Format,
}

impl<A: Algebra> Numbers<'_, A> {
    fn apply(&mut self, op: FloatOp, rounding: Rounding, args: &[A::Word]) -> A::Word {
        self.alg.float(Float { op, format: self.format, rounding }, 0, args)
    }

    fn nearest(&mut self, op: FloatOp, args: &[A::Word]) -> A::Word {
        self.apply(op, Rounding::NearestEven, args)
    }

    fn constant(&mut self, bits: u128) -> A::Word {
        self.alg.constant(self.format.width(), bits)
    }

    fn is_nan(&mut self, x: A::Word) -> A::Word {
        let equal = self.nearest(FloatOp::Eq, &[x, x]);
        self.alg.not(equal)
    }

    /// The lesser number, or the greater one where `least` is not; a number rather than none.
    fn extreme(&mut self, least: bool, x: A::Word, y: A::Word) -> A::Word {
        let (first, second) = if least { (x, y) } else { (y, x) };
        let less = self.nearest(FloatOp::Lt, &[first, second]);
        let chosen = self.alg.ite(less, x, y);
        let (x_none, y_none) = (self.is_nan(x), self.is_nan(y));
        let chosen = self.alg.ite(y_none, x, chosen);
        let chosen = self.alg.ite(x_none, y, chosen);
        let none = self.alg.and(x_none, y_none);
        let sum = self.nearest(FloatOp::Add, &[x, y]);
        self.alg.ite(none, sum, chosen)
    }

    /// Zeros of both signs: which of them is the lesser one is not said.
    fn zeros_differ(&mut self, x: A::Word, y: A::Word) -> A::Word {
        let equal = self.nearest(FloatOp::Eq, &[x, y]);
        let same = self.alg.eq(x, y);
        self.alg.and_not(equal, same)
    }

    fn with_sign(&mut self, x: A::Word, y: A::Word) -> A::Word {
        let top = self.format.width() - 1;
        let sign = self.alg.extract(y, top, 1);
        let magnitude = self.alg.extract(x, 0, top);
        self.alg.concat(sign, magnitude)
    }

    /// The difference where it is positive, else zero.
    fn positive_difference(&mut self, x: A::Word, y: A::Word) -> A::Word {
        let (at_most, zero) = (self.nearest(FloatOp::Le, &[x, y]), self.constant(0));
        let difference = self.nearest(FloatOp::Sub, &[x, y]);
        self.alg.ite(at_most, zero, difference)
    }

    /// 1 where the magnitude is as said.
    fn classified(&mut self, op: Bin, x: A::Word) -> A::Word {
        let magnitude = self.nearest(FloatOp::Abs, &[x]);
        let infinity = self.constant(self.format.infinity());
        self.alg.bin(op, magnitude, infinity)
    }
}

impl<A: Algebra> Memory<'_, A> {
    /// What a function of `math.h` gives; `name` is that for doubles.
    pub(super) fn mathematics(
        &mut self,
        alg: &mut A,
        name: &str,
        format: Format,
        args: &[A::Word],
        inst: Value,
    ) -> Val<A::Word> {
        let bits = 8 * self.program.target.pointer_bytes;
        let mut of = Numbers { alg, format };
        let nearest = Rounding::NearestEven;
        let word = match name {
            "fabs" => of.nearest(FloatOp::Abs, args),
            "sqrt" => of.nearest(FloatOp::Sqrt, args),
            "floor" => of.apply(FloatOp::Integral, Rounding::Down, args),
            "ceil" => of.apply(FloatOp::Integral, Rounding::Up, args),
            "trunc" => of.apply(FloatOp::Integral, Rounding::Zero, args),
            "round" => of.apply(FloatOp::Integral, Rounding::NearestAway, args),
            "rint" | "nearbyint" => of.nearest(FloatOp::Integral, args),
            "fma" => of.nearest(FloatOp::Fma, args),
            "fmod" => of.nearest(FloatOp::Fmod, args),
            "remainder" => of.nearest(FloatOp::Remainder, args),
            "fdim" => of.positive_difference(args[0], args[1]),
            "fmin" | "fmax" => {
                let open = of.zeros_differ(args[0], args[1]);
                let word = of.extreme(name == "fmin", args[0], args[1]);
                self.lacks(alg, open, Gap::SignOfZero);
                word
            }
            "copysign" => {
                let word = of.with_sign(args[0], args[1]);
                self.bits_are_known(alg, args[1]);
                word
            }
            "lround" => return self.whole(alg, format, Rounding::NearestAway, bits, args[0], inst),
            "llround" => return self.whole(alg, format, Rounding::NearestAway, 64, args[0], inst),
            "lrint" => return self.whole(alg, format, nearest, bits, args[0], inst),
            "llrint" => return self.whole(alg, format, nearest, 64, args[0], inst),
            _ => return self.classify_float(alg, name, format, args[0]),
        };
        Val::Word(word)
    }

    /// The integer nearest in the rounding's sense; what does not fit is left open by C.
    fn whole(
        &mut self,
        alg: &mut A,
        format: Format,
        rounding: Rounding,
        width: u32,
        x: A::Word,
        inst: Value,
    ) -> Val<A::Word> {
        let rounded = alg.float(Float { op: FloatOp::Integral, format, rounding }, 0, &[x]);
        let fits = fits_integer(alg, format, rounded, true, width);
        let out = alg.not(fits);
        self.check(alg, TrapKind::LibraryMisuse, out, inst);
        let to = Float { op: FloatOp::ToSigned, format, rounding: Rounding::Zero };
        Val::Word(alg.float(to, width, &[rounded]))
    }

    fn classify_float(
        &mut self,
        alg: &mut A,
        name: &str,
        format: Format,
        x: A::Word,
    ) -> Val<A::Word> {
        let negative = alg.extract(x, format.width() - 1, 1);
        let mut of = Numbers { alg, format };
        let truth = match name {
            "__isnan" => of.is_nan(x),
            "__finite" => of.classified(Bin::Ult, x),
            "__isinf" => of.classified(Bin::Eq, x),
            _ => {
                self.bits_are_known(alg, x);
                negative
            }
        };
        let word = alg.zext_to(truth, 32);
        if name != "__isinf" {
            return Val::Word(word);
        }
        // Which infinity it is.
        let below = alg.and(truth, negative);
        let minus = alg.constant(32, u128::from(u32::MAX));
        Val::Word(alg.ite(below, minus, word))
    }
}
