//! Large arrays at indexes that depend on inputs, against brute force.
//!
//! Random functions write to arrays of up to 10^5 elements, of numbers and of pointers, look things up in tables, copy parts of them, and ask what stands
//! where. Two numbers of six bits say where, so that all inputs can be run: what some run shows must not be called infeasible, and
//! what none shows must not be called covered. Arrays of the caller have contents of which only some can be tried: there the truth
//! is a part.

use super::{Options, made, rounds};
use crate::child::processor_time;
use engine::Criterion;
use filetests::front;
use fuzzgen::Rng;
use interp::{Limits, Machine};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Event, Func, Program, Shape, Type};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;
use suite::Verdict;

/// What the search in one function may take, in processor time.
const PATIENCE: Duration = Duration::from_secs(10);
/// Values of each of the two numbers.
const VALUES: u64 = 64;
/// Contents of an array of the caller that are tried.
const CONTENTS: u64 = 6;
const STEPS: u64 = 3_000_000;

#[derive(Default)]
struct Tally {
    functions: u64,
    runs: u64,
    covered: u64,
    infeasible: u64,
    unknown: u64,
    missed: u64,
    search: Duration,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    let text = |number| function(&mut rng(options, number)).text;
    let judge = |number| judge(&function(&mut rng(options, number)), &mut tally);
    let differences = rounds::judge_each(options, judge, text);
    let Tally { functions, runs, covered, infeasible, unknown, missed, search } = tally;
    println!("{functions} functions, {runs} runs; {:.1} s of search", search.as_secs_f64());
    println!(
        "outcomes: {covered} covered, {infeasible} infeasible, {unknown} unknown ({missed} of them reached by some run)"
    );
    rounds::conclude(differences)
}

fn rng(options: &Options, number: u64) -> Rng {
    Rng::new(options.seed.wrapping_mul(0x1_0000_0000).wrapping_add(number))
}

// -- random functions

/// A function, and how long the array is that its caller passes, if there is one.
struct Sample {
    text: String,
    given: Option<usize>,
}

