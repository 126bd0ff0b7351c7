//! Random functions over a union of two bytes, looked at through members of several types, and all its contents.

use crate::Rng;
use crate::brute::Truth;
use interp::{Limits, Machine};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Func, Program, Type};
use std::fmt::Write;

const SINK: &str = "writing to a string cannot fail";
const UNION: &str = "\
union v {
    unsigned short w;
    short i;
    unsigned char b[2];
    signed char c;
    struct { unsigned char lo; signed char hi; } s;
    struct { unsigned short three : 3, rest : 13; } f;
};
";
const MEMBERS: [&str; 9] = ["w", "i", "b[0]", "b[1]", "c", "s.lo", "s.hi", "f.three", "f.rest"];
const CONSTANTS: [i64; 12] = [0, 1, -1, 3, 5, 0x12, 0x7f, 0x80, 0xff, 0x105, 0x1234, 0x8000];
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
    let member = member(rng, dot);
    match rng.below(8) {
        0 => writeln!(text, "    {member} = {};", operand(rng, dot)).expect(SINK),
        1 => writeln!(text, "    {member}++;").expect(SINK),
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
    let (left, right) = (member(rng, dot), operand(rng, dot));
    let comparison = format!("{left} {} {right}", rng.pick(&["==", "!=", "<", ">="]));
    if rng.one_in(4) { format!("{comparison} && {}", condition(rng, dot)) } else { comparison }
}

fn member(rng: &mut Rng, dot: &str) -> String {
    format!("{dot}{}", rng.pick(&MEMBERS))
}

fn operand(rng: &mut Rng, dot: &str) -> String {
    if rng.one_in(4) { member(rng, dot) } else { rng.pick(&CONSTANTS).to_string() }
}

/// What all contents of the union show, with the flag down and up, and how many runs that took.
pub fn truth(program: &Program, func: Func) -> (Truth, u64) {
    let mut truth = Truth::default();
    let mut machine = Machine::new(program);
    let mut n_runs = 0;
    for flag in 0..2 {
        for contents in 0..1 << 16 {
            truth.add(machine.run(func, &input(contents, flag), &Limits::UNIT));
            n_runs += 1;
        }
    }
    (truth, n_runs)
}

fn input(contents: u128, flag: u128) -> Input {
    let mut input = Input::default();
    let cells = vec![Cell { offset: 0, value: Scalar::Bits(Type::Int(16), contents) }];
    let name = "u".to_owned();
    let object = Object { name, size: 2, cells, read_only: false, elem: None };
    let object = input.objects.push(object);
    input.args = vec![Scalar::Object(object, 0), Scalar::Bits(Type::I32, flag)];
    input
}
