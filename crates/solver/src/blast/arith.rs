//! Words of wires, lowest bit first: adders, multipliers, dividers, shifters.

use super::circuit::{Bit, Circuit};

pub(crate) type Word = Vec<Bit>;

/// `a + b + carry` and the carry out.
pub(crate) fn add(c: &mut Circuit, a: &[Bit], b: &[Bit], carry: Bit) -> (Word, Bit) {
    let mut carry = carry;
    let sum = a
        .iter()
        .zip(b)
        .map(|(&x, &y)| {
            let (out, next) = c.full_adder(x, y, carry);
            carry = next;
            out
        })
        .collect();
    (sum, carry)
}

/// `a - b`, and a wire that is true where `a >= b`.
pub(crate) fn sub(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> (Word, Bit) {
    add(c, a, &complement(b), Bit::TRUE)
}

pub(crate) fn complement(a: &[Bit]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

pub(crate) fn negate(c: &mut Circuit, a: &[Bit]) -> Word {
    let zero = vec![Bit::FALSE; a.len()];
    sub(c, &zero, a).0
}

/// `a < b`, unsigned.
pub(crate) fn less(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> Bit {
    // The borrow of a - b, without the difference bits.
    let at_least = a.iter().zip(b).fold(Bit::TRUE, |carry, (&x, &y)| c.majority(x, !y, carry));
    !at_least
}

/// `a < b`, signed: the unsigned order with the sign bits exchanged.
pub(crate) fn signed_less(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> Bit {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    let top = a.len() - 1;
    (a[top], b[top]) = (b[top], a[top]);
    less(c, &a, &b)
}

pub(crate) fn equal(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> Bit {
    let differences: Word = a.iter().zip(b).map(|(&x, &y)| c.xor(x, y)).collect();
    !any(c, &differences)
}

/// Disjunction as a balanced tree.
pub(crate) fn any(c: &mut Circuit, bits: &[Bit]) -> Bit {
    match bits {
        [] => Bit::FALSE,
        [only] => *only,
        _ => {
            let (left, right) = bits.split_at(bits.len() / 2);
            let (left, right) = (any(c, left), any(c, right));
            c.or(left, right)
        }
    }
}

pub(crate) fn choose(c: &mut Circuit, condition: Bit, a: &[Bit], b: &[Bit]) -> Word {
    a.iter().zip(b).map(|(&x, &y)| c.mux(condition, x, y)).collect()
}

/// The low bits of `a * b`.
pub(crate) fn mul(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> Word {
    let constants = |word: &[Bit]| word.iter().filter(|bit| bit.as_constant().is_some()).count();
    if constants(a) > constants(b) {
        return mul(c, b, a);
    }
    if let Some(digits) = signed_digits(b) {
        return mul_constant(c, a, &digits);
    }
    let mut sum = vec![Bit::FALSE; a.len()];
    for (at, &bit) in b.iter().enumerate() {
        let row: Word = a[..a.len() - at].iter().map(|&x| c.and(x, bit)).collect();
        let (high, _) = add(c, &sum[at..], &row, Bit::FALSE);
        sum[at..].copy_from_slice(&high);
    }
    sum
}

/// A constant in digits -1, 0, 1 without two neighbours that are not 0 (Reitwieser's form):
/// the fewest additions and subtractions.
fn signed_digits(word: &[Bit]) -> Option<Vec<i8>> {
    let bits: Vec<bool> = word.iter().map(|bit| bit.as_constant()).collect::<Option<_>>()?;
    let mut digits = Vec::with_capacity(bits.len());
    let mut carry = false;
    for at in 0..bits.len() {
        let next = bits.get(at + 1).copied().unwrap_or(false);
        let odd = bits[at] != carry;
        let digit = if !odd {
            0
        } else if next {
            -1
        } else {
            1
        };
        carry = if odd { next } else { bits[at] && carry };
        digits.push(digit);
    }
    Some(digits)
}

fn mul_constant(c: &mut Circuit, a: &[Bit], digits: &[i8]) -> Word {
    let mut sum = vec![Bit::FALSE; a.len()];
    for (at, &digit) in digits.iter().enumerate() {
        let row = &a[..a.len() - at];
        let high = match digit {
            0 => continue,
            1 => add(c, &sum[at..], row, Bit::FALSE).0,
            _ => sub(c, &sum[at..], row).0,
        };
        sum[at..].copy_from_slice(&high);
    }
    sum
}

/// `a * b` with a wire that is true where the unsigned product exceeds the width.
pub(crate) fn mul_with_overflow(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> (Word, Bit) {
    let width = a.len();
    let mut sum = vec![Bit::FALSE; width];
    let mut lost = Vec::new();
    // above[i]: is some bit of `a` at or above position i set?
    let mut above = vec![Bit::FALSE; width + 1];
    for at in (0..width).rev() {
        above[at] = c.or(above[at + 1], a[at]);
    }
    for (at, &bit) in b.iter().enumerate() {
        let row: Word = a[..width - at].iter().map(|&x| c.and(x, bit)).collect();
        let (high, carry) = add(c, &sum[at..], &row, Bit::FALSE);
        sum[at..].copy_from_slice(&high);
        lost.push(carry);
        let beyond = c.and(bit, above[width - at]);
        lost.push(beyond);
    }
    let overflow = any(c, &lost);
    (sum, overflow)
}

/// Does the signed product leave the width? Multiplies magnitudes and compares with the limit.
pub(crate) fn signed_mul_overflow(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> Bit {
    let top = a.len() - 1;
    let (magnitude_a, magnitude_b) = (magnitude(c, a), magnitude(c, b));
    let (product, overflow) = mul_with_overflow(c, &magnitude_a, &magnitude_b);
    let is_negative = c.xor(a[top], b[top]);
    // Within: product < 2^top, or product = 2^top and the result is negative.
    let low = any(c, &product[..top]);
    let exactly_limit = c.and(is_negative, !low);
    let too_large = c.and(product[top], !exactly_limit);
    c.or(overflow, too_large)
}

pub(crate) fn magnitude(c: &mut Circuit, a: &[Bit]) -> Word {
    let sign = a[a.len() - 1];
    let negated = negate(c, a);
    choose(c, sign, &negated, a)
}

/// Quotient and remainder by restoring division; by zero all ones and the dividend.
pub(crate) fn divide(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> (Word, Word) {
    let width = a.len();
    let mut quotient = vec![Bit::FALSE; width];
    // One bit wider than the operands: the shifted remainder may exceed the width.
    let mut rest = vec![Bit::FALSE; width + 1];
    let mut divisor = b.to_vec();
    divisor.push(Bit::FALSE);
    for at in (0..width).rev() {
        rest.pop();
        rest.insert(0, a[at]);
        let (difference, fits) = sub(c, &rest, &divisor);
        quotient[at] = fits;
        rest = choose(c, fits, &difference, &rest);
    }
    rest.truncate(width);
    (quotient, rest)
}

/// Signed quotient and remainder through magnitudes.
pub(crate) fn signed_divide(c: &mut Circuit, a: &[Bit], b: &[Bit]) -> (Word, Word) {
    let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
    let (magnitude_a, magnitude_b) = (magnitude(c, a), magnitude(c, b));
    let (quotient, rest) = divide(c, &magnitude_a, &magnitude_b);
    let differ = c.xor(sign_a, sign_b);
    let (negated_quotient, negated_rest) = (negate(c, &quotient), negate(c, &rest));
    (choose(c, differ, &negated_quotient, &quotient), choose(c, sign_a, &negated_rest, &rest))
}

/// Which way a shifter goes and what it lets in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shift {
    Left,
    Right(Bit),
}

/// A barrel shifter; amounts of the width or more let in nothing but the filler.
pub(crate) fn shift(c: &mut Circuit, kind: Shift, a: &[Bit], amount: &[Bit]) -> Word {
    let width = a.len();
    let filler = match kind {
        Shift::Left => Bit::FALSE,
        Shift::Right(filler) => filler,
    };
    let mut word = a.to_vec();
    let mut beyond = Vec::new();
    for (stage, &bit) in amount.iter().enumerate() {
        if stage >= 32 || 1usize << stage >= width {
            beyond.push(bit);
            continue;
        }
        let by = 1usize << stage;
        let moved: Word = (0..width)
            .map(|at| match kind {
                Shift::Left => {
                    if at >= by {
                        word[at - by]
                    } else {
                        filler
                    }
                }
                Shift::Right(_) => *word.get(at + by).unwrap_or(&filler),
            })
            .collect();
        word = choose(c, bit, &moved, &word);
    }
    let all_out = any(c, &beyond);
    word.iter().map(|&bit| c.mux(all_out, filler, bit)).collect()
}
