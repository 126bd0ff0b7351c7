//! Sequences of calls: what only a call finds that is not the first is reached by calling functions several times.
//!
//! Functions are put at the end of the unit that make so many calls ([`driver`]): of a function that keeps something in static
//! variables, or of all that callers have ([`api`]). They are searched like others, fewest calls first, and their tests become tests
//! of the function: call, check, call again.

pub(crate) mod api;
pub(crate) mod blocks;
pub(crate) mod brief;
mod driver;
mod induction;
mod kept;

use crate::distrust::drop_tests;
use crate::front::Unit;
use api::{Api, States, is_callable, keeps_state};
use brief::Brief;
use driver::{DRIVER, Driver, all_made, result_of, step};
use engine::describe::Describer;
use engine::objectives::Within;
use engine::{Generated, Options, Stop, generate};
use ir::{Func, Linkage, Program, Shape};
use std::collections::BTreeMap;
use std::fmt::Write;
use suite::{
    Device, DeviceAccess, Ends, FunctionReport, Objective, ObjectiveKind, Shown, Status, Test,
    Verdict, Written,
};

/// How many calls of one function are tried, in this order.
const CALLS: [usize; 5] = [2, 3, 4, 6, 8];
/// How many calls of all functions of a file are tried, in this order.
const CALLS_OF_API: [usize; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12];

/// After so many depths it is asked whether any number of calls could do.
const FEW: usize = 2;

/// The functions that make several calls, as text for the end of a unit, and what stands for the results of calls before the
/// last; none if no function keeps anything.
pub(crate) fn text(program: &Program, states: &States) -> Option<(String, Vec<Device>)> {
    if program.funcs.values().any(|data| data.name.starts_with(DRIVER)) {
        return None;
    }
    let has_statics = program.globals.values().any(|data| data.hidden && !data.constant);
    let (mut steps, mut drivers, mut called) = (String::new(), Vec::new(), Vec::new());
    match states {
        States::Any if !has_statics => {}
        States::Any => {
            for func in program.funcs.keys() {
                if is_callable(program, func) && keeps_state(program, func) {
                    let api = Api::alone(program, func);
                    steps.push_str(&step(program, &api));
                    let all =
                        CALLS.map(|calls| Driver { program, api: &api, last: Some(func), calls });
                    drivers.extend(all.map(|driver| (driver.name(), driver.text())));
                    called.push(func);
                }
            }
        }
        States::Api(roles) => {
            let api = Api::of(program, roles);
            steps.push_str(&step(program, &api));
            called.extend(api.ops.iter().map(|op| op.func));
            for last in called.iter().copied().map(Some).chain([None]) {
                let all = CALLS_OF_API.map(|calls| Driver { program, api: &api, last, calls });
                drivers.extend(all.map(|driver| (driver.name(), driver.text())));
            }
        }
    }
    let mut devices: Vec<Device> =
        called.iter().filter_map(|&func| result_of(program, func)).collect();
    let mut results = format!("int {}(int);\n", all_made().function);
    devices.push(all_made());
    for (func, device) in called.iter().filter_map(|&it| Some((it, result_of(program, it)?))) {
        let ty = program.funcs[func].ret.map(|shape| program.spelling(shape)).unwrap_or_default();
        writeln!(results, "{ty} {}({ty});", device.function).expect("writing succeeds");
    }
    // What nobody mentions is no part of the program.
    let mentioned: String =
        drivers.iter().flat_map(|(name, _)| [" (void)", name.as_str(), ";"]).collect();
    let mention = format!("static void mention_sequences_of_calls(void) {{{mentioned} }}\n");
    let places = ("# 1 \"results of calls\"\n", "# 1 \"sequences of calls\" 3\n");
    let text: String = drivers.iter().map(|(_, text)| text.as_str()).collect();
    let text = format!("\n{}{results}{}{steps}{text}{mention}", places.0, places.1);
    (!called.is_empty()).then_some((text, devices))
}

/// Static variables of the file are as calls leave them: no inputs.
pub(crate) fn hide_statics(program: &mut Program, states: &States) {
    if let States::Any = states {
        return;
    }
    for data in program.globals.values_mut() {
        data.hidden |= data.linkage == Linkage::Internal && !data.constant;
    }
}

/// What sequences of calls reach.
#[derive(Default)]
pub(crate) struct Sequences {
    /// Each with its tests as calls.
    pub(crate) found: Vec<Generated>,
    /// Whether structures are to be built by calls alone, so that nothing else counts.
    pub(crate) is_all: bool,
}

