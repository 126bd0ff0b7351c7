//! What the engine says of a function, beside what all small heaps show.

use super::Subject;
use engine::{Generated, Reached};
use interp::Machine;
use ir::Event;
use std::collections::BTreeSet;
use suite::{Ends, Verdict};

/// Paths of a function that are followed one by one.
const FOLLOWED: usize = 3;

#[derive(Default)]
pub(super) struct Verdicts {
    pub(super) covered: u64,
    /// Covered, though no small heap shows them: what brute force does not know.
    pub(super) beyond: u64,
    pub(super) infeasible: u64,
    pub(super) unknown: u64,
    /// Called infeasible, though some heap shows them.
    pub(super) wrong: u64,
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
    subject: &Subject<'_>,
    made: &Generated,
    tally: &mut Verdicts,
) -> Result<(), String> {
    let mut wrong = Vec::new();
    for (objective, events) in made.report.objectives.iter().zip(&made.objective_events) {
        let reached = events.iter().find(|event| subject.truth.covered.contains(event));
        match (&objective.verdict, reached) {
            (Verdict::Covered { .. }, _) => {
                tally.covered += 1;
                tally.beyond += u64::from(reached.is_none());
            }
            (Verdict::Infeasible { .. }, Some(event)) => wrong.push((&objective.id, *event)),
            (Verdict::Infeasible { .. }, None) => tally.infeasible += 1,
            (Verdict::Unknown { .. }, _) => {
                tally.unknown += 1;
                tally.missed += u64::from(reached.is_some());
            }
        }
    }
    tally.wrong += wrong.len() as u64;
    let Some((id, event)) = wrong.first() else { return Ok(()) };
    let world = subject.example_of(*event);
    Err(format!("{id} is infeasible, a heap covers it{world}"))
}

/// Does a walk that calls itself complete have all paths that heaps take? How many it has.
pub(super) fn judge_paths(subject: &Subject<'_>, walked: &Generated) -> Result<u64, String> {
    let tests = walked.report.tests.iter().zip(&walked.events);
    let returning: Vec<_> =
        tests.filter(|(test, _)| test.ends == Ends::Return).map(|(_, path)| path).collect();
    let found: BTreeSet<_> = returning.iter().map(|path| (*path).clone()).collect();
    if found.len() != returning.len() {
        return Err(format!("{} tests for {} paths", returning.len(), found.len()));
    }
    let n_found = found.len() as u64;
    let paths = walked.report.paths.as_ref().ok_or("no word about paths")?;
    if !paths.complete {
        return Ok(n_found);
    }
    let beyond = beyond(subject, walked);
    let is_missing = |path: &&Vec<Event>| !beyond.iter().any(|prefix| path.starts_with(prefix));
    if let Some(path) = subject.truth.returned.difference(&found).find(is_missing) {
        let world = subject.example_of_path(path);
        return Err(format!("complete, but a path is missing: {}{world}", spelled(path)));
    }
    let (claimed, least) = (paths.trapped, subject.truth.trapped.len() as u64);
    if claimed < least && beyond.is_empty() {
        return Err(format!("{claimed} trapped prefixes claimed, there are {least} at least"));
    }
    Ok(n_found)
}

/// Paths that end where more is touched than a contract makes valid: in heaps where there is more, runs go on.
fn beyond<'a>(subject: &Subject<'_>, walked: &'a Generated) -> Vec<&'a Vec<Event>> {
    let has_contract = subject.unit.program.funcs[subject.func].contract.is_some();
    let tests = walked.report.tests.iter().zip(&walked.events).filter(|_| has_contract);
    tests.filter(|(test, _)| test.ends != Ends::Return).map(|(_, path)| path).collect()
}

/// Follows some paths that heaps take, and each with its last outcome turned round.
pub(super) fn judge_following(subject: &Subject<'_>) -> Result<(), String> {
    let returned = &subject.truth.returned;
    for path in returned.iter().filter(|path| !path.is_empty()).take(FOLLOWED) {
        let mut turned = path.clone();
        if let Some(Event::Cond(_, outcome)) = turned.last_mut() {
            *outcome = !*outcome;
        }
        for path in [path, &turned] {
            let followed = engine::follow(&subject.unit.program, subject.func, path, &|| false);
            let is_taken = returned.iter().any(|other| other.starts_with(path));
            if is_taken && matches!(followed, Reached::Not(Verdict::Infeasible { .. }, _)) {
                let world = subject.example_of_path(path);
                let path = spelled(path);
                return Err(format!("a heap takes {path}, following it says infeasible{world}"));
            }
        }
    }
    Ok(())
}

/// A path for people: its conditions with their outcomes.
fn spelled(path: &[Event]) -> String {
    if path.is_empty() {
        return "the one without conditions".to_owned();
    }
    let spell = |event: &Event| match event {
        Event::Cond(site, true) => format!("{}:{}+", site.func, site.cond),
        Event::Cond(site, false) => format!("{}:{}-", site.func, site.cond),
        Event::Switch(site, target) => format!("{}:{}={target}", site.func, site.switch),
    };
    path.iter().map(spell).collect::<Vec<_>>().join(" ")
}
