//! Functions by the name that a user gave.

use ir::{Func, Program};
use std::path::Path;

/// The function with this name and a body; else a message with what is there.
pub(crate) fn function(program: &Program, file: &Path, name: &str) -> Result<Func, String> {
    let file = file.display();
    match program.find_func(name) {
        // What stands in for a function of elsewhere is no body of it.
        Some(func) if program.funcs[func].is_own() => Ok(func),
        Some(_) => Err(format!(
            "`{name}` is declared in {file} but has no body there: name the file that defines it"
        )),
        None => {
            let known = own_functions(program);
            let names: Vec<&str> =
                known.iter().map(|&func| program.funcs[func].name.as_str()).collect();
            Err(match nearest(name, &names) {
                Some(near) => format!("{file} has no function `{name}`: did you mean `{near}`?"),
                None => format!("{file} has no function `{name}`: it defines {}", list(&names)),
            })
        }
    }
}

/// The functions that the user's own files define, in their order.
pub(crate) fn own_functions(program: &Program) -> Vec<Func> {
    program.funcs.iter().filter(|(_, data)| data.is_own()).map(|(func, _)| func).collect()
}

/// How many names a message lists.
const LISTED: usize = 12;

fn list(names: &[&str]) -> String {
    let mut shown: Vec<String> =
        names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    if names.len() > LISTED {
        shown.push(format!("and {} more", names.len() - LISTED));
    }
    if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
}

/// The name that someone who typed `name` probably meant.
pub(crate) fn nearest<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let distance = |other: &str| edits(&name, &other.to_lowercase());
    let near = names.iter().map(|&other| (distance(other), other)).min()?;
    if near.0 <= 1 + name.len() / 4 && near.0 < name.len() {
        return Some(near.1);
    }
    let begins = |other: &&&str| name.len() > 2 && other.to_lowercase().starts_with(&name);
    names.iter().find(begins).copied()
}

/// Letters to change, add or drop to get from one word to another (Levenshtein).
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (at, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_mistakes_are_seen_through() {
        let names = ["merge", "main", "alt_sep_test"];
        assert_eq!(nearest("Merge", &names), Some("merge"));
        assert_eq!(nearest("altseptest", &names), Some("alt_sep_test"));
        assert_eq!(nearest("mian", &names), Some("main"));
        assert_eq!(nearest("alt_sep", &names), Some("alt_sep_test"));
        assert_eq!(nearest("quicksort", &names), None);
        assert_eq!(nearest("g", &["f"]), None);
        assert_eq!(nearest("f", &[]), None);
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(list(&["a", "b"]), "`a`, `b`");
        assert!(list(&["a"; 20]).ends_with("and 8 more"));
        assert_eq!(list(&[]), "none");
    }
}
