//! Expressions and statements.

use super::{check, check_body, check_messages};
use expect_test::expect;

#[test]
fn promotions_and_common_types() {
    check_body(
        "void f(char c, short s, unsigned u, long l, unsigned long ul, float g, double d, _Bool b) {
            c + s; u + l; l + ul; s << l; -c; ~b; c * g; g + d; u < s; c == 'a'; +s; u + 1L; }",
        expect![[r#"
            (+ (int int (load c)) (int int (load s)))
            (+ (int long (load u)) (load l))
            (+ (int unsigned long (load l)) (load ul))
            (<< (int int (load s)) (load l))
            (neg (int int (load c)))
            (~ (int int (load b)))
            (* (int-float float (load c)) (load g))
            (+ (float double (load g)) (load d))
            (< (load u) (int unsigned int (load s)))
            (== (int int (load c)) 97)
            (int int (load s))
            (+ (int long (load u)) 1:long)
        "#]],
    );
}

#[test]
fn bit_fields_promote_by_width() {
    check_body(
        "struct b { unsigned a : 3; unsigned f : 32; long g : 40; _Bool t : 1; int : 2; } s;
         void f(void) { s.a + 1u; s.a - 1; s.f - 1; s.g + 1; s.g + 1L; s.g = 1; -s.g; s.t + 1; (s.a = 9) + 1; s.a++ - 1; }",
        expect![[r#"
            (+ (load (.a s)) 1:unsigned int)
            (- (int int (load (.a s))) 1)
            (- (load (.f s)) (int unsigned int 1))
            (>> (int long (<< (+ (int unsigned long (load (.g s))) (int unsigned long (int long 1))) 24)) 24)
            (+ (load (.g s)) 1:long)
            (= (.g s) (int long 1))
            (>> (int long (<< (neg (int unsigned long (load (.g s)))) 24)) 24)
            (+ (int int (load (.t s))) 1)
            (+ (int int (= (.a s) (int unsigned int 9))) 1)
            (- (int int (x++ in int (.a s))) 1)
        "#]],
    );
}

#[test]
fn pointers_and_arrays() {
    check_body(
        "int a[4], m[2][3]; const char *s;
         void f(int *p, int n, unsigned u, void *v) {
            a[n]; 2[a]; *a; &a[1]; &a; &*p; m[1][2]; p + u; p - n; p - a; n + p; p++; p += n; *s; v + 1;
            p == 0; p < a; v == p; sizeof a; sizeof(int[3]); &m[1]; !p; p && n; }",
        expect![[r#"
            (load (* (ptr+ (decay a) (int long (load n)))))
            (load (* (ptr+ (decay a) (int long 2))))
            (load (* (decay a)))
            (ptr+ (decay a) (int long 1))
            (& a)
            (load p)
            (load (* (ptr+ (decay (* (ptr+ (decay m) (int long 1)))) (int long 2))))
            (ptr+ (load p) (int long (load u)))
            (ptr- (load p) (int long (load n)))
            (ptrdiff (load p) (decay a))
            (ptr+ (load p) (int long (load n)))
            (x++ in int * p)
            (ptr+= in int * p (int long (load n)))
            (load (* (load s)))
            (ptr+ (load v) (int long 1))
            (== (load p) (int-ptr int * 0))
            (< (load p) (decay a))
            (== (load v) (ptr void * (load p)))
            16:unsigned long
            12:unsigned long
            (ptr+ (decay m) (int long 1))
            (! (load p))
            (&& (load p) (load n))
        "#]],
    );
}

#[test]
fn conditionals() {
    check_body(
        "struct s { int x; } s, t; void g(void);
         void f(int c, char d, long l, int *p, void *v, const int *q) {
            c ? d : l; c ? p : 0; c ? p : v; c ? p : q; c ? s : t; c ? g() : g(); c ?: l; p ?: 0; !c; !!p; }",
        expect![[r#"
            (? (load c) (int long (load d)) (load l))
            (? (load c) (load p) (int-ptr int * 0))
            (? (load c) (ptr void * (load p)) (load v))
            (? (load c) (ptr const int * (load p)) (load q))
            (? (load c) (load s) (load t))
            (? (load c) (call g) (call g))
            (?: (load c) (int long again:int) (load l))
            (?: (load p) again:int * (int-ptr int * 0))
            (! (load c))
            (! (! (load p)))
        "#]],
    );
}

#[test]
fn assignments() {
    check_body(
        "struct s { int x; } s, t;
         void f(char c, unsigned char uc, int i, long l, float g, int *p, _Bool b, volatile int w) {
            c = i; c += l; uc <<= l; i *= g; p -= c; b = p; b = g; s = t; i = c = l; --c; w = w; w++; b++; g++; }",
        expect![[r#"
            (= c (int char (load i)))
            (+= in long c (load l))
            (<<= in int uc (load l))
            (*= in float i (load g))
            (ptr-= in int * p (int long (load c)))
            (= b (bool _Bool (load p)))
            (= b (bool _Bool (load g)))
            (= s (load t))
            (= i (int int (= c (int char (load l)))))
            (--x in int c)
            (= w (load.volatile w))
            (x++ in int w)
            (x++ in int b)
            (x++ in float g)
        "#]],
    );
}

#[test]
fn members() {
    check_body(
        "struct in { int k; }; struct s { int a; union { int b; struct { char c; struct in in; }; }; const int arr[3]; };
         struct s make(void);
         int f(struct s *p, struct s v) { p->b; v.c = 1; p->in.k; make().a; make().arr[1]; return (*p).arr[2]; }",
        expect![[r#"
            (load (.b (.<anonymous> (* (load p)))))
            (= (.c (.<anonymous> (.<anonymous> v))) (int char 1))
            (load (.k (.in (.<anonymous> (.<anonymous> (* (load p)))))))
            (.a (call make))
            (load (* (ptr+ (decay (.arr (literal l2.value (call make)))) (int long 1))))
            return (load (* (ptr+ (decay (.arr (* (load p)))) (int long 2))))
        "#]],
    );
}

#[test]
fn calls() {
    check_body(
        "int v(const char *f, ...); int old(); double proto(double, char); void (*fp)(int);
         void f(char c, float g, short s) {
            v(\"x\", c, g, s); old(c, g); proto(1, 300); fp(c); (*fp)(c); (**proto)(c, c); (&f)(c, g, s); }",
        expect![[r#"
            (call v (ptr const char * (decay .str.0)) (int int (load c)) (float double (load g)) (int int (load s)))
            (call old (int int (load c)) (float double (load g)))
            (call proto (int-float double 1) (int char 300))
            (call (load fp) (int int (load c)))
            (call (load fp) (int int (load c)))
            (call proto (int-float double (load c)) (load c))
            (call f (load c) (load g) (load s))
        "#]],
    );
}

#[test]
fn control_flow() {
    check_body(
        "int f(int x) {
            if (x) ; else if (x > 1) x--; else return 1;
            while (x < 3) { if (x) continue; break; }
            do x++; while (x);
            for (int i = 0, j; i < x; i++) { j = i; }
            for (;;) { static int n; goto out; }
            switch (x) { case 1: case 'a' ... 'c': x = 2; break; default: ; case -1: { case 7: x = 3; } }
            out: return x;
            void *t = &&out; goto *t;
            asm volatile (\"\" : \"=r\"(x) : \"r\"(x + 1));
         }",
        expect![[r#"
            if (load x)
              null
            else
              if (> (load x) 1)
                (x-- in int x)
              else
                return 1
            while (< (load x) 3)
              block
                if (load x)
                  continue
                break
            do
              (x++ in int x)
            while (load x)
            for decl int i = 0 decl int j; (< (load i) (load x)); (x++ in int i)
              block
                (= j (load i))
            for;;
              block
                goto out
            switch (load x) [1→s22 97..99→s21 -1→s29 7→s27 default→s25]
              block
                case s22: case s21: (= x 2)
                break
                default s25: null
                case s29: block
                  case s27: (= x 3)
            out: return (load x)
            decl void *t = &&out
            goto (load t)
            (asm "" x (+ (load x) 1))
        "#]],
    );
}

#[test]
fn scopes_hide() {
    check_body(
        "int x; int f(int y) { int x = 1; { extern int x; x; } { static int x = 2; x; } { enum { x = 7 }; x; } return x + y; }",
        expect![[r#"
            decl int x = 1
            block
              (load x)
            block
              (load f.x)
            block
              7
            return (+ (load x) (load y))
        "#]],
    );
}

#[test]
fn old_style_definitions() {
    check(
        "int f(a, b, c) char a; float *b; { return a + c; } int g() { return f(1, 0, 2); }
         int h(char); int h(c) char c; { return c; }",
        expect![[r#"
            func f0 int f()
              params a b c
              block
                decl char a = (int char (load a))
                return (+ (int int (load a)) (load c))
            func f1 int g()
              params 
              block
                return (call f 1 0 2)
            func f2 int h(char)
              params c
              block
                return (int int (load c))
        "#]],
    );
}

#[test]
fn variable_arrays() {
    check_body(
        "void g(int n, int a[n][n + 1]) {
            int b[n], c[3][n]; typedef int row[n]; row r;
            sizeof b; sizeof(int[n]); a[1][2] = b[0]; sizeof r; c[1][0]; }",
        expect![[r#"
            (= l1.length (int unsigned long (+ (load n) 1)))
            (= l2.length (int unsigned long (load n)))
            (= l4.length (int unsigned long (load n)))
            decl int b[*]
            (= l6.length (int unsigned long (load n)))
            decl int c[3][*]
            (= l8.length (int unsigned long (load n)))
            decl row r
            (* (load l4.length) 4:unsigned long)
            (, (= l10.length (int unsigned long (load n))) (* (load l10.length) 4:unsigned long))
            (= (* (ptr+ (decay (* (ptr+ (load a) (int long 1)))) (int long 2))) (load (* (ptr+ (decay b) (int long 0)))))
            (* (load l8.length) 4:unsigned long)
            (load (* (ptr+ (decay (* (ptr+ (decay c) (int long 1)))) (int long 0))))
        "#]],
    );
}

#[test]
fn gnu_expressions() {
    check_body(
        "#define max(a, b) 1
         int f(int n) {
            __auto_type x = n + 1L; typeof(x) y = ({ int t = n; t + 1; });
            ({ ; }); __builtin_choose_expr(1, n, x); _Generic(n, long: 1, int: 2, default: 3);
            __builtin_types_compatible_p(int, long); __alignof__(y); _Alignof(double);
            (int){ n } ; (struct p { int a, b; }){ .b = 2 }.b; __func__; __extension__ n;
            __builtin_offsetof(struct p, b); (void)n; return n ? : 4; }",
        expect![[r#"
            decl long x = (+ (int long (load n)) 1:long)
            decl long y = (int long (do block
              decl int t = (load n) (+ (load t) 1)))
            (do block
              null)
            (load n)
            2
            0
            8:unsigned long
            8:unsigned long
            (load (literal l4.literal {0: (load n)}))
            (load (.b (literal l5.literal {4: 2})))
            (decay .str.0)
            (load n)
            4:unsigned long
            (void (load n))
            return (?: (load n) again:int 4)
        "#]],
    );
}

#[test]
fn builtins() {
    check_body(
        "void f(unsigned u, int i, long l, void *p, double d, __builtin_va_list ap, ...) {
            __builtin_expect(!!i, 0); __builtin_clz(i); __builtin_popcountll(u); __builtin_bswap16(u);
            __builtin_add_overflow(i, l, &u); __builtin_smul_overflow(i, i, &i); __builtin_unreachable();
            __builtin_memcpy(p, p, 3); __builtin_strlen(\"abc\"); __builtin_constant_p(3 + 4); __builtin_constant_p(i);
            __builtin_va_start(ap, d); __builtin_va_arg(ap, int); __builtin_va_end(ap); __builtin_isnan(d);
            __builtin_fabsf(d); __builtin_inff(); __builtin_object_size(p, 0); __builtin___memcpy_chk(p, p, 3, 4);
            __sync_fetch_and_add(&i, 1); __atomic_load_n(&l, 5); __builtin_something_else(i); __builtin_alloca(i); }",
        expect![[r#"
            (builtin Expect (int long (! (! (load i)))) (int long 0))
            (builtin Clz (int unsigned int (load i)))
            (builtin Popcount (int unsigned long long (load u)))
            (builtin Bswap (int unsigned short (load u)))
            (builtin AddOverflow (load i) (load l) (& u))
            (builtin MulOverflow (load i) (load i) (& i))
            (builtin Unreachable)
            (call memcpy (load p) (ptr const void * (load p)) (int unsigned long 3))
            (call strlen (ptr const char * (decay .str.0)))
            1
            0
            (va_start ap)
            (va_arg int ap)
            (va_end ap)
            (builtin IsNan (load d))
            (call fabsf (float float (load d)))
            0x7f800000:float
            18446744073709551615:unsigned long
            (call memcpy (load p) (ptr const void * (load p)) (int unsigned long 3))
            (atomic FetchOp(Add) (& i) 1)
            (atomic Load (& l))
            (unsupported "the builtin `__builtin_something_else`" (load i))
            (call alloca (int unsigned long (load i)))
        "#]],
    );
}

#[test]
fn what_is_not_modelled_stays_in_place() {
    check(
        "double _Complex z; typedef int v4 __attribute__((vector_size(16)));
         v4 a, b; static v4 k = {1, 2}; int x;
         void f(void) { z + 1; a = a + b; x = a[0]; z == 0; if (z) x = 1; (float)z; x = 3.0i; int y = 1; }",
        expect![[r#"
            global g0 tentative double _Complex z
            global g1 tentative v4 a
            global g2 tentative v4 b
            global g3 static v4 k
            global g4 tentative int x
            func f0 void f(void)
              params 
              block
                (unsupported "complex numbers" (load z) 1)
                (= a (unsupported "vector types" (load a) (load b)))
                (= x (unsupported "vector types" (load a) 0))
                (unsupported "complex numbers" (load z) 0)
                if (unsupported "complex numbers" (load z))
                  (= x 1)
                (unsupported "complex numbers" (load z))
                (= x (unsupported "complex numbers"))
                decl int y = 1
        "#]],
    );
}

#[test]
fn declarations_merge() {
    check(
        "extern int a[]; int a[3]; int a[]; int t; int t; static int s; extern int s; int u[];
         int f(); int f(int, char *); extern inline int g(void) { return 1; } _Noreturn void die(void);
         typedef struct { int x; } pt; typedef enum { RED, GREEN } color; pt p; color c; const pt *q[2];",
        expect![[r#"
            record pt: size 4, align 4
              int x at 0
            global g0 tentative int a[3]
            global g1 tentative int t
            global g2 static int s
            global g3 tentative int u[1]
            global g4 tentative pt p
            global g5 tentative color c
            global g6 tentative const pt *q[2]
            func f1 inline int g(void)
              params 
              block
                return 1
        "#]],
    );
}

#[test]
fn implicit_functions() {
    check_messages(
        "int main(void) { return foo(1) + foo(2); }",
        expect![[r#"
        C0302 `foo`: `foo` is called but was never declared; declare it, or include its header; taken as `int foo()`
    "#]],
    );
}
