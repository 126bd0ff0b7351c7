//! Runs that are too long for the interpreter: compiled code has the last word on them.
//!
//! A loop of billions of turns is never unfolded. An input that should leave it where an objective wants it is a promise; here
//! it is run, optimised and under the sanitizers, so that what it shows rests on no undefined behaviour. It counts only if it
//! shows the outcome and returns.

use crate::front::Unit;
use crate::pipeline::Replaying;
use crate::replay::{Sites, tests_of};
use emit::TestsOf;
use engine::describe::Describer;
use engine::{Generated, Promise};
use ir::input::Input;
use ir::{Event, Func};
use native::{Compiler, Guard, Limits, NativeEnds, NativeError, NativeRun, Report, Runtime};
use std::time::Duration;
use suite::{Replay, Status, Test, Verdict};

/// What one long run may take.
const LONGEST: Duration = Duration::from_secs(20);
/// Long runs for one function.
const MOST: usize = 4;

/// Runs what the engine promised for the functions of a file, all in one program; what is seen becomes tests of the reports.
/// Beside each function stands what kept them from being run.
pub(crate) fn keep_promises(
    unit: &Unit,
    replaying: &Replaying<'_>,
    found: &mut [&mut Generated],
) -> Vec<Option<NativeError>> {
    let promises: Vec<Vec<Promise>> = found.iter_mut().map(|one| wanted(one)).collect();
    if promises.iter().all(Vec::is_empty) {
        return found.iter().map(|_| None).collect();
    }
    let tests: Vec<Vec<Test>> =
        promises.iter().map(|of| of.iter().map(|it| it.test.clone()).collect()).collect();
    let groups = found.iter().zip(&tests);
    let groups: Vec<TestsOf<'_>> =
        groups.map(|(one, tests)| TestsOf { tests, ..tests_of(one) }).collect();
    let sites = Sites::new(&unit.program);
    let limits = Limits { time: LONGEST, whole: replaying.budget, ..Limits::standard() };
    let mut failed: Vec<Option<NativeError>> = found.iter().map(|_| None).collect();
    match native::run_long(replaying.runtime, &sites.unit(unit), &groups, &limits) {
        Ok(runs) => {
            for ((generated, promises), runs) in found.iter_mut().zip(promises).zip(runs) {
                kept(&sites, generated, promises, &runs);
            }
        }
        Err(error) => {
            let first = promises.iter().position(|of| !of.is_empty()).unwrap_or(0);
            failed[first] = Some(error);
        }
    }
    failed
}

/// The promises about objectives that nothing has reached, the first few.
fn wanted(generated: &mut Generated) -> Vec<Promise> {
    let promises = std::mem::take(&mut generated.promises);
    let verdict = |it: &Promise| &generated.report.objectives[it.objective].verdict;
    let open = |it: &Promise| !matches!(verdict(it), Verdict::Covered { .. });
    promises.into_iter().filter(open).take(MOST).collect()
}

/// What the runs of a function's promises showed.
fn kept(
    sites: &Sites,
    generated: &mut Generated,
    promises: Vec<Promise>,
    runs: &[(NativeRun, Report)],
) {
    let aims: Vec<(usize, Event)> = promises.iter().map(|it| (it.objective, it.event)).collect();
    for (promise, (run, report)) in promises.into_iter().zip(runs) {
        let verdict = &generated.report.objectives[promise.objective].verdict;
        if matches!(verdict, Verdict::Covered { .. }) {
            continue;
        }
        match shown(sites, run, report, promise.event) {
            Shown::Yes => {
                let also =
                    aims.iter().filter(|(_, event)| run.events.contains(&sites.event(*event)));
                take_up(generated, promise, also.map(|&(objective, _)| objective));
            }
            Shown::Not(why) => {
                let verdict = &mut generated.report.objectives[promise.objective].verdict;
                if let Verdict::Unknown { reason, .. } = verdict {
                    *reason = format!("{reason}; compiled, {why}");
                }
            }
        }
    }
    let is_open = |one: &suite::Objective| matches!(one.verdict, Verdict::Unknown { .. });
    let report = &mut generated.report;
    if report.paths.is_none() && !report.objectives.iter().any(is_open) {
        report.status = Status::Complete;
    }
}

/// Does an input show an outcome when the function is compiled?
pub(crate) fn shows(
    unit: &Unit,
    func: Func,
    (compiler, guard): (&Compiler, &Guard),
    input: &Input,
    event: Event,
) -> Result<Shown, NativeError> {
    let mut describer = Describer::new(&unit.program);
    let function = describer.under_test(&unit.map, func, "");
    let test = Test {
        id: "t1".to_owned(),
        inputs: describer.inputs(func, input),
        outputs: suite::Outputs::default(),
        path: Vec::new(),
        covers: Vec::new(),
        formula: None,
        ends: suite::Ends::Return,
        replayed: Replay::NotRun,
    };
    let runtime = Runtime::new(compiler, guard)?;
    let group = TestsOf { types: &describer.types, function: &function, tests: &[test] };
    let sites = Sites::new(&unit.program);
    let limits = Limits { time: LONGEST, ..Limits::standard() };
    let mut runs = native::run_long(&runtime, &sites.unit(unit), &[group], &limits)?;
    let (run, report) = runs.pop().and_then(|mut runs| runs.pop()).expect("one test has one run");
    Ok(shown(&sites, &run, &report, event))
}

/// What a long run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Shown {
    Yes,
    /// Not what was promised, but this.
    Not(String),
}

/// What a run showed of an outcome.
fn shown(sites: &Sites, run: &NativeRun, report: &Report, event: Event) -> Shown {
    let seen = run.events.contains(&sites.event(event));
    match report {
        Report::Clean if seen => Shown::Yes,
        Report::Clean => Shown::Not("it returns without getting there".to_owned()),
        Report::Trap { message, .. } => Shown::Not(format!("it ends: {message}")),
        Report::Ended(NativeEnds::Timeout) => {
            Shown::Not(format!("it has not returned after {:.1} s", LONGEST.as_secs_f64()))
        }
        Report::Ended(NativeEnds::NotRun) => {
            Shown::Not("it was not run: the budget of replay ran out".to_owned())
        }
        Report::Ended(NativeEnds::Signal(_)) => Shown::Not("it ends by a signal".to_owned()),
        Report::Ended(NativeEnds::Exited(_) | NativeEnds::Returned) => {
            Shown::Not("it ends the process".to_owned())
        }
    }
}

/// A promise that was kept becomes a test, for all objectives that its run was seen to reach.
fn take_up(generated: &mut Generated, promise: Promise, reached: impl Iterator<Item = usize>) {
    let report = &mut generated.report;
    let id = format!("t{}", report.tests.len() + 1);
    let mut n_reached = 0;
    for objective in reached {
        let verdict = &mut report.objectives[objective].verdict;
        if !matches!(verdict, Verdict::Covered { .. }) {
            *verdict = Verdict::Covered { test: id.clone() };
            n_reached += 1;
        }
    }
    report.tests.push(Test { id, replayed: Replay::Agrees, ..promise.test });
    generated.events.push(Vec::new());
    generated.inputs.push(promise.input);
    if let Some(coverage) = &mut report.coverage {
        coverage.branches.0 += n_reached;
    }
}
