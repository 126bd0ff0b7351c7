//! Paths as C, compiled: each predicate on the inputs of each test, and what is computed against what the function does.

use super::{PATIENCE, Tally};
use crate::fuzz::made;
use engine::Criterion;
use engine::describe::Describer;
use filetests::Scratch;
use filetests::front::Lowered;
use ir::Func;
use std::fmt::Write;
use std::process::Command;
use suite::{CType, CValue, Ends, Formula, FunctionReport, Test, TypeId, Types};

/// Tests that are compared with each other.
const MOST_TESTS: usize = 80;
/// Inputs of each path: a wrong relation shows only where its two sides are equal.
const SEVERAL: u32 = 8;

pub(super) fn judge(
    text: &str,
    unit: &Lowered,
    func: Func,
    tally: &mut Tally,
) -> Result<(), String> {
    let options = engine::Options {
        predicates: true,
        tests_per_path: SEVERAL,
        ..engine::Options::judged(Criterion::Path)
    };
    let mut describer = Describer::new(&unit.program);
    let made = made::make_with(unit, func, &options, PATIENCE, &mut describer)?;
    let report = &made.report;
    let tests: Vec<(&Test, &Formula)> = report
        .tests
        .iter()
        .filter(|test| test.ends == Ends::Return)
        .filter_map(|test| Some((test, test.formula.as_ref()?)))
        .take(MOST_TESTS)
        .collect();
    if tests.is_empty() {
        return Ok(());
    }
    for (_, formula) in &tests {
        tally.predicates += u64::from(formula.predicate.is_some());
        tally.without += u64::from(formula.predicate.is_none());
        tally.results += u64::from(formula.returns.is_some());
        tally.writes += formula.writes.len() as u64;
    }
    let program = format!("{text}\n{}", checks(&describer.types, report, &tests)?);
    let complaints = run(&program)?;
    if complaints.is_empty() { Ok(()) } else { Err(format!("{complaints}\n{program}")) }
}

/// A `main` that prints what is not as it should be.
fn checks(
    types: &Types,
    report: &FunctionReport,
    tests: &[(&Test, &Formula)],
) -> Result<String, String> {
    let function = &report.under_test;
    let mut text = "#include <stdint.h>\n#include <stdio.h>\n".to_owned();
    let to_string = |_| "a string takes all".to_owned();
    let params: Vec<String> = function
        .params
        .iter()
        .map(|(name, ty)| Ok(format!("{} {name}", spelling(types, *ty)?)))
        .collect::<Result<_, String>>()?;
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    for (test, formula) in tests {
        let predicate = formula.predicate.as_deref().unwrap_or("0");
        writeln!(text, "static int p_{}({params}) {{ return {predicate}; }}", test.id)
            .map_err(to_string)?;
        if let Some(returns) = &formula.returns {
            let ty = spelling(types, function.returns)?;
            writeln!(text, "static {ty} r_{}({params}) {{ return {returns}; }}", test.id)
                .map_err(to_string)?;
        }
        for (number, (place, value)) in formula.writes.iter().enumerate() {
            let head = format!("static __typeof__({place}) w_{}_{number}({params})", test.id);
            writeln!(text, "{head} {{ return {value}; }}").map_err(to_string)?;
        }
    }
    writeln!(text, "int main(void) {{").map_err(to_string)?;
    for (test, formula) in tests {
        one_test(&mut text, types, function.name.as_str(), test, formula, tests)
            .map_err(|error| error.to_string())?;
    }
    text.push_str("return 0; }\n");
    Ok(text)
}

/// Gives a variable a value, scalar by scalar.
fn assign(
    text: &mut String,
    types: &Types,
    place: &str,
    ty: TypeId,
    value: &CValue,
) -> std::fmt::Result {
    match (types.get(ty), value) {
        (CType::Array { elem, .. }, CValue::Array(values)) => {
            for (index, value) in values.iter().enumerate() {
                assign(text, types, &format!("{place}[{index}]"), *elem, value)?;
            }
            Ok(())
        }
        (CType::Struct { fields, .. }, CValue::Struct(values)) => {
            for (field, value) in fields.iter().zip(values) {
                assign(text, types, &format!("{place}.{}", field.name), field.ty, value)?;
            }
            Ok(())
        }
        (_, CValue::Int(_)) => writeln!(text, "{place} = {};", number(value)),
        _ => Ok(()),
    }
}

fn one_test(
    text: &mut String,
    types: &Types,
    function: &str,
    test: &Test,
    formula: &Formula,
    tests: &[(&Test, &Formula)],
) -> std::fmt::Result {
    for global in &test.inputs.globals {
        assign(text, types, &global.name, global.ty, &global.value)?;
    }
    let args: Vec<String> = test.inputs.params.iter().map(|param| number(&param.value)).collect();
    let args = args.join(", ");
    for (other, _) in tests.iter().filter(|(_, formula)| formula.predicate.is_some()) {
        let (id, own) = (&other.id, u8::from(other.path == test.path));
        writeln!(text, "if (!!p_{id}({args}) != {own}) puts(\"p_{id} of {}\");", test.id)?;
    }
    writeln!(text, "{{")?;
    for at in 0..formula.writes.len() {
        writeln!(text, "long long w{at} = w_{}_{at}({args});", test.id)?;
    }
    match &formula.returns {
        Some(_) => {
            let id = &test.id;
            writeln!(text, "long long e = r_{id}({args}), r = {function}({args});")?;
            writeln!(text, "if (e != r) printf(\"r_{id}: %lld is %lld\\n\", e, r);")?;
        }
        None => writeln!(text, "{function}({args});")?,
    }
    for (at, (place, _)) in formula.writes.iter().enumerate() {
        writeln!(text, "if ((long long){place} != w{at}) puts(\"{place} after {}\");", test.id)?;
    }
    writeln!(text, "}}")
}

fn spelling(types: &Types, ty: TypeId) -> Result<String, String> {
    match types.get(ty) {
        CType::Int(int) => Ok(int.spelling.clone()),
        CType::Void => Ok("void".to_owned()),
        other => Err(format!("{other:?} is no scalar")),
    }
}

fn number(value: &CValue) -> String {
    match value {
        CValue::Int(value) if *value == i128::from(i64::MIN) => {
            "(-9223372036854775807ll - 1)".to_owned()
        }
        CValue::Int(value) if *value > i128::from(i64::MAX) => format!("{value}ull"),
        CValue::Int(value) => format!("{value}ll"),
        _ => "0".to_owned(),
    }
}

/// What a program prints.
fn run(program: &str) -> Result<String, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let (source, binary) = (scratch.file("f.c"), scratch.file("f"));
    std::fs::write(&source, program).map_err(|error| error.to_string())?;
    let output = Command::new("gcc")
        .args(["-fwrapv", "-w", "-std=gnu11", "-o"])
        .arg(&binary)
        .arg(&source)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!(
            "gcc refuses it: {}\n{program}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let output = Command::new(&binary).output().map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(0) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        _ => Err(format!("it ends with {}\n{program}", output.status)),
    }
}
