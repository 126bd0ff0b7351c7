//! What the engine says of a function, beside what all small heaps show.

use super::Subject;
use engine::{Generated, Reached};
use fuzzgen::brute::Truth;
use interp::Machine;
use ir::Event;
use std::collections::BTreeSet;
use suite::{Ends, Verdict};

/// Paths of a function that are followed one by one.
const FOLLOWED: usize = 3;

#[derive(Default)]
pub(super) struct Verdicts {
    pub(super) covered: u64,
    pub(super) infeasible: u64,
    pub(super) unknown: u64,
    /// Unknown, though some heap shows them.
    pub(super) missed: u64,
}

/// Is every input one that callers can make: one that the contract admits, and that knows no more than they do?
pub(super) fn judge_inputs(subject: &Subject<'_>, made: &Generated) -> Result<(), String> {
    let program = &subject.unit.program;
    let mut machine = Machine::new(program);
    let clauses = program.funcs[subject.func].contract.iter();
    let clauses: Vec<_> = clauses.flat_map(|contract| &contract.requires).collect();
    for input in &made.inputs {
        subject.sample.check_input(program, input)?;
        let formulas = clauses.iter().filter_map(|clause| clause.meaning.as_ref().ok());
        for formula in formulas {
            if machine.holds(formula, input) == interp::Truth::False {
                return Err("the contract excludes an input of a test".to_owned());
            }
        }
    }
    Ok(())
}

/// Is nothing infeasible that a heap covers?
pub(super) fn judge_branches(
    generated: &Generated,
    truth: &Truth,
    tally: &mut Verdicts,
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
            Verdict::Unknown { .. } => {
                tally.unknown += 1;
                tally.missed += u64::from(reached);
            }
        }
    }
    Ok(())
}

/// Does a walk that calls itself complete have all paths that heaps take? How many it has.
pub(super) fn judge_paths(generated: &Generated, truth: &Truth) -> Result<u64, String> {
    let tests = generated.report.tests.iter().zip(&generated.events);
    let returning: Vec<_> =
        tests.filter(|(test, _)| test.ends == Ends::Return).map(|(_, path)| path).collect();
    let found: BTreeSet<_> = returning.iter().map(|path| (*path).clone()).collect();
    if found.len() != returning.len() {
        return Err(format!("{} tests for {} paths", returning.len(), found.len()));
    }
    let n_found = found.len() as u64;
    let paths = generated.report.paths.as_ref().ok_or("no word about paths")?;
    if !paths.complete {
        return Ok(n_found);
    }
    if let Some(path) = truth.returned.difference(&found).next() {
        return Err(format!("complete, but a path is missing: {path:?}"));
    }
    let (claimed, least) = (paths.trapped, truth.trapped.len() as u64);
    if claimed < least {
        return Err(format!("{claimed} trapped prefixes claimed, there are {least} at least"));
    }
    Ok(n_found)
}

/// Follows some paths that heaps take, and each with its last outcome turned round.
pub(super) fn judge_following(
    program: &ir::Program,
    func: ir::Func,
    truth: &Truth,
) -> Result<(), String> {
    for path in truth.returned.iter().filter(|path| !path.is_empty()).take(FOLLOWED) {
        match engine::follow(program, func, path, &|| false) {
            Reached::Not(verdict @ Verdict::Infeasible { .. }, _) => {
                return Err(format!("a heap takes {path:?}, following it: {verdict:?}"));
            }
            Reached::Not(..) | Reached::Yes(_) | Reached::Promised(..) => {}
        }
        let mut turned = path.clone();
        if let Some(Event::Cond(_, outcome)) = turned.last_mut() {
            *outcome = !*outcome;
        }
        let is_taken = truth.returned.iter().any(|other| other.starts_with(&turned));
        let followed = engine::follow(program, func, &turned, &|| false);
        if is_taken && matches!(followed, Reached::Not(Verdict::Infeasible { .. }, _)) {
            return Err(format!("a heap takes {turned:?}, following it says infeasible"));
        }
    }
    Ok(())
}
