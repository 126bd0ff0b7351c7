//! `// run: f(1, -2) == 3`, `// run: f(0) traps division-by-zero`, `// run: f(7) returns`.
//!
//! The interpreter, gcc and clang all make the call and must agree with the file, so also with each other.
//! Values must come out under sanitizers too, without a word from them; traps must be confirmed by the sanitizer that knows
//! the kind, where one does. Each call is made in a fresh process: globals and static locals are as initialised.
//!
//! `// test: run lp64be` is about a data model that nothing here runs: clang is asked what it makes of the same calls when it
//! optimises them away.

use super::Command;
use crate::compiler::{self, Compiler, Sanitizer, Scratch};
use crate::{Finding, TestFile, Tools, front};
use cfront::target::Target;
use interp::{Limits, Machine, Outcome, Seen};
use ir::Program;
use ir::input::{Input, Scalar};
use std::fmt::Write;
use std::path::Path;

pub(super) struct Run;

impl Command for Run {
    fn name(&self) -> &'static str {
        "run"
    }

    fn run(&self, file: &TestFile, _tools: &Tools) -> Vec<Finding> {
        let mut findings = Vec::new();
        let calls = parse_calls(file, &mut findings);
        if calls.is_empty() {
            findings.push(failed(1, "no `// run:` line"));
        }
        let model = file.options.iter().find_map(|option| Target::named(option));
        findings.extend(check_interpreter(file, &calls, model.unwrap_or(Target::LP64)));
        findings.extend(match model {
            Some(model) => check_folded(file, &calls, &model),
            None => check_native(file, &calls),
        });
        findings
    }
}

/// One line of the file.
struct Call<'a> {
    line: usize,
    /// `f(1, -2)`, as C reads it.
    text: &'a str,
    expect: Expect,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expect {
    Value(i128),
    Returns,
    Trap(ir::TrapKind),
}

fn failed(line: usize, what: impl Into<String>) -> Finding {
    Finding::Failed { line, what: what.into() }
}

fn parse_calls<'a>(file: &'a TestFile, findings: &mut Vec<Finding>) -> Vec<Call<'a>> {
    let mut calls = Vec::new();
    for directive in file.directives("run") {
        match parse_call(directive.value) {
            Some((text, expect)) => calls.push(Call { line: directive.line, text, expect }),
            None => findings.push(failed(directive.line, "not a run line")),
        }
    }
    calls
}

fn parse_call(line: &str) -> Option<(&str, Expect)> {
    if let Some((call, value)) = line.split_once("==") {
        return Some((call.trim(), Expect::Value(parse_int(value.trim())?)));
    }
    if let Some((call, kind)) = line.split_once(" traps ") {
        return Some((call.trim(), Expect::Trap(ir::TrapKind::from_name(kind.trim())?)));
    }
    Some((line.strip_suffix("returns")?.trim(), Expect::Returns))
}

fn parse_int(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

// -- the interpreter

fn check_interpreter(file: &TestFile, calls: &[Call], target: Target) -> Vec<Finding> {
    let program = match front::lower_for(&file.path, target) {
        Ok(unit) => unit.program,
        Err(message) => return vec![failed(1, message)],
    };
    let mut machine = Machine::new(&program);
    let judged = calls.iter().filter_map(|call| {
        let what = interpret(&program, &mut machine, call).err()?;
        Some(failed(call.line, format!("interpreter: {what}")))
    });
    judged.collect()
}

fn interpret(program: &Program, machine: &mut Machine, call: &Call) -> Result<(), String> {
    let (name, args) = call.text.split_once('(').ok_or("not a call")?;
    let args = args.strip_suffix(')').ok_or("not a call")?;
    let func = program.find_func(name.trim()).ok_or("no such function")?;
    let mut input = Input::default();
    let params = &program.funcs[func].sig.params;
    for (arg, ty) in args.split(',').map(str::trim).filter(|arg| !arg.is_empty()).zip(params) {
        let value = parse_int(arg).ok_or_else(|| format!("`{arg}` is no integer"))?;
        input.args.push(integer(*ty, value)?);
    }
    if input.args.len() != params.len() {
        return Err(format!("takes {} arguments", params.len()));
    }
    let run = machine.run(func, &input, &Limits::UNIT);
    match (call.expect, &run.outcome) {
        (Expect::Returns, Outcome::Returned(_)) => Ok(()),
        (Expect::Trap(kind), Outcome::Trapped(trap)) if trap.kind == kind => Ok(()),
        (Expect::Value(value), Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(ty, bits)))))
            if integer(*ty, value)? == Scalar::Bits(*ty, *bits) =>
        {
            Ok(())
        }
        (_, Outcome::Trapped(trap)) => Err(format!("traps {}", trap.kind)),
        (_, outcome) => Err(format!("{outcome:?}")),
    }
}

