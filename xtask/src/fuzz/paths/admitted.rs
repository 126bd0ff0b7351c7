//! Preconditions in C against brute force: each function is made its own precondition.
//!
//! Then the inputs are those on which it returns something else than zero, and every path, covered or infeasible outcome must
//! be what these show. No second function has to be made, and the precondition is as wild as the function.

use super::{PATIENCE, Tally};
use crate::fuzz::made;
use engine::Criterion;
use filetests::front::Lowered;
use fuzzgen::Domain;
use fuzzgen::brute::{self, Truth};
use ir::{Event, Func};
use std::collections::BTreeSet;
use suite::{Ends, Verdict};

pub(super) fn judge(
    unit: &Lowered,
    func: Func,
    domain: &Domain,
    tally: &mut Tally,
) -> Result<(), String> {
    let Some(truth) = truth(unit, func, domain) else { return Ok(()) };
    judge_paths(unit, func, &truth, tally)?;
    judge_branches(unit, func, &truth, tally)
}

/// What the inputs show that are admitted; none if there are none, or if some run was cut.
fn truth(unit: &Lowered, func: Func, domain: &Domain) -> Option<Truth> {
    let (mut truth, mut n_cut) = (Truth::default(), 0);
    brute::for_each_run(&unit.program, func, domain, "", |_, run| {
        if brute::returned_bits(&run.outcome).is_some_and(|bits| bits != 0) {
            truth.add(run);
        } else if !matches!(run.outcome, interp::Outcome::Returned(_) | interp::Outcome::Trapped(_))
        {
            n_cut += 1;
        }
    });
    (n_cut == 0 && !truth.returned.is_empty()).then_some(truth)
}

fn judge_paths(unit: &Lowered, func: Func, truth: &Truth, tally: &mut Tally) -> Result<(), String> {
    let options = engine::Options { pre: Some(func), ..engine::Options::judged(Criterion::Path) };
    let made = made::make(unit, func, &options, PATIENCE)?;
    let tests = made.report.tests.iter().zip(&made.events);
    let returning: Vec<&Vec<Event>> =
        tests.filter(|(test, _)| test.ends == Ends::Return).map(|(_, path)| path).collect();
    let found: BTreeSet<Vec<Event>> = returning.iter().map(|path| (*path).clone()).collect();
    if found.len() != returning.len() {
        return Err(format!("pre: {} tests for {} paths", returning.len(), found.len()));
    }
    if let Some(path) = found.difference(&truth.returned).next() {
        return Err(format!("pre: a path that no admitted input takes: {path:?}"));
    }
    let Some(paths) = &made.report.paths else { return Err("no word about paths".to_owned()) };
    if paths.complete {
        tally.admitted += found.len() as u64;
        if let Some(path) = truth.returned.difference(&found).next() {
            return Err(format!("pre: complete, but a path is missing: {path:?}"));
        }
        if paths.trapped > 0 {
            return Err("pre: a trap on an input that is admitted".to_owned());
        }
    }
    Ok(())
}

fn judge_branches(
    unit: &Lowered,
    func: Func,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let options =
        engine::Options { pre: Some(func), seeds: 4, ..engine::Options::judged(Criterion::Branch) };
    let made = made::make(unit, func, &options, PATIENCE)?;
    for (objective, events) in made.report.objectives.iter().zip(&made.objective_events) {
        let reached = events.iter().any(|event| truth.covered.contains(event));
        match &objective.verdict {
            Verdict::Covered { .. } if !reached => {
                return Err(format!("pre: {} is covered, no admitted input does it", objective.id));
            }
            Verdict::Infeasible { .. } if reached => {
                return Err(format!("pre: {} is infeasible, an input covers it", objective.id));
            }
            Verdict::Covered { .. } | Verdict::Infeasible { .. } => tally.decided += 1,
            Verdict::Unknown { .. } => tally.undecided += 1,
        }
    }
    Ok(())
}
