//! One small text per construct: the typed tree it becomes, or the messages it gives.

#![expect(clippy::needless_raw_string_hashes, reason = "`expect_test` writes them when it updates")]

mod constants;
mod contracts;
mod errors;
mod inits;
mod limits;
mod trees;

use crate::target::Target;
use crate::typed::{Unit, print};
use crate::{parse_unit, pp};
use expect_test::Expect;
use source::Diagnostics;
use std::fmt::Write;

/// The unit, and the messages of parser and checker, for a text on a target.
fn unit_on(text: &str, target: &Target) -> (Unit, String) {
    let pre = pp::read(text.to_owned(), &|_| None);
    let (ast, parsed) = parse_unit(&pre.map, &pre.macros);
    let (unit, checked) = super::check(&ast, &pre.map, target);
    let mut messages = String::new();
    let mut show = |diagnostics: &Diagnostics| {
        for item in diagnostics {
            let help = item.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
            let text = pre.map.slice(item.span);
            let _ = writeln!(messages, "{} `{text}`: {}{help}", item.code, item.message);
        }
    };
    show(&parsed);
    show(&checked);
    (unit, messages)
}

fn unit(text: &str) -> (Unit, String) {
    unit_on(text, &Target::LP64)
}

/// Compares the printed tree of everything but prototypes, after the messages.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "reads as a literal")]
fn check(text: &str, expect: Expect) {
    let (unit, mut out) = unit(text);
    for (_, record) in unit.records.iter() {
        assert!(record.align >= 1, "every record has an alignment");
    }
    let printed = print::print(&unit);
    let keep = |line: &&str| !line.starts_with("func") || line_has_body(&printed, line);
    out.extend(printed.lines().filter(keep).flat_map(|line| [line, "\n"]));
    expect.assert_eq(&out);
}

fn line_has_body(printed: &str, line: &str) -> bool {
    let mut after = printed.lines().skip_while(|other| *other != line).skip(1);
    after.next().is_some_and(|next| next.starts_with(' '))
}

/// Compares the body of the last function only: its statements without the enclosing block.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "reads as a literal")]
fn check_body(text: &str, expect: Expect) {
    let (unit, mut out) = unit(text);
    let (func, _) = unit.funcs.iter().rfind(|(_, func)| func.body.is_some()).expect("a body");
    let printed = print::print_func(&unit, func);
    let body = printed.split_once("  block\n").expect("a block").1;
    out.extend(body.lines().flat_map(|line| [line.strip_prefix("    ").unwrap_or(line), "\n"]));
    expect.assert_eq(&out);
}

/// Compares the messages only.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "reads as a literal")]
fn check_messages(text: &str, expect: Expect) {
    expect.assert_eq(&unit(text).1);
}
