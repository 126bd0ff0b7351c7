//! The test file that people keep: one C file, a `main`, no dependency.
//!
//! The source file is included, not linked, so that static functions and globals are within
//! reach. It comes before every other header, because it may set feature macros of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use suite::{Ends, FunctionReport, FunctionUnderTest, Objective, Outcome, Test, Types};

use crate::body::{
    allocators, any_fails, as_redirected, made_real, main_aside, redirect, restore, signature,
    statements, stub_symbol, stubs, test_function,
};
use crate::calls::Told;
use crate::local;
use crate::model::{self, trimmed};
use crate::sinks;
use crate::slug::test_name;
use crate::support::{
    ALLOCATION, ANOTHER, DIFFERS, KEEPS_STATE, LEAVE, MAIN, OTHER_MAIN, RUN_HERE, RUN_IN_CHILD,
    SOME_EXIT, TABLE_END, TABLE_HEAD, support,
};

/// What a caller may choose about the file.
#[derive(Clone, Debug)]
pub struct PlainOptions {
    /// How the file says it is compiled, e.g. `cc -o test_merge test_merge.c`.
    pub compile_command: String,
}

/// The test file of one function.
pub fn plain(types: &Types, function: &FunctionReport, options: &PlainOptions) -> String {
    let function = &trimmed(function);
    let types =
        &as_redirected(types, &elsewhere(&function.under_test, &function.tests), "probant_");
    let objectives = function.objectives_by_id();
    let name = |test| test_name(&objectives, test);
    let names: Vec<String> = function.tests.iter().map(name).collect();
    let mut tests = String::new();
    let told = Told::of(function.tests.iter());
    for (test, name) in function.tests.iter().zip(&names) {
        let statements = statements(types, &function.under_test, &told, test);
        let comment = purpose(&objectives, test);
        write!(tests, "\n{comment}{}", test_function(name, &statements))
            .expect("writing to a string succeeds");
    }
    let mut text = local::definitions(std::iter::once((types, &function.under_test)));
    text.push_str(&sinks::declarations(&function.under_test.redirected));
    text.push_str(&support(&tests));
    text.push_str(&sinks::definitions(&function.under_test.redirected, "probant_"));
    if any_fails(function.tests.iter()) {
        text.push_str(ALLOCATION);
    }
    if function.under_test.stubs.iter().any(|stub| stub.noreturn) {
        text.push_str(LEAVE);
    }
    let stubs = stubs(types, &function.under_test, function.tests.iter());
    for (name, helper) in [("probant_another(", ANOTHER), ("probant_differs(", DIFFERS)] {
        text.push_str(if stubs.contains(name) { helper } else { "" });
    }
    for name in &function.under_test.shadowed {
        writeln!(text, "#undef {name}").expect("writing to a string succeeds");
    }
    text.push_str(&renamed(&function.under_test));
    text.push_str(&stubs);
    let redirected = elsewhere(&function.under_test, &function.tests);
    text.push_str(&redirect(&redirected, "probant_"));
    text.push_str(&model::text(&function.under_test));
    text.push_str(&restore(&redirected));
    text.push_str(&named_again(&function.under_test));
    if let Some(through) = &function.under_test.through {
        write!(
            text,
            "\n/* Calls {} with the list of the arguments that follow. */\n{}",
            function.under_test.name, through.text
        )
        .expect("writing to a string succeeds");
    }
    text.push_str(more_arguments(function));
    text.push_str(longer_structures(&tests));
    text.push_str(&tests);
    text.push_str(&main_function(function, &names));
    let (header, include) = (header(types, function, options), include(function));
    format!("{header}{include}{}{text}", declared(&function.under_test, &text))
}

/// The functions that a test file of these tests defines under names of its own, for the code under test to call.
pub fn elsewhere(function: &FunctionUnderTest, tests: &[Test]) -> Vec<String> {
    let mut redirected = function.redirected.clone();
    if any_fails(tests.iter()) {
        redirected.extend(allocators(function));
    }
    redirected
}

fn header(types: &Types, function: &FunctionReport, options: &PlainOptions) -> String {
    let reproducers =
        function.tests.iter().filter(|test| when_run(&test.ends) == 0).collect::<Vec<_>>();
    let mut text = format!(
        "/* Tests of  {}\n * in {}, criterion {}.\n *\n * Compile: {}\n \
         * Run:     without arguments for all tests, or with the names of some: t1 t2.\n",
        comment_safe(&signature(types, &function.under_test)),
        comment_safe(&function.under_test.include),
        function.criterion,
        comment_safe(&options.compile_command)
    );
    if !reproducers.is_empty() {
        text.push_str(" *\n * These do not return, and run only when named:\n");
        for test in reproducers {
            writeln!(text, " *   {}  {}", test.id, comment_safe(&ending(&test.ends)))
                .expect("writing to a string succeeds");
        }
    }
    text.push_str(" */\n");
    text
}

