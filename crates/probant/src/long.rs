//! Runs that are too long for the interpreter: compiled code has the last word on them.
//!
//! A loop of billions of turns is never unfolded. An input that should leave it where an objective wants it is a promise; here
//! it is run, optimised and under the sanitizers, so that what it shows rests on no undefined behaviour. It counts only if it
//! shows the outcome and returns, or goes on until its time is over: what an endless loop passes is passed.

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
use suite::{Ends, Replay, Status, Test, Verdict};

/// What one long run may take.
const LONGEST: Duration = Duration::from_secs(20);
/// What a run may take that was seen to go on and on.
const ENDLESS: Duration = Duration::from_millis(500);
/// Long runs for one function.
const MOST: usize = 4;
/// Runs for one function that go on and on.
const MOST_ENDLESS: usize = 16;

/// What compiled code did on a promise.
type LongRun = (NativeRun, Report);

/// Runs what the engine promised for the functions of a file, what returns in one program and what does not in another; what is
/// seen becomes tests of the reports. Beside each function stands what kept them from being run.
pub(crate) fn keep_promises(
    unit: &Unit,
    replaying: &Replaying<'_>,
    found: &mut [&mut Generated],
) -> Vec<Option<NativeError>> {
    let promises: Vec<Vec<Promise>> = found.iter_mut().map(|one| wanted(one)).collect();
    let sites = Sites::new(&unit.program);
    let run = |endless| run_all(unit, &sites, replaying, found, (&promises, endless));
    let mut failed: Vec<Option<NativeError>> = found.iter().map(|_| None).collect();
    match run(false).and_then(|long| Ok((long, run(true)?))) {
        Ok((long, endless)) => {
            let runs = long.into_iter().zip(endless);
            for ((generated, promises), runs) in found.iter_mut().zip(promises).zip(runs) {
                kept(&sites, generated, promises, runs);
            }
        }
        Err(error) => {
            let first = promises.iter().position(|of| !of.is_empty()).unwrap_or(0);
            failed[first] = Some(error);
        }
    }
    failed
}

/// Runs the promises of all functions that are endless, or those that are not, in one program.
fn run_all(
    unit: &Unit,
    sites: &Sites,
    replaying: &Replaying<'_>,
    found: &[&mut Generated],
    (promises, endless): (&[Vec<Promise>], bool),
) -> Result<Vec<Vec<LongRun>>, NativeError> {
    let of_kind = |of: &Vec<Promise>| {
        let of_kind = of.iter().filter(|it| it.endless == endless);
        of_kind.map(|it| it.test.clone()).collect()
    };
    let tests: Vec<Vec<Test>> = promises.iter().map(of_kind).collect();
    let groups = found.iter().zip(&tests);
    let groups: Vec<TestsOf<'_>> =
        groups.map(|(one, tests)| TestsOf { tests, ..tests_of(one) }).collect();
    let limits = Limits { time: longest(endless), whole: replaying.left(), ..Limits::standard() };
    native::run_long(replaying.runtime, &sites.unit(unit), &groups, &limits)
}

fn longest(endless: bool) -> Duration {
    if endless { ENDLESS } else { LONGEST }
}

/// The promises about objectives that nothing has reached, the first few of each kind.
fn wanted(generated: &mut Generated) -> Vec<Promise> {
    let promises = std::mem::take(&mut generated.promises);
    let verdict = |it: &Promise| &generated.report.objectives[it.objective].verdict;
    let (mut n_long, mut n_endless) = (0, 0);
    let is_wanted = |it: &Promise| {
        let (count, most) =
            if it.endless { (&mut n_endless, MOST_ENDLESS) } else { (&mut n_long, MOST) };
        let wanted = *count < most && !matches!(verdict(it), Verdict::Covered { .. });
        *count += usize::from(wanted);
        wanted
    };
    promises.into_iter().filter(is_wanted).collect()
}

/// What the runs of a function's promises showed: those that should return, and those that are endless.
fn kept(
    sites: &Sites,
    generated: &mut Generated,
    promises: Vec<Promise>,
    (long, endless): (Vec<LongRun>, Vec<LongRun>),
) {
    let aims: Vec<(usize, Event)> = promises.iter().map(|it| (it.objective, it.event)).collect();
    let (mut long, mut endless) = (long.into_iter(), endless.into_iter());
    for promise in promises {
        let of_kind = if promise.endless { &mut endless } else { &mut long };
        let (run, report) = of_kind.next().expect("each promise has a run");
        let verdict = &generated.report.objectives[promise.objective].verdict;
        if matches!(verdict, Verdict::Covered { .. }) {
            continue;
        }
        let time = longest(promise.endless);
        let shown = shown(sites, &run, &report, (promise.event, time));
        match shown {
            Shown::Yes | Shown::Endless => {
                let also =
                    aims.iter().filter(|(_, event)| run.events.contains(&sites.event(*event)));
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
    let mut function = describer.under_test(&unit.map, func, "");
    function.redirected = unit.models.redirected();
    function.inlined.clone_from(&unit.inlined);
    function.local_types.clone_from(&unit.local_types);
    function.declared.clone_from(&unit.linked.declared);
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
    let runtime = Runtime::new(compiler, guard)?;
    let group = TestsOf { types: &describer.types, function: &function, tests: &[test] };
    let sites = Sites::new(&unit.program);
    let limits = Limits { time: LONGEST, ..Limits::standard() };
    let mut runs = native::run_long(&runtime, &sites.unit(unit), &[group], &limits)?;
    let (run, report) = runs.pop().and_then(|mut runs| runs.pop()).expect("one test has one run");
    Ok(shown(&sites, &run, &report, (event, LONGEST)))
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

/// What a run showed of an outcome.
fn shown(
    sites: &Sites,
    run: &NativeRun,
    report: &Report,
    (event, time): (Event, Duration),
) -> Shown {
    let seen = run.events.contains(&sites.event(event));
    match report {
        Report::Clean if seen => Shown::Yes,
        Report::Clean => Shown::Not("it returns without getting there".to_owned()),
        Report::Trap { message, .. } => Shown::Not(format!("it ends: {message}")),
        Report::Ended(NativeEnds::Timeout) if seen => Shown::Endless,
        Report::Ended(NativeEnds::Timeout) => {
            Shown::Not(format!("it has not returned after {:.1} s", time.as_secs_f64()))
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
