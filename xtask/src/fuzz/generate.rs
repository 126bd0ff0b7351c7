//! The engine against brute force: verdicts, paths and objectives of random functions.
//!
//! What every input shows is the truth. A `covered` that no input covers, an `infeasible` that some input covers, a path too few
//! or too many, an objective that is missing: each is a difference. `unknown` is counted, not judged.

use super::{Options, corpus, made, regress};
use engine::{Criterion, Engines, Generated};
use filetests::front;
use fuzzgen::brute::{self, Truth};
use fuzzgen::tree::Program;
use fuzzgen::{Domain, print, shrink};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use suite::{Ends, PathMethod, Verdict};

/// Spaces of at most so many inputs are also run through.
const EXHAUST: u64 = 100_000;
const SHRINK_TRIES: usize = 600;
/// A function that takes longer is reported; the search in it is ended.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Tally {
    functions: u64,
    inputs: u64,
    covered: u64,
    infeasible: u64,
    unknown: u64,
    paths: u64,
    incomplete: u64,
    exhausted: u64,
    skipped: u64,
    slow: u64,
    differences: u64,
}

pub(super) fn command(options: &Options, engines: Engines) -> ExitCode {
    let mut tally = Tally::default();
    for number in options.first..options.first + options.count {
        if tally.differences >= 10 && !options.keep_going {
            break;
        }
        let program = corpus::program(options.seed, number);
        eprint!("\r{number}");
        let started = Instant::now();
        if let Err(what) = judge(&program, engines, &mut tally) {
            tally.differences += 1;
            println!("function {number} of seed {}: {what}", options.seed);
            report(options.seed, number, engines, &program);
        }
        if started.elapsed() > PATIENCE {
            tally.slow += 1;
            println!("function {number}: {:.1} s", started.elapsed().as_secs_f64());
        }
    }
    eprintln!();
    print_tally(&tally);
    if tally.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One function under both criteria; the message says what is wrong.
fn judge(program: &Program, engines: Engines, tally: &mut Tally) -> Result<(), String> {
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let unit = front::lower_text(&print::unit(program, ""))?;
        let name = print::entry_name(program, "");
        let func = unit.program.find_func(&name).ok_or("the function is not in the program")?;
        let domain = Domain::of(program);
        let truth = brute::truth(&unit.program, func, &domain, "");
        if truth.n_cut > 0 {
            tally.skipped += 1;
            return Ok(());
        }
        tally.functions += 1;
        tally.inputs += domain.count();
        // Without unfolding, loops are known by claims about them alone.
        for first_turns in if engines == Engines::Goals { vec![0, 4] } else { vec![4] } {
            let made = generate(&unit, func, Criterion::Branch, engines, first_turns, 0)?;
            judge_branches(&made, &truth, tally)?;
        }
        if engines != Engines::Walk {
            return Ok(());
        }
        let made = generate(&unit, func, Criterion::Path, engines, 4, 0)?;
        judge_paths(&made, &truth, tally)?;
        judge_exhaustion(
            &generate(&unit, func, Criterion::Path, engines, 4, EXHAUST)?,
            &truth,
            tally,
        )
    }));
    judged.unwrap_or_else(|_| Err("panicked".to_owned()))
}

/// What the engine makes of a function, with all its own judges on.
pub(super) fn generate(
    unit: &front::Lowered,
    func: ir::Func,
    criterion: Criterion,
    engines: Engines,
    first_turns: u32,
    most_inputs: u64,
) -> Result<Generated, String> {
    let options = engine::Options {
        // Seeds would leave little to do for goals.
        seeds: if engines == Engines::Goals { 0 } else { 100 },
        engines,
        first_turns,
        most_inputs,
        ..engine::Options::judged(criterion)
    };
    made::make(unit, func, &options, PATIENCE)
}

fn judge_branches(generated: &Generated, truth: &Truth, tally: &mut Tally) -> Result<(), String> {
    let objectives = generated.report.objectives.iter().zip(&generated.objective_events);
    for (objective, events) in objectives {
        let reached = events.iter().any(|event| truth.covered.contains(event));
        match &objective.verdict {
            Verdict::Covered { .. } if !reached => {
                return Err(format!("{} is covered, no input does it", objective.id));
            }
            Verdict::Infeasible { .. } if reached => {
                return Err(format!("{} is infeasible, an input covers it", objective.id));
            }
            Verdict::Covered { .. } => tally.covered += 1,
            Verdict::Infeasible { .. } => tally.infeasible += 1,
            Verdict::Unknown { .. } => tally.unknown += 1,
        }
    }
    let known: BTreeSet<_> = generated.objective_events.iter().flatten().collect();
    match truth.covered.iter().find(|event| !known.contains(event)) {
        Some(event) => Err(format!("{event:?} is no objective")),
        None => Ok(()),
    }
}

