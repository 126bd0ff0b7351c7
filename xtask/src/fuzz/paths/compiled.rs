//! Paths as C, compiled: the predicate of each path on all inputs, and what is computed against what the function does.
//!
//! The truth is the interpreter's, which says of every input which path it takes. An input that no path of the report is
//! about, because it traps or because paths are missing, must satisfy no predicate.

use super::{PATIENCE, Tally, Truth};
use crate::fuzz::made;
use engine::describe::Describer;
use engine::{Criterion, Generated};
use filetests::Scratch;
use filetests::front::Lowered;
use fuzzgen::tree::Program;
use fuzzgen::{harness, print};
use ir::{Event, Func};
use std::fmt::Write;
use std::process::Command;
use suite::{CType, Ends, Formula, FunctionUnderTest, TypeId, Types};

/// Paths that are compared with each other.
const MOST_PATHS: usize = 80;

/// A path of the report, and its text.
struct Path<'a> {
    events: &'a [Event],
    formula: &'a Formula,
}

pub(super) fn judge(
    program: &Program,
    unit: &Lowered,
    func: Func,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let options = engine::Options { predicates: true, ..engine::Options::judged(Criterion::Path) };
    let mut describer = Describer::new(&unit.program);
    let made = made::make_with(unit, func, &options, PATIENCE, &mut describer)?;
    let paths = paths(&made);
    if paths.is_empty() {
        return Ok(());
    }
    for Path { formula, .. } in &paths {
        tally.predicates += u64::from(formula.predicate.is_some());
        tally.without += u64::from(formula.predicate.is_none());
        tally.results += u64::from(formula.returns.is_some());
        tally.writes += formula.writes.len() as u64;
    }
    tally.evaluated += truth.taken.len() as u64;
    let text = checks(program, &describer.types, &made.report.under_test, &paths, truth)?;
    let complaints = run(&text)?;
    if complaints.is_empty() { Ok(()) } else { Err(format!("{complaints}\n{text}")) }
}

fn paths(made: &Generated) -> Vec<Path<'_>> {
    let tests = made.report.tests.iter().zip(&made.events);
    tests
        .filter(|(test, _)| test.ends == Ends::Return)
        .filter_map(|(test, events)| Some(Path { events, formula: test.formula.as_ref()? }))
        .take(MOST_PATHS)
        .collect()
}

/// The program, its paths as functions, and a `main` that prints what is not as it should be.
fn checks(
    program: &Program,
    types: &Types,
    function: &FunctionUnderTest,
    paths: &[Path<'_>],
    truth: &Truth,
) -> Result<String, String> {
    let unit = print::unit(program, "");
    let mut text = format!("{unit}\n#include <stdint.h>\n#include <stdio.h>\n");
    let params: Vec<String> = function
        .params
        .iter()
        .map(|(name, ty)| Ok(format!("{} {name}", spelling(types, *ty)?)))
        .collect::<Result<_, String>>()?;
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let returns = spelling(types, function.returns)?;
    let written = definitions(&mut text, &params, &returns, paths)
        .and_then(|()| all_inputs(&mut text, program, &function.name, paths, truth));
    written.map_err(|_| "a string takes all".to_owned())?;
    Ok(text)
}

/// For each path a predicate `p`, the result `r` and what it writes `w`, over the inputs on entry.
fn definitions(text: &mut String, params: &str, ty: &str, paths: &[Path<'_>]) -> std::fmt::Result {
    for (at, Path { formula, .. }) in paths.iter().enumerate() {
        let predicate = formula.predicate.as_deref().unwrap_or("0");
        writeln!(text, "static int p_{at}({params}) {{ return {predicate}; }}")?;
        if let Some(returns) = &formula.returns {
            writeln!(text, "static {ty} r_{at}({params}) {{ return {returns}; }}")?;
        }
        for (number, (place, value)) in formula.writes.iter().enumerate() {
            let head = format!("static __typeof__({place}) w_{at}_{number}({params})");
            writeln!(text, "{head} {{ return {value}; }}")?;
        }
    }
    Ok(())
}

fn all_inputs(
    text: &mut String,
    program: &Program,
    function: &str,
    paths: &[Path<'_>],
    truth: &Truth,
) -> std::fmt::Result {
    let (setting, args) = harness::set_input(program, "");
    let taken: Vec<String> =
        truth.taken.iter().map(|path| number(paths, path.as_deref())).collect();
    writeln!(text, "static const int taken[] = {{ {} }};", taken.join(", "))?;
    writeln!(text, "static void input(unsigned long long n, int own) {{")?;
    writeln!(text, "unsigned long long number = n;\n{setting}")?;
    for (at, _) in paths.iter().enumerate().filter(|(_, path)| path.formula.predicate.is_some()) {
        writeln!(
            text,
            "if (!!p_{at}({args}) != (own == {at})) printf(\"p_{at} of input %llu\\n\", number);"
        )?;
    }
    for (at, Path { formula, .. }) in paths.iter().enumerate() {
        writeln!(text, "if (own == {at}) {{")?;
        computed(text, at, formula, function, &args)?;
        writeln!(text, "}}")?;
    }
    writeln!(text, "}}\nint main(void) {{")?;
    writeln!(text, "for (unsigned n = 0; n < {}; n++) input(n, taken[n]);", taken.len())?;
    writeln!(text, "return 0; }}")
}

/// Which of the paths an input takes, if it is one of them.
fn number(paths: &[Path<'_>], taken: Option<&[Event]>) -> String {
    let at = taken.and_then(|taken| paths.iter().position(|path| path.events == taken));
    at.map_or_else(|| "-1".to_owned(), |at| at.to_string())
}

/// What a path says is computed, against what the function computes.
fn computed(
    text: &mut String,
    at: usize,
    formula: &Formula,
    function: &str,
    args: &str,
) -> std::fmt::Result {
    for number in 0..formula.writes.len() {
        writeln!(text, "long long w{number} = w_{at}_{number}({args});")?;
    }
    match &formula.returns {
        Some(_) => {
            writeln!(text, "long long e = r_{at}({args}), r = {function}({args});")?;
            writeln!(
                text,
                "if (e != r) printf(\"r_{at} of input %llu: %lld is %lld\\n\", number, e, r);"
            )?;
        }
        None => writeln!(text, "{function}({args});")?,
    }
    for (number, (place, _)) in formula.writes.iter().enumerate() {
        writeln!(
            text,
            "if ((long long){place} != w{number}) printf(\"{place} on path {at} of input %llu\\n\", number);"
        )?;
    }
    Ok(())
}

fn spelling(types: &Types, ty: TypeId) -> Result<String, String> {
    match types.get(ty) {
        CType::Int(int) => Ok(int.spelling.clone()),
        CType::Void => Ok("void".to_owned()),
        other => Err(format!("{other:?} is no scalar")),
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
