//! Test functions: the part that the emitted file and the replay harness have in common.

use std::fmt::Write;

use suite::{CType, Ends, FunctionUnderTest, Stub, Test, Types};

use crate::calls::{self, Told};
use crate::checks::call_and_checks;
use crate::declarator::{declare, type_name};
use crate::devices;
use crate::local;
use crate::model::head;
use crate::scope::Scope;
use crate::setup::setup;
use crate::sinks;

/// The statements of one test, unindented: inputs, call, assertions.
pub(crate) fn statements(
    types: &Types,
    function: &FunctionUnderTest,
    told: &Told<'_>,
    test: &Test,
) -> Vec<String> {
    let mut scope = Scope::new(types, function, test);
    let (mut lines, arguments) = setup(&mut scope, function, &test.inputs);
    if !function.devices.is_empty() {
        lines.insert(0, "stand_still();".to_owned());
    }
    lines.extend(calls::expectations(&scope, function, test));
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let sequence = test.inputs.sequence.as_ref();
    lines.extend(call_and_checks(&mut scope, function, &arguments, sequence, &test.outputs));
    lines.extend(calls::check(told, test));
    lines
}

/// A test function with the given name.
pub(crate) fn test_function(name: &str, statements: &[String]) -> String {
    let mut text = format!("static void {name}(void)\n{{\n");
    for line in statements.iter().flat_map(|statement| statement.split('\n')) {
        let indent = if line.is_empty() { "" } else { "    " };
        writeln!(text, "{indent}{line}").expect("writing to a string succeeds");
    }
    text.push_str("}\n");
    text
}

/// Definitions of the functions without a body: each returns what the running test told it to, goes on with the last value
/// when it is called more often than foreseen, and writes down what it is given, for tests to look at.
pub(crate) fn stubs<'a>(
    types: &Types,
    function: &FunctionUnderTest,
    tests: impl Iterator<Item = &'a Test> + Clone,
) -> String {
    let mut text = externals(types, function);
    let told = Told::of(tests.clone());
    text.push_str(&calls::definitions(types, function, tests.clone()));
    text.push_str(&devices::definitions(types, function, &told));
    for stub in function.stubs.iter().filter(|stub| function.device(&stub.name).is_none()) {
        let calls = tests.clone().flat_map(|test| &test.inputs.stubs);
        let most = calls.filter(|calls| calls.function == stub.name).map(|c| c.returns.len()).max();
        let why =
            if function.replaced.contains(&stub.name) { "is replaced" } else { "has no body" };
        let most = most.unwrap_or(0).max(1);
        text.push_str(&stub_definition(types, stub, most, (why, told.contains(stub.told()))));
        text.push('\n');
    }
    text
}

/// Definitions of the variables that the unit only declares; tests give them their values.
fn externals(types: &Types, function: &FunctionUnderTest) -> String {
    let mut text = String::new();
    for external in &function.externals {
        let name = &external.name;
        // Qualifiers of a pointer stand elsewhere than those of a number.
        if external.is_volatile && !matches!(types.get(external.ty), CType::Int(_)) {
            writeln!(text, "__typeof__({name}) {name};").expect("writing to a string succeeds");
            continue;
        }
        let qualifier = match (external.is_const, external.is_volatile) {
            (false, false) => "",
            (true, false) => "const ",
            (false, true) => "volatile ",
            (true, true) => "const volatile ",
        };
        let definition = declare(types, external.ty, name);
        writeln!(text, "{qualifier}{definition};").expect("writing to a string succeeds");
    }
    text
}

/// What stands in for a function of the source file, as the linker knows it.
pub fn stub_symbol(name: &str) -> String {
    format!("{name}_stub")
}

fn stub_definition(
    types: &Types,
    stub: &Stub,
    most: usize,
    (why, is_told): (&str, bool),
) -> String {
    let (name, head) = (&stub.name, head(types, stub));
    let unused = (0..stub.params.len()).map(|index| format!("    (void)a{index};\n"));
    let body = if is_told { calls::comparison(types, stub) } else { unused.collect() };
    if stub.noreturn {
        return format!(
            "/* {name} never returns: a test ends where it is called. */\n\
             {head}\n{{\n{body}    probant_leave();\n}}\n"
        );
    }
    if matches!(types.get(stub.returns), CType::Void) {
        return format!("{head}\n{{\n{body}}}\n");
    }
    let array = declare(types, stub.returns, &format!("{name}_returns[{most}]"));
    let last = most - 1;
    format!(
        "/* {name} {why} here: each test says what it returns. */\n\
         static {array};\nstatic int {name}_calls;\n{head}\n{{\n{body}    \
         {name}_calls++;\n    \
         return {name}_returns[{name}_calls < {most} ? {name}_calls - 1 : {last}];\n}}\n"
    )
}

