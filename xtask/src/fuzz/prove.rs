//! Proofs and MC/DC of random functions against brute force.
//!
//! What every input shows is the truth. A trap that is proved impossible and happens, one that is shown and does not happen, one
//! that nobody asked about, a decisive outcome that is called infeasible and seen: each is a difference.

use super::{Options, corpus, made, rounds};
use engine::objectives::{Objectives, Within};
use engine::{Criterion, Reached};
use filetests::front;
use fuzzgen::tree::Program;
use fuzzgen::{Domain, brute, print};
use interp::Outcome;
use ir::Trap;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use suite::Verdict;

/// What one function may take.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Default)]
pub(super) struct Tally {
    functions: u64,
    pub(super) shown: u64,
    pub(super) proved: u64,
    pub(super) unknown: u64,
    outcomes: [u64; 3],
    reasons: BTreeMap<String, u64>,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    let program = |number| corpus::program(options.seed, number);
    let differences = rounds::judge_each(
        options,
        |number| judge(&program(number), &mut tally),
        |number| print::unit(&program(number), ""),
    );
    let Tally { functions, shown, proved, unknown, outcomes, reasons } = tally;
    println!("{functions} functions");
    println!("traps: {shown} shown, {proved} proved impossible, {unknown} unknown");
    let [covered, infeasible, open] = outcomes;
    println!("decisive outcomes: {covered} covered, {infeasible} infeasible, {open} unknown");
    for (reason, count) in reasons {
        println!("  {count} times {reason}");
    }
    rounds::conclude(differences)
}

/// What brute force sees.
struct Truth {
    traps: BTreeSet<Trap>,
    decisive: BTreeSet<engine::objectives::Objective>,
    whole: bool,
}

fn truth(program: &ir::Program, func: ir::Func, domain: &Domain, all: &Objectives) -> Truth {
    let mut truth = Truth { traps: BTreeSet::new(), decisive: BTreeSet::new(), whole: true };
    brute::for_each_run(program, func, domain, "", |_, run| {
        for objective in all.shown(program, &run.events).iter() {
            truth.decisive.insert(objective);
        }
        match run.outcome {
            Outcome::Returned(_) => {}
            Outcome::Trapped(trap) => drop(truth.traps.insert(trap)),
            Outcome::Unsupported { .. } | Outcome::Limit(_) | Outcome::Exited { .. } => {
                truth.whole = false;
            }
        }
    });
    truth
}

fn judge(program: &Program, tally: &mut Tally) -> Result<(), String> {
    let unit = front::lower_text(&print::unit(program, ""))?;
    let name = print::entry_name(program, "");
    let func = unit.program.find_func(&name).ok_or("the function is not in the program")?;
    let all = Objectives::decisive(&unit.program, func, Within::Callees);
    let truth = truth(&unit.program, func, &Domain::of(program), &all);
    if !truth.whole {
        return Ok(());
    }
    tally.functions += 1;
    judge_traps(&unit, func, &truth.traps, tally)?;
    judge_decisive(&unit, func, &truth, &all, tally)
}

/// Proofs about traps against those that happen.
pub(super) fn judge_traps(
    unit: &front::Lowered,
    func: ir::Func,
    happening: &BTreeSet<Trap>,
    tally: &mut Tally,
) -> Result<(), String> {
    let started = Instant::now();
    let stop = || started.elapsed() > PATIENCE;
    let proofs = engine::prove(&unit.program, func, &|_| true, &stop);
    for (trap, reached) in &proofs.checks {
        let happens = happening.contains(trap);
        match reached {
            Reached::Yes(_) if !happens => {
                return Err(format!("{trap:?} is shown, no input does it"));
            }
            Reached::Not(Verdict::Infeasible { .. }, _) if happens => {
                return Err(format!("{trap:?} is proved impossible, an input does it"));
            }
            Reached::Yes(_) => tally.shown += 1,
            Reached::Not(Verdict::Infeasible { .. }, _) => tally.proved += 1,
            Reached::Not(..) | Reached::Promised(..) => tally.unknown += 1,
        }
    }
    let asked: BTreeSet<Trap> = proofs.checks.iter().map(|(trap, _)| *trap).collect();
    match happening.iter().find(|trap| !asked.contains(trap)) {
        Some(trap) if proofs.not_followed.is_none() && !stop() => {
            Err(format!("nobody asked about {trap:?}"))
        }
        _ => Ok(()),
    }
}

fn judge_decisive(
    unit: &front::Lowered,
    func: ir::Func,
    truth: &Truth,
    all: &Objectives,
    tally: &mut Tally,
) -> Result<(), String> {
    let options =
        engine::Options { seeds: 20, most_inputs: 0, ..engine::Options::standard(Criterion::Mcdc) };
    let made = made::make(unit, func, &options, PATIENCE)?;
    for (objective, told) in all.all().zip(&made.report.objectives) {
        let seen = truth.decisive.contains(&objective);
        match &told.verdict {
            Verdict::Covered { .. } if !seen => {
                return Err(format!("{} is covered, no input does it", told.id));
            }
            Verdict::Infeasible { .. } if seen => {
                return Err(format!("{} is infeasible, an input covers it", told.id));
            }
            Verdict::Covered { .. } => tally.outcomes[0] += 1,
            Verdict::Infeasible { .. } => tally.outcomes[1] += 1,
            Verdict::Unknown { reason, .. } => {
                tally.outcomes[2] += 1;
                *tally.reasons.entry(reason.clone()).or_default() += 1;
            }
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
        corpus::judge_sample(3, 20, |program| judge(program, &mut tally));
        assert!(tally.shown > 0 && tally.proved > 0, "both should be there");
    }
}
