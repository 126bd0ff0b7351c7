//! Runs that are too long for the interpreter: compiled code has the last word on them.
//!
//! A loop of billions of turns is never unfolded. An input that should leave it where an objective wants it is a promise; here
//! it is run, optimised and under the sanitizers, so that what it shows rests on no undefined behaviour. It counts only if it
//! shows the outcome and returns.

use crate::front::Unit;
use crate::pipeline::Watch;
use crate::replay::Sites;
use engine::describe::Describer;
use engine::{Generated, Promise};
use ir::input::Input;
use ir::{Event, Func};
use native::{Compiler, Limits, NativeEnds, NativeError, ReplayUnit, Report, Runtime};
use std::time::Duration;
use suite::{FunctionUnderTest, Replay, Status, Test, Types, Verdict};

/// What one long run may take.
const LONGEST: Duration = Duration::from_secs(20);
/// Long runs for one function.
const MOST: usize = 4;

/// Runs what the engine promised; what is seen becomes tests of the report.
pub(crate) fn keep_promises(
    unit: &Unit,
    types: &Types,
    runtime: &Runtime,
    generated: &mut Generated,
    watch: &dyn Watch,
) -> Result<(), NativeError> {
    for promise in std::mem::take(&mut generated.promises).into_iter().take(MOST) {
        let verdict = &generated.report.objectives[promise.objective].verdict;
        if watch.is_late() || matches!(verdict, Verdict::Covered { .. }) {
            continue;
        }
        let function = &generated.report.under_test;
        match run(unit, types, function, runtime, &promise.test, promise.event)? {
            Shown::Yes => take_up(generated, promise),
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
        ends: suite::Ends::Return,
        replayed: Replay::NotRun,
    };
    run(unit, &describer.types, &function, &Runtime::new(compiler)?, &test, event)
}

/// What a long run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Shown {
    Yes,
    /// Not what was promised, but this.
    Not(String),
}

fn run(
    unit: &Unit,
    types: &Types,
    function: &FunctionUnderTest,
    runtime: &Runtime,
    test: &Test,
    event: Event,
) -> Result<Shown, NativeError> {
    let sites = Sites::new(&unit.program);
    let native_unit = ReplayUnit {
        text: &unit.map.text,
        conds: &sites.conds,
        switches: &sites.switches,
        types,
        function,
    };
    let limits = Limits { time: LONGEST, ..Limits::standard() };
    let (run, report) = native::run_long(runtime, &native_unit, test, &limits)?;
    let seen = run.events.contains(&sites.event(event));
    Ok(match report {
        Report::Clean if seen => Shown::Yes,
        Report::Clean => Shown::Not("it returns without getting there".to_owned()),
        Report::Trap { message, .. } => Shown::Not(format!("it ends: {message}")),
        Report::Ended(NativeEnds::Timeout) => {
            Shown::Not(format!("it has not returned after {} s", LONGEST.as_secs()))
        }
        Report::Ended(NativeEnds::Signal(_)) => Shown::Not("it ends by a signal".to_owned()),
        Report::Ended(NativeEnds::Exited(_) | NativeEnds::Returned) => {
            Shown::Not("it ends the process".to_owned())
        }
    })
}

/// A promise that was kept becomes a test.
fn take_up(generated: &mut Generated, promise: Promise) {
    let report = &mut generated.report;
    let id = format!("t{}", report.tests.len() + 1);
    report.objectives[promise.objective].verdict = Verdict::Covered { test: id.clone() };
    report.tests.push(Test { id, replayed: Replay::Agrees, ..promise.test });
    generated.events.push(Vec::new());
    generated.inputs.push(promise.input);
    if let Some(coverage) = &mut report.coverage {
        coverage.branches.0 += 1;
    }
}
