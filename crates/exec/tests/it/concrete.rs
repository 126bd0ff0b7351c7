//! The second domain of values: words with one value. What is unknown is drawn when it is asked for.
//!
//! A machine over these words is an interpreter of the IR, and so the real one can judge it.

use exec::{Algebra, Bin, Range};
use fuzzgen::Rng;
use term::Float;

/// A word of some bits and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) width: u32,
    pub(crate) bits: u128,
}

impl Word {
    fn new(width: u32, bits: u128) -> Self {
        Self { width, bits: bits & mask(width) }
    }

    fn truth(it: bool) -> Self {
        Self::new(1, u128::from(it))
    }

    /// Its value as a signed number.
    pub(crate) fn signed(self) -> i128 {
        let unused = 128 - self.width;
        ((self.bits << unused) as i128) >> unused
    }
}

/// Where words come from that nobody knows.
pub(crate) struct Concrete {
    pub(crate) rng: Rng,
}

impl Concrete {
    /// Mostly small numbers: of those the choices of a machine are made.
    fn draw(&mut self, name: &str, width: u32) -> u128 {
        let rng = &mut self.rng;
        if name.starts_with("length of ") {
            return 1 + rng.below(6) as u128;
        }
        match rng.below(8) {
            0..4 => rng.below(4) as u128,
            4 => rng.range(-2, 9) as u128,
            5 => rng.below(128) as u128,
            6 => *rng.pick(&[mask(width), mask(width - 1), mask(width - 1) + 1]),
            _ => u128::from(rng.draw()) << 64 | u128::from(rng.draw()),
        }
    }
}

impl Algebra for Concrete {
    type Word = Word;

    fn constant(&mut self, width: u32, value: u128) -> Word {
        Word::new(width, value)
    }

    fn fresh(&mut self, name: &str, width: u32) -> Word {
        let bits = self.draw(name, width);
        Word::new(width, bits)
    }

    fn width(&self, word: Word) -> u32 {
        word.width
    }

    fn as_const(&self, word: Word) -> Option<u128> {
        Some(word.bits)
    }

    fn range(&mut self, word: Word) -> Range {
        self.range_always(word)
    }

    fn range_always(&self, word: Word) -> Range {
        let (lo, signed) = (word.bits, word.signed());
        let zeros = word.bits.trailing_zeros().min(word.width);
        Range { lo, hi: lo, signed_lo: signed, signed_hi: signed, zeros }
    }

    fn not(&mut self, a: Word) -> Word {
        Word::new(a.width, !a.bits)
    }

    fn neg(&mut self, a: Word) -> Word {
        Word::new(a.width, a.bits.wrapping_neg())
    }

    fn bin(&mut self, op: Bin, a: Word, b: Word) -> Word {
        assert_eq!(a.width, b.width, "{op:?} of words of different widths");
        let (x, y) = (a.bits, b.bits);
        let amount = u32::try_from(y).ok().filter(|&it| it < a.width);
        let of = |bits| Word::new(a.width, bits);
        match op {
            Bin::Add => of(x.wrapping_add(y)),
            Bin::Sub => of(x.wrapping_sub(y)),
            Bin::Mul => of(x.wrapping_mul(y)),
            // Division by zero has trapped before anybody looks at this.
            Bin::Udiv => of(x.checked_div(y).unwrap_or(0)),
            Bin::Urem => of(x.checked_rem(y).unwrap_or(0)),
            Bin::Sdiv if y == 0 => of(0),
            Bin::Srem if y == 0 => of(0),
            Bin::Sdiv => of(a.signed().wrapping_div(b.signed()) as u128),
            Bin::Srem => of(a.signed().wrapping_rem(b.signed()) as u128),
            Bin::Shl => of(amount.map_or(0, |by| x << by)),
            Bin::Lshr => of(amount.map_or(0, |by| x >> by)),
            Bin::Ashr => of((a.signed() >> amount.unwrap_or(a.width - 1)) as u128),
            Bin::And => of(x & y),
            Bin::Or => of(x | y),
            Bin::Xor => of(x ^ y),
            Bin::Eq => Word::truth(x == y),
            Bin::Ult => Word::truth(x < y),
            Bin::Ule => Word::truth(x <= y),
            Bin::Slt => Word::truth(a.signed() < b.signed()),
            Bin::Sle => Word::truth(a.signed() <= b.signed()),
            Bin::AddOverflow => leaves(a.width, a.signed().checked_add(b.signed())),
            Bin::SubOverflow => leaves(a.width, a.signed().checked_sub(b.signed())),
            Bin::MulOverflow => leaves(a.width, a.signed().checked_mul(b.signed())),
        }
    }

    fn ite(&mut self, c: Word, a: Word, b: Word) -> Word {
        assert_eq!((c.width, a.width), (1, b.width), "a choice between words of different widths");
        if c.bits == 1 { a } else { b }
    }

    fn float(&mut self, float: Float, width: u32, args: &[Word]) -> Word {
        let values: Vec<u128> = args.iter().map(|arg| arg.bits).collect();
        let width = match float.result() {
            Some(format) => format.width(),
            None if float.op.is_comparison() => 1,
            None => width,
        };
        Word::new(width, float.apply(width, args[0].width, &values))
    }

    fn element(&mut self, index: Word, cells: &[Word]) -> Word {
        cells[index.bits as usize]
    }

    fn table(&mut self, index: Word, words: &std::sync::Arc<entity::Column>) -> Word {
        Word::new(words.width(), words.at(index.bits).into())
    }

    fn extract(&mut self, a: Word, lo: u32, width: u32) -> Word {
        assert!(lo + width <= a.width, "bits should be taken from where there are some");
        Word::new(width, a.bits >> lo)
    }

    fn concat(&mut self, high: Word, low: Word) -> Word {
        Word::new(high.width + low.width, high.bits << low.width | low.bits)
    }

    fn zext(&mut self, a: Word, width: u32) -> Word {
        Word::new(width, a.bits)
    }

    fn sext(&mut self, a: Word, width: u32) -> Word {
        Word::new(width, a.signed() as u128)
    }
}

/// Does a signed result leave its width?
fn leaves(width: u32, exact: Option<i128>) -> Word {
    Word::truth(exact.is_none_or(|it| Word::new(width, it as u128).signed() != it))
}

fn mask(width: u32) -> u128 {
    if width == 0 { 0 } else { u128::MAX >> (128 - width) }
}
