//! Preferences order the worlds that are tried and exclude nothing: what is reached elsewhere, and what stays unknown while they hold.

use super::{check, check_with};
use crate::{Criterion, Options};
use expect_test::expect;
use world::{Preference, Preferences};

#[test]
fn arrays_that_overlap_are_found() {
    check(
        "int f(int *a, int *b) { *a = 1; *b = 2; if (*a == 2) return 1; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ *a == 2: covered
            b1- *a == 2: covered
        "]],
    );
}

#[test]
fn arrays_that_are_asked_to_lie_apart_do() {
    let asked = Preferences::NONE.with(Preference::Apart).with(Preference::NotInside);
    check_with(
        "int f(int *a, int *b) { *a = 1; *b = 2; if (*a == 2) return 1; return 0; }",
        &Options { asked, ..Options::judged(Criterion::Branch) },
        &expect![[r"
            b1+ *a == 2: infeasible, assumes a and b lie apart
            b1- *a == 2: covered
        "]],
    );
}

#[test]
fn separated_by_contract() {
    check(
        r"/*@ requires \separated(a, b); requires \valid(a); requires \valid(b); */
        int f(int *a, int *b) { *a = 1; *b = 2; if (*a == 2) return 1; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ *a == 2: infeasible
            b1- *a == 2: covered
        "]],
    );
}

#[test]
fn an_allocation_fails_where_that_is_asked_about() {
    check(
        "void *malloc(unsigned long); void free(void *);
        int f(void) { char *p = malloc(8); if (!p) return 1; free(p); return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ p: covered
            b1- p: covered
        "]],
    );
}

#[test]
fn what_earlier_calls_left_behind_is_no_input() {
    check(
        "int f(int a) { static int n; n++; if (n > 1) return 1; return a > 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ n > 1: unknown, excluded only while static n of f has its initial value
            b1- n > 1: covered
        "]],
    );
}

#[test]
fn a_list_is_as_long_as_it_takes() {
    check(
        "struct node { int v; struct node *next; };
        int f(struct node *p) { int n = 0; while (p) { n++; if (n == 3 && p->v == 7) return 1; p = p->next; } return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ p: covered
            b1- p: covered
            b2+ n == 3: covered
            b2- n == 3: covered
            b3+ p->v == 7: covered
            b3- p->v == 7: covered
        "]],
    );
}

#[test]
fn two_names_for_one_node() {
    check(
        "struct node { int v; struct node *next; };
        int f(struct node *p) { if (p && p->next && p->next == p) return 1; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ p: covered
            b1- p: covered
            b2+ p->next: covered
            b2- p->next: covered
            b3+ p->next == p: covered
            b3- p->next == p: covered
        "]],
    );
}

#[test]
fn stubs_return_what_it_takes() {
    check(
        "int g(int); int f(int a) { int b = g(a); if (b == a + 5) return 1; if (g(b) < b) return 2; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ b == a + 5: covered
            b1- b == a + 5: covered
            b2+ g(b) < b: covered
            b2- g(b) < b: covered
            finding: signed-overflow in line 1
        "]],
    );
}

#[test]
fn a_length_of_our_own_choice_excludes_nothing() {
    check(
        "int f(const unsigned char *s, unsigned n) { unsigned i = 0; while (i < n && s[i]) i++; if (i == 200) return 1; if (i == 100000) return 2; return 0; }",
        Criterion::Branch,
        &expect![[r#"
            b1+ i < n: covered
            b1- i < n: covered
            b2+ s[i]: covered
            b2- s[i]: covered
            b3+ i == 200: covered
            b3- i == 200: covered
            b4+ i == 100000: unknown, not within what was tried
            b4- i == 100000: covered
        "#]],
    );
}

#[test]
fn globals_have_any_value() {
    check(
        "int g; static const int k = 3; int f(void) { if (g == 42) return 1; if (k == 4) return 2; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ g == 42: covered
            b1- g == 42: covered
            b2+ k == 4: infeasible
            b2- k == 4: covered
        "]],
    );
}
