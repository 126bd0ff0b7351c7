//! `probant run`: a function in the interpreter.

use crate::args::Run;
use crate::front::{self, Unit};
use crate::out::say;
use crate::{BAD_INPUT, OWN_ERROR, lookup};
use interp::{Limits, Machine, Outcome, Seen};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Func, Shape, ShapeId, Type};
use std::io::Write;

/// Runs the command; the exit status: the program's own for `main`, else 0, 1 for what is not modelled, 2 for a trap.
pub fn run(args: &Run) -> u8 {
    let unit = match front::read_to_run(&args.file, &args.c, args.overflow) {
        Ok(unit) => unit,
        Err(error) => {
            front::explain(&error);
            return BAD_INPUT;
        }
    };
    crate::diagnose::print(&unit.map, &unit.warnings);
    let func = match lookup::function(&unit.program, &args.file, &args.function) {
        Ok(func) => func,
        Err(message) => {
            eprintln!("probant: {message}");
            return BAD_INPUT;
        }
    };
    match input(&unit, func, args) {
        Ok(input) => execute(&unit, func, &input, args),
        Err(message) => {
            eprintln!("probant: {message}");
            BAD_INPUT
        }
    }
}

fn execute(unit: &Unit, func: Func, input: &Input, args: &Run) -> u8 {
    let mut machine = Machine::new(&unit.program).without_stubs();
    let limits = Limits { steps: args.steps, ..Limits::PROGRAM };
    let run = machine.run(func, input, &limits);
    // A reader that went away is no error of ours.
    let _ = std::io::stdout().write_all(machine.stdout());
    let _ = std::io::stderr().write_all(machine.stderr());
    let is_main = args.function == "main";
    let outcome = match (run.outcome, run.forgiven) {
        (Outcome::Returned(_) | Outcome::Exited { .. }, Some(trap)) => Outcome::Trapped(trap),
        (outcome, _) => outcome,
    };
    match outcome {
        Outcome::Returned(value) if is_main => exit_code(value),
        Outcome::Returned(value) => {
            say!("{}", show(unit, func, value));
            0
        }
        Outcome::Exited { status, .. } => status as u8,
        Outcome::Trapped(trap) => {
            let span = unit.program.body(trap.func).spans[trap.inst];
            eprintln!(
                "probant: {}: {} in `{}`",
                place(unit, span),
                trap.kind.sentence(),
                unit.map.original(span)
            );
            report::ExitStatus::Finding.code()
        }
        Outcome::Unsupported { reason, func, inst } => {
            let span = unit.program.funcs[func]
                .body
                .as_ref()
                .map_or(source::Span::NONE, |body| body.spans[inst]);
            eprintln!("probant: {}: not modelled: {reason}", place(unit, span));
            report::ExitStatus::Unknown.code()
        }
        Outcome::Limit(limit) => {
            eprintln!("probant: gave up: out of {}", format!("{limit:?}").to_lowercase());
            report::ExitStatus::Unknown.code()
        }
    }
}

fn exit_code(value: Option<Seen>) -> u8 {
    match value {
        Some(Seen::Scalar(Scalar::Bits(_, bits))) => bits as u8,
        None => 0,
        Some(_) => OWN_ERROR,
    }
}

fn place(unit: &Unit, span: source::Span) -> String {
    match unit.map.locate(span.lo) {
        Some(loc) => format!("{}:{}:{}", unit.map.files[loc.file].name, loc.line, loc.col),
        None => "somewhere".to_owned(),
    }
}

fn show(unit: &Unit, func: Func, value: Option<Seen>) -> String {
    let shape = unit.program.funcs[func].ret.map(|shape| &unit.program.shapes[shape]);
    match (value, shape) {
        (None, _) => "returned".to_owned(),
        (Some(Seen::Scalar(Scalar::Bits(ty, bits))), Some(Shape::Int { signed, .. })) => {
            let spare = 128 - ty.int_bits().unwrap_or(128);
            if *signed { ((bits << spare) as i128 >> spare).to_string() } else { bits.to_string() }
        }
        (Some(Seen::Scalar(Scalar::Bits(Type::F32, bits))), _) => {
            f32::from_bits(bits as u32).to_string()
        }
        (Some(Seen::Scalar(Scalar::Bits(Type::F64, bits))), _) => {
            f64::from_bits(bits as u64).to_string()
        }
        (Some(Seen::Scalar(Scalar::Null)), _) => "NULL".to_owned(),
        (Some(seen), _) => format!("{seen:?}"),
    }
}

