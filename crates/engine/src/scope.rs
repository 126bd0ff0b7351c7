//! What a refutation is worth: its grounds as the scope and the assumptions of a verdict.

use crate::goal::Ground;
use crate::objectives::{is_defined_elsewhere, mentioned};
use exec::{Overlap, Reason, Unfolding};
use ir::{CastOp, Func, Global, Inst, LoopId, Program, Shape};
use std::collections::BTreeSet;
use suite::{Bounds, Scope, Verdict};

/// The verdict on something that the solver excluded on these grounds.
pub(crate) fn excluded_on(
    program: &Program,
    func: Func,
    grounds: &BTreeSet<Ground>,
    unfolding: &Unfolding,
) -> Verdict {
    let mut assumes = Vec::new();
    let mut within: Bounds = Vec::new();
    for ground in grounds {
        match ground {
            Ground::Requires(text) => assumes.push(text.clone()),
            Ground::Bound(text) => within.push(parse_bound(text)),
            Ground::Cut(Reason::Turns(func, id)) => {
                within
                    .push((loop_name(program, *func, *id), unfolding.turns_of(*func, *id).into()));
            }
            Ground::Cut(Reason::Calls(func)) => {
                let name = &program.funcs[*func].name;
                within.push((format!("active calls of {name}"), unfolding.calls.into()));
            }
            Ground::Cut(Reason::Steps) => {
                within.push(("steps of the whole function".to_owned(), unfolding.steps));
            }
            Ground::Cut(Reason::Unsupported(what)) => {
                return unknown(format!("paths meet what is not modelled: {what}"));
            }
            Ground::Cut(Reason::Refuted) => {
                unreachable!("what is known should be proved, not assumed")
            }
        }
    }
    if let Some((what, most)) = within.first() {
        let reason = format!("not within {what} <= {most}");
        return Verdict::Unknown { reason, excluded_within: within };
    }
    if let Some(reason) = unless_they_overlap(program, func, |_| true) {
        return unknown(reason);
    }
    assumes.extend(taken_for_granted(program, func));
    assumes.extend(allocations_succeed(program, func).filter(|_| !unfolding.allocation_may_fail));
    Verdict::Infeasible {
        scope: Scope::Unconditional,
        assumes,
        proof: "a refutation of the whole function".to_owned(),
        because: Vec::new(),
    }
}

/// The reason where only the interpreter's patience is missing.
pub(crate) const TOO_LONG: &str =
    "the input that should get there runs longer than the interpreter may";

/// Nothing but a reason.
pub(crate) fn unknown(reason: String) -> Verdict {
    Verdict::Unknown { reason, excluded_within: Vec::new() }
}

/// What a verdict lacks where arrays behind parameters that overlap in a way were not tried.
pub(crate) fn unless_they_overlap(
    program: &Program,
    func: Func,
    untried: impl Fn(&Overlap) -> bool,
) -> Option<String> {
    let pair = exec::overlaps(program, func).into_iter().find(|pair| untried(pair))?;
    let name = |index: u32| &program.funcs[func].params[index as usize].name;
    let (p, q) = (name(pair.first), name(pair.second));
    Some(format!("excluded only while `{p}` and `{q}` lead to different arrays"))
}

/// What the engines take for granted of pointer parameters: they are not null unless the code asks, and where several could
/// lead to one structure, none leads into the middle of another's.
pub(crate) fn taken_for_granted(program: &Program, func: Func) -> Vec<String> {
    let mut granted = Vec::new();
    let mut structures = BTreeSet::new();
    for param in &program.funcs[func].params {
        let to = match &program.shapes[param.shape] {
            Shape::Pointer { to, .. } => to,
            Shape::Code { .. } => &None,
            _ => continue,
        };
        granted.push(format!("{} is not NULL where the code does not ask", param.name));
        if let Some(Shape::Record { spelling, .. }) = to.map(|to| &program.shapes[to]) {
            structures.insert(spelling);
        }
    }
    let name = |index: u32| &program.funcs[func].params[index as usize].name;
    for (p, q) in exec::kept_apart(program, func) {
        granted.push(format!("{} and {} are separated", name(p), name(q)));
    }
    if !granted.is_empty() && sees_addresses(program) {
        granted.push("what pointers lead to begins at an address divisible by 16".to_owned());
    }
    granted.extend(structures.iter().map(|name| format!("pointers to {name} lead to its start")));
    granted.extend(kept_out(program, func));
    let leads_to_pointer = |param: &ir::Param| match program.shapes[param.shape] {
        Shape::Pointer { to: Some(to), .. } => matches!(program.shapes[to], Shape::Pointer { .. }),
        _ => false,
    };
    if exec::frees(program, func) && program.funcs[func].params.iter().any(leads_to_pointer) {
        granted.push("pointers to pointers lead to no link of a structure".to_owned());
    }
    if !granted.is_empty() && exec::frees(program, func) {
        granted.push("what pointers of the input lead to was allocated".to_owned());
    }
    granted.extend(kept_values(program, func));
    granted.extend(untouched_globals(program, func));
    granted
}

