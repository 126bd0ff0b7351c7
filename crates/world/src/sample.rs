//! Programs from text, for the tests of this crate.

use crate::World;
use cfront::target::Target;
use ir::Program;

/// What C without a preprocessor means.
#[track_caller]
pub(crate) fn program(text: &str) -> Program {
    let unit = cfront::pp::read(text.to_owned(), &|_| None);
    let (ast, diagnostics) = cfront::parse_unit(&unit.map, &unit.macros);
    assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
    let target = Target::LP64;
    let (unit, diagnostics) = cfront::sema::check(&ast, &unit.map, &target);
    assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
    let options = lower::Options { overflow: lower::Overflow::Trap, target };
    lower::lower(&unit, &options).0
}

/// What is said of the world around the function `f` of a text.
#[track_caller]
pub(crate) fn look<T>(text: &str, at: impl FnOnce(&World<'_>) -> T) -> T {
    let program = program(text);
    let func = program.find_func("f").expect("the text should have a function `f`");
    at(&World::of(&program, func))
}
