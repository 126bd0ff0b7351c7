//! The dependency table of ARCHITECTURE.md against the manifests.
//!
//! Every dependency counts, third parties too, so that a new edge is always a change of the document people read.

use super::{Complaint, Tree};
use std::collections::{BTreeMap, BTreeSet};

const DOCUMENT: &str = "ARCHITECTURE.md";
const FENCE: &str = "```dependencies";

/// What a crate may name.
#[derive(Default)]
struct Row {
    code: BTreeSet<String>,
    tests: BTreeSet<String>,
}

/// A dependency found in a manifest.
struct Edge {
    line: usize,
    to: String,
    tests_only: bool,
}

/// Every edge of every manifest stands in the table, and every crate has a row.
pub(super) fn dependency_table(tree: &Tree) -> Vec<Complaint> {
    let Some(document) = tree.text(DOCUMENT) else {
        return vec![Complaint::error(DOCUMENT, 0, "is missing")];
    };
    let Some(table) = parse_table(document) else {
        return vec![Complaint::error(DOCUMENT, 0, format!("has no block {FENCE}"))];
    };
    let manifests: Vec<_> =
        tree.ending("/Cargo.toml").map(|(path, text)| (path, crate_of(path), text)).collect();
    let ours: BTreeSet<&str> = manifests.iter().map(|(_, name, _)| *name).collect();
    let mut complaints = Vec::new();
    for (path, name, text) in &manifests {
        match table.get(*name) {
            None => complaints.push(Complaint::error(
                path,
                0,
                format!("crate `{name}` has no row in {DOCUMENT}"),
            )),
            Some(row) => complaints.extend(
                edges(text).iter().filter(|edge| !allows(row, &ours, edge)).map(|edge| {
                    let text = format!(
                        "`{name}` may not depend on `{}`: {DOCUMENT} has no such edge",
                        edge.to
                    );
                    Complaint::error(path, edge.line, text)
                }),
            ),
        }
    }
    complaints.extend(
        table
            .keys()
            .filter(|name| !ours.contains(name.as_str()))
            .map(|name| Complaint::error(DOCUMENT, 0, format!("row `{name}` names no crate"))),
    );
    complaints
}

fn allows(row: &Row, ours: &BTreeSet<&str>, edge: &Edge) -> bool {
    let named = |set: &BTreeSet<String>| {
        set.contains(&edge.to) || set.contains("*") && ours.contains(edge.to.as_str())
    };
    named(&row.code) || edge.tests_only && (edge.to == "expect-test" || named(&row.tests))
}

/// The folder of a manifest, which is the name of the crate.
fn crate_of(manifest: &str) -> &str {
    manifest.trim_end_matches("/Cargo.toml").rsplit('/').next().unwrap_or_default()
}

/// Rows `crate | may depend on | its tests also`; the first two lines are the heading.
fn parse_table(document: &str) -> Option<BTreeMap<String, Row>> {
    let body = document.split_once(FENCE)?.1.split_once("```")?.0;
    let rows = body.trim().lines().skip(2).map(|line| {
        let mut columns = line.split('|').map(str::trim);
        let name = columns.next().unwrap_or_default().to_owned();
        let mut names = || {
            let words = columns.next().unwrap_or_default().split_whitespace();
            words.filter(|word| *word != "-").map(str::to_owned).collect()
        };
        (name, Row { code: names(), tests: names() })
    });
    Some(rows.collect())
}

fn edges(manifest: &str) -> Vec<Edge> {
    let mut found = Vec::new();
    let mut section = "";
    for (index, line) in manifest.lines().map(str::trim).enumerate() {
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
            // `[dependencies.foo]` names its dependency in the heading.
            if let Some((kind, to)) = section.rsplit_once('.')
                && kind.ends_with("dependencies")
            {
                found.push(edge(index + 1, to, kind));
            }
            continue;
        }
        let is_entry = section.ends_with("dependencies") && !line.starts_with('#');
        if let Some((key, _)) = line.split_once('=').filter(|_| is_entry) {
            let to = key.trim().split('.').next().unwrap_or_default();
            found.push(edge(index + 1, to, section));
        }
    }
    found
}

fn edge(line: usize, to: &str, section: &str) -> Edge {
    Edge { line, to: to.trim_matches('"').to_owned(), tests_only: section.contains("dev-") }
}

#[cfg(test)]
mod tests {
    use crate::tidy::complaints;

    const TABLE: &str = "text\n```dependencies\ncrate | may depend on | its tests also\n---\na | -\nb | a | c\nc | *\n```\n";

    #[track_caller]
    fn check(b: &str, expect: &str) {
        let files = [
            ("ARCHITECTURE.md", TABLE),
            ("crates/a/Cargo.toml", ""),
            ("crates/b/Cargo.toml", b),
            ("crates/c/Cargo.toml", "[dependencies]\na.workspace = true\nb.workspace = true\n"),
        ];
        assert_eq!(complaints(super::dependency_table, &files), expect);
    }

    #[test]
    fn edges_of_the_table_are_allowed() {
        check("[dependencies]\na.workspace = true\n[dev-dependencies]\nc.workspace = true", "");
        check("[dev-dependencies]\nexpect-test.workspace = true", "");
    }

    #[test]
    fn an_edge_that_is_not_in_the_table_is_refused() {
        let refused = |line, to| {
            format!(
                "crates/b/Cargo.toml:{line}: `b` may not depend on `{to}`: ARCHITECTURE.md has no such edge\n"
            )
        };
        check("[dependencies]\nc.workspace = true", &refused(2, "c"));
        check("[dependencies]\nserde = \"1\"", &refused(2, "serde"));
        check("[dependencies.c]\npath = \"../c\"", &refused(1, "c"));
    }

    #[test]
    fn rows_and_crates_are_the_same() {
        let files = [
            ("ARCHITECTURE.md", "```dependencies\ncrate\n---\ngone | -\n```"),
            ("crates/new/Cargo.toml", ""),
        ];
        assert_eq!(
            complaints(super::dependency_table, &files),
            "crates/new/Cargo.toml: crate `new` has no row in ARCHITECTURE.md\n\
             ARCHITECTURE.md: row `gone` names no crate\n"
        );
    }
}
