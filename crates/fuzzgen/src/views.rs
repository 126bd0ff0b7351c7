//! Random functions over four bytes that are looked at through members of several types: a union, or bit-fields; and many contents
//! for them.
//!
//! Contents are made of a few bytes, and so are the constants that members are compared with; those that are left out may show
//! more.

use crate::Rng;
use crate::brute::Truth;
use interp::{Limits, Machine};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Func, Program, Type};
use std::fmt::Write;

/// A type of four bytes with its members, and how many bytes constants for them have.
struct Views {
    keyword: &'static str,
    definition: &'static str,
    members: &'static [(&'static str, u32)],
}

const UNION: Views = Views {
    keyword: "union",
    definition: "\
union v {
    unsigned w;
    int i;
    unsigned short h[2];
    unsigned char b[4];
    signed char c;
    struct { unsigned char lo; short hi; } s;
    struct { unsigned three : 3, rest : 29; } f;
    struct { unsigned char k; unsigned nine : 9, last : 15; } g;
};
",
    members: &[
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
        ("g.k", 1),
        ("g.nine", 2),
        ("g.last", 2),
    ],
};
const BIT_FIELDS: Views = Views {
    keyword: "struct",
    definition: "\
struct v {
    unsigned char k;
    unsigned nine : 9, five : 5;
    int six : 6;
    _Bool on : 1;
};
",
    members: &[("k", 1), ("nine", 2), ("five", 1), ("six", 1), ("on", 1)],
};
const BYTES: [u8; 7] = [0, 1, 5, 0x12, 0x7f, 0x80, 0xff];
const DEPTH: u32 = 2;

/// A random function `f` of such a type, by value or behind a pointer, and a flag.
pub fn sample(rng: &mut Rng) -> String {
    let views = if rng.one_in(4) { &BIT_FIELDS } else { &UNION };
    let (star, dot) = *rng.pick(&[("", "u."), ("*", "u->")]);
    let parameter = format!("{} v {star}u", views.keyword);
    let mut text =
        format!("{}int f({parameter}, int flag)\n{{\n    int n = 0;\n", views.definition);
    let mut writer = Writer { rng, views, dot, text: &mut text };
    for _ in 0..writer.rng.below(4) + 2 {
        writer.statement(DEPTH);
    }
    text.push_str("    return n;\n}\n");
    text
}

struct Writer<'a> {
    rng: &'a mut Rng,
    views: &'static Views,
    dot: &'static str,
    text: &'a mut String,
}

impl Writer<'_> {
    fn statement(&mut self, depth: u32) {
        let (member, bytes) = self.member();
        match self.rng.below(8) {
            0 => {
                let operand = self.operand(bytes);
                self.line(&format!("{member} = {operand};"));
            }
            1 => {
                let operand = self.operand(bytes);
                self.line(&format!("{member} ^= {operand};"));
            }
            2 | 3 if depth > 0 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.statement(depth - 1);
                self.line("} else {");
                self.statement(depth - 1);
                self.line("}");
            }
            4 => {
                let (condition, result) = (self.condition(), self.rng.below(9));
                self.line(&format!("if ({condition}) return {result};"));
            }
            _ => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) n++;"));
            }
        }
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "    {line}").expect("writing to a string cannot fail");
    }

    fn condition(&mut self) -> String {
        if self.rng.one_in(5) {
            return "flag".to_owned();
        }
        let (left, bytes) = self.member();
        let (op, right) = (*self.rng.pick(&["==", "!=", "<", ">="]), self.operand(bytes));
        let comparison = format!("{left} {op} {right}");
        if self.rng.one_in(4) {
            format!("{comparison} && {}", self.condition())
        } else {
            comparison
        }
    }

    fn member(&mut self) -> (String, u32) {
        let (name, bytes) = *self.rng.pick(self.views.members);
        (format!("{}{name}", self.dot), bytes)
    }

    fn operand(&mut self, bytes: u32) -> String {
        if self.rng.one_in(4) {
            return self.member().0;
        }
        let constant = (0..bytes).fold(0, |word, _| word << 8 | u32::from(*self.rng.pick(&BYTES)));
        format!("{constant:#x}")
    }
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
