//! Numbers as decimal text, as `printf` writes doubles and `scanf` reads them: how long the text is, each of its bytes, and the
//! number that it is read as.
//!
//! Both ways are exact: digits are rounded correctly, and so is what is read. Rounding to digits is monotone, so that a number
//! that was read again has bounds like that of any other operator. Of bytes little is said; they have values by execution.

use super::{FloatSet, Format};
use crate::Domain;

/// What is asked of the text of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Printed {
    /// How it is written.
    pub style: Style,
    /// Digits behind the point, or all that matter in [`Style::General`].
    pub precision: u8,
    /// It is filled up with blanks in front to this length.
    pub width: u8,
    /// What of it.
    pub shown: Shown,
}

/// The conversions of `printf`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Style {
    /// `%f`
    Fixed,
    /// `%e`
    Scientific,
    /// `%g`
    General,
}

/// What is asked of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shown {
    /// How many bytes there are.
    Length,
    /// The byte at an index; zero behind the last.
    Byte(u16),
    /// The number that it is read as.
    Value,
}

impl Printed {
    /// The same text, and something else of it.
    #[must_use]
    pub const fn with(self, shown: Shown) -> Self {
        Self { shown, ..self }
    }

    /// No text is longer.
    pub fn longest(self) -> u16 {
        let digits = u16::from(self.precision);
        let longest = match self.style {
            // A sign, 309 digits, a point.
            Style::Fixed => 311 + digits,
            // A sign, a digit, a point, and an exponent of three digits with its letter and sign.
            Style::Scientific => 8 + digits,
            // As that; or a zero, a point and three zeros before the first digit.
            Style::General => 7 + digits.max(1),
        };
        longest.max(u16::from(self.width))
    }

    /// What is asked of the text of the double with these bits.
    pub(super) fn apply(self, bits: u128) -> u128 {
        let text = self.text(f64::from_bits(bits as u64));
        match self.shown {
            Shown::Length => text.len() as u128,
            Shown::Byte(at) => text.as_bytes().get(usize::from(at)).copied().unwrap_or(0).into(),
            Shown::Value => read(&text),
        }
    }

    /// What lengths and bytes can be.
    pub(super) fn direct(self, width: u32, set: &FloatSet) -> Domain {
        let (lo, hi) = match self.shown {
            Shown::Length => self.lengths(set),
            Shown::Byte(0) => (b' '.into(), b'n'.into()),
            Shown::Byte(at) if at >= self.longest() => (0, 0),
            Shown::Byte(_) => (0, b'n'.into()),
            Shown::Value => unreachable!("what is read is a float"),
        };
        Domain::unsigned(width, lo, hi)
    }

    /// Digits before the point do not become fewer with the magnitude; otherwise only what holds of all numbers is said.
    fn lengths(self, set: &FloatSet) -> (u128, u128) {
        let (mut lo, mut hi) = (u128::from(self.longest()), 1);
        let mut put = |len: u128| (lo, hi) = (lo.min(len), hi.max(len));
        let format = Format::DOUBLE;
        for piece in &*set.pieces(format) {
            let ends = [piece.lo, piece.hi].map(|place| self.apply_length(format.at_place(place)));
            if self.style != Style::Fixed && piece.lo < piece.hi {
                put(u128::from(self.width.max(1)));
                put(u128::from(self.longest()));
            }
            ends.into_iter().for_each(&mut put);
        }
        if set.nan {
            put(u128::from(self.width.max(3)));
            put(u128::from(self.width.max(4)));
        }
        (lo, hi)
    }

    fn apply_length(self, bits: u128) -> u128 {
        self.with(Shown::Length).apply(bits)
    }

    fn text(self, value: f64) -> String {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        let digits = match value.abs() {
            magnitude if magnitude.is_nan() => "nan".to_owned(),
            magnitude if magnitude.is_infinite() => "inf".to_owned(),
            magnitude => self.digits(magnitude),
        };
        format!("{:>1$}", format!("{sign}{digits}"), usize::from(self.width))
    }

    fn digits(self, magnitude: f64) -> String {
        let precision = usize::from(self.precision);
        match self.style {
            Style::Fixed => format!("{magnitude:.precision$}"),
            Style::Scientific => scientific(magnitude, precision).0,
            Style::General => {
                let precision = precision.max(1);
                let (text, exponent) = scientific(magnitude, precision - 1);
                if exponent < -4 || exponent >= precision as i32 {
                    let (digits, power) = text.split_once('e').expect("there is an exponent");
                    return format!("{}e{power}", trimmed(digits));
                }
                let places = (precision as i32 - 1 - exponent) as usize;
                trimmed(&format!("{magnitude:.places$}")).to_owned()
            }
        }
    }
}

/// A digit, others behind a point, and a power of ten of at least two digits; and that power.
fn scientific(magnitude: f64, precision: usize) -> (String, i32) {
    let text = format!("{magnitude:.precision$e}");
    let (digits, power) = text.split_once('e').expect("there is an exponent");
    let power: i32 = power.parse().expect("the exponent is a number");
    let sign = if power < 0 { '-' } else { '+' };
    (format!("{digits}e{sign}{:02}", power.abs()), power)
}

/// Without zeros at the end of a fraction.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

fn read(text: &str) -> u128 {
    let value: f64 = text.trim_start().parse().expect("what was printed can be read");
    if value.is_nan() { Format::DOUBLE.nan() } else { value.to_bits().into() }
}
