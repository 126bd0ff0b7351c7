//! What a project file says of a function's inputs, as clauses of its contract.
//!
//! Domains and lengths become `requires` clauses in the text of the unit, right before the function, with a line marker that
//! leads back to the project file: from there on they are parsed, typed and reported like any other clause.

use super::toml::{Item, Value, Wrong};
use cfront::ast::{Ast, Item as AstItem};
use cfront::pp::Preprocessed;
use source::{SourceMap, Span};
use std::fmt::Write;

/// The variable of clauses about all elements of an array.
const INDEX: &str = "probant_i";

/// A clause for a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clause {
    pub(crate) function: String,
    /// The formula.
    pub(crate) text: String,
    /// Where it is written.
    pub(crate) line: u32,
}

/// Clauses of one table `[function.NAME]`, whose items are given with the path below it.
pub(super) fn of_function(name: &str, items: &[(&[String], &Item)]) -> Result<Vec<Clause>, Wrong> {
    let mut clauses = Vec::new();
    let mut lengths: Vec<(&str, String)> = Vec::new();
    let mut push = |text: String, item: &Item| {
        let clause =
            Clause { function: name.to_owned(), text: text.replace('\n', " "), line: item.line };
        if clause.text.contains("*/") || clause.text.contains("/*") {
            return Err(wrong(item, "a clause holds no comment"));
        }
        clauses.push(clause);
        Ok(())
    };
    for (path, item) in items {
        match path {
            [key] if key == "requires" => {
                for clause in texts(item)? {
                    push(clause.trim_end().trim_end_matches(';').to_owned(), item)?;
                }
            }
            [key, array] if key == "length" => {
                let length = term(&item.value)
                    .ok_or_else(|| wrong(item, "a length is an integer or a term in quotes"))?;
                push(format!("\\valid({array} + (0 .. ({length}) - 1))"), item)?;
                lengths.push((array, length));
            }
            _ => {}
        }
    }
    for (path, item) in items {
        if let [key, place] = path
            && key == "domain"
        {
            push(domain(place, item, &lengths)?, item)?;
        }
    }
    Ok(clauses)
}

fn wrong(item: &Item, message: impl Into<String>) -> Wrong {
    Wrong { line: item.line, message: message.into() }
}

/// A string or a list of strings.
fn texts(item: &Item) -> Result<Vec<&str>, Wrong> {
    let all = match &item.value {
        Value::List(values) => values.iter().collect(),
        value => vec![value],
    };
    all.into_iter()
        .map(|value| match value {
            Value::Text(text) => Ok(text.as_str()),
            other => Err(wrong(item, format!("{other} is no clause: write it in quotes"))),
        })
        .collect()
}

fn term(value: &Value) -> Option<String> {
    match value {
        Value::Int(number) => Some(number.to_string()),
        Value::Text(text) => Some(text.clone()),
        Value::Bool(_) | Value::List(_) => None,
    }
}

/// `x`, `p->n` or `t[0]` lies in a range or set; `t[]` stands for every element of `t`.
fn domain(place: &str, item: &Item, lengths: &[(&str, String)]) -> Result<String, Wrong> {
    let Some((array, _)) = place.split_once("[]") else { return within(place, item) };
    let of_array = lengths.iter().find(|(name, _)| *name == array);
    let (_, length) = of_array.ok_or_else(|| {
        wrong(item, format!("how many elements has `{array}`? Say it: length.{array} = \"n\""))
    })?;
    let element = place.replacen("[]", &format!("[{INDEX}]"), 1);
    if element.contains("[]") {
        return Err(wrong(
            item,
            format!("`{place}` has two dimensions: write a `requires` clause"),
        ));
    }
    let inside = within(&element, item)?;
    Ok(format!("\\forall integer {INDEX}; 0 <= {INDEX} < ({length}) ==> {inside}"))
}

fn within(place: &str, item: &Item) -> Result<String, Wrong> {
    let values = match &item.value {
        Value::List(values) if values.is_empty() => {
            return Err(wrong(item, format!("no value is left for `{place}`")));
        }
        Value::List(values) => values.iter().collect(),
        value => vec![value],
    };
    let alternatives: Option<Vec<String>> =
        values.into_iter().map(|value| alternative(place, value)).collect();
    alternatives.map(|all| format!("({})", all.join(" || "))).ok_or_else(|| {
        wrong(item, "a domain is a number, a range such as \"0 .. 9\", or a list of these")
    })
}

/// One value or range.
fn alternative(place: &str, value: &Value) -> Option<String> {
    let term = term(value)?;
    let Some((lo, hi)) = term.split_once("..") else { return Some(format!("{place} == {term}")) };
    Some(match (lo.trim(), hi.trim()) {
        ("", "") => return None,
        ("", hi) => format!("{place} <= {hi}"),
        (lo, "") => format!("{lo} <= {place}"),
        (lo, hi) => format!("{lo} <= {place} <= {hi}"),
    })
}

/// The text of a unit with the clauses before the functions they are about.
pub(crate) fn insert(unit: Preprocessed, file: &str, clauses: &[Clause]) -> Preprocessed {
    if clauses.is_empty() {
        return unit;
    }
    let (ast, _) = cfront::parse_unit(&unit.map, &unit.macros);
    let mut text = String::with_capacity(unit.map.text.len());
    let mut copied = 0;
    for (name, span) in functions(&ast) {
        let own: Vec<&Clause> = clauses.iter().filter(|clause| clause.function == name).collect();
        let Some(at) = map_back(&unit.map, span).filter(|_| !own.is_empty()) else { continue };
        text.push_str(&unit.map.text[copied..span.lo as usize]);
        for clause in own {
            let (line, name, formula) = (clause.line, quoted(file), &clause.text);
            write!(text, "\n# {line} {name}\n/*@ requires {formula}; */")
                .expect("a string takes all");
        }
        text.push_str(&at);
        copied = span.lo as usize;
    }
    text.push_str(&unit.map.text[copied..]);
    // Clauses are quoted as they stand in the unit: the project file may have written them in other words.
    cfront::pp::read(text, &|name| if name == file { None } else { crate::front::original(name) })
}

/// A line marker for where a span begins.
pub(crate) fn map_back(map: &SourceMap, span: Span) -> Option<String> {
    let loc = map.locate(span.lo)?;
    let column = " ".repeat(loc.col as usize - 1);
    Some(format!("\n# {} {}\n{column}", loc.line, quoted(&map.files[loc.file].name)))
}

fn quoted(file: &str) -> String {
    format!("\"{}\"", file.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The definitions of functions, in order.
fn functions(ast: &Ast) -> Vec<(String, Span)> {
    let mut all = Vec::new();
    for item in &ast.items {
        if let AstItem::Function(id) = item {
            let function = &ast.functions[*id];
            let name = ast.declarators[function.declarator].name;
            all.extend(name.map(|name| (ast.names[name.name].to_owned(), function.span)));
        }
    }
    all
}
