//! A report in pieces: what stands before, between and after the entries of functions, so that entries can be written as they come
//! and reports of parts be joined to that of the whole.
//!
//! A report of one file has its name at the top. One of several has it in each entry, and at the end the list of files with all
//! their functions, from which the order of the entries follows.

use crate::json::indented;
use serde_json::{Value, json};
use suite::FORMAT_VERSION;

/// Between two entries.
pub const SEPARATOR: &str = ",\n";

/// Of which form a report is.
#[derive(Clone, Debug)]
pub enum Form {
    /// About this file.
    Single(String),
    /// About several.
    Batch,
}

/// A file of a report about several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The file as the user named it.
    pub file: String,
    /// All its functions under test, in order; also those that another part of the work is about.
    pub functions: Vec<String>,
    /// Why there is nothing else to say of it.
    pub failed: Option<String>,
}

/// What stands before the first entry.
pub fn head(form: &Form) -> String {
    let file = match form {
        Form::Single(file) => format!("  \"file\": {},\n", json!(file)),
        Form::Batch => String::new(),
    };
    format!("{{\n  \"version\": {FORMAT_VERSION},\n{file}  \"functions\": [")
}

/// What stands before an entry: nothing but a line break if it is the first.
pub fn before(is_first: bool) -> &'static str {
    if is_first { "\n" } else { SEPARATOR }
}

/// What stands after the last entry.
pub fn tail(form: &Form, is_empty: bool, files: &[FileEntry], status: u8) -> String {
    let close = if is_empty { "]" } else { "\n  ]" };
    match form {
        Form::Single(_) => format!("{close}\n}}\n"),
        Form::Batch => {
            let files: Vec<String> = files.iter().map(|file| indented(&entry(file))).collect();
            let files = if files.is_empty() {
                "[]".to_owned()
            } else {
                format!("[\n{}\n  ]", files.join(SEPARATOR))
            };
            format!("{close},\n  \"files\": {files},\n  \"exit_status\": {status}\n}}\n")
        }
    }
}

fn entry(file: &FileEntry) -> Value {
    let mut entry = json!({ "file": file.file, "functions": file.functions });
    if let Some(why) = &file.failed {
        entry["failed"] = json!(why);
    }
    entry
}

/// A report about several files that was read back.
pub struct Part {
    entries: Vec<Value>,
    files: Vec<FileEntry>,
    status: u8,
}

impl Part {
    /// Reads a report; why it is none otherwise.
    pub fn read(text: &str) -> Result<Part, String> {
        let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let list = |key: &str| report[key].as_array().cloned();
        let form = "it is no report about several files";
        let (entries, files) = list("functions").zip(list("files")).ok_or(form)?;
        let files = files.iter().map(file).collect::<Option<Vec<FileEntry>>>().ok_or(form)?;
        let status = report["exit_status"].as_u64().unwrap_or(0) as u8;
        Ok(Part { entries, files, status })
    }

    fn find(&self, file: &str, function: &str) -> Option<&Value> {
        self.entries.iter().find(|entry| entry["file"] == file && entry["name"] == function)
    }
}

fn file(entry: &Value) -> Option<FileEntry> {
    let names = entry["functions"].as_array()?.iter();
    Some(FileEntry {
        file: entry["file"].as_str()?.to_owned(),
        functions: names.filter_map(Value::as_str).map(str::to_owned).collect(),
        failed: entry["failed"].as_str().map(str::to_owned),
    })
}

/// The report of the whole work of which these are parts, and its exit status; or why they do not belong together.
pub fn merge(parts: &[Part]) -> Result<(String, u8), String> {
    let first = parts.first().ok_or("there is nothing to merge")?;
    if let Some(at) = parts.iter().position(|part| part.files != first.files) {
        return Err(format!("report {} is about other files or functions than report 1", at + 1));
    }
    let mut text = head(&Form::Batch);
    let mut is_empty = true;
    for file in &first.files {
        for name in &file.functions {
            let Some(entry) = parts.iter().find_map(|part| part.find(&file.file, name)) else {
                return Err(format!("no report has `{name}` of {}: is one missing?", file.file));
            };
            text.push_str(before(is_empty));
            text.push_str(&indented(entry));
            is_empty = false;
        }
    }
    let status = parts.iter().map(|part| part.status).max().unwrap_or(0);
    text.push_str(&tail(&Form::Batch, is_empty, &first.files, status));
    Ok((text, status))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(names: &[&str], entries: &[&str], status: u8) -> String {
        let mut text = head(&Form::Batch);
        for (index, name) in entries.iter().enumerate() {
            text.push_str(before(index == 0));
            text.push_str(&crate::failure_entry("a.c", name, "no", status));
        }
        let functions = names.iter().map(ToString::to_string).collect();
        let file = FileEntry { file: "a.c".into(), functions, failed: None };
        text + &tail(&Form::Batch, entries.is_empty(), &[file], status)
    }

    fn merged(parts: &[String]) -> Result<(String, u8), String> {
        let parts: Vec<Part> =
            parts.iter().map(|part| Part::read(part).expect("a report")).collect();
        merge(&parts)
    }

    #[test]
    fn parts_make_the_whole() {
        let names = ["f", "g", "h"];
        let parts =
            [whole(&names, &["g"], 1), whole(&names, &[], 0), whole(&names, &["f", "h"], 1)];
        assert_eq!(merged(&parts), Ok((whole(&names, &names, 1), 1)));
    }

    #[test]
    fn what_is_missing_is_named() {
        let names = ["f", "g"];
        let missing = merged(&[whole(&names, &["g"], 0)]);
        assert_eq!(missing, Err("no report has `f` of a.c: is one missing?".to_owned()));
        let other = merged(&[whole(&names, &names, 0), whole(&["f"], &["f"], 0)]);
        assert!(other.is_err_and(|why| why.starts_with("report 2 is about other")));
        assert!(Part::read("{}").is_err() && Part::read("no").is_err());
    }
}
