//! Volatile places in tests: functions that show what a test says and keep what was written.

use std::fmt::Write;

use suite::{CType, CValue, DeviceAccess, FunctionUnderTest, Stub, StubCalls, Test, Types};

use crate::declarator::type_name;
use crate::literal;

/// How tests look at what was written.
const WROTE: &str = "\
static int probant_wrote(int place, long long value)
{
    unsigned at = probant_n_seen++;
    return at < probant_n_writes && probant_writes[at].place == place && probant_writes[at].value == value;
}
#define WROTE(place, value) probant_wrote(probant_place_##place, (long long)(value))
#define WROTE_NO_MORE (probant_n_seen == probant_n_writes)
";

/// The name of a place in tests: the part of the function's name that is its own.
fn word(function: &str) -> &str {
    let rest = function.strip_prefix("probant_").unwrap_or(function);
    rest.split_once('_').map_or(rest, |(_, word)| word)
}

/// Definitions of the functions that stand for accesses, of what tests say about them, and of how all that is forgotten.
pub(crate) fn definitions<'a>(
    types: &Types,
    function: &FunctionUnderTest,
    tests: impl Iterator<Item = &'a Test>,
) -> String {
    if function.devices.is_empty() {
        return String::new();
    }
    let most = tests.map(|test| test.outputs.writes.len()).max().unwrap_or(0);
    let mut text = format!(
        "/* Volatile places: each test says what reads of them give, in order; after that they give what is there. */\n\
         #define READS(place, ...) \\\n    \
         do {{ \\\n        \
         static const __typeof__(*probant_shows_##place) probant_values[] = {{__VA_ARGS__}}; \\\n        \
         probant_shows_##place = probant_values; \\\n        \
         probant_left_##place = sizeof probant_values / sizeof probant_values[0]; \\\n    \
         }} while (0)\n\n\
         /* What was written to them, in order. */\n\
         static struct {{ int place; long long value; }} probant_writes[{}];\n\
         static unsigned probant_n_writes, probant_n_seen;\n",
        most + 1
    );
    if most > 0 {
        text.push_str(WROTE);
    }
    text.push('\n');
    let mut forget = String::new();
    for (number, stub) in (1..).zip(&function.stubs) {
        let Some(device) = function.device(&stub.name) else { continue };
        writeln!(text, "/* {} */", comment_safe(&device.place))
            .expect("writing to a string succeeds");
        text.push_str(&match device.access {
            DeviceAccess::Read => reader(types, stub),
            DeviceAccess::Write | DeviceAccess::Result => writer(types, stub, number),
        });
        if device.access == DeviceAccess::Read {
            writeln!(forget, "    probant_left_{} = 0;", word(&stub.name))
                .expect("writing to a string succeeds");
        }
    }
    write!(
        text,
        "static void stand_still(void)\n{{\n{forget}    probant_n_writes = probant_n_seen = 0;\n}}\n\n"
    )
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

fn writer(types: &Types, stub: &Stub, number: u32) -> String {
    let (name, place, ty) = (&stub.name, word(&stub.name), type_name(types, stub.returns));
    format!(
        "enum {{ probant_place_{place} = {number} }};\n\
         {ty} {name}({ty} value)\n{{\n    \
         if (probant_n_writes < sizeof probant_writes / sizeof probant_writes[0]) {{\n        \
         probant_writes[probant_n_writes].place = probant_place_{place};\n        \
         probant_writes[probant_n_writes].value = (long long)value;\n    }}\n    \
         probant_n_writes++;\n    return value;\n}}\n\n"
    )
}

/// `READS(ADC1_SR, 0, 0, 2);`
pub(crate) fn reads(types: &Types, stub: &Stub, calls: &StubCalls) -> String {
    let values: Vec<String> =
        calls.returns.iter().map(|value| number(types, stub, value)).collect();
    format!("READS({}, {});", word(&stub.name), values.join(", "))
}

/// The assertions about what was written.
pub(crate) fn checks(types: &Types, function: &FunctionUnderTest, test: &Test) -> Vec<String> {
    let writes = &test.outputs.writes;
    let mut lines: Vec<String> = writes
        .iter()
        .filter_map(|written| {
            let stub = function.stubs.iter().find(|stub| stub.name == written.function)?;
            let value = number(types, stub, &written.value);
            Some(format!("CHECK_TRUE(WROTE({}, {value}));", word(&stub.name)))
        })
        .collect();
    if !writes.is_empty() {
        lines.push("CHECK_TRUE(WROTE_NO_MORE);".to_owned());
    }
    lines
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
