//! The module table of ARCHITECTURE.md against the sources of the crates that it is about.
//!
//! A reader looks there for the file of a subject, so every module of such a crate has its place, and no place is empty.
//! Modules inside modules are their own affair.

use super::{Complaint, Tree};
use std::collections::{BTreeMap, BTreeSet};

const DOCUMENT: &str = "ARCHITECTURE.md";
const FENCE: &str = "```modules";

/// The crates of the table, each with the modules named there.
type Table<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// The crates of the table have the modules of the table.
pub(super) fn module_table(tree: &Tree) -> Vec<Complaint> {
    let Some(table) = tree.text(DOCUMENT).and_then(parse_table) else {
        return vec![Complaint::error(DOCUMENT, 0, format!("has no block {FENCE}"))];
    };
    let mut complaints = Vec::new();
    for (name, named) in table {
        let there = modules(tree, name);
        let missing = there.difference(&named).map(|module| {
            let path = format!("crates/{name}/src/{module}");
            Complaint::error(&path, 0, format!("has no place among the modules of {DOCUMENT}"))
        });
        complaints.extend(missing);
        let gone = named.difference(&there).map(|module| {
            Complaint::error(DOCUMENT, 0, format!("`{name}` has no module `{module}`"))
        });
        complaints.extend(gone);
    }
    complaints
}

/// Rows `crate | subject | modules`; the first two lines are the heading.
fn parse_table(document: &str) -> Option<Table<'_>> {
    let body = document.split_once(FENCE)?.1.split_once("```")?.0;
    let mut table = Table::new();
    for line in body.trim().lines().skip(2) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [name, _, modules] = columns[..] {
            table.entry(name).or_default().extend(modules.split_whitespace());
        }
    }
    Some(table)
}

/// The modules at the top of a crate; those of tests alone do not count.
fn modules<'t>(tree: &'t Tree, name: &str) -> BTreeSet<&'t str> {
    let folder = format!("crates/{name}/src/");
    let inside = tree.ending(".rs").filter_map(|(path, _)| path.strip_prefix(&folder));
    let tops = inside.filter_map(|path| match path.split_once('/') {
        Some((module, "mod.rs")) => Some(module),
        Some(_) => None,
        None => path.strip_suffix(".rs"),
    });
    tops.filter(|module| !["lib", "main", "tests"].contains(module)).collect()
}

#[cfg(test)]
mod tests {
    use crate::tidy::complaints;

    #[track_caller]
    fn check(table: &str, expect: &str) {
        let document = format!("text\n```modules\ncrate | subject | modules\n---\n{table}\n```\n");
        let files = [
            ("ARCHITECTURE.md", document.as_str()),
            ("crates/a/src/lib.rs", ""),
            ("crates/a/src/one.rs", ""),
            ("crates/a/src/one/inner.rs", ""),
            ("crates/a/src/two/mod.rs", ""),
            ("crates/a/src/tests.rs", ""),
            ("crates/b/src/three.rs", ""),
        ];
        assert_eq!(complaints(super::module_table, &files), expect);
    }

    #[test]
    fn modules_and_table_are_the_same() {
        check("a | this | one\na | and that | two", "");
        check(
            "a | this | one gone",
            "crates/a/src/two: has no place among the modules of ARCHITECTURE.md\n\
             ARCHITECTURE.md: `a` has no module `gone`\n",
        );
    }
}
