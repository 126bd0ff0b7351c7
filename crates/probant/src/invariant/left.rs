//! Does a function leave an invariant behind that held before?
//!
//! A function at the end of the unit calls it where the invariant holds, and asks again; whether the answer can be no is an
//! objective like others.

use super::{holds, is_ended, name_of};
use crate::front::Unit;
use engine::describe::Describer;
use engine::objectives::Within;
use engine::{Criterion, Options, Stop, generate};
use ir::{Func, Program};
use suite::{Finding, FunctionReport, Objective, Outcome, Verdict};

/// The line of the text that asks again.
const LINE: u32 = 4;

/// Says in a report what a function leaves of the invariant that is its precondition, if one is.
pub(crate) fn tell(
    unit: &Unit,
    func: Func,
    report: &mut FunctionReport,
    options: &Options,
    stop: Stop<'_>,
) {
    let program = &unit.program;
    let name = &program.funcs[func].name;
    let pre = options.pre.map_or("", |pre| program.funcs[pre].name.as_str());
    let Some(invariant) = invariant_of(program, pre, name) else { return };
    if is_ended(program, func) {
        return;
    }
    let of = &program.funcs[invariant].name;
    match broken(unit, invariant, func, options, stop).map(|it| it.verdict) {
        Some(Verdict::Infeasible { .. }) => {}
        Some(Verdict::Covered { .. }) => report.findings.push(Finding {
            kind: "invariant-broken".to_owned(),
            in_function: name.clone(),
            line: unit.map.locate(program.funcs[func].span.lo).map_or(0, |place| place.line),
            message: format!("`{of}` holds before a call of `{name}` and not after it"),
            test: None,
        }),
        Some(Verdict::Unknown { .. }) | None => {
            report.notes.push(format!("whether `{name}` keeps `{of}` is unknown"));
        }
    }
}

/// The invariant that a precondition stands for.
fn invariant_of(program: &Program, pre: &str, function: &str) -> Option<Func> {
    program.find_func(pre.strip_suffix(&name_of("", function))?)
}

/// What is known of a call after which an invariant does not hold.
fn broken(
    unit: &Unit,
    invariant: Func,
    func: Func,
    options: &Options,
    stop: Stop<'_>,
) -> Option<Objective> {
    let (program, map) = unit.extended(&text(&unit.program, invariant, func)?)?;
    let asking = program.find_func(&asking_name(&unit.program, func))?;
    let (within, criterion) = (Within::Function, Criterion::Branch);
    let options = Options { within, criterion, pre: None, ..*options };
    let mut describer = Describer::new(&program);
    let found = generate(&program, &map, asking, &mut describer, "", &options, stop).ok()?;
    let is_asked = |it: &Objective| it.line == LINE && it.outcome == Outcome::Truth(false);
    found.report.objectives.into_iter().find(is_asked)
}

fn asking_name(program: &Program, func: Func) -> String {
    format!("probant_leaves_{}", program.funcs[func].name)
}

/// A function that calls another where an invariant holds, and asks whether it still does.
fn text(program: &Program, invariant: Func, func: Func) -> Option<String> {
    let holds = holds(program, invariant, func)?;
    let data = &program.funcs[func];
    let declared = data.params.iter();
    let declared: Vec<String> =
        declared.map(|it| format!("{} {}", program.spelling(it.shape), it.name)).collect();
    let given: Vec<&str> = data.params.iter().map(|it| it.name.as_str()).collect();
    let declared = if declared.is_empty() { "void".to_owned() } else { declared.join(", ") };
    let (own, name) = (asking_name(program, func), &data.name);
    Some(format!(
        "\n# 1 \"what {name} leaves\"\nint {own}({declared})\n{{\n    int broken = 0; if (!({holds})) return 0; (void){name}({given}); int holds = {holds};\n    if (holds) broken |= 0; else broken |= 1;\n    return broken;\n}}\n",
        given = given.join(", ")
    ))
}
