//! What is a condition, what is a decision, and where each stands.

use super::{check, check_tables};
use expect_test::expect;

#[test]
fn controlling_and_value_contexts() {
    check_tables(
        "int f(int a, int b, int c) {
            int x = a > b;
            x = a && b;
            x = !c;
            if (a) x = 1;
            if (!(a < b) || (b == c && !c)) x = 2;
            return a ? b : c;
        }",
        &expect![[r#"
            d0 value `a && b`: And([Cond(c0), Cond(c1)])
            d1 value `!c`: Not(Cond(c2))
            d2 controls `a`: Cond(c3)
            d3 controls `!(a < b) || (b == c && !c)`: Or([Not(Cond(c4)), And([Cond(c5), Not(Cond(c6))])])
            d4 controls `a`: Cond(c7)
            c0 of d0: `a`
            c1 of d0: `b`
            c2 of d1: `c`
            c3 of d2: `a`
            c4 of d3: `a < b`
            c5 of d3: `b == c`
            c6 of d3: `c`
            c7 of d4: `a`
        "#]],
    );
}

#[test]
fn constants_are_no_conditions() {
    check_tables(
        "enum { ON = 1 };
        int f(int a) {
            while (1) { if (a > 3 && ON) break; a++; }
            do a--; while (0);
            if (sizeof(int) == 4) a = 2;
            return 0 && a;
        }",
        &expect![[r#"
            d0 controls `a > 3 && ON`: And([Cond(c0), Const(true)])
            d1 value `0 && a`: And([Const(false), Cond(c1)])
            c0 of d0: `a > 3`
            c1 of d1: `a`
        "#]],
    );
}

#[test]
fn a_decision_inside_an_operand_is_one_of_its_own() {
    check_tables(
        "int g(int);
        int f(int a, int b, int c) {
            for (; g(a && b) || (c ? a : b); a = b || c) if ((a = b) && c) return 1;
            return (a || b) == c;
        }",
        &expect![[r#"
            d0 controls `g(a && b) || (c ? a : b)`: Or([Cond(c0), Cond(c3)])
            d1 value `a && b`: And([Cond(c1), Cond(c2)])
            d2 controls `c`: Cond(c4)
            d3 value `b || c`: Or([Cond(c5), Cond(c6)])
            d4 controls `(a = b) && c`: And([Cond(c7), Cond(c8)])
            d5 value `a || b`: Or([Cond(c9), Cond(c10)])
            c0 of d0: `g(a && b)`
            c1 of d1: `a`
            c2 of d1: `b`
            c3 of d0: `c ? a : b`
            c4 of d2: `c`
            c5 of d3: `b`
            c6 of d3: `c`
            c7 of d4: `a = b`
            c8 of d4: `c`
            c9 of d5: `a`
            c10 of d5: `b`
        "#]],
    );
}

#[test]
fn advice_is_looked_through() {
    check_tables(
        "int f(int a, int b) { return __builtin_expect(!!(a && b), 1) ? 1 : __builtin_expect(a, 0) && b; }",
        &expect![[r#"
            d0 controls `__builtin_expect(!!(a && b), 1)`: Not(Not(And([Cond(c0), Cond(c1)])))
            d1 value `__builtin_expect(a, 0) && b`: And([Cond(c2), Cond(c3)])
            c0 of d0: `a`
            c1 of d0: `b`
            c2 of d1: `a`
            c3 of d1: `b`
        "#]],
    );
}

#[test]
fn switch_targets_are_places() {
    check_tables(
        "int f(int a) {
            switch (a) { case 1: case 2: a = 3; case 5: a++; break; default: case 9: a = 0; }
            switch (a + 1) { case 1 ... 4: here: case 7: return 1; case 8: if (a) goto here; }
            return a;
        }",
        &expect![[r#"
            d0 controls `a`: Cond(c0)
            c0 of d0: `a`
            s0 `a`: `case 1` `case 5` `default` (default)
            s1 `a + 1`: `case 1 ... 4` `case 8` `end` (default)
        "#]],
    );
}

#[test]
fn and_or_branch_directly() {
    check(
        "int f(int a, int b, int c) { if (a && (b || c)) return 1; return 2; }",
        &expect![[r#"
        func @f(i32, i32, i32) -> i32 shape t0 {  ; f
            param t0 "a"
            param t0 "b"
            param t0 "c"
            reg l0 i32 "a"
            reg l1 i32 "b"
            reg l2 i32 "c"
            args l0, l1, l2
            decision d0 controlling = and(c0, or(c1, c2))  ; a && (b || c)
            cond c0 of d0  ; a
            cond c1 of d0  ; b
            cond c2 of d0  ; c
            body {
                block b0 {
                    v0 = get i32 l0
                    v1 = int i32 0
                    v2 = ne i1 v0, v1
                    if v2 c0 {  ; a
                    } else {
                        leave b0
                    }
                    block b1 {
                        v5 = get i32 l1
                        v6 = int i32 0
                        v7 = ne i1 v5, v6
                        if v7 c1 {  ; b
                            leave b1
                        }
                        v10 = get i32 l2
                        v11 = int i32 0
                        v12 = ne i1 v10, v11
                        if v12 c2 {  ; c
                        } else {
                            leave b0
                        }
                    }
                    v16 = int i32 1
                    return v16
                }
                v19 = int i32 2
                return v19
            }
        }
    "#]],
    );
    check(
        "int f(int a, int b) { return a || !b; }",
        &expect![[r#"
        func @f(i32, i32) -> i32 shape t0 {  ; f
            param t0 "a"
            param t0 "b"
            reg l0 i32 "a"
            reg l1 i32 "b"
            reg l2 i32 "truth"
            args l0, l1
            decision d0 = or(c0, not(c1))  ; a || !b
            cond c0 of d0  ; a
            cond c1 of d0  ; b
            body {
                block b0 {
                    block b1 {
                        block b2 {
                            v0 = get i32 l0
                            v1 = int i32 0
                            v2 = ne i1 v0, v1
                            if v2 c0 {  ; a
                                leave b2
                            }
                            v5 = get i32 l1
                            v6 = int i32 0
                            v7 = ne i1 v5, v6
                            if v7 c1 {  ; b
                                leave b1
                            }
                        }
                        v11 = int i32 1
                        set l2, v11
                        leave b0
                    }
                    v15 = int i32 0
                    set l2, v15
                }
                v18 = get i32 l2
                return v18
            }
        }
    "#]],
    );
    check(
        "int f(int a) { if (!a) return 1; else return 2; }",
        &expect![[r#"
        func @f(i32) -> i32 shape t0 {  ; f
            param t0 "a"
            reg l0 i32 "a"
            args l0
            decision d0 controlling = not(c0)  ; !a
            cond c0 of d0  ; a
            body {
                v0 = get i32 l0
                v1 = int i32 0
                v2 = ne i1 v0, v1
                if v2 c0 {  ; a
                    v3 = int i32 2
                    return v3
                } else {
                    v5 = int i32 1
                    return v5
                }
            }
        }
    "#]],
    );
}
