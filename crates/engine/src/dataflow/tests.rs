//! What is never taken, of small programs: conditions as they are written, with the outcome that no run has.

use super::never_taken;
use crate::tests::Sample;
use ir::Event;

#[track_caller]
fn check(text: &str, succeed: bool, expect: &[&str]) {
    let sample = Sample::new(text);
    let said = |event: Event| match event {
        Event::Cond(site, outcome) => {
            let span = sample.program.body(site.func).conds[site.cond].span;
            format!("{} is {outcome}", sample.map.original(span))
        }
        Event::Switch(site, target) => {
            let data = &sample.program.body(site.func).switches[site.switch];
            format!("to {}", sample.map.original(data.targets[target as usize].span))
        }
    };
    let never: Vec<String> =
        never_taken(&sample.program, sample.func, succeed).into_iter().map(said).collect();
    assert_eq!(never, expect, "{text}");
}

/// The same for code in a function that is passed `int x` and `unsigned u`.
#[track_caller]
fn inside(code: &str, expect: &[&str]) {
    check(&format!("int f(int x, unsigned u) {{ {code} return 0; }}"), false, expect);
}

#[test]
fn what_was_asked_before_is_known() {
    inside("if (x > 10) { if (x < 5) return 1; }", &["x < 5 is true"]);
    inside("if (u & 4) { if (!(u & 4)) return 1; }", &["u & 4 is false"]);
    inside(
        "if (x == 3) { if (x != 3) return 1; x++; if (x == 4) return 2; }",
        &["x != 3 is true", "x == 4 is false"],
    );
    inside("if (x > 10) { x = (int)u; if (x < 5) return 1; }", &[]);
    inside(
        "if (x <= 0) return 1; if (u < 7 && (int)u + x < 1) return 2;",
        &["(int)u + x < 1 is true"],
    );
    inside("switch (u & 3) { case 0: return 1; case 4: return 2; }", &["to case 4"]);
    inside("switch (x) { case 1: case 2: if (x > 2) return 1; }", &["x > 2 is true"]);
    inside(
        "unsigned char c = (unsigned char)x; if (c > 255) return 1; if (c >= 0) return 2;",
        &["c > 255 is true", "c >= 0 is false"],
    );
}

#[test]
fn loops_keep_what_every_turn_keeps() {
    inside("for (int i = 0; i < 10; i++) if (i < 0) return 1;", &["i < 0 is true"]);
    inside("int i = 0; while (x--) { if (i < 0) return 1; i = 5 - i; }", &["i < 0 is true"]);
    inside("int i = 0; while (x--) { if (i < 0) return 1; i = 5 - 2 * i; }", &[]);
    inside("int y = x; while (u--) { if (y < 10) { if (x >= 10) return 1; } x = x + 1; }", &[]);
    inside(
        "unsigned k = 8; do { if (k & 3) return 1; k += 4; } while (k < u);",
        &["k & 3 is true"],
    );
    inside(
        "int s = 1; for (;;) { if (s == 0) return 1; if (u--) s = 2; else break; }",
        &["s == 0 is true"],
    );
}

#[test]
fn callees_know_what_they_are_given() {
    let text = "static int g(int a, unsigned flags) { if (flags & 4) return 1; if (a > 7) return 2; return 3; }
        int f(int x) { int r = x > 0 ? g(x & 7, 3) : g(1, 8); if (r > 3) return 1; if (r == 1) return 2; return r; }";
    check(text, false, &["flags & 4 is true", "a > 7 is true", "r > 3 is true", "r == 1 is true"]);
    let deep =
        "static int down(int n) { if (n < 0) return 1; if (n == 0) return 0; return down(n - 1); }
        int f(void) { return down(5); }";
    check(deep, false, &["n < 0 is true"]);
    let dead = "static int g(int a) { if (a) return 1; return 2; }
        int f(unsigned char c) { if (c > 255) return g(c); return 0; }";
    check(dead, false, &["a is false", "a is true", "c > 255 is true"]);
    let never_returns = "static void g(int a) { for (;;) if (a) a = 0; }
        int f(int x) { g(x); if (x) return 1; return 2; }";
    check(never_returns, false, &["x is false", "x is true"]);
}

#[test]
fn whoever_has_an_address_may_call() {
    let taken = "static int g(int a) { if (a) return 1; return 2; }
        int (*kept)(int); int f(int x) { kept = g; return g(0); }";
    check(taken, false, &[]);
    let weak = "static int h(int a) { if (a) return 1; return 2; }
        __attribute__((weak)) int g(int a) { if (a) return h(1); return 2; }
        int f(int x) { return g(0) + h(0); }";
    check(weak, false, &[]);
    let elsewhere = "static int h(int a) { if (a) return 1; return 2; }
        static int g(int a) { return h(a); }
        int f(int (*p)(int)) { return p(1) + g(0); }";
    check(elsewhere, false, &[]);
    let twice = "int setjmp(long *); static long here[32];
        int f(int x) { int n = 0; if (setjmp(here)) { if (n) return 1; } n = 1; return 0; }";
    check(twice, false, &[]);
}

#[test]
fn allocations_may_be_taken_to_find_memory() {
    let text = "void *malloc(unsigned long);
        static char *make(void) { char *p = malloc(8); if (!p) return 0; p[0] = 1; return p; }
        int f(int n) { while (n--) { char *p = make(); if (!p) return 1; } return 0; }";
    check(text, false, &[]);
    check(text, true, &["p is false", "p is false"]);
    let own = "int f(int n) { int x; int *p = n ? &x : 0; if (n) { if (!&x) return 1; } if (!p) return 2; return 3; }";
    check(own, false, &["&x is false"]);
}
