//! Which functions a pointer of the input may lead to: those of exactly its C type, as a caller without casts could pass them.
//!
//! Types are compared as far as shapes tell them: `const` behind pointers, signs, names of records and of opaque types count.
//! A name that a `typedef` gave may stand for any type of the same size and sign.

use crate::host::{is_alike, taken_for};
use crate::shape::alike;
use ir::{CodeView, Func, FuncData, Program, Shape, ShapeId, View};

/// Most functions of other files that one pointer may lead to: two pointers are the same or not.
const MOST_OTHERS: usize = 2;

/// The functions that a pointer to a function may lead to, all of its type: those of the unit, then those that stand for
/// functions of other files.
pub fn functions_of(program: &Program, shape: ShapeId) -> Vec<Func> {
    if !matches!(program.shapes[shape], Shape::Code { .. }) {
        return Vec::new();
    }
    let of_type: Vec<(Func, &FuncData)> =
        program.funcs.iter().filter(|(_, data)| has_type(program, data, shape)).collect();
    let is_own = |data: &FuncData| data.is_own() && data.name != "main";
    let own = of_type.iter().filter(|(_, data)| is_own(data));
    let others = of_type.iter().filter(|(func, _)| is_other(program, *func)).take(MOST_OTHERS);
    own.chain(others).map(|(func, _)| *func).collect()
}

/// The types of functions that a pointer is taken for, by way of other pointers as well: not its own.
pub(crate) fn called_as(
    program: &Program,
    (views, code_views): (&[View], &[CodeView]),
    pointer: ShapeId,
) -> Vec<ShapeId> {
    let mut types: Vec<ShapeId> = Vec::new();
    let mut open = if code_views.is_empty() { Vec::new() } else { vec![pointer] };
    while let Some(source) = open.pop() {
        let led = pointees(program, views, source);
        let is_source = |from: ShapeId| match program.shapes[from] {
            Shape::Pointer { to, .. } => led.iter().any(|&it| is_alike(program, it, to)),
            // A name that a `typedef` gave tells nothing of what is returned.
            _ => alike(program, from, source),
        };
        for view in code_views.iter().filter(|view| is_source(view.from)) {
            let is_known = |&known: &ShapeId| is_same(program, known, view.to);
            if !is_known(&pointer) && !types.iter().any(is_known) {
                types.push(view.to);
                open.push(view.to);
            }
        }
    }
    types
}

/// What a pointer leads to, and what that is taken for; nothing if it leads to functions.
fn pointees(program: &Program, views: &[View], pointer: ShapeId) -> Vec<Option<ShapeId>> {
    let Shape::Pointer { to, .. } = program.shapes[pointer] else { return Vec::new() };
    let taken = taken_for(program, views, to).into_iter().map(Some);
    std::iter::once(to).chain(taken).collect()
}

/// Does a function stand for one of another file that pointers of the input may lead to?
pub fn is_other(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let number = data.name.strip_prefix(ir::OTHER_FUNCTION);
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    number.is_some_and(is_number) && (data.system || data.body.is_none())
}

/// Is a function of the type that a pointer leads to?
fn has_type(program: &Program, data: &FuncData, shape: ShapeId) -> bool {
    let Shape::Code { sig, params, spelling } = &program.shapes[shape] else { return false };
    if sig.variadic && sig.params.is_empty() {
        // A pointer without a prototype leads to functions of any parameters.
        return data.sig.ret == sig.ret && returns(program, data, spelling);
    }
    let mut pairs = params.iter().zip(&data.params);
    data.sig == *sig
        && returns(program, data, spelling)
        && pairs.all(|(&param, other)| is_same(program, param, other.shape))
}

/// Does a function return what the spelling of a pointer says? Numbers are told by the signature.
fn returns(program: &Program, data: &FuncData, spelling: &str) -> bool {
    let Some((result, params)) = spelling.split_once("(*)") else { return true };
    // A name that a `typedef` gave a type of functions tells nothing of what is returned.
    if params.is_empty() {
        return true;
    }
    match data.ret.map(|ret| &program.shapes[ret]) {
        Some(Shape::Pointer { spelling, .. }) => compact(result) == compact(spelling),
        Some(Shape::Int { spelling, .. }) => is_same_number(result, spelling),
        _ => true,
    }
}

