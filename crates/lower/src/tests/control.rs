//! Statements as regions.

use super::check;
use expect_test::expect;

#[test]
fn loops() {
    check(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; } return s; }",
        &expect![[r#"
        func @f(i32) -> i32 shape t0 {  ; f
            param t0 "n"
            reg l0 i32 "n"
            reg l1 i32 "s"
            reg l2 i32 "i"
            args l0
            loop loop0 source  ; for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; }
            decision d0 controlling = c0  ; i < n
            decision d1 controlling = c1  ; i == 3
            cond c0 of d0  ; i < n
            cond c1 of d1  ; i == 3
            body {
                v0 = int i32 0
                set l1, v0
                v2 = int i32 0
                set l2, v2
                block b0 {
                    loop loop0 {
                        v4 = get i32 l2
                        v5 = get i32 l0
                        v6 = lt.s i1 v4, v5
                        if v6 c0 {  ; i < n
                        } else {
                            leave b0
                        }
                        turn loop0
                        block b1 {
                            v10 = get i32 l2
                            v11 = int i32 3
                            v12 = eq i1 v10, v11
                            if v12 c1 {  ; i == 3
                                leave b1
                            }
                            v15 = get i32 l2
                            v16 = get i32 l1
                            v17 = add.s i32 v16, v15
                            set l1, v17
                        }
                        v20 = get i32 l2
                        v21 = int i32 1
                        v22 = add.s i32 v20, v21
                        set l2, v22
                    }
                }
                v26 = get i32 l1
                return v26
            }
        }
    "#]],
    );
    check(
        "void f(int n) { do { if (n == 7) break; n--; } while (n > 0); }",
        &expect![[r#"
        func @f(i32) {  ; f
            param t0 "n"
            reg l0 i32 "n"
            args l0
            loop loop0 source  ; do { if (n == 7) break; n--; } while (n > 0);
            decision d0 controlling = c0  ; n == 7
            decision d1 controlling = c1  ; n > 0
            cond c0 of d0  ; n == 7
            cond c1 of d1  ; n > 0
            body {
                block b0 {
                    loop loop0 {
                        turn loop0
                        v1 = get i32 l0
                        v2 = int i32 7
                        v3 = eq i1 v1, v2
                        if v3 c0 {  ; n == 7
                            leave b0
                        }
                        v6 = get i32 l0
                        v7 = int i32 1
                        v8 = sub.s i32 v6, v7
                        set l0, v8
                        v10 = get i32 l0
                        v11 = int i32 0
                        v12 = lt.s i1 v11, v10
                        if v12 c1 {  ; n > 0
                        } else {
                            leave b0
                        }
                    }
                }
            }
        }
    "#]],
    );
    check(
        "void f(int n) { while (1) { if (n) return; } }",
        &expect![[r#"
        func @f(i32) {  ; f
            param t0 "n"
            reg l0 i32 "n"
            args l0
            loop loop0 source  ; while (1) { if (n) return; }
            decision d0 controlling = c0  ; n
            cond c0 of d0  ; n
            body {
                loop loop0 {
                    turn loop0
                    v1 = get i32 l0
                    v2 = int i32 0
                    v3 = ne i1 v1, v2
                    if v3 c0 {  ; n
                        return
                    }
                    trap endless
                }
            }
        }
    "#]],
    );
    check(
        "int f(int n) { do { if (n) break; n = 1; } while (0); return n; }",
        &expect![[r#"
        func @f(i32) -> i32 shape t0 {  ; f
            param t0 "n"
            reg l0 i32 "n"
            args l0
            decision d0 controlling = c0  ; n
            cond c0 of d0  ; n
            body {
                block b0 {
                    v0 = get i32 l0
                    v1 = int i32 0
                    v2 = ne i1 v0, v1
                    if v2 c0 {  ; n
                        leave b0
                    }
                    v5 = int i32 1
                    set l0, v5
                }
                v8 = get i32 l0
                return v8
            }
        }
    "#]],
    );
}

#[test]
fn switch_falls_through() {
    check(
        "int f(int n) { switch (n) { case 1: n = 5; case 2 ... 4: n++; break; } return n; }",
        &expect![[r#"
            func @f(i32) -> i32 shape t0 {  ; f
                param t0 "n"
                reg l0 i32 "n"
                args l0
                switch s0 = case, case, implicit  ; n
                body {
                    v0 = get i32 l0
                    block b0 {
                        block b1 {
                            block b2 {
                                block b3 {
                                    switch.s v0 s0 to (b3, b2, b1) arms (1: 0, 2..4: 1) else 2
                                }
                                v3 = int i32 5
                                set l0, v3
                            }
                            v6 = get i32 l0
                            v7 = int i32 1
                            v8 = add.s i32 v6, v7
                            set l0, v8
                            leave b0
                        }
                    }
                    v13 = get i32 l0
                    return v13
                }
            }
        "#]],
    );
}

#[test]
fn goto_nests() {
    check(
        "int f(int n) { if (n < 0) goto out; again: n--; if (n > 5) goto again; out: return n; }",
        &expect![[r#"
            func @f(i32) -> i32 shape t0 {  ; f
                param t0 "n"
                reg l0 i32 "n"
                args l0
                loop loop0 source  ; again: n--;
                decision d0 controlling = c0  ; n < 0
                decision d1 controlling = c1  ; n > 5
                cond c0 of d0  ; n < 0
                cond c1 of d1  ; n > 5
                body {
                    block b0 {
                        v0 = get i32 l0
                        v1 = int i32 0
                        v2 = lt.s i1 v0, v1
                        if v2 c0 {  ; n < 0
                            leave b0
                        }
                        block b1 {
                            loop loop0 {
                                turn loop0
                                v6 = get i32 l0
                                v7 = int i32 1
                                v8 = sub.s i32 v6, v7
                                set l0, v8
                                v10 = get i32 l0
                                v11 = int i32 5
                                v12 = lt.s i1 v11, v10
                                if v12 c1 {  ; n > 5
                                    next loop0
                                }
                                leave b1
                            }
                        }
                    }
                    v19 = get i32 l0
                    return v19
                }
            }
        "#]],
    );
}

#[test]
fn goto_that_does_not_nest_is_flattened() {
    check(
        "int f(int n) { if (n) goto in; while (n < 9) { n += 2; in: n++; } return n; }",
        &expect![[r#"
            func @f(i32) -> i32 shape t0 {  ; f
                param t0 "n"
                reg l0 i32 "n"
                reg l1 i32 "pc"
                args l0
                loop loop0  ; { if (n) goto in; while (n < 9) { n += 2; in: n++; } return n; }
                decision d0 controlling = c0  ; n
                decision d1 controlling = c1  ; n < 9
                cond c0 of d0  ; n
                cond c1 of d1  ; n < 9
                body {
                    v0 = int i32 0
                    set l1, v0
                    loop loop0 {
                        block b0 {
                            block b1 {
                                block b2 {
                                    block b3 {
                                        v2 = get i32 l1
                                        switch.s v2 to (b3, b2, b1, b0) arms (0: 0, 1: 2, 2: 1, 4: 3) else 0
                                    }
                                    v5 = get i32 l0
                                    v6 = int i32 0
                                    v7 = ne i1 v5, v6
                                    if v7 c0 {  ; n
                                        v8 = int i32 1
                                        set l1, v8
                                        next loop0
                                    }
                                }
                                v13 = get i32 l0
                                v14 = int i32 9
                                v15 = lt.s i1 v13, v14
                                if v15 c1 {  ; n < 9
                                } else {
                                    v16 = int i32 4
                                    set l1, v16
                                    next loop0
                                }
                                v20 = int i32 2
                                v21 = get i32 l0
                                v22 = add.s i32 v21, v20
                                set l0, v22
                            }
                            v25 = get i32 l0
                            v26 = int i32 1
                            v27 = add.s i32 v25, v26
                            set l0, v27
                            v29 = int i32 2
                            set l1, v29
                            next loop0
                        }
                        v33 = get i32 l0
                        return v33
                    }
                }
            }
        "#]],
    );
}

#[test]
fn depth_is_no_problem() {
    let repeat = |n, text: &dyn Fn(i32) -> String| (0..n).map(text).collect::<Vec<_>>().join("\n");
    let cases = repeat(5000, &|n| format!("case {n}: n += {n}; if (n == 3) break;"));
    super::program(&format!("int f(int n) {{ switch (n) {{ {cases} }} return n; }}"));
    let (open, close) = ("if (n > 0) { ".repeat(150), "}".repeat(150));
    super::program(&format!("int f(int n) {{ {open} n--; {close} return n; }}"));
    let labels = repeat(500, &|n| format!("l{n}: if (n-- == {n}) goto l{};", n / 2));
    super::program(&format!("int f(int n) {{ {labels} return n; }}"));
}

#[test]
fn dead_code_stays() {
    check(
        "int f(int n) { return n; if (n > 3) n = 1; return 0; }",
        &expect![[r#"
        func @f(i32) -> i32 shape t0 {  ; f
            param t0 "n"
            reg l0 i32 "n"
            args l0
            decision d0 controlling = c0  ; n > 3
            cond c0 of d0  ; n > 3
            body {
                v0 = get i32 l0
                v1 = int i1 0
                if v1 {
                    v2 = get i32 l0
                    v3 = int i32 3
                    v4 = lt.s i1 v3, v2
                    if v4 c0 {  ; n > 3
                        v5 = int i32 1
                        set l0, v5
                    }
                    v8 = int i32 0
                    return v8
                }
                return v0
            }
        }
    "#]],
    );
}

#[test]
fn functions_that_never_return() {
    check(
        "void abort(void); _Noreturn void exit(int);
        int f(int n) { if (n == 1) abort(); if (n == 2) exit(3); if (n == 3) __builtin_unreachable(); return 0; }",
        &expect![[r#"
            func @f(i32) -> i32 shape t0 {  ; f
                param t0 "n"
                reg l0 i32 "n"
                args l0
                decision d0 controlling = c0  ; n == 1
                decision d1 controlling = c1  ; n == 2
                decision d2 controlling = c2  ; n == 3
                cond c0 of d0  ; n == 1
                cond c1 of d1  ; n == 2
                cond c2 of d2  ; n == 3
                body {
                    v0 = get i32 l0
                    v1 = int i32 1
                    v2 = eq i1 v0, v1
                    if v2 c0 {  ; n == 1
                        trap abort
                    }
                    v5 = get i32 l0
                    v6 = int i32 2
                    v7 = eq i1 v5, v6
                    if v7 c1 {  ; n == 2
                        v8 = int i32 3
                        call @exit(v8)
                        trap exit
                    }
                    v12 = get i32 l0
                    v13 = int i32 3
                    v14 = eq i1 v12, v13
                    if v14 c2 {  ; n == 3
                        trap unreachable
                    }
                    v17 = int i32 0
                    return v17
                }
            }
        "#]],
    );
}
