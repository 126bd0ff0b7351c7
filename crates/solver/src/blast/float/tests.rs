//! Circuits, evaluated wire by wire, against folding.

use super::*;
use crate::blast::circuit::Gate;

/// The values of all wires, for inputs in the order of their making.
fn evaluate(c: &Circuit, inputs: u128, word: &[Bit]) -> u128 {
    let mut values: Vec<bool> = Vec::with_capacity(c.n_gates());
    let mut next = 0;
    for at in 0..c.n_gates() {
        let of = |bit: Bit| values[bit.gate()] != bit.is_negated();
        let value = match c.gate(at) {
            Gate::False => false,
            Gate::Input(_) => {
                next += 1;
                inputs >> (next - 1) & 1 == 1
            }
            Gate::And(a, b) => of(a) && of(b),
            Gate::Xor(a, b) => of(a) != of(b),
            Gate::Mux(a, b, d) => {
                if of(a) {
                    of(b)
                } else {
                    of(d)
                }
            }
            Gate::Majority(a, b, d) => u8::from(of(a)) + u8::from(of(b)) + u8::from(of(d)) >= 2,
        };
        values.push(value);
    }
    word.iter()
        .rev()
        .fold(0, |sum, bit| sum << 1 | u128::from(values[bit.gate()] != bit.is_negated()))
}

fn check(float: Float, width: u32, arg_width: u32, packed: impl Iterator<Item = u128>) {
    let n = float.op.n_operands();
    let mut c = Circuit::new();
    let words: Vec<Word> = (0..n).map(|_| (0..arg_width).map(|_| c.input()).collect()).collect();
    let operands: Vec<&[Bit]> = words.iter().map(Vec::as_slice).collect();
    let word = apply(&mut c, float, width as usize, &operands).expect("a toy format is small");
    assert_eq!(word.len(), width as usize, "{float:?}");
    for packed in packed {
        let args: Vec<u128> =
            (0..n as u32).map(|at| packed >> (at * arg_width) & ((1 << arg_width) - 1)).collect();
        let expect = float.apply(width, arg_width, &args);
        assert_eq!(evaluate(&c, packed, &word), expect, "{float:?} of {args:x?}");
    }
}

fn steps(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Every operator on all floats of six bits, in every rounding; some of the pairs and triples unless `CIRCUITS` is 1.
#[test]
fn circuits_compute_what_folding_computes() {
    let formats = [(3, 3), (2, 4), (4, 2)];
    for (exponent, precision) in formats {
        let format = Format { exponent, precision };
        for op in FloatOp::ALL {
            for rounding in Rounding::ALL {
                if !op.is_rounded() && rounding != Rounding::NearestEven {
                    continue;
                }
                let other = Format { exponent: 3, precision: 4 };
                let op = if let FloatOp::Convert(_) = op { FloatOp::Convert(other) } else { op };
                let float = Float { op, format, rounding };
                let n = op.n_operands();
                let step = [1, steps("CIRCUITS", 7), steps("CIRCUITS", 331)][n - 1];
                let widths: &[u32] = if op.gives_integer() { &[1, 3, 9] } else { &[6] };
                for &width in widths {
                    let width = match float.result() {
                        Some(result) => result.width(),
                        None if op.is_comparison() => 1,
                        None => width,
                    };
                    check(float, width, 6, (0..1 << (6 * n)).step_by(step));
                }
            }
        }
    }
}

#[test]
fn circuits_of_integers() {
    let format = Format { exponent: 3, precision: 3 };
    for width in [1, 2, 5, 9] {
        for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
            for rounding in Rounding::ALL {
                check(Float { op, format, rounding }, 6, width, 0..1 << width);
            }
        }
    }
}

/// Wide formats on some floats: nothing depends on the size.
#[test]
fn circuits_of_real_formats() {
    let mut state = 3u64;
    for format in [Format::SINGLE, Format::DOUBLE] {
        let width = format.width();
        for op in FloatOp::ALL {
            let long = matches!(op, FloatOp::Fmod | FloatOp::Remainder) && format == Format::DOUBLE;
            // Three operands do not fit one word of inputs.
            if op == FloatOp::Fma || long {
                continue;
            }
            let op = match (op, format) {
                (FloatOp::Convert(_), Format::SINGLE) => FloatOp::Convert(Format::DOUBLE),
                _ => op,
            };
            let mut words = Vec::new();
            for turn in 0..6 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (a, b) = (u128::from(state), u128::from(state.rotate_left(17)));
                let near = (u128::from(state >> 40) & 0xff) | (format.infinity() / 2);
                let a = if turn % 2 == 0 { a } else { near };
                let mask = (1u128 << width) - 1;
                words.push((a & mask) | (b & mask) << width);
            }
            let float = Float { op, format, rounding: Rounding::NearestEven };
            let result = match float.result() {
                Some(result) => result.width(),
                None if op.is_comparison() => 1,
                None => 32,
            };
            check(float, result, width, words.into_iter());
        }
    }
}
