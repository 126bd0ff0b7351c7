//! Functions that no standard says the last digits of: `sin`, `exp`, `pow` and their kin, as the machine's own library has them.
//!
//! An operator takes one operand more than its function: how many places the result lies from that of the library here. Who
//! leaves that open within [`STATED`] places speaks of every library of that quality; who sets it to zero speaks of this one.
//!
//! On stretches where the mathematical function moves in one direction the library's does so too, up to its error, so that ends
//! tell the range of results once they are widened by [`WIDENED`] places.

use super::{FloatSet, Format, Piece};
use crate::{Domain, to_signed};
use std::f64::consts::{FRAC_PI_2, PI};

/// Places within which the results of two libraries lie, each with an error of at most half of it.
pub const STATED: i128 = 32;

/// Places by which a range is widened: the stated error twice, and twice that where places are half as long.
const WIDENED: i128 = 4 * STATED;

/// Beyond this the turns of a periodic function are not counted.
const FARTHEST_TURN: f64 = 1_048_576.0;

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident = $name:literal, $n:literal, $of:expr;)*) => {
        /// A function of the library.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Function { $($(#[$doc])* $function,)* }

        impl Function {
            /// Every function.
            pub const ALL: &[Self] = &[$(Self::$function,)*];

            /// Its name in C, for doubles.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$function => $name,)* }
            }

            /// How many numbers it takes.
            pub const fn n_operands(self) -> usize {
                match self { $(Self::$function => $n,)* }
            }

            /// What the library gives; the second number is ignored where there is one only.
            fn of_doubles(self, x: f64, y: f64) -> f64 {
                match self { $(Self::$function => { let of: fn(f64, f64) -> f64 = $of; of(x, y) })* }
            }

            fn of_singles(self, x: f32, y: f32) -> f32 {
                match self { $(Self::$function => { let of: fn(f32, f32) -> f32 = $of; of(x, y) })* }
            }
        }
    };
}

functions! {
    /// The sine.
    Sin = "sin", 1, |x, _| x.sin();
    /// The cosine.
    Cos = "cos", 1, |x, _| x.cos();
    /// The tangent.
    Tan = "tan", 1, |x, _| x.tan();
    /// The arc of a sine.
    Asin = "asin", 1, |x, _| x.asin();
    /// The arc of a cosine.
    Acos = "acos", 1, |x, _| x.acos();
    /// The arc of a tangent.
    Atan = "atan", 1, |x, _| x.atan();
    /// The hyperbolic sine.
    Sinh = "sinh", 1, |x, _| x.sinh();
    /// The hyperbolic cosine.
    Cosh = "cosh", 1, |x, _| x.cosh();
    /// The hyperbolic tangent.
    Tanh = "tanh", 1, |x, _| x.tanh();
    /// A power of e.
    Exp = "exp", 1, |x, _| x.exp();
    /// A power of two.
    Exp2 = "exp2", 1, |x, _| x.exp2();
    /// A power of e, less one.
    Expm1 = "expm1", 1, |x, _| x.exp_m1();
    /// The natural logarithm.
    Log = "log", 1, |x, _| x.ln();
    /// The logarithm to the base two.
    Log2 = "log2", 1, |x, _| x.log2();
    /// The logarithm to the base ten.
    Log10 = "log10", 1, |x, _| x.log10();
    /// The natural logarithm of one more.
    Log1p = "log1p", 1, |x, _| x.ln_1p();
    /// The cubic root.
    Cbrt = "cbrt", 1, |x, _| x.cbrt();
    /// The angle of a point, given by ordinate and abscissa.
    Atan2 = "atan2", 2, |x, y| x.atan2(y);
    /// A power.
    Pow = "pow", 2, |x, y| x.powf(y);
    /// The length of a hypotenuse.
    Hypot = "hypot", 2, |x, y| x.hypot(y);
}

/// Operands of one sign and kind on which a function behaves.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The operands; the second is one place where there is one only.
    pub at: [Piece; 2],
    /// How.
    pub course: Course,
}

