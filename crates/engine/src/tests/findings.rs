//! What goes wrong: in the plain world it is a finding, elsewhere a duty of callers.

use super::check;
use crate::Criterion;
use expect_test::expect;

#[test]
fn a_sum_overflows() {
    check(
        "int f(int a) { if (a > 5) return a + 1; return 0; }",
        Criterion::Branch,
        &expect![[r"
        b1+ a > 5: covered
        b1- a > 5: covered
        finding: signed-overflow in line 1
    "]],
    );
}

#[test]
fn a_division_by_what_may_be_zero() {
    check(
        "int f(int a, int b) { return a > 0 ? a / b : 0; }",
        Criterion::Branch,
        &expect![[r"
        b1+ a > 0: covered
        b1- a > 0: covered
        finding: division-by-zero in line 1
    "]],
    );
}

#[test]
fn an_abort_in_one_case_of_many() {
    check(
        "int f(unsigned a) { if (a * 3u == 21u) { if (a == 7) __builtin_trap(); } return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a * 3u == 21u: covered
            b1- a * 3u == 21u: covered
            b2+ a == 7: covered
            b2- a == 7: infeasible, because `a * 3u == 21u` is true in line 1
            finding: abort in line 1
        "]],
    );
}

#[test]
fn null_that_is_tested_for_is_an_input_like_others() {
    check(
        "int f(int *p) { if (!p) *p = 1; return 0; }",
        Criterion::Branch,
        &expect![[r"
        b1+ p: covered
        b1- p: covered
        finding: null-pointer in line 1
    "]],
    );
    check(
        "int f(int *p) { if (!p) return 0; return *p > 0; }",
        Criterion::Branch,
        &expect![[r"
        b1+ p: covered
        b1- p: covered
    "]],
    );
}

#[test]
fn an_index_beyond_a_table() {
    check(
        "int f(unsigned i) { static const int t[4] = {1, 2, 3, 4}; return t[i % 5] == 3; }",
        Criterion::Branch,
        &expect![[r"
            finding: out-of-bounds in line 1
        "]],
    );
}

#[test]
fn what_is_read_before_it_is_written() {
    check(
        "int f(int a) { int b; if (a > 2) b = 1; return b == 1; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a > 2: covered
            b1- a > 2: covered
            finding: uninitialised in line 1
        "]],
    );
}

#[test]
fn an_objective_before_a_trap_is_reached_all_the_same() {
    check(
        "int f(int a) { int z = 0; if (a == 9) return 1 / z; return 0; }",
        Criterion::Branch,
        &expect![[r"
            b1+ a == 9: covered
            b1- a == 9: covered
            finding: division-by-zero in line 1
        "]],
    );
}

#[test]
fn what_is_allocated_and_lost() {
    check(
        "void *malloc(unsigned long); void free(void *);
        int f(int a) { char *p = malloc(4); if (!p) return 1; if (a == 5) return 2; free(p); return 3; }",
        Criterion::Branch,
        &expect![[r"
            b1+ p: covered
            b1- p: covered
            b2+ a == 5: covered
            b2- a == 5: covered
            finding: memory-leak in line 2
        "]],
    );
}

#[test]
fn a_shift_beyond_the_width() {
    check(
        "unsigned f(unsigned a, unsigned n) { return a << n; }",
        Criterion::Path,
        &expect![[r"
        paths 1, trapped 1, cut 0, complete, walked
        finding: shift-range in line 1
    "]],
    );
}

#[test]
fn what_callers_see_to_has_no_test_of_its_own() {
    let sample = super::Sample::new(
        "struct s { int n; int *p; };
         int f(struct s *s, int a) {
             char b[4];
             int x = s->p[0] / s->n;
             if (a > 3) return x;
             b[a + 4] = 1;
             return b[a + 4];
         }",
    );
    let report =
        sample.generate(&crate::Options::standard(Criterion::Branch)).expect("it starts").report;
    let told: Vec<(&str, bool)> =
        report.findings.iter().map(|it| (it.kind.as_str(), it.test.is_some())).collect();
    assert!(told.contains(&("null-pointer", false)), "{told:?}");
    assert!(told.contains(&("division-by-zero", false)), "{told:?}");
    assert!(told.contains(&("out-of-bounds", true)), "{told:?}");
    assert!(report.tests.iter().filter(|test| test.ends != suite::Ends::Return).count() <= 2);
}
