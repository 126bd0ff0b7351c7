//! Expressions: conversions, arithmetic, orders.

use super::{OPTIONS, check, check_with};
use crate::{Options, Overflow};
use expect_test::expect;

#[test]
fn narrow_arithmetic_is_done_in_int() {
    check(
        "void f(signed char c, unsigned short s) { c++; s *= c; }",
        &expect![[r#"
        func @f(i8, i16) {  ; f
            param t0 "c"
            param t1 "s"
            reg l0 i8 "c"
            reg l1 i16 "s"
            args l0, l1
            body {
                v0 = get i8 l0
                v1 = int i32 1
                v2 = sext i32 v0
                v3 = add.s i32 v2, v1
                v4 = trunc i8 v3
                set l0, v4
                v6 = get i8 l0
                v7 = sext i32 v6
                v8 = get i16 l1
                v9 = zext i32 v8
                v10 = mul.s i32 v9, v7
                v11 = trunc i16 v10
                set l1, v11
            }
        }
    "#]],
    );
}

#[test]
fn overflow_traps_or_wraps() {
    let wrap = Options { overflow: Overflow::Wrap, ..OPTIONS };
    let text = "int f(int a, unsigned b) { return -a + (int)(b - 1) / a << 2; }";
    check(
        text,
        &expect![[r#"
        func @f(i32, i32) -> i32 shape t0 {  ; f
            param t0 "a"
            param t1 "b"
            reg l0 i32 "a"
            reg l1 i32 "b"
            args l0, l1
            body {
                v0 = get i32 l0
                v1 = neg.s i32 v0
                v2 = get i32 l1
                v3 = int i32 1
                v4 = sub i32 v2, v3
                v5 = get i32 l0
                v6 = div.s i32 v4, v5
                v7 = add.s i32 v1, v6
                v8 = int i32 2
                v9 = shl i32 v7, v8
                return v9
            }
        }
    "#]],
    );
    check_with(
        text,
        &wrap,
        &expect![[r#"
        func @f(i32, i32) -> i32 shape t0 {  ; f
            param t0 "a"
            param t1 "b"
            reg l0 i32 "a"
            reg l1 i32 "b"
            args l0, l1
            body {
                v0 = get i32 l0
                v1 = neg i32 v0
                v2 = get i32 l1
                v3 = int i32 1
                v4 = sub i32 v2, v3
                v5 = get i32 l0
                v6 = div.s i32 v4, v5
                v7 = add i32 v1, v6
                v8 = int i32 2
                v9 = shl i32 v7, v8
                return v9
            }
        }
    "#]],
    );
}

#[test]
fn bool_asks_whether_it_is_zero() {
    check(
        "_Bool f(int a, double d, char *p) { _Bool b = a; b = d; b = p; return b; }",
        &expect![[r#"
        func @f(i32, f64, ptr) -> i8 shape t4 {  ; f
            param t0 "a"
            param t1 "d"
            param t2 "p"
            reg l0 i32 "a"
            reg l1 f64 "d"
            reg l2 ptr "p"
            reg l3 i8 "b"
            args l0, l1, l2
            body {
                v0 = get i32 l0
                v1 = int i32 0
                v2 = ne i1 v0, v1
                v3 = zext i8 v2
                set l3, v3
                v5 = get f64 l1
                v6 = float f64 0x0  ; 0.0
                v7 = fne i1 v5, v6
                v8 = zext i8 v7
                set l3, v8
                v10 = get ptr l2
                v11 = null ptr
                v12 = ptr.ne i1 v10, v11
                v13 = zext i8 v12
                set l3, v13
                v15 = get i8 l3
                return v15
            }
        }
    "#]],
    );
}

#[test]
fn pointers() {
    check(
        "long f(int *p, int *q, int i) { p -= i; return &p[2] - q + (p < q); }",
        &expect![[r#"
        func @f(ptr, ptr, i32) -> i64 shape t2 {  ; f
            param t0 "p"
            param t0 "q"
            param t1 "i"
            reg l0 ptr "p"
            reg l1 ptr "q"
            reg l2 i32 "i"
            args l0, l1, l2
            body {
                v0 = get i32 l2
                v1 = sext i64 v0
                v2 = get ptr l0
                v3 = neg.s i64 v1
                v4 = ptr.add ptr v2, v3, 4
                set l0, v4
                v6 = get ptr l0
                v7 = int i64 2
                v8 = ptr.add ptr v6, v7, 4
                v9 = get ptr l1
                v10 = ptr.diff i64 v8, v9, 4
                v11 = get ptr l0
                v12 = get ptr l1
                v13 = ptr.lt i1 v11, v12
                v14 = zext i32 v13
                v15 = sext i64 v14
                v16 = add.s i64 v10, v15
                return v16
            }
        }
    "#]],
    );
}

#[test]
fn conditional_values_go_through_registers() {
    check(
        "long f(int a, long b) { return a ? a + 1 : b; }",
        &expect![[r#"
        func @f(i32, i64) -> i64 shape t1 {  ; f
            param t0 "a"
            param t1 "b"
            reg l0 i32 "a"
            reg l1 i64 "b"
            reg l2 i64 "cond"
            args l0, l1
            decision d0 controlling = c0  ; a
            cond c0 of d0  ; a
            body {
                v0 = get i32 l0
                v1 = int i32 0
                v2 = ne i1 v0, v1
                if v2 c0 {  ; a
                    v3 = get i32 l0
                    v4 = int i32 1
                    v5 = add.s i32 v3, v4
                    v6 = sext i64 v5
                    set l2, v6
                } else {
                    v8 = get i64 l1
                    set l2, v8
                }
                v11 = get i64 l2
                return v11
            }
        }
    "#]],
    );
    check(
        "int f(int a) { return a ?: 5; }",
        &expect![[r#"
        func @f(i32) -> i32 shape t0 {  ; f
            param t0 "a"
            reg l0 i32 "a"
            reg l1 i32 "cond"
            args l0
            decision d0 controlling = c0  ; a
            cond c0 of d0  ; a
            body {
                v0 = get i32 l0
                v1 = int i32 0
                v2 = ne i1 v0, v1
                if v2 c0 {  ; a
                    set l1, v0
                } else {
                    v4 = int i32 5
                    set l1, v4
                }
                v7 = get i32 l1
                return v7
            }
        }
    "#]],
    );
}

#[test]
fn long_chains_do_not_recurse() {
    let sum = vec!["a"; 20_000].join(" + ");
    super::program(&format!("unsigned f(unsigned a) {{ return {sum}; }}"));
    let and = vec!["a"; 20_000].join(" && ");
    super::program(&format!("int f(int a) {{ return {and}; }}"));
}
