//! Models as a test file needs them: without what none of its tests makes use of.

use crate::calls::Told;
use std::collections::BTreeSet;
use suite::{
    CValue, DeviceAccess, FunctionReport, FunctionUnderTest, Inputs, ModelLine, StandIn, Test,
    Wanted,
};

/// The same report with models that have what its tests use, and the functions that these call.
pub(crate) fn trimmed(function: &FunctionReport) -> FunctionReport {
    let mut report = function.clone();
    let passed: BTreeSet<&str> =
        function.tests.iter().flat_map(|test| functions_in(&test.inputs)).collect();
    let (all, under_test) = (&function.under_test, &mut report.under_test);
    let is_spare = |name: &String| all.others.contains(name) && !passed.contains(name.as_str());
    under_test.models.retain(|model| !is_spare(&model.function));
    for model in &mut under_test.models {
        model.lines.retain(|line| is_wanted(line, &function.tests));
    }
    let is_called = |name: &str| calls(&under_test.models, name) || !calls(&all.models, name);
    let is_result =
        |name: &str| all.device(name).is_some_and(|device| device.access == DeviceAccess::Result);
    under_test.stubs.retain(|stub| !is_result(&stub.name));
    under_test.devices.retain(|device| device.access != DeviceAccess::Result);
    if function.uses_devices() {
        under_test.include = std::mem::take(&mut under_test.copy);
    } else {
        let is_device = |name: &str| all.device(name).is_some();
        under_test.stubs.retain(|stub| !is_device(&stub.name));
        under_test.devices.clear();
    }
    under_test.stubs.retain(|stub| is_called(&stub.name) && !is_spare(&stub.name));
    report
}

/// The functions that pointers of an input lead to.
fn functions_in(inputs: &Inputs) -> Vec<&str> {
    let mut open: Vec<&CValue> = inputs.params.iter().map(|param| &param.value).collect();
    open.extend(inputs.globals.iter().map(|global| &global.value));
    open.extend(inputs.objects.iter().flat_map(|object| &object.values));
    let mut found = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            CValue::Function(name) | CValue::Converted(name) => found.push(name.as_str()),
            CValue::Array(parts) | CValue::Struct(parts) => open.extend(parts),
            CValue::Int(_) | CValue::Float(_) | CValue::Null | CValue::Pointer(_) => {}
            CValue::Uninit | CValue::Opaque(_) => {}
        }
    }
    found
}

fn is_wanted(line: &ModelLine, tests: &[Test]) -> bool {
    match &line.wanted {
        Wanted::Always => true,
        Wanted::Told(function) => Told::of(tests.iter()).contains(function),
        Wanted::With(piece) => says_something(piece, tests),
        Wanted::Without(piece) => !says_something(piece, tests),
    }
}

/// Does some test let a function return something else than zero?
fn says_something(piece: &str, tests: &[Test]) -> bool {
    let calls = tests.iter().flat_map(|test| &test.inputs.stubs);
    let mut values = calls.filter(|calls| calls.function == piece).flat_map(|calls| &calls.returns);
    values.any(|value| *value != CValue::Int(0))
}

/// Do models call a function?
fn calls(models: &[StandIn], name: &str) -> bool {
    let call = format!("{name}(");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let in_line = |line: &ModelLine| {
        let mut places = line.text.match_indices(&call);
        places.any(|(at, _)| !line.text[..at].ends_with(is_word))
    };
    models.iter().flat_map(|model| &model.lines).any(in_line)
}

/// The models as text.
pub(crate) fn text(function: &FunctionUnderTest) -> String {
    let lines = function.models.iter().flat_map(|model| &model.lines);
    lines.flat_map(|line| [line.text.as_str(), "\n"]).collect()
}
