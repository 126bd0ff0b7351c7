//! The operators in digits of 32 bits, lowest first, twice as many as the widest value needs.

use std::cmp::Ordering;
use term::Op;

const DIGITS: usize = 9;
const BITS: u32 = 32 * DIGITS as u32;

/// A number modulo 2^288: no sum or product of two values of 128 bits reaches the end,
/// so it also holds their exact signed results.
type Number = [u32; DIGITS];

/// The operator's value, from operands `(value, width)`.
pub(super) fn apply(op: Op, width: u32, args: &[(u128, u32)]) -> u128 {
    let u = |at: usize| from(args[at].0);
    let s = |at: usize| extend(from(args[at].0), args[at].1);
    let w = args[0].1;
    let result = match op {
        Op::Table(_) => panic!("a table should be asked for its word"),
        Op::Const(_) | Op::Var(_) => panic!("a leaf should have no operands"),
        Op::Float(_) => panic!("floats should be computed as floats"),
        Op::Not => map2(u(0), from(0), |a, _| !a),
        Op::Neg => minus(u(0)),
        Op::Add => plus(u(0), u(1)),
        Op::Sub => plus(u(0), minus(u(1))),
        Op::Mul => times(u(0), u(1)),
        Op::Udiv => {
            if u(1) == from(0) {
                minus(from(1))
            } else {
                divide(u(0), u(1)).0
            }
        }
        Op::Urem => {
            if u(1) == from(0) {
                u(0)
            } else {
                divide(u(0), u(1)).1
            }
        }
        Op::Sdiv => signed_divide(s(0), s(1)).0,
        Op::Srem => signed_divide(s(0), s(1)).1,
        Op::Shl => shift_left(u(0), amount(args[1].0, width)),
        Op::Lshr => shift_right(u(0), amount(args[1].0, width)),
        Op::Ashr => shift_right(s(0), amount(args[1].0, width)),
        Op::And => map2(u(0), u(1), |a, b| a & b),
        Op::Or => map2(u(0), u(1), |a, b| a | b),
        Op::Xor => map2(u(0), u(1), |a, b| a ^ b),
        Op::Eq => truth(compare(u(0), u(1)) == Ordering::Equal),
        Op::Ult => truth(compare(u(0), u(1)) == Ordering::Less),
        Op::Ule => truth(compare(u(0), u(1)) != Ordering::Greater),
        Op::Slt => truth(negative(plus(s(0), minus(s(1))))),
        Op::Sle => truth(!negative(plus(s(1), minus(s(0))))),
        Op::Ite => {
            if u(0) == from(1) {
                u(1)
            } else {
                u(2)
            }
        }
        Op::Concat => plus(shift_left(u(0), args[1].1), u(1)),
        Op::Extract(lo) => shift_right(u(0), u32::from(lo)),
        Op::Zext => u(0),
        Op::Sext => s(0),
        Op::UaddOverflow => truth(plus(u(0), u(1)) != cut(plus(u(0), u(1)), w)),
        Op::SaddOverflow => truth(leaves(plus(s(0), s(1)), w)),
        Op::SsubOverflow => truth(leaves(plus(s(0), minus(s(1))), w)),
        Op::UmulOverflow => truth(times(u(0), u(1)) != cut(times(u(0), u(1)), w)),
        Op::SmulOverflow => truth(leaves(times(s(0), s(1)), w)),
        Op::All => truth(args.iter().all(|&(value, _)| value == 1)),
        Op::Any => truth(args.iter().any(|&(value, _)| value == 1)),
        Op::Element => u(1 + args[0].0.min(args.len() as u128 - 2) as usize),
    };
    value(cut(result, width))
}

fn from(value: u128) -> Number {
    let mut number = [0; DIGITS];
    for (at, digit) in number.iter_mut().take(4).enumerate() {
        *digit = (value >> (32 * at)) as u32;
    }
    number
}

fn value(number: Number) -> u128 {
    (0..4).map(|at| u128::from(number[at]) << (32 * at)).sum()
}

fn truth(value: bool) -> Number {
    from(u128::from(value))
}

fn bit(number: Number, at: u32) -> bool {
    number[(at / 32) as usize] >> (at % 32) & 1 == 1
}

fn set_bit(number: &mut Number, at: u32, to: bool) {
    let digit = &mut number[(at / 32) as usize];
    *digit = *digit & !(1 << (at % 32)) | u32::from(to) << (at % 32);
}

/// The number modulo 2^width.
fn cut(mut number: Number, width: u32) -> Number {
    (width..BITS).for_each(|at| set_bit(&mut number, at, false));
    number
}

/// The same with every bit from the sign up equal to the sign.
fn extend(mut number: Number, width: u32) -> Number {
    let sign = bit(number, width - 1);
    (width..BITS).for_each(|at| set_bit(&mut number, at, sign));
    number
}

fn negative(number: Number) -> bool {
    bit(number, BITS - 1)
}

fn leaves(exact: Number, width: u32) -> bool {
    extend(exact, width) != exact
}

fn map2(a: Number, b: Number, f: fn(u32, u32) -> u32) -> Number {
    std::array::from_fn(|at| f(a[at], b[at]))
}

fn plus(a: Number, b: Number) -> Number {
    let mut carry = 0;
    std::array::from_fn(|at| {
        let sum = u64::from(a[at]) + u64::from(b[at]) + carry;
        carry = sum >> 32;
        sum as u32
    })
}

fn minus(a: Number) -> Number {
    let mut one = from(0);
    one[0] = 1;
    plus(map2(a, one, |digit, _| !digit), one)
}

fn times(a: Number, b: Number) -> Number {
    let mut result = [0; DIGITS];
    for i in 0..DIGITS {
        let mut carry = 0;
        for j in 0..DIGITS - i {
            let sum = u64::from(a[i]) * u64::from(b[j]) + u64::from(result[i + j]) + carry;
            result[i + j] = sum as u32;
            carry = sum >> 32;
        }
    }
    result
}

fn compare(a: Number, b: Number) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Quotient and remainder by long division, bit by bit.
fn divide(a: Number, b: Number) -> (Number, Number) {
    let (mut quotient, mut rest) = ([0; DIGITS], [0; DIGITS]);
    for at in (0..BITS).rev() {
        rest = shift_left(rest, 1);
        set_bit(&mut rest, 0, bit(a, at));
        if compare(rest, b) != Ordering::Less {
            rest = plus(rest, minus(b));
            set_bit(&mut quotient, at, true);
        }
    }
    (quotient, rest)
}

fn signed_divide(a: Number, b: Number) -> (Number, Number) {
    if b == from(0) {
        return (if negative(a) { from(1) } else { minus(from(1)) }, a);
    }
    let magnitude = |number| if negative(number) { minus(number) } else { number };
    let (quotient, rest) = divide(magnitude(a), magnitude(b));
    let quotient = if negative(a) == negative(b) { quotient } else { minus(quotient) };
    (quotient, if negative(a) { minus(rest) } else { rest })
}

/// How far a value of `width` bits is shifted: never further than all of them.
fn amount(by: u128, width: u32) -> u32 {
    by.min(u128::from(width)) as u32
}

fn shift_left(number: Number, by: u32) -> Number {
    let mut result = [0; DIGITS];
    (by..BITS).for_each(|at| set_bit(&mut result, at, bit(number, at - by)));
    result
}

/// Copies of the highest bit come in, which is 0 for values that are not sign-extended.
fn shift_right(number: Number, by: u32) -> Number {
    let mut result = [0; DIGITS];
    (0..BITS).for_each(|at| set_bit(&mut result, at, bit(number, (at + by).min(BITS - 1))));
    result
}
