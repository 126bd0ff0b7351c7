//! Which globals the code may change.

use entity::SecondaryMap;
use ir::{Body, Func, Global, Inst, Linkage, Program, Value};
use std::collections::BTreeSet;

/// Globals whose address is used for anything but a direct load: written, or passed on.
pub(crate) fn written_globals(program: &Program) -> SecondaryMap<Global, bool> {
    let mut written = SecondaryMap::with_default(false);
    // What only a contract looks at is not passed on.
    let clauses: BTreeSet<Func> = program.clause_code().collect();
    let funcs = program.funcs.iter().filter(|(func, _)| !clauses.contains(func));
    for body in funcs.filter_map(|(_, data)| data.body.as_ref()) {
        mark_written(body, &mut written);
    }
    written
}

fn mark_written(body: &Body, written: &mut SecondaryMap<Global, bool>) {
    let passed_on = passed_on(body);
    for (value, inst) in body.insts.iter() {
        if let Inst::AddrGlobal(global) = inst
            && passed_on[value]
        {
            written[*global] = true;
        }
    }
}

/// Addresses that are used for more than to read what is there: they, or those of members and elements made of them.
fn passed_on(body: &Body) -> SecondaryMap<Value, bool> {
    let mut passed: SecondaryMap<Value, bool> = SecondaryMap::with_default(false);
    // Operands come before what uses them, so one look from the end is enough.
    let insts: Vec<(Value, &Inst)> = body.insts.iter().collect();
    for &(value, inst) in insts.iter().rev() {
        match inst {
            Inst::Load { .. } | Inst::LoadBits { .. } => {}
            Inst::PtrAdd { base, .. } | Inst::PtrField { base, .. } => {
                passed[*base] |= passed[value];
            }
            Inst::Copy { dst, .. } => passed[*dst] = true,
            _ => inst.operands().into_iter().for_each(|operand| passed[operand] = true),
        }
    }
    passed
}

/// The globals that are inputs: not constant, and seen or written by others.
pub fn input_globals(program: &Program) -> Vec<Global> {
    let written = written_globals(program);
    program.globals.keys().filter(|&global| is_input(program, &written, global)).collect()
}

pub(crate) fn is_input(
    program: &Program,
    written: &SecondaryMap<Global, bool>,
    global: Global,
) -> bool {
    let data = &program.globals[global];
    !data.constant
        && !data.hidden
        && data.shape.is_some()
        && (data.linkage == Linkage::External || written[global])
}
