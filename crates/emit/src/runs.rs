//! Statements about the elements of an array, one after the other: where many in a row hold the same, a loop says so once.

use crate::scope::Scope;
use suite::CValue;

/// So many elements in a row that hold the same are a loop.
const LONG_RUN: usize = 16;

/// Writes what `statements` has to say of each element, given its value and what it is called.
pub(crate) fn each_element(
    scope: &mut Scope,
    values: &[CValue],
    array: &str,
    lines: &mut Vec<String>,
    statements: impl Fn(&mut Scope, &CValue, &str, &mut Vec<String>),
) {
    let mut first = 0;
    for run in values.chunk_by(|a, b| a == b) {
        let end = first + run.len();
        if run.len() < LONG_RUN {
            for (index, value) in (first..).zip(run) {
                statements(scope, value, &format!("{array}[{index}]"), lines);
            }
        } else {
            let index = scope.fresh("i");
            let mut body = Vec::new();
            statements(scope, &run[0], &format!("{array}[{index}]"), &mut body);
            scope.give_back(&index);
            if !body.is_empty() {
                lines.push(format!(
                    "for (unsigned {index} = {first}; {index} < {end}; {index}++) {{"
                ));
                lines.extend(
                    body.iter().map(|line| format!("    {}", line.replace('\n', "\n    "))),
                );
                lines.push("}".to_owned());
            }
        }
        first = end;
    }
}
