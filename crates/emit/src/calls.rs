//! What others see while a test runs, as expectations: calls of functions that are defined elsewhere, with what they are given, and
//! writes to volatile places, in one order.
//!
//! A test says all of it before the call. Whatever stands in for such a function compares what comes with what is next, and at the end
//! nothing may be left over or missing.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write;

use suite::{
    CType, CValue, CallMade, DeviceAccess, Ends, FunctionUnderTest, Given, Shown, Stub, Test,
    TypeId, Types, Written,
};

use self::support::{BEHIND, EXPECTED, GIVEN, REAL};
use crate::checks::names_source;
use crate::devices::word;
use crate::literal;
use crate::numbers::numbers_of;
use crate::scope::Scope;

/// What is expected one by one; of longer series the rest is only counted.
const MOST: usize = 64;

/// How a value is written that nothing is said of.
const ANYTHING: &str = "ANYTHING";

/// What a file expects of calls and writes.
pub(crate) struct Told<'a> {
    /// The functions that some test expects to be called.
    functions: BTreeSet<&'a str>,
    /// Whether some test sees something at all.
    is_any: bool,
}

impl<'a> Told<'a> {
    /// What these tests expect together.
    pub(crate) fn of(tests: impl Iterator<Item = &'a Test> + Clone) -> Self {
        let returning = tests.filter(|test| test.ends == Ends::Return);
        let calls = returning.clone().flat_map(|test| test.outputs.calls());
        let functions = calls.map(|call| call.function.as_str()).collect();
        Self { functions, is_any: returning.clone().any(|test| !test.outputs.shown.is_empty()) }
    }

    /// Does some test see anything?
    pub(crate) fn is_any(&self) -> bool {
        self.is_any
    }

    /// Does some test expect calls of a function?
    pub(crate) fn contains(&self, function: &str) -> bool {
        self.functions.contains(function)
    }
}

/// What a test expects of others, before it calls.
pub(crate) fn expectations(
    scope: &Scope,
    function: &FunctionUnderTest,
    test: &Test,
) -> Vec<String> {
    if test.ends != Ends::Return {
        return Vec::new();
    }
    let expected = test.outputs.shown.iter().take(MOST);
    expected
        .filter_map(|shown| match shown {
            Shown::Call(call) => expected_call(scope, function, call),
            Shown::Write(written) => expected_write(scope.types, function, written),
        })
        .collect()
}

fn expected_call(scope: &Scope, function: &FunctionUnderTest, call: &CallMade) -> Option<String> {
    let stub = stub_of(function, &call.function)?;
    let given = stub.params.iter().zip(&call.args);
    let mut parts = vec![call.function.clone()];
    let expected = |(&ty, given): (&TypeId, &Given)| {
        if says_source(function, given) {
            return ANYTHING.to_owned();
        }
        argument(scope, ty, given)
    };
    parts.extend(given.map(expected));
    Some(format!("EXPECT_CALL({});", parts.join(", ")))
}

fn expected_write(
    types: &Types,
    function: &FunctionUnderTest,
    written: &Written,
) -> Option<String> {
    let stub = function.stubs.iter().find(|stub| stub.name == written.function)?;
    let value = number(types, stub.returns, &written.value);
    Some(format!("EXPECT_WRITE({}, {value});", word(&stub.name)))
}

/// That nothing else was to be seen, after the call; nothing where no test sees anything.
pub(crate) fn check(told: &Told<'_>, test: &Test) -> Option<String> {
    if !told.is_any || test.ends != Ends::Return {
        return None;
    }
    let beyond = test.outputs.shown.len().saturating_sub(MOST) as u64 + test.outputs.n_more;
    Some(format!("CHECK_INT(more_calls(), {beyond});"))
}

/// The function that looks at the calls of another for tests: that function itself, or what its model tells.
fn stub_of<'a>(function: &'a FunctionUnderTest, name: &str) -> Option<&'a Stub> {
    function.stubs.iter().find(|stub| stub.told() == name)
}

