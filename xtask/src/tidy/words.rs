//! Words that may not stand in certain places.

use super::rust::has_word;
use super::{Complaint, Tree};

/// Crates that talk to the world.
const EDGES: &[&str] = &["crates/probant/", "crates/native/", "crates/filetests/", "xtask/"];
const WORLD: &[&str] = &["fs", "process", "time", "env", "thread", "net"];
const UNFINISHED_CODE: &[&str] = &["todo!", "unimplemented!", "#[ignore", "should_panic"];
const UNFINISHED_COMMENT: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];

/// Files, processes, clocks, environment, threads and sockets belong to the edge crates; tests may use them.
pub(super) fn no_io_outside_edges(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, rust) in tree.rust() {
        // Benchmarks measure time and are never shipped.
        if EDGES.iter().any(|edge| path.starts_with(edge)) || path.contains("/benches/") {
            continue;
        }
        for (line, code) in rust.shipped_code() {
            complaints.extend(worldly_modules(code).map(|module| {
                Complaint::error(path, line, format!("`std::{module}` outside the edge crates"))
            }));
        }
    }
    complaints
}

/// Modules of `WORLD` that a line names, as `std::fs` or inside `std::{fs, io}`.
fn worldly_modules(code: &str) -> impl Iterator<Item = &'static str> + '_ {
    let group = code.split_once("std::{").map_or("", |(_, group)| group);
    WORLD.iter().copied().filter(move |module| {
        has_word(code, &format!("std::{module}"))
            || group
                .split(['{', '}', ','])
                .any(|item| item.trim().split("::").next() == Some(module))
    })
}

/// Nothing half done is called done, and no test is switched off.
pub(super) fn no_unfinished_work(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, rust) in tree.rust() {
        let mut refuse = |line, text: &str, words: &[&str]| {
            let found = words.iter().filter(|word| has_word(text, word));
            complaints.extend(
                found.map(|word| Complaint::error(path, line, format!("`{word}` in the tree"))),
            );
        };
        rust.code().for_each(|(line, code)| refuse(line, code, UNFINISHED_CODE));
        rust.comments().for_each(|(line, text)| refuse(line, text, UNFINISHED_COMMENT));
    }
    complaints
}

/// Outside tests a value that must be there is taken with `expect` and the reason why it is.
pub(super) fn no_unwrap(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, rust) in tree.rust() {
        let found = rust.shipped_code().filter(|(_, code)| has_word(code, ".unwrap()"));
        complaints.extend(found.map(|(line, _)| {
            Complaint::error(path, line, "`unwrap()`: use `expect(\"why it holds\")`")
        }));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::{Rule, complaints};

    #[track_caller]
    fn check(rule: Rule, path: &str, text: &str, expect: &str) {
        assert_eq!(complaints(rule, &[(path, text)]), expect);
    }

    #[test]
    fn io_belongs_to_the_edges() {
        let rule = no_io_outside_edges;
        let refused = "crates/ir/src/a.rs:1: `std::fs` outside the edge crates\n";
        check(rule, "crates/ir/src/a.rs", "use std::fs;", refused);
        check(rule, "crates/ir/src/a.rs", "use std::{fmt, fs::File};", refused);
        check(rule, "crates/native/src/a.rs", "use std::fs;", "");
        check(rule, "crates/ir/src/a.rs", "#[cfg(test)]\nmod tests { use std::fs; }", "");
        check(rule, "crates/ir/src/a.rs", "// std::fs\nlet a = \"std::fs\";", "");
    }

    #[test]
    fn unfinished_work_is_refused() {
        let rule = no_unfinished_work;
        check(rule, "a.rs", "todo!()", "a.rs:1: `todo!` in the tree\n");
        check(rule, "a.rs", "unimplemented!()", "a.rs:1: `unimplemented!` in the tree\n");
        check(rule, "a.rs", "#[ignore = \"x\"]", "a.rs:1: `#[ignore` in the tree\n");
        check(rule, "a.rs", "#[should_panic]", "a.rs:1: `should_panic` in the tree\n");
        check(rule, "a.rs", "// FIXME later", "a.rs:1: `FIXME` in the tree\n");
        check(
            rule,
            "a.rs",
            "/* HACK */ // XXX",
            "a.rs:1: `XXX` in the tree\na.rs:1: `HACK` in the tree\n",
        );
        check(rule, "a.rs", "let a = \"FIXME todo!\"; // HACKED", "");
    }

    #[test]
    fn unwrap_belongs_to_tests() {
        let refused = "a.rs:1: `unwrap()`: use `expect(\"why it holds\")`\n";
        check(no_unwrap, "a.rs", "a.unwrap();", refused);
        check(no_unwrap, "a.rs", "a.unwrap_or(0);", "");
        check(no_unwrap, "a.rs", "#[cfg(test)]\nmod tests { fn f() { a.unwrap(); } }", "");
    }
}