/// Is a function given structures that callers build by calls, so that only what sequences reach counts?
pub(crate) fn is_given_built(unit: &Unit, func: Func) -> bool {
    unit.api.as_ref().is_some_and(|api| reopens(&unit.program, api, func))
}

/// What sequences of calls reach of that which the function was not seen to reach on its first call. Where they build all
/// structures, what was told of any state before may be no more than a first look: `exclude` looks again, as long as it takes.
pub(crate) fn search(
    unit: &Unit,
    func: Func,
    generated: &mut Generated,
    (describer, include): (&mut Describer<'_>, &str),
    (options, stop): (&Options, Stop<'_>),
    exclude: &mut dyn FnMut() -> Option<FunctionReport>,
) -> Sequences {
    let program = &unit.program;
    let (api, last, depths) = match &unit.api {
        None => (&Api::alone(program, func), Some(func), &CALLS[..]),
        Some(api) => (api, api.op(func).map(|op| op.func), &CALLS_OF_API[..]),
    };
    let is_all = is_given_built(unit, func);
    let walks_paths = generated.report.objectives.iter().any(|it| it.kind == ObjectiveKind::Path);
    if options.pre.is_some() || walks_paths || last.is_none() && !is_all {
        return Sequences::default();
    }
    if is_all {
        reopen(generated);
    }
    let wanted = generated.report.objectives.iter().filter(|it| needs_calls(it, is_all));
    let open: Vec<Objective> = wanted.cloned().collect();
    let sequences = Sequences { found: Vec::new(), is_all };
    let driver = Driver { program, api, last, calls: 0 };
    let mut rising = Rising { unit, func, driver, options, open, sequences, most: 0 };
    if is_all {
        // A little of each number of calls first: most takes few, and few would take all the time where one more shows it at once.
        let cut = rising.try_all(depths, Some(Brief::FIRST), describer, include, stop);
        if !rising.open.is_empty() && !cut.is_empty() {
            if let Some(report) = exclude() {
                rising.exclude(&report);
            }
            settle(&mut generated.report, &mut rising.open);
            rising.try_all(&cut, None, describer, include, stop);
        }
    } else {
        rising.try_all(depths, None, describer, include, stop);
    }
    settle(&mut generated.report, &mut rising.open);
    let Rising { most, sequences, .. } = rising;
    if is_all {
        let reason = format!("no sequence of up to {most} calls was found that gets there");
        for objective in &mut generated.report.objectives {
            if let Verdict::Unknown { reason: why, .. } = &mut objective.verdict {
                why.clone_from(&reason);
            }
        }
    }
    sequences
}

/// Ever more calls of a function and of those before it.
struct Rising<'a> {
    unit: &'a Unit,
    func: Func,
    driver: Driver<'a>,
    options: &'a Options,
    /// What is not reached, and not excluded in the report.
    open: Vec<Objective>,
    sequences: Sequences,
    /// The most calls tried.
    most: usize,
}

impl Rising<'_> {
    /// Tries so many calls one after the other, each with as much work; those for which that was too little.
    fn try_all(
        &mut self,
        depths: &[usize],
        work: Option<u64>,
        describer: &mut Describer<'_>,
        include: &str,
        stop: Stop<'_>,
    ) -> Vec<usize> {
        let mut cut = Vec::new();
        for &calls in depths {
            let brief = Brief::new(stop, work.unwrap_or(u64::MAX));
            let stop = |now: &engine::Progress| brief.stop(now);
            if depths.get(FEW) == Some(&calls) && self.is_any_open() {
                induction::exclude(self.unit, self.func, &mut self.open, (self.options, &stop));
            }
            if !self.is_any_open() || !self.try_calls(calls, describer, include, &stop) {
                break;
            }
            if brief.was_cut() {
                cut.push(calls);
            }
        }
        cut
    }

    /// Tries so many calls; false if there is no such function in the unit.
    fn try_calls(
        &mut self,
        calls: usize,
        describer: &mut Describer<'_>,
        include: &str,
        stop: Stop<'_>,
    ) -> bool {
        let Unit { program, map, .. } = self.unit;
        let made = Driver { calls, ..self.driver };
        let Some(driver) = program.find_func(&made.name()) else { return false };
        let options = Options { within: Within::Called(self.func), ..*self.options };
        let Ok(mut one) = generate(program, map, driver, describer, include, &options, stop) else {
            return true;
        };
        self.most = self.most.max(calls);
        told_in_calls(self.unit, &made, describer, &mut one);
        let before = self.open.len();
        self.open.retain(|wanted| covering(wanted, &one.report).is_none());
        let has_news = self.open.len() < before;
        if has_news || self.sequences.is_all && !one.report.findings.is_empty() {
            self.sequences.found.push(one);
        }
        true
    }

    fn is_any_open(&self) -> bool {
        self.open.iter().any(|it| !matches!(it.verdict, Verdict::Infeasible { .. }))
    }

    /// Takes over what a report excludes.
    fn exclude(&mut self, report: &FunctionReport) {
        for open in &mut self.open {
            let same = report.objectives.iter().find(|it| it.id == open.id);
            let excluded = same.filter(|it| matches!(it.verdict, Verdict::Infeasible { .. }));
            if let Some(excluded) = excluded {
                open.verdict.clone_from(&excluded.verdict);
            }
        }
    }
}

