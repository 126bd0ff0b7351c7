//! Inputs, runs and verdicts as text for people, for commands that ask one question.

use crate::front::Unit;
use engine::confirm::{Confirmed, Ending};
use engine::describe::{Describer, describe_event, place_of};
use ir::input::Input;
use ir::{Event, Func, Trap};
use source::Span;
use suite::{CType, CValue, Inputs, TypeId, Types, Verdict};

/// An input, one assignment a line, and how its run ends.
pub(crate) fn example(unit: &Unit, func: Func, input: &Input, run: &Confirmed) -> Vec<String> {
    let mut describer = Describer::new(&unit.program);
    let inputs = describer.inputs(func, input);
    let mut text = lines(&describer.types, &inputs);
    if text.is_empty() {
        text.push("no input at all".to_owned());
    }
    match &run.ending {
        Ending::Returned(_) => {
            if let Some(returns) = run.outputs(&mut describer, func, input).returns {
                let ty = unit.program.funcs[func].ret.map(|shape| describer.ty(shape));
                text.push(format!("and returns {}", value(&describer.types, ty, &returns)));
            }
        }
        Ending::Trapped(trap) => text.push(format!("and ends: {}", what(unit, *trap))),
        Ending::Limit(limit) => {
            text.push(format!("and ends: limit of {limit:?}").to_lowercase());
        }
        Ending::Other(how) => text.push(format!("and ends: {how}")),
    }
    text
}

/// An input alone, one assignment a line.
pub(crate) fn inputs(unit: &Unit, func: Func, input: &Input) -> Vec<String> {
    let mut describer = Describer::new(&unit.program);
    let inputs = describer.inputs(func, input);
    lines(&describer.types, &inputs)
}

/// What goes wrong, with its line.
pub(crate) fn what(unit: &Unit, trap: Trap) -> String {
    at(unit, trap.kind.sentence(), unit.program.body(trap.func).spans[trap.inst])
}

/// What happens in a piece of text, with its line.
pub(crate) fn at(unit: &Unit, sentence: &str, span: Span) -> String {
    let (_, line, _) = place_of(&unit.map, span);
    format!("line {line}: {sentence} in `{}`", unit.map.original(span))
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
fn lines(types: &Types, inputs: &Inputs) -> Vec<String> {
    let array =
        |elem: Option<TypeId>, values: &[CValue]| list(values.iter().map(|one| (elem, one)), types);
    let plain = |ty: TypeId, one: &CValue| value(types, Some(ty), one);
    let objects = inputs
        .objects
        .iter()
        .map(|one| format!("{} = {}", one.name, array(Some(one.elem), &one.values)));
    let globals =
        inputs.globals.iter().map(|one| format!("{} = {}", one.name, plain(one.ty, &one.value)));
    let params =
        inputs.params.iter().map(|one| format!("{} = {}", one.name, plain(one.ty, &one.value)));
    let stubs = inputs
        .stubs
        .iter()
        .map(|one| format!("{}() = {}", one.function, array(None, &one.returns)));
    let failing =
        inputs.failing.iter().map(|number| format!("allocation {} finds no memory", number + 1));
    objects.chain(globals).chain(params).chain(stubs).chain(failing).collect()
}

fn list<'v>(values: impl Iterator<Item = (Option<TypeId>, &'v CValue)>, types: &Types) -> String {
    let values: Vec<String> = values.map(|(ty, one)| value(types, ty, one)).collect();
    format!("{{{}}}", values.join(", "))
}

/// A value; its type matters to floats, which are doubles where it is not known.
fn value(types: &Types, ty: Option<TypeId>, value: &CValue) -> String {
    let ty = ty.map(|ty| types.get(ty));
    match value {
        CValue::Int(number) => number.to_string(),
        CValue::Float(raw) => match ty {
            Some(CType::Float { bits, .. }) => suite::float::shown(*bits, *raw),
            _ => suite::float::shown(64, *raw),
        },
        CValue::Null => "NULL".to_owned(),
        CValue::Pointer(place) if place.index == 0 && place.path.is_empty() => {
            format!("&{}", place.object)
        }
        CValue::Pointer(place) => format!("&{}[{}]", place.object, place.index),
        CValue::Array(values) | CValue::Struct(values) => {
            let of = |at: usize| match ty {
                Some(CType::Array { elem, .. }) => Some(*elem),
                Some(CType::Struct { fields, .. }) => fields.get(at).map(|field| field.ty),
                _ => None,
            };
            list(values.iter().enumerate().map(|(at, one)| (of(at), one)), types)
        }
        CValue::Function(name) | CValue::Converted(name) => name.clone(),
        CValue::Uninit => "?".to_owned(),
        CValue::Opaque(text) => text.clone(),
    }
}
