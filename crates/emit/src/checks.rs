//! Outputs as assertions: one `CHECK…` per scalar, one per array of numbers.

use suite::{Argument, CType, CValue, Call, FunctionUnderTest, Object, Outputs, Sequence, TypeId};

use crate::body::callee;
use crate::declarator::{declare, declare_const};
use crate::literal;
use crate::runs::each_element;
use crate::scope::{Scope, Shape, member};
use crate::setup::{array_initialiser, identifier, is_number};

/// The call and the assertions after it.
pub(crate) fn call_and_checks(
    scope: &mut Scope,
    function: &FunctionUnderTest,
    arguments: &[String],
    sequence: Option<&Sequence>,
    outputs: &Outputs,
) -> Vec<String> {
    let (mut lines, call) = match sequence {
        Some(sequence) => earlier_calls(scope, sequence, arguments),
        None => (Vec::new(), format!("{}({})", callee(function), arguments.join(", "))),
    };
    let mut checks = Vec::new();
    if let Some((before, after)) = printed(function, outputs) {
        lines.insert(0, before);
        checks.push(after);
    }
    let n_printed = checks.len();
    match &outputs.returns {
        Some(value) if !matches!(scope.types.get(function.returns), CType::Void) => {
            let result = scope.fresh("result");
            check(scope, function.returns, value, &result, &mut checks);
            if checks.len() == n_printed {
                lines.push(discarded(scope, function, &call));
            } else {
                let head = declare(scope.types, function.returns, &result);
                lines.push(format!("{head} = {call};"));
            }
        }
        _ => lines.push(discarded(scope, function, &call)),
    }
    for object in &outputs.objects {
        check_object(scope, object, &mut checks);
    }
    for global in &outputs.globals {
        check(scope, global.ty, &global.value, &global.name, &mut checks);
    }
    lines.extend(checks);
    lines
}

/// Does a text have the name of the source in it? How `__FILE__` spells that depends on who includes it.
pub(crate) fn names_source(function: &FunctionUnderTest, text: &[u8]) -> bool {
    let source = function.include.rsplit('/').next().unwrap_or_default().as_bytes();
    !source.is_empty() && text.windows(source.len()).any(|it| it == source)
}

/// What stands before the calls and behind them where all that was printed can be read.
fn printed(function: &FunctionUnderTest, outputs: &Outputs) -> Option<(String, String)> {
    let printed = outputs.printed.as_ref()?;
    let text = |bytes: &[u8]| {
        if names_source(function, bytes) {
            return None;
        }
        let bytes: Vec<i128> = bytes.iter().copied().chain([0]).map(i128::from).collect();
        literal::string(&bytes)
    };
    let (output, error) = (text(&printed.output)?, text(&printed.error)?);
    Some(("CAPTURE_PRINTED();".to_owned(), format!("CHECK_PRINTED({output}, {error});")))
}

fn discarded(scope: &Scope, function: &FunctionUnderTest, call: &str) -> String {
    let is_void = matches!(scope.types.get(function.returns), CType::Void);
    if is_void { format!("{call};") } else { format!("(void){call};") }
}

/// The calls before the last, and the last as an expression.
fn earlier_calls(
    scope: &mut Scope,
    sequence: &Sequence,
    arguments: &[String],
) -> (Vec<String>, String) {
    let mut lines = Vec::new();
    let names: Vec<String> = sequence.held.iter().map(|held| scope.fresh(&held.name)).collect();
    for (held, name) in sequence.held.iter().zip(&names).filter(|(held, _)| held.in_room) {
        lines.push(format!("{} {name};", held.spelling));
    }
    let text = |call: &Call| {
        let given = call.args.iter().map(|arg| match *arg {
            Argument::Input(at) => arguments[at].clone(),
            Argument::Held(at) if sequence.held[at].in_room => format!("&{}", names[at]),
            Argument::Held(at) => names[at].clone(),
            Argument::Null => "NULL".to_owned(),
        });
        format!("{}({})", call.function, given.collect::<Vec<_>>().join(", "))
    };
    let given = || sequence.calls.iter().flat_map(|call| &call.args);
    let is_given = |at: usize| given().any(|arg| *arg == Argument::Held(at));
    let mut made: Vec<usize> = Vec::new();
    let (last, earlier) = sequence.calls.split_last().expect("a sequence has a last call");
    for call in earlier {
        let n_lines = lines.len();
        if let Some(at) = call.makes.filter(|at| is_given(*at)) {
            let first =
                if made.contains(&at) { "" } else { &format!("{} *", sequence.held[at].spelling) };
            made.push(at);
            lines.push(format!("{first}{} = {};", names[at], text(call)));
        } else if let (Some(ty), Some(value)) = (call.returns, &call.result) {
            check(scope, ty, value, &text(call), &mut lines);
        }
        if lines.len() == n_lines {
            let head = if call.returns.is_some() { "(void)" } else { "" };
            lines.push(format!("{head}{};", text(call)));
        }
    }
    (lines, text(last))
}

