//! Runs that are too long for the interpreter: compiled code has the last word on them.
//!
//! A loop of billions of turns is never unfolded. An input that should leave it where an objective wants it is a promise; here
//! it is run, optimised and under the sanitizers, so that what it shows rests on no undefined behaviour. It counts only if it
//! shows the outcome and returns, or goes on until its time is over: what an endless loop passes is passed.

use crate::front::Unit;
use crate::pipeline::Watch;
use crate::replay::Sites;
use engine::describe::Describer;
use engine::{Generated, Promise};
use ir::input::Input;
use ir::{Event, Func};
use native::{Compiler, Limits, NativeEnds, NativeError, ReplayUnit, Report, Runtime};
use std::time::Duration;
use suite::{Ends, FunctionUnderTest, Replay, Status, Test, Types, Verdict};

/// What one long run may take.
const LONGEST: Duration = Duration::from_secs(20);
/// What a run may take that was seen to go on and on.
const ENDLESS: Duration = Duration::from_millis(500);
/// Long runs for one function.
const MOST: usize = 4;
/// Runs for one function that go on and on.
const MOST_ENDLESS: usize = 16;

/// Runs what the engine promised; what is seen becomes tests of the report.
pub(crate) fn keep_promises(
    unit: &Unit,
    types: &Types,
    runtime: &Runtime,
    generated: &mut Generated,
    watch: &dyn Watch,
) -> Result<(), NativeError> {
    let promises = std::mem::take(&mut generated.promises);
    let aims: Vec<(usize, Event)> = promises.iter().map(|it| (it.objective, it.event)).collect();
    let (mut n_long, mut n_endless) = (0, 0);
    for promise in promises {
        let (count, most) =
            if promise.endless { (&mut n_endless, MOST_ENDLESS) } else { (&mut n_long, MOST) };
        if *count == most {
            continue;
        }
        let verdict = &generated.report.objectives[promise.objective].verdict;
        if matches!(verdict, Verdict::Covered { .. }) {
            continue;
        }
        let function = &generated.report.under_test;
        // To look for what compiled code shows is part of the search.
        *count += 1;
        let longest = if promise.endless { ENDLESS } else { LONGEST };
        // What was seen already takes little to be seen again.
        let time = if promise.endless { longest } else { watch.left().min(longest) };
        let (shown, seen) = if time.is_zero() {
            (Shown::Not("it was not run: the budget ran out".to_owned()), Vec::new())
        } else {
            run(unit, types, function, runtime, (&promise.test, promise.event), time)?
        };
        match shown {
            Shown::Yes | Shown::Endless => {
                let sites = Sites::new(&unit.program);
                let also = aims.iter().filter(|(_, event)| seen.contains(&sites.event(*event)));
                let ends = if shown == Shown::Yes {
                    Ends::Return
                } else {
                    Ends::Limit { what: format!("{:.1} s", time.as_secs_f64()) }
                };
                take_up(generated, (promise, ends), also.map(|&(objective, _)| objective));
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
    Ok(())
}

/// Does an input show an outcome when the function is compiled?
pub(crate) fn shows(
    unit: &Unit,
    func: Func,
    compiler: &Compiler,
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
        ends: Ends::Return,
        replayed: Replay::NotRun,
    };
    let runtime = Runtime::new(compiler)?;
    let run = run(unit, &describer.types, &function, &runtime, (&test, event), LONGEST)?;
    Ok(run.0)
}

/// What a long run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Shown {
    Yes,
    /// It shows what was promised, but does not return.
    Endless,
    /// Not what was promised, but this.
    Not(String),
}

/// Runs a test; with what it shows of its promise, all outcomes that were seen.
fn run(
    unit: &Unit,
    types: &Types,
    function: &FunctionUnderTest,
    runtime: &Runtime,
    (test, event): (&Test, Event),
    time: Duration,
) -> Result<(Shown, Vec<native::Event>), NativeError> {
    let sites = Sites::new(&unit.program);
    let native_unit = ReplayUnit {
        text: &unit.map.text[..unit.native_len],
        conds: &sites.conds,
        switches: &sites.switches,
        types,
        function,
    };
    let limits = Limits { time, ..Limits::standard() };
    let (run, report) = native::run_long(runtime, &native_unit, test, &limits)?;
    let seen = run.events.contains(&sites.event(event));
    let shown = match report {
        Report::Clean if seen => Shown::Yes,
        Report::Clean => Shown::Not("it returns without getting there".to_owned()),
        Report::Trap { message, .. } => Shown::Not(format!("it ends: {message}")),
        Report::Ended(NativeEnds::Timeout) if seen => Shown::Endless,
        Report::Ended(NativeEnds::Timeout) => {
            Shown::Not(format!("it has not returned after {:.1} s", time.as_secs_f64()))
        }
        Report::Ended(NativeEnds::Signal(_)) => Shown::Not("it ends by a signal".to_owned()),
        Report::Ended(NativeEnds::Exited(_) | NativeEnds::Returned) => {
            Shown::Not("it ends the process".to_owned())
        }
    };
    Ok((shown, run.events))
}

/// A promise that was kept becomes a test, for all objectives that its run was seen to reach.
fn take_up(
    generated: &mut Generated,
    (promise, ends): (Promise, Ends),
    reached: impl Iterator<Item = usize>,
) {
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
    report.tests.push(Test { id, ends, replayed: Replay::Agrees, ..promise.test });
    generated.events.push(Vec::new());
    generated.inputs.push(promise.input);
    if let Some(coverage) = &mut report.coverage {
        coverage.branches.0 += n_reached;
    }
}
