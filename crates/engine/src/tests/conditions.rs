//! MC/DC, masking and by unique cause: which conditions decide, which pairs of evaluations there are.

use super::{Sample, check};
use crate::{Criterion, Options};
use expect_test::expect;

#[test]
fn each_condition_decides_once() {
    check(
        "int f(int a, int b, int c) { if ((a > 0 && b > 0) || c > 0) return 1; return 0; }",
        Criterion::Mcdc,
        &expect![[r"
            m1+ a > 0: covered
            m1- a > 0: covered
            m2+ b > 0: covered
            m2- b > 0: covered
            m3+ c > 0: covered
            m3- c > 0: covered
        "]],
    );
}

#[test]
fn a_condition_that_never_decides() {
    check(
        "int f(int a, int b) { if ((a > 0 || b > 0) && (a > 0 || b > 0)) return 1; return 0; }",
        Criterion::Mcdc,
        &expect![[r"
            m1+ a > 0: covered
            m1- a > 0: covered
            m2+ b > 0: covered
            m2- b > 0: covered
            m3+ a > 0: covered
            m3- a > 0: infeasible, because another condition always masks it
            m4+ b > 0: covered
            m4- b > 0: infeasible, because `a > 0` is false in line 1
        "]],
    );
}

#[test]
fn coupled_conditions_have_no_pair_by_unique_cause() {
    let text = "int f(int a, int b) { if ((a && b) || (!a && !b)) return 1; return 0; }";
    check(
        text,
        Criterion::Mcdc,
        &expect![[r"
        m1+ a: covered
        m1- a: covered
        m2+ b: covered
        m2- b: covered
        m3+ a: covered
        m3- a: covered
        m4+ b: covered
        m4- b: covered
    "]],
    );
    check(
        text,
        Criterion::UniqueCause,
        &expect![[r"
        m1+ a: covered
        m1- a: covered
        m2+ b: covered
        m2- b: covered
        m3+ a: infeasible
        m3- a: infeasible
        m4+ b: covered
        m4- b: covered
    "]],
    );
}

#[test]
fn outcomes_of_conditions_without_switches() {
    check(
        "int f(int a) { switch (a) { case 1: return a > 0; default: return a > 1 && a < 1; } }",
        Criterion::Condition,
        &expect![[r"
            b1+ a > 1: covered
            b1- a > 1: covered
            b2+ a < 1: infeasible, because `a > 1` is true in line 1
            b2- a < 1: covered
        "]],
    );
}

#[test]
fn a_suite_for_many_conditions_is_small() {
    let text = "int f(int a, int b, int c, int d) { return a > 1 && b > 2 && c > 3 && d > 4; }";
    let sample = Sample::new(text);
    for criterion in [Criterion::Mcdc, Criterion::UniqueCause] {
        let made = sample.generate(&Options::judged(criterion)).expect("it starts");
        assert_eq!(made.report.tests.len(), 5, "one more test than conditions, by {criterion:?}");
    }
}
