//! Random functions over two arrays that may overlap, of numbers or of structures, with and without contracts, and all small ways
//! in which the arrays can lie.
//!
//! No index leaves what every way provides, so that no run traps.

use crate::Rng;
use crate::brute::Truth;
use crate::promise::Subject;
use interp::{Limits, Machine, Truth as LogicTruth};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Func, Program, Type};
use std::fmt::Write;

/// Elements that the code uses of each array, and values of an element.
const USED: u64 = 2;
const VALUES: u64 = 3;
const SINK: &str = "writing to a string cannot fail";

/// A function `f` of two arrays, and what it takes for granted of them.
pub struct Sample {
    /// Its text.
    pub text: String,
    lie: Lie,
    element: Element,
    /// Is there a third parameter, the number of elements?
    counted: bool,
    /// Are the two members of a structure that is passed?
    held: Option<Held>,
}

/// The order of two members.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    InOrder,
    Turned,
}

/// How arrays lie that a function is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    Anyhow,
    /// The function orders or subtracts its pointers.
    InOneArray,
    /// It steps from the first to the second.
    InOrder,
}

/// What the arrays are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Number,
    /// A number and some bytes that nobody looks at.
    Structure,
}

impl Element {
    fn bytes(self) -> u64 {
        match self {
            Self::Number => 4,
            Self::Structure => 12,
        }
    }
}

/// A random function.
pub fn sample(rng: &mut Rng) -> Sample {
    let lie = *rng.pick(&[Lie::Anyhow, Lie::Anyhow, Lie::InOneArray, Lie::InOrder]);
    let element = *rng.pick(&[Element::Number, Element::Number, Element::Structure]);
    let held = *rng.pick(&[None, None, None, None, Some(Held::InOrder), Some(Held::Turned)]);
    let contract = if lie == Lie::Anyhow && held.is_none() { contract(rng) } else { "" };
    let counted = contract.contains("n-1");
    let mut text = String::new();
    let of = match element {
        Element::Number => "int",
        Element::Structure => {
            text.push_str("struct item { char tag; int x; char more; };\n");
            "struct item"
        }
    };
    let count = if counted { ", int n" } else { "" };
    if let Some(held) = held {
        let members = if held == Held::Turned { "*q, *p" } else { "*p, *q" };
        writeln!(text, "struct both {{ {of} {members}; }};\nint f(struct both *b)\n{{")
            .expect(SINK);
        writeln!(text, "    {of} *p = b->p, *q = b->q;\n    int k = 0;").expect(SINK);
    } else {
        writeln!(text, "{contract}int f({of} *p, {of} *q{count})\n{{\n    int k = 0;").expect(SINK);
    }
    let writer = Writer { lie, element, counted };
    if held.is_some() {
        // Members that nobody compares lead to the start of arrays.
        writer.addresses(rng, &mut text);
        writeln!(text, "    if (p + 1 == q) k += 4;").expect(SINK);
    }
    for _ in 0..=rng.below(4) + 2 {
        writer.statement(rng, &mut text);
    }
    text.push_str("    return k;\n}\n");
    Sample { text, lie, element, counted, held }
}

/// What a function may ask of its arrays.
fn contract(rng: &mut Rng) -> &'static str {
    const CONTRACTS: &[&str] = &[
        "",
        "",
        "/*@ requires \\valid(p+(0..1)) && \\valid(q+(0..1)); */\n",
        "/*@ requires \\valid(p+(0..1)); */\n",
        "/*@ requires \\valid(q+(0..1)); */\n",
        "/*@ requires \\valid(p+(0..1)) && \\valid(q+(0..1)) && \\separated(p+(0..1), q+(0..1)); */\n",
        "/*@ requires \\valid(p+(0..1)) && \\valid(q+(0..1)) && \\separated(p, q); */\n",
        "/*@ requires \\valid(p+(0..1)) && \\valid(q+(0..1)) && \\separated(p+1, q); */\n",
        "/*@ requires \\separated(p, q); */\n",
        "/*@ requires 0 <= n <= 2 && \\valid(p+(0..n-1)) && \\valid(q+(0..n-1)); */\n",
    ];
    CONTRACTS[rng.below(CONTRACTS.len())]
}

struct Writer {
    lie: Lie,
    element: Element,
    counted: bool,
}

impl Writer {
    fn statement(&self, rng: &mut Rng, text: &mut String) {
        let (i, j) = (rng.below(USED as usize), rng.below(USED as usize));
        let (a, b) = (self.place(rng, i), self.place(rng, j));
        // What a contract does not provide is not touched.
        let guard = if self.counted { format!("if (n > {}) ", i.max(j)) } else { String::new() };
        match rng.below(6) {
            0 | 1 => writeln!(text, "    {guard}{a} = {};", rng.below(3)).expect(SINK),
            2 => writeln!(text, "    {guard}{a} = {b};").expect(SINK),
            3 => {
                let op = rng.pick(&["==", "!=", "<"]);
                writeln!(text, "    {guard}if ({a} {op} {b}) k++;").expect(SINK);
            }
            4 => {
                let (value, result) = (rng.below(3), rng.below(9));
                writeln!(text, "    {guard}if ({a} == {value}) return {result};").expect(SINK);
            }
            _ => self.addresses(rng, text),
        }
    }

