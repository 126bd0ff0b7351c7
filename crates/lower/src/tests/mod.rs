//! C text in, IR listing or result out. Every program here is verified.

#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them so")]

mod bench;
mod conditions;
mod contracts;
mod control;
mod expressions;
mod memory;
mod run;

use crate::{Options, Overflow, lower};
use cfront::target::Target;
use expect_test::Expect;
use ir::Program;
use source::SourceMap;

pub(crate) const OPTIONS: Options = Options { overflow: Overflow::Trap, target: Target::LP64 };

/// Lowers a text that is its own preprocessed form, and verifies the result.
#[track_caller]
pub(crate) fn program_with(text: &str, options: &Options) -> (Program, SourceMap) {
    let pre = cfront::pp::read(text.to_owned(), &|_| None);
    let (ast, syntax) = cfront::parse_unit(&pre.map, &pre.macros);
    assert!(!syntax.has_errors(), "{syntax:?}");
    let (unit, types) = cfront::sema::check(&ast, &pre.map, &options.target);
    assert!(!types.has_errors(), "{types:?}");
    let (program, _) = lower(&unit, options);
    let violations = ir::verify(&program);
    let listing = || ir::print_with_source(&program, &pre.map);
    let messages: Vec<_> = violations.iter().map(ToString::to_string).collect();
    assert!(violations.is_empty(), "{}\n{}", messages.join("\n"), listing());
    (program, pre.map)
}

#[track_caller]
pub(crate) fn program(text: &str) -> (Program, SourceMap) {
    program_with(text, &OPTIONS)
}

/// The listing of the body of the function `f`.
#[track_caller]
pub(crate) fn check(text: &str, expect: &Expect) {
    check_with(text, &OPTIONS, expect);
}

#[track_caller]
pub(crate) fn check_with(text: &str, options: &Options, expect: &Expect) {
    let (program, map) = program_with(text, options);
    let func = program.find_func("f").expect("a function f to look at");
    expect.assert_eq(&ir::print_func(&program, func, Some(&map)));
}

/// Conditions, decisions and switch targets of the function `f`, by their C text.
#[track_caller]
pub(crate) fn check_tables(text: &str, expect: &Expect) {
    let (program, map) = program(text);
    let func = program.find_func("f").expect("a function f to look at");
    let body = program.body(func);
    let decisions = body.decisions.iter().map(|(id, decision)| {
        let kind = if decision.controlling { "controls" } else { "value" };
        format!("{id} {kind} `{}`: {:?}\n", map.slice(decision.span), decision.tree)
    });
    let conds = body
        .conds
        .iter()
        .map(|(id, cond)| format!("{id} of {}: `{}`\n", cond.decision, map.slice(cond.span)));
    let switches = body.switches.iter().map(|(id, switch)| {
        let targets = switch.targets.iter().map(|target| {
            let text = if target.implicit { "end" } else { map.slice(target.span) };
            format!(" `{text}`{}", if target.default { " (default)" } else { "" })
        });
        format!("{id} `{}`:{}\n", map.slice(switch.span), targets.collect::<String>())
    });
    expect.assert_eq(&decisions.chain(conds).chain(switches).collect::<String>());
}