/// Functions that are defined elsewhere could write global variables; stubs do not. What a model of one takes for granted it
/// says itself.
fn untouched_globals(program: &Program, func: Func) -> BTreeSet<String> {
    let reached = exec::reachable(program, func);
    let own = reached.iter().map(|&it| &program.funcs[it]).filter(|data| !data.system);
    let insts: Vec<&Inst> =
        own.filter_map(|data| data.body.as_ref()).flat_map(|body| body.insts.values()).collect();
    let is_variable = |inst: &&Inst| match inst {
        Inst::AddrGlobal(global) => {
            let data = &program.globals[*global];
            !data.constant && !data.hidden
        }
        _ => false,
    };
    if !insts.iter().any(is_variable) {
        return BTreeSet::new();
    }
    let called: BTreeSet<Func> = insts.into_iter().filter_map(mentioned).collect();
    let elsewhere = called.into_iter().filter(|&callee| is_defined_elsewhere(program, callee));
    elsewhere
        .map(|callee| format!("{} writes no global variable", program.funcs[callee].name))
        .collect()
}

/// Where a parameter could lead into what another leads to, or into a global, and this is not tried: a number inside a structure,
/// or a part of a structure that only a later parameter leads to.
fn kept_out(program: &Program, func: Func) -> Vec<String> {
    let params = &program.funcs[func].params;
    let pointee = |index: usize| match program.shapes[params[index].shape] {
        Shape::Pointer { to, restrict: false, .. } => to,
        _ => None,
    };
    let is_number =
        |shape| matches!(program.shapes[shape], Shape::Int { .. } | Shape::Float { .. });
    let (inputs, mentioned) = (exec::input_globals(program), mentioned_globals(program, func));
    let mut granted = Vec::new();
    for (index, param) in params.iter().enumerate() {
        let Some(part) = pointee(index) else { continue };
        let around = (0..params.len()).filter(|&other| {
            let is_tried = other < index && !is_number(part);
            let holds = |shape| {
                matches!(program.shapes[shape], Shape::Record { .. })
                    && program.shape_bytes(shape) > program.shape_bytes(part)
                    && exec::has_part(program, shape, part)
            };
            other != index && !is_tried && pointee(other).is_some_and(holds)
        });
        granted.extend(around.map(|other| {
            format!("{} leads to no member of what {} leads to", param.name, params[other].name)
        }));
        let holds = |shape| exec::has_part(program, shape, part);
        let is_input = |it: &Global| inputs.contains(it);
        let mut globals = mentioned.iter().filter(|it| is_input(it));
        if is_number(part) && globals.any(|&it| program.globals[it].shape.is_some_and(holds)) {
            granted.push(format!("{} leads to no global", param.name));
        }
    }
    granted
}

/// Static variables inside functions are no inputs: a call is the first one.
fn kept_values(program: &Program, func: Func) -> BTreeSet<String> {
    let globals = mentioned_globals(program, func).into_iter().map(|it| &program.globals[it]);
    let kept = globals.filter(|data| data.hidden && !data.constant);
    let names = kept.filter_map(|data| data.name.split_once('.'));
    names
        .filter(|(func, _)| !func.is_empty())
        .map(|(func, name)| format!("static {name} of {func} has its initial value"))
        .collect()
}

/// Functions of the library that allocate.
pub(crate) const ALLOCATORS: &[&str] =
    &["malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup"];

/// The globals that a function or what it calls names.
fn mentioned_globals(program: &Program, func: Func) -> BTreeSet<Global> {
    let reached = exec::reachable(program, func).into_iter();
    let bodies = reached.filter_map(|it| program.funcs[it].body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.values());
    let named = insts.filter_map(|inst| match inst {
        Inst::AddrGlobal(global) => Some(*global),
        _ => None,
    });
    named.collect()
}

/// What the engines take for granted of memory unless allocations may fail.
pub(crate) fn allocations_succeed(program: &Program, func: Func) -> Option<String> {
    exec::reaches(program, func, ALLOCATORS)
        .then(|| "allocation succeeds (see --malloc-may-fail)".to_owned())
}

/// Does some function make integers of pointers?
pub(crate) fn sees_addresses(program: &Program) -> bool {
    let bodies = program.funcs.values().filter_map(|data| data.body.as_ref());
    let is_one = |inst: &Inst| matches!(inst, Inst::Cast(CastOp::PtrToInt, ..));
    bodies.flat_map(|body| body.insts.values()).any(is_one)
}

/// `length of p <= 64` as a named number.
pub(crate) fn parse_bound(bound: &str) -> (String, u64) {
    match bound.split_once(" <= ") {
        Some((what, most)) => (what.to_owned(), most.parse().unwrap_or(0)),
        None => (bound.to_owned(), 0),
    }
}

fn loop_name(program: &Program, func: Func, id: LoopId) -> String {
    format!("turns of {id} of {}", program.funcs[func].name)
}
