//! Is an input one that a program can be given: `argc` strings, and a null pointer behind them?

use ir::Program;
use ir::input::{Input, Object, Scalar};

/// Can a program be given this?
pub(crate) fn can_be_given(program: &Program, input: &Input) -> bool {
    let [Scalar::Bits(_, count), Scalar::Object(vector, 0)] = input.args[..] else { return false };
    let count = count as u32 as i32;
    let (vector, bytes) = (&input.objects[vector], u64::from(program.target.pointer_bytes));
    let entry = |index: u64| vector.cells.iter().find(|cell| cell.offset == index * bytes);
    let is_string = |index| match entry(index).map(|cell| cell.value) {
        Some(Scalar::Object(string, at)) => ends_after(&input.objects[string], at),
        _ => false,
    };
    let Ok(count) = u64::try_from(count) else { return false };
    vector.size == (count + 1) * bytes
        && (0..count).all(is_string)
        && entry(count).is_some_and(|cell| cell.value == Scalar::Null)
}

/// Is there a terminator at or behind a byte?
fn ends_after(string: &Object, at: u64) -> bool {
    let is_zero = |value| matches!(value, Scalar::Bits(_, 0));
    string.cells.iter().any(|cell| cell.offset >= at && is_zero(cell.value))
}
