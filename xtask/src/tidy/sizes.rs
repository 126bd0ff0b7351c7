//! Files of a size that a person reads in one go, each with a first paragraph and a name that says something.

use super::{Complaint, Tree};

const SOFT_LIMIT: usize = 800;
const HARD_LIMIT: usize = 1200;
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "manager"];

/// No Rust file is longer than the hard limit; over the soft one it is time to look for a seam.
pub(super) fn file_sizes(tree: &Tree) -> Vec<Complaint> {
    let sized = tree.ending(".rs").map(|(path, text)| (path, text.lines().count()));
    sized
        .filter(|&(_, lines)| lines > SOFT_LIMIT)
        .map(|(path, lines)| {
            if lines > HARD_LIMIT {
                Complaint::error(path, 0, format!("{lines} lines, limit {HARD_LIMIT}"))
            } else {
                Complaint::warning(path, 0, format!("{lines} lines"))
            }
        })
        .collect()
}

/// Every Rust file begins by saying what it is.
pub(super) fn module_docs(tree: &Tree) -> Vec<Complaint> {
    tree.ending(".rs")
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(path, _)| Complaint::error(path, 1, "should begin with `//!` and what it is"))
        .collect()
}

/// No module is named for being useful.
pub(super) fn module_names(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, _) in tree.ending(".rs") {
        let parts = path.trim_end_matches(".rs").split('/');
        complaints.extend(parts.filter(|part| EMPTY_NAMES.contains(part)).map(|part| {
            Complaint::error(path, 0, format!("`{part}` says nothing; name what it holds"))
        }));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::complaints;

    #[test]
    fn long_files_are_refused() {
        let of = |lines| "x\n".repeat(lines);
        let check = |lines, expect| {
            assert_eq!(complaints(file_sizes, &[("a.rs", &of(lines))]), expect);
        };
        check(SOFT_LIMIT, "");
        check(SOFT_LIMIT + 1, "a.rs: warning: 801 lines\n");
        check(HARD_LIMIT + 1, "a.rs: 1201 lines, limit 1200\n");
    }

    #[test]
    fn undocumented_files_are_refused() {
        assert_eq!(complaints(module_docs, &[("a.rs", "//! A.\n")]), "");
        let refused = "a.rs:1: should begin with `//!` and what it is\n";
        assert_eq!(complaints(module_docs, &[("a.rs", "use b;\n//! A.\n")]), refused);
        assert_eq!(complaints(module_docs, &[("a.rs", "//!\n")]), refused);
    }

    #[test]
    fn empty_names_are_refused() {
        let refused = "a/utils/b.rs: `utils` says nothing; name what it holds\n";
        assert_eq!(complaints(module_names, &[("a/utils/b.rs", ""), ("utilsy.rs", "")]), refused);
    }
}
