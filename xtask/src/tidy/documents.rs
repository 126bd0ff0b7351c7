//! What documents count or list, against the sources that have it.
//!
//! A table that is kept by hand is wrong after the next change, so those that name every case of something are compared: stages of
//! the solver, preferences, codes of messages.

use super::{Complaint, Tree};
use std::collections::BTreeSet;

/// An enum whose `name` spells each variant, and the table that lists them all.
struct Listed {
    source: &'static str,
    /// The line that opens the block with the names.
    block: &'static str,
    document: &'static str,
    /// What comes before the table.
    heading: &'static str,
}

const LISTED: &[Listed] = &[
    Listed {
        source: "crates/solver/src/portfolio.rs",
        block: "impl Stage {",
        document: "docs/solver.md",
        heading: "# How a check is answered",
    },
    Listed {
        source: "crates/world/src/premise.rs",
        block: "impl Preference {",
        document: "docs/premises.md",
        heading: "## Preferences",
    },
];

/// Tables that list all variants of an enum list them, and no other.
pub(super) fn tables_are_whole(tree: &Tree) -> Vec<Complaint> {
    let compare = |listed: &Listed| {
        let names = tree.text(listed.source).map(|text| names(text, listed.block))?;
        let cells = tree.text(listed.document).map(|text| cells(text, listed.heading))?;
        Some(differences(listed.source, &names, listed.document, &cells))
    };
    LISTED.iter().filter_map(compare).flatten().collect()
}

/// The documents that list codes of messages.
const CODES: &[&str] = &["docs/diagnostics.md", "docs/fd.md"];

/// Every code of a message is explained, and none that there is not.
pub(super) fn codes_are_explained(tree: &Tree) -> Vec<Complaint> {
    let sources = tree.ending(".rs").filter(|(path, _)| path.starts_with("crates/"));
    let used: BTreeSet<String> = sources.flat_map(|(_, text)| quoted_codes(text)).collect();
    let documents = CODES.iter().filter_map(|path| tree.text(path));
    let told = documents.flat_map(|text| cells(text, "")).filter(|cell| is_code(cell));
    differences("crates", &used, CODES[0], &told.collect())
}

fn differences(
    source: &str,
    there: &BTreeSet<String>,
    document: &str,
    told: &BTreeSet<String>,
) -> Vec<Complaint> {
    let missing = there.difference(told).map(|name| format!("does not list `{name}` of {source}"));
    let gone = told.difference(there).map(|name| format!("lists `{name}`, which {source} has not"));
    missing.chain(gone).map(|text| Complaint::error(document, 0, text)).collect()
}

/// The strings behind `=>` in a block that ends at the margin.
fn names(text: &str, block: &str) -> BTreeSet<String> {
    let body = text.split_once(block).map_or("", |(_, rest)| rest);
    let body = body.split_once("\n}").map_or(body, |(body, _)| body);
    let arms = body.lines().filter_map(|line| line.split_once("=> \"")?.1.split_once('"'));
    arms.map(|(name, _)| name.to_owned()).collect()
}

/// The first cells of the first table after a heading, of all tables where there is no heading; as they are without marks.
fn cells(document: &str, heading: &str) -> BTreeSet<String> {
    let text = document.split_once(heading).map_or("", |(_, rest)| rest);
    let rows = text.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| heading.is_empty() || line.starts_with('|'));
    let first = rows.filter_map(|row| row.strip_prefix('|')?.split('|').next());
    let skipped = if heading.is_empty() { 0 } else { 2 };
    first.skip(skipped).map(|cell| cell.trim().trim_matches('`').to_lowercase()).collect()
}

fn quoted_codes(text: &str) -> impl Iterator<Item = String> {
    text.split('"').filter(|word| is_code(&word.to_lowercase())).map(str::to_lowercase)
}

/// A letter, a zero and three digits.
fn is_code(word: &str) -> bool {
    let rest = word.strip_prefix(|c: char| c.is_ascii_lowercase());
    rest.is_some_and(|it| {
        it.len() == 4 && it.starts_with('0') && it.chars().all(|c| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use crate::tidy::complaints;

    #[track_caller]
    fn check(table: &str, expect: &str) {
        let source = "impl Stage {\n    match self {\n        Self::A => \"a\",\n        Self::B => \"b c\",\n    }\n}\n\"d\"";
        let document =
            format!("# How a check is answered\n\n| stage | does |\n|---|---|\n{table}\n\n| e |\n");
        let files =
            [("crates/solver/src/portfolio.rs", source), ("docs/solver.md", document.as_str())];
        assert_eq!(complaints(super::tables_are_whole, &files), expect);
    }

    #[test]
    fn a_table_lists_every_variant() {
        check("| a | 1 |\n| `b c` | 2 |", "");
        check(
            "| a | 1 |",
            "docs/solver.md: does not list `b c` of crates/solver/src/portfolio.rs\n",
        );
        check(
            "| a | 1 |\n| b c | 2 |\n| d | 3 |",
            "docs/solver.md: lists `d`, which crates/solver/src/portfolio.rs has not\n",
        );
    }

    #[test]
    fn every_code_is_explained() {
        let files = [
            ("crates/a/src/lib.rs", "const A: &str = \"C0001\"; f(\"F0002\", \"C12\")"),
            (
                "docs/diagnostics.md",
                "| code | about |\n|---|---|\n| C0001 | one |\n| C0003 | gone |",
            ),
            ("docs/fd.md", "| code |\n|---|\n| F0002 |"),
        ];
        let expect = "docs/diagnostics.md: lists `c0003`, which crates has not\n";
        assert_eq!(complaints(super::codes_are_explained, &files), expect);
    }
}
