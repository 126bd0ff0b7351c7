//! What a refutation is worth: its grounds as the scope and the assumptions of a verdict.

use crate::goal::Ground;
use crate::objectives::{is_defined_elsewhere, mentioned};
use exec::{Outside, Reason, Together, Unfolding};
use ir::{CastOp, Func, Global, Inst, LoopId, Program, Shape, ShapeId};
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
    if let Some(reason) = unless_they_overlap(program, func) {
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

/// What a verdict lacks where arrays behind parameters lay apart that may overlap.
pub(crate) fn unless_they_overlap(program: &Program, func: Func) -> Option<String> {
    let mut pairs = exec::overlaps(program, func).into_iter();
    let pair = pairs.find(|pair| pair.together.is_none())?;
    let name = |index: u32| &program.funcs[func].params[index as usize].name;
    let (p, q) = (name(pair.first), name(pair.second));
    Some(format!("excluded only while `{p}` and `{q}` lead to different arrays"))
}

/// What the engines take for granted of pointers: parameters are not null unless the code asks, they lead into one array where
/// the code goes from one to another, and pointers inside data do not lead into the middle of an array of structures.
pub(crate) fn taken_for_granted(program: &Program, func: Func) -> Vec<String> {
    let mut granted = Vec::new();
    for param in &program.funcs[func].params {
        if matches!(program.shapes[param.shape], Shape::Pointer { .. } | Shape::Code { .. }) {
            granted.push(format!("{} is not NULL where the code does not ask", param.name));
        }
    }
    let name = |index: u32| &program.funcs[func].params[index as usize].name;
    for (p, q) in exec::kept_apart(program, func) {
        granted.push(format!("{} and {} are separated", name(p), name(q)));
    }
    let together = exec::overlaps(program, func).into_iter().filter_map(|pair| {
        let (p, q) = (name(pair.first), name(pair.second));
        Some(match pair.together? {
            Together::Anyhow => format!("{p} and {q} lead into one array"),
            Together::Before => format!("{p} and {q} lead into one array, {p} not behind {q}"),
            Together::After => format!("{p} and {q} lead into one array, {q} not behind {p}"),
        })
    });
    granted.extend(together);
    if !granted.is_empty() && sees_addresses(program) {
        granted.push("what pointers lead to begins at an address divisible by 16".to_owned());
    }
    granted.extend(kept_out(program, func));
    let starts = |name| format!("pointers inside data to {name} lead to the start of an array");
    granted.extend(led_to_inside(program, func).into_iter().map(starts));
    if exec::has_ranges(program, func) {
        granted.push("members that the code takes for the ends of a range are so".to_owned());
    }
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
    granted.extend(harmless_stubs(program, func));
    granted
}

/// The kinds of data, by their spelling, that pointers inside the data of the input lead to.
fn led_to_inside(program: &Program, func: Func) -> BTreeSet<&str> {
    let params = program.funcs[func].params.iter().map(|param| (param.shape, false));
    let globals = exec::input_globals(program).into_iter();
    let globals = globals.filter_map(|global| Some((program.globals[global].shape?, true)));
    let mut open: Vec<(ShapeId, bool)> = params.chain(globals).collect();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some((shape, inside)) = open.pop() {
        if !seen.insert((shape, inside)) {
            continue;
        }
        match &program.shapes[shape] {
            Shape::Record { fields, .. } => open.extend(fields.iter().map(|it| (it.shape, true))),
            Shape::Array { elem, .. } => open.push((*elem, true)),
            Shape::Pointer { to: Some(to), .. } => {
                found.extend(spelling(program, *to).filter(|_| inside));
                open.push((*to, true));
            }
            Shape::Pointer { .. } | Shape::Code { .. } | Shape::Opaque { .. } => {}
            Shape::Int { .. } | Shape::Float { .. } => {}
        }
    }
    found
}

/// How a number or a structure is spelt.
fn spelling(program: &Program, shape: ShapeId) -> Option<&str> {
    match &program.shapes[shape] {
        Shape::Record { spelling, .. }
        | Shape::Int { spelling, .. }
        | Shape::Float { spelling, .. } => Some(spelling),
        _ => None,
    }
}

/// Functions that are defined elsewhere could write global variables, and what pointers of the input lead to; stubs do not.
/// What a model of one takes for granted it says itself.
fn harmless_stubs(program: &Program, func: Func) -> BTreeSet<String> {
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
    let leads_out = |param: &ir::Param| {
        matches!(program.shapes[param.shape], Shape::Pointer { .. } | Shape::Code { .. })
    };
    if !insts.iter().any(is_variable) && !program.funcs[func].params.iter().any(leads_out) {
        return BTreeSet::new();
    }
    let called: BTreeSet<Func> = insts.into_iter().filter_map(mentioned).collect();
    let elsewhere = called.into_iter().filter(|&callee| is_defined_elsewhere(program, callee));
    elsewhere.map(|callee| format!("{} writes nothing", program.funcs[callee].name)).collect()
}

/// Where a parameter could lead to a part of what another leads to, or of a global, and this is not tried.
fn kept_out(program: &Program, func: Func) -> Vec<String> {
    let name = |index: u32| &program.funcs[func].params[index as usize].name;
    let left_out = exec::insides(program, func).left_out.into_iter();
    left_out
        .map(|outside| match outside {
            Outside::OfParam(part, whole) => {
                format!("{} leads to no member of what {} leads to", name(part), name(whole))
            }
            Outside::OfData(part, whole) => {
                let whole = spelling(program, whole).unwrap_or("array");
                format!("{} leads to no member of a {whole} behind pointers", name(part))
            }
            Outside::OfBytes(part) => {
                format!("{} leads to no bytes of other types", name(part))
            }
            Outside::OfGlobals(part) => format!("{} leads to no global", name(part)),
            Outside::Separated(part, whole) => {
                format!("{} and {} are separated", name(part), name(whole))
            }
        })
        .collect()
}

/// Static variables inside functions are no inputs: a call is the first one.
fn kept_values(program: &Program, func: Func) -> BTreeSet<String> {
    let globals = mentioned_globals(program, func).into_iter().map(|it| &program.globals[it]);
    let kept = globals.filter(|data| data.hidden && !data.constant);
    let names = kept.filter_map(|data| data.name.split_once('.'));
    let is_of_user =
        |name: &str| program.find_func(name).is_some_and(|it| !program.funcs[it].system);
    names
        .filter(|(func, _)| is_of_user(func))
        .map(|(func, name)| format!("static {name} of {func} has its initial value"))
        .collect()
}

/// Functions of the library that allocate.
pub(crate) const ALLOCATORS: &[&str] =
    &["malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup"];

/// What a verdict of a walk lacks where parameters led to no part of what others lead to, though a run could tell.
pub(crate) fn unless_inside(program: &Program, func: Func) -> Option<String> {
    let inside = exec::insides(program, func).tried.into_iter().next()?;
    let name = &program.funcs[func].params[inside.param as usize].name;
    Some(format!("excluded only while `{name}` leads to no part of other data"))
}

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
