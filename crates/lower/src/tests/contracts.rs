//! Contracts as formulas.

use super::program;
use expect_test::{Expect, expect};

/// The clauses of the function `f`.
#[track_caller]
fn check(text: &str, expect: &Expect) {
    let (program, _) = program(text);
    let func = program.find_func("f").expect("a function f to look at");
    let listing = ir::print_func(&program, func, None);
    let clauses = listing.split("    contract\n").nth(1).expect("a contract");
    let clauses = clauses.split("    reg ").next().expect("clauses come before locals");
    let outdented = clauses.lines().map(|line| format!("{}\n", line.trim_start_matches("    ")));
    expect.assert_eq(&outdented.collect::<String>());
}

#[test]
fn parameters_memory_and_chains() {
    check(
        "struct s { char tag; int n : 5; } *g;
        /*@ requires 0 <= i < 10 && g->n > c; ensures \\result == \\old(i) + 1 || \\result == a[0]; */
        int f(int i, unsigned char c, long *a) { return i; }",
        &expect![[r#"
            requires "0 <= i < 10 && g->n > c" {
            n0 = int 0
            n1 = param.s 0
            n2 = le n0, n1
            n3 = param.s 0
            n4 = int 10
            n5 = lt n3, n4
            n6 = both n2, n5
            n7 = addr.global @g
            n8 = load.ptr n7
            n9 = int 1
            n10 = ptr.add n8, n9, 1
            n11 = load.bits.s i8 n10, 0, 5
            n12 = param.u 1
            n13 = lt n12, n11
            n14 = both n6, n13
            root n14
            }
            ensures "\\result == \\old(i) + 1 || \\result == a[0]" {
            n0 = result.s
            n1 = param.s 0
            n2 = int 1
            n3 = add n1, n2
            n4 = eq n0, n3
            n5 = result.s
            n6 = param.ptr 2
            n7 = int 0
            n8 = ptr.add n6, n7, 8
            n9 = load.s i64 n8
            n10 = eq n5, n9
            n11 = either n4, n10
            root n11
            }
        "#]],
    );
}

#[test]
fn quantifiers_take_their_bounds_from_the_formula() {
    check(
        "/*@ requires \\forall integer i, j; 0 <= i < j < n ==> p[i] != p[j];
            requires \\exists integer k; 0 <= k <= n && p[k] == 0; */
        int f(int *p, int n) { return n; }",
        &expect![[r#"
            requires "\\forall integer i, j; 0 <= i < j < n ==> p[i] != p[j]" {
            bound q0 "i"
            bound q1 "j"
            n0 = int 0
            n1 = param.s 1
            n2 = int -2
            n3 = add n1, n2
            n4 = var q0
            n5 = int 1
            n6 = add n4, n5
            n7 = param.s 1
            n8 = int -1
            n9 = add n7, n8
            n10 = int 0
            n11 = var q0
            n12 = le n10, n11
            n13 = var q0
            n14 = var q1
            n15 = lt n13, n14
            n16 = both n12, n15
            n17 = var q1
            n18 = param.s 1
            n19 = lt n17, n18
            n20 = both n16, n19
            n21 = param.ptr 0
            n22 = var q0
            n23 = ptr.add n21, n22, 4
            n24 = load.s i32 n23
            n25 = param.ptr 0
            n26 = var q1
            n27 = ptr.add n25, n26, 4
            n28 = load.s i32 n27
            n29 = ne n24, n28
            n30 = implies n20, n29
            n31 = forall q1, n6, n9, n30
            n32 = forall q0, n0, n3, n31
            root n32
            }
            requires "\\exists integer k; 0 <= k <= n && p[k] == 0" {
            bound q0 "k"
            n0 = int 0
            n1 = param.s 1
            n2 = int 0
            n3 = var q0
            n4 = le n2, n3
            n5 = var q0
            n6 = param.s 1
            n7 = le n5, n6
            n8 = both n4, n7
            n9 = param.ptr 0
            n10 = var q0
            n11 = ptr.add n9, n10, 4
            n12 = load.s i32 n11
            n13 = int 0
            n14 = eq n12, n13
            n15 = both n8, n14
            n16 = exists q0, n0, n1, n15
            root n16
            }
        "#]],
    );
}

#[test]
fn regions() {
    check(
        "/*@ requires \\valid(p + (0 .. n - 1)) && \\valid_read(q); requires \\separated(p + (0 .. n), q); */
        int f(int *p, int n, const short *q) { return n; }",
        &expect![[r#"
            requires "\\valid(p + (0 .. n - 1)) && \\valid_read(q)" {
            n0 = param.ptr 0
            n1 = int 0
            n2 = param.s 1
            n3 = int 1
            n4 = sub n2, n3
            n5 = valid n0, n1, n4, 4
            n6 = param.ptr 2
            n7 = int 0
            n8 = int 0
            n9 = valid.read n6, n7, n8, 2
            n10 = both n5, n9
            root n10
            }
            requires "\\separated(p + (0 .. n), q)" {
            n0 = param.ptr 0
            n1 = int 0
            n2 = param.s 1
            n3 = param.ptr 2
            n4 = int 0
            n5 = int 0
            n6 = separated n0, n1, n2, 4, n3, n4, n5, 2
            root n6
            }
        "#]],
    );
}

#[test]
fn what_has_no_meaning_says_why() {
    check(
        "/*@ requires \\forall integer i; p[i] > 0; requires d > 0.5; */
        int f(int *p, double d) { return 0; }",
        &expect![[r#"
                requires "\\forall integer i; p[i] > 0" unknown "the quantified variable i has no bounds"
                requires "d > 0.5" unknown "floating-point values are not modelled in contracts" by f1
        "#]],
    );
}
