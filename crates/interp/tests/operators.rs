//! Every operator against a second definition in wide integers: exhaustively at width 8, on corners and random words elsewhere.

use interp::{Limits, Machine, Outcome, Seen};
use ir::input::{Input, Scalar};
use ir::{BinOp, CastOp, Func, Program, TrapKind, Type, UnOp};

/// What an operation gives.
type Answer = Result<u128, TrapKind>;

fn program(text: &str) -> Program {
    let program = ir::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    assert_eq!(ir::verify(&program), [], "{text}");
    program
}

fn answer(machine: &mut Machine<'_>, func: Func, args: &[(u32, u128)]) -> Answer {
    let args = args.iter().map(|&(w, bits)| Scalar::Bits(Type::Int(w as u8), bits)).collect();
    let input = Input { args, ..Input::default() };
    match machine.run(func, &input, &Limits::UNIT).outcome {
        Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(_, bits)))) => Ok(bits),
        Outcome::Trapped(trap) => Err(trap.kind),
        other => panic!("unexpected {other:?}"),
    }
}

fn binary_program(op: BinOp, w: u32, v: u32) -> Program {
    let ret = if op.is_comparison() { 1 } else { w };
    program(&format!(
        "func @f(i{w}, i{v}) -> i{ret} {{\nreg l0 i{w} \"a\"\nreg l1 i{v} \"b\"\nargs l0, l1\nbody {{\n\
         v0 = get i{w} l0\nv1 = get i{v} l1\nv2 = {op} i{ret} v0, v1\nreturn v2\n}}\n}}\n"
    ))
}

fn unsigned(w: u32, bits: u128) -> u128 {
    if w == 128 { bits } else { bits % (1 << w) }
}

fn signed(w: u32, bits: u128) -> i128 {
    match w {
        128 => bits as i128,
        _ if bits >= 1 << (w - 1) => bits as i128 - (1 << w),
        _ => bits as i128,
    }
}

fn fits(w: u32, value: Option<i128>) -> Answer {
    let fit = |value: &i128| w == 128 || (-(1 << (w - 1))..1 << (w - 1)).contains(value);
    value.filter(fit).map(|value| unsigned(w, value as u128)).ok_or(TrapKind::SignedOverflow)
}

/// The definition, by mathematics.
fn expected(op: BinOp, w: u32, v: u32, a: u128, b: u128) -> Answer {
    let (x, y) = (signed(w, a), signed(v, b));
    let truth = |holds: bool| Ok(holds as u128);
    match op {
        BinOp::Add => Ok(unsigned(w, a.wrapping_add(b))),
        BinOp::Sub => Ok(unsigned(w, a.wrapping_sub(b))),
        BinOp::Mul => Ok(unsigned(w, a.wrapping_mul(b))),
        BinOp::AddS => fits(w, x.checked_add(y)),
        BinOp::SubS => fits(w, x.checked_sub(y)),
        BinOp::MulS => fits(w, x.checked_mul(y)),
        BinOp::DivU | BinOp::RemU | BinOp::DivS | BinOp::RemS if b == 0 => {
            Err(TrapKind::DivisionByZero)
        }
        BinOp::DivU => Ok(a / b),
        BinOp::RemU => Ok(a % b),
        BinOp::DivS => fits(w, x.checked_div(y)),
        BinOp::RemS => fits(w, x.checked_div(y)).map(|_| unsigned(w, (x % y) as u128)),
        BinOp::Shl | BinOp::ShrU | BinOp::ShrS if y < 0 || y >= w as i128 => {
            Err(TrapKind::ShiftRange)
        }
        BinOp::Shl => Ok(unsigned(w, (0..y).fold(a, |a, _| a.wrapping_mul(2)))),
        BinOp::ShrU => Ok((0..y).fold(a, |a, _| a / 2)),
        BinOp::ShrS => Ok(unsigned(w, (0..y).fold(x, |x, _| x.div_euclid(2)) as u128)),
        BinOp::And => Ok(by_bits(w, a, b, |p, q| p && q)),
        BinOp::Or => Ok(by_bits(w, a, b, |p, q| p || q)),
        BinOp::Xor => Ok(by_bits(w, a, b, |p, q| p != q)),
        BinOp::Eq => truth(a == b),
        BinOp::Ne => truth(a != b),
        BinOp::LtU => truth(a < b),
        BinOp::LeU => truth(a <= b),
        BinOp::LtS => truth(x < y),
        BinOp::LeS => truth(x <= y),
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv => unreachable!("{op}"),
        BinOp::FEq | BinOp::FNe | BinOp::FLt | BinOp::FLe | BinOp::FNext => unreachable!("{op}"),
        BinOp::PtrEq | BinOp::PtrNe | BinOp::PtrLt | BinOp::PtrLe => unreachable!("{op}"),
    }
}

