//! Models as a test file needs them: without what none of its tests makes use of.

use suite::{CValue, FunctionReport, FunctionUnderTest, ModelLine, Test, Wanted};

/// The same report with models that have what its tests use, and the functions that these call.
pub(crate) fn trimmed(function: &FunctionReport) -> FunctionReport {
    let mut report = function.clone();
    let under_test = &mut report.under_test;
    under_test.models.retain(|line| is_wanted(line, &function.tests));
    let all = &function.under_test;
    let is_needed = |name: &str| calls(&under_test.models, name) || !calls(&all.models, name);
    under_test.stubs.retain(|stub| is_needed(&stub.name));
    report
}

fn is_wanted(line: &ModelLine, tests: &[Test]) -> bool {
    match &line.wanted {
        Wanted::Always => true,
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
fn calls(models: &[ModelLine], name: &str) -> bool {
    let call = format!("{name}(");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let in_line = |line: &ModelLine| {
        let mut places = line.text.match_indices(&call);
        places.any(|(at, _)| !line.text[..at].ends_with(is_word))
    };
    models.iter().any(in_line)
}

/// The models as text.
pub(crate) fn text(function: &FunctionUnderTest) -> String {
    function.models.iter().map(|line| format!("{}\n", line.text)).collect()
}
