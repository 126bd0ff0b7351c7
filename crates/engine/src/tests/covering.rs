//! Branches, statements, decisions and boundaries: what is covered, and what no input reaches.

use super::{check, check_with};
use crate::{Criterion, Engines, Options};
use expect_test::expect;

#[test]
fn what_arithmetic_excludes_is_infeasible() {
    check(
        "int f(unsigned char a) { if (a > 300) return 1; if (a * a == 7) return 2; return 3; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a > 300: infeasible
            b1- a > 300: covered
            b2+ a * a == 7: infeasible
            b2- a * a == 7: covered
        "]],
    );
}

#[test]
fn one_condition_excludes_another() {
    check(
        "int f(int a) { if (a > 10) { if (a < 5) return 1; return 2; } return 3; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a > 10: covered
            b1- a > 10: covered
            b2+ a < 5: infeasible, because `a > 10` is true in line 1
            b2- a < 5: covered
        "]],
    );
}

#[test]
fn a_number_is_found_behind_a_multiplication() {
    check(
        "int f(unsigned a, unsigned b) { if (a * b == 3127 && a > 1 && b > 1) return 1; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a * b == 3127: covered
            b1- a * b == 3127: covered
            b2+ a > 1: covered
            b2- a > 1: covered
            b3+ b > 1: covered
            b3- b > 1: covered
        "]],
    );
}

#[test]
fn targets_of_a_switch() {
    check(
        "int f(int a) { switch (a & 3) { case 0: return 5; case 3: return 6; case 4: return 7; default: return 8; } }",
        Criterion::Branch,
        &expect![[r"
            s1:1 a & 3: covered
            s1:2 a & 3: covered
            s1:3 a & 3: infeasible
            s1:4 a & 3: covered
        "]],
    );
}

#[test]
fn loops_turn_as_often_as_it_takes() {
    check(
        "int f(int n) { int i = 0; while (i < n) { i++; if (i == 40) return 1; } return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ i < n: covered
            b1- i < n: covered
            b2+ i == 40: covered
            b2- i == 40: covered
        "]],
    );
}

#[test]
fn what_no_turn_of_a_loop_does_is_infeasible() {
    check(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (s & 1) return 1; s += 2; if (s > 100) s = 0; } return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ i < n: covered
            b1- i < n: covered
            b2+ s & 1: infeasible
            b2- s & 1: covered
            b3+ s > 100: covered
            b3- s > 100: covered
        "]],
    );
}

#[test]
fn callees_count_unless_the_function_alone_does() {
    let text = "static int g(int a) { return a > 7 ? 1 : 2; } int f(int a) { return g(a) + g(3); }";
    check(
        text,
        Criterion::Branch,
        &expect![[r"
        b1+ a > 7: covered
        b1- a > 7: covered
    "]],
    );
    let within = crate::objectives::Within::Function;
    let options = Options { within, ..Options::judged(Criterion::Branch) };
    check_with(text, &options, &expect![[r""]]);
}

#[test]
fn statements_behind_infeasible_branches() {
    check(
        "int f(int a) { int r = 1; if (a > 3) { r = 2; if (a == 2) r = 3; } return r; }",
        Criterion::Statement,
        &expect![[r"
            n1 int f(int a) { int r = 1; if (a > 3) { r = 2; if (a == 2) r = 3; } return r; }: covered
            n2 int f(int a) { int r = 1; if (a > 3) { r = 2; if (a == 2) r = 3; } return r; }: covered
            n3 int f(int a) { int r = 1; if (a > 3) { r = 2; if (a == 2) r = 3; } return r; }: infeasible, because `a > 3` is true in line 1; `a == 2` is true in line 1
            n4 int f(int a) { int r = 1; if (a > 3) { r = 2; if (a == 2) r = 3; } return r; }: covered
        "]],
    );
}

#[test]
fn decisions_are_looked_at_as_a_whole() {
    check(
        "int f(int a, int b) { if (a > 0 && b > 0) return 1; if (a > 0 || a <= 0) return 2; return 3; }",
        Criterion::Decision,
        &expect![[r"
            d1+ a > 0 && b > 0: covered
            d1- a > 0 && b > 0: covered
            d2+ a > 0 || a <= 0: covered
            d2- a > 0 || a <= 0: infeasible, because `a > 0` is false in line 1
        "]],
    );
}

#[test]
fn boundaries_of_comparisons() {
    check(
        "int f(unsigned char a) { if (a < 255) return 1; return 0; }",
        Criterion::Boundary,
        &expect![[r"
            b1< a < 255: covered
            b1= a < 255: covered
            b1> a < 255: infeasible
        "]],
    );
}

#[test]
fn each_engine_says_the_same() {
    let text = "int f(int a, int b) { if (a == 77 && b == a + 1) return 1; if (b > a && a > b) return 2; return 0; }";
    let expect = expect![[r"
        b1+ a == 77: covered
        b1- a == 77: covered
        b2+ b == a + 1: covered
        b2- b == a + 1: covered
        b3+ b > a: covered
        b3- b > a: covered
        b4+ a > b: infeasible, because `b > a` is true in line 1
        b4- a > b: covered
    "]];
    for engines in [Engines::Both, Engines::Walk, Engines::Goals] {
        check_with(text, &Options { engines, ..Options::judged(Criterion::Branch) }, &expect);
    }
}

#[test]
fn where_control_is_lost_the_other_ways_keep_their_conditions() {
    let text = "int f(int a, int b) {
        if (a == 3 && b == 4) { _Complex double z = a; return z * z == b; }
        else if (a == 3 && a + b == 7) return 1;
        return 0;
    }";
    let expect = expect![[r#"
        b1+ a == 3: covered
        b1- a == 3: covered
        b2+ b == 4: unknown, not every path was walked
        b2- b == 4: covered
        b3+ a == 3: covered
        b3- a == 3: covered
        b4+ a + b == 7: infeasible, because `a == 3` is true in line 3
        b4- a + b == 7: covered
        finding: signed-overflow in line 3
    "#]];
    let options = Options { engines: Engines::Goals, ..Options::judged(Criterion::Branch) };
    check_with(text, &options, &expect);
}

#[test]
fn small_spaces_are_counted_through() {
    check_with(
        "int f(_Bool a, _Bool b) { if (a && !a) return 1; return a && b; }",
        &Options::standard(Criterion::Branch),
        &expect![[r"
            b1+ a: covered
            b1- a: covered
            b2+ a: covered
            b2- a: infeasible, because `a` is true in line 1
            b3+ a: covered
            b3- a: covered
            b4+ b: covered
            b4- b: covered
        "]],
    );
}

#[test]
fn a_function_without_objectives_is_called_once() {
    check("int f(int a) { return a ^ 1; }", Criterion::Branch, &expect![[r""]]);
    let sample = super::Sample::new("int f(int a) { return a ^ 1; }");
    let generated = sample.generate(&Options::judged(Criterion::Branch)).expect("it starts");
    assert_eq!(generated.report.tests.len(), 1);
}

#[test]
fn recursion_is_followed() {
    check(
        "int f(unsigned n) { if (n == 0) return 0; if (n > 100) return -1; return 1 + f(n - 1); }",
        Criterion::Branch,
        &expect![[r"
            b1+ n == 0: covered
            b1- n == 0: covered
            b2+ n > 100: covered
            b2- n > 100: covered
        "]],
    );
}
