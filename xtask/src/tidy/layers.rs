//! The tables of layers in ARCHITECTURE.md against the sources of the crates that they are about.
//!
//! Under a heading `### Layers of <crate>` stands a block of rows `layer | modules`, lowest first. A module may use those of its
//! own row and of the rows above it in the table, and none of those below: what a file is built on can be read before it. Tests
//! are free. Modules inside modules are their own affair.
//!
//! To use a module is to name it, to name what `lib.rs` exports of it, or to call a method on `self` that only it has: a type may
//! have its methods in many files, and these must not call each other in a ring either.

use super::rust::has_word;
use super::{Complaint, Tree};
use std::collections::BTreeMap;

const DOCUMENT: &str = "ARCHITECTURE.md";
const HEADING: &str = "### Layers of ";
const FENCE: &str = "```layers";

/// Each module's layer: how high it is, and its name.
type Layers<'a> = BTreeMap<&'a str, (usize, &'a str)>;

/// No module uses one of a higher layer, and every module has a layer.
pub(super) fn layer_tables(tree: &Tree) -> Vec<Complaint> {
    let tables = tree.text(DOCUMENT).map(parse_tables).unwrap_or_default();
    tables.iter().flat_map(|(name, layers)| one_crate(tree, name, layers)).collect()
}

fn one_crate(tree: &Tree, name: &str, layers: &Layers<'_>) -> Vec<Complaint> {
    let folder = format!("crates/{name}/src/");
    let mut complaints = Vec::new();
    let texts: Vec<_> = tree.rust().filter(|(path, _)| path.starts_with(&folder)).collect();
    let files: Vec<File<'_>> = texts
        .iter()
        .map(|(path, rust)| {
            let module = module_of(&path[folder.len()..]);
            File { path, module, code: rust.shipped_code().collect() }
        })
        .collect();
    let is_module = |file: &&File<'_>| !["lib", "main", "tests"].contains(&file.module);
    let exports = files.iter().find(|it| it.module == "lib").map(exports).unwrap_or_default();
    let lowest = lowest_owners(&files, layers);
    for File { path, module, code } in files.iter().filter(is_module) {
        let Some(&(own, _)) = layers.get(module) else {
            complaints.push(Complaint::error(path, 0, format!("has no layer in {DOCUMENT}")));
            continue;
        };
        for (line, used) in uses(code, layers, &exports) {
            let (other, layer) = layers[used];
            if other > own {
                let text = format!(
                    "`{module}` may not use `{used}`, which is of the layer above: {layer}"
                );
                complaints.push(Complaint::error(path, line, text));
            }
        }
        for &(line, text) in code {
            let above = |called: &&str| lowest.get(called).is_some_and(|&it| it > own);
            complaints.extend(called_on_self(text).filter(above).map(|called| {
                let text = format!("`{module}` may not call `{called}` of a layer above");
                Complaint::error(path, line, text)
            }));
        }
    }
    let gone = layers.keys().filter(|module| !files.iter().any(|it| it.module == **module));
    complaints.extend(gone.map(|module| {
        Complaint::error(DOCUMENT, 0, format!("`{name}` has no module `{module}` for its layer"))
    }));
    complaints
}

/// A file of a crate, and the top module that it belongs to.
struct File<'t> {
    path: &'t str,
    module: &'t str,
    /// Numbered lines outside tests.
    code: Vec<(usize, &'t str)>,
}

/// The names that `lib.rs` exports, each with its module.
fn exports<'t>(lib: &File<'t>) -> BTreeMap<&'t str, &'t str> {
    let mut exports = BTreeMap::new();
    let mut module = "";
    for &(_, text) in &lib.code {
        let exported = text.split_once("pub use ").map(|(_, it)| it.trim_start_matches("crate::"));
        let names = match exported.and_then(|it| it.split_once("::")) {
            Some((from, names)) => {
                module = from;
                names
            }
            None if module.is_empty() => continue,
            None => text,
        };
        exports.extend(words(names).map(|name| (name, module)));
        if text.contains(';') {
            module = "";
        }
    }
    exports
}

/// The lowest layer that has a function of a name.
fn lowest_owners<'t>(files: &[File<'t>], layers: &Layers<'_>) -> BTreeMap<&'t str, usize> {
    let mut lowest = BTreeMap::new();
    for file in files {
        let Some(&(height, _)) = layers.get(file.module) else { continue };
        for (_, text) in &file.code {
            let Some(name) = text.split_once("fn ").and_then(|(_, it)| words(it).next()) else {
                continue;
            };
            let known = lowest.entry(name).or_insert(height);
            *known = height.min(*known);
        }
    }
    lowest
}

