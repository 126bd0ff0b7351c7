//! Contracts and preconditions: what an exclusion owes to them, and what becomes of those that are no constraints.

use super::{Sample, check, check_with};
use crate::{Criterion, Engines, Options};
use expect_test::expect;

#[test]
fn an_exclusion_names_the_clause_it_rests_on() {
    check(
        "/*@ requires a > 0; requires b > 0; */ int f(int a, int b) { if (a < 0) return 1; return b == 3; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a < 0: infeasible, assumes a > 0
            b1- a < 0: covered
        "]],
    );
}

#[test]
fn clauses_that_contradict_each_other_admit_nothing() {
    check(
        "/*@ requires a > 3; requires a < 2; */ int f(int a) { return a > 0; }",
        Criterion::Branch,
        &expect![[r"
            no input is admitted: {Clause(0), Clause(1)}
        "]],
    );
}

#[test]
fn a_quantified_clause_orders_an_array() {
    let text = r"/*@ requires n == 4; requires \valid(t + (0 .. n-1));
        requires \forall integer i; 0 <= i < n-1 ==> t[i] <= t[i+1]; */
    int f(int *t, int n) { if (t[0] > t[3]) return 1; if (t[1] == 9 && t[2] == 10) return 2; return 0; }";
    for engines in [Engines::Both, Engines::Goals] {
        let options = Options { engines, ..Options::judged(Criterion::Branch) };
        check_with(
            text,
            &options,
            &expect![[r"
            b1+ t[0] > t[3]: infeasible, assumes n == 4; \forall integer i; 0 <= i < n-1 ==> t[i] <= t[i+1]
            b1- t[0] > t[3]: covered
            b2+ t[1] == 9: covered
            b2- t[1] == 9: covered
            b3+ t[2] == 10: covered
            b3- t[2] == 10: covered
        "]],
        );
    }
}

#[test]
fn instances_are_made_as_far_as_a_witness_reaches() {
    check(
        r"/*@ requires 1 <= n <= 300; requires \valid(t + (0 .. n-1));
            requires \forall integer i; 0 <= i < n ==> t[i] == 7; */
        int f(unsigned char *t, int n) { if (n > 200) return t[0] == 7; return t[n-1] == 8; }",
        Criterion::Branch,
        &expect![[r"
            b1+ n > 200: covered
            b1- n > 200: covered
        "]],
    );
}

#[test]
fn a_precondition_in_c_is_no_path_of_its_own() {
    let text = "int p(int a) { int n = 0; while (a > 0) { n += a & 1; a >>= 1; } return n == 2; }
        int f(int a) { if (a == 3) return 1; if (a == 7) return 2; return 0; }";
    let sample = Sample::new(text);
    let pre = sample.program.find_func("p");
    check_with(
        text,
        &Options { pre, ..Options::judged(Criterion::Branch) },
        &expect![[r"
        b1+ a == 3: covered
        b1- a == 3: covered
        b2+ a == 7: infeasible, assumes p does not return 0
        b2- a == 7: covered
    "]],
    );
}

#[test]
fn a_precondition_that_refuses_everything() {
    let text = "int p(int a) { return a > 3 && a < 3; } int f(int a) { return a == 3; }";
    let pre = Sample::new(text).program.find_func("p");
    check_with(
        text,
        &Options { pre, ..Options::judged(Criterion::Branch) },
        &expect![[r"
        no input is admitted: {Precondition(f0)}
    "]],
    );
}

#[test]
fn a_broken_postcondition_is_a_finding() {
    check(
        r"/*@ ensures \result >= 0; */ int f(int a) { if (a == 1234) return -1; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a == 1234: covered
            b1- a == 1234: covered
            finding: ensures-failed in line 1
        "]],
    );
}
