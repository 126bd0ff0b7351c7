//! Dividend and divisor from a rest.
//!
//! With one of them known, the rest moves in one direction with the other as long as the quotient stays the same, and quotients
//! move in one direction, too. So an end of an operand is looked at quotient by quotient, each by halving; where there are too
//! many of them it stays.

use super::{comes_by, first, put};
use term::float::{FloatSet, Piece, Range};
use term::{Domain, Float, FloatOp, Format};

/// Places at each end of an operand that are looked at.
const TRIMMED: usize = 24;
/// Quotients that are looked at for one place.
const QUOTIENTS: usize = 64;
/// Quotients that are looked at for one operand.
const WORK: usize = 500;

/// Adds facts about both operands; false if no values fit together.
pub(super) fn inverse(float: Float, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let format = float.format;
    let cx = Context { float, format, wanted: FloatSet::of(format, r) };
    let (mut a, mut b) = (FloatSet::of(format, &args[0]), FloatSet::of(format, &args[1]));
    let nan = cx.wanted.nan;
    // Where there is no number anyway, an operand may be anything.
    if !(nan && (b.nan || has(&b, 0))) {
        a = cx.dividend(&a, &b);
    }
    if !(nan && (a.nan || has(&a, format.infinity()))) {
        b = cx.divisor(&a, &b);
    }
    put(format, &a, &mut facts[0]) && put(format, &b, &mut facts[1])
}

fn has(set: &FloatSet, magnitude: u128) -> bool {
    let within = |range: Range| range.lo <= magnitude && magnitude <= range.hi;
    within(set.neg) || within(set.pos)
}

/// The numbers with magnitudes between two, by sign.
fn between(set: &FloatSet, lo: u128, hi: u128) -> FloatSet {
    let cut = |range: Range| Range { lo: range.lo.max(lo), hi: range.hi.min(hi) };
    FloatSet { neg: cut(set.neg), pos: cut(set.pos), nan: false }
}

/// A rest, and what is wanted of it.
struct Context {
    float: Float,
    format: Format,
    wanted: FloatSet,
}

impl Context {
    /// Finite, and no less than the least rest; infinite or no number only where the rest may be none.
    fn dividend(&self, a: &FloatSet, b: &FloatSet) -> FloatSet {
        let infinity = self.format.infinity();
        let divisors = between(b, 1, infinity).intervals();
        let mut work = WORK;
        let mut attains =
            |x: i128| divisors.iter().any(|&by| self.attains(by, &|y| [x, y], &mut work));
        let mut possible = between(a, self.least(), infinity - 1);
        if self.is_truncated() {
            // The rest has the dividend's sign.
            possible = possible.meet(&between(&self.of_signs(), 0, infinity));
        }
        let mut left = self.trimmed(&possible, &mut attains);
        if self.wanted.nan {
            left.nan = a.nan;
            add(&mut left, &between(a, infinity, infinity));
        }
        left
    }

    /// Not zero, and no less than the least rest; zero or no number only where the rest may be none.
    fn divisor(&self, a: &FloatSet, b: &FloatSet) -> FloatSet {
        let infinity = self.format.infinity();
        let dividends = between(a, 0, infinity - 1).intervals();
        let mut work = WORK;
        let mut attains =
            |y: i128| dividends.iter().any(|&of| self.attains(of, &|x| [x, y], &mut work));
        let mut left = self.trimmed(&between(b, self.least_divisor(), infinity), &mut attains);
        if self.wanted.nan {
            left.nan = b.nan;
            add(&mut left, &between(b, 0, 0));
        }
        left
    }

    fn is_truncated(&self) -> bool {
        self.float.op == FloatOp::Fmod
    }

    /// All numbers with a sign that is wanted.
    fn of_signs(&self) -> FloatSet {
        let mut all = FloatSet::full(self.format);
        for (range, wanted) in [(&mut all.neg, self.wanted.neg), (&mut all.pos, self.wanted.pos)] {
            *range = if wanted.is_empty() { wanted } else { *range };
        }
        all
    }