/// Takes over what is excluded, and leaves what is open.
fn settle(report: &mut FunctionReport, open: &mut Vec<Objective>) {
    let is_excluded = |it: &mut Objective| matches!(it.verdict, Verdict::Infeasible { .. });
    for excluded in open.extract_if(.., is_excluded) {
        let same = report.objectives.iter_mut().find(|it| it.id == excluded.id);
        same.expect("it is one of the report").verdict = excluded.verdict;
    }
}

/// Is a function given structures that callers build by calls?
fn reopens(program: &Program, api: &Api, func: Func) -> bool {
    let data = &program.funcs[func];
    let is_record = |shape: ir::ShapeId| match &program.shapes[shape] {
        Shape::Pointer { to: Some(to), .. } => matches!(program.shapes[*to], Shape::Record { .. }),
        _ => false,
    };
    // Functions that only the file itself calls are given what its own calls give them.
    let is_inner = data.linkage == Linkage::Internal && api.op(func).is_none();
    let is_given = data.params.iter().any(|param| is_record(param.shape));
    api.takes_handle(func) || is_inner && is_given && !api.ops.is_empty()
}

/// Forgets what was reached from structures in any state. What no state reaches stays excluded.
fn reopen(generated: &mut Generated) {
    let report = &mut generated.report;
    report.tests.clear();
    report.findings.clear();
    report.duties.clear();
    report.interpreted.clear();
    generated.promises.clear();
    for objective in &mut report.objectives {
        if !matches!(objective.verdict, Verdict::Infeasible { .. }) {
            objective.verdict = Verdict::Unknown {
                reason: String::new(),
                excluded_within: Vec::new(),
                excluded_while: Vec::new(),
            };
            report.status = Status::Partial;
        }
    }
}

/// The tests of a driver as tests that call; those that do not get to the last call are dropped.
fn told_in_calls(
    unit: &Unit,
    driver: &Driver<'_>,
    describer: &mut Describer<'_>,
    one: &mut Generated,
) {
    let is_result = |name: &str| {
        let device = unit.devices.functions.iter().find(|it| it.function == name);
        device.is_some_and(|it| it.access == DeviceAccess::Result)
    };
    let mut dropped = BTreeMap::new();
    for test in &mut one.report.tests {
        if !as_sequence(driver, describer, test, &is_result) {
            dropped.insert(test.id.clone(), test.id.clone());
        }
    }
    drop_tests(one, &dropped, "a sequence ends before its last call");
}

/// A test of a driver as a test that calls; false if it returns before its last call.
fn as_sequence(
    driver: &Driver<'_>,
    describer: &mut Describer<'_>,
    test: &mut Test,
    is_result: &dyn Fn(&str) -> bool,
) -> bool {
    let Some(mut sequence) = driver.sequence(describer, test) else { return false };
    let is_last = |it: &Written| it.function == all_made().function;
    if test.ends == Ends::Return && !test.outputs.writes().any(is_last) {
        return false;
    }
    let is_written = |it: &Shown| matches!(it, Shown::Write(it) if is_result(&it.function));
    let results: Vec<Written> = test
        .outputs
        .writes()
        .filter(|it| is_result(&it.function) && !is_last(it))
        .cloned()
        .collect();
    test.outputs.shown.retain(|it| !is_written(it));
    let mut results = results.into_iter().peekable();
    for call in &mut sequence.calls {
        let noted = format!("{}calls_{}", ir::DEVICE_WRITE, call.function);
        if let Some(result) = results.next_if(|it| it.function == noted) {
            call.result = Some(result.value);
        }
    }
    test.inputs.sequence = Some(sequence);
    true
}