    /// A statement on where the arrays lie.
    fn addresses(&self, rng: &mut Rng, text: &mut String) {
        match self.lie {
            // An array of no elements need not have a second address.
            Lie::Anyhow if self.counted => {
                writeln!(text, "    if (p == q) k += 2;").expect(SINK);
            }
            Lie::Anyhow => {
                let cond = rng.pick(&["p == q", "p != q", "p + 1 == q", "q + 1 == p"]);
                writeln!(text, "    if ({cond}) k += 2;").expect(SINK);
            }
            Lie::InOneArray => {
                let cond = rng.pick(&["p < q", "q <= p", "q - p == 1", "p - q == 2", "p == q"]);
                writeln!(text, "    if ({cond}) k += 2;").expect(SINK);
            }
            Lie::InOrder => {
                // No branch on what is met: paths would be as many as there are contents.
                writeln!(text, "    for (; p != q; p++) k ^= p[0]{};", self.member()).expect(SINK);
            }
        }
    }

    fn place(&self, rng: &mut Rng, index: usize) -> String {
        let array = rng.pick(&["p", "q"]);
        format!("{array}[{index}]{}", self.member())
    }

    fn member(&self) -> &'static str {
        match self.element {
            Element::Number => "",
            Element::Structure => ".x",
        }
    }
}

/// A random function to make promises about, and what these may speak of.
pub fn sample_to_promise(rng: &mut Rng) -> (Sample, Subject) {
    let sample = loop {
        let sample = sample(rng);
        if sample.held.is_none() && !sample.counted {
            break sample;
        }
    };
    let writer = Writer { lie: sample.lie, element: sample.element, counted: false };
    let (arrays, member) = (vec![("p", USED), ("q", USED)], writer.member());
    (sample, Subject { arrays, member, ..Subject::default() })
}

/// What all ways show in which two short arrays lie apart or overlap.
pub fn truth(program: &Program, func: Func, sample: &Sample) -> (Truth, u64) {
    let mut truth = Truth::default();
    let mut n_runs = 0;
    for_each_input(program, func, sample, |machine, input| {
        truth.add(machine.run(func, input, &Limits::UNIT));
        n_runs += 1;
    });
    (truth, n_runs)
}

/// Goes through the ways that a function's contract admits.
pub fn for_each_input<'p>(
    program: &'p Program,
    func: Func,
    sample: &Sample,
    mut see: impl FnMut(&mut Machine<'p>, &Input),
) {
    let mut machine = Machine::new(program);
    let counts = if sample.counted { USED } else { 0 };
    for (starts, size) in ways(sample.lie) {
        for (number, count) in
            (0..VALUES.pow(size as u32)).flat_map(|it| (0..=counts).map(move |count| (it, count)))
        {
            let mut input = input(sample.element, starts, size, number);
            if sample.counted {
                input.args.push(Scalar::Bits(Type::I32, u128::from(count)));
            }
            if let Some(held) = sample.held {
                hold(&mut input, held);
            }
            if is_admitted(program, func, &mut machine, &input) {
                see(&mut machine, &input);
            }
        }
    }
}

/// Makes both arguments members of a structure that is passed in their place.
fn hold(input: &mut Input, held: Held) {
    if held == Held::Turned {
        input.args.reverse();
    }
    let cell = |(at, value): (u64, Scalar)| Cell { offset: 8 * at, value };
    let cells = (0..).zip(input.args.drain(..)).map(cell).collect();
    let (name, read_only, elem) = ("b".to_owned(), false, None);
    let both = input.objects.push(Object { name, size: 16, cells, read_only, elem });
    input.args.push(Scalar::Object(both, 0));
}

fn is_admitted(program: &Program, func: Func, machine: &mut Machine<'_>, input: &Input) -> bool {
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    clauses.map(|clause| clause.meaning.as_ref()).all(|meaning| {
        meaning.is_ok_and(|formula| machine.holds(formula, input) == LogicTruth::True)
    })
}

/// Where the arrays start, in one object of a number of elements or, where there is no second, in two.
fn ways(lie: Lie) -> Vec<((u64, Option<u64>), u64)> {
    let mut ways = Vec::new();
    if lie == Lie::Anyhow {
        ways.push(((0, None), 2 * USED));
    }
    for first in 0..=USED {
        for second in 0..=USED {
            if first == 0 || second == 0 && lie != Lie::InOrder {
                ways.push(((first, Some(second)), first.max(second) + USED));
            }
        }
    }
    ways
}

fn input(
    element: Element,
    (first, second): (u64, Option<u64>),
    size: u64,
    mut number: u64,
) -> Input {
    let mut input = Input::default();
    let bytes = element.bytes();
    let mut object = |name: &str, size: u64| {
        let mut cells = Vec::new();
        for index in 0..size {
            let value = Scalar::Bits(Type::I32, u128::from(number % VALUES));
            number /= VALUES;
            match element {
                Element::Number => cells.push(Cell { offset: bytes * index, value }),
                Element::Structure => {
                    let byte = Scalar::Bits(Type::Int(8), 0);
                    let parts = [(0, byte), (4, value), (8, byte)];
                    let cell = |(at, value)| Cell { offset: bytes * index + at, value };
                    cells.extend(parts.map(cell));
                }
            }
        }
        let name = name.to_owned();
        input.objects.push(Object { name, size: bytes * size, cells, read_only: false, elem: None })
    };
    input.args = if let Some(second) = second {
        let both = object("p", size);
        vec![Scalar::Object(both, bytes * first), Scalar::Object(both, bytes * second)]
    } else {
        let (p, q) = (object("p", size / 2), object("q", size / 2));
        vec![Scalar::Object(p, 0), Scalar::Object(q, 0)]
    };
    input
}