/// Does a pointer lead to a text that has the name of the source in it, or may be the beginning of its path?
fn says_source(function: &FunctionUnderTest, given: &Given) -> bool {
    let byte = |value: &CValue| match value {
        CValue::Int(byte) => u8::try_from(*byte).ok(),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = given.behind.iter().map(byte).collect();
    let path = function.include.as_bytes();
    let mut parts = (0..path.len()).filter(|&at| at == 0 || path[at - 1] == b'/');
    let mut begins = |text: &[u8]| parts.any(|at| path[at..].starts_with(text));
    bytes.is_some_and(|text| !text.is_empty() && (names_source(function, &text) || begins(&text)))
}

/// An argument as a test expects it.
fn argument(scope: &Scope, ty: TypeId, given: &Given) -> String {
    match (scope.types.get(ty), &given.value) {
        (CType::Pointer { to, .. }, value) => {
            if let Some(text) = text(scope.types, *to, &given.behind) {
                return text;
            }
            match (held(scope.types, *to, &given.behind), value) {
                (Some(held), _) => held,
                (None, CValue::Pointer(place)) => format!("ADDRESS({})", scope.address(place, *to)),
                (None, CValue::Null) => "ADDRESS(NULL)".to_owned(),
                _ => ANYTHING.to_owned(),
            }
        }
        (CType::Struct { .. }, _) => {
            held(scope.types, ty, &given.behind).unwrap_or_else(|| ANYTHING.to_owned())
        }
        (_, value) => number(scope.types, ty, value),
    }
}

/// A number as a test expects it.
fn number(types: &Types, ty: TypeId, value: &CValue) -> String {
    match (types.get(ty), value) {
        (CType::Int(int), CValue::Int(number)) if int.bits <= 64 => {
            let text = literal::int(int, *number);
            if *number > i128::from(i64::MAX) { format!("(long long){text}") } else { text }
        }
        (CType::Float { bits, .. }, CValue::Float(raw))
            if *bits <= 64 && !suite::float::is_nan(*bits, *raw) =>
        {
            format!("REAL({})", literal::float(*bits, *raw))
        }
        _ => ANYTHING.to_owned(),
    }
}

/// What is behind a pointer as a string.
fn text(types: &Types, to: TypeId, behind: &[CValue]) -> Option<String> {
    let CType::Int(int) = types.get(to) else { return None };
    let byte = |value: &CValue| if let CValue::Int(byte) = value { Some(*byte) } else { None };
    let bytes: Option<Vec<i128>> = behind.iter().map(byte).collect();
    let literal = literal::string(&bytes.filter(|_| int.is_char)?)?;
    Some(format!("TEXT({literal})"))
}

/// What is behind a pointer as numbers, if something is known of it.
fn held(types: &Types, to: TypeId, behind: &[CValue]) -> Option<String> {
    let values: Vec<String> = if matches!(types.get(to), CType::Void) {
        let byte = |value: &CValue| match value {
            CValue::Int(byte) => byte.to_string(),
            _ => ANYTHING.to_owned(),
        };
        behind.iter().map(byte).collect()
    } else {
        let (numbers, _) = numbers_of(types, to);
        let all = behind.iter().flat_map(|element| numbers.iter().map(move |it| (it, element)));
        all.map(|(it, element)| {
            it.of(element).map_or(ANYTHING.to_owned(), |value| number(types, it.ty, value))
        })
        .collect()
    };
    let is_known = values.iter().any(|value| value != ANYTHING);
    is_known.then(|| format!("HOLDING({})", values.join(", ")))
}

/// The statements of what stands in for a function that compare a call with what is expected.
pub(crate) fn comparison(types: &Types, stub: &Stub) -> String {
    let name = stub.told();
    let mut text = format!("    probant_called(probant_is_{name}, \"{name}\");\n");
    for (index, &ty) in stub.params.iter().enumerate() {
        let argument = format!("a{index}");
        let lines = match types.get(ty) {
            CType::Pointer { to, .. } => behind(types, &argument, *to),
            CType::Struct { .. } => structure(types, &argument, ty),
            CType::Int(int) if int.bits <= 64 => given(types, ty, &argument),
            CType::Float { bits, .. } if *bits <= 64 => given(types, ty, &argument),
            _ => format!("    (void){argument};\n    GIVEN(\"{argument}\", 0);\n"),
        };
        text.push_str(&lines);
    }
    text
}

fn given(types: &Types, ty: TypeId, value: &str) -> String {
    let seen = match types.get(ty) {
        CType::Float { .. } => format!("REAL({value})"),
        _ => format!("(long long){value}"),
    };
    format!("    GIVEN(\"{value}\", {seen});\n")
}

fn structure(types: &Types, argument: &str, ty: TypeId) -> String {
    let (numbers, _) = numbers_of(types, ty);
    let each = numbers.iter().map(|it| given(types, it.ty, &format!("{argument}{}", it.path)));
    let lines: String = each.flat_map(|line| ["    ".to_owned(), line]).collect();
    let looked = format!("probant_behind(\"{argument}\", (const void *)&{argument})");
    format!("    if ({looked}) {{\n{lines}    }}\n")
}

fn behind(types: &Types, argument: &str, to: TypeId) -> String {
    let looked = format!("probant_behind(\"{argument}\", (const void *){argument})");
    let (numbers, _) = numbers_of(types, to);
    let each = |value: &str, ty: Option<TypeId>| {
        let given = match ty {
            Some(ty) => given(types, ty, value),
            None => format!("    GIVEN(\"{value}\", {value});\n"),
        };
        format!(
            "    {{\n        unsigned i, n = {looked};\n        for (i = 0; i < n; i++)\n        {given}    }}\n"
        )
    };
    match numbers.as_slice() {
        [] if matches!(types.get(to), CType::Void) => {
            each(&format!("((const unsigned char *){argument})[i]"), None)
        }
        [] => format!("    (void){looked};\n"),
        [number] if number.path.is_empty() => each(&format!("{argument}[i]"), Some(to)),
        numbers => {
            let each = numbers.iter().map(|it| given(types, it.ty, &it.behind(argument)));
            let lines: String = each.flat_map(|line| ["    ".to_owned(), line]).collect();
            format!("    if ({looked}) {{\n{lines}    }}\n")
        }
    }
}

/// What tests expect of others, as far as these tests need it; nothing if they see nothing.
pub(crate) fn definitions<'a>(
    types: &Types,
    function: &FunctionUnderTest,
    tests: impl Iterator<Item = &'a Test> + Clone,
) -> String {
    let told = Told::of(tests.clone());
    if !told.is_any {
        return String::new();
    }
    let stubs: Vec<&Stub> =
        (function.stubs.iter()).filter(|stub| told.contains(stub.told())).collect();
    let mut ids = String::new();
    for (number, stub) in (1..).zip(&stubs) {
        let name = stub.told();
        writeln!(ids, "enum {{ probant_is_{name} = {number} }};")
            .expect("writing to a string succeeds");
    }
    let most = tests.clone().map(|test| test.outputs.shown.len().min(MOST)).max().unwrap_or(0);
    let values = tests.map(n_values).max().unwrap_or(0);
    let params = || stubs.iter().flat_map(|stub| &stub.params);
    let is_real = |ty: TypeId| matches!(types.get(ty), CType::Float { bits, .. } if *bits <= 64);
    let has_real = |ty: TypeId| {
        let to = if let CType::Pointer { to, .. } = types.get(ty) { *to } else { ty };
        numbers_of(types, to).0.iter().any(|number| is_real(number.ty))
    };
    let mut text = EXPECTED
        .replace("IDS\n", &ids)
        .replace("N_EXPECTED", &most.max(1).to_string())
        .replace("N_VALUES", &values.max(1).to_string());
    if params().any(|&ty| has_real(ty)) {
        text.push_str(REAL);
    }
    let is_written = function.devices.iter().any(|it| it.access == DeviceAccess::Write);
    if is_written || params().next().is_some() {
        text.push_str(GIVEN);
    }
    if params().any(|&ty| matches!(types.get(ty), CType::Pointer { .. } | CType::Struct { .. })) {
        text.push_str(BEHIND);
    }
    text.push('\n');
    text
}

/// How many words the expectations of a test have at most.
fn n_values(test: &Test) -> usize {
    let size = |value: &CValue| leaves(value).max(1);
    let of = |given: &Given| 2 + given.behind.iter().map(size).sum::<usize>();
    let each = test.outputs.shown.iter().take(MOST).map(|shown| match shown {
        Shown::Call(call) => call.args.iter().map(of).sum(),
        Shown::Write(_) => 1,
    });
    each.sum()
}

fn leaves(value: &CValue) -> usize {
    match value {
        CValue::Array(parts) | CValue::Struct(parts) => parts.iter().map(leaves).sum(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests;
