//! The second half of the flow on one page: from a program to replayed tests and verdicts. The first is `front`.
//!
//! program ─ engine ─► tests, each run by the interpreter ─ native ─► replayed ─► suite
//!
//! Each function is on its own: what goes wrong in one, be it a panic of ours, is told as its outcome and the others go on.

use crate::front::Unit;
use crate::{long, replay};
use engine::NoStart;
use engine::describe::Describer;
use engine::{Generated, Options, Progress, generate};
use ir::Func;
use native::{NativeError, Runtime};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use suite::{FunctionReport, FunctionUnderTest, Suite, Types};
use world::Premise;

/// What to do with each function.
pub struct Plan<'a> {
    /// Functions under test.
    pub funcs: Vec<Func>,
    /// How to generate, for each of them.
    pub options: Vec<Options>,
    /// Who replays; nobody if none.
    pub replay: Option<&'a Runtime>,
    /// The file as tests include it: an absolute path.
    pub include: String,
    /// Asked before work on the function with this index begins: who watches the work on it.
    pub watch: &'a dyn Fn(usize) -> Box<dyn Watch + 'a>,
}

/// Watches the work on one function.
pub trait Watch {
    /// Told how far the search is; true ends it.
    fn stop(&self, now: &Progress) -> bool;
    /// Should replay leave out what it can leave out?
    fn is_late(&self) -> bool;
    /// What is left of the time for searching.
    fn left(&self) -> Duration;
    /// How long each stage of the search took, if that is to be told.
    fn stage_times(&self) -> Option<BTreeMap<&'static str, Duration>> {
        None
    }
}

/// Has all the time in the world.
pub struct Unhurried;

impl Watch for Unhurried {
    fn stop(&self, _: &Progress) -> bool {
        false
    }
    fn is_late(&self) -> bool {
        false
    }
    fn left(&self) -> Duration {
        Duration::MAX
    }
}

/// What came of a function.
pub enum Outcome {
    /// It is in the suite.
    Done,
    /// No input satisfies its contract; the clauses at fault.
    Unsatisfiable(Func, BTreeSet<Premise>),
    /// Whether its contract can be satisfied was not decided.
    Undecided(Func),
    /// Its tests are in the suite but could not be replayed.
    NotReplayed(Func, NativeError),
    /// Two of our own judges disagree.
    Disagreement(String),
    /// Something of ours panicked; what it said.
    Panicked(Func, String),
}

/// Generates, replays and gathers tests of all functions of a plan.
pub fn run(unit: &Unit, file: &str, plan: &Plan<'_>) -> (Suite, Vec<Outcome>) {
    let mut describer = Describer::new(&unit.program);
    let mut functions = Vec::new();
    let mut outcomes = Vec::new();
    for (index, &func) in plan.funcs.iter().enumerate() {
        // The describer only ever gains types, so what a panic leaves of it is sound.
        let one = AssertUnwindSafe(|| function(unit, plan, index, &mut describer));
        let (report, more) = catch_unwind(one)
            .unwrap_or_else(|panic| (None, vec![Outcome::Panicked(func, message(&*panic))]));
        functions.extend(report);
        outcomes.extend(more);
    }
    (Suite { file: file.to_owned(), types: describer.types, functions }, outcomes)
}

/// One function: search, replay, report.
fn function(
    unit: &Unit,
    plan: &Plan<'_>,
    index: usize,
    describer: &mut Describer<'_>,
) -> (Option<FunctionReport>, Vec<Outcome>) {
    let func = plan.funcs[index];
    let watch = (plan.watch)(index);
    let stop = |now: &Progress| watch.stop(now);
    let (program, include) = (&unit.program, plan.include.as_str());
    match generate(program, &unit.map, func, describer, include, &plan.options[index], &stop) {
        Ok(mut generated) => {
            generated.report.under_test.models = unit.models.stand_ins();
            generated.report.under_test.replaced.clone_from(&unit.replaced);
            generated.report.under_test.redirected = unit.models.redirected();
            generated.report.under_test.shadowed = shadowed(unit, &generated.report.under_test);
            tell_times(&mut generated.report, watch.stage_times());
            let mut outcomes = vec![Outcome::Done];
            let types = &describer.types;
            let replayed = plan.replay.map(|cc| replayed(unit, types, cc, &mut generated, &*watch));
            match replayed {
                None => replay::measure_by_interpreter(&mut generated),
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    replay::measure_by_interpreter(&mut generated);
                    outcomes.push(Outcome::NotReplayed(func, error));
                }
            }
            let Generated { report, disagreements, .. } = generated;
            outcomes.extend(disagreements.into_iter().map(Outcome::Disagreement));
            (Some(report), outcomes)
        }
        Err(NoStart::Unsatisfiable(clauses)) => (None, vec![Outcome::Unsatisfiable(func, clauses)]),
        Err(NoStart::Undecided) => (None, vec![Outcome::Undecided(func)]),
    }
}

/// What each stage did is told with how long it took, or not at all, and so are limits: most readers do not ask.
fn tell_times(report: &mut FunctionReport, times: Option<BTreeMap<&'static str, Duration>>) {
    let Some(times) = times else {
        report.limits_hit.clear();
        return report.stages.clear();
    };
    for stage in &mut report.stages {
        stage.seconds = times.get(stage.name.as_str()).map_or(0.0, Duration::as_secs_f64);
    }
}

/// The functions that test files define under names that are macros of the unit.
fn shadowed(unit: &Unit, under_test: &FunctionUnderTest) -> Vec<String> {
    let stubs = under_test.stubs.iter().map(|stub| &stub.name);
    let names = stubs.chain(under_test.models.iter().map(|model| &model.function));
    names.filter(|name| unit.macros.is_defined(&unit.map.text, name)).cloned().collect()
}

/// Every test on compiled code, then what only compiled code can show.
fn replayed(
    unit: &Unit,
    types: &Types,
    runtime: &Runtime,
    generated: &mut Generated,
    watch: &dyn Watch,
) -> Result<(), NativeError> {
    replay::replay(unit, types, runtime, generated, watch)?;
    long::keep_promises(unit, types, runtime, generated, watch)
}

/// What a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a word".to_owned())
}
