//! Random functions over two arrays of numbers that may overlap, and all small ways in which they can.
//!
//! No index leaves what every way provides, so that no run traps.

use crate::Rng;
use crate::brute::Truth;
use interp::{Limits, Machine};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Func, Program, Type};
use std::fmt::Write;

/// Elements that the code uses of each array, and values of an element.
const USED: u64 = 2;
const VALUES: u64 = 3;
const SINK: &str = "writing to a string cannot fail";

/// A random function `f` of two arrays.
pub fn sample(rng: &mut Rng) -> String {
    let mut text = "int f(int *p, int *q)\n{\n    int n = 0;\n".to_owned();
    for _ in 0..=rng.below(4) + 2 {
        statement(rng, &mut text);
    }
    text.push_str("    return n;\n}\n");
    text
}

fn statement(rng: &mut Rng, text: &mut String) {
    let (a, b) = (element(rng), element(rng));
    match rng.below(6) {
        0 | 1 => writeln!(text, "    {a} = {};", rng.below(3)).expect(SINK),
        2 => writeln!(text, "    {a} = {b};").expect(SINK),
        3 => {
            let op = rng.pick(&["==", "!=", "<"]);
            writeln!(text, "    if ({a} {op} {b}) n++;").expect(SINK);
        }
        4 => {
            let (value, result) = (rng.below(3), rng.below(9));
            writeln!(text, "    if ({a} == {value}) return {result};").expect(SINK);
        }
        _ => {
            let cond = rng.pick(&["p == q", "p != q", "p + 1 == q", "q + 1 == p"]);
            writeln!(text, "    if ({cond}) n += 2;").expect(SINK);
        }
    }
}

fn element(rng: &mut Rng) -> String {
    let array = rng.pick(&["p", "q"]);
    format!("{array}[{}]", rng.below(USED as usize))
}

/// What all ways show in which two short arrays lie apart or overlap.
pub fn truth(program: &Program, func: Func) -> (Truth, u64) {
    let mut truth = Truth::default();
    let mut machine = Machine::new(program);
    let mut n_runs = 0;
    for (starts, size) in ways() {
        for number in 0..VALUES.pow(size as u32) {
            truth.add(machine.run(func, &input(starts, size, number), &Limits::UNIT));
            n_runs += 1;
        }
    }
    (truth, n_runs)
}

/// Where the arrays start, in one object of a number of elements or, where there is no second, in two.
fn ways() -> Vec<((u64, Option<u64>), u64)> {
    let mut ways = vec![((0, None), 2 * USED)];
    for first in 0..=USED {
        for second in 0..=USED {
            if first == 0 || second == 0 {
                ways.push(((first, Some(second)), first.max(second) + USED));
            }
        }
    }
    ways
}

fn input((first, second): (u64, Option<u64>), size: u64, mut number: u64) -> Input {
    let mut input = Input::default();
    let mut object = |name: &str, size: u64| {
        let cells = (0..size).map(|index| {
            let value = Scalar::Bits(Type::I32, u128::from(number % VALUES));
            number /= VALUES;
            Cell { offset: 4 * index, value }
        });
        let cells = cells.collect();
        let name = name.to_owned();
        input.objects.push(Object { name, size: 4 * size, cells, read_only: false, elem: None })
    };
    input.args = if let Some(second) = second {
        let both = object("p", size);
        vec![Scalar::Object(both, 4 * first), Scalar::Object(both, 4 * second)]
    } else {
        let (p, q) = (object("p", size / 2), object("q", size / 2));
        vec![Scalar::Object(p, 0), Scalar::Object(q, 0)]
    };
    input
}
