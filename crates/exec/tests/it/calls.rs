//! Calls: functions by name and by pointer, models of the library, functions that are defined elsewhere.

use crate::symbolic::{Trip, check, check_at_once, with_world};
use exec::Policy;

#[test]
fn calls_come_back_with_a_value() {
    check(
        "static int g(int n) { return n < 2 ? 1 : n * g(n - 1); } int f(int n) { return g(n); }",
        &[("n=1", "returns 1"), ("n=5", "returns 120"), ("n=13", "traps signed-overflow")],
    );
    check(
        "static void g(int *p) { ++*p; } int f(int x) { g(&x); g(&x); return x; }",
        &[("x=3", "returns 5")],
    );
}

#[test]
fn a_pointer_to_a_function_leads_to_those_of_its_type() {
    let text = "static int one(int x) { return x + 1; } static int two(int x) { return x * 2; }
                int f(int c, int x) { int (*g)(int) = c ? one : two; return g(x); }";
    check(text, &[("c=1 x=5", "returns 6"), ("c=0 x=5", "returns 10")]);
    check("int f(void) { int (*g)(void) = 0; return g(); }", &[("", "traps null-pointer")]);
    check(
        "static int g(int x) { return x; } int f(void) { return ((int (*)(void))g)(); }",
        &[("", "traps bad-call")],
    );
}

/// Two strings of at most three bytes and two numbers, for any function of the library that takes them.
#[track_caller]
fn library(declaration: &str, value: &str, cases: &[(&str, &str)]) {
    let text = format!(
        "typedef unsigned long size_t; {declaration}
         long f(int a0, int a1, int b0, int b1, int n) {{
             char a[4] = {{a0, a1, 0, 0}}, b[4] = {{b0, b1, 0, 0}};
             return {value};
         }}"
    );
    check_at_once(&text, cases);
}

#[test]
fn strings_are_measured_and_compared() {
    library(
        "size_t strlen(const char *);",
        "strlen(a)",
        &[("a0=0 a1=7", "returns 0"), ("a0=5 a1=0", "returns 1"), ("a0=5 a1=7", "returns 2")],
    );
    library(
        "size_t strnlen(const char *, size_t);",
        "strnlen(a, n)",
        &[("a0=5 a1=7 n=1", "returns 1"), ("a0=5 a1=7 n=9", "returns 2"), ("n=0", "returns 0")],
    );
    library(
        "int strcmp(const char *, const char *);",
        "strcmp(a, b)",
        &[
            ("a0=65 b0=65", "returns 0"),
            ("a0=65 a1=66 b0=65 b1=70", "returns -4"),
            ("a0=-1 b0=1", "returns 254"),
        ],
    );
    library(
        "int strncmp(const char *, const char *, size_t);",
        "strncmp(a, b, n)",
        &[("a0=1 a1=2 b0=1 b1=9 n=1", "returns 0"), ("a0=1 a1=2 b0=1 b1=9 n=2", "returns -7")],
    );
    library(
        "int memcmp(const void *, const void *, size_t);",
        "memcmp(a, b, n)",
        &[
            ("a1=3 b1=1 n=1", "returns 0"),
            ("a1=3 b1=1 n=2", "returns 2"),
            ("n=5", "traps out-of-bounds"),
        ],
    );
}

