//! Which globals are inputs: those that have other values than their first when a function is called.

use crate::escape::Escape;
use crate::is_character;
use ir::{Func, Global, Linkage, Program, Shape, Type};

/// The globals that are inputs of some function: not constant, and seen or written by others.
pub fn input_globals(program: &Program) -> Vec<Global> {
    let escape = Escape::of(program);
    program.globals.keys().filter(|&global| is_variable(program, &escape, global)).collect()
}

/// Is a function the one that a program begins with? Nothing has run before it then, and globals have their first values.
pub fn begins_program(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    data.name == "main" && data.linkage == Linkage::External
}

/// Is a function the beginning of a program that is given `argc` strings, and a null pointer behind them? A contract says itself
/// what there is.
pub fn takes_arguments(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let shape = |index: usize| program.shapes[data.params[index].shape].clone();
    let is_vector = |shape: &Shape| {
        let Shape::Pointer { to: Some(to), .. } = *shape else { return false };
        let Shape::Pointer { to: Some(to), .. } = program.shapes[to] else { return false };
        is_character(program, to)
    };
    begins_program(program, func)
        && data.contract.is_none()
        && data.params.len() == 2
        && matches!(shape(0), Shape::Int { ty: Type::I32, .. })
        && is_vector(&shape(1))
}

/// Is a global an input of a function?
pub(crate) fn is_input(program: &Program, escape: &Escape, func: Func, global: Global) -> bool {
    let is_first = begins_program(program, func) && program.globals[global].init.is_some();
    !is_first && is_variable(program, escape, global)
}

fn is_variable(program: &Program, escape: &Escape, global: Global) -> bool {
    let data = &program.globals[global];
    !data.constant
        && !data.hidden
        && data.shape.is_some()
        && (data.linkage == Linkage::External || escape.is_written(global))
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
    fn a_program_begins_with_first_values() {
        let program = program("int x; extern int y; int main(void) { return x + y; }");
        let main = program.find_func("main").expect("it is there");
        let globals = crate::World::of(&program, main).input_globals().into_iter();
        let names: Vec<&str> = globals.map(|it| program.globals[it].name.as_str()).collect();
        assert_eq!(names, ["y"]);
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
