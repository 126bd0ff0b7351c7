//! Contracts.

use super::check;
use expect_test::expect;

#[test]
fn terms_and_predicates() {
    check(
        "struct n { int v; struct n *next; unsigned b : 3; int a[2]; }; int g, arr[4]; enum { K = 3 };
         /*@ requires 0 <= x < K && p != \\null ==> p->v == arr[x];
             requires \\forall integer i, j; 0 <= i < j < 4 ==> arr[i] != arr[j] || !x;
             requires \\exists int k; k == p->next->b + p->a[1];
             requires (x > 0 ? *q : g) == 1 <==> x % 2 == 0 ^^ \\true;
             requires \\let y = x + 1; y * y <= 100 && -y < ~x;
             requires q == 0 || q - arr >= 1 && x;
             requires \\abs(x) <= \\max(g, 3) && sizeof(int) == 4 && (unsigned char)x == x && 'a' < 98;
             ensures \\result == \\old(x) + \\at(g, Pre);
             assigns g, *q, arr[0 .. x - 1], p->v; */
         int f(int x, struct n *p, int *q) { return x; }",
        expect![[r#"
            record n: size 32, align 8
              int v at 0
              struct n *next at 8
              unsigned int b at 16 bits 0+3
              int a[2] at 20
            global g0 tentative int g
            global g1 tentative int arr[4]
            func f0 int f(int, struct n *, int *)
              requires (==> (and (and (<= 0 x) (< x 3)) (!= p null)) (== (load (&.v p)) (load (ptr+ (int * &arr) x))))
              requires (forall i:integer j:integer (==> (and (<= 0 i) (< i j) (< j 4)) (or (!= (load (ptr+ (int * &arr) i)) (load (ptr+ (int * &arr) j))) (! (nonzero x)))))
              requires (exists k:int (== k (+ (load (&.b (load (&.next p)))) (load (ptr+ (int * (&.a p)) 1)))))
              requires (<==> (== (? (> x 0) (load q) g) 1) (xor (== (% x 2) 0) true))
              requires (let y (+ x 1) (and (<= (* y y) 100) (< (neg y) (~ x))))
              requires (or (== q null) (and (>= (ptrdiff q (int * &arr)) 1) (nonzero x)))
              requires (and (<= (Abs x) (Max g 3)) (== 4 4) (== (unsigned char x) x) (< 97 98))
              ensures (== result (+ (old x) (old g)))
              assigns [&g 0..0 * 4]
              assigns [q 0..0 * 4]
              assigns [(int * &arr) 0..(- x 1) * 4]
              assigns [(&.v p) 0..0 * 4]
              params x p q
              block
                return (load x)
        "#]],
    );
}

#[test]
fn regions() {
    check(
        "struct s { int a, b; }; extern int t[9];
         /*@ requires \\valid(p + (0 .. n - 1)) && \\valid_read(q) && \\valid(&r->b) && \\valid({p, q});
             requires \\separated(p + (0 .. n), q, &t[1 .. 2]) && \\initialized(p) && \\valid((char *)v + (0 .. 3));
             assigns \\nothing; */
         void f(int *p, int *q, struct s *r, int n, void *v);
         void f(int *x, int *y, struct s *z, int k, void *w) { }",
        expect![[r#"
            record s: size 8, align 4
              int a at 0
              int b at 4
            global g0 extern int t[9]
            func f0 void f(int *, int *, struct s *, int, void *)
              requires (and (valid [x 0..(- k 1) * 4]) (valid_read [y 0..0 * 4]) (valid [(&.b z) 0..0 * 4]) (and (valid [x 0..0 * 4]) (valid [y 0..0 * 4])))
              requires (and (separated [x 0..k * 4] [y 0..0 * 4] [(int * &t) 1..2 * 4]) (initialized [x 0..0 * 4]) (valid [(char * w) 0..3 * 1]))
              assigns nothing
              params x y z k w
              block
        "#]],
    );
}

#[test]
fn definitions_are_expanded() {
    check(
        "/*@ predicate sorted(int *a, integer n) = \\forall integer i; 1 <= i < n ==> a[i - 1] <= a[i];
             logic integer twice(integer x) = 2 * x; predicate loop(integer x) = loop(x - 1); */
         /*@ requires sorted(b, twice(i)); requires loop(1); */ int f(int *b, int i) { return 0; }",
        expect![[r#"
            C0701 `loop(x - 1)`: this clause is not used: `loop` is recursive, which is not modelled; it is left out, so tests may violate it
            func f0 int f(int *, int)
              requires (let a b (let n (let x i (* 2 x)) (forall i:integer (==> (and (<= 1 i) (< i n)) (<= (load (ptr+ a (- i 1))) (load (ptr+ a i)))))))
              requires unsupported "`loop` is recursive, which is not modelled"
              params b i
              block
                return 0
        "#]],
    );
}

#[test]
fn behaviors() {
    check(
        "/*@ behavior pos: assumes x > 0; ensures \\result == 1; behavior neg: assumes x <= 0; assigns \\nothing;
             complete behaviors pos, neg; disjoint behaviors; */ int sign(int x) { return x > 0; }",
        expect![[r#"
            func f0 int sign(int)
              behavior pos
                assumes (> x 0)
                ensures (== result 1)
              behavior neg
                assumes (<= x 0)
                assigns nothing
              params x
              block
                return (> (load x) 0)
        "#]],
    );
}

#[test]
fn what_cannot_be_typed_is_kept() {
    check(
        "/*@ requires y > 0; requires x + p; requires \\strange(x); ensures \\result; requires *x == 1; decreases x;
             requires z.m == 1; requires \\valid(x); requires \\valid(p + (0 ..)); */ void f(int x, int *p) { }",
        expect![[r#"
            C0701 `y`: this clause is not used: `y` is not declared; it is left out, so tests may violate it
            C0701 `\strange(x)`: this clause is not used: `\strange` is not modelled; it is left out, so tests may violate it
            C0701 `\result`: this clause is not used: `\result` has no meaning here; it is left out, so tests may violate it
            C0701 `*x`: this clause is not used: a pointer is needed here; it is left out, so tests may violate it
            C0701 `decreases x;`: this clause is not used: measures of termination are not modelled; it is left out, so tests may violate it
            C0701 `z`: this clause is not used: `z` is not declared; it is left out, so tests may violate it
            C0701 `x`: this clause is not used: a pointer is needed here; it is left out, so tests may violate it
            C0701 `p + (0 ..)`: this clause is not used: a range without both ends is not modelled; it is left out, so tests may violate it
            func f0 void f(int, int *)
              requires unsupported "`y` is not declared"
              requires (nonzero (ptr+ p x))
              requires unsupported "`\\strange` is not modelled"
              requires unsupported "a pointer is needed here"
              requires unsupported "`z` is not declared"
              requires unsupported "a pointer is needed here"
              requires unsupported "a range without both ends is not modelled"
              ensures unsupported "`\\result` has no meaning here"
              unsupported unsupported "measures of termination are not modelled"
              params x p
              block
        "#]],
    );
}

#[test]
fn annotations_in_bodies() {
    check(
        "int f(int n) { int i, s = 0; /*@ loop invariant 0 <= i <= n; loop variant n - i; */
           for (i = 0; i < n; i++) s += i; /*@ assert s >= 0; */ return s; }",
        expect![[r#"
            C0701 `loop variant n - i;`: this clause is not used: measures of termination are not modelled; it is left out, so tests may violate it
            func f0 int f(int)
              params n
              block
                decl int i
                decl int s = 0
                (invariant (and (<= 0 i) (<= i n)))
                (annotation unsupported "measures of termination are not modelled")
                for (= i 0); (< (load i) (load n)); (x++ in int i)
                  (+= in int s (load i))
                (assert (>= s 0))
                return (load s)
        "#]],
    );
}

#[test]
fn floats_compare_as_reals() {
    check(
        "/*@ requires 0.5 <= d <= 1.0 && f < d && d + 1 > 0 && f == f; */ int h(double d, float f) { return 0; }",
        expect![[r#"
            func f0 int h(double, float)
              requires (and (and (<= 0x3fe0000000000000f d) (<= d 0x3ff0000000000000f)) (< (real f) (real d)) (> (+ (real d) (real 1)) (real 0)) (== f f))
              params d f
              block
                return 0
        "#]],
    );
}