/// The arrays that a function has: their names and lengths.
struct Arrays {
    numbers: Vec<(&'static str, usize)>,
    /// An array of pointers, or none.
    pointers: Option<usize>,
    table: usize,
}

fn function(rng: &mut Rng) -> Sample {
    let length = |rng: &mut Rng| *rng.pick(&[70, 300, 1_000, 1_000, 10_000, 100_000]);
    let given = rng.one_in(4).then(|| *rng.pick(&[70, 300, 1_000]));
    let mut arrays = Arrays {
        numbers: vec![("buf", length(rng))],
        pointers: rng.one_in(3).then(|| *rng.pick(&[70, 1_000, 10_000])),
        // Tables of more than a thousand words are looked up, shorter ones listed.
        table: *rng.pick(&[64, 256, 1_000, 1_100, 3_000]),
    };
    let mut text = table(rng, arrays.table);
    let param = given.map_or(String::new(), |length| format!(", int t[{length}]"));
    writeln!(text, "int f(unsigned char a, unsigned char b{param})\n{{")
        .expect("a string takes all");
    writeln!(text, "  unsigned x = a & 63, y = b & 63;\n  int u = 5, v = 7;")
        .expect("a string takes all");
    let (ty, size) = (*rng.pick(&["int", "unsigned char", "short", "long"]), arrays.numbers[0].1);
    writeln!(text, "  {ty} buf[{size}] = {{0}};").expect("a string takes all");
    if let Some(length) = arrays.pointers {
        writeln!(text, "  int *ptr[{length}] = {{0}};").expect("a string takes all");
    }
    arrays.numbers.extend(given.map(|length| ("t", length)));
    for _ in 0..2 + rng.below(4) {
        statement(rng, &arrays, &mut text);
    }
    for result in 1..=2 + rng.below(4) {
        let condition = condition(rng, &arrays);
        writeln!(text, "  if ({condition}) return {result};").expect("a string takes all");
    }
    text.push_str("  return 0;\n}\n");
    Sample { text, given }
}

/// A constant table: sorted, or of values that repeat, or of values all over a type.
fn table(rng: &mut Rng, length: usize) -> String {
    let kind = rng.below(3);
    let value = |rng: &mut Rng, at: usize| match kind {
        0 => at * 37 + rng.below(37),
        1 => rng.below(9),
        _ => rng.below(1 << 32),
    };
    let values: Vec<String> = (0..length).map(|at| value(rng, at).to_string()).collect();
    format!(
        "#include <string.h>\nstatic const unsigned T[{length}] = {{ {} }};\n",
        values.join(", ")
    )
}

/// An index below `length` that two numbers decide.
fn index(rng: &mut Rng, length: usize) -> String {
    let (from, by) =
        (*rng.pick(&["x", "y", "(x + y)", "(x ^ y)", "(x * y)"]), 1 + rng.below(length / 40 + 2));
    match rng.below(6) {
        0 => rng.below(length).to_string(),
        1 => format!("({length} - 1 - {from} % {length})"),
        2 => format!("(T[{from} % 64] % {length})"),
        _ => format!("({from} * {by} + {}) % {length}", rng.below(length)),
    }
}

fn number(rng: &mut Rng, arrays: &Arrays) -> String {
    let &(name, length) = rng.pick(&arrays.numbers);
    match rng.below(7) {
        0 => "x".to_owned(),
        1 => "y".to_owned(),
        2 => rng.below(9).to_string(),
        3 => format!("T[{}]", index(rng, arrays.table)),
        _ => format!("{name}[{}]", index(rng, length)),
    }
}

fn statement(rng: &mut Rng, arrays: &Arrays, text: &mut String) {
    let &(name, length) = rng.pick(&arrays.numbers);
    let line = match (rng.below(8), arrays.pointers) {
        (0 | 1, Some(length)) => {
            format!("ptr[{}] = {};", index(rng, length), rng.pick(&["&u", "&v", "0"]))
        }
        (2, Some(length)) => {
            let (to, from) = (index(rng, length), index(rng, length));
            format!("memcpy(&ptr[{to}], &ptr[{from}], sizeof ptr[0]);")
        }
        (3, _) => {
            let (to, from) = (index(rng, length - 8), index(rng, length - 8));
            format!("memmove(&{name}[{to}], &{name}[{from}], 4 * sizeof {name}[0]);")
        }
        (4, _) => {
            let (at, condition) = (index(rng, length), condition(rng, arrays));
            format!("if ({condition}) {name}[{at}] = {};", number(rng, arrays))
        }
        _ => format!("{name}[{}] = {};", index(rng, length), number(rng, arrays)),
    };
    writeln!(text, "  {line}").expect("a string takes all");
}

fn condition(rng: &mut Rng, arrays: &Arrays) -> String {
    if let Some(length) = arrays.pointers.filter(|_| rng.one_in(3)) {
        let (at, other) = (index(rng, length), index(rng, length));
        return match rng.below(4) {
            0 => format!("ptr[{at}]"),
            1 => format!("ptr[{at}] == ptr[{other}]"),
            2 => format!("ptr[{at}] == &u"),
            _ => format!("ptr[{at}] && *ptr[{at}] == 7"),
        };
    }
    let (left, right) = (number(rng, arrays), number(rng, arrays));
    match rng.below(4) {
        0 => format!("{left} > {right}"),
        1 => format!("{left} == {}", rng.below(9)),
        2 => format!("{left} == {left} && {right} > 3"),
        _ => format!("{left} == {right}"),
    }
}

// -- the comparison

fn judge(sample: &Sample, tally: &mut Tally) -> Result<(), String> {
    let unit = front::lower_text(&sample.text.replacen("#include <string.h>", DECLARED, 1))?;
    let func = unit.program.find_func("f").ok_or("the function is not there")?;
    let started = processor_time()?;
    let options = engine::Options {
        most_inputs: 0,
        seeds: 20,
        ..engine::Options::standard(Criterion::Branch)
    };
    let made = made::make(&unit, func, &options, PATIENCE)?;
    tally.search += processor_time()?.saturating_sub(started);
    tally.functions += 1;
    let seen = runs(&unit.program, func, sample.given, tally);
    for (objective, events) in made.report.objectives.iter().zip(&made.objective_events) {
        let is_seen = events.iter().any(|event| seen.contains(event));
        match &objective.verdict {
            Verdict::Covered { .. } if !is_seen && sample.given.is_none() => {
                return Err(format!("{} is covered, no run shows it", objective.id));
            }
            Verdict::Covered { .. } => tally.covered += 1,
            Verdict::Infeasible { .. } if is_seen => {
                return Err(format!("{} is infeasible, a run shows it", objective.id));
            }
            Verdict::Infeasible { .. } => tally.infeasible += 1,
            Verdict::Unknown { .. } => {
                tally.unknown += 1;
                tally.missed += u64::from(is_seen);
            }
        }
    }
    Ok(())
}

/// What the header says that the functions need.
const DECLARED: &str = "\
void *memcpy(void *restrict, const void *restrict, unsigned long);
void *memmove(void *, const void *, unsigned long);";

/// What all runs show, or some where the caller passes an array.
fn runs(program: &Program, func: Func, given: Option<usize>, tally: &mut Tally) -> BTreeSet<Event> {
    let mut machine = Machine::new(program);
    let limits = Limits { steps: STEPS, ..Limits::UNIT };
    let mut seen = BTreeSet::new();
    let mut rng = Rng::new(1);
    for _ in 0..given.map_or(1, |_| CONTENTS) {
        let contents: Vec<u64> =
            (0..given.unwrap_or(0)).map(|_| *rng.pick(&[0, 0, 1, 3, 7, 37, 63])).collect();
        for a in 0..VALUES {
            for b in 0..VALUES {
                let input = input(program, func, [a, b], &contents);
                let run = machine.run(func, &input, &limits);
                tally.runs += 1;
                seen.extend(run.events);
            }
        }
    }
    seen
}

fn input(program: &Program, func: Func, numbers: [u64; 2], contents: &[u64]) -> Input {
    let word = |value: u64| Scalar::Bits(Type::Int(8), value.into());
    let mut input = Input { args: numbers.map(word).to_vec(), ..Input::default() };
    if let Some(param) = program.funcs[func].params.get(2) {
        let elem = match program.shapes[param.shape] {
            Shape::Pointer { to, .. } => to,
            _ => None,
        };
        let cell = |(at, &value): (u64, &u64)| Cell {
            offset: at * 4,
            value: Scalar::Bits(Type::I32, value.into()),
        };
        let cells: Vec<Cell> = (0..).zip(contents).map(cell).collect();
        let (name, size) = (param.name.clone(), contents.len() as u64 * 4);
        let object = input.objects.push(Object { name, size, cells, read_only: false, elem });
        input.args.push(Scalar::Object(object, 0));
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_large_arrays() {
        let mut tally = Tally::default();
        for number in 0..6 {
            let sample = function(&mut Rng::new(number));
            if let Err(what) = judge(&sample, &mut tally) {
                panic!("function {number}: {what}\n{}", sample.text);
            }
        }
        assert!(tally.covered > 20, "something should be covered");
    }
}