/// The methods that a line calls on `self`.
fn called_on_self(text: &str) -> impl Iterator<Item = &str> {
    text.split("self.").skip(1).filter_map(|rest| {
        let name = words(rest).next()?;
        rest.strip_prefix(name)?.starts_with('(').then_some(name)
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let ident = |c: char| c.is_alphanumeric() || c == '_';
    text.split(move |c| !ident(c)).filter(|word| !word.is_empty())
}

/// The top module that a file below `src` belongs to.
fn module_of(below: &str) -> &str {
    let first = below.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The modules of the table that some code names, each with the line: as `crate::m`, or in a group `crate::{…}`, or by one of
/// their exports.
fn uses<'l>(
    code: &[(usize, &str)],
    layers: &Layers<'l>,
    exports: &BTreeMap<&str, &str>,
) -> Vec<(usize, &'l str)> {
    let mut found = Vec::new();
    let mut depth = 0_i32;
    for &(line, text) in code {
        let group = match text.split_once("crate::{") {
            Some((_, rest)) => {
                depth = 1;
                rest
            }
            None if depth > 0 => text,
            None => "",
        };
        let is_named = |name: &str| {
            has_word(text, &format!("crate::{name}")) || heads(group).any(|it| it == name)
        };
        found.extend(layers.keys().filter(|it| is_named(it)).map(|it| (line, *it)));
        let exported = exports.iter().filter(|(name, _)| is_named(name)).map(|(_, of)| of);
        found.extend(exported.filter_map(|of| Some((line, *layers.keys().find(|it| *it == of)?))));
        depth += balance(group);
    }
    found
}

/// The first names of the paths in a group.
fn heads(group: &str) -> impl Iterator<Item = &str> {
    group.split(',').map(|item| item.trim().split("::").next().unwrap_or_default())
}

fn balance(text: &str) -> i32 {
    let count = |c: char| text.matches(c).count() as i32;
    count('{') - count('}')
}

/// The tables of the document, by crate; the first two lines of each are its heading.
fn parse_tables(document: &str) -> Vec<(&str, Layers<'_>)> {
    let sections = document.split(HEADING).skip(1);
    let tables = sections.filter_map(|section| {
        let name = section.lines().next()?.trim();
        let body = section.split_once(FENCE)?.1.split_once("```")?.0;
        let rows = body.trim().lines().skip(2).filter_map(|line| line.split_once('|'));
        let layers = rows.enumerate().flat_map(|(height, (layer, modules))| {
            modules.split_whitespace().map(move |module| (module, (height, layer.trim())))
        });
        Some((name, layers.collect()))
    });
    tables.collect()
}

#[cfg(test)]
mod tests {
    use crate::tidy::complaints;

    const TABLE: &str =
        "### Layers of a\n\n```layers\nlayer | modules\n---\nground | low\nroof | high top\n```\n";

    #[track_caller]
    fn check(low: &str, high: &str, expect: &str) {
        let files = [
            ("ARCHITECTURE.md", TABLE),
            ("crates/a/src/lib.rs", "mod low; mod high; pub use crate::high::High;"),
            ("crates/a/src/low.rs", low),
            ("crates/a/src/high/inner.rs", high),
            ("crates/a/src/top.rs", ""),
        ];
        assert_eq!(complaints(super::layer_tables, &files), expect);
    }

    #[test]
    fn a_layer_is_built_on_those_below() {
        check("", "use crate::low::Low;\nuse crate::{low, top};", "");
        check("// crate::high\nuse crate::lower;", "", "");
        check("#[cfg(test)]\nmod tests {\n    use crate::high::High;\n}", "", "");
    }

    #[test]
    fn there_is_no_way_back() {
        let refused = |line, to| {
            format!(
                "crates/a/src/low.rs:{line}: `low` may not use `{to}`, which is of the layer above: roof\n"
            )
        };
        check("use crate::high::High;", "", &refused(1, "high"));
        check("fn f() {\n    crate::top::g();\n}", "", &refused(2, "top"));
        check("use crate::{\n    low::{self, Low},\n    high::High,\n};", "", &refused(3, "high"));
        check("use crate::{High, Low};", "", &refused(1, "high"));
    }

    #[test]
    fn methods_are_not_called_upwards() {
        let defines = "impl A {\n    fn upper(&self) {}\n    fn both(&self) {}\n}";
        let calls = |it: &str| format!("fn both() {{}}\nfn f(self) {{ self.{it}(); }}");
        check(&calls("both"), defines, "");
        check(&calls("field.upper"), defines, "");
        let refused = "crates/a/src/low.rs:2: `low` may not call `upper` of a layer above\n";
        check(&calls("upper"), defines, refused);
    }

    #[test]
    fn modules_and_table_are_the_same() {
        let files = [("ARCHITECTURE.md", TABLE), ("crates/a/src/new.rs", "")];
        assert_eq!(
            complaints(super::layer_tables, &files),
            "crates/a/src/new.rs: has no layer in ARCHITECTURE.md\n\
             ARCHITECTURE.md: `a` has no module `high` for its layer\n\
             ARCHITECTURE.md: `a` has no module `low` for its layer\n\
             ARCHITECTURE.md: `a` has no module `top` for its layer\n"
        );
    }
}
