//! Whole outputs that a file expects: what follows the line `// expect:`, line by line after `// `. `BLESS=1` rewrites it.

use crate::{Finding, TestFile};

const MARK: &str = "// expect:\n";

/// What is wrong with the expectation, if the file has one; `verb` says what became of the file.
pub(super) fn compare(file: &TestFile, printed: &str, verb: &str) -> Option<Finding> {
    let (before, expected) = file.text.split_once(MARK)?;
    let actual: String = printed.lines().map(comment).collect();
    if std::env::var_os("BLESS").is_some() {
        let blessed = format!("{before}{MARK}{actual}");
        let error = std::fs::write(&file.path, blessed).err()?;
        return Some(failed(1, format!("cannot bless: {error}")));
    }
    let line = before.lines().count() + 1;
    (expected != actual).then(|| failed(line, format!("{verb} (BLESS=1 accepts)\n{printed}")))
}

fn comment(line: &str) -> String {
    if line.is_empty() { "//\n".to_owned() } else { format!("// {line}\n") }
}

fn failed(line: usize, what: String) -> Finding {
    Finding::Failed { line, what }
}