/// How a function behaves on a stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// It moves in one direction with each operand; where it is no number at the ends, it is none between.
    Monotone,
    /// Results lie between these places.
    Between(i128, i128),
    /// Nothing is said.
    Any,
}

impl Function {
    /// The function of this name in C, for doubles.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// What the library gives; what is no number has the pattern computed.
    pub fn of(self, format: Format, v: &[u128]) -> u128 {
        let y = if self.n_operands() == 2 { v[1] } else { 0 };
        let bits = if format == Format::SINGLE {
            self.of_singles(f32::from_bits(v[0] as u32), f32::from_bits(y as u32)).to_bits().into()
        } else {
            self.of_doubles(f64::from_bits(v[0] as u64), f64::from_bits(y as u64)).to_bits().into()
        };
        if format.is_nan(bits) { format.nan() } else { bits }
    }

    /// The number so many places from what the library gives.
    pub fn apply(self, format: Format, v: &[u128]) -> u128 {
        let result = self.of(format, v);
        let off = to_signed(v[self.n_operands()], format.width());
        if format.is_nan(result) {
            result
        } else {
            format.at_place(moved(format, format.place(result), off))
        }
    }

    /// The stretches of the numbers in these sets.
    pub fn stretches(self, format: Format, sets: &[FloatSet], each: &mut dyn FnMut(Stretch)) {
        let first = sets[0].pieces(format);
        if self.n_operands() == 1 {
            for &piece in &*first {
                self.along(format, piece, each);
            }
            return;
        }
        for &x in &*first {
            for &y in &*sets[1].pieces(format) {
                self.across(format, [x, y], each);
            }
        }
    }

    fn along(self, format: Format, piece: Piece, each: &mut dyn FnMut(Stretch)) {
        let mut put = |lo: i128, hi: i128, course: Course| {
            if lo <= hi {
                each(Stretch { at: [Piece { lo, hi }, ONE], course });
            }
        };
        let one = place_of(format, 1.0);
        let (cut, before) = match self {
            Self::Asin | Self::Acos if piece.lo >= 0 => (one + 1, one),
            Self::Asin | Self::Acos | Self::Log1p => (-1 - one, -2 - one),
            Self::Sin | Self::Cos => return self.turns(format, piece, &mut put),
            Self::Tan if self.has_pole(format, piece) => {
                return put(piece.lo, piece.hi, Course::Any);
            }
            _ => (piece.lo, piece.lo - 1),
        };
        put(piece.lo, piece.hi.min(before), Course::Monotone);
        put(piece.lo.max(cut), piece.hi, Course::Monotone);
    }

    /// From one turning point of a sine to the next.
    fn turns(self, format: Format, piece: Piece, put: &mut dyn FnMut(i128, i128, Course)) {
        let (lo, hi) = (number_at(format, piece.lo), number_at(format, piece.hi));
        let first = if self == Self::Sin { FRAC_PI_2 } else { 0.0 };
        let (from, to) = (((lo - first) / PI).ceil(), ((hi - first) / PI).floor());
        if !lo.is_finite() || lo.abs().max(hi.abs()) > FARTHEST_TURN || to - from > 3.0 {
            let one = place_of(format, 1.0);
            let course =
                if lo.is_finite() { Course::Between(-1 - one, one) } else { Course::Monotone };
            return put(piece.lo, piece.hi, course);
        }
        let (mut at, mut turn) = (piece.lo, from);
        while turn <= to {
            let next = place_of(format, first + turn * PI).clamp(at, piece.hi);
            put(at, next, Course::Monotone);
            (at, turn) = (next, turn + 1.0);
        }
        put(at, piece.hi, Course::Monotone);
    }

    /// May a tangent go through infinity here?
    fn has_pole(self, format: Format, piece: Piece) -> bool {
        let ends = [piece.lo, piece.hi].map(|place| number_at(format, place));
        let turns = ends.map(|end| (end - FRAC_PI_2) / PI);
        let near = |turn: f64| (turn - turn.round()).abs() < 1e-6;
        let far = ends.iter().any(|end| end.is_finite() && end.abs() > FARTHEST_TURN);
        far || turns[0].floor() != turns[1].floor() || turns.iter().any(|&turn| near(turn))
    }