    /// The least magnitude of a rest; no operand is less where it is a number.
    fn least(&self) -> u128 {
        let of = |range: Range| if range.is_empty() { u128::MAX >> 1 } else { range.lo };
        of(self.wanted.neg).min(of(self.wanted.pos))
    }

    /// The least magnitude of a divisor: more than the rest, or twice it where that is the nearest one.
    fn least_divisor(&self) -> u128 {
        let (least, width) = (self.least(), self.format.width());
        if least >= self.format.infinity() {
            return least;
        }
        if self.is_truncated() {
            return least + 1;
        }
        let twice = Float::nearest(FloatOp::Add, self.format);
        twice.apply(width, width, &[least, least]).max(1)
    }

    /// Without places at the ends for which there is no rest as wanted.
    fn trimmed(&self, set: &FloatSet, attains: &mut dyn FnMut(i128) -> bool) -> FloatSet {
        let mut left = FloatSet::EMPTY;
        for &Piece { mut lo, mut hi } in &*set.intervals() {
            for _ in 0..TRIMMED {
                let (at_lo, at_hi) = (attains(lo), attains(hi));
                lo += i128::from(!at_lo);
                hi -= i128::from(!at_hi);
                if at_lo && at_hi || lo > hi {
                    break;
                }
            }
            if lo <= hi {
                left.add_places(lo, hi);
            }
        }
        left
    }

    /// Is there a rest as wanted, with one operand in a piece?
    fn attains(
        &self,
        piece: Piece,
        operands: &dyn Fn(i128) -> [i128; 2],
        work: &mut usize,
    ) -> bool {
        let value = |place: i128| self.format.place(self.rest(self.float.op, operands(place)));
        let mut from = piece.lo;
        for _ in 0..QUOTIENTS {
            let Some(quotient) = self.quotient(operands(from)).filter(|_| *work > 0) else {
                return true;
            };
            *work -= 1;
            let same = |place: i128| self.quotient(operands(place)) == Some(quotient);
            let to = if same(piece.hi) {
                piece.hi
            } else {
                first(from, piece.hi, &|place| !same(place)) - 1
            };
            let part = Piece { lo: from, hi: to };
            if self.wanted.intervals().iter().any(|&wanted| comes_by(part, wanted, &value)) {
                return true;
            }
            if to == piece.hi {
                return false;
            }
            from = to + 1;
        }
        true
    }

    fn rest(&self, op: FloatOp, operands: [i128; 2]) -> u128 {
        let width = self.format.width();
        let bits = operands.map(|place| self.format.at_place(place));
        Float::nearest(op, self.format).apply(width, width, &bits)
    }

    /// The quotient's magnitude rounded to zero, and whether the other neighbour is taken instead; `None` if it is too large to be
    /// told. An infinite divisor goes into nothing.
    fn quotient(&self, operands: [i128; 2]) -> Option<(u128, bool)> {
        let [x, y] = operands.map(|place| self.parts(place));
        let up = self.float.op == FloatOp::Remainder
            && self.rest(FloatOp::Fmod, operands) != self.rest(FloatOp::Remainder, operands);
        if is_infinite(self.format, operands[1]) || x.0 == 0 {
            return Some((0, false));
        }
        let shift = x.1 - y.1;
        let quotient = match shift {
            0..=63 => (x.0 << shift) / y.0,
            -63..=-1 => x.0 / (y.0 << -shift),
            ..=-64 => 0,
            _ => return None,
        };
        Some((quotient, up))
    }

    /// Significand and exponent of a number.
    fn parts(&self, place: i128) -> (u128, i32) {
        let magnitude = self.format.at_place(place) & (self.format.sign() - 1);
        let (stored, hidden) =
            (magnitude >> self.format.fraction_bits(), 1u128 << self.format.fraction_bits());
        match stored {
            0 => (magnitude, 1),
            _ => (magnitude % hidden + hidden, stored as i32),
        }
    }
}

/// Is the number infinite?
fn is_infinite(format: Format, place: i128) -> bool {
    format.at_place(place) & (format.sign() - 1) == format.infinity()
}

fn add(set: &mut FloatSet, more: &FloatSet) {
    for piece in &*more.intervals() {
        set.add_places(piece.lo, piece.hi);
    }
}
