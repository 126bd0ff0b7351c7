//! Compares the arithmetic in integers with what a machine computed: records of five words from standard input, the operator,
//! rounding and format in the first, three operands, and the result. `docs/testing.md` says how to make them.

use std::io::Read;
use term::float::in_integers;
use term::{Float, FloatOp, Format, Rounding};

const OPS: [FloatOp; 7] = [
    FloatOp::Add,
    FloatOp::Sub,
    FloatOp::Mul,
    FloatOp::Div,
    FloatOp::Fma,
    FloatOp::Sqrt,
    FloatOp::Integral,
];
const MODES: [Rounding; 4] = [Rounding::NearestEven, Rounding::Zero, Rounding::Down, Rounding::Up];

fn main() {
    let mut input = std::io::stdin().lock();
    let mut record = [0; 40];
    let (mut n, mut differ) = (0u64, 0u64);
    while input.read_exact(&mut record).is_ok() {
        let word = |at: usize| {
            let bytes = record[8 * at..8 * at + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(bytes)
        };
        let head = word(0);
        let format = if head >> 16 & 1 == 1 { Format::SINGLE } else { Format::DOUBLE };
        let (op, rounding) = (OPS[(head & 0xff) as usize], MODES[(head >> 8 & 3) as usize]);
        let v = [1, 2, 3].map(|at| u128::from(word(at)));
        let ours = in_integers(Float { op, format, rounding }, &v[..op.n_operands()]);
        n += 1;
        if ours != u128::from(word(4)) {
            differ += 1;
            println!("{op:?} {rounding:?} of {v:x?}: {ours:x}, the machine says {:x}", word(4));
        }
    }
    println!("{n} operations, {differ} differ");
}
