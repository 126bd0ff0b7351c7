//! What outlives a call or changes beside it: static variables of functions, volatile memory, functions defined elsewhere.

use crate::Reach;
use crate::escape::Escape;
use crate::reachable::mentioned;
use ir::{Func, FuncData, Global, Inst, Shape};
use std::collections::BTreeSet;

/// Static variables of functions that some call may change: a call that is not the first may find other values.
pub(crate) fn first_values(reach: &Reach<'_>, escape: &Escape) -> Vec<Global> {
    let globals = reach.globals().into_iter();
    let kept = globals.filter(|&global| {
        let data = &reach.program.globals[global];
        let is_of_user = |name: &str| {
            let func = reach.program.find_func(name);
            func.is_some_and(|it| !reach.program.funcs[it].system)
        };
        // Those of the file have the names that the user gave them.
        let is_local = data.name.split_once('.').is_none_or(|(func, _)| is_of_user(func));
        data.hidden && !data.constant && escape.is_written(global) && is_local
    });
    kept.collect()
}

/// Is volatile memory read?
pub(crate) fn is_volatile(reach: &Reach<'_>) -> bool {
    reach.insts().any(|inst| matches!(inst, Inst::Load { volatile: true, .. }))
}

/// Does a function stand for a read or a write of volatile memory?
fn is_device(data: &FuncData) -> bool {
    ir::is_device(&data.name)
}

/// Functions that are defined elsewhere and could write global variables, or what pointers of the input lead to.
pub(crate) fn stubs(reach: &Reach<'_>) -> Vec<Func> {
    let program = reach.program;
    let is_variable = |inst: &Inst| match inst {
        Inst::AddrGlobal(global) => {
            let data = &program.globals[*global];
            !data.constant && !data.hidden
        }
        _ => false,
    };
    let own = reach.bodies().filter(|(func, _)| !program.funcs[*func].system);
    let own: Vec<&Inst> = own.flat_map(|(_, body)| body.insts.values()).collect();
    let leads_out = |param: &ir::Param| {
        matches!(program.shapes[param.shape], Shape::Pointer { .. } | Shape::Code { .. })
    };
    if !own.iter().any(|inst| is_variable(inst))
        && !program.funcs[reach.func].params.iter().any(leads_out)
    {
        return Vec::new();
    }
    let is_elsewhere = |func: &Func| {
        let data = &program.funcs[*func];
        let is_ours = is_device(data) || data.name.starts_with(ir::ANY_VALUE);
        data.body.is_none() && !data.system && !is_ours
    };
    let called: BTreeSet<Func> = own.into_iter().filter_map(mentioned).collect();
    called.into_iter().filter(is_elsewhere).collect()
}