fn by_bits(w: u32, a: u128, b: u128, of: impl Fn(bool, bool) -> bool) -> u128 {
    (0..w).map(|bit| (of(a >> bit & 1 == 1, b >> bit & 1 == 1) as u128) << bit).sum()
}

fn integer_operators() -> impl Iterator<Item = BinOp> {
    let on_integers = |op: &&BinOp| {
        let name = op.mnemonic();
        !name.starts_with('f') && !name.starts_with("ptr")
    };
    BinOp::ALL.iter().filter(on_integers).copied()
}

#[test]
fn binary_operators_at_width_8_exhaustively() {
    for op in integer_operators() {
        let program = binary_program(op, 8, 8);
        let func = program.find_func("f").expect("the function");
        let mut machine = Machine::new(&program);
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let found = answer(&mut machine, func, &[(8, a), (8, b)]);
            assert_eq!(found, expected(op, 8, 8, a, b), "{op} {a} {b}");
        }
    }
}

/// A small generator; the same numbers every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = self.0 ^ (self.0 >> 33);
        mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 1
    }

    /// A word that is often near a border of its type.
    fn word(&mut self, w: u32) -> u128 {
        let near = [0, 1 << (w - 1), u128::MAX, w as u128][self.next() as usize % 4];
        let wide = (self.next() as u128) << 65 ^ (self.next() as u128) << 3 ^ self.next() as u128;
        let word = match self.next() % 3 {
            0 => near.wrapping_add((self.next() % 5) as u128).wrapping_sub(2),
            1 => wide >> (self.next() % 128),
            _ => wide,
        };
        unsigned(w, word)
    }
}

#[test]
fn binary_operators_at_other_widths() {
    let mut random = Random(1);
    for op in integer_operators() {
        for w in [1, 16, 32, 64, 128] {
            let amounts: &[u32] = if op.is_shift() { &[8, 32, 64, 128] } else { &[w] };
            for &v in amounts {
                let program = binary_program(op, w, v);
                let func = program.find_func("f").expect("the function");
                let mut machine = Machine::new(&program);
                for _ in 0..2000 {
                    let (a, b) = (random.word(w), random.word(v));
                    let found = answer(&mut machine, func, &[(w, a), (v, b)]);
                    assert_eq!(found, expected(op, w, v, a, b), "{op} i{w} {a}, i{v} {b}");
                }
            }
        }
    }
}

fn one_operand(mnemonic: &str, from: u32, to: u32) -> Program {
    program(&format!(
        "func @f(i{from}) -> i{to} {{\nreg l0 i{from} \"a\"\nargs l0\nbody {{\n\
         v0 = get i{from} l0\nv1 = {mnemonic} i{to} v0\nreturn v1\n}}\n}}\n"
    ))
}

fn check_one(mnemonic: &str, from: u32, to: u32, expected: impl Fn(u128) -> Answer) {
    let program = one_operand(mnemonic, from, to);
    let func = program.find_func("f").expect("the function");
    let mut machine = Machine::new(&program);
    let mut random = Random(u64::from(from * 1000 + to));
    for step in 0..2000u128 {
        let a = if from <= 8 { step % (1 << from) } else { random.word(from) };
        let found = answer(&mut machine, func, &[(from, a)]);
        assert_eq!(found, expected(a), "{mnemonic} i{from} {a} to i{to}");
    }
}

#[test]
fn unary_operators() {
    for w in [1, 8, 16, 32, 64, 128] {
        check_one(UnOp::Neg.mnemonic(), w, w, |a| Ok(unsigned(w, 0u128.wrapping_sub(a))));
        check_one(UnOp::NegS.mnemonic(), w, w, |a| fits(w, signed(w, a).checked_neg()));
        check_one(UnOp::Not.mnemonic(), w, w, |a| Ok(by_bits(w, a, 0, |p, _| !p)));
    }
}

#[test]
fn integer_conversions() {
    let widths = [1, 8, 16, 32, 64, 128];
    for (from, to) in widths.into_iter().flat_map(|from| widths.map(|to| (from, to))) {
        if to < from {
            check_one(CastOp::Trunc.mnemonic(), from, to, |a| Ok(unsigned(to, a)));
        } else if to > from {
            check_one(CastOp::Zext.mnemonic(), from, to, Ok);
            let extended = |a| Ok(unsigned(to, signed(from, a) as u128));
            check_one(CastOp::Sext.mnemonic(), from, to, extended);
        }
    }
}
