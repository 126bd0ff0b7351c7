//! `math.h`: one operator each, or a few.
//!
//! What the standard leaves to the library (`sin`, `exp`, `pow`) is what the library here gives, or some number nearby: nothing is
//! refuted by digits in which libraries differ.

use super::Passed;
use crate::float::fits_integer;
use crate::{Algebra, Bin, Memory, PtrId, Val};
use ir::{TrapKind, Type, Value};
use term::float::{Function, STATED};
use term::{Float, FloatOp, Format, Rounding};
use world::{Gap, Premise};

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
    ("ldexp", "ddi"),
    ("scalbn", "ddi"),
    ("scalbln", "ddz"),
    ("frexp", "ddp"),
    ("modf", "ddp"),
    ("nextafter", "ddd"),
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
    "fma",
    "fmod",
    "remainder",
    "fmin",
    "fmax",
    "fdim",
    "copysign",
    "lround",
    "llround",
    "lrint",
    "llrint",
    "ldexp",
    "scalbn",
    "scalbln",
    "frexp",
    "modf",
    "nextafter",
];

/// How many bits say how far a result lies from that of the library here.
const OFF_BITS: u32 = STATED.ilog2() + 1;

/// The function of doubles that a name stands for, with its signature and the format of its operands.
pub(super) fn named(name: &str) -> Option<(&'static str, String, Format)> {
    let of = |plain: &str| OF_DOUBLES.iter().find(|row| row.0 == plain);
    if let Some(&(function, sig)) = of(name) {
        return Some((function, sig.to_owned(), Format::DOUBLE));
    }
    let hosted = |plain: &str| Function::named(plain).map(|it| (it.name(), operands(it)));
    if let Some((function, sig)) = hosted(name) {
        return Some((function, sig.to_owned(), Format::DOUBLE));
    }
    let plain = name.strip_suffix('f')?;
    let (function, sig) =
        hosted(plain).or_else(|| of(plain).filter(|_| OF_SINGLES.contains(&plain)).copied())?;
    Some((function, sig.replace('d', "f"), Format::SINGLE))
}

/// The signature of a function that the standard leaves to the library.
fn operands(function: Function) -> &'static str {
    if function.n_operands() == 2 { "ddd" } else { "dd" }
}