fn judge_paths(generated: &Generated, truth: &Truth, tally: &mut Tally) -> Result<(), String> {
    let tests = generated.report.tests.iter().zip(&generated.events);
    let returning: Vec<_> =
        tests.filter(|(test, _)| test.ends == Ends::Return).map(|(_, path)| path).collect();
    let found: BTreeSet<_> = returning.iter().map(|path| (*path).clone()).collect();
    if found.len() != returning.len() {
        return Err(format!("{} tests for {} paths", returning.len(), found.len()));
    }
    if let Some(path) = found.difference(&truth.returned).next() {
        return Err(format!("a path that no input follows: {path:?}"));
    }
    tally.paths += found.len() as u64;
    let paths = generated.report.paths.as_ref().ok_or("no word about paths")?;
    if !paths.complete {
        tally.incomplete += 1;
        return Ok(());
    }
    if let Some(path) = truth.returned.difference(&found).next() {
        return Err(format!("complete, but a path is missing: {path:?}"));
    }
    let (claimed, all) = (paths.trapped, truth.trapped.len() as u64);
    if claimed != all {
        return Err(format!("{claimed} trapped prefixes claimed, {all} there are"));
    }
    Ok(())
}

/// Running all inputs must show what brute force shows, where the space is small enough to be told.
fn judge_exhaustion(made: &Generated, truth: &Truth, tally: &mut Tally) -> Result<(), String> {
    let method = made.report.paths.as_ref().map(|paths| paths.method);
    if let Some(PathMethod::Exhaustion(_)) = method {
        tally.exhausted += 1;
        let mut ignored = Tally::default();
        judge_paths(made, truth, &mut ignored).map_err(|what| format!("exhaustion: {what}"))?;
    }
    Ok(())
}

fn report(seed: u64, number: u64, engines: Engines, program: &Program) {
    let mut ignored = Tally::default();
    let small = shrink(program, SHRINK_TRIES, &mut |program| {
        judge(program, engines, &mut ignored).is_err()
    });
    if let Err(what) = judge(&small, engines, &mut ignored) {
        println!("{what}");
    }
    let text = test_text(seed, number, &small);
    println!("{text}");
    match regress::write(&format!("gen-{seed}-{number}"), &text) {
        Ok(path) => println!("written to {}", path.display()),
        Err(error) => println!("could not be written: {error}"),
    }
}

/// The shrunk function as a `gen` test with the counts that brute force gives.
fn test_text(seed: u64, number: u64, program: &Program) -> String {
    let mut text = format!("// test: gen\n// Function {number} of seed {seed}.\n");
    text.push_str(&print::unit(program, ""));
    let name = print::entry_name(program, "");
    let truth = front::lower_text(&print::unit(program, "")).ok().and_then(|unit| {
        let func = unit.program.find_func(&name)?;
        Some(brute::truth(&unit.program, func, &Domain::of(program), ""))
    });
    if let Some(truth) = truth {
        let (covered, feasible) = (truth.covered.len(), truth.returned.len());
        let lines = format!(
            "// gen: {name} branch covered={covered}\n// gen: {name} path feasible={feasible}\n"
        );
        text.push_str(&lines);
    }
    text
}

fn print_tally(tally: &Tally) {
    println!("{} functions, {} inputs", tally.functions, tally.inputs);
    println!(
        "outcomes: {} covered, {} infeasible, {} unknown",
        tally.covered, tally.infeasible, tally.unknown
    );
    println!("paths: {}; {} functions not complete", tally.paths, tally.incomplete);
    println!("{} functions by running all inputs too", tally.exhausted);
    println!("{} functions skipped: a run was cut or unsupported", tally.skipped);
    println!("{} slow, {} differences", tally.slow, tally.differences);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of what `fuzz gen` does, in every run of the tests: verdicts and paths are those of brute force, and
    /// every symbolic value is the interpreter's.
    #[test]
    fn random_functions_are_judged_as_brute_force_judges_them() {
        let mut tally = Tally::default();
        corpus::judge_sample(1, 60, |program| judge(program, Engines::Walk, &mut tally));
        assert!(tally.functions > 40 && tally.paths > 40, "the sample should not be empty");
    }
}