/// Is it excluded only because static variables have their first values, or does everything take calls?
fn needs_calls(objective: &Objective, is_all: bool) -> bool {
    match &objective.verdict {
        Verdict::Unknown { excluded_while, .. } => {
            is_all || excluded_while.iter().any(|premise| premise.name == "first-call")
        }
        Verdict::Covered { .. } | Verdict::Infeasible { .. } => false,
    }
}

fn is_same(a: &Objective, b: &Objective) -> bool {
    // Which files need no mention differs.
    let key = |it: &Objective| (it.kind, it.in_function.clone(), it.line, it.col);
    key(a) == key(b) && a.text == b.text && a.outcome == b.outcome
}

/// The test of another report that covers an objective, and the objective there.
fn covering<'r>(wanted: &Objective, other: &'r FunctionReport) -> Option<(&'r Objective, &'r str)> {
    let same = other.objectives.iter().find(|it| is_same(it, wanted))?;
    match &same.verdict {
        Verdict::Covered { test } => other.test(test).map(|_| (same, test.as_str())),
        Verdict::Infeasible { .. } | Verdict::Unknown { .. } => None,
    }
}

/// Adds the tests of sequences to those of the function: as many as reach something new.
pub(crate) fn merge(report: &mut FunctionReport, other: &FunctionReport, is_all: bool) {
    for index in 0..report.objectives.len() {
        let wanted = &report.objectives[index];
        if !needs_calls(wanted, is_all) {
            continue;
        }
        let Some((same, test)) = covering(wanted, other) else { continue };
        let id = same.id.clone();
        let is_interpreted = other.interpreted.contains(&id);
        let wanted_id = wanted.id.clone();
        let kept = other.tests.iter().filter(|it| it.id == *test || it.covers.contains(&id));
        let ids: Vec<String> =
            kept.map(|test| add(report, other, test, Some(&wanted_id))).collect();
        let Some(test) = ids.into_iter().next() else { continue };
        report.objectives[index].verdict = Verdict::Covered { test };
        if is_interpreted {
            report.interpreted.push(wanted_id);
        }
    }
    if is_all {
        add_findings(report, other);
    }
    count(report);
}

/// What goes wrong on calls that callers may make. What they leave allocated is theirs to free.
fn add_findings(report: &mut FunctionReport, other: &FunctionReport) {
    for finding in other.findings.iter().filter(|it| it.kind != "memory-leak") {
        let is_known =
            report.findings.iter().any(|it| it.kind == finding.kind && it.line == finding.line);
        let Some(test) = finding.test.as_ref().and_then(|id| other.test(id)) else { continue };
        if !is_known && !gives_null(test) {
            let id = add(report, other, test, None);
            report.findings.push(suite::Finding { test: Some(id), ..finding.clone() });
        }
    }
}

/// Is a call given null in the place of a structure?
fn gives_null(test: &Test) -> bool {
    let calls = test.inputs.sequence.iter().flat_map(|sequence| &sequence.calls);
    calls.flat_map(|call| &call.args).any(|arg| *arg == suite::Argument::Null)
}

/// Adds a test of a sequence if it is not there yet; its name.
fn add(
    report: &mut FunctionReport,
    other: &FunctionReport,
    test: &Test,
    covers: Option<&String>,
) -> String {
    if let Some(known) = report.tests.iter_mut().find(|it| it.inputs == test.inputs) {
        known.covers.extend(covers.cloned());
        return known.id.clone();
    }
    let renamed = |id: &String| {
        let there = other.objectives.iter().find(|it| it.id == *id)?;
        report.objectives.iter().find(|it| is_same(it, there)).map(|it| it.id.clone())
    };
    let path = test.path.iter().map(|id| renamed(id).unwrap_or_else(|| id.clone())).collect();
    let id = format!("t{}", report.tests.len() + 1);
    let covers = covers.into_iter().cloned().collect();
    report.tests.push(Test { id: id.clone(), covers, path, ..test.clone() });
    id
}

/// What the figures of a report say after tests were added.
fn count(report: &mut FunctionReport) {
    let covered = |it: &&Objective| matches!(it.verdict, Verdict::Covered { .. });
    let n_covered = report.objectives.iter().filter(covered).count() as u64;
    let n_unseen = report.interpreted.len() as u64;
    if let Some(coverage) = &mut report.coverage {
        let seen = match coverage.measured_by {
            suite::Meter::Probes => n_covered - n_unseen.min(n_covered),
            suite::Meter::Interpreter => n_covered,
        };
        coverage.branches.0 = seen;
    }
    let is_open = |it: &Objective| matches!(it.verdict, Verdict::Unknown { .. });
    if !report.objectives.iter().any(is_open) {
        report.status = suite::Status::Complete;
    }
}
