//! The second half of the flow on one page: from a program to replayed tests and verdicts. The first is `front`.
//!
//! program ─ engine ─► tests, each run by the interpreter ─ native ─► replayed ─► suite
//!
//! Each function is searched on its own: what goes wrong in one, be it a panic of ours, is told as its outcome and the others
//! go on. Compiled code is one program for all functions of a file, built when all searches are over.

use crate::front::Unit;
use crate::sequences::brief::Brief;
use crate::sequences::{self, Sequences};
use crate::{invariant, long, replay, through};
use engine::NoStart;
use engine::describe::Describer;
use engine::objectives::Within;
use engine::{Generated, Options, Progress, generate};
use ir::Func;
use native::{NativeError, Runtime};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use suite::{FunctionReport, FunctionUnderTest, Suite};
use world::Premise;

/// What to do with each function.
pub struct Plan<'a> {
    /// Functions under test.
    pub funcs: Vec<Func>,
    /// How to generate, for each of them.
    pub options: Vec<Options>,
    /// Who replays; nobody if none.
    pub replay: Option<Replaying<'a>>,
    /// The file as tests include it: an absolute path.
    pub include: String,
    /// Asked before work on the function with this index begins: who watches the work on it.
    pub watch: &'a (dyn Fn(usize) -> Box<dyn Watch + 'a> + Sync),
}

/// How tests are run on compiled code.
#[derive(Clone, Copy)]
pub struct Replaying<'a> {
    /// Who compiles and runs them.
    pub runtime: &'a Runtime,
    /// When compiling and running tests of the file has to be over; searching has a budget of its own.
    pub end: Instant,
    /// Whether gcov counts, too.
    pub gcov: bool,
}

impl Replaying<'_> {
    /// What is left of its time.
    pub(crate) fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

/// Watches the work on one function.
pub trait Watch {
    /// Told how far the search is; true ends it.
    fn stop(&self, now: &Progress) -> bool;
    /// Did it end the search?
    fn was_stopped(&self) -> bool {
        false
    }
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
}

