//! The globals that a run on an input can look at: those that the code or the contract names, those that pointers of the input
//! lead to, and those that pointers in these lead to. A test is silent about all others.

use ir::input::{Cell, Input, Scalar};
use ir::logic::Logic;
use ir::{Func, Global, InitValue, Program};
use std::collections::BTreeSet;

/// The globals that the code of a function, what it calls and its contract name.
pub(crate) fn named_globals(program: &Program, func: Func) -> BTreeSet<Global> {
    let mut named = world::named_globals(program, func);
    named.extend(named_in_contract(program, func));
    named
}

/// The globals that concern a run on an input of a function that names some of them.
pub(crate) fn concerned_globals(
    program: &Program,
    named: &BTreeSet<Global>,
    input: &Input,
) -> BTreeSet<Global> {
    let mut open: Vec<Global> = named.iter().copied().collect();
    open.extend(input.args.iter().filter_map(|&arg| led_to(arg)));
    open.extend(input.stubs.iter().filter_map(|&(_, value)| led_to(value)));
    open.extend(input.objects.values().flat_map(|object| globals_in(&object.cells)));
    let mut concerned = BTreeSet::new();
    while let Some(global) = open.pop() {
        if concerned.insert(global) {
            open.extend(globals_behind(program, global, input));
        }
    }
    concerned
}

fn named_in_contract(program: &Program, func: Func) -> Vec<Global> {
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    let formulas = clauses.filter_map(|clause| clause.meaning.as_ref().ok());
    let nodes = formulas.flat_map(|formula| formula.nodes.values());
    let global = |node: &Logic| match node {
        Logic::AddrGlobal(global) => Some(*global),
        _ => None,
    };
    nodes.filter_map(global).collect()
}

/// The globals that pointers in a global lead to: by the input, or from the start.
fn globals_behind(program: &Program, global: Global, input: &Input) -> Vec<Global> {
    if let Some((_, cells)) = input.globals.iter().find(|(it, _)| *it == global) {
        return globals_in(cells).collect();
    }
    let init = program.globals[global].init.iter().flatten();
    let pointed = init.filter_map(|cell| match cell.value {
        InitValue::Global(to, _) => Some(to),
        InitValue::Bytes(_) | InitValue::Func(_) => None,
    });
    pointed.collect()
}

fn globals_in(cells: &[Cell]) -> impl Iterator<Item = Global> {
    cells.iter().filter_map(|cell| led_to(cell.value))
}

fn led_to(scalar: Scalar) -> Option<Global> {
    match scalar {
        Scalar::Global(global, _) => Some(global),
        _ => None,
    }
}
