//! `probant reach`: one goal, an input that gets there or the proof that none does.

use crate::args::Reach;
use crate::clock::{Budget, Interrupt};
use crate::front::{self, Unit};
use crate::{BAD_INPUT, UNREACHABLE, lookup};
use engine::describe::{Describer, place_of};
use engine::{Reached, reach};
use ir::{Func, Value};
use std::collections::BTreeSet;
use std::path::Path;
use suite::{CValue, Inputs, Verdict};

/// Runs the command; the exit status: 0 found, 5 proved unreachable, 1 unknown.
pub fn run(args: &Reach) -> u8 {
    let Some((file, line, col)) = target(&args.target) else {
        eprintln!("probant: `{}` should be FILE.c:LINE or FILE.c:LINE:COL", args.target);
        return BAD_INPUT;
    };
    let path = Path::new(file);
    let unit = front::compiler(path, &args.c, &[])
        .and_then(|compiler| front::read(path, &compiler, args.overflow));
    let unit = match unit {
        Ok(unit) => unit,
        Err(error) => {
            front::explain(&error);
            return BAD_INPUT;
        }
    };
    crate::diagnose::print(&unit.map, &unit.warnings);
    let places = places(&unit, file, line, col);
    if places.is_empty() {
        eprintln!(
            "probant: nothing is computed at {}: name a line with an expression",
            args.target
        );
        return BAD_INPUT;
    }
    let func = match function(&unit, path, args.function.as_deref(), &places) {
        Ok(func) => func,
        Err(message) => {
            eprintln!("probant: {message}");
            return BAD_INPUT;
        }
    };
    let deadline = Budget::new(Some(args.budget), args.budget, &Interrupt::install()).deadline();
    let reached = reach(&unit.program, func, &places, &|| deadline.is_over());
    tell(&unit, func, &args.target, &reached)
}

fn target(text: &str) -> Option<(&str, u32, Option<u32>)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last = last.parse().ok()?;
    match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => Some((file, line, Some(last))),
        None => Some((rest, last, None)),
    }
}

/// The instructions that compute something there.
fn places(unit: &Unit, file: &str, line: u32, col: Option<u32>) -> BTreeSet<(Func, Value)> {
    let mut places = BTreeSet::new();
    for (func, data) in unit.program.funcs.iter() {
        let Some(body) = &data.body else { continue };
        for inst in body.insts.keys().filter(|&inst| body.types[inst].is_some()) {
            let (name, at_line, at_col) = place_of(&unit.map, body.spans[inst]);
            let here = at_line == line && col.is_none_or(|col| col == at_col);
            if here && name.as_deref().is_some_and(|name| same_file(name, file)) {
                places.insert((func, inst));
            }
        }
    }
    places
}

fn same_file(a: &str, b: &str) -> bool {
    a == b || Path::new(a).canonicalize().ok() == Path::new(b).canonicalize().ok()
}

/// The function to call: the one named, else the one the place is in.
fn function(
    unit: &Unit,
    file: &Path,
    name: Option<&str>,
    places: &BTreeSet<(Func, Value)>,
) -> Result<Func, String> {
    match name {
        Some(name) => lookup::function(&unit.program, file, name),
        None => Ok(places.first().expect("there are places").0),
    }
}

fn tell(unit: &Unit, func: Func, target: &str, reached: &Reached) -> u8 {
    let name = &unit.program.funcs[func].name;
    match reached {
        Reached::Yes(input) => {
            let mut describer = Describer::new(&unit.program);
            println!("{target} is reached by {name} with");
            for line in lines(&describer.inputs(func, input)) {
                println!("  {line}");
            }
            0
        }
        Reached::Not(Verdict::Infeasible { assumes, .. }) => {
            println!("{target} is not reached by {name}, whatever its inputs");
            for assumed in assumes {
                println!("  assuming {assumed}");
            }
            UNREACHABLE
        }
        Reached::Not(Verdict::Unknown { reason, .. }) => {
            println!("{target}: unknown: {reason}");
            report::ExitStatus::Unknown.code()
        }
        Reached::Not(Verdict::Covered { .. }) => {
            unreachable!("what is covered should come with its input")
        }
    }
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
    objects.chain(globals).chain(params).chain(stubs).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_file_and_a_place() {
        assert_eq!(target("a.c:12"), Some(("a.c", 12, None)));
        assert_eq!(target("d/a.c:12:3"), Some(("d/a.c", 12, Some(3))));
        assert_eq!(target("a.c"), None);
        assert_eq!(target("a.c:x"), None);
    }
}
