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

/// Nodes that a function makes.
const NODES: &str = "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);
    struct n { int kind; struct n *next; };
    static struct n *make(int kind, struct n *next) {
        struct n *p = malloc(sizeof *p); if (!p) return 0; p->kind = kind; p->next = next; return p; }";

#[test]
fn members_have_the_values_that_somebody_put_there() {
    let list = |use_it: &str| {
        format!(
            "{NODES} void keep(struct n *);
            int f(int x) {{ struct n *l = 0; while (x-- > 0) {{ l = make(x & 1 ? 3 : 5, l); }} {use_it}
                for (; l; l = l->next) {{ if (l->kind == 4) return 1; if (l->kind == 5) return 2; }} return 0; }}"
        )
    };
    check(&list(""), false, &["l->kind == 4 is true"]);
    check(&list("keep(l);"), false, &[]);
    check(&list("if (x == -9 && l) { int *p = &l->kind; (*p)--; }"), false, &[]);
    check(&list("if (l) *((char *)l + 1) = 1;"), false, &[]);
    check(
        "struct n { int kind; }; int f(struct n *l) { if (l->kind == 4) return 1; return 0; }",
        false,
        &[],
    );
    let zero = format!(
        "{NODES} int f(void) {{ struct n *p = calloc(1, sizeof *p); if (p && p->kind) return 1; return 0; }}"
    );
    check(&zero, false, &["p->kind is true"]);
}

#[test]
fn locals_are_changed_through_pointers() {
    let state = "struct s { int type; const char *next; };
        static void step(struct s *s) { s->type = *s->next++ == 'a' ? 3 : 40; }
        int f(const char *text) { struct s s; s.next = text; step(&s);
            if (s.type == 4) return 1; if (s.type & 32) { if (s.type == 3) return 2; return 3; } return 0; }";
    check(state, false, &["s.type == 4 is true", "s.type == 3 is true"]);
    let by_value =
        "struct s { int a; }; static void change(struct s v) { v.a = 9; if (v.a == 1) v.a = 2; }
        int f(void) { struct s s; s.a = 1; change(s); if (s.a == 9) return 1; return 0; }";
    check(by_value, false, &["v.a == 1 is true", "s.a == 9 is true"]);
    let one_of_two = "int f(int n) { int a = 1, b = 1, *p = n ? &a : &b; *p = 2; if (a == 1) return 1; if (a == 3) return 2; return 0; }";
    check(one_of_two, false, &["a == 3 is true"]);
    let array = "int f(unsigned n) { int a[4] = {0}; for (unsigned i = 0; i < n; i++) a[i & 3] = 2;
        if (a[1] == 1) return 1; if (a[1] == 2) return 2; return 3; }";
    check(array, false, &["a[1] == 1 is true"]);
    let kept = "void other(void); static int *kept; int f(void) { int x = 1; kept = &x; other(); if (x == 5) return 1; return 0; }";
    check(kept, false, &[]);
    let boxed = "struct box { int *p; }; void give(struct box *);
        int f(void) { int x = 1; struct box b; b.p = &x; give(&b); if (x == 5) return 1; return 0; }";
    check(boxed, false, &[]);
    let called = "void each(void (*)(void *), void *); static void put(void *p) { *(int *)p = 5; }
        int f(void) { int x = 1; each(put, &x); if (x == 5) return 1; return 0; }";
    check(called, false, &[]);
}

#[test]
fn what_recurs_has_several_locals() {
    let up = "static int g(int *up, int n) { int own = n; if (up && *up == 7) return 1; if (n > 0) return g(&own, n - 1); return 0; }
        int f(void) { return g(0, 3); }";
    check(up, false, &["*up == 7 is true"]);
    let changed = "static int h(int *up, int n) { int own = 1; if (up) *up = 5; if (n) h(&own, n - 1); if (own == 5) return 1; return 0; }
        int f(int n) { return h(0, n); }";
    check(changed, false, &[]);
    let elsewhere =
        "static int h(int *up, int n, int (*p)(int *, int, void *)) { int own = 1; if (up) *up = 5;
            if (n) p(&own, n - 1, (void *)0); if (own == 5) return 1; return 0; }
        int f(int n, int (*p)(int *, int, void *)) { return h(0, n, p); }";
    check(elsewhere, false, &[]);
}

#[test]
fn bytes_are_copied_and_filled() {
    let library = "void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);";
    let check = |code: &str, expect: &[&str]| check(&format!("{library} {code}"), false, expect);
    check(
        "int f(void) { int x = 1, *p = &x, *q; memcpy(&q, &p, sizeof q); *q = 2; if (x == 1) return 1; return 0; }",
        &["x == 1 is true"],
    );
    check(
        "int f(unsigned n) { int a[2] = {1, 1}; if (n > 2) return 0; memset(a, 0, n * 4);
            if (a[1] == 1) return 1; if (a[0] == 3) return 2; return 3; }",
        &["a[0] == 3 is true"],
    );
    check(
        "int f(unsigned n) { int a[2] = {257, 257}; if (n > 5) return 0; memset(a, 0, n);
            if (a[1] == 256) return 1; if (a[0] == 256) return 2; return 3; }",
        &[],
    );
    check(
        "int f(unsigned n) { int a[2] = {1, 1}; memset(a, 0, n); if (a[1] == 1) return 1; if (a[0] == 3) return 2; return 3; }",
        &[],
    );
    check(
        "int f(long v) { union { long l; int *p; } u; int x = 1; u.p = &x; *(int *)u.l = 2; if (x == 1) return 1; return 0; }",
        &[],
    );
    check(
        "int f(void) { int x = 1, *p = &x, *q; for (int i = 0; i < 8; i++) ((char *)&q)[i] = ((char *)&p)[i];
            *q = 2; if (x == 1) return 1; return 0; }",
        &[],
    );
    check(
        "struct s { int a, b; }; int f(int x) { struct s s = {1, 2}, t = {3, 4}; if (x) t = s;
            if (t.a == 2) return 1; if (t.b == 4) return 2; return 0; }",
        &["t.a == 2 is true"],
    );
}

#[test]
fn tables_say_what_is_called_and_what_is_found() {
    let table = "static int one(int a) { if (a == 7) return 1; return 2; } static int two(int a) { return a; }
        static int (*const table[])(int) = { one, two };
        int f(unsigned i) { if (i > 1) return 0; return table[i](3); }";
    check(table, false, &["a == 7 is true"]);
    let any = "static int one(int a) { if (a == 7) return 1; return 2; }
        int f(int (*p)(int)) { return p(1) + one(3); }";
    check(any, false, &[]);
    let search = "static const int t[] = {1, 5, 9, -1};
        int f(int x) { int lo = 0, hi = 2; while (lo <= hi) { int m = lo + (hi - lo) / 2; if (t[m] == -1) return 1;
            if (t[m] < x) lo = m + 1; else hi = m - 1; } return 0; }";
    check(search, false, &["t[m] == -1 is true"]);
    let beyond = "static const int t[] = {1, 5, 9, -1};
        int f(int x) { int lo = 0, hi = 3; while (lo <= hi) { int m = lo + (hi - lo) / 2; if (t[m] == -1) return 1;
            if (t[m] < x) lo = m + 1; else hi = m - 1; } return 0; }";
    check(beyond, false, &[]);
}
