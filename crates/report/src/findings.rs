//! What went wrong, as people read it: one entry for each cause, what is most telling first, and what callers see to in one line.
//!
//! Findings of one kind about one pointer have one cause: whoever mends the first mends them all. The JSON report has each of them.

use std::collections::BTreeSet;
use suite::{Duty, Finding};

/// Findings with one cause, the first in the source first.
pub(crate) struct Cause<'a> {
    pub(crate) first: &'a Finding,
    pub(crate) others: Vec<&'a Finding>,
}

/// The causes of findings, by rank and then by line.
pub(crate) fn causes(findings: &[Finding]) -> Vec<Cause<'_>> {
    let mut sorted: Vec<&Finding> = findings.iter().collect();
    sorted.sort_by_key(|it| (rank(&it.kind), it.line));
    let mut causes: Vec<Cause<'_>> = Vec::new();
    for finding in sorted {
        let same = causes.iter_mut().find(|cause| key(cause.first) == key(finding));
        match same {
            Some(cause) => cause.others.push(finding),
            None => causes.push(Cause { first: finding, others: Vec::new() }),
        }
    }
    causes
}

/// What somebody wrote down comes first, then arithmetic on plain inputs; pointers that may be the caller's fault come last.
fn rank(kind: &str) -> usize {
    const ORDER: [&[&str]; 5] = [
        &["assert-failed", "ensures-failed", "abort", "unreachable"],
        &["signed-overflow", "division-by-zero", "shift-range", "float-to-int"],
        &[
            "endless",
            "missing-return",
            "uninitialised",
            "use-after-free",
            "double-free",
            "dangling",
        ],
        &["bad-free", "memory-leak", "library-misuse", "write-to-const", "bad-call"],
        &["pointer-compare", "pointer-arithmetic", "out-of-bounds", "invalid-bool", "misaligned"],
    ];
    ORDER.iter().position(|kinds| kinds.contains(&kind)).unwrap_or(ORDER.len())
}

/// Findings are of one cause where this is the same: of pointers the variable, else the whole text.
fn key(finding: &Finding) -> (&str, &str, &str) {
    let pointers = ["null-pointer", "out-of-bounds", "pointer-arithmetic", "use-after-free"];
    let place = place(finding);
    let what = if pointers.contains(&finding.kind.as_str()) { variable(place) } else { place };
    (&finding.kind, &finding.in_function, what)
}

/// The source text that a finding is about.
pub(crate) fn place(finding: &Finding) -> &str {
    finding.message.split('`').nth(1).unwrap_or(&finding.message)
}

/// The first name of an expression.
fn variable(text: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let start = text.find(|c: char| c.is_alphabetic() || c == '_').unwrap_or(text.len());
    let rest = &text[start..];
    &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())]
}

/// What callers have to see to, in one line: what to paste or to ask for, each once.
pub(crate) fn folded(duties: &[Duty]) -> Option<String> {
    let lines: BTreeSet<u32> = duties.iter().map(|duty| duty.what.line).collect();
    let said = |duty: &Duty| match duty.clause.as_str() {
        "" => duty.sentence.clone(),
        clause => format!("`{clause}`"),
    };
    let mut asked: Vec<String> = Vec::new();
    for text in duties.iter().map(said) {
        if !asked.contains(&text) {
            asked.push(text);
        }
    }
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    (!duties.is_empty()).then(|| format!("{} ({word} {})", asked.join(", "), lines.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(kind: &str, line: u32, text: &str) -> Finding {
        let message = format!("something is wrong in `{text}`");
        let (kind, in_function) = (kind.to_owned(), "f".to_owned());
        Finding { kind, in_function, line, message, test: None }
    }

    #[track_caller]
    fn check(findings: &[(&str, u32, &str)], expect: &[&[u32]]) {
        let findings: Vec<Finding> =
            findings.iter().map(|&(kind, line, text)| finding(kind, line, text)).collect();
        let all = causes(&findings);
        let lines = |cause: &Cause<'_>| {
            let others = cause.others.iter().map(|it| it.line);
            std::iter::once(cause.first.line).chain(others).collect::<Vec<u32>>()
        };
        assert_eq!(all.iter().map(lines).collect::<Vec<_>>(), expect);
    }

    #[test]
    fn one_pointer_is_one_cause() {
        check(&[("null-pointer", 3, "p->a"), ("null-pointer", 1, "*p")], &[&[1, 3]]);
        check(&[("null-pointer", 3, "p->a"), ("null-pointer", 1, "*q")], &[&[1], &[3]]);
        check(&[("null-pointer", 3, "p->a"), ("out-of-bounds", 4, "p->a")], &[&[4], &[3]]);
    }

    #[test]
    fn arithmetic_comes_before_pointers_and_is_told_apart() {
        let findings = [
            ("null-pointer", 1, "*p"),
            ("signed-overflow", 7, "a + b"),
            ("signed-overflow", 5, "a + c"),
            ("assert-failed", 9, "assert(x)"),
        ];
        check(&findings, &[&[9], &[5], &[7], &[1]]);
    }

    #[test]
    fn what_callers_see_to_is_one_line() {
        let duty = |line: u32, clause: &str| Duty {
            what: finding("null-pointer", line, "*p"),
            sentence: "p is not NULL".to_owned(),
            clause: clause.to_owned(),
        };
        let clause = "requires \\valid(p);";
        let text = folded(&[duty(3, clause), duty(2, clause), duty(4, "")]);
        let expect = "`requires \\valid(p);`, p is not NULL (lines 2, 3, 4)";
        assert_eq!(text.as_deref(), Some(expect));
        assert_eq!(folded(&[]), None);
    }
}
