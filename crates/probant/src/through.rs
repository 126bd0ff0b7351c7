//! Functions that take a `va_list`: nobody can build one, so tests call them through a function that takes the arguments themselves
//! and makes a list of them.
//!
//! Such a function is put at the end of the unit, as if a system header had it, and searched in the place of the other.

use crate::sequences::api::is_plain;
use ir::{Func, FuncData, Program, Shape};
use std::fmt::Write;

/// What the names of such functions begin with.
const PREFIX: &str = "call_";

/// The functions for all that need one, as text for the end of a unit; none if nobody does.
pub(crate) fn text(program: &Program) -> Option<String> {
    let concerned = || program.funcs.values().filter(|data| needs_one(program, data));
    let mut text = "\n# 1 \"lists of arguments\" 3\n".to_owned();
    concerned().for_each(|data| text.push_str(&definition(program, data)));
    // What nobody mentions is no part of the program.
    let names: Vec<String> = concerned().map(name_of).collect();
    let mentioned: String = names.iter().flat_map(|name| [" (void)", name.as_str(), ";"]).collect();
    writeln!(text, "static void mention_lists_of_arguments(void) {{{mentioned} }}").ok()?;
    (!mentioned.is_empty()).then_some(text)
}

/// The function to search in the place of one, and how tests have it.
pub(crate) fn of(program: &Program, func: Func) -> Option<(Func, suite::Through)> {
    let data = &program.funcs[func];
    if !data.params.iter().any(|param| is_list(program, param)) {
        return None;
    }
    let name = name_of(data);
    let found = program.find_func(&name).filter(|&it| program.funcs[it].system)?;
    Some((found, suite::Through { name, text: definition(program, data) }))
}

fn name_of(data: &FuncData) -> String {
    format!("{PREFIX}{}", data.name)
}

fn is_list(program: &Program, param: &ir::Param) -> bool {
    matches!(&program.shapes[param.shape], Shape::Opaque { spelling, .. } if spelling.ends_with("va_list"))
}

/// Does a function take one list, and is all else of it something that we can write down?
fn needs_one(program: &Program, data: &FuncData) -> bool {
    let n_lists = data.params.iter().filter(|param| is_list(program, param)).count();
    let others = data.params.iter().filter(|param| !is_list(program, param));
    data.is_own()
        && n_lists == 1
        && data.contract.is_none()
        && !data.noreturn
        && others.map(|param| param.shape).chain(data.ret).all(|shape| is_plain(program, shape))
        && program.find_func(&name_of(data)).is_none()
}

fn definition(program: &Program, data: &FuncData) -> String {
    let others: Vec<&ir::Param> =
        data.params.iter().filter(|param| !is_list(program, param)).collect();
    let declared = |param: &&ir::Param| {
        let spelling = program.spelling(param.shape);
        let space = if spelling.ends_with('*') { "" } else { " " };
        format!("{spelling}{space}{}", param.name)
    };
    let mut params: Vec<String> = others.iter().map(declared).collect();
    let last = others.last().filter(|param| may_be_last(program, param));
    if last.is_none() {
        params.push(format!("int {COUNT}"));
    }
    let last = last.map_or(COUNT, |param| param.name.as_str());
    let given: Vec<&str> = data
        .params
        .iter()
        .map(|param| if is_list(program, param) { LIST } else { param.name.as_str() })
        .collect();
    let call = format!("{}({})", data.name, given.join(", "));
    let ret = data.ret.map_or("void".to_owned(), |shape| program.spelling(shape));
    let (call, end) = match data.ret {
        Some(_) => (format!("{ret} probant_result = {call};"), "    return probant_result;\n"),
        None => (format!("{call};"), ""),
    };
    format!(
        "static {ret} {}({}, ...)\n{{\n    __builtin_va_list {LIST};\n    \
         __builtin_va_start({LIST}, {last});\n    {call}\n    __builtin_va_end({LIST});\n{end}}}\n",
        name_of(data),
        params.join(", ")
    )
}

/// May variable arguments begin behind a parameter? Not behind one that is passed as another type than it has.
fn may_be_last(program: &Program, param: &ir::Param) -> bool {
    match &program.shapes[param.shape] {
        Shape::Int { ty, .. } => program.bytes(*ty) >= 4,
        Shape::Float { ty, .. } => *ty != ir::Type::F32,
        Shape::Pointer { .. } => true,
        _ => false,
    }
}

/// The list, and what stands before the arguments where nothing else can.
const LIST: &str = "probant_list";
const COUNT: &str = "probant_arguments";