/// What `main` of the unit is called while a program with a `main` of its own includes it.
pub const MAIN_UNDER_TEST: &str = "main_under_test";

/// What stands around a unit so that its `main` makes room for another. One that C knows keeps its name in C, and so what it
/// means to reach its end, and has another for the linker.
pub fn main_aside(function: &FunctionUnderTest) -> (String, &'static str) {
    match &function.main_prototype {
        Some(main) => (format!("{main} __asm__(\"{MAIN_UNDER_TEST}\");\n"), ""),
        None => (format!("#define main {MAIN_UNDER_TEST}\n"), "#undef main\n"),
    }
}

/// The name by which tests call the function.
pub(crate) fn callee(function: &FunctionUnderTest) -> &str {
    if let Some(through) = &function.through {
        return &through.name;
    }
    let is_renamed = function.main_conflict && function.main_prototype.is_none();
    if is_renamed && function.name == "main" { MAIN_UNDER_TEST } else { &function.name }
}

/// The tests of one function, for a program that has those of several.
#[derive(Clone, Copy, Debug)]
pub struct TestsOf<'a> {
    /// The types that the tests refer to.
    pub types: &'a Types,
    /// The function that they call.
    pub function: &'a FunctionUnderTest,
    /// The tests.
    pub tests: &'a [Test],
}

