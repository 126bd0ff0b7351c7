//! Sequences of calls: what only a call finds that is not the first is reached by calling the function several times.
//!
//! For each function that keeps something in static variables, functions are put at the end of the unit that call it twice, three times
//! and so on. They are searched like others, fewest calls first, and their tests become tests of the function: call, check, call again.

use crate::front::Unit;
use engine::describe::Describer;
use engine::objectives::Within;
use engine::{Generated, Options, Stop, generate};
use ir::{Func, Program, Shape, ShapeId};
use std::fmt::Write;
use suite::{CValue, Device, DeviceAccess, FunctionReport, Objective, Test, Verdict};
use world::World;

/// How many calls are tried, in this order.
const CALLS: [usize; 5] = [2, 3, 4, 6, 8];
/// What the names of the functions begin with that call others several times.
const DRIVER: &str = "probant_calls";
/// Functions with more parameters than this are not called several times.
const MOST_PARAMS: usize = 6;

/// The functions that call others several times, as text for the end of a unit, and what stands for the results of calls before the
/// last; none if no function keeps anything.
pub(crate) fn text(program: &Program) -> Option<(String, Vec<Device>)> {
    let has_statics = program.globals.values().any(|data| data.hidden && !data.constant);
    let is_taken = program.funcs.values().any(|data| data.name.starts_with(DRIVER));
    if !has_statics || is_taken {
        return None;
    }
    let (mut results, mut drivers, mut mentioned) = (String::new(), String::new(), String::new());
    let mut devices = Vec::new();
    for (func, data) in program.funcs.iter() {
        if data.system || !can_be_repeated(program, func) {
            continue;
        }
        if let Some(device) = result_of(program, func) {
            let ty = data.ret.map(|shape| program.spelling(shape)).unwrap_or_default();
            writeln!(results, "{ty} {}({ty});", device.function).expect("writing succeeds");
            devices.push(device);
        }
        for calls in CALLS {
            drivers.push_str(&driver(program, func, calls));
            write!(mentioned, " (void){};", driver_name(&data.name, calls))
                .expect("writing succeeds");
        }
    }
    // What nobody mentions is no part of the program.
    let mention = format!("static void mention_sequences_of_calls(void) {{{mentioned} }}\n");
    let places = ("# 1 \"results of calls\"\n", "# 1 \"sequences of calls\" 3\n");
    let text = format!("\n{}{results}{}{drivers}{mention}", places.0, places.1);
    (!drivers.is_empty()).then_some((text, devices))
}

fn can_be_repeated(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let is_plain = |shape: ShapeId| {
        let spelling = program.spelling(shape);
        !spelling.contains(['(', '[', '/'])
            && !matches!(program.shapes[shape], Shape::Opaque { .. })
    };
    data.body.is_some()
        && data.contract.is_none()
        && !data.sig.variadic
        && !data.noreturn
        && data.name != "main"
        && data.params.len() <= MOST_PARAMS
        && data.params.iter().all(|param| is_plain(param.shape))
        && data.ret.is_none_or(is_plain)
        && !World::of(program, func).changed_before().is_empty()
}

/// What notes the result of a call, if it is an integer.
fn result_of(program: &Program, func: Func) -> Option<Device> {
    let data = &program.funcs[func];
    let is_number = matches!(program.shapes[data.ret?], Shape::Int { .. });
    let function = format!("{}calls_{}", ir::DEVICE_WRITE, data.name);
    is_number.then(|| Device { function, place: data.name.clone(), access: DeviceAccess::Result })
}

fn driver_name(function: &str, calls: usize) -> String {
    format!("{DRIVER}_{calls}_{function}")
}

/// A function that calls another so many times and returns what the last call does.
fn driver(program: &Program, func: Func, calls: usize) -> String {
    let data = &program.funcs[func];
    let name = |index: usize, call: usize| {
        let name = &data.params[index].name;
        if name.is_empty() { format!("a{index}_{call}") } else { format!("{name}_{call}") }
    };
    let mut params = Vec::new();
    let mut body = String::new();
    for call in 1..=calls {
        let spelled = |(index, param): (usize, &ir::Param)| {
            format!("{} {}", program.spelling(param.shape), name(index, call))
        };
        params.extend(data.params.iter().enumerate().map(spelled));
        let args: Vec<String> = (0..data.params.len()).map(|index| name(index, call)).collect();
        let called = format!("{}({})", data.name, args.join(", "));
        let line = match (call == calls && data.ret.is_some(), result_of(program, func)) {
            (true, _) => format!("    return {called};\n"),
            (false, Some(device)) => format!("    {}({called});\n", device.function),
            (false, None) => format!("    {called};\n"),
        };
        body.push_str(&line);
    }
    let ret = data.ret.map_or("void".to_owned(), |shape| program.spelling(shape));
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    format!("{ret} {}({params})\n{{\n{body}}}\n", driver_name(&data.name, calls))
}

