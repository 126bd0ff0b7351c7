//! Volatile places in tests: functions that show what a test says and keep what was written.

use std::fmt::Write;

use suite::{CType, CValue, DeviceAccess, FunctionUnderTest, Stub, StubCalls, Types};

use crate::calls::Told;
use crate::declarator::type_name;
use crate::literal;

/// Places have numbers of their own among what tests expect.
const FIRST_PLACE: u32 = 10_000;

const READS: &str = "\
/* Volatile places: each test says what reads of them give, in order; after that they give what is there. */
#define READS(place, ...) \\
    do { \\
        static const __typeof__(*probant_shows_##place) probant_values[] = {__VA_ARGS__}; \\
        probant_shows_##place = probant_values; \\
        probant_left_##place = sizeof probant_values / sizeof probant_values[0]; \\
    } while (0)
";

/// The name of a place in tests: the part of the function's name that is its own.
pub(crate) fn word(function: &str) -> &str {
    let rest = function.strip_prefix("probant_").unwrap_or(function);
    rest.split_once('_').map_or(rest, |(_, word)| word)
}

/// Definitions of the functions that stand for accesses, of what tests say about them, and of how all that is forgotten.
pub(crate) fn definitions(types: &Types, function: &FunctionUnderTest, told: &Told<'_>) -> String {
    if function.devices.is_empty() {
        return String::new();
    }
    let mut text = String::from(READS);
    text.push('\n');
    let mut forget = String::new();
    for (number, stub) in (1..).zip(&function.stubs) {
        let Some(device) = function.device(&stub.name) else { continue };
        writeln!(text, "/* {} */", comment_safe(&device.place))
            .expect("writing to a string succeeds");
        text.push_str(&match device.access {
            DeviceAccess::Read => reader(types, stub),
            DeviceAccess::Write if told.is_any() => writer(types, stub, &device.place, number),
            DeviceAccess::Write | DeviceAccess::Result => unseen(types, stub),
        });
        if device.access == DeviceAccess::Read {
            writeln!(forget, "    probant_left_{} = 0;", word(&stub.name))
                .expect("writing to a string succeeds");
        }
    }
    write!(text, "static void stand_still(void)\n{{\n{forget}}}\n\n")
        .expect("writing to a string succeeds");
    text
}

fn reader(types: &Types, stub: &Stub) -> String {
    let (name, place, ty) = (&stub.name, word(&stub.name), type_name(types, stub.returns));
    format!(
        "static const {ty} *probant_shows_{place};\nstatic unsigned probant_left_{place};\n\
         {ty} {name}({ty} there)\n{{\n    if (probant_left_{place} == 0)\n        return there;\n    \
         probant_left_{place}--;\n    return *probant_shows_{place}++;\n}}\n\n"
    )
}

/// A write that no test looks at.
fn unseen(types: &Types, stub: &Stub) -> String {
    let (name, ty) = (&stub.name, type_name(types, stub.returns));
    format!("{ty} {name}({ty} value)\n{{\n    return value;\n}}\n\n")
}

fn writer(types: &Types, stub: &Stub, at: &str, number: u32) -> String {
    let (name, place, ty) = (&stub.name, word(&stub.name), type_name(types, stub.returns));
    let (id, at) = (number + FIRST_PLACE, at.replace('\\', "\\\\").replace('"', "\\\""));
    format!(
        "enum {{ probant_place_{place} = {id} }};\n\
         {ty} {name}({ty} value)\n{{\n    probant_called(probant_place_{place}, \"{at}\");\n    \
         GIVEN(\"{at}\", (long long)value);\n    return value;\n}}\n\n"
    )
}

/// `READS(ADC1_SR, 0, 0, 2);`
pub(crate) fn reads(types: &Types, stub: &Stub, calls: &StubCalls) -> String {
    let values: Vec<String> =
        calls.returns.iter().map(|value| number(types, stub, value)).collect();
    format!("READS({}, {});", word(&stub.name), values.join(", "))
}

fn number(types: &Types, stub: &Stub, value: &CValue) -> String {
    match (types.get(stub.returns), value) {
        (CType::Int(int), CValue::Int(number)) => literal::int(int, *number),
        _ => "0".to_owned(),
    }
}

fn comment_safe(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}
