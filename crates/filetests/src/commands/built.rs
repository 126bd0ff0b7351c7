//! `// built: FUNC CONDITION | x=1 y=4 1.next=3 …`: the structure of the test with which a condition comes out true.
//!
//! It must have fewer nodes than the one written, or be the same one under other names. Links that are not written are null.
//! Numbers are not compared.

use engine::Generated;
use ir::input::{Input, Obj, Scalar};
use ir::{Func, Program, Shape};
use std::collections::{BTreeMap, BTreeSet};
use suite::{Outcome, Verdict};

/// A structure by the links between its nodes, which have names.
#[derive(Default)]
struct Drawn<'a> {
    /// Where each parameter leads.
    params: BTreeMap<&'a str, &'a str>,
    links: BTreeMap<(&'a str, &'a str), &'a str>,
    nodes: BTreeSet<&'a str>,
}

/// Compares what was built for a condition with what is drawn.
pub(super) fn judge(
    program: &Program,
    func: Func,
    generated: &Generated,
    condition: &str,
    drawing: &str,
) -> Result<(), String> {
    let drawn = parse(drawing)?;
    let input = input_for(generated, condition)?;
    let n_built = input.objects.len();
    if n_built < drawn.nodes.len() {
        return Ok(());
    }
    if n_built > drawn.nodes.len() {
        return Err(format!("{n_built} nodes were built, {} are drawn", drawn.nodes.len()));
    }
    is_same(program, func, input, &drawn)
}

fn parse(drawing: &str) -> Result<Drawn<'_>, String> {
    let mut drawn = Drawn::default();
    for word in drawing.split_whitespace() {
        let (from, node) =
            word.split_once('=').ok_or_else(|| format!("`{word}` should be FROM=NODE"))?;
        drawn.nodes.insert(node);
        match from.split_once('.') {
            Some((holder, field)) => {
                drawn.nodes.insert(holder);
                drawn.links.insert((holder, field), node);
            }
            None => {
                drawn.params.insert(from, node);
            }
        }
    }
    Ok(drawn)
}

/// The input of the test that covers the true outcome of a condition.
fn input_for<'g>(generated: &'g Generated, condition: &str) -> Result<&'g Input, String> {
    let objectives = &generated.report.objectives;
    let objective = objectives
        .iter()
        .find(|objective| objective.text == condition && objective.outcome == Outcome::Truth(true))
        .ok_or_else(|| format!("no condition `{condition}`"))?;
    let Verdict::Covered { test } = &objective.verdict else {
        return Err(format!("`{condition}` is not covered"));
    };
    let index = generated.report.tests.iter().position(|one| one.id == *test);
    Ok(&generated.inputs[index.expect("a covering test is in the report")])
}

/// Follows both structures side by side from the parameters on.
fn is_same(program: &Program, func: Func, input: &Input, drawn: &Drawn<'_>) -> Result<(), String> {
    let mut names: BTreeMap<Obj, &str> = BTreeMap::new();
    let mut open: Vec<(String, Scalar, Option<&str>)> = Vec::new();
    for (param, &value) in program.funcs[func].params.iter().zip(&input.args) {
        open.push((param.name.clone(), value, drawn.params.get(&*param.name).copied()));
    }
    while let Some((place, value, node)) = open.pop() {
        let (obj, node) = match (value, node) {
            (Scalar::Object(obj, 0), Some(node)) => (obj, node),
            (Scalar::Null | Scalar::Bits(..), None) => continue,
            _ => return Err(format!("{place} leads elsewhere than drawn")),
        };
        if let Some(known) = names.get(&obj) {
            if *known == node {
                continue;
            }
            return Err(format!("{place} leads to {known}, drawn is {node}"));
        }
        if names.values().any(|other| *other == node) {
            return Err(format!("{place} leads to another node than {node}"));
        }
        names.insert(obj, node);
        for (field, value) in links_of(program, input, obj) {
            let to = drawn.links.get(&(node, field)).copied();
            open.push((format!("{node}.{field}"), value, to));
        }
    }
    Ok(())
}

/// The pointers in a node, by the names of their members.
fn links_of<'p>(program: &'p Program, input: &Input, obj: Obj) -> Vec<(&'p str, Scalar)> {
    let object = &input.objects[obj];
    let Some(Shape::Record { fields, .. }) = object.elem.map(|shape| &program.shapes[shape]) else {
        return Vec::new();
    };
    let pointer = |field: &&ir::Field| matches!(program.shapes[field.shape], Shape::Pointer { .. });
    let value = |field: &ir::Field| {
        let cell = object.cells.iter().find(|cell| cell.offset == field.offset);
        cell.map_or(Scalar::Null, |cell| cell.value)
    };
    fields.iter().filter(pointer).map(|field| (field.name.as_str(), value(field))).collect()
}