/// An integer as a value of a parameter's type; `_Bool` arguments are converted by the caller in C, so here too.
fn integer(ty: ir::Type, value: i128) -> Result<Scalar, String> {
    match ty.int_bits() {
        Some(1) => Ok(Scalar::Bits(ty, u128::from(value != 0))),
        Some(bits) if bits < 128 => Ok(Scalar::Bits(ty, value as u128 & ((1 << bits) - 1))),
        Some(_) => Ok(Scalar::Bits(ty, value as u128)),
        None => Err(format!("{ty} is no integer type")),
    }
}

// -- clang as a calculator

/// What clang makes of calls for a target for which nothing can be linked or run.
fn check_folded(file: &TestFile, calls: &[Call], model: &Target) -> Vec<Finding> {
    let triple = match model.name {
        "ip16" => "msp430",
        "ilp32be" => "armeb-linux-gnueabi",
        "lp64be" => "aarch64_be-linux-gnu",
        _ => return vec![failed(1, "no such model is judged this way")],
    };
    let (mut text, known) = (file.text.clone(), calls.iter().enumerate());
    for (index, call) in known {
        let Expect::Value(value) = call.expect else { continue };
        let call = call.text;
        let _ = writeln!(
            text,
            "\nint folded_{index}(void) {{ return {call} == (__typeof__({call})){value}; }}"
        );
    }
    match compiler::folded(&text, triple) {
        Err(message) => vec![Finding::Skipped(format!("clang: skipped, {message}"))],
        Ok(code) => calls.iter().enumerate().filter_map(|it| unfolded(&code, it)).collect(),
    }
}

/// A call that clang does not find to have the value it should have.
fn unfolded(code: &str, (index, call): (usize, &Call)) -> Option<Finding> {
    let Expect::Value(value) = call.expect else { return None };
    let body = code.split_once(&format!("@folded_{index}("))?.1;
    let result = body.lines().find_map(|line| line.trim().strip_prefix("ret i"))?;
    let is_one = result.ends_with(" 1");
    (!is_one).then(|| failed(call.line, format!("clang: not {value}: ret i{result}")))
}

// -- native

fn check_native(file: &TestFile, calls: &[Call]) -> Vec<Finding> {
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => return vec![failed(1, format!("no temporary folder: {error}"))],
    };
    let text = native_text(file, calls);
    let mut findings = Vec::new();
    for compiler in judges(file) {
        if !compiler.is_installed() {
            findings.push(Finding::Skipped(format!("{}: skipped, not installed", compiler.name())));
            continue;
        }
        for sanitizer in sanitizers(compiler, calls) {
            match compiler.compile(&scratch, &text, sanitizer, &[]) {
                Ok(program) => {
                    let judged = calls.iter().enumerate().filter_map(|(index, call)| {
                        judge(&program, index, call, compiler, sanitizer)
                    });
                    findings.extend(judged);
                }
                Err(message) => {
                    findings.push(failed(1, format!("{}: {message}", compiler.name())));
                }
            }
        }
    }
    findings
}

