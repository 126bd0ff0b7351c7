//! Pointers as inputs against brute force: random functions over a linked structure, run on all small heaps.
//!
//! Larger heaps may show more, so the truth known here is a part: what it shows must be found, and must not be called
//! infeasible; what the engine shows beyond it was run by the interpreter.

use super::{Options, generate};
use engine::{Criterion, Engines};
use filetests::front;
use fuzzgen::Rng;
use fuzzgen::brute::Truth;
use fuzzgen::heap::{self, Sample};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use suite::{Ends, Verdict};

#[derive(Default)]
struct Tally {
    functions: u64,
    heaps: u64,
    skipped: u64,
    covered: u64,
    infeasible: u64,
    unknown: u64,
    paths: u64,
    incomplete: u64,
    differences: u64,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    for number in options.first..options.first + options.count {
        if tally.differences >= 10 && !options.keep_going {
            break;
        }
        eprint!("\r{number}");
        let sample = sample(options.seed, number);
        if let Err(what) = judge(&sample, &mut tally) {
            tally.differences += 1;
            println!("function {number} of seed {}: {what}\n{}", options.seed, sample.text);
        }
    }
    eprintln!();
    println!("functions {}, skipped {}, heaps {}", tally.functions, tally.skipped, tally.heaps);
    println!(
        "objectives: covered {}, infeasible {}, unknown {}; paths {}, incomplete walks {}",
        tally.covered, tally.infeasible, tally.unknown, tally.paths, tally.incomplete
    );
    println!("differences {}", tally.differences);
    if tally.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn sample(seed: u64, number: u64) -> Sample {
    heap::sample(&mut Rng::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(number)))
}

fn judge(sample: &Sample, tally: &mut Tally) -> Result<(), String> {
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let unit = front::lower_text(&sample.text)?;
        let func = unit.program.find_func("f").ok_or("the function is not in the program")?;
        let truth = heap::truth(&unit.program, func, sample);
        if truth.n_cut > 0 {
            tally.skipped += 1;
            return Ok(());
        }
        tally.functions += 1;
        tally.heaps += heap::count(sample.extent);
        judge_branches(
            &generate::generate(&unit, func, Criterion::Branch, Engines::Both, 4, 0)?,
            &truth,
            tally,
        )?;
        judge_paths(
            &generate::generate(&unit, func, Criterion::Path, Engines::Walk, 4, 0)?,
            &truth,
            tally,
        )
    }));
    judged.unwrap_or_else(|_| Err("panicked".to_owned()))
}

fn judge_branches(
    generated: &engine::Generated,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let objectives = generated.report.objectives.iter().zip(&generated.objective_events);
    for (objective, events) in objectives {
        let reached = events.iter().any(|event| truth.covered.contains(event));
        match &objective.verdict {
            Verdict::Covered { .. } => tally.covered += 1,
            Verdict::Infeasible { .. } if reached => {
                return Err(format!("{} is infeasible, a heap covers it", objective.id));
            }
            Verdict::Infeasible { .. } => tally.infeasible += 1,
            Verdict::Unknown { .. } => tally.unknown += 1,
        }
    }
    Ok(())
}

fn judge_paths(
    generated: &engine::Generated,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let tests = generated.report.tests.iter().zip(&generated.events);
    let returning: Vec<_> =
        tests.filter(|(test, _)| test.ends == Ends::Return).map(|(_, path)| path).collect();
    let found: BTreeSet<_> = returning.iter().map(|path| (*path).clone()).collect();
    if found.len() != returning.len() {
        return Err(format!("{} tests for {} paths", returning.len(), found.len()));
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
    let (claimed, least) = (paths.trapped, truth.trapped.len() as u64);
    if claimed < least {
        return Err(format!("{claimed} trapped prefixes claimed, there are {least} at least"));
    }
    Ok(())
}