/// What came of a function.
pub enum Outcome {
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

/// What the search in one function came to, before anything of it is compiled.
pub struct Searched {
    func: Func,
    generated: Option<Generated>,
    /// What calling it several times reaches beyond that.
    sequences: Sequences,
    outcomes: Vec<Outcome>,
    stopped: bool,
}

impl Searched {
    /// Did the clock end it?
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Is there something to replay?
    pub fn has_tests(&self) -> bool {
        !self.sequences.found.is_empty()
            || self
                .generated
                .as_ref()
                .is_some_and(|one| !one.report.tests.is_empty() || !one.promises.is_empty())
    }
}

/// What came of a function in the end.
pub struct Finished {
    /// The function.
    pub func: Func,
    /// What is known of it, if it could be searched.
    pub report: Option<FunctionReport>,
    /// What else there is to say.
    pub outcomes: Vec<Outcome>,
}

/// Generates, replays and gathers tests of all functions of a plan.
pub fn run(unit: &Unit, file: &str, plan: &Plan<'_>) -> (Suite, Vec<Outcome>) {
    let searched = (0..plan.funcs.len()).map(|index| search(unit, plan, index)).collect();
    let finished = finish(unit, plan.replay.as_ref(), searched);
    let (mut functions, mut outcomes) = (Vec::new(), Vec::new());
    for one in finished {
        functions.extend(one.report);
        outcomes.extend(one.outcomes);
    }
    (Suite { file: file.to_owned(), functions }, outcomes)
}

/// Searches in the function of a plan with this index. Functions know nothing of each other, so they can be searched in any
/// order and at the same time.
pub fn search(unit: &Unit, plan: &Plan<'_>, index: usize) -> Searched {
    let func = plan.funcs[index];
    let one = AssertUnwindSafe(|| search_in(unit, plan, index));
    let Found { generated, sequences, outcomes, stopped } = catch_unwind(one)
        .unwrap_or_else(|panic| Found::nothing(Outcome::Panicked(func, message(&*panic)), false));
    Searched { func, generated, sequences, outcomes, stopped }
}

fn search_in(unit: &Unit, plan: &Plan<'_>, index: usize) -> Found {
    let func = plan.funcs[index];
    let watch = (plan.watch)(index);
    let stop = |now: &Progress| watch.stop(now);
    let (program, include) = (&unit.program, plan.include.as_str());
    let mut describer = Describer::new(program);
    let mut options = plan.options[index];
    let through = through::of(program, func).filter(|_| options.within == Within::Callees);
    let mut searched = func;
    if let Some((other, _)) = &through {
        (searched, options.within) = (*other, Within::Called(func));
    }
    let options = &options;
    // What only sequences of calls show is not looked for long in states that they may never leave.
    let is_given_built = sequences::is_given_built(unit, func);
    let work = if is_given_built { Brief::FIRST } else { u64::MAX };
    let brief = Brief::new(&stop, work);
    let first = |now: &Progress| brief.stop(now);
    match generate(program, &unit.map, searched, &mut describer, include, options, &first) {
        Ok(mut generated) => {
            if let Some((_, through)) = through {
                generated.report.under_test.name.clone_from(&program.funcs[func].name);
                generated.report.under_test.through = Some(through);
            }
            let mut exclude = || {
                let mut describer = Describer::new(program);
                let again = brief.was_cut().then(|| {
                    generate(program, &unit.map, searched, &mut describer, include, options, &stop)
                });
                again.and_then(Result::ok).map(|again| again.report)
            };
            let place = (&mut describer, include);
            let asked = (options, &stop as engine::Stop<'_>);
            let mut sequences =
                sequences::search(unit, func, &mut generated, place, asked, &mut exclude);
            for it in &mut sequences.found {
                complete(unit, &describer, &mut it.report);
            }
            complete(unit, &describer, &mut generated.report);
            invariant::tell(unit, func, &mut generated.report, options, &stop);
            let stopped = watch.was_stopped();
            tell_times(&mut generated.report, watch.stage_times());
            Found { generated: Some(generated), sequences, outcomes: Vec::new(), stopped }
        }
        Err(NoStart::Unsatisfiable(clauses)) => {
            Found::nothing(Outcome::Unsatisfiable(func, clauses), false)
        }
        Err(NoStart::Undecided) => Found::nothing(Outcome::Undecided(func), watch.was_stopped()),
    }
}

/// What a search found.
struct Found {
    generated: Option<Generated>,
    sequences: Sequences,
    outcomes: Vec<Outcome>,
    stopped: bool,
}

impl Found {
    fn nothing(why: Outcome, stopped: bool) -> Found {
        Found { generated: None, sequences: Sequences::default(), outcomes: vec![why], stopped }
    }
}

/// What harnesses of all functions of a unit have in common.
fn complete(unit: &Unit, describer: &Describer<'_>, report: &mut FunctionReport) {
    report.types = describer.types.clone();
    report.under_test.models = unit.models.stand_ins();
    report.under_test.replaced.clone_from(&unit.replaced);
    report.under_test.redirected = unit.models.redirected();
    report.under_test.inlined.clone_from(&unit.inlined);
    report.under_test.local_types.clone_from(&unit.local_types);
    report.under_test.declared.clone_from(&unit.linked.declared);
    report.under_test.devices.clone_from(&unit.devices.functions);
    report.under_test.regions.clone_from(&unit.devices.regions);
    report.under_test.read_only.clone_from(&unit.devices.read_only);
    report.under_test.is_foreign = unit.devices.is_foreign;
    for what in &unit.devices.dropped {
        report.notes.push(format!(
            "{what} is not scripted in this file: with calls in their places it would be no C, perhaps because it uses names that begin with `probant_`"
        ));
    }
    report.under_test.shadowed = shadowed(unit, &report.under_test);
}

/// Replays what was found in all functions of a file, if somebody does, and concludes, in the same order.
pub fn finish(
    unit: &Unit,
    replay: Option<&Replaying<'_>>,
    mut searched: Vec<Searched>,
) -> Vec<Finished> {
    if let Some(replaying) = replay {
        replay_all(unit, replaying, &mut searched);
    } else {
        for one in &mut searched {
            let sequences = one.sequences.found.iter_mut();
            one.generated.iter_mut().chain(sequences).for_each(replay::measure_by_interpreter);
        }
    }
    let conclude = |Searched { func, generated, sequences, mut outcomes, .. }: Searched| {
        let report = generated.map(|Generated { mut report, mut disagreements, .. }| {
            for other in sequences.found {
                disagreements.extend(other.disagreements);
                sequences::merge(&mut report, &other.report, sequences.is_all);
            }
            outcomes.extend(disagreements.into_iter().map(Outcome::Disagreement));
            report
        });
        Finished { func, report, outcomes }
    };
    searched.into_iter().map(conclude).collect()
}

/// Every test on compiled code, then what only compiled code can show.
fn replay_all(unit: &Unit, replaying: &Replaying<'_>, searched: &mut [Searched]) {
    // What is said of a function without tests must not depend on whether others beside it have some.
    let (idle, busy): (Vec<_>, Vec<_>) =
        searched.iter_mut().enumerate().partition(|(_, one)| !one.has_tests());
    idle.into_iter()
        .filter_map(|(_, one)| one.generated.as_mut())
        .for_each(replay::measure_by_interpreter);
    let (funcs, mut found): (Vec<usize>, Vec<&mut Generated>) = busy
        .into_iter()
        .flat_map(|(at, one)| {
            let sequences = one.sequences.found.iter_mut();
            one.generated.iter_mut().chain(sequences).map(move |it| (at, it))
        })
        .unzip();
    for one in &mut found {
        one.report.contained = replaying.runtime.contained();
    }
    let mut failed = replay::replay(unit, replaying, &mut found);
    if failed.iter().all(Option::is_none) {
        failed = long::keep_promises(unit, replaying, &mut found);
    }
    for (at, error) in funcs.into_iter().zip(failed) {
        let func = searched[at].func;
        searched[at].outcomes.extend(error.map(|error| Outcome::NotReplayed(func, error)));
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

/// What a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a word".to_owned())
}
