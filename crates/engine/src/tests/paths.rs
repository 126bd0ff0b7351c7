//! Paths: each once, with how many there are and whether that is all.

use super::{Sample, check, check_with};
use crate::{Criterion, Options};
use expect_test::expect;

#[test]
fn paths_are_counted_once() {
    check(
        "int f(int a, int b) { int r = 0; if (a > 0) r = 1; if (b > 0) r += 2; return r; }",
        Criterion::Path,
        &expect![[r"
            b1+ a > 0: covered
            b1- a > 0: covered
            b2+ b > 0: covered
            b2- b > 0: covered
            paths 4, trapped 0, cut 0, complete, walked
        "]],
    );
}

#[test]
fn paths_that_exclude_each_other_are_none() {
    check(
        "int f(int a) { int r = 0; if (a > 0) r = 1; if (a > 1) r += 2; if (a > 2) r += 4; return r; }",
        Criterion::Path,
        &expect![[r"
            b1+ a > 0: covered
            b1- a > 0: covered
            b2+ a > 1: covered
            b2- a > 1: covered
            b3+ a > 2: covered
            b3- a > 2: covered
            paths 4, trapped 0, cut 0, complete, walked
        "]],
    );
}

#[test]
fn at_most_k_turns() {
    let text = "int f(unsigned n) { int s = 0; while (n > 0) { n >>= 1; s++; } return s; }";
    check(
        text,
        Criterion::KPath(2),
        &expect![[r"
        b1+ n > 0: covered
        b1- n > 0: covered
        paths 3, trapped 0, cut 0, complete, walked
    "]],
    );
    check(
        text,
        Criterion::Path,
        &expect![[r"
        b1+ n > 0: covered
        b1- n > 0: covered
        paths 33, trapped 0, cut 0, complete, walked
    "]],
    );
}

#[test]
fn all_inputs_are_all_paths() {
    check_with(
        "int f(_Bool a, _Bool b) { if (a) return b ? 1 : 2; return 3; }",
        &Options::standard(Criterion::Path),
        &expect![[r"
            b1+ a: covered
            b1- a: covered
            b2+ b: covered
            b2- b: covered
            paths 3, trapped 0, cut 0, complete, by all 4 inputs
        "]],
    );
}

#[test]
fn arrays_of_any_length() {
    check(
        "int f(const int *a, const int *b) { if (a[0] > b[0]) return a[1] > 0; return 0; }",
        Criterion::Path,
        &expect![[r"
            b1+ a[0] > b[0]: covered
            b1- a[0] > b[0]: covered
            paths 2, trapped 0, cut 0, complete, walked
        "]],
    );
}

#[test]
fn a_library_function_never_forks() {
    check(
        "unsigned long strlen(const char *); int f(const char *s) { return strlen(s) > 3; }",
        Criterion::KPath(2),
        &expect![[r"
            paths 1, trapped 0, cut 0, incomplete, walked
        "]],
    );
}

#[test]
fn several_tests_for_each_path_differ() {
    let sample = Sample::new("int f(int a) { if (a > 10) return 1; return 0; }");
    let options = Options { tests_per_path: 3, ..Options::judged(Criterion::Path) };
    let made = sample.generate(&options).expect("it starts");
    assert_eq!(made.report.tests.len(), 6);
    let mut inputs: Vec<String> = made.inputs.iter().map(|it| format!("{it:?}")).collect();
    inputs.sort();
    inputs.dedup();
    assert_eq!(inputs.len(), 6, "no two tests should have the same input");
}

#[test]
fn a_path_says_when_it_is_taken() {
    let sample = Sample::new("int f(int a, int b) { if (a > b) return a - b; return 0; }");
    let options = Options { predicates: true, ..Options::judged(Criterion::Path) };
    let made = sample.generate(&options).expect("it starts");
    let mut formulas: Vec<String> =
        made.report.tests.iter().map(|test| format!("{:?}", test.formula)).collect();
    formulas.sort();
    expect![[r#"
        None
        Some(Formula { predicate: Some("a <= b"), returns: Some("0"), writes: [] })
        Some(Formula { predicate: Some("b < a && !__builtin_sub_overflow(a, b, &(int32_t){0})"), returns: Some("a - b"), writes: [] })"#]].assert_eq(&formulas.join("\n"));
}
