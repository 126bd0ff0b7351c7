//! Claims about loops that no bound limits, against runs far beyond our own bounds.
//!
//! Random functions of two integers with loops, nested loops, early exits and tests after them. The engine sees all inputs; what
//! it calls infeasible is attacked by running many inputs, up to thousands of turns. A claim that a run contradicts is a
//! difference; what it leaves unknown is counted.

use super::{Options, made};
use crate::child::processor_time;
use engine::Criterion;
use filetests::front;
use fuzzgen::Rng;
use interp::{Limits, Machine};
use ir::input::{Input, Scalar};
use ir::{Event, Type};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;
use suite::{Scope, Verdict};

/// What the search in one function may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// Steps of one run, and of all runs of a function.
const STEPS: u64 = 300_000;
const ALL_STEPS: u64 = 60_000_000;

#[derive(Default)]
struct Tally {
    functions: u64,
    runs: u64,
    covered: u64,
    infeasible: u64,
    unknown: u64,
    differences: u64,
    /// Processor time of the engine.
    search: Duration,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    for number in options.first..options.first + options.count {
        eprint!("\r{number}");
        let text = function(&mut Rng::new(options.seed.wrapping_mul(0x1_0000_0000) + number));
        if let Err(what) = judge(&text, &mut tally) {
            tally.differences += 1;
            println!("function {number} of seed {}: {what}\n{text}", options.seed);
        }
    }
    eprintln!();
    let Tally { functions, runs, covered, infeasible, unknown, differences, search } = tally;
    println!("{functions} functions, {runs} runs; {:.1} s of search", search.as_secs_f64());
    println!("outcomes: {covered} covered, {infeasible} infeasible, {unknown} unknown");
    println!("{differences} differences");
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

// -- random functions

const VARIABLES: [&str; 3] = ["x", "y", "z"];
const NAMES: [&str; 5] = ["x", "y", "z", "n", "m"];

fn function(rng: &mut Rng) -> String {
    let types = ["int", "unsigned", "int", "signed char", "unsigned short", "long"];
    let mut text = "int f(int n, int m) {\n".to_owned();
    for name in VARIABLES {
        let start = if rng.one_in(4) { "n".to_owned() } else { rng.below(4).to_string() };
        writeln!(text, "  {} {name} = {start};", rng.pick(&types)).expect("a string takes all");
    }
    for _ in 0..=rng.below(2) {
        a_loop(rng, &mut text, 1, 2);
    }
    for result in 1..=2 + rng.below(3) {
        writeln!(text, "  if ({}) return {result};", condition(rng)).expect("a string takes all");
    }
    text.push_str("  return 0;\n}\n");
    text
}

fn a_loop(rng: &mut Rng, text: &mut String, indent: usize, depth: usize) {
    let pad = "  ".repeat(indent);
    let counter = format!("i{indent}");
    let bound = rng.pick(&["n", "m", "50", "1000", "n * 2"]).to_string();
    let step = 1 + rng.below(3);
    let head = match rng.below(6) {
        0 | 1 => format!("for (int {counter} = 0; {counter} < {bound}; {counter} += {step})"),
        2 => format!("for (int {counter} = {bound}; {counter} > 0; {counter} -= {step})"),
        3 => "while (n > 0)".to_owned(),
        4 => "while (x < y + 300)".to_owned(),
        _ => format!("for (unsigned {counter} = 0; {counter} != 400; {counter} += 4)"),
    };
    writeln!(text, "{pad}{head} {{").expect("a string takes all");
    if head.starts_with("while (n") {
        writeln!(text, "{pad}  n--;").expect("a string takes all");
    } else if head.starts_with("while") {
        writeln!(text, "{pad}  x += {step};").expect("a string takes all");
    }
    for _ in 0..=rng.below(3) {
        statement(rng, text, indent + 1, depth);
    }
    writeln!(text, "{pad}}}").expect("a string takes all");
}

fn statement(rng: &mut Rng, text: &mut String, indent: usize, depth: usize) {
    let pad = "  ".repeat(indent);
    let target = *rng.pick(&VARIABLES);
    let constant = 1 + rng.below(5);
    let line = match rng.below(9) {
        0 | 1 => format!("{target} += {constant};"),
        2 => format!("{target} -= {constant};"),
        3 => format!("{target} += {};", rng.pick(&NAMES)),
        4 => format!("{target} = ({target} ^ {constant}) & 15;"),
        5 => format!("if ({}) {target}++;", condition(rng)),
        6 => format!("if ({}) break;", condition(rng)),
        7 => format!("if ({}) continue;", condition(rng)),
        _ if depth > 0 => return a_loop(rng, text, indent, depth - 1),
        _ => format!("{target} = {};", rng.pick(&NAMES)),
    };
    // A `continue` in a `while` that counts in its body is fine: the counting comes first.
    writeln!(text, "{pad}{line}").expect("a string takes all");
}

fn condition(rng: &mut Rng) -> String {
    let (left, right) = (*rng.pick(&NAMES), *rng.pick(&NAMES));
    let constant = *rng.pick(&[0, 1, 2, 7, 100, 500, 1000]);
    match rng.below(8) {
        0 => format!("{left} < 0"),
        1 => format!("{left} & 1"),
        2 => format!("{left} == {constant}"),
        3 => format!("{left} > {right}"),
        4 => format!("{left} != {right}"),
        5 => format!("{left} % 3 == {}", rng.below(3)),
        6 => format!("{left} > {constant}"),
        _ => format!("{left} - {right} == {constant}"),
    }
}

// -- the comparison

fn judge(text: &str, tally: &mut Tally) -> Result<(), String> {
    let unit = front::lower_text(text)?;
    let func = unit.program.find_func("f").ok_or("the function is not there")?;
    let options = engine::Options {
        seeds: 20,
        first_turns: 2,
        most_inputs: 0,
        ..engine::Options::standard(Criterion::Branch)
    };
    let started = processor_time()?;
    let made = made::make(&unit, func, &options, PATIENCE)?;
    tally.search += processor_time()?.saturating_sub(started);
    tally.functions += 1;
    let is_claim = |one: &suite::Objective| matches!(one.verdict, Verdict::Infeasible { .. });
    // Where nothing is claimed there is nothing to attack.
    let seen = if made.report.objectives.iter().any(is_claim) {
        attack(&unit.program, func, tally)
    } else {
        BTreeSet::new()
    };
    for (objective, events) in made.report.objectives.iter().zip(&made.objective_events) {
        match &objective.verdict {
            Verdict::Covered { .. } => tally.covered += 1,
            Verdict::Unknown { .. } => tally.unknown += 1,
            Verdict::Infeasible { scope: Scope::Bounded(_), .. } => {
                return Err(format!("{}: nobody asked for a bound", objective.id));
            }
            Verdict::Infeasible { scope: Scope::Unconditional, .. } => {
                tally.infeasible += 1;
                if let Some(event) = events.iter().find(|event| seen.contains(event)) {
                    return Err(format!("{} is infeasible, a run shows {event:?}", objective.id));
                }
            }
        }
    }
    Ok(())
}

/// What many inputs show.
fn attack(program: &ir::Program, func: ir::Func, tally: &mut Tally) -> BTreeSet<Event> {
    let mut machine = Machine::new(program);
    let limits = Limits { steps: STEPS, ..Limits::UNIT };
    let (mut seen, mut steps) = (BTreeSet::new(), 0);
    let small: Vec<i128> = (-3..=40).chain([99, 100, 101, 256, 400, 500, 501, 999, 1000]).collect();
    let large = [1001, 1999, 3000, 70_000, i128::from(i32::MAX), i128::from(i32::MIN)];
    for &m in small.iter().step_by(3).chain(&large) {
        for &n in small.iter().chain(&large) {
            if steps > ALL_STEPS {
                return seen;
            }
            let word = |value: i128| Scalar::Bits(Type::I32, value as u32 as u128);
            let input = Input { args: vec![word(n), word(m)], ..Input::default() };
            let run = machine.run(func, &input, &limits);
            tally.runs += 1;
            steps += run.steps;
            seen.extend(run.events);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_random_loops() {
        let mut tally = Tally::default();
        for number in 0..10 {
            let text = function(&mut Rng::new(number));
            if let Err(what) = judge(&text, &mut tally) {
                panic!("function {number}: {what}\n{text}");
            }
        }
        assert!(tally.infeasible > 0, "something should be infeasible");
    }
}
