//! `compile_commands.json`: how a project compiles a file, as far as it changes what the file means.
//!
//! Optimisation, warnings and output are the project's own business and are left out.

use serde_json::Value;
use std::path::{Path, PathBuf};

pub(crate) const NAME: &str = "compile_commands.json";

/// Options that name a folder or file, joined to it or before it.
const PATHS: [&str; 6] = ["-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-I"];
/// Options with another operand, joined to it or before it.
const OPERANDS: [&str; 2] = ["-D", "-U"];
/// Options that stand alone and change types or headers.
const ALONE: [&str; 9] = [
    "-ansi",
    "-m32",
    "-m64",
    "-pthread",
    "-nostdinc",
    "-fsigned-char",
    "-funsigned-char",
    "-fshort-enums",
    "-fshort-wchar",
];

/// The flags of a file in the database given, or in the nearest one upwards from the file. A database that is given must
/// know the file.
pub(crate) fn flags(file: &Path, given: Option<&Path>) -> Result<Vec<String>, String> {
    let Some(database) = given.map(PathBuf::from).or_else(|| nearest(file)) else {
        return Ok(Vec::new());
    };
    let (entries, shown) = (read(&database)?, database.display());
    match entries.iter().find(|entry| is_about(entry, file)) {
        Some(entry) => Ok(relevant(&words(entry), &folder(entry))),
        None if given.is_some() => Err(format!("{shown} has no entry for {}", file.display())),
        None => Ok(Vec::new()),
    }
}

/// The C files that a database knows and that are there, once each, in its order.
pub(crate) fn files(database: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in read(database)? {
        let named = entry["file"].as_str().filter(|name| name.ends_with(".c"));
        let path = named.and_then(|name| folder(&entry).join(name).canonicalize().ok());
        files.extend(path.filter(|path| !files.contains(path)));
    }
    Ok(files)
}

fn read(database: &Path) -> Result<Vec<Value>, String> {
    let shown = database.display();
    let text = std::fs::read_to_string(database)
        .map_err(|error| format!("cannot read {shown}: {error}"))?;
    let entries: Value =
        serde_json::from_str(&text).map_err(|error| format!("{shown} is no JSON: {error}"))?;
    entries.as_array().cloned().ok_or_else(|| format!("{shown} should be an array"))
}

/// The nearest one upwards, where builds usually put it: in the folder of the project or in one called build.
fn nearest(file: &Path) -> Option<PathBuf> {
    let file = file.canonicalize().ok()?;
    let places = |folder: &Path| [folder.join(NAME), folder.join("build").join(NAME)];
    file.ancestors().skip(1).flat_map(places).find(|path| path.is_file())
}

fn folder(entry: &Value) -> PathBuf {
    PathBuf::from(entry["directory"].as_str().unwrap_or("."))
}

fn is_about(entry: &Value, file: &Path) -> bool {
    let named = entry["file"].as_str().map(|name| folder(entry).join(name));
    let real = |path: &Path| path.canonicalize().ok();
    named.is_some_and(|named| real(&named).is_some() && real(&named) == real(file))
}

fn words(entry: &Value) -> Vec<String> {
    match entry["arguments"].as_array() {
        Some(words) => words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => split(entry["command"].as_str().unwrap_or("")),
    }
}

/// A command line as a shell splits it: quotes and backslashes, nothing else.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (' ' | '\t' | '\n', None) => words.extend(word.take()),
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if letter == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(letters.next()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// All options, paths made absolute.
pub(crate) fn from_folder(words: &[String], folder: &Path) -> Vec<String> {
    keep(words, folder, |_| true)
}

/// The options that matter, paths made absolute.
fn relevant(words: &[String], folder: &Path) -> Vec<String> {
    let matters = |word: &str| ALONE.contains(&word) || word.starts_with("-std=");
    keep(words.get(1..).unwrap_or(&[]), folder, matters)
}

/// Options that name a path or a macro, and of the others those wanted.
fn keep(words: &[String], folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut operand = |option: &str| match word.strip_prefix(option) {
            Some("") => words.next().cloned(),
            Some(rest) => Some(rest.to_owned()),
            None => None,
        };
        if let Some((option, path)) =
            PATHS.iter().find_map(|option| Some((option, operand(option)?)))
        {
            kept.extend([(*option).to_owned(), folder.join(path).display().to_string()]);
        } else if let Some((option, text)) =
            OPERANDS.iter().find_map(|option| Some((option, operand(option)?)))
        {
            kept.push(format!("{option}{text}"));
        } else if wanted(word) {
            kept.push(word.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let check =
            |command: &str, expect: &[&str]| assert_eq!(split(command), expect, "{command}");
        check("cc -c  a.c", &["cc", "-c", "a.c"]);
        check(
            r#"cc -DS=\"x\" '-DT=a b' "-DU=\"c\"" """#,
            &["cc", "-DS=\"x\"", "-DT=a b", "-DU=\"c\"", ""],
        );
    }

    #[test]
    fn only_what_changes_the_meaning_is_kept() {
        let words = split(
            "cc -O2 -Wall -Iinc -I /usr/inc -D A=1 -DB -UC -include p.h -std=c99 -m32 -o a.o -c a.c",
        );
        assert_eq!(
            relevant(&words, Path::new("/p")),
            [
                "-I", "/p/inc", "-I", "/usr/inc", "-DA=1", "-DB", "-UC", "-include", "/p/p.h",
                "-std=c99", "-m32"
            ]
        );
    }

    #[test]
    fn the_entry_of_a_file_is_found_upwards() {
        let folder = std::env::temp_dir().join(format!("probant-database-{}", std::process::id()));
        let file = folder.join("src/a.c");
        std::fs::create_dir_all(folder.join("src")).expect("a folder");
        std::fs::write(&file, "int x;").expect("a file");
        let shown = folder.display();
        let text = format!(
            r#"[{{"directory": "{shown}", "file": "src/a.c", "command": "cc -DX=2 -c src/a.c"}}]"#
        );
        std::fs::write(folder.join(NAME), text).expect("a file");
        assert_eq!(flags(&file, None), Ok(vec!["-DX=2".to_owned()]));
        let other = folder.join("src/b.c");
        assert_eq!(flags(&other, None), Ok(vec![]));
        assert!(flags(&other, Some(&folder.join(NAME))).is_err());
        std::fs::remove_dir_all(&folder).expect("our own folder");
    }
}
