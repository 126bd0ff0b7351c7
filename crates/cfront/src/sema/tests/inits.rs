//! Initialisers.

use super::{check, check_body};
use expect_test::expect;

#[test]
fn scalars_and_strings() {
    check(
        "int a = 3 + 4; char s[] = \"ab\"; char t[2] = \"abc\"; char *p = \"x\" + 1; int *q = &a + 2, *r = (void *)0;
         unsigned char u = 300; _Bool b = 0.5; double d = 1; float g = 1.5; long l = (long)&a; int sc = { 5 };
         char w[4] = { \"ab\" }; int wide[] = L\"ab\"; int (*fn)(void); int neg = -1; int sh = 1 << 31;",
        expect![[r#"
            C0601 `"abc"`: this string is longer than its array
            global g0 int a = {0: 7}
            global g1 char s[3] = {0: "ab"}
            global g2 char t[2] = {0: "ab"}
            global g3 char *p = {0: &.str.0+1}
            global g4 static char .str.0[2] = {0: "x"}
            global g5 int *q = {0: &a+8}
            global g6 int *r = {0: 0}
            global g7 unsigned char u = {0: 44}
            global g8 _Bool b = {0: 1}
            global g9 double d = {0: 0x3ff0000000000000f}
            global g10 float g = {0: 0x3fc00000f}
            global g11 long l = {0: &a}
            global g12 int sc = {0: 5}
            global g13 char w[4] = {0: "ab"}
            global g14 int wide[3] = {0: "a\x00\x00\x00b\x00\x00\x00"}
            global g15 tentative int (*fn)(void)
            global g16 int neg = {0: -1}
            global g17 int sh = {0: -2147483648}
        "#]],
    );
}

#[test]
fn aggregates() {
    check(
        "struct p { int x, y; }; struct q { struct p a[2]; char c; int *p; };
         struct q full = { { { 1, 2 }, { 3, 4 } }, 'c', 0 }; struct q elided = { 1, 2, 3, 4, 'c' };
         struct q mixed = { { 1, 2, { 3 } }, .p = &full.a[1].y, .c = 'd', }; struct p many[] = { 1, 2, 3, 4, 5 };
         int m[2][3] = { 1, 2, 3, 4 }; struct p none = {};",
        expect![[r#"
            record p: size 8, align 4
              int x at 0
              int y at 4
            record q: size 32, align 8
              struct p a[2] at 0
              char c at 16
              int *p at 24
            global g0 struct q full = {0: 1, 4: 2, 8: 3, 12: 4, 16: 99, 24: 0}
            global g1 struct q elided = {0: 1, 4: 2, 8: 3, 12: 4, 16: 99}
            global g2 struct q mixed = {0: 1, 4: 2, 8: 3, 16: 100, 24: &full+12}
            global g3 struct p many[3] = {0: 1, 4: 2, 8: 3, 12: 4, 16: 5}
            global g4 int m[2][3] = {0: 1, 4: 2, 8: 3, 12: 4}
            global g5 struct p none = {}
        "#]],
    );
}

#[test]
fn designators() {
    check(
        "int a[] = { [3] = 1, 2, [1] = 5 }; int r[6] = { [1 ... 3] = 7, 8 }; int o[3] = { 1, 2, [0] = 9 };
         struct s { int x; struct { int y; union { int z; char w; }; }; int arr[3]; };
         struct s n = { .y = 2, 3, .arr[1] = 4, 5 }; struct s v[2] = { [1].arr = { 1, 2 }, [0].w = 'a' };
         struct s twice = { .arr = { 1, 2, 3 }, .arr = { 4 } }; union u { int i; double d; } u = { .d = 2, .i = 1 };
         struct s g[4] = { [0 ... 2].x = 1 };",
        expect![[r#"
            record s: size 24, align 4
              int x at 0
              struct /* unnamed */ at 4
              int arr[3] at 12
            record unnamed: size 8, align 4
              int y at 0
              union /* unnamed */ at 4
            record unnamed: size 4, align 4
              int z at 0
              char w at 0
            record u: size 8, align 8
              int i at 0
              double d at 0
            global g0 int a[5] = {4: 5, 12: 1, 16: 2}
            global g1 int r[6] = {4: 7, 8: 7, 12: 7, 16: 8}
            global g2 int o[3] = {0: 9, 4: 2}
            global g3 struct s n = {4: 2, 8: 3, 16: 4, 20: 5}
            global g4 struct s v[2] = {8: 97, 36: 1, 40: 2}
            global g5 struct s twice = {12: 4}
            global g6 union u u = {0: 1}
            global g7 struct s g[4] = {0: 1, 24: 1, 48: 1}
        "#]],
    );
}

#[test]
fn bit_fields() {
    check(
        "struct b { unsigned a : 3; int : 5; int c : 4; unsigned : 0; signed d : 2; } b = { 9, -1, 3 };",
        expect![[r#"
            record b: size 8, align 4
              unsigned int a at 0 bits 0+3
              int c at 1 bits 0+4
              int d at 4 bits 0+2
            global g0 struct b b = {0:0+3: 1, 1:0+4: -1, 4:0+2: -1}
        "#]],
    );
}

#[test]
fn constants_beyond_the_standard() {
    check(
        "static const int k = 5; int a = k; int b[] = { k << 1 }; struct p { int x, y; };
         struct p c = (struct p){ 1, 2 }; struct p *d = &(struct p){ 3, 4 }; struct f { int n; int t[]; } e = { 2, { 7, 8 } };
         int (*h)(void) = 0; void *self = &self; int z = 1 || 0; int idx = sizeof(int[3]) / sizeof(int);",
        expect![[r#"
            record p: size 8, align 4
              int x at 0
              int y at 4
            record f: size 4, align 4
              int n at 0
              int t[] at 4
            global g0 static const int k = {0: 5}
            global g1 int a = {0: 5}
            global g2 int b[1] = {0: 10}
            global g3 struct p c = {0: 1, 4: 2}
            global g4 static struct p .lit.0 = {0: 1, 4: 2}
            global g5 struct p *d = {0: &.lit.1}
            global g6 static struct p .lit.1 = {0: 3, 4: 4}
            global g7 struct f e = {0: 2, 4: 7, 8: 8}
            global g8 int (*h)(void) = {0: 0}
            global g9 void *self = {0: &self}
            global g10 int z = {0: 1}
            global g11 int idx = {0: 3}
        "#]],
    );
}

#[test]
fn automatic_objects() {
    check_body(
        "struct p { int x; char s[4]; struct { int u : 2, v : 3; }; };
         int f(int n, struct p q) {
            struct p a = { n, \"ab\", { 1, n } }, b = q, c[2] = { q, { 1 } }; char s[] = \"hi\"; int t[3] = { n, [2] = n + 1 };
            char z[8] = {}; static int k[2] = { 1 }; int *p = (int[]){ 1, n }; struct p *o = &(struct p){ .x = n };
            struct p e = { .s = \"abc\", .s[1] = 'x' };
            return 0; }",
        expect![[r#"
            decl struct p a = {0: (load n), 4: "ab", 8:0+2: 1, 8:2+3: (load n)}
            decl struct p b = (load q)
            decl struct p c[2] = {0: (load q), 12: 1}
            decl char s[3] = {0: "hi"}
            decl int t[3] = {0: (load n), 8: (+ (load n) 1)}
            decl char z[8] = {}
            decl int *p = (decay (literal l9.literal {0: 1, 4: (load n)}))
            decl struct p *o = (& (literal l11.literal {0: (load n)}))
            decl struct p e = {4: "abc", 5: (int char 120)}
            return 0
        "#]],
    );
}