#[test]
fn bytes_are_found() {
    library(
        "char *strchr(const char *, int);",
        "strchr(a, n) - a",
        &[
            ("a0=1 a1=2 n=2", "returns 1"),
            ("a0=1 a1=2 n=0", "returns 2"),
            ("a0=1 a1=2 n=3", "traps pointer-compare"),
        ],
    );
    library(
        "char *strrchr(const char *, int);",
        "strrchr(a, n) - a",
        &[("a0=2 a1=2 n=2", "returns 1"), ("a0=2 a1=3 n=2", "returns 0")],
    );
    library(
        "void *memchr(const void *, int, size_t);",
        "(char *)memchr(a, 7, n) - a",
        &[
            ("a0=7 n=1", "returns 0"),
            ("a1=7 n=3", "returns 1"),
            ("a1=7 n=1", "traps pointer-compare"),
        ],
    );
    library(
        "size_t strspn(const char *, const char *);",
        "strspn(a, b)",
        &[("a0=1 a1=2 b0=2 b1=1", "returns 2"), ("a0=1 a1=3 b0=2 b1=1", "returns 1")],
    );
    library(
        "size_t strcspn(const char *, const char *);",
        "strcspn(a, b)",
        &[("a0=1 a1=2 b0=2", "returns 1"), ("a0=1 a1=2 b0=3", "returns 2")],
    );
    library(
        "char *strpbrk(const char *, const char *);",
        "strpbrk(a, b) == a + 1",
        &[
            ("a0=1 a1=2 b0=3 b1=2", "returns 1"),
            ("a0=1 a1=2 b0=1", "returns 0"),
            ("a0=1 a1=2 b0=9", "returns 0"),
        ],
    );
    library(
        "char *strstr(const char *, const char *);",
        "strstr(a, b) == a + 1",
        &[
            ("a0=1 a1=2 b0=2", "returns 1"),
            ("a0=1 a1=2 b0=1 b1=2", "returns 0"),
            ("a0=1 a1=2 b0=2 b1=1", "returns 0"),
        ],
    );
}

#[test]
fn strings_and_blocks_are_copied() {
    library(
        "char *strcpy(char *, const char *);",
        "strcpy(a, b)[1] * 100 + a[0]",
        &[("a0=9 a1=9 b0=1", "returns 1"), ("a0=9 a1=9 b0=1 b1=2", "returns 201")],
    );
    library(
        "char *stpcpy(char *, const char *);",
        "stpcpy(a, b) - a",
        &[("b0=1", "returns 1"), ("b0=1 b1=2", "returns 2")],
    );
    library(
        "char *strcat(char *, const char *);",
        "strcat(a, b)[1]",
        &[
            ("a0=1 b0=7", "returns 7"),
            ("a0=1 a1=2 b0=7", "returns 2"),
            ("a0=1 a1=2 b0=7 b1=8", "traps out-of-bounds"),
        ],
    );
    library(
        "char *strncat(char *, const char *, size_t);",
        "strncat(a, b, n)[1]",
        &[("a0=1 b0=7 n=1", "returns 7"), ("a0=1 b0=7 n=0", "returns 0")],
    );
    library(
        "char *strncpy(char *, const char *, size_t);",
        "strncpy(a, b, n)[1]",
        &[
            ("a1=9 b0=1 n=1", "returns 9"),
            ("a1=9 b0=1 n=2", "returns 0"),
            ("b0=1 n=5", "traps out-of-bounds"),
        ],
    );
    library(
        "void *memcpy(void *, const void *, size_t);",
        "memcpy(a, b, n) ? a[1] : 0",
        &[("a1=9 b1=3 n=1", "returns 9"), ("a1=9 b1=3 n=2", "returns 3")],
    );
    library(
        "void *memcpy(void *, const void *, size_t);",
        "memcpy(a, a + 1, n) ? a[0] : 0",
        &[("a0=4 a1=5 n=1", "returns 5"), ("a0=4 a1=5 n=2", "traps library-misuse")],
    );
    library(
        "void *memmove(void *, const void *, size_t);",
        "memmove(a, a + 1, n) ? a[0] : 0",
        &[("a0=4 a1=5 n=2", "returns 5")],
    );
    library(
        "void *memset(void *, int, size_t);",
        "memset(a, 7, n) ? a[1] : 0",
        &[("a1=1 n=1", "returns 1"), ("a1=1 n=2", "returns 7"), ("n=5", "traps out-of-bounds")],
    );
}