    fn across(self, format: Format, at: [Piece; 2], each: &mut dyn FnMut(Stretch)) {
        let [x, y] = at;
        if self != Self::Pow {
            return each(Stretch { at, course: Course::Monotone });
        }
        // A power grows with its exponent on one side of one only, and has no sign between two integers.
        if x.hi < 0 {
            let whole = y.lo == y.hi && number_at(format, y.lo).fract() == 0.0;
            return each(Stretch {
                at,
                course: if whole { Course::Monotone } else { Course::Any },
            });
        }
        let one = place_of(format, 1.0);
        for (lo, hi) in
            [(x.lo, x.hi.min(one - 1)), (x.lo.max(one), x.hi.min(one)), (x.lo.max(one + 1), x.hi)]
        {
            if lo <= hi {
                each(Stretch { at: [Piece { lo, hi }, y], course: Course::Monotone });
            }
        }
    }

    /// The places of results in a box; `None` where nothing is known. An empty range says that there is no number.
    pub fn range(self, format: Format, at: [Piece; 2], off: (i128, i128)) -> Option<(i128, i128)> {
        let is_point = at.iter().all(|piece| piece.lo == piece.hi);
        let off = if is_point { (off.0 + WIDENED, off.1 - WIDENED) } else { off };
        self.range_about(format, at, off)
    }

    /// The same, widened even where there is one point: as the point moves, so do both ends.
    pub fn range_about(
        self,
        format: Format,
        at: [Piece; 2],
        off: (i128, i128),
    ) -> Option<(i128, i128)> {
        let (mut lo, mut hi, mut n_nan) = (i128::MAX, i128::MIN, 0);
        for x in [at[0].lo, at[0].hi] {
            for y in [at[1].lo, at[1].hi] {
                let value = self.of(format, &[format.at_place(x), format.at_place(y)]);
                n_nan += u32::from(format.is_nan(value));
                if !format.is_nan(value) {
                    (lo, hi) = (lo.min(format.place(value)), hi.max(format.place(value)));
                }
            }
        }
        match n_nan {
            0 => Some(widened(format, (lo, hi), off)),
            4 => Some((1, 0)),
            _ => None,
        }
    }

    /// What results can be where an operand is no number.
    pub fn of_nan(self, format: Format, off: (i128, i128)) -> FloatSet {
        let mut found = FloatSet { nan: true, ..FloatSet::EMPTY };
        let number = match self {
            Self::Hypot => Some(format.infinity() as i128),
            Self::Pow => Some(place_of(format, 1.0)),
            _ => None,
        };
        if let Some(place) = number {
            found.add_places(moved(format, place, off.0), moved(format, place, off.1));
        }
        found
    }

    /// What results can be.
    pub(super) fn direct(self, format: Format, args: &[Domain]) -> FloatSet {
        let n = self.n_operands();
        let mut sets = [FloatSet::EMPTY; 2];
        for (set, arg) in sets.iter_mut().zip(&args[..n]) {
            *set = FloatSet::of(format, arg);
        }
        let off = off(format, &args[n]);
        let mut found = FloatSet::EMPTY;
        if sets.iter().any(|set| set.nan) {
            found = self.of_nan(format, off);
        }
        self.stretches(format, &sets[..n], &mut |stretch| {
            let range = match stretch.course {
                Course::Monotone => self.range(format, stretch.at, off),
                Course::Between(lo, hi) => Some(widened(format, (lo, hi), off)),
                Course::Any => None,
            };
            match range {
                None => found = FloatSet::full(format),
                Some((lo, hi)) if lo > hi => found.nan = true,
                Some((lo, hi)) => found.add_places(lo, hi),
            }
        });
        found
    }
}

/// The second operand of a function of one.
const ONE: Piece = Piece { lo: 0, hi: 0 };

/// How far results may lie from the library's.
pub fn off(format: Format, domain: &Domain) -> (i128, i128) {
    let most = format.infinity() as i128;
    (domain.slo.max(-most), domain.shi.min(most))
}

