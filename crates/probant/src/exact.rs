//! Functions of the C library as C, for those that engines know no relation for: they stand at the very end of the unit, as if
//! a header had defined them. They do what the library does, and compiled code has the library's own: it is not given them.
//!
//! `exact.c` has a paragraph for each: its name and what else it needs, then its text.

use ir::Program;
use std::fmt::Write;

const TEXT: &str = include_str!("exact.c");

/// The text of those of them for the end of a unit that it mentions and nobody defines; none if there is none. Other
/// targets have other prototypes, and other bytes in numbers.
pub(crate) fn text(program: &Program) -> Option<String> {
    if program.target != ir::Target::LP64 {
        return None;
    }
    let wanted = program.funcs.values().filter(|data| data.body.is_none() && data.system);
    let mut names: Vec<&str> = wanted.map(|data| data.name.as_str()).collect();
    names.retain(|name| {
        paragraph(name).is_some_and(|(_, text)| {
            text.contains(&format!(" {name}(")) || text.contains(&format!("*{name}("))
        })
    });
    if names.is_empty() {
        return None;
    }
    let needed = names.iter().filter_map(|name| paragraph(name)?.0);
    let mut helpers: Vec<&str> = needed.collect();
    helpers.sort_unstable();
    helpers.dedup();
    let mut whole = String::new();
    for name in helpers.into_iter().chain(names) {
        let (_, text) = paragraph(name)?;
        write!(whole, "\n# 1 \"{PLACE}{name}\" 3\n{text}\n").expect("writing to a string succeeds");
    }
    Some(whole)
}

/// Is a function of this name among them?
pub(crate) fn is_known(name: &str) -> bool {
    paragraph(name).is_some_and(|(_, text)| text.contains(&format!(" {name}(")))
}

/// How the places are called where they stand.
const PLACE: &str = "library function ";

/// What a paragraph needs, and its text.
fn paragraph(name: &str) -> Option<(Option<&'static str>, &'static str)> {
    let mut all = TEXT.split("\n\n");
    let found = all.find(|text| text.split_whitespace().next() == Some(name))?;
    let (first, text) = found.split_once('\n')?;
    Some((first.split_once(" needs ").map(|(_, needed)| needed.trim()), text.trim_end()))
}
