//! Calls of functions without a body as assertions: how often each was called, and with which numbers.
//!
//! A test that calls more often than its script says does not pass, whatever it returns.

use suite::{CType, CValue, CallsMade, FunctionUnderTest, Stub, Test, TypeId, Types};

use crate::checks::check_array;
use crate::scope::Scope;

/// Calls whose arguments are looked at one by one; of longer series only the number is.
const MOST: usize = 16;

/// Is an argument of this type written down?
pub(crate) fn is_noted(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), CType::Int(int) if int.bits <= 64)
}

/// The array that an argument is written down in.
pub(crate) fn argument(stub: &str, index: usize) -> String {
    format!("{stub}_a{index}")
}

/// Lets calls be counted from the start where no results are set, which does the same.
pub(crate) fn forgotten(
    scope: &Scope,
    function: &FunctionUnderTest,
    calls: &[CallsMade],
) -> Vec<String> {
    let made = calls.iter().filter_map(|made| Some((made, stub_of(function, &made.function)?)));
    let is_void = |stub: &Stub| matches!(scope.types.get(stub.returns), CType::Void);
    let silent = made.filter(|(_, stub)| is_void(stub));
    silent.map(|(made, _)| format!("{}_calls = 0;", made.function)).collect()
}

/// What is asserted of calls after the call of the function under test.
pub(crate) fn checks(scope: &mut Scope, function: &FunctionUnderTest, test: &Test) -> Vec<String> {
    let mut lines = Vec::new();
    if test.ends != suite::Ends::Return {
        return lines;
    }
    for made in &test.outputs.calls {
        let Some(stub) = stub_of(function, &made.function) else { continue };
        lines.push(format!("CHECK_INT({}_calls, {});", made.function, made.args.len()));
        if made.args.len() > MOST {
            continue;
        }
        for (index, &ty) in stub.params.iter().enumerate() {
            let values: Vec<CValue> =
                made.args.iter().filter_map(|args| args.get(index).cloned()).collect();
            if is_noted(scope.types, ty) && values.len() == made.args.len() {
                check_array(scope, ty, &values, &argument(&made.function, index), &mut lines);
            }
        }
    }
    lines
}

/// The stub of a name, if it counts its calls.
fn stub_of<'a>(function: &'a FunctionUnderTest, name: &str) -> Option<&'a Stub> {
    function.stubs.iter().find(|stub| stub.name == name && !stub.noreturn)
}