fn ending(ends: &Ends) -> String {
    match ends {
        Ends::Return => "returns".into(),
        Ends::Trap { kind, line } => format!("{} at line {line}", kind.replace('-', " ")),
        Ends::Exit { status, line } => format!("ends the program with {status} at line {line}"),
        Ends::Limit { what } => format!("does not end within {what}"),
    }
}

/// The source under test; its `main`, if it has one, steps aside, and where tests let allocations
/// fail, they go through functions of the test file.
fn include(function: &FunctionReport) -> String {
    let path = function.under_test.include.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = format!("#include \"{path}\"\n");
    for name in function.under_test.replaced.iter().rev() {
        text = format!("#pragma weak {name}\n{text}");
    }
    if function.under_test.main_conflict {
        let (before, after) = main_aside(&function.under_test);
        text = format!("{before}{text}{after}");
    }
    if any_fails(function.tests.iter()) {
        let names = allocators(&function.under_test);
        text = format!("{}{text}{}", redirect(&names, "probant_"), restore(&names));
    }
    let names = &function.under_test.redirected;
    let real = made_real(&function.under_test.inlined);
    format!("{}{text}{}{real}", redirect(names, "probant_"), restore(names))
}

/// What files declare that are linked, if the text that follows names any of it.
fn declared(function: &FunctionUnderTest, text: &str) -> String {
    let declared = &function.declared;
    let words: BTreeSet<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    if !declared.names.iter().any(|name| words.contains(name.as_str())) {
        return String::new();
    }
    let headers = declared.headers.iter().flat_map(|name| ["#include ", name, "\n"]);
    format!(
        "\n/* What the linked files declare. */\n{}{}",
        headers.collect::<String>(),
        declared.text
    )
}

/// From here on what is called as a function of the source file is what stands in for it.
fn renamed(function: &FunctionUnderTest) -> String {
    if function.replaced.is_empty() {
        return String::new();
    }
    let mut text =
        "/* These stand in for functions of the file: they are weak there, and the linker takes \
                    what --defsym\n * names. */\n"
            .to_owned();
    for name in &function.replaced {
        let symbol = stub_symbol(name);
        writeln!(text, "#define {name} {symbol}").expect("writing to a string succeeds");
    }
    text
}

fn named_again(function: &FunctionUnderTest) -> String {
    let mut text = String::new();
    for name in &function.replaced {
        writeln!(text, "#undef {name}").expect("writing to a string succeeds");
    }
    text
}

/// Tests pass more arguments than a format may have: whoever looks at too many finds zeros.
fn more_arguments(function: &FunctionReport) -> &'static str {
    let n_params = function.under_test.params.len();
    let passes_more = |test: &Test| test.inputs.params.len() > n_params;
    if function.tests.iter().any(passes_more) {
        "\n#pragma GCC diagnostic ignored \"-Wformat\"\n\
         #pragma GCC diagnostic ignored \"-Wformat-extra-args\"\n"
    } else {
        ""
    }
}

/// Behind a structure that ends in an array of any length there are elements of it, in a structure that has both.
fn longer_structures(tests: &str) -> &'static str {
    if tests.contains(" head; ") {
        "\n#ifdef __clang__\n\
         #pragma GCC diagnostic ignored \"-Wgnu-variable-sized-type-not-at-end\"\n\
         #endif\n"
    } else {
        ""
    }
}

/// Why the test is there, and the way it goes.
fn purpose(objectives: &BTreeMap<&str, &Objective>, test: &Test) -> String {
    let mut text = format!("/* {}", test.id);
    match &test.ends {
        Ends::Return => {}
        ends => write!(text, ": {}", ending(ends)).expect("writing to a string succeeds"),
    }
    let covers = test.covers.iter().filter_map(|id| objectives.get(id.as_str()));
    let covers: Vec<&Objective> = covers.copied().collect();
    if !covers.is_empty() {
        text.push_str(" is there for");
        for objective in covers {
            write!(text, "\n *   {}", objective_line(objective))
                .expect("writing to a string succeeds");
        }
    }
    if !test.path.is_empty() {
        write!(text, "\n * path: {}", short_path(&test.path))
            .expect("writing to a string succeeds");
    }
    // Everything above may quote source text, which must not end the comment early.
    let body = comment_safe(&text["/*".len()..]);
    format!("/*{body} */\n")
}

fn objective_line(objective: &Objective) -> String {
    let outcome = match &objective.outcome {
        Outcome::Truth(truth) => format!("is {truth}"),
        Outcome::Named(name) => format!("takes {name}"),
        Outcome::Reached => "is reached".into(),
    };
    let text = objective.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("line {}: {text} {outcome} ({})", objective.line, objective.id)
}

