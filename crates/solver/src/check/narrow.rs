//! The operators on integers that `i128` holds without overflow.

use term::Op;

/// The operator's value, from operands `(value, width)`.
pub(super) fn apply(op: Op, width: u32, args: &[(u128, u32)]) -> u128 {
    let u = |at: usize| args[at].0 as i128;
    let s = |at: usize| signed(args[at].0, args[at].1);
    let result = match op {
        Op::Table(_) => panic!("a table should be asked for its word"),
        Op::Const(_) | Op::Var(_) => panic!("a leaf should have no operands"),
        Op::Float(_) => panic!("floats should be computed as floats"),
        Op::Not => -1 - u(0),
        Op::Neg => -u(0),
        Op::Add => u(0) + u(1),
        Op::Sub => u(0) - u(1),
        Op::Mul => u(0) * u(1),
        Op::Udiv => {
            if u(1) == 0 {
                -1
            } else {
                u(0) / u(1)
            }
        }
        Op::Urem => {
            if u(1) == 0 {
                u(0)
            } else {
                u(0) - u(0) / u(1) * u(1)
            }
        }
        Op::Sdiv => match (s(0), s(1)) {
            (a, 0) => {
                if a < 0 {
                    1
                } else {
                    -1
                }
            }
            (a, b) => a / b,
        },
        Op::Srem => match (s(0), s(1)) {
            (a, 0) => a,
            (a, b) => a - a / b * b,
        },
        Op::Shl => {
            if u(1) >= i128::from(width) {
                0
            } else {
                u(0) * power(u(1))
            }
        }
        Op::Lshr => {
            if u(1) >= i128::from(width) {
                0
            } else {
                u(0).div_euclid(power(u(1)))
            }
        }
        Op::Ashr => s(0).div_euclid(power(u(1).min(i128::from(width)))),
        Op::And => by_bits(args, |a, b| a == 1 && b == 1),
        Op::Or => by_bits(args, |a, b| a == 1 || b == 1),
        Op::Xor => by_bits(args, |a, b| a != b),
        Op::Eq => i128::from(u(0) == u(1)),
        Op::Ult => i128::from(u(0) < u(1)),
        Op::Ule => i128::from(u(0) <= u(1)),
        Op::Slt => i128::from(s(0) < s(1)),
        Op::Sle => i128::from(s(0) <= s(1)),
        Op::Ite => {
            if u(0) == 1 {
                u(1)
            } else {
                u(2)
            }
        }
        Op::Concat => u(0) * power(i128::from(args[1].1)) + u(1),
        Op::Extract(lo) => u(0).div_euclid(power(i128::from(lo))),
        Op::Zext => u(0),
        Op::Sext => s(0),
        Op::UaddOverflow => i128::from(u(0) + u(1) >= power(i128::from(args[0].1))),
        Op::SaddOverflow => outside(s(0) + s(1), args[0].1),
        Op::SsubOverflow => outside(s(0) - s(1), args[0].1),
        Op::UmulOverflow => i128::from(u(0) * u(1) >= power(i128::from(args[0].1))),
        Op::SmulOverflow => outside(s(0) * s(1), args[0].1),
        Op::All => i128::from(args.iter().filter(|arg| arg.0 == 0).count() == 0),
        Op::Any => i128::from(args.iter().filter(|arg| arg.0 == 1).count() > 0),
        Op::Element => u(1 + args[0].0.min(args.len() as u128 - 2) as usize),
    };
    result.rem_euclid(power(i128::from(width))) as u128
}

fn power(exponent: i128) -> i128 {
    2i128.pow(exponent as u32)
}

fn signed(value: u128, width: u32) -> i128 {
    let value = value as i128;
    if value >= power(i128::from(width) - 1) { value - power(i128::from(width)) } else { value }
}

fn outside(exact: i128, width: u32) -> i128 {
    let limit = power(i128::from(width) - 1);
    i128::from(exact < -limit || exact >= limit)
}

fn by_bits(args: &[(u128, u32)], bit: fn(u64, u64) -> bool) -> i128 {
    // Narrow operands fit a machine word.
    let (mut a, mut b, mut weight, mut sum) = (args[0].0 as u64, args[1].0 as u64, 1u64, 0u64);
    while a > 0 || b > 0 {
        if bit(a & 1, b & 1) {
            sum += weight;
        }
        (a, b, weight) = (a >> 1, b >> 1, weight << 1);
    }
    i128::from(sum)
}
