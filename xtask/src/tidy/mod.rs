//! The rules of the house that a compiler does not check.
//!
//! The tree is read once; each rule is a pure function from it to complaints, and has a test that breaks it.
//! What the rules say is explained in STYLE.md and ARCHITECTURE.md.

mod documents;
mod edges;
mod layers;
mod modules;
mod references;
mod rust;
mod sizes;
mod tree;
mod words;

use std::fmt;
use std::process::ExitCode;
use tree::Tree;

/// How much a complaint weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weight {
    /// Shown; the command still succeeds.
    Warning,
    /// The command fails.
    Error,
}

/// One broken rule at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Complaint {
    weight: Weight,
    path: String,
    /// From 1; 0 for the file as a whole.
    line: usize,
    text: String,
}

impl Complaint {
    fn error(path: &str, line: usize, text: impl Into<String>) -> Self {
        Self { weight: Weight::Error, path: path.to_owned(), line, text: text.into() }
    }

    fn warning(path: &str, line: usize, text: impl Into<String>) -> Self {
        Self { weight: Weight::Warning, ..Self::error(path, line, text) }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weight = match self.weight {
            Weight::Warning => "warning: ",
            Weight::Error => "",
        };
        match self.line {
            0 => write!(f, "{}: {weight}{}", self.path, self.text),
            line => write!(f, "{}:{line}: {weight}{}", self.path, self.text),
        }
    }
}

type Rule = fn(&Tree) -> Vec<Complaint>;

const RULES: &[Rule] = &[
    edges::dependency_table,
    modules::module_table,
    layers::layer_tables,
    sizes::file_sizes,
    sizes::module_docs,
    sizes::module_names,
    words::no_io_outside_edges,
    words::no_unfinished_work,
    words::no_unwrap,
    references::named_files_exist,
    references::links_lead_somewhere,
    documents::tables_are_whole,
    documents::codes_are_explained,
];

/// Checks the workspace this program was built in.
pub(crate) fn command() -> ExitCode {
    let root = tree::workspace_root();
    let tree = match Tree::read(&root) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("cannot read {}: {error}", root.display());
            return ExitCode::from(3);
        }
    };
    let complaints: Vec<Complaint> = RULES.iter().flat_map(|rule| rule(&tree)).collect();
    for complaint in &complaints {
        println!("{complaint}");
    }
    let errors = complaints.iter().filter(|c| c.weight == Weight::Error).count();
    println!("tidy: {} files, {} rules, {errors} broken", tree.len(), RULES.len());
    if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The complaints of a rule about a tree of `(path, text)`, one line each.
#[cfg(test)]
fn complaints(rule: Rule, files: &[(&str, &str)]) -> String {
    let tree = Tree::of(files);
    let lines = rule(&tree).iter().map(ToString::to_string).collect::<Vec<_>>();
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}