/// Paths longer than this are cut in the comment; the report has them whole.
const SHORT_PATH: usize = 12;

fn short_path(path: &[String]) -> String {
    let shown = path.iter().take(SHORT_PATH).cloned().collect::<Vec<_>>().join(" ");
    match path.len().saturating_sub(SHORT_PATH) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Text that can stand in a comment: it neither ends nor begins one.
fn comment_safe(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

fn main_function(function: &FunctionReport, names: &[String]) -> String {
    let mut table = String::new();
    for (test, name) in function.tests.iter().zip(names) {
        let by_default = when_run(&test.ends);
        writeln!(table, "    {{\"{}\", {name}, {by_default}}},", test.id)
            .expect("writing to a string succeeds");
    }
    let any_exits = function.tests.iter().any(|test| matches!(test.ends, Ends::Exit { .. }));
    let in_child = function.under_test.stateful || any_exits;
    let run = if in_child { RUN_IN_CHILD } else { RUN_HERE };
    let why = if function.under_test.stateful { KEEPS_STATE } else { SOME_EXIT };
    let run = run.replace("WHY", why);
    let main = match &function.under_test.main_prototype {
        Some(_) => MAIN.replace("int main(int argc, char **argv)\n", OTHER_MAIN),
        None => MAIN.to_owned(),
    };
    format!("{TABLE_HEAD}{table}{TABLE_END}{run}{main}")
}

/// Whether a test is run when none is named: 0 if not, 1 if it returns, else two more than the status it ends the program with.
fn when_run(ends: &Ends) -> u32 {
    match ends {
        Ends::Return => 1,
        Ends::Exit { status, .. } => 2 + u32::from(*status),
        Ends::Trap { .. } | Ends::Limit { .. } => 0,
    }
}

#[cfg(test)]
#[allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them when blessing")]
mod tests {
    use expect_test::{Expect, expect};
    use suite::{
        CType, CValue, Field, FunctionUnderTest, Inputs, Object, ObjectiveKind, Outputs, Param,
        Replay, Verdict,
    };

    use super::*;

    /// The tests of a file, without what is the same in every file.
    #[track_caller]
    fn check(types: &Types, function: &FunctionReport, expect: &Expect) {
        let options = PlainOptions { compile_command: "cc test.c".into() };
        let text = plain(types, function, &options);
        let from = text.find("\n/* t1").expect("there is a test");
        let to = text.find("\nstruct probant_entry").expect("there is a table");
        expect.assert_eq(&text[from..to]);
    }

    fn objective(id: &str, line: u32, text: &str, outcome: bool) -> Objective {
        Objective {
            id: id.into(),
            kind: ObjectiveKind::Branch,
            in_function: "f".into(),
            file: None,
            line,
            col: 1,
            text: text.into(),
            outcome: Outcome::Truth(outcome),
            verdict: Verdict::Covered { test: "t1".into() },
        }
    }

    fn test(id: &str, inputs: Inputs, outputs: Outputs, covers: &[&str]) -> Test {
        Test {
            id: id.into(),
            inputs,
            outputs,
            path: covers.iter().map(ToString::to_string).collect(),
            covers: covers.iter().map(ToString::to_string).collect(),
            formula: None,
            ends: Ends::Return,
            replayed: Replay::NotRun,
        }
    }

    #[test]
    fn arrays_and_scalars_read_as_if_written_by_hand() {
        let mut types = Types::new();
        let int = types.int("int", 32, true);
        let to_int = types.pointer(int);
        let under_test = FunctionUnderTest::new(
            "sum",
            int,
            vec![("a".into(), to_int), ("sum".into(), int)],
            "sum.c",
        );
        let mut function = FunctionReport::new(under_test, "branch");
        function.objectives = vec![
            objective("b1+", 3, "i < sum /* n */ ", true),
            objective("b1-", 3, "i < n", false),
        ];
        let object = |values: &[i128]| Object {
            name: "a".into(),
            elem: int,
            values: values.iter().map(|&value| CValue::Int(value)).collect(),
            storage: suite::Storage::Variable,
        };
        let inputs = Inputs {
            objects: vec![object(&[1, i128::from(i32::MIN)])],
            params: vec![
                Param { name: "a".into(), ty: to_int, value: CValue::pointer("a", 0) },
                Param { name: "sum".into(), ty: int, value: CValue::Int(2) },
            ],
            ..Inputs::default()
        };
        let outputs = Outputs {
            returns: Some(CValue::Int(-3)),
            objects: vec![object(&[1, 0])],
            ..Outputs::default()
        };
        function.tests = vec![test("t1", inputs, outputs, &["b1+", "b1-"])];
        check(
            &types,
            &function,
            &expect![[r#"

                /* t1 is there for
                 *   line 3: i < sum / * n * / is true (b1+)
                 *   line 3: i < n is false (b1-)
                 * path: b1+ b1- */
                static void test_t1_i_lt_sum_over_times_n_times_over_is_true(void)
                {
                    int a[2] = {1, INT_MIN};
                    int sum_arg = 2;

                    int result = sum(a, sum_arg);
                    CHECK_INT(result, -3);
                    static const int a_after[2] = {1, 0};
                    CHECK_INTS(a, a_after, 2);
                }
            "#]],
        );
    }

    #[test]
    fn linked_nodes_are_declared_pointees_first_and_cycles_closed_after() {
        let mut types = Types::new();
        let int = types.int("int", 32, true);
        let node = types.add(CType::Void);
        let to_node = types.pointer(node);
        let field = |name: &str, ty| Field { name: name.into(), ty, bitfield: None };
        types.complete(
            node,
            CType::Struct {
                spelling: "struct node".into(),
                is_union: false,
                fields: vec![field("value", int), field("next", to_node)],
            },
        );
        let under_test =
            FunctionUnderTest::new("find", to_node, vec![("list".into(), to_node)], "list.c");
        let mut function = FunctionReport::new(under_test, "path");
        let object = |name: &str, value, next: &str| Object {
            name: name.into(),
            elem: node,
            values: vec![CValue::Struct(vec![CValue::Int(value), CValue::pointer(next, 0)])],
            storage: suite::Storage::Variable,
        };
        let inputs = Inputs {
            objects: vec![object("n1", 1, "n2"), object("n2", 2, "n1"), object("unused", 0, "n1")],
            params: vec![Param {
                name: "list".into(),
                ty: to_node,
                value: CValue::pointer("n1", 0),
            }],
            ..Inputs::default()
        };
        let outputs = Outputs { returns: Some(CValue::pointer("n2", 0)), ..Outputs::default() };
        function.tests = vec![test("t1", inputs, outputs, &[])];
        check(
            &types,
            &function,
            &expect![[r#"

                /* t1 */
                static void test_t1(void)
                {
                    struct node n2 = {.value = 2, .next = NULL};
                    struct node n1 = {.value = 1, .next = &n2};
                    n2.next = &n1;

                    struct node *result = find(&n1);
                    CHECK_POINTER(result, &n2);
                }
            "#]],
        );
    }

    #[test]
    fn what_is_freed_is_allocated_and_failures_are_marked() {
        let mut types = Types::new();
        let int = types.int("int", 32, true);
        let node = types.add(CType::Void);
        let to_node = types.pointer(node);
        let to_int = types.pointer(int);
        let field = |name: &str, ty| Field { name: name.into(), ty, bitfield: None };
        let fields = vec![field("value", int), field("next", to_node)];
        let spelling = "struct node".to_string();
        types.complete(node, CType::Struct { spelling, is_union: false, fields });
        let params = vec![("list".into(), to_node), ("a".into(), to_int)];
        let under_test = FunctionUnderTest::new("clear", int, params, "list.c");
        let mut function = FunctionReport::new(under_test, "branch");
        let object = |name: &str, next: &str| Object {
            name: name.into(),
            elem: node,
            values: vec![CValue::Struct(vec![CValue::Int(1), CValue::pointer(next, 0)])],
            storage: suite::Storage::Heap,
        };
        let array = Object {
            name: "a".into(),
            elem: int,
            values: vec![CValue::Int(4), CValue::Int(5)],
            storage: suite::Storage::Heap,
        };
        let inputs = Inputs {
            objects: vec![object("n1", "n2"), object("n2", "n1"), array],
            params: vec![
                Param { name: "list".into(), ty: to_node, value: CValue::pointer("n1", 0) },
                Param { name: "a".into(), ty: to_int, value: CValue::pointer("a", 0) },
            ],
            failing: vec![1],
            ..Inputs::default()
        };
        function.tests = vec![test("t1", inputs, Outputs::default(), &[])];
        check(
            &types,
            &function,
            &expect![[r#"

                /* t1 */
                static void test_t1(void)
                {
                    struct node *n2 = malloc(sizeof *n2);
                    struct node *n1 = malloc(sizeof *n1);
                    int *a = malloc(2 * sizeof *a);
                    *n2 = (struct node){.value = 1, .next = n1};
                    *n1 = (struct node){.value = 1, .next = n2};
                    a[0] = 4;
                    a[1] = 5;
                    FAIL_ALLOCATIONS("-x");

                    (void)clear(n1, a);
                }
            "#]],
        );
    }
}
