//! Loads and stores: unknown indices, bytes of other types, what was never written, what is no more.

use crate::symbolic::{check, check_at_once, check_under};
use exec::Policy;

#[test]
fn a_load_at_an_unknown_index_is_one_of_the_cells() {
    check_at_once(
        "int f(int i) { int a[4] = {10, 20, 30, 40}; return a[i]; }",
        &[
            ("i=0", "returns 10"),
            ("i=3", "returns 40"),
            ("i=4", "traps out-of-bounds"),
            ("i=-1", "traps out-of-bounds"),
        ],
    );
}

#[test]
fn a_store_at_an_unknown_index_changes_one_cell() {
    check_at_once(
        "int f(int i, int j) { int a[3] = {1, 2, 3}; a[i] = 9; return a[j]; }",
        &[
            ("i=0 j=0", "returns 9"),
            ("i=0 j=1", "returns 2"),
            ("i=2 j=2", "returns 9"),
            ("i=3 j=0", "traps out-of-bounds"),
            ("i=0 j=3", "traps out-of-bounds"),
        ],
    );
}

#[test]
fn elements_whose_size_is_no_power_of_two_are_told_by_their_number() {
    check_at_once(
        "struct t { short a, b, c; };
         int f(int i) { struct t x[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}; return x[i].b; }",
        &[("i=0", "returns 2"), ("i=2", "returns 8"), ("i=3", "traps out-of-bounds")],
    );
}

#[test]
fn bytes_and_words_share_memory() {
    check_at_once(
        "union u { unsigned w; unsigned char b[4]; };
         unsigned f(unsigned x, int i) { union u u; u.w = x; u.b[i] = 255; return u.w & 0xffffff; }",
        &[
            ("x=0 i=0", "returns 255"),
            ("x=0 i=1", "returns 65280"),
            ("x=66051 i=3", "returns 66051"),
        ],
    );
    check_at_once(
        "int f(int x) { unsigned char *p = (unsigned char *)&x; return p[1] * 256 + p[0]; }",
        &[("x=513", "returns 513"), ("x=-1", "returns 65535")],
    );
}

#[test]
fn bit_fields_leave_their_neighbours_alone() {
    check_at_once(
        "struct s { unsigned a : 3, b : 5; int c : 4; };
         int f(int x) { struct s s = {1, 2, -3}; s.b = x; return s.a * 10000 + s.b * 100 + s.c; }",
        &[("x=4", "returns 10397"), ("x=33", "returns 10097")],
    );
}

#[test]
fn what_was_never_written_is_not_read() {
    check_at_once(
        "int f(int i) { int a[2]; a[i] = 5; return a[0]; }",
        &[("i=0", "returns 5"), ("i=1", "traps uninitialised"), ("i=2", "traps out-of-bounds")],
    );
    check(
        "int f(int c) { int x; if (c) x = 1; return x; }",
        &[("c=1", "returns 1"), ("c=0", "traps uninitialised")],
    );
}

#[test]
fn structures_are_copied_whole() {
    check_at_once(
        "struct s { char c; int n; int *p; };
         int f(int x) { struct s a = {1, x, &x}, b; b = a; a.n = 0; return b.n + *b.p + b.c; }",
        &[("x=20", "returns 41")],
    );
}

#[test]
fn what_is_no_more_is_not_used() {
    check(
        "int *g(void) { int x = 1; int *p = &x; return p; } int f(void) { return *g(); }",
        &[("", "traps dangling")],
    );
    check(
        "int f(int c) { int *p = 0; int x = 3; if (c) p = &x; return *p; }",
        &[("c=1", "returns 3"), ("c=0", "traps null-pointer")],
    );
    check(
        "const int k = 1; int f(void) { *(int *)&k = 2; return k; }",
        &[("", "traps write-to-const")],
    );
}

#[test]
fn arithmetic_says_what_goes_wrong() {
    check_at_once(
        "int f(int a, int b) { return a / b; }",
        &[
            ("a=7 b=-2", "returns -3"),
            ("a=7 b=0", "traps division-by-zero"),
            ("a=-2147483648 b=-1", "traps signed-overflow"),
        ],
    );
    check_at_once(
        "int f(int a, int n) { return a << n; }",
        &[
            ("a=3 n=4", "returns 48"),
            ("a=3 n=32", "traps shift-range"),
            ("a=3 n=-1", "traps shift-range"),
        ],
    );
    check_at_once(
        "int f(int a) { return -a + 1; }",
        &[("a=5", "returns -4"), ("a=-2147483648", "traps signed-overflow")],
    );
}

#[test]
fn pointers_stay_in_their_arrays() {
    check_at_once(
        "int f(int i) { int a[3]; int *p = a + i; return p - a; }",
        &[
            ("i=3", "returns 3"),
            ("i=4", "traps pointer-arithmetic"),
            ("i=-1", "traps pointer-arithmetic"),
        ],
    );
    check_at_once(
        "int f(void) { int a[2], b[2]; return a < b; }",
        &[("", "traps pointer-compare")],
    );
    check_at_once(
        "int f(int i, int j) { int a[4]; return &a[i] < &a[j]; }",
        &[("i=1 j=2", "returns 1"), ("i=2 j=2", "returns 0")],
    );
}

#[test]
fn globals_have_their_first_values_unless_others_may_write_them() {
    check(
        "static const int t[3] = {5, 6, 7}; int f(int i) { return t[i]; }",
        &[("i=2", "returns 7"), ("i=3", "traps out-of-bounds")],
    );
    check(
        "int g = 4; int f(void) { int old = g; g = 1; return old * 10 + g; }",
        &[("g=7", "returns 71"), ("g=-1", "returns -9")],
    );
}

#[test]
fn a_switch_goes_one_way() {
    check(
        "int f(int x) { switch (x) { case 1: return 10; case 2 ... 4: return 20; } return 0; }",
        &[
            ("x=1", "returns 10"),
            ("x=3", "returns 20"),
            ("x=5", "returns 0"),
            ("x=-1", "returns 0"),
        ],
    );
}

/// Paths are told apart by lengths of blocks, by places in large objects, and by where strings end.
#[test]
fn lengths_and_places_are_settled_one_by_one() {
    let policy = Policy { split: true, settle: true, ..Policy::INITIAL };
    check_under(
        "void *memcpy(void *, const void *, unsigned long);
         int f(int i, unsigned n) {
             char from[64] = {1, 2, 3, 4}, to[64] = {0};
             if (n > 60) return -1;
             memcpy(to, from, n);
             return to[i];
         }",
        policy,
        &[
            ("i=2 n=3", "returns 3"),
            ("i=2 n=2", "returns 0"),
            ("i=64 n=2", "traps out-of-bounds"),
            ("n=61", "returns -1"),
        ],
    );
    check_under(
        "unsigned long strlen(const char *); int f(const char *s) { return strlen(s); }",
        policy,
        &[("s[0]=7 s[1]=7", "returns 2"), ("", "returns 0")],
    );
}
