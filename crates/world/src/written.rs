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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::program;

    #[track_caller]
    fn check(text: &str, inputs: &[&str]) {
        let program = program(text);
        let found = input_globals(&program).into_iter();
        let names: Vec<&str> = found.map(|it| program.globals[it].name.as_str()).collect();
        assert_eq!(names, inputs, "{text}");
    }

    #[test]
    fn what_others_see_or_the_code_changes_is_input() {
        check("int seen; int f(void) { return seen; }", &["seen"]);
        check("static int own = 1; int f(void) { return own; }", &[]);
        check("static int own = 1; void f(int n) { own = n; }", &["own"]);
        check("const int fixed = 1; int f(void) { return fixed; }", &[]);
        check("int f(void) { static int kept; return ++kept; }", &[]);
    }

    #[test]
    fn an_address_that_is_passed_on_may_be_written_through() {
        check("void set(int *p); static int own; void f(void) { set(&own); }", &["own"]);
        check("static int a[3]; int f(int i) { return a[i & 1]; }", &[]);
        check("static int a[3]; void f(int i) { a[i & 1] = 2; }", &["a"]);
        let copy = "struct s { int x, y; }; static struct s a, b; void f(void) { a = b; }";
        check(copy, &["a"]);
    }

    #[test]
    fn what_a_clause_looks_at_is_not_written() {
        check("static int own;\n/*@ requires own == 0; */ int f(int n) { return n; }", &[]);
    }
}