/// `// test: run gcc` asks gcc alone, where C leaves a choice and compilers differ.
fn judges(file: &TestFile) -> Vec<Compiler> {
    let alone = file.options.iter().any(|option| option == "gcc");
    Compiler::ALL.into_iter().filter(|&compiler| !alone || compiler == Compiler::Gcc).collect()
}

/// gcc judges addresses and arithmetic, clang judges uninitialised reads where a line asks for them.
fn sanitizers(compiler: Compiler, calls: &[Call]) -> Vec<Sanitizer> {
    let uninitialised = Expect::Trap(ir::TrapKind::Uninitialised);
    match compiler {
        Compiler::Gcc => vec![Sanitizer::None, Sanitizer::UndefinedAndAddress],
        Compiler::Clang if calls.iter().any(|call| call.expect == uninitialised) => {
            vec![Sanitizer::None, Sanitizer::Memory]
        }
        Compiler::Clang => vec![Sanitizer::None],
    }
}

/// The file and a `main` that makes the call whose number it is given, and prints its value.
fn native_text(file: &TestFile, calls: &[Call]) -> String {
    let mut text = format!("#line 1 \"{}\"\n{}\n", file.path.display(), file.text);
    text.push_str("int main(int argc, char **argv) {\n  int n = 0;\n");
    text.push_str("  for (char *s = argv[1]; *s; s++) n = 10 * n + *s - '0';\n  switch (n) {\n");
    for (index, call) in calls.iter().enumerate() {
        let _ = match call.expect {
            Expect::Returns => writeln!(text, "  case {index}: {}; break;", call.text),
            Expect::Value(_) | Expect::Trap(_) => writeln!(
                text,
                "  case {index}: __builtin_printf(\"%llu\\n\", (unsigned long long)({})); break;",
                call.text
            ),
        };
    }
    text.push_str("  }\n  return 0;\n}\n");
    text
}

fn judge(
    program: &Path,
    index: usize,
    call: &Call,
    compiler: Compiler,
    sanitizer: Sanitizer,
) -> Option<Finding> {
    let who = format!("{} {sanitizer:?}", compiler.name());
    if matches!(call.expect, Expect::Trap(kind) if !sanitizer.sees(kind)) {
        return None;
    }
    let output = match compiler::run(program, &[&index.to_string()]) {
        Ok(output) => output,
        Err(error) => return Some(failed(call.line, format!("{who}: {error}"))),
    };
    let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match call.expect {
        Expect::Trap(kind) if output.status.success() => {
            Some(failed(call.line, format!("{who}: gives {printed} without noticing {kind}")))
        }
        Expect::Trap(_) => None,
        Expect::Value(_) | Expect::Returns if !output.status.success() => {
            let said = String::from_utf8_lossy(&output.stderr);
            let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            Some(failed(call.line, format!("{who}: {} {first}", output.status)))
        }
        Expect::Value(value) if printed != (value as u64).to_string() => {
            Some(failed(call.line, format!("{who}: gives {}", printed_value(&printed))))
        }
        Expect::Value(_) | Expect::Returns => None,
    }
}

fn printed_value(printed: &str) -> String {
    match printed.parse::<u64>() {
        Ok(value) if value > i64::MAX as u64 => format!("{printed} ({})", value as i64),
        _ => printed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_lines() {
        assert_eq!(parse_call("f(1, -2) == -3"), Some(("f(1, -2)", Expect::Value(-3))));
        assert_eq!(parse_call("f() == 0xff"), Some(("f()", Expect::Value(255))));
        let trap = Expect::Trap(ir::TrapKind::DivisionByZero);
        assert_eq!(parse_call("f(0) traps division-by-zero"), Some(("f(0)", trap)));
        assert_eq!(parse_call("f(0) returns"), Some(("f(0)", Expect::Returns)));
        assert_eq!(parse_call("f(0) traps nothing"), None);
        assert_eq!(parse_call("f(0)"), None);
    }
}