/// Powers of two beyond this one, and below its inverse, take every double to zero or to infinity.
const FARTHEST: u32 = 2200;

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

    /// The neighbour on the way to another number; that number where there is no way to go.
    fn next_after(&mut self, x: A::Word, y: A::Word) -> A::Word {
        let (up, zero) = (self.nearest(FloatOp::Lt, &[x, y]), self.constant(0));
        let (equal, none) =
            (self.nearest(FloatOp::Eq, &[x, y]), self.nearest(FloatOp::Add, &[x, y]));
        let is_zero = self.nearest(FloatOp::Eq, &[x, zero]);
        let one = self.constant(1);
        let below = self.nearest(FloatOp::Neg, &[one]);
        let first = self.alg.ite(up, one, below);
        let negative = self.alg.extract(x, self.format.width() - 1, 1);
        let away = self.alg.bin(Bin::Xor, up, negative);
        let (further, nearer) = (self.alg.bin(Bin::Add, x, one), self.alg.bin(Bin::Sub, x, one));
        let next = self.alg.ite(away, further, nearer);
        let next = self.alg.ite(is_zero, first, next);
        let next = self.alg.ite(equal, y, next);
        let (x_none, y_none) = (self.is_nan(x), self.is_nan(y));
        let unordered = self.alg.or(x_none, y_none);
        self.alg.ite(unordered, none, next)
    }

    /// Numbers of the same precision with so many exponents that none of these functions leaves them: nothing is rounded there.
    fn wide(&mut self, x: A::Word) -> (Numbers<'_, A>, A::Word) {
        let wide = Format { exponent: 15, ..self.format };
        let number = self.nearest(FloatOp::Convert(wide), &[x]);
        (Numbers { alg: self.alg, format: wide }, number)
    }

    /// Times a power of two, rounded once.
    fn scaled(&mut self, x: A::Word, power: A::Word) -> A::Word {
        let format = self.format;
        let (mut wide, number) = self.wide(x);
        let factor = wide.power_of_two(power);
        let product = wide.nearest(FloatOp::Mul, &[number, factor]);
        wide.nearest(FloatOp::Convert(format), &[product])
    }

    /// Two to this power; powers beyond [`FARTHEST`] are as good as that.
    fn power_of_two(&mut self, power: A::Word) -> A::Word {
        let width = self.alg.width(power);
        let alg = &mut *self.alg;
        let most = alg.constant(width, u128::from(FARTHEST));
        let least = alg.neg(most);
        let (above, below) = (alg.bin(Bin::Slt, most, power), alg.bin(Bin::Slt, power, least));
        let power = alg.ite(above, most, power);
        let power = alg.ite(below, least, power);
        let bias = alg.constant(width, self.format.bias() as u128);
        let stored = alg.bin(Bin::Add, power, bias);
        let stored = alg.extract(stored, 0, u32::from(self.format.exponent) + 1);
        let fraction = alg.constant(self.format.fraction_bits(), 0);
        alg.concat(stored, fraction)
    }

    /// A fraction in [1/2, 1) and the power of two it is multiplied with; zeros, infinities and what is no number as they are.
    fn split(&mut self, x: A::Word) -> (A::Word, A::Word) {
        let format = self.format;
        let finite = self.classified(Bin::Ult, x);
        let zero = self.constant(0);
        let is_zero = self.nearest(FloatOp::Eq, &[x, zero]);
        let (mut wide, number) = self.wide(x);
        let (fraction_bits, bits) = (wide.format.fraction_bits(), wide.format.width());
        let stored = wide.alg.extract(number, fraction_bits, 15);
        let stored = wide.alg.zext(stored, 32);
        let half = wide.format.bias() as u128 - 1;
        let bias = wide.alg.constant(32, half);
        let exponent = wide.alg.bin(Bin::Sub, stored, bias);
        let (sign, half) = (wide.alg.extract(number, bits - 1, 1), wide.alg.constant(15, half));
        let fraction = wide.alg.extract(number, 0, fraction_bits);
        let top = wide.alg.concat(sign, half);
        let fraction = wide.alg.concat(top, fraction);
        let fraction = wide.nearest(FloatOp::Convert(format), &[fraction]);
        let ordinary = self.alg.and_not(finite, is_zero);
        let none = self.alg.constant(32, 0);
        (self.alg.ite(ordinary, fraction, x), self.alg.ite(ordinary, exponent, none))
    }

    /// What is left behind the point, and what stands before it; both have the number's sign.
    fn parts(&mut self, x: A::Word) -> (A::Word, A::Word) {
        let whole = self.apply(FloatOp::Integral, Rounding::Zero, &[x]);
        let rest = self.nearest(FloatOp::Sub, &[x, whole]);
        let (infinite, zero) = (self.classified(Bin::Eq, x), self.constant(0));
        let rest = self.alg.ite(infinite, zero, rest);
        let signed = self.with_sign(rest, x);
        let none = self.is_nan(x);
        (self.alg.ite(none, rest, signed), whole)
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
        Passed { ptrs, words: args, inst }: &Passed<A::Word>,
    ) -> Val<A::Word> {
        let inst = *inst;
        let bits = 8 * self.program.target.pointer_bytes;
        if let Some(function) = Function::named(name) {
            return self.hosted(alg, function, format, args);
        }
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
            "ldexp" | "scalbn" | "scalbln" => of.scaled(args[0], args[1]),
            "nextafter" => of.next_after(args[0], args[1]),
            "frexp" => {
                let (fraction, exponent) = of.split(args[0]);
                self.also(alg, ptrs[0], Type::Int(32), exponent, inst);
                fraction
            }
            "modf" => {
                let (rest, whole) = of.parts(args[0]);
                let ty = if format == Format::SINGLE { Type::F32 } else { Type::F64 };
                self.also(alg, ptrs[0], ty, whole, inst);
                rest
            }
            "fdim" => of.positive_difference(args[0], args[1]),
            "fmin" | "fmax" => {
                let open = of.zeros_differ(args[0], args[1]);
                let word = of.extreme(name == "fmin", args[0], args[1]);
                let negated = of.nearest(FloatOp::Neg, &[word]);
                let sign = alg.extract(word, format.width() - 1, 1);
                let other = self.open_when(alg, open, sign, Gap::SignOfZero);
                let same = alg.eq(sign, other);
                alg.ite(same, word, negated)
            }
            "copysign" => {
                let always = alg.yes();
                let signed = self.looked_at(alg, args[1], always);
                Numbers { alg, format }.with_sign(args[0], signed)
            }
            "lround" => return self.whole(alg, format, Rounding::NearestAway, bits, args[0], inst),
            "llround" => return self.whole(alg, format, Rounding::NearestAway, 64, args[0], inst),
            "lrint" => return self.whole(alg, format, nearest, bits, args[0], inst),
            "llrint" => return self.whole(alg, format, nearest, 64, args[0], inst),
            _ => return self.classify_float(alg, name, format, args[0]),
        };
        Val::Word(word)
    }

    /// What the library here gives, or a number nearby. Runs show the former; what is refuted by that alone is unknown.
    fn hosted(
        &mut self,
        alg: &mut A,
        function: Function,
        format: Format,
        args: &[A::Word],
    ) -> Val<A::Word> {
        let off = alg.fresh("places off", OFF_BITS);
        let here = alg.eq_const(off, 0);
        self.bound(here, Premise::Lacks(Gap::LastDigits));
        let off = alg.sext(off, format.width());
        let operands = [args, &[off]].concat();
        Val::Word(alg.float(Float::nearest(FloatOp::Host(function), format), 0, &operands))
    }

    /// A second result, written where the caller wants it.
    fn also(&mut self, alg: &mut A, to: PtrId, ty: Type, word: A::Word, inst: Value) {
        self.store(alg, Val::Ptr(to), ty, Val::Word(word), inst);
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
        let always = alg.yes();
        let shown = if name == "__signbit" { self.looked_at(alg, x, always) } else { x };
        let negative = alg.extract(shown, format.width() - 1, 1);
        let mut of = Numbers { alg, format };
        let truth = match name {
            "__isnan" => of.is_nan(x),
            "__finite" => of.classified(Bin::Ult, x),
            "__isinf" => of.classified(Bin::Eq, x),
            _ => negative,
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