/// The text to append to an instrumented unit for native replay: one function per test of each group, in order, a table of them,
/// which are expected to return, and to which group each belongs. Assertions call `__probant_check_…`, which the replay runtime
/// defines. All groups are about functions of one unit, so that what it leaves to others is defined once.
///
/// Only `<limits.h>` is included, since it declares nothing that the unit could have declared
/// already.
pub fn harness(groups: &[TestsOf<'_>]) -> String {
    let types: Vec<Types> = groups.iter().map(|group| types_in_harness(groups, group)).collect();
    let groups: Vec<TestsOf<'_>> =
        groups.iter().zip(&types).map(|(group, types)| TestsOf { types, ..*group }).collect();
    let mut text = String::from(HARNESS_PRELUDE);
    text.push_str(&local::definitions(groups.iter().map(|group| (group.types, group.function))));
    if let Some(first) = groups.first() {
        text.push_str(&sinks::declarations(&first.function.redirected));
        text.push_str(&sinks::definitions(&first.function.redirected, LIBRARY_PREFIX));
        let tests = groups.iter().flat_map(|group| group.tests);
        text.push_str(&stubs(first.types, first.function, tests));
    }
    let (mut table, mut returns, mut group_of) = (String::new(), String::new(), String::new());
    let told: Vec<Told<'_>> = groups.iter().map(|group| Told::of(group.tests.iter())).collect();
    let all = groups.iter().enumerate();
    let all = all.flat_map(|(at, group)| group.tests.iter().map(move |test| (at, group, test)));
    for (index, (at, group, test)) in all.enumerate() {
        returns.push_str(if test.ends == Ends::Return { "1, " } else { "0, " });
        write!(group_of, "{at}, ").expect("writing to a string succeeds");
        let name = format!("__probant_test_{index}");
        let mut statements = statements(group.types, group.function, &told[at], test);
        statements.push("__probant_end();".into());
        text.push_str(&test_function(&name, &statements));
        writeln!(table, "    {name},").expect("writing to a string succeeds");
    }
    write!(
        text,
        "void (*const __probant_tests[])(void) = {{\n{table}    0\n}};\n\
         const char __probant_returns[] = {{ {returns}0 }};\n\
         const unsigned __probant_groups[] = {{ {group_of}0 }};\n"
    )
    .expect("writing to a string succeeds");
    text
}

/// The types of a group as the unit has them where some test lets allocations fail.
fn types_in_harness(groups: &[TestsOf<'_>], group: &TestsOf<'_>) -> Types {
    let types = as_redirected(group.types, &group.function.redirected, LIBRARY_PREFIX);
    if any_fails(groups.iter().flat_map(|group| group.tests)) {
        return as_redirected(&types, &allocators(group.function), ALLOCATORS_PREFIX);
    }
    types
}

/// What the names of allocators begin with that a replay harness defines.
pub const ALLOCATORS_PREFIX: &str = "__probant_";

/// What the names of library functions begin with that a replay harness defines.
pub const LIBRARY_PREFIX: &str = "__probant_lib_";

/// What the unit calls of the C library, each with the prefix of the functions that a harness puts in their places.
pub fn redirect(names: &[String], prefix: &str) -> String {
    let lines = names.iter().flat_map(|name| ["#define ", name, " ", prefix, name, "\n"]);
    lines.collect()
}

/// The types of a unit to which [`redirect`] was applied: macros do not ask whether a name is that of a member.
pub(crate) fn as_redirected(types: &Types, names: &[String], prefix: &str) -> Types {
    let mut types = types.clone();
    for ty in types.iter_mut() {
        let CType::Struct { fields, .. } = ty else { continue };
        for field in fields.iter_mut().filter(|field| names.contains(&field.name)) {
            field.name.insert_str(0, prefix);
        }
    }
    types
}

/// Takes [`redirect`] back.
pub fn restore(names: &[String]) -> String {
    names.iter().flat_map(|name| ["#undef ", name, "\n"]).collect()
}

/// Declares `inline` functions of the unit once more, so that they are there for the linker, too.
pub fn made_real(names: &[String]) -> String {
    let lines = names.iter().flat_map(|name| ["extern __typeof__(", name, ") ", name, ";\n"]);
    lines.collect()
}

/// What the unit calls to allocate and does not define itself: a harness puts functions of its own in their places.
pub fn allocators(function: &FunctionUnderTest) -> Vec<String> {
    let names = ALLOCATORS.map(str::to_owned).into_iter();
    names.filter(|name| !function.defined.contains(name)).collect()
}

const ALLOCATORS: [&str; 6] = ["malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup"];

/// Does some test let allocations fail?
pub fn any_fails<'a>(mut tests: impl Iterator<Item = &'a Test>) -> bool {
    tests.any(|test| !test.inputs.failing.is_empty())
}

/// The function's prototype, for people to read.
pub(crate) fn signature(types: &Types, function: &FunctionUnderTest) -> String {
    let params: Vec<String> =
        function.params.iter().map(|(name, ty)| declare(types, *ty, name)).collect();
    let params = if params.is_empty() { "void".into() } else { params.join(", ") };
    let head = format!("{}({params})", function.name);
    match types.get(function.returns) {
        CType::Void => format!("void {head}"),
        CType::Int(_) | CType::Float { .. } | CType::Struct { .. } => {
            format!("{} {head}", type_name(types, function.returns))
        }
        CType::Pointer { .. } | CType::Array { .. } | CType::FunctionPointer { .. } => {
            declare(types, function.returns, &head)
        }
    }
}

const HARNESS_PRELUDE: &str = r"
#include <limits.h>
#undef NULL
#define NULL ((void *)0)
#undef malloc
#define malloc(size) __builtin_malloc(size)
extern const char *__probant_failing;
#define FAIL_ALLOCATIONS(marks) (__probant_failing = (marks))
extern void __probant_end(void);
extern void __probant_leave(void) __attribute__((noreturn));
#define probant_leave() __probant_leave()
extern void __probant_check_int(const char *what, long index, long long got, long long want);
extern void __probant_check_uint(const char *what, long index, unsigned long long got,
                                 unsigned long long want);
extern void __probant_check_float(const char *what, long index, double got, double want);
extern void __probant_check_extended(const char *what, long index, long double got,
                                     long double want);
extern void __probant_check_pointer(const char *what, const void *got, const void *want);
extern void __probant_check_true(const char *what, int truth);
#define probant_another(line, text, name) __probant_check_true(name, 0)
#define probant_differs(line, text, what, got, want) __probant_check_int(what, -1, got, want)
#define CHECK_INT(got, want) __probant_check_int(#got, -1, (long long)(got), (long long)(want))
#define CHECK_UINT(got, want) \
    __probant_check_uint(#got, -1, (unsigned long long)(got), (unsigned long long)(want))
#define CHECK_FLOAT(got, want) __probant_check_float(#got, -1, (got), (want))
#define CHECK_EXTENDED(got, want) __probant_check_extended(#got, -1, (got), (want))
#define CHECK_POINTER(got, want) \
    __probant_check_pointer(#got, (const void *)(got), (const void *)(want))
extern void __probant_capture(void);
extern void __probant_check_printed(const char *output, const char *error);
#define CAPTURE_PRINTED() __probant_capture()
#define CHECK_PRINTED(output, error) __probant_check_printed(output, error)
#define CHECK_TRUE(truth) __probant_check_true(#truth, (truth) ? 1 : 0)
#define __PROBANT_EACH(check, type, got, want, n) \
    do { \
        unsigned __probant_i; \
        for (__probant_i = 0; __probant_i < (n); __probant_i++) \
            check(#got, (long)__probant_i, (type)(got)[__probant_i], (type)(want)[__probant_i]); \
    } while (0)
#define CHECK_INTS(got, want, n) __PROBANT_EACH(__probant_check_int, long long, got, want, n)
#define CHECK_UINTS(got, want, n) \
    __PROBANT_EACH(__probant_check_uint, unsigned long long, got, want, n)
#define CHECK_FLOATS(got, want, n) __PROBANT_EACH(__probant_check_float, double, got, want, n)
#define CHECK_EXTENDEDS(got, want, n) \
    __PROBANT_EACH(__probant_check_extended, long double, got, want, n)
";