fn is_same(program: &Program, a: ShapeId, b: ShapeId) -> bool {
    if a == b {
        return true;
    }
    match (&program.shapes[a], &program.shapes[b]) {
        (
            Shape::Pointer { to: to_a, read_only: x, spelling: a, .. },
            Shape::Pointer { to: to_b, read_only: y, spelling: b, .. },
        ) => match (to_a, to_b) {
            (Some(a), Some(b)) => x == y && is_same(program, *a, *b),
            (None, None) => x == y && is_same_name(a, b),
            _ => false,
        },
        (
            Shape::Int { ty: a, signed: x, boolean: p, spelling: m, .. },
            Shape::Int { ty: b, signed: y, boolean: q, spelling: n, .. },
        ) => a == b && x == y && p == q && is_same_number(m, n),
        (Shape::Float { ty: a, .. }, Shape::Float { ty: b, .. }) => a == b,
        (Shape::Array { elem: a, len: n }, Shape::Array { elem: b, len: m }) => {
            n == m && is_same(program, *a, *b)
        }
        (
            Shape::Code { sig: a, params: p, spelling: m },
            Shape::Code { sig: b, params: q, spelling: n },
        ) => {
            let mut pairs = p.iter().zip(q);
            let result = |spelling: &str| compact(spelling.split("(*)").next().unwrap_or(""));
            a == b && result(m) == result(n) && pairs.all(|(&a, &b)| is_same(program, a, b))
        }
        (Shape::Record { spelling: a, .. }, Shape::Record { spelling: b, .. })
        | (Shape::Opaque { spelling: a, .. }, Shape::Opaque { spelling: b, .. }) => a == b,
        _ => false,
    }
}

/// May two spellings be those of one integer type? Two different words of the language are not.
fn is_same_number(a: &str, b: &str) -> bool {
    let kind = |spelling: &str| {
        let words: Vec<&str> = spelling.split_whitespace().collect();
        let has = |word: &str| words.contains(&word);
        let longs = words.iter().filter(|word| **word == "long").count();
        let known = ["unsigned", "signed", "long", "int", "short", "char"];
        let is_plain = !words.is_empty() && words.iter().all(|word| known.contains(word));
        let size = (longs, has("short"), has("char"));
        is_plain.then_some((has("unsigned"), has("signed") && has("char"), size))
    };
    kind(a).zip(kind(b)).is_none_or(|(a, b)| a == b)
}

/// May two opaque pointers lead to the same?
fn is_same_name(a: &str, b: &str) -> bool {
    let (a, b) = (name(a), name(b));
    let is_plain =
        |name: &str| name == "void" || name.starts_with("struct ") || name.starts_with("union ");
    a == b || !is_plain(&a) || !is_plain(&b)
}

/// The name of what an opaque pointer leads to.
fn name(spelling: &str) -> String {
    let words = spelling.split(|c: char| c.is_whitespace() || c == '*');
    let is_name = |word: &&str| {
        !matches!(*word, "" | "const" | "volatile" | "restrict" | "__restrict" | "__restrict__")
    };
    words.filter(is_name).collect::<Vec<_>>().join(" ")
}

fn compact(spelling: &str) -> String {
    spelling.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::program;

    /// The functions that the first parameter of `under_test` may lead to.
    #[track_caller]
    fn check(text: &str, found: &[&str]) {
        let program = program(text);
        let func = program.find_func("under_test").expect("there is a function under test");
        let functions = functions_of(&program, program.funcs[func].params[0].shape);
        let names: Vec<&str> = functions.iter().map(|&it| &*program.funcs[it].name).collect();
        assert_eq!(names, found, "{text}");
    }

    #[test]
    fn only_functions_of_the_type_are_led_to() {
        let functions = "int a(const void *p) { return p != 0; } int b(void *p) { return p != 0; }
            unsigned c(void *p) { return p != 0; } int d(char *p) { return p != 0; }";
        let with =
            |pointer: &str| format!("{functions} int under_test({pointer}) {{ return f(0); }}");
        check(&with("int (*f)(void *)"), &["b"]);
        check(&with("int (*f)(const void *)"), &["a"]);
        check(&with("int (*f)(char *)"), &["d"]);
        check(&with("int (*f)(const char *)"), &[]);
        check(&with("unsigned int (*f)(void *)"), &["c"]);
    }

    #[test]
    fn results_that_are_pointers_are_told_apart() {
        let functions = "char *a(int n) { return n ? 0 : 0; } void *b(int n) { return n ? 0 : 0; }";
        let with =
            |pointer: &str| format!("{functions} int under_test({pointer}) {{ return !f(0); }}");
        check(&with("char *(*f)(int)"), &["a"]);
        check(&with("void *(*f)(int)"), &["b"]);
    }

    #[test]
    fn numbers_of_the_same_size_are_told_apart() {
        let functions = "int a(long n) { return !n; } int b(long long n) { return !n; }
            typedef long own; int c(own n) { return !n; }";
        let with =
            |pointer: &str| format!("{functions} int under_test({pointer}) {{ return f(0); }}");
        check(&with("int (*f)(long)"), &["a", "c"]);
        check(&with("int (*f)(long long)"), &["b", "c"]);
        check(&with("int (*f)(unsigned long)"), &[]);
    }
}