/// The input that the words of the command line describe.
fn input(unit: &Unit, func: Func, args: &Run) -> Result<Input, String> {
    let params = &unit.program.funcs[func].params;
    if args.function == "main" && !params.is_empty() {
        return Ok(main_input(unit, args));
    }
    if params.len() != args.args.len() {
        let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
        return Err(format!(
            "`{}` takes {} arguments ({}) but {} were given after --",
            args.function,
            params.len(),
            names.join(", "),
            args.args.len()
        ));
    }
    let mut input = Input::default();
    for (param, text) in params.iter().zip(&args.args) {
        let value = argument(unit, &mut input, &param.name, param.shape, text.trim())?;
        input.args.push(value);
    }
    Ok(input)
}

/// `argc` and `argv`: the file's name, then the words.
fn main_input(unit: &Unit, args: &Run) -> Input {
    let mut input = Input::default();
    let words: Vec<String> =
        std::iter::once(args.file.display().to_string()).chain(args.args.iter().cloned()).collect();
    let pointer_bytes = unit.program.bytes(Type::Ptr);
    let mut cells = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let obj = input.objects.push(string(&format!("argv[{index}]"), word.as_bytes()));
        cells.push(Cell { offset: index as u64 * pointer_bytes, value: Scalar::Object(obj, 0) });
    }
    cells.push(Cell { offset: words.len() as u64 * pointer_bytes, value: Scalar::Null });
    let size = cells.len() as u64 * pointer_bytes;
    let argv = input.objects.push(Object {
        name: "argv".to_owned(),
        size,
        cells,
        read_only: false,
        elem: None,
    });
    input.args = vec![Scalar::Bits(Type::I32, words.len() as u128), Scalar::Object(argv, 0)];
    input.args.truncate(
        unit.program.find_func("main").map_or(0, |main| unit.program.funcs[main].params.len()),
    );
    input
}

fn string(name: &str, bytes: &[u8]) -> Object {
    let cells = bytes.iter().chain([&0]).enumerate();
    let cells = cells.map(|(offset, &byte)| Cell {
        offset: offset as u64,
        value: Scalar::Bits(Type::Int(8), byte.into()),
    });
    Object {
        name: name.to_owned(),
        size: bytes.len() as u64 + 1,
        cells: cells.collect(),
        read_only: false,
        elem: None,
    }
}

fn argument(
    unit: &Unit,
    input: &mut Input,
    name: &str,
    shape: ShapeId,
    text: &str,
) -> Result<Scalar, String> {
    match &unit.program.shapes[shape] {
        Shape::Int { ty, .. } | Shape::Float { ty, .. } => scalar(*ty, name, text),
        Shape::Pointer { .. } if text == "NULL" || text == "0" => Ok(Scalar::Null),
        Shape::Pointer { to: Some(to), .. } => {
            let object = match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
                Some(letters) => string(name, letters.as_bytes()),
                None => array(unit, name, *to, text)?,
            };
            Ok(Scalar::Object(input.objects.push(object), 0))
        }
        Shape::Pointer { spelling, .. }
        | Shape::Code { spelling, .. }
        | Shape::Record { spelling, .. }
        | Shape::Opaque { spelling, .. } => {
            Err(format!("`{name}` of type `{spelling}` cannot be given on the command line"))
        }
        Shape::Array { .. } => Err(format!("`{name}` cannot be given on the command line")),
    }
}

fn array(unit: &Unit, name: &str, elem: ShapeId, text: &str) -> Result<Object, String> {
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inner = inner.ok_or_else(|| {
        format!("`{name}` is a pointer: give an array as {{1,2,3}}, a string as \"abc\", or NULL")
    })?;
    let ty = unit.program.shapes[elem].scalar().filter(|&ty| ty != Type::Ptr);
    let ty = ty.ok_or_else(|| {
        format!("`{name}` leads to data that cannot be given on the command line")
    })?;
    let size = unit.program.bytes(ty);
    let mut cells = Vec::new();
    for word in inner.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        cells.push(Cell { offset: cells.len() as u64 * size, value: scalar(ty, name, word)? });
    }
    Ok(Object {
        name: name.to_owned(),
        size: cells.len() as u64 * size,
        cells,
        read_only: false,
        elem: None,
    })
}

fn scalar(ty: Type, name: &str, text: &str) -> Result<Scalar, String> {
    let wrong = || format!("`{text}` is no value for `{name}`");
    let bits = match ty {
        Type::F32 => u128::from(text.parse::<f32>().map_err(|_| wrong())?.to_bits()),
        Type::F64 => u128::from(text.parse::<f64>().map_err(|_| wrong())?.to_bits()),
        Type::Int(width) => {
            integer(text).ok_or_else(wrong)? as u128 & (u128::MAX >> (128 - u32::from(width)))
        }
        Type::F80 | Type::Ptr => return Err(wrong()),
    };
    Ok(Scalar::Bits(ty, bits))
}

/// A decimal, hexadecimal or character constant.
fn integer(text: &str) -> Option<i128> {
    if let Some(letter) = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        return letter.bytes().next().filter(|_| letter.len() == 1).map(i128::from);
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    value.ok().map(|value| sign * value)
}