fn check_object(scope: &mut Scope, object: &Object, lines: &mut Vec<String>) {
    let Some(variable) = scope.variable(&object.name).cloned() else { return };
    match variable.shape {
        Shape::Empty => {}
        Shape::Single => check(scope, variable.elem, &object.values[0], &variable.single(), lines),
        Shape::Array(_) => {
            check_array(scope, variable.elem, &object.values, &variable.name, lines);
        }
    }
}

/// Asserts that `lvalue` holds `value`, as far as the value is known.
fn check(scope: &mut Scope, ty: TypeId, value: &CValue, lvalue: &str, lines: &mut Vec<String>) {
    match (scope.types.get(ty), value) {
        (_, CValue::Uninit) => {}
        (CType::Int(int), CValue::Int(number)) => {
            let text = literal::int(int, *number);
            lines.push(match int_check(int.bits, int.signed) {
                Some(check) => format!("{check}({lvalue}, {text});"),
                None => format!("CHECK_TRUE({lvalue} == {text});"),
            });
        }
        (CType::Float { bits, .. }, CValue::Float(number)) => {
            let check = float_check(*bits);
            lines.push(format!("{check}({lvalue}, {});", literal::float(*bits, *number)));
        }
        (CType::Array { elem, .. }, CValue::Array(values)) => {
            check_array(scope, *elem, values, lvalue, lines);
        }
        (CType::Struct { fields, is_union, .. }, CValue::Struct(values)) => {
            for (field, value) in fields.iter().zip(values) {
                // What a union holds may be a function of the type of another member.
                if let (true, CValue::Function(name) | CValue::Converted(name)) = (*is_union, value)
                {
                    let lvalue = member(lvalue, &field.name);
                    lines.push(format!(
                        "CHECK_TRUE((void (*)(void)){lvalue} == (void (*)(void)){name});"
                    ));
                    continue;
                }
                check(scope, field.ty, value, &member(lvalue, &field.name), lines);
            }
        }
        (CType::Pointer { to, .. }, CValue::Pointer(place)) => {
            lines.push(format!("CHECK_POINTER({lvalue}, {});", scope.address(place, *to)));
        }
        (CType::Pointer { .. } | CType::FunctionPointer { .. }, CValue::Opaque(_)) => {
            lines.push(format!("CHECK_TRUE({lvalue} != NULL);"));
        }
        // A union may hold a function where a pointer to data is looked at.
        (CType::Pointer { .. }, CValue::Function(name)) => {
            lines.push(format!("CHECK_POINTER({lvalue}, {name});"));
        }
        (CType::Pointer { .. }, CValue::Null) => {
            lines.push(format!("CHECK_POINTER({lvalue}, NULL);"));
        }
        (CType::FunctionPointer { .. }, CValue::Null) => {
            lines.push(format!("CHECK_TRUE({lvalue} == NULL);"));
        }
        (CType::FunctionPointer { .. }, CValue::Function(name)) => {
            lines.push(format!("CHECK_TRUE({lvalue} == {name});"));
        }
        (_, CValue::Converted(name)) => {
            lines.push(format!("CHECK_TRUE((void *){lvalue} == (void *){name});"));
        }
        (_, CValue::Opaque(_)) => {}
        (_, value) => panic!("value should fit its type: {lvalue} = {value:?}"),
    }
}

/// Asserts that an array holds these values.
pub(crate) fn check_array(
    scope: &mut Scope,
    elem: TypeId,
    values: &[CValue],
    lvalue: &str,
    lines: &mut Vec<String>,
) {
    let known = !values.iter().any(|value| matches!(value, CValue::Uninit | CValue::Opaque(_)));
    match table_check(scope, elem).filter(|_| known && values.len() > 1) {
        Some(check) => {
            let len = values.len();
            let table = scope.fresh(&format!("{}_after", identifier(lvalue)));
            let text = array_initialiser(scope, elem, values);
            let head = declare_const(scope.types, elem, &format!("{table}[{len}]"));
            lines.push(format!("static {head} = {text};"));
            lines.push(format!("{check}({lvalue}, {table}, {len});"));
        }
        None => each_element(scope, values, lvalue, lines, |scope, value, lvalue, lines| {
            self::check(scope, elem, value, lvalue, lines);
        }),
    }
}

/// The assertion that compares whole arrays of `elem`, where there is one.
fn table_check(scope: &Scope, elem: TypeId) -> Option<String> {
    if !is_number(scope, elem) {
        return None;
    }
    match scope.types.get(elem) {
        CType::Int(int) => int_check(int.bits, int.signed).map(|check| format!("{check}S")),
        CType::Float { bits, .. } => Some(format!("{}S", float_check(*bits))),
        _ => None,
    }
}

/// Floats are compared in `double`, which holds all of `float`, or in `long double`.
fn float_check(bits: u32) -> &'static str {
    if bits <= 64 { "CHECK_FLOAT" } else { "CHECK_EXTENDED" }
}

/// Integers are compared in `long long` where that holds all their values, else unsigned.
fn int_check(bits: u32, signed: bool) -> Option<&'static str> {
    match (bits, signed) {
        (..=63, _) | (64, true) => Some("CHECK_INT"),
        (64, false) => Some("CHECK_UINT"),
        _ => None,
    }
}