#[test]
fn numbers_and_characters() {
    library(
        "int abs(int);",
        "abs(n)",
        &[("n=-5", "returns 5"), ("n=-2147483648", "traps signed-overflow")],
    );
    library(
        "int isdigit(int);",
        "isdigit(n) != 0",
        &[
            ("n=48", "returns 1"),
            ("n=58", "returns 0"),
            ("n=-1", "returns 0"),
            ("n=256", "traps library-misuse"),
        ],
    );
    library("int toupper(int);", "toupper(n)", &[("n=97", "returns 65"), ("n=64", "returns 64")]);
    library("int tolower(int);", "tolower(n)", &[("n=65", "returns 97"), ("n=-1", "returns -1")]);
    let table = "const unsigned short **__ctype_b_loc(void);";
    library(
        table,
        "(*__ctype_b_loc())[n] & 2048",
        &[("n=57", "returns 2048"), ("n=65", "returns 0")],
    );
}

#[test]
fn blocks_are_allocated_and_given_back() {
    let heap = "typedef unsigned long size_t; void *malloc(size_t); void *calloc(size_t, size_t);
                void *realloc(void *, size_t); void free(void *); char *strdup(const char *);";
    let with = |body: &str| format!("{heap} int f(int n) {{ {body} }}");
    check(
        &with("int *p = malloc(8); p[1] = n; int x = p[1]; free(p); return x;"),
        &[("n=4", "returns 4")],
    );
    check(&with("int *p = malloc(4); return *p;"), &[("", "traps uninitialised")]);
    check(
        &with("int *p = calloc(2, 4); return p[n];"),
        &[("n=1", "returns 0"), ("n=2", "traps out-of-bounds")],
    );
    check(&with("int *p = malloc(4); free(p); return *p;"), &[("", "traps use-after-free")]);
    check(&with("int *p = malloc(4); free(p); free(p); return 0;"), &[("", "traps double-free")]);
    check(&with("int x; free(&x); return 0;"), &[("", "traps bad-free")]);
    let grows =
        "int *p = malloc(4); p[0] = n; p = realloc(p, 8); p[1] = 2; return p[0] * 10 + p[1];";
    check(&with(grows), &[("n=3", "returns 32")]);
    let copies = "char s[2] = {n, 0}; char *t = strdup(s); s[0] = 0; return t[0];";
    check(&with(copies), &[("n=5", "returns 5"), ("n=0", "returns 0")]);
    check("_Noreturn void abort(void); int f(void) { abort(); }", &[("", "traps abort")]);
}

#[test]
fn other_signatures_are_stubs_of_the_user() {
    check(
        "long strlen(int); long f(void) { return strlen(3) + strlen(4); }",
        &[("strlen()=5", "returns 10")],
    );
    check(
        "int rand(void); int f(void) { return rand() > 0; }",
        &[("", "call of `rand`, which is not modelled")],
    );
}

/// What models of functions that write use: how far, and what.
const SCRIPT: &str = "unsigned long __probant_count(void *, unsigned long, unsigned long, void *);
    void __probant_write(void *, unsigned long, unsigned long, unsigned long, void *);
    unsigned f_more(void); int f_value(void);
    static void fill(int *to) {
        unsigned long n = __probant_count(to, 4, 1, f_more);
        __probant_write(to, 0, 4, n, f_value);
    }";

#[test]
fn a_function_defined_elsewhere_writes_as_far_as_there_is_room() {
    let text =
        format!("{SCRIPT} int f(void) {{ int a[3] = {{0}}; fill(a); return a[0] * 10 + a[2]; }}");
    check_at_once(
        &text,
        &[
            ("f_more()=0 f_value()=7", "returns 70"),
            ("f_more()=2 f_value()=7", "returns 77"),
            ("f_more()=3", "is no input"),
        ],
    );
}

#[test]
fn what_it_writes_is_asked_for_only_where_it_writes() {
    let text = format!("{SCRIPT} int f(void) {{ int a[3] = {{0}}; fill(a); return a[1]; }}");
    with_world(&text, |world| {
        let mut trip = Trip::new(world, Policy::INITIAL, "f_more()=1 f_value()=4");
        assert_eq!(trip.end(), "returns 4");
        let leaves = trip.machine.leaves().to_vec();
        let values = leaves.iter().filter(|leaf| leaf.name == "f_value()");
        let asked: Vec<_> = values.map(|leaf| leaf.when.is_none_or(|it| trip.holds(it))).collect();
        assert_eq!(asked, [true, true, false]);
    });
}