/// What sequences of calls reach of that which the function was not seen to reach on its first call, each with how many calls it takes.
pub(crate) fn search(
    unit: &Unit,
    func: Func,
    report: &FunctionReport,
    (describer, include): (&mut Describer<'_>, &str),
    options: &Options,
    stop: Stop<'_>,
) -> Vec<(usize, Generated)> {
    let mut open: Vec<&Objective> = report.objectives.iter().filter(|it| needs_calls(it)).collect();
    let mut found = Vec::new();
    if options.pre.is_some() {
        return found;
    }
    let options = Options { within: Within::Callees, ..*options };
    for calls in CALLS {
        let name = driver_name(&unit.program.funcs[func].name, calls);
        let Some(driver) = unit.program.find_func(&name).filter(|_| !open.is_empty()) else {
            break;
        };
        let made = generate(&unit.program, &unit.map, driver, describer, include, &options, stop);
        let Ok(generated) = made else { continue };
        let before = open.len();
        open.retain(|wanted| covering(wanted, &generated.report).is_none());
        if open.len() < before {
            found.push((calls, generated));
        }
    }
    found
}

/// Is it excluded only because static variables have their first values?
fn needs_calls(objective: &Objective) -> bool {
    match &objective.verdict {
        Verdict::Unknown { excluded_while, .. } => {
            excluded_while.iter().any(|premise| premise.name == "first-call")
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
        Verdict::Covered { test } => Some((same, test)),
        Verdict::Infeasible { .. } | Verdict::Unknown { .. } => None,
    }
}

/// Adds the tests of sequences to those of the function: as many as reach something new.
pub(crate) fn merge(report: &mut FunctionReport, calls: usize, other: &FunctionReport) {
    for index in 0..report.objectives.len() {
        let wanted = &report.objectives[index];
        if !needs_calls(wanted) {
            continue;
        }
        let Some((same, test)) = covering(wanted, other) else { continue };
        let id = same.id.clone();
        let is_interpreted = other.interpreted.contains(&id);
        let wanted_id = wanted.id.clone();
        let kept = other.tests.iter().filter(|it| it.id == *test || it.covers.contains(&id));
        let ids: Vec<String> =
            kept.map(|test| add(report, calls, other, test, &wanted_id)).collect();
        let Some(test) = ids.into_iter().next() else { continue };
        report.objectives[index].verdict = Verdict::Covered { test };
        if is_interpreted {
            report.interpreted.push(wanted_id);
        }
    }
    count(report);
}

/// Adds a test of a sequence if it is not there yet; its name.
fn add(
    report: &mut FunctionReport,
    calls: usize,
    other: &FunctionReport,
    test: &Test,
    covers: &str,
) -> String {
    let made = as_sequence(report, calls, other, test);
    if let Some(known) = report.tests.iter_mut().find(|it| it.inputs == made.inputs) {
        known.covers.push(covers.to_owned());
        return known.id.clone();
    }
    let id = format!("t{}", report.tests.len() + 1);
    report.tests.push(Test { id: id.clone(), covers: vec![covers.to_owned()], ..made });
    id
}

/// A test of a function that calls another several times, as a test of that one.
fn as_sequence(report: &FunctionReport, calls: usize, other: &FunctionReport, test: &Test) -> Test {
    let mut made = test.clone();
    let is_result = |function: &str| {
        let device = other.under_test.device(function);
        device.is_some_and(|device| device.access == DeviceAccess::Result)
    };
    let (results, writes): (Vec<_>, Vec<_>) =
        made.outputs.writes.drain(..).partition(|it| is_result(&it.function));
    made.outputs.writes = writes;
    let mut results = results.into_iter().map(|it| it.value);
    made.outputs.earlier = (1..calls).map(|_| results.next()).collect::<Vec<Option<CValue>>>();
    let renamed = |id: &String| {
        let there = other.objectives.iter().find(|it| it.id == *id)?;
        report.objectives.iter().find(|it| is_same(it, there)).map(|it| it.id.clone())
    };
    made.path = test.path.iter().map(|id| renamed(id).unwrap_or_else(|| id.clone())).collect();
    made
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
