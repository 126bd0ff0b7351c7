//! What is said around paths, against brute force: boundaries of comparisons, several inputs of a path, and paths as C.
//!
//! Boundaries are seen by an observer of the interpreter who looks at the operands of comparisons, in the program as it is.
//! The text of a path is compiled by gcc: it must hold of exactly the inputs that take the path, and what it computes must be
//! what the function does. As its own precondition, a function has the paths of the inputs on which it returns no zero.

mod admitted;
mod compiled;

use super::{Options, corpus, made, rounds};
use engine::Criterion;
use filetests::front::{self, Lowered};
use fuzzgen::tree::Program;
use fuzzgen::{Domain, brute, print};
use interp::{Limits, Machine, Observer, Outcome, Seen};
use ir::input::Scalar;
use ir::{BinOp, CondSite, Event, Func, Inst, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::Duration;
use suite::{Ends, Outcome as Aimed, Verdict};

const PATIENCE: Duration = Duration::from_secs(20);
/// Inputs asked for per path.
const SEVERAL: u32 = 3;

#[derive(Default)]
struct Tally {
    functions: u64,
    boundaries: [u64; 3],
    paths: u64,
    tests: u64,
    predicates: u64,
    evaluated: u64,
    without: u64,
    results: u64,
    writes: u64,
    admitted: u64,
    decided: u64,
    undecided: u64,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    let program = |number| corpus::program(options.seed, number);
    let differences = rounds::judge_each(
        options,
        |number| judge(&program(number), &mut tally),
        |number| print::unit(&program(number), ""),
    );
    let [covered, infeasible, unknown] = tally.boundaries;
    println!("functions {}", tally.functions);
    println!("boundaries: covered {covered}, infeasible {infeasible}, unknown {unknown}");
    println!("paths {} with {} tests", tally.paths, tally.tests);
    println!(
        "in C: predicates {} on {} inputs, without {}, results {}, writes {}",
        tally.predicates, tally.evaluated, tally.without, tally.results, tally.writes
    );
    println!(
        "as their own precondition: paths {}, outcomes decided {}, unknown {}",
        tally.admitted, tally.decided, tally.undecided
    );
    rounds::conclude(differences)
}

fn judge(program: &Program, tally: &mut Tally) -> Result<(), String> {
    let text = print::unit(program, "");
    let unit = front::lower_text(&text)?;
    let name = print::entry_name(program, "");
    let func = unit.program.find_func(&name).ok_or("the function is not in the program")?;
    let domain = Domain::of(program);
    let Some(truth) = truth(&unit, func, &domain) else { return Ok(()) };
    tally.functions += 1;
    judge_boundaries(&unit, func, &truth, tally)?;
    judge_several(&unit, func, &truth, tally)?;
    admitted::judge(&unit, func, &domain, tally)?;
    compiled::judge(program, &unit, func, &truth, tally)
}

/// What all inputs show.
#[derive(Default)]
struct Truth {
    /// The differences of each comparison, the first operand of the instruction minus the second.
    differences: BTreeSet<(CondSite, i8)>,
    /// How many inputs take each path that returns.
    paths: BTreeMap<Vec<Event>, u64>,
    /// The path of each input; none where it does not return.
    taken: Vec<Option<Vec<Event>>>,
}

/// None if some run was cut.
fn truth(unit: &Lowered, func: Func, domain: &Domain) -> Option<Truth> {
    let mut truth = Truth::default();
    let mut eyes = Eyes { program: &unit.program, values: BTreeMap::new(), seen: BTreeSet::new() };
    let mut machine = Machine::new(&unit.program);
    for n in 0..domain.count() {
        let input = brute::input(&unit.program, func, domain, "", n);
        let run = machine.run_observed(func, &input, &Limits::UNIT, &mut eyes);
        match run.outcome {
            Outcome::Returned(_) => {
                truth.taken.push(Some(run.events.clone()));
                *truth.paths.entry(run.events).or_default() += 1;
            }
            Outcome::Trapped(_) => truth.taken.push(None),
            Outcome::Unsupported { .. } | Outcome::Limit(_) | Outcome::Exited { .. } => {
                return None;
            }
        }
    }
    truth.differences = eyes.seen;
    Some(truth)
}

/// Looks at the operands of comparisons.
struct Eyes<'p> {
    program: &'p ir::Program,
    values: BTreeMap<(Func, Value), (u8, u128)>,
    seen: BTreeSet<(CondSite, i8)>,
}

