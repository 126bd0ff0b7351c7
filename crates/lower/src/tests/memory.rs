//! Objects: lifetimes, aggregates, bit-fields, initialisers, shapes, globals.

use super::{check, program};
use expect_test::expect;

#[test]
fn objects_end_on_every_way_out() {
    check(
        "int g(int *);
        int f(int n) { while (n) { int x = n; if (g(&x)) break; if (x) continue; if (n > 5) return x; } return 0; }",
        &expect![[r#"
            func @f(i32) -> i32 shape t1 {  ; f
                param t1 "n"
                reg l0 i32 "n"
                obj l1 size 4 align 4 shape t1 "x"
                args l0
                loop loop0 source  ; while (n) { int x = n; if (g(&x)) break; if (x) continue; if (n > 5) return x; }
                decision d0 controlling = c0  ; n
                decision d1 controlling = c1  ; g(&x)
                decision d2 controlling = c2  ; x
                decision d3 controlling = c3  ; n > 5
                cond c0 of d0  ; n
                cond c1 of d1  ; g(&x)
                cond c2 of d2  ; x
                cond c3 of d3  ; n > 5
                body {
                    block b0 {
                        loop loop0 {
                            v0 = get i32 l0
                            v1 = int i32 0
                            v2 = ne i1 v0, v1
                            if v2 c0 {  ; n
                            } else {
                                leave b0
                            }
                            turn loop0
                            block b1 {
                                live l1
                                v7 = addr.local ptr l1
                                v8 = get i32 l0
                                store v7, v8
                                v10 = addr.local ptr l1
                                v11 = call i32 @g(v10)
                                v12 = int i32 0
                                v13 = ne i1 v11, v12
                                if v13 c1 {  ; g(&x)
                                    dead l1
                                    leave b0
                                }
                                v17 = addr.local ptr l1
                                v18 = load i32 v17
                                v19 = int i32 0
                                v20 = ne i1 v18, v19
                                if v20 c2 {  ; x
                                    dead l1
                                    leave b1
                                }
                                v24 = get i32 l0
                                v25 = int i32 5
                                v26 = lt.s i1 v25, v24
                                if v26 c3 {  ; n > 5
                                    v27 = addr.local ptr l1
                                    v28 = load i32 v27
                                    dead l1
                                    return v28
                                }
                                dead l1
                            }
                        }
                    }
                    v36 = int i32 0
                    return v36
                }
            }
        "#]],
    );
}

#[test]
fn parameters_whose_address_is_taken() {
    check(
        "int f(int n, int m) { int *p = &n; return *p + m; }",
        &expect![[r#"
        func @f(i32, i32) -> i32 shape t0 {  ; f
            param t0 "n"
            param t0 "m"
            reg l0 i32 "n"
            reg l1 i32 "m"
            obj l2 size 4 align 4 shape t0 "n"
            reg l3 ptr "p"
            args l0, l1
            body {
                live l2
                v1 = get i32 l0
                v2 = addr.local ptr l2
                store v2, v1
                v4 = addr.local ptr l2
                set l3, v4
                v6 = get ptr l3
                v7 = load i32 v6
                v8 = get i32 l1
                v9 = add.s i32 v7, v8
                dead l2
                return v9
            }
        }
    "#]],
    );
}

#[test]
fn aggregates_travel_by_address() {
    check(
        "struct s { int a, b; };
        struct s g(struct s);
        struct s f(struct s x) { struct s y = {.b = 7}; y = g(x); y.a++; return y; }",
        &expect![[r#"
            func @f(ptr, ptr) shape t0 {  ; f
                param t0 "x"
                reg l0 ptr "result"
                reg l1 ptr "x"
                obj l2 size 8 align 4 shape t0 "y"
                obj l3 size 8 align 4 "result"
                obj l4 size 8 align 4 "arg"
                args l0, l1
                body {
                    live l2
                    live l3
                    live l4
                    v3 = addr.local ptr l2
                    zero v3, 8
                    v5 = int i32 7
                    v6 = ptr.field ptr v3, 4
                    store v6, v5
                    v8 = addr.local ptr l2
                    v9 = addr.local ptr l3
                    v10 = get ptr l1
                    v11 = addr.local ptr l4
                    copy v11, v10, 8
                    call @g(v9, v11)
                    copy v8, v9, 8
                    v15 = addr.local ptr l2
                    v16 = load i32 v15
                    v17 = int i32 1
                    v18 = add.s i32 v16, v17
                    store v15, v18
                    v20 = addr.local ptr l2
                    v21 = get ptr l0
                    copy v21, v20, 8
                    dead l4
                    dead l3
                    dead l2
                    return
                }
            }
        "#]],
    );
}

#[test]
fn bit_fields() {
    check(
        "struct s { unsigned a : 3; int b : 9; };
        int f(struct s *p) { p->a = 5; return (p->b += 2); }",
        &expect![[r#"
            func @f(ptr) -> i32 shape t3 {  ; f
                param t0 "p"
                reg l0 ptr "p"
                args l0
                body {
                    v0 = get ptr l0
                    v1 = int i32 5
                    v2 = trunc i8 v1
                    store.bits i8 v0, 0, 3, v2
                    v4 = int i32 2
                    v5 = get ptr l0
                    v6 = load.bits.s i16 v5, 3, 9
                    v7 = sext i32 v6
                    v8 = add.s i32 v7, v4
                    v9 = trunc i16 v8
                    store.bits i16 v5, 3, 9, v9
                    v11 = int i32 23
                    v12 = shl i32 v8, v11
                    v13 = shr.s i32 v12, v11
                    return v13
                }
            }
        "#]],
    );
}

#[test]
fn globals_and_shapes() {
    let (program, _) = program(
        "typedef unsigned char byte; typedef struct node { struct node *next; byte tag; const char *name; } node;
        enum colour { RED, GREEN = 5 };
        node head = {&head, 3, \"ab\" + 1}; static const int table[] = {1, 2}; extern enum colour hue;
        struct { int a : 3, b : 7; } bits = {-1, 9}; int (*handler)(int);
        int f(node *n, enum colour c, int (*cb)(int)) { static int count = 4; count++; return hue + table[0]; }",
    );
    let listing = ir::print(&program);
    let tables = listing.split("\nfunc").next().expect("shapes and globals come first");
    expect![[r#"
        target ptr 8
        shape t0 = record 24 "struct node" { 0 t1 "next", 8 t2 "tag", 16 t3 "name" }
        shape t1 = pointer to t0 "struct node *"
        shape t2 = int i8 "byte"
        shape t3 = pointer to t4 const "const char *"
        shape t4 = int i8 signed character "char"
        shape t5 = array t4 3
        shape t6 = array t7 2
        shape t7 = int i32 signed "int"
        shape t8 = int i32 "enum colour" { "RED" 0, "GREEN" 5 }
        shape t9 = record 4 "struct /* unnamed */" { 0 bits 0 3 t7 "a", 0 bits 3 7 t7 "b" }
        shape t10 = code (i32) -> i32 of { t7 } "int (*)(int)"
        shape t11 = pointer to t0 "node *"
        global @head size 24 align 8 shape t0 {
            0: global @head 0
            8: bytes "03"
            16: global @".str.0" 1
        }
        global @".str.0" size 3 align 1 internal const hidden shape t5 {
            0: bytes "6162"
        }
        global @table size 8 align 4 internal const shape t6 {
            0: bytes "01000000"
            4: bytes "02000000"
        }
        global @hue size 4 align 4 shape t8
        global @bits size 4 align 4 shape t9 {
            0: bytes "4f"
            1: bytes "00"
        }
        global @handler size 8 align 8 shape t10 { }
        global @"f.count" size 4 align 4 internal hidden shape t7 {
            0: bytes "04000000"
        }
    "#]]
    .assert_eq(tables);
}
