//! What a document or a comment names should exist.

use super::{Complaint, Tree};

/// Folders whose files people are sent to.
const NAMED: &[&str] = &["bench/", "filetests/", "docs/"];

/// A path below `bench/`, `filetests/` or `docs/` in a document, the CI script or a comment leads to a file.
pub(super) fn named_files_exist(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let documents = tree.ending(".md").chain(tree.ending(".ci/run"));
    for (path, text) in documents {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        complaints.extend(missing_files(tree, path, lines));
    }
    for (path, rust) in tree.rust() {
        complaints.extend(missing_files(tree, path, rust.comments()));
    }
    complaints
}

fn missing_files<'a>(
    tree: &Tree,
    path: &str,
    lines: impl Iterator<Item = (usize, &'a str)>,
) -> Vec<Complaint> {
    let missing = |(line, text): (usize, &'a str)| {
        let paths = text.split(|c: char| c.is_whitespace() || "`()[],;:\"'".contains(c));
        let gone = paths.filter(|word| is_file_path(word) && !tree.exists(word));
        gone.map(move |word| (line, word)).collect::<Vec<_>>()
    };
    let complain = |(line, word)| Complaint::error(path, line, format!("`{word}` does not exist"));
    lines.flat_map(missing).map(complain).collect()
}

/// `bench/merge.c`, but neither a folder nor a pattern.
fn is_file_path(word: &str) -> bool {
    NAMED.iter().any(|folder| word.starts_with(folder))
        && !word.contains(['<', '*', '{', '$', '…'])
        && word.rsplit('/').next().is_some_and(|name| name.trim_end_matches('.').contains('.'))
}

/// A link of a document to a place in the tree leads there.
pub(super) fn links_lead_somewhere(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, text) in tree.ending(".md") {
        for (index, line) in text.lines().enumerate() {
            let lost = links(line).filter(|link| !tree.exists(&resolve(path, link)));
            complaints.extend(lost.map(|link| {
                Complaint::error(path, index + 1, format!("link to `{link}` leads nowhere"))
            }));
        }
    }
    complaints
}

/// Targets of `[text](target)` that are neither addresses nor anchors, without their anchors.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let local = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    local.filter_map(|target| target.split('#').next())
}

/// A link from a document, as a path from the root.
fn resolve(document: &str, link: &str) -> String {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::complaints;

    #[test]
    fn a_named_file_exists() {
        let check = |path, text, expect| {
            let files = [(path, text), ("bench/merge.c", "")];
            assert_eq!(complaints(named_files_exist, &files), expect);
        };
        check("A.md", "see `bench/merge.c`, bench/ and bench/*.c.", "");
        check("A.md", "see `bench/gone.c`", "A.md:1: `bench/gone.c` does not exist\n");
        check("a.rs", "// see docs/gone.md", "a.rs:1: `docs/gone.md` does not exist\n");
        check("a.rs", "let a = \"bench/gone.c\";", "");
    }

    #[test]
    fn a_link_leads_somewhere() {
        let check = |text, expect| {
            let files = [("docs/a.md", text), ("docs/adr/b.md", ""), ("C.md", "")];
            assert_eq!(complaints(links_lead_somewhere, &files), expect);
        };
        check("[b](adr/b.md#x) [c](../C.md) [d](https://d.e) [f](#g)", "");
        check("[b](b.md)", "docs/a.md:1: link to `b.md` leads nowhere\n");
    }
}
