//! Which parameters may be null: those that the contract or the code compares with null, itself or in what it calls.

use crate::Overlap;
use ir::logic::Logic;
use ir::{BinOp, Body, Callee, Func, Inst, Local, Program, Shape, ShapeId, Value};
use std::collections::BTreeSet;

/// Is null worth trying for a parameter? Yes where the contract or the code compares it with null, under whatever name, or, for a
/// structure that leads to others of its kind, any pointer at all but what a call gave: it walks along links then, and the first
/// may be the end.
pub(crate) fn may_be_null(program: &Program, func: Func, pairs: &[Overlap], index: u32) -> bool {
    let data = &program.funcs[func];
    let Some(body) = &data.body else { return false };
    let walks = match &program.shapes[data.params[index as usize].shape] {
        // All code is looked through for each pointer; numbers, of which there may be many, are none.
        Shape::Int { .. } | Shape::Float { .. } => return false,
        Shape::Pointer { to: Some(to), .. } => is_linked(program, *to),
        _ => false,
    };
    if is_in_contract(program, func, index) {
        return true;
    }
    let mut compared = body.insts.values().filter_map(|inst| compared_with_null(body, inst));
    // The ends of a range are two places in an array.
    let is_end = |pair: &Overlap| pair.first == index || pair.second == index;
    let walks = walks && !pairs.iter().any(|pair| pair.together.is_some() && is_end(pair));
    if walks && compared.any(|value| !is_result(body, value)) {
        return true;
    }
    let param = body.params[program.n_hidden_params(func) + index as usize];
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    let codes = clauses.filter_map(|clause| clause.code);
    let code_param = |code: Func| (code, program.body(code).params[index as usize]);
    is_asked_for(program, (func, param))
        || codes.map(code_param).any(|param| is_asked_for(program, param))
}

/// Does a structure lead to structures of its own kind, directly or by way of others?
fn is_linked(program: &Program, record: ShapeId) -> bool {
    let parts = |shape: ShapeId| match &program.shapes[shape] {
        Shape::Record { fields, .. } => fields.iter().map(|field| field.shape).collect(),
        Shape::Array { elem, .. } => vec![*elem],
        Shape::Pointer { to, .. } => to.iter().copied().collect(),
        Shape::Int { .. } | Shape::Float { .. } | Shape::Code { .. } | Shape::Opaque { .. } => {
            Vec::new()
        }
    };
    let is_record = matches!(program.shapes[record], Shape::Record { .. });
    let mut open = if is_record { parts(record) } else { Vec::new() };
    let mut seen = BTreeSet::new();
    while let Some(shape) = open.pop() {
        if shape == record {
            return true;
        }
        if seen.insert(shape) {
            open.extend(parts(shape));
        }
    }
    false
}

/// Does a clause of the contract compare a parameter with null?
fn is_in_contract(program: &Program, func: Func, index: u32) -> bool {
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    clauses.filter_map(|clause| clause.meaning.as_ref().ok()).any(|formula| {
        let nodes = &formula.nodes;
        let is_param = |node| matches!(nodes[node], Logic::ParamPtr { index: i } if i == index);
        let is_null = |node| matches!(nodes[node], Logic::Null);
        nodes.values().any(|node| match *node {
            Logic::PtrCmp(_, a, b) => is_param(a) && is_null(b) || is_null(a) && is_param(b),
            _ => false,
        })
    })
}

/// Is a local compared with null, or one that it is copied or passed to?
fn is_asked_for(program: &Program, start: (Func, Local)) -> bool {
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some((func, local)) = open.pop() {
        let Some(body) = &program.funcs[func].body else { continue };
        let holds = |value: Value| matches!(body.insts[value], Inst::Get(other) if other == local);
        if body.insts.values().filter_map(|inst| compared_with_null(body, inst)).any(holds) {
            return true;
        }
        for copy in body.insts.values().flat_map(|inst| copies(program, func, inst, &holds)) {
            if seen.insert(copy) {
                open.push(copy);
            }
        }
    }
    false
}

/// The pointer that an instruction compares with null.
fn compared_with_null(body: &Body, inst: &Inst) -> Option<Value> {
    let is_null = |value: Value| matches!(body.insts[value], Inst::Null);
    match *inst {
        Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) if is_null(b) => Some(a),
        Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) if is_null(a) => Some(b),
        _ => None,
    }
}

/// Is a value what some call returned, perhaps by way of a local?
fn is_result(body: &Body, value: Value) -> bool {
    let is_call = |value: Value| matches!(body.insts[value], Inst::Call { .. });
    let Inst::Get(local) = body.insts[value] else { return is_call(value) };
    let sets = body.insts.values().filter_map(|inst| match *inst {
        Inst::Set(to, value) if to == local => Some(value),
        _ => None,
    });
    let sets: Vec<Value> = sets.collect();
    !sets.is_empty() && sets.into_iter().all(is_call) && !body.params.contains(&local)
}

/// The locals that an instruction copies a value to.
fn copies(
    program: &Program,
    func: Func,
    inst: &Inst,
    holds: &dyn Fn(Value) -> bool,
) -> Vec<(Func, Local)> {
    match inst {
        Inst::Set(to, value) if holds(*value) => vec![(func, *to)],
        Inst::Call { callee: Callee::Direct(callee), args } => {
            let params = program.funcs[*callee].body.iter().flat_map(|body| &body.params);
            let passed = params.zip(args).filter(|(_, arg)| holds(**arg));
            passed.map(|(&param, _)| (*callee, param)).collect()
        }
        _ => Vec::new(),
    }
}