/// A range and what lies near it.
pub fn widened(format: Format, (lo, hi): (i128, i128), off: (i128, i128)) -> (i128, i128) {
    (moved(format, lo, off.0 - WIDENED), moved(format, hi, off.1 + WIDENED))
}

/// A place further on, but neither beyond infinity nor beyond zero: no library errs about a sign.
fn moved(format: Format, place: i128, by: i128) -> i128 {
    let infinity = format.infinity() as i128;
    if place < 0 { (place + by).clamp(-1 - infinity, -1) } else { (place + by).clamp(0, infinity) }
}

fn number_at(format: Format, place: i128) -> f64 {
    let bits = format.at_place(place);
    if format == Format::SINGLE {
        f32::from_bits(bits as u32).into()
    } else {
        f64::from_bits(bits as u64)
    }
}

fn place_of(format: Format, number: f64) -> i128 {
    let bits: u128 = if format == Format::SINGLE {
        (number as f32).to_bits().into()
    } else {
        number.to_bits().into()
    };
    format.place(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of many sizes, and now and then one next to a turning point, to one, to zero or to infinity.
    struct Draw(u64);

    impl Draw {
        fn next(&mut self) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 20
        }

        fn place(&mut self, format: Format) -> i128 {
            let turns = (self.next() % 40) as f64 - 20.0;
            let small = (self.next() % 2000) as f64 / 100.0 - 10.0;
            let special = [turns * FRAC_PI_2, small, 1.0, -1.0, 0.0, 700.0, f64::INFINITY];
            let kind = self.next() as usize % 16;
            match special.get(kind) {
                Some(&number) => {
                    let near = (self.next() % 7) as i128 - 3;
                    let infinity = format.infinity() as i128;
                    (place_of(format, number) + near).clamp(-1 - infinity, infinity)
                }
                None if kind < 12 => {
                    let scale = 2f64.powi((self.next() % 60) as i32 - 30);
                    place_of(format, small * scale)
                }
                None => {
                    let all = 2 * format.infinity() as i128 + 2;
                    (i128::from(self.next()) << 32 ^ i128::from(self.next())) % all - all / 2
                }
            }
        }

        /// A box of one sign or of both, and a place in it.
        fn range(&mut self, format: Format) -> (FloatSet, i128) {
            let (a, b) = (self.place(format), self.place(format));
            let (lo, hi) = (a.min(b), a.max(b));
            let at = match self.next() % 4 {
                0 => lo,
                1 => hi,
                _ => self.place(format).clamp(lo, hi),
            };
            let mut set = FloatSet::EMPTY;
            set.add_places(lo, hi);
            (set, at)
        }
    }

    #[test]
    fn results_lie_where_boxes_say() {
        for &function in Function::ALL {
            for format in [Format::SINGLE, Format::DOUBLE] {
                let mut draw = Draw(function as u64 + 1);
                for _ in 0..5000 {
                    let boxes = [draw.range(format), draw.range(format)];
                    let mut args: Vec<Domain> = boxes[..function.n_operands()]
                        .iter()
                        .map(|(set, _)| set.to_domain(format).expect("a box has numbers"))
                        .collect();
                    let off = draw.next() as i128 % (2 * STATED) - STATED;
                    args.push(Domain::signed(format.width(), -STATED, STATED - 1));
                    let mut v: Vec<u128> = boxes[..function.n_operands()]
                        .iter()
                        .map(|&(_, at)| format.at_place(at))
                        .collect();
                    v.push(crate::to_unsigned(off, format.width()));
                    let result = function.apply(format, &v);
                    let found = function.direct(format, &args);
                    assert!(
                        found.contains(format, result),
                        "{function:?} {format:?} {boxes:?} {off}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_point_is_as_exact_as_the_library() {
        let one = Domain::singleton(64, u128::from(1f64.to_bits()));
        let here = Domain::singleton(64, 0);
        let found = Function::Exp.direct(Format::DOUBLE, &[one, here]);
        let e = u128::from(1f64.exp().to_bits());
        assert_eq!((found.pos.lo, found.pos.hi, found.nan), (e, e, false));
    }
}
