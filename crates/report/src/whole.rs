//! A report in pieces: what stands before, between and after the reports of files, so that each can be written when its turn
//! comes, and reports of parts be joined to that of the whole.
//!
//! A report about one file is that file's; one about several is the list of theirs. There each names all functions under test,
//! too, also those that another part of the work is about: from these names the order of the whole follows.

use crate::json::indented;
use serde_json::{Value, json};
use suite::FORMAT_VERSION;

/// Of which form a report is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// About one file.
    Single,
    /// About several.
    Batch,
}

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The file as the user named it.
    pub file: String,
    /// All its functions under test, in order; also those that another part of the work is about.
    pub functions: Vec<String>,
    /// Why there is nothing else to say of it.
    pub failed: Option<String>,
}

/// What stands before the first file.
pub fn head(form: Form) -> String {
    match form {
        Form::Single => String::new(),
        Form::Batch => format!("{{\n  \"version\": {FORMAT_VERSION},\n  \"files\": ["),
    }
}

/// The report of a file: the entries of its functions, as `function_entry` made them. In a batch it knows whether it is the first.
pub fn file_report(form: Form, is_first: bool, file: &FileEntry, entries: &[&str]) -> String {
    let mut lines = vec![format!("\"version\": {FORMAT_VERSION}"), pair("file", &json!(file.file))];
    if form == Form::Batch {
        lines.push(pair("under_test", &json!(file.functions)));
    }
    if let Some(why) = &file.failed {
        lines.push(pair("failed", &json!(why)));
    }
    lines.push(match entries {
        [] => "\"functions\": []".to_owned(),
        _ => format!("\"functions\": [\n{}\n  ]", entries.join(",\n")),
    });
    let report = format!("{{\n  {}\n}}", lines.join(",\n  "));
    match form {
        Form::Single => report,
        Form::Batch => format!("{}{}", if is_first { "\n" } else { ",\n" }, deeper(&report)),
    }
}

/// What stands after the last file.
pub fn tail(form: Form, is_empty: bool, status: u8) -> String {
    match form {
        Form::Single => "\n".to_owned(),
        Form::Batch => {
            let close = if is_empty { "]" } else { "\n  ]" };
            format!("{close},\n  \"exit_status\": {status}\n}}\n")
        }
    }
}

fn pair(key: &str, value: &Value) -> String {
    format!("{}: {value}", json!(key))
}

/// Text two levels deeper. JSON has no line breaks inside of text.
fn deeper(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

/// A report about several files that was read back.
pub struct Part {
    files: Vec<(FileEntry, Vec<Value>)>,
    status: u8,
}

impl Part {
    /// Reads a report; why it is none otherwise.
    pub fn read(text: &str) -> Result<Part, String> {
        let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let form = "it is no report about several files";
        let files = report["files"].as_array().ok_or(form)?;
        let files = files.iter().map(file).collect::<Option<Vec<_>>>().ok_or(form)?;
        let status = report["exit_status"].as_u64().unwrap_or(0) as u8;
        Ok(Part { files, status })
    }

    fn has_same_files(&self, other: &Part) -> bool {
        self.files.iter().map(|(file, _)| file).eq(other.files.iter().map(|(file, _)| file))
    }

    fn find(&self, index: usize, function: &str) -> Option<&Value> {
        self.files[index].1.iter().find(|entry| entry["name"] == function)
    }
}

fn file(report: &Value) -> Option<(FileEntry, Vec<Value>)> {
    let names = report["under_test"].as_array()?.iter();
    let entry = FileEntry {
        file: report["file"].as_str()?.to_owned(),
        functions: names.filter_map(Value::as_str).map(str::to_owned).collect(),
        failed: report["failed"].as_str().map(str::to_owned),
    };
    Some((entry, report["functions"].as_array()?.clone()))
}

/// The report of the whole work of which these are parts, and its exit status; or why they do not belong together.
pub fn merge(parts: &[Part]) -> Result<(String, u8), String> {
    let first = parts.first().ok_or("there is nothing to merge")?;
    if let Some(at) = parts.iter().position(|part| !part.has_same_files(first)) {
        return Err(format!("report {} is about other files or functions than report 1", at + 1));
    }
    let mut text = head(Form::Batch);
    for (index, (file, _)) in first.files.iter().enumerate() {
        let entries = entries(parts, index, file)?;
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        text.push_str(&file_report(Form::Batch, index == 0, file, &entries));
    }
    let status = parts.iter().map(|part| part.status).max().unwrap_or(0);
    text.push_str(&tail(Form::Batch, first.files.is_empty(), status));
    Ok((text, status))
}

/// The entries of all functions of a file, each from the part that has it.
fn entries(parts: &[Part], index: usize, file: &FileEntry) -> Result<Vec<String>, String> {
    let entry = |name: &String| {
        let found = parts.iter().find_map(|part| part.find(index, name));
        let missing = || format!("no report has `{name}` of {}: is one missing?", file.file);
        found.map(indented).ok_or_else(missing)
    };
    file.functions.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(names: &[&str], entries: &[&str], status: u8) -> String {
        let functions = names.iter().map(ToString::to_string).collect();
        let file = FileEntry { file: "a.c".into(), functions, failed: None };
        let entries = entries.iter().map(|name| crate::failure_entry(name, "no", status));
        let entries: Vec<String> = entries.collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        let file = file_report(Form::Batch, true, &file, &entries);
        head(Form::Batch) + &file + &tail(Form::Batch, false, status)
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
