//! Findings against brute force: what goes wrong on some heap is reported, and nothing is that does not go wrong.
//!
//! The tests of a report are run here again: what they show must be its findings, neither more nor less, and each finding must be
//! shown by the test that it names. Walks that are complete find all mistakes, and so does the short
//! look at code that allocates, where its paths are few; elsewhere those that are missed are counted.

use engine::Generated;
use engine::describe::place_of;
use filetests::front::Lowered;
use fuzzgen::brute::Truth;
use interp::{Limits, Machine, Outcome};
use ir::input::Input;
use ir::{Func, Value};
use report::ExitStatus;
use std::collections::BTreeSet;
use suite::Suite;

#[derive(Default)]
pub(super) struct Tally {
    pub(super) found: u64,
    /// Mistakes that some heap shows and no test.
    pub(super) missed: u64,
}

/// A kind, a function and a line.
pub(super) type Mistake = (String, String, u32);

/// The mistakes that brute force knows and the report does not.
pub(super) fn missed(
    unit: &Lowered,
    func: Func,
    made: &Generated,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<Vec<Mistake>, String> {
    let claimed = claimed(unit, func, made)?;
    judge_status(made)?;
    tally.found += claimed.len() as u64;
    let traps: BTreeSet<_> = truth.trapped.iter().map(|(_, trap)| trap).collect();
    let traps = traps.into_iter();
    let traps = traps.map(|trap| mistake(unit, trap.kind.name(), trap.func, trap.inst));
    let leaks = truth.leaks.iter().map(|&(func, site)| mistake(unit, LEAK, func, site));
    let missed: Vec<Mistake> = traps.chain(leaks).filter(|it| !claimed.contains(it)).collect();
    tally.missed += missed.len() as u64;
    Ok(missed)
}

/// The same where none may be missed.
pub(super) fn judge_all(
    unit: &Lowered,
    func: Func,
    made: &Generated,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    match missed(unit, func, made, truth, tally)?.first() {
        Some((kind, _, line)) => Err(format!("{kind} in line {line} was not found")),
        None => Ok(()),
    }
}

const LEAK: &str = "memory-leak";

/// The findings, each shown by its test; all that tests show is among them.
fn claimed(unit: &Lowered, func: Func, made: &Generated) -> Result<BTreeSet<Mistake>, String> {
    let mut machine = Machine::new(&unit.program);
    let shown: Vec<BTreeSet<Mistake>> =
        made.inputs.iter().map(|input| shown(unit, func, &mut machine, input)).collect();
    let mut claimed = BTreeSet::new();
    let duties = made.report.duties.iter().map(|duty| &duty.what);
    for finding in made.report.findings.iter().chain(duties) {
        let mistake = (finding.kind.clone(), finding.in_function.clone(), finding.line);
        let test = finding.test.as_deref().ok_or("a finding without a test")?;
        let index = made.report.tests.iter().position(|it| it.id == test);
        let index = index.ok_or("a finding with a test that is not there")?;
        if !shown[index].contains(&mistake) {
            return Err(format!("{test} does not show {mistake:?} but {:?}", shown[index]));
        }
        claimed.insert(mistake);
    }
    match shown.into_iter().flatten().find(|mistake| !claimed.contains(mistake)) {
        Some(mistake) => Err(format!("a test shows {mistake:?}, which is no finding")),
        None => Ok(claimed),
    }
}

fn shown(
    unit: &Lowered,
    func: Func,
    machine: &mut Machine<'_>,
    input: &Input,
) -> BTreeSet<Mistake> {
    match machine.run(func, input, &Limits::UNIT).outcome {
        Outcome::Trapped(trap) => {
            BTreeSet::from([mistake(unit, trap.kind.name(), trap.func, trap.inst)])
        }
        // Where an allocation failed, what is lost is not the point.
        Outcome::Returned(_) if !input.failing.is_empty() => BTreeSet::new(),
        Outcome::Returned(_) => {
            let leaks = machine.leaks().into_iter();
            leaks.map(|(func, site)| mistake(unit, LEAK, func, site)).collect()
        }
        Outcome::Unsupported { .. } | Outcome::Limit(_) | Outcome::Exited { .. } => BTreeSet::new(),
    }
}

fn mistake(unit: &Lowered, kind: &str, func: Func, at: Value) -> Mistake {
    let line = place_of(&unit.map, unit.program.body(func).spans[at]).1;
    (kind.to_owned(), unit.program.funcs[func].name.clone(), line)
}

/// A script that looks at the exit status alone must learn of findings; what callers see to does not change it.
fn judge_status(made: &Generated) -> Result<(), String> {
    let n_findings = made.report.findings.len();
    let functions = vec![made.report.clone()];
    let suite = Suite { file: "f.c".to_owned(), functions };
    let status = report::exit_status(&suite);
    if (status == ExitStatus::Finding) == (n_findings == 0) {
        return Err(format!("{n_findings} findings and {status:?}"));
    }
    Ok(())
}
