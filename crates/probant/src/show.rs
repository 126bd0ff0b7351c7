//! Inputs, runs and verdicts as text for people, for commands that ask one question.

use crate::front::Unit;
use engine::confirm::{Confirmed, Ending};
use engine::describe::{Describer, describe_event, place_of};
use ir::input::Input;
use ir::{Event, Func, Trap};
use suite::{CValue, Inputs, Verdict};

/// An input, one assignment a line, and how its run ends.
pub(crate) fn example(unit: &Unit, func: Func, input: &Input, run: &Confirmed) -> Vec<String> {
    let mut describer = Describer::new(&unit.program);
    let mut text = lines(&describer.inputs(func, input));
    if text.is_empty() {
        text.push("no input at all".to_owned());
    }
    match &run.ending {
        Ending::Returned(_) => {
            if let Some(returns) = run.outputs(&mut describer, func, input).returns {
                text.push(format!("and returns {}", value(&returns)));
            }
        }
        Ending::Trapped(trap) => text.push(format!("and ends: {}", what(unit, *trap))),
        Ending::Limit(how) | Ending::Other(how) => text.push(format!("and ends: {how}")),
    }
    text
}

/// An input alone, one assignment a line.
pub(crate) fn inputs(unit: &Unit, func: Func, input: &Input) -> Vec<String> {
    lines(&Describer::new(&unit.program).inputs(func, input))
}

/// What goes wrong, with its line.
pub(crate) fn what(unit: &Unit, trap: Trap) -> String {
    let span = unit.program.body(trap.func).spans[trap.inst];
    let (_, line, _) = place_of(&unit.map, span);
    format!("line {line}: {} in `{}`", trap.kind.sentence(), unit.map.original(span))
}

/// What a proof rests on, one thing a line.
pub(crate) fn grounds(unit: &Unit, verdict: &Verdict, because: &[Event]) -> Vec<String> {
    let mut lines = Vec::new();
    for &event in because {
        lines.push(format!("because {}", describe_event(&unit.program, &unit.map, event)));
    }
    if let Verdict::Infeasible { assumes, .. } = verdict {
        lines.extend(assumes.iter().map(|assumed| format!("assuming {assumed}")));
    }
    lines
}

/// An input as assignments, one a line.
fn lines(inputs: &Inputs) -> Vec<String> {
    let array = |values: &[CValue]| {
        let values: Vec<String> = values.iter().map(value).collect();
        format!("{{{}}}", values.join(", "))
    };
    let objects = inputs.objects.iter().map(|one| format!("{} = {}", one.name, array(&one.values)));
    let globals = inputs.globals.iter().map(|one| format!("{} = {}", one.name, value(&one.value)));
    let params = inputs.params.iter().map(|one| format!("{} = {}", one.name, value(&one.value)));
    let stubs =
        inputs.stubs.iter().map(|one| format!("{}() = {}", one.function, array(&one.returns)));
    let failing =
        inputs.failing.iter().map(|number| format!("allocation {} finds no memory", number + 1));
    objects.chain(globals).chain(params).chain(stubs).chain(failing).collect()
}

fn value(value: &CValue) -> String {
    let list = |values: &[CValue]| {
        let values: Vec<String> = values.iter().map(self::value).collect();
        format!("{{{}}}", values.join(", "))
    };
    match value {
        CValue::Int(number) => number.to_string(),
        CValue::Float(bits) => suite::hexadecimal(f64::from_bits(*bits)),
        CValue::Null => "NULL".to_owned(),
        CValue::Pointer(place) if place.index == 0 && place.path.is_empty() => {
            format!("&{}", place.object)
        }
        CValue::Pointer(place) => format!("&{}[{}]", place.object, place.index),
        CValue::Array(values) | CValue::Struct(values) => list(values),
        CValue::Function(name) => name.clone(),
        CValue::Uninit => "?".to_owned(),
        CValue::Opaque(text) => text.clone(),
    }
}
