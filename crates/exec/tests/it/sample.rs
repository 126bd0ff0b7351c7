//! Programs from text.

use cfront::target::Target;
use ir::{Func, Program};

/// What C without a preprocessor means, or why it means nothing.
pub(crate) fn lowered(text: &str) -> Result<Program, String> {
    lowered_for(text, Target::LP64)
}

/// The same for a data model.
pub(crate) fn lowered_for(text: &str, target: Target) -> Result<Program, String> {
    let unit = cfront::pp::read(text.to_owned(), &|_| None);
    let (ast, diagnostics) = cfront::parse_unit(&unit.map, &unit.macros);
    if diagnostics.has_errors() {
        return Err(format!("{diagnostics:?}"));
    }
    let (unit, diagnostics) = cfront::sema::check(&ast, &unit.map, &target);
    if diagnostics.has_errors() {
        return Err(format!("{diagnostics:?}"));
    }
    let options = lower::Options { overflow: lower::Overflow::Trap, target };
    Ok(lower::lower(&unit, &options).0)
}

/// A function by its name.
#[track_caller]
pub(crate) fn func(program: &Program, name: &str) -> Func {
    program.find_func(name).unwrap_or_else(|| panic!("there should be a function `{name}`"))
}