impl Observer for Eyes<'_> {
    fn value(&mut self, func: Func, inst: Value, value: Seen) {
        if let Seen::Scalar(Scalar::Bits(ir::Type::Int(width), bits)) = value {
            self.values.insert((func, inst), (width, bits));
        }
        let body = self.program.body(func);
        let Inst::Binary(op, a, b) = body.insts[inst] else { return };
        let conds = body.insts.values().filter_map(|branch| match branch {
            Inst::If { cond, event: Some(event), .. } if *cond == inst => Some(*event),
            _ => None,
        });
        let (Some(&a), Some(&b)) = (self.values.get(&(func, a)), self.values.get(&(func, b)))
        else {
            return;
        };
        if let Some(difference) = difference(op, a, b) {
            self.seen.extend(conds.map(|cond| (CondSite { func, cond }, difference)));
        }
    }
}

/// The difference of two integers as a comparison reads them, if it is at most one. Equality reads them modulo their width.
fn difference(op: BinOp, (width, a): (u8, u128), (_, b): (u8, u128)) -> Option<i8> {
    let spare = 128 - u32::from(width);
    let signed = |bits: u128| (bits << spare) as i128 >> spare;
    let difference = match op {
        BinOp::LtS | BinOp::LeS => signed(a) - signed(b),
        BinOp::LtU | BinOp::LeU => a as i128 - b as i128,
        BinOp::Eq | BinOp::Ne => signed(a.wrapping_sub(b)),
        _ => return None,
    };
    i8::try_from(difference).ok().filter(|difference| (-1..=1).contains(difference))
}

fn judge_boundaries(
    unit: &Lowered,
    func: Func,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let options = engine::Options { seeds: 20, ..engine::Options::judged(Criterion::Boundary) };
    let made = made::make(unit, func, &options, PATIENCE)?;
    for (objective, events) in made.report.objectives.iter().zip(&made.objective_events) {
        let Some(&Event::Cond(site, _)) = events.first() else {
            return Err(format!("{} is about no condition", objective.id));
        };
        let difference = match objective.id.chars().last() {
            Some('<') => -1,
            Some('=') => 0,
            _ => 1,
        };
        // What is written with `>` is computed with the sides exchanged.
        let Aimed::Named(written) = &objective.outcome else { return Err("no outcome".to_owned()) };
        let (left, _) = written.split_once(" == ").ok_or("no equation")?;
        let rest = objective.text.get(left.len()..).unwrap_or_default().trim_start();
        let difference = if rest.starts_with('>') { -difference } else { difference };
        let happens = truth.differences.contains(&(site, difference));
        match &objective.verdict {
            Verdict::Covered { .. } if happens => tally.boundaries[0] += 1,
            Verdict::Infeasible { .. } if !happens => tally.boundaries[1] += 1,
            Verdict::Unknown { .. } => tally.boundaries[2] += 1,
            other => {
                return Err(format!("{} {written}: {other:?}, happens: {happens}", objective.id));
            }
        }
    }
    Ok(())
}

/// Each path has as many different tests as were asked for, or as it has inputs.
fn judge_several(
    unit: &Lowered,
    func: Func,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let options =
        engine::Options { tests_per_path: SEVERAL, ..engine::Options::judged(Criterion::Path) };
    let made = made::make(unit, func, &options, PATIENCE)?;
    if !made.report.paths.is_some_and(|paths| paths.complete) {
        return Ok(());
    }
    let mut tests: BTreeMap<&[Event], Vec<&ir::input::Input>> = BTreeMap::new();
    for ((test, events), input) in made.report.tests.iter().zip(&made.events).zip(&made.inputs) {
        if test.ends == Ends::Return {
            tests.entry(events).or_default().push(input);
        }
    }
    tally.paths += tests.len() as u64;
    for (path, inputs) in &tests {
        tally.tests += inputs.len() as u64;
        let same = inputs.iter().enumerate().any(|(at, input)| inputs[..at].contains(input));
        let there_are = truth.paths.get(*path).copied().unwrap_or(0);
        let wanted = there_are.min(u64::from(SEVERAL));
        if same || inputs.len() as u64 != wanted {
            return Err(format!("{} tests, {there_are} inputs: {inputs:?}", inputs.len()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_random_functions() {
        let mut tally = Tally::default();
        corpus::judge_sample(5, 12, |program| judge(program, &mut tally));
        assert!(tally.predicates > 0 && tally.boundaries[0] > 0, "something should be judged");
    }
}
