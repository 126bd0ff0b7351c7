//! Random functions over a union of four bytes, looked at through members of several types, and many contents for it.
//!
//! Contents are made of a few bytes, and so are the constants that members are compared with; those that are left out may show
//! more.

use crate::Rng;
use crate::brute::Truth;
use interp::{Limits, Machine};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Func, Program, Type};
use std::fmt::Write;

const SINK: &str = "writing to a string cannot fail";
const UNION: &str = "\
union v {
    unsigned w;
    int i;
    unsigned short h[2];
    unsigned char b[4];
    signed char c;
    struct { unsigned char lo; short hi; } s;
    struct { unsigned three : 3, rest : 29; } f;
};
";
/// The members, and how many bytes constants for them have.
const MEMBERS: [(&str, u32); 13] = [
    ("w", 4),
    ("i", 4),
    ("h[0]", 2),
    ("h[1]", 2),
    ("b[0]", 1),
    ("b[1]", 1),
    ("b[2]", 1),
    ("b[3]", 1),
    ("c", 1),
    ("s.lo", 1),
    ("s.hi", 2),
    ("f.three", 1),
    ("f.rest", 2),
];
const BYTES: [u8; 7] = [0, 1, 5, 0x12, 0x7f, 0x80, 0xff];
const DEPTH: u32 = 2;

/// A random function `f` of a union, by value or behind a pointer, and a flag.
pub fn sample(rng: &mut Rng) -> String {
    let (parameter, dot) = *rng.pick(&[("union v u", "u."), ("union v *u", "u->")]);
    let mut text = format!("{UNION}int f({parameter}, int flag)\n{{\n    int n = 0;\n");
    for _ in 0..rng.below(4) + 2 {
        statement(rng, dot, DEPTH, &mut text);
    }
    text.push_str("    return n;\n}\n");
    text
}

fn statement(rng: &mut Rng, dot: &str, depth: u32, text: &mut String) {
    let (member, bytes) = member(rng, dot);
    match rng.below(8) {
        0 => writeln!(text, "    {member} = {};", operand(rng, dot, bytes)).expect(SINK),
        1 => writeln!(text, "    {member} ^= {};", operand(rng, dot, bytes)).expect(SINK),
        2 | 3 if depth > 0 => {
            let condition = condition(rng, dot);
            for opening in [format!("if ({condition}) {{"), "} else {".to_owned()] {
                writeln!(text, "    {opening}").expect(SINK);
                statement(rng, dot, depth - 1, text);
            }
            text.push_str("    }\n");
        }
        4 => {
            let (condition, result) = (condition(rng, dot), rng.below(9));
            writeln!(text, "    if ({condition}) return {result};").expect(SINK);
        }
        _ => writeln!(text, "    if ({}) n++;", condition(rng, dot)).expect(SINK),
    }
}

fn condition(rng: &mut Rng, dot: &str) -> String {
    if rng.one_in(5) {
        return "flag".to_owned();
    }
    let (left, bytes) = member(rng, dot);
    let comparison =
        format!("{left} {} {}", rng.pick(&["==", "!=", "<", ">="]), operand(rng, dot, bytes));
    if rng.one_in(4) { format!("{comparison} && {}", condition(rng, dot)) } else { comparison }
}

fn member(rng: &mut Rng, dot: &str) -> (String, u32) {
    let (name, bytes) = rng.pick(&MEMBERS);
    (format!("{dot}{name}"), *bytes)
}

fn operand(rng: &mut Rng, dot: &str, bytes: u32) -> String {
    if rng.one_in(4) {
        return member(rng, dot).0;
    }
    let constant = (0..bytes).fold(0, |word, _| word << 8 | u32::from(*rng.pick(&BYTES)));
    format!("{constant:#x}")
}

/// What the contents show that are made of our bytes, with the flag down and up, and how many runs that took.
pub fn truth(program: &Program, func: Func) -> (Truth, u64) {
    let mut truth = Truth::default();
    let mut machine = Machine::new(program);
    let n = BYTES.len() as u128;
    for number in 0..2 * n.pow(4) {
        let byte = |index: u32| u128::from(BYTES[(number / n.pow(index) % n) as usize]);
        let contents = (0..4).fold(0, |word, index| word | byte(index) << (8 * index));
        truth.add(machine.run(func, &input(contents, number / n.pow(4)), &Limits::UNIT));
    }
    (truth, 2 * n.pow(4) as u64)
}

fn input(contents: u128, flag: u128) -> Input {
    let mut input = Input::default();
    let cells = vec![Cell { offset: 0, value: Scalar::Bits(Type::I32, contents) }];
    let name = "u".to_owned();
    let object = Object { name, size: 4, cells, read_only: false, elem: None };
    let object = input.objects.push(object);
    input.args = vec![Scalar::Object(object, 0), Scalar::Bits(Type::I32, flag)];
    input
}
