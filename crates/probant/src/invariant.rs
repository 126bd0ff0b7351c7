//! A C function as invariant of states (`--invariant NAME`): what it says of a structure, or of the static state of the file, holds
//! wherever a function under test is called.
//!
//! For each function that is concerned a precondition is put at the end of the unit, which asks the invariant about every structure that
//! the function is given.

mod left;

use crate::lookup;
use crate::sequences::api::{is_named_as_end, is_plain, nullable};
use ir::{Func, FuncData, Program, Shape};
pub(crate) use left::tell;
use std::fmt::Write;
use std::path::Path;

/// Preconditions for all functions that an invariant concerns, as text for the end of a unit; or what keeps it from being one. None if
/// it concerns nobody.
pub(crate) fn text(program: &Program, file: &Path, name: &str) -> Result<Option<String>, String> {
    let invariant = lookup::function(program, file, name)?;
    check(program, &program.funcs[invariant])?;
    let (mut text, mut mentioned) = ("\n# 1 \"state invariant\" 3\n".to_owned(), String::new());
    for func in program.funcs.keys().filter(|&func| func != invariant) {
        let Some(holds) = holds(program, invariant, func) else { continue };
        let data = &program.funcs[func];
        let params: Vec<String> = data
            .params
            .iter()
            .map(|param| format!("{} {}", program.spelling(param.shape), param.name))
            .collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let own = name_of(name, &data.name);
        write!(text, "static int {own}({params})\n{{\n    return {holds};\n}}\n")
            .expect("writing to a string succeeds");
        write!(mentioned, " (void){own};").expect("writing to a string succeeds");
    }
    // What nobody mentions is no part of the program.
    writeln!(text, "static void mention_state_invariant(void) {{{mentioned} }}")
        .expect("writing to a string succeeds");
    Ok((!mentioned.is_empty()).then_some(text))
}

/// The precondition that an invariant is to a function, if it concerns it.
pub(crate) fn of(program: &Program, name: &str, func: Func) -> Option<Func> {
    program.find_func(&name_of(name, &program.funcs[func].name))
}

fn name_of(invariant: &str, function: &str) -> String {
    format!("{invariant}_before_{function}")
}

fn check(program: &Program, data: &FuncData) -> Result<(), String> {
    let name = &data.name;
    if !matches!(data.sig.ret, Some(ir::Type::Int(_))) {
        return Err(format!("`{name}` is no invariant: it should return an integer"));
    }
    let is_about_one = match &data.params[..] {
        [] => true,
        [param] => behind(program, param).is_some(),
        _ => false,
    };
    let remedy = "it should take a pointer to a structure, or nothing and look at static variables";
    if is_about_one { Ok(()) } else { Err(format!("`{name}` is no invariant: {remedy}")) }
}

/// The structure that a parameter leads to.
fn behind(program: &Program, param: &ir::Param) -> Option<String> {
    match &program.shapes[param.shape] {
        Shape::Pointer { to: Some(to), .. } => {
            let is_record = matches!(program.shapes[*to], Shape::Record { .. });
            is_record.then(|| program.spelling(*to))
        }
        _ => None,
    }
}

/// Does a function end what it is given, so that nothing of it is left?
fn is_ended(program: &Program, func: Func) -> bool {
    is_named_as_end(&program.funcs[func].name)
}

/// The condition that holds where a function is called; none if the invariant does not concern it.
fn holds(program: &Program, invariant: Func, func: Func) -> Option<String> {
    let (data, of) = (&program.funcs[func], &program.funcs[invariant]);
    let is_written = data.is_own()
        && !data.sig.variadic
        && data.params.iter().all(|it| is_plain(program, it.shape) && !it.name.is_empty());
    if !is_written {
        return None;
    }
    let Some(about) = of.params.first() else { return Some(format!("{}()", of.name)) };
    let about = behind(program, about);
    let given = data.params.iter().zip(nullable(program, func));
    let asked: Vec<String> = given
        .filter(|(param, _)| behind(program, param) == about)
        .map(|(param, may_be_null)| {
            let is_none = if may_be_null { format!("!{} || ", param.name) } else { String::new() };
            format!("({is_none}{}({}))", of.name, param.name)
        })
        .collect();
    (!asked.is_empty()).then(|| asked.join(" && "))
}
