//! Every construct through the parser and the printer, errors and their recovery, and rubbish.

use super::*;
use crate::ast::{print, print_expr};

fn parse(text: &str) -> (SourceMap, Ast, Diagnostics) {
    let unit = crate::pp::read(format!("# 1 \"t.c\"\n{text}"), &|_| None);
    let (ast, diagnostics) = parse_unit(&unit.map, &unit.macros);
    (unit.map, ast, diagnostics)
}

/// The items printed, without the line structure.
#[track_caller]
fn check(text: &str, expect: &str) {
    let (_, ast, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    assert_eq!(flat(&print(&ast)), flat(expect), "{text}");
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An expression as the value of a variable.
#[track_caller]
fn expr(text: &str, expect: &str) {
    let unit = format!("typedef int T; int v = {text};");
    check(&unit, &format!("(declare typedef Int T) (declare Int (init v {expect}))"));
}

/// Statements in a function body.
#[track_caller]
fn stmt(text: &str, expect: &str) {
    let unit = format!("typedef int T; void f() {{ {text} }}");
    let expect = format!("(declare typedef Int T) (function Void (f (fn-old)) (block {expect}))");
    check(&unit, &expect);
}

/// Messages as `code at text`.
#[track_caller]
fn errors(text: &str, expect: &[&str]) {
    let (map, _, diagnostics) = parse(text);
    let found: Vec<_> =
        diagnostics.iter().map(|d| format!("{} {}", d.code, map.slice(d.span))).collect();
    assert_eq!(found, expect, "{text}: {diagnostics:?}");
}

#[test]
fn operators() {
    expr("a + b * c - d", "(- (+ a (* b c)) d)");
    expr("a || b && c | d ^ e & f", "(|| a (&& b (| c (^ d (& e f)))))");
    expr("a == b < c << d + e", "(== a (< b (<< c (+ d e))))");
    expr("a - b - c", "(- (- a b) c)");
    expr("(a % b) / c >> 1", "(>> (/ (paren (% a b)) c) 1)");
    expr("a != b >= c > d <= e", "(!= a (<= (> (>= b c) d) e))");
    expr("a ? b : c ? d : e", "(? a b (? c d e))");
    expr("a ?: b", "(?: a b)");
    expr("a ? b, c : d", "(? a (, b c) d)");
    expr("(a = b += c, d)", "(paren (, (= a (+= b c)) d))");
    expr("(x *= 1, x /= 1, x %= 1)", "(paren (, (, (*= x 1) (/= x 1)) (%= x 1)))");
    expr("(x -= 1, x <<= 1, x >>= 1)", "(paren (, (, (-= x 1) (<<= x 1)) (>>= x 1)))");
    expr("(x &= 1, x |= 1, x ^= 1)", "(paren (, (, (&= x 1) (|= x 1)) (^= x 1)))");
}

#[test]
fn unary_and_postfix() {
    expr("-~!+*&x", "(neg (~ (! (plus (deref (addr x))))))");
    expr("++*p++", "(++pre (deref (post++ p)))");
    expr("--x--", "(--pre (post-- x))");
    expr("f(a, b)(c)[1].x->y", "(-> (. (index (call (call f a b) c) 1) x) y)");
    expr("f()", "(call f)");
    expr("(T)x", "(cast (type T) x)");
    expr("(x)(y)", "(call (paren x) y)");
    expr("(T)(x)++", "(cast (type T) (post++ (paren x)))");
    expr("(const char *)p", "(cast (type const Char (ptr)) p)");
    expr("sizeof x + 1", "(+ (sizeof x) 1)");
    expr("sizeof(T)", "(sizeof (type T))");
    expr("sizeof(T[3])", "(sizeof (type T (array 3)))");
    expr("sizeof (x)[0]", "(sizeof (index (paren x) 0))");
    expr("sizeof(T){1}", "(sizeof (literal (type T) (list 1)))");
    expr("_Alignof(T) + __alignof__(x)", "(+ (alignof (type T)) (alignof (paren x)))");
    expr("(T){1, 2}.x", "(. (literal (type T) (list 1 2)) x)");
    expr("__real__ x + __imag__ y", "(+ (real x) (imag y))");
    expr("__extension__ (x)", "(paren x)");
}

#[test]
fn literals() {
    expr("0x10uL + 1.5f", "(+ 16ul 1.5:F)");
    expr(r"'a' + L'\n'", "(+ Plain:97 Wide:10)");
    expr(r#""a" "b\0""#, r#"Plain:"ab\x0""#.replace("\\x0", "\\u{0}").as_str());
    expr("__func__", "__func__");
    expr("__PRETTY_FUNCTION__", "__func__");
}

#[test]
fn special_forms() {
    expr("({ int x = 1; x; })", "(statement (block (declare Int (init x 1)) x))");
    expr("&&out", "(label-address out)");
    expr("_Generic(x, int: 1, default: 2)", "(generic x (type Int) 1 default 2)");
    expr("__builtin_va_arg(ap, T *)", "(va-arg ap (type T (ptr)))");
    expr("__builtin_offsetof(struct s, a.b[2])", "(offsetof (type (struct s)) (. a) (. b) (at 2))");
    expr("__builtin_types_compatible_p(T, int)", "(types-compatible (type T) (type Int))");
    expr("__builtin_choose_expr(1, a, b)", "(choose 1 a b)");
    expr("__builtin_expect(x, 0)", "(call __builtin_expect x 0)");
}

#[test]
fn basic_types() {
    for (text, expect) in [
        ("unsigned", "UInt"),
        ("long unsigned int long", "ULongLong"),
        ("signed char", "SChar"),
        ("char unsigned", "UChar"),
        ("short int", "Short"),
        ("int long", "Long"),
        ("long double", "LongDouble"),
        ("_Bool", "Bool"),
        ("unsigned __int128", "UInt128"),
        ("__int128", "Int128"),
        ("double _Complex", "(complex Double)"),
        ("_Complex", "(complex Double)"),
        ("_Float128", "Float128"),
        ("_Float32x", "Float32x"),
        ("__builtin_va_list", "VaList"),
        ("__auto_type", "auto-type"),
        ("typeof(int *)", "(typeof (type Int (ptr)))"),
        ("__typeof__(1 + 2)", "(typeof (+ 1 2))"),
        ("_Atomic(int)", "(atomic (type Int))"),
        ("_Atomic int", "atomic Int"),
    ] {
        check(&format!("{text} x;"), &format!("(declare {expect} x)"));
    }
    for bad in ["short long x;", "unsigned float x;", "int int x;", "long long long x;"] {
        assert_eq!(parse(bad).2.iter().next().map(|d| d.code), Some(codes::BAD_SPECIFIERS));
    }
}

#[test]
fn declarators() {
    check(
        "int *a[3], (*b)[3], *c;",
        "(declare Int (a (array 3) (ptr)) (b (ptr) (array 3)) (c (ptr)))",
    );
    check(
        "int (*f)(void), g(int, char *s);",
        "(declare Int (f (ptr) (fn)) (g (fn (param Int) (param Char (s (ptr))))))",
    );
    check("int (*(*fp)(int))[2];", "(declare Int (fp (ptr) (fn (param Int)) (ptr) (array 2)))");
    check(
        "void (*signal(int, void (*)(int)))(int);",
        "(declare Void (signal (fn (param Int) (param Void (ptr) (fn (param Int)))) (ptr) (fn (param Int))))",
    );
    check("const int *const volatile p;", "(declare const Int (p (ptr const volatile)))");
    check(
        "int f(int n, int a[static const n], int b[*], ...);",
        "(declare Int (f (fn (param Int n) (param Int (a (array static const n))) (param Int (b (array *))) ...)))",
    );
    check(
        "extern int f() asm(\"g\") __attribute__((noreturn));",
        "(declare extern Int (f (fn-old) (attr noreturn) asm:Plain:\"g\"))",
    );
    check(
        "static inline _Noreturn void f(void);",
        "(declare static inline noreturn Void (f (fn)))",
    );
    check(
        "_Thread_local static int x; register int y;",
        "(declare static thread-local Int x) (declare register Int y)",
    );
    check(
        "_Alignas(16) _Alignas(double) int x;",
        "(declare (alignas 16) (alignas (type Double)) Int x)",
    );
    check(
        "int __attribute__((aligned(8), unused)) x, y __attribute__((__mode__(__DI__)));",
        "(declare Int (attr aligned 8) (attr unused) x (y (attr mode __DI__)))",
    );
    check("int (__attribute__((cdecl)) *f)(void);", "(declare Int (f (ptr) (fn) (attr cdecl)))");
    check(
        "__extension__ typedef long long ll; ll x;",
        "(declare typedef LongLong ll) (declare ll x)",
    );
}

#[test]
fn typedef_names_follow_scopes() {
    check(
        "typedef int T; void f(T T) { T = 1; }",
        "(declare typedef Int T) (function Void (f (fn (param T T))) (block (= T 1)))",
    );
    check(
        "typedef int T; void f(void) { int T = 2; T * T; } T x;",
        "(declare typedef Int T) (function Void (f (fn)) (block (declare Int (init T 2)) (* T T))) (declare T x)",
    );
    check(
        "typedef int T; struct s { T T; T u; };",
        "(declare typedef Int T) (declare (struct s (field T T) (field T u)))",
    );
    check(
        "typedef int T; enum { U = sizeof(T) }; int g(int (T));",
        "(declare typedef Int T) (declare (enum (const U (sizeof (type T))))) (declare Int (g (fn (param Int (fn (param T))))))",
    );
    check(
        "typedef int T; typedef int T; unsigned T2(T);",
        "(declare typedef Int T) (declare typedef Int T) (declare UInt (T2 (fn (param T))))",
    );
    stmt("T: goto T;", "(label T (goto T))");
    stmt("for (T T = 0; T; ) ; T x;", "(for (declare T (init T 0)) T - (empty)) (declare T x)");
}

#[test]
fn records_and_enums() {
    check(
        "struct s { int a, *b; unsigned c : 3, : 0; } x;",
        "(declare (struct s (field Int a (b (ptr))) (field UInt c (bits 3) (bits 0))) x)",
    );
    check(
        "union u { struct { int a; }; float f; };",
        "(declare (union u (field (struct (field Int a))) (field Float f)))",
    );
    check(
        "struct { char n; int data[]; };",
        "(declare (struct (field Char n) (field Int (data (array)))))",
    );
    check("struct e {}; struct f;", "(declare (struct e ())) (declare (struct f))");
    check(
        "struct __attribute__((packed)) s { int a __attribute__((aligned(4))); ; } __attribute__((may_alias));",
        "(declare (struct s (field Int (a (attr aligned 4))) (attr packed) (attr may_alias)))",
    );
    check(
        "enum e { A, B = 3, C __attribute__((deprecated)), };",
        "(declare (enum e (const A) (const B 3) (const C (attr deprecated))))",
    );
    check(
        "struct s { _Static_assert(1, \"x\"); int a; };",
        "(declare (struct s (static-assert 1 Plain:\"x\") (field Int a)))",
    );
    check("_Static_assert(1);", "(static-assert 1)");
}

#[test]
fn packing() {
    check(
        "#pragma pack(push, 2)\nstruct a { int x; };\n#pragma pack(pop)\nstruct b { int x; };",
        "(declare (struct a (field Int x) pack:2)) (declare (struct b (field Int x)))",
    );
}

#[test]
fn initializers() {
    check("int a[] = {1, 2,};", "(declare Int (init (a (array)) (list 1 2)))");
    check(
        "struct s x = {.a = 1, .b[2].c = {3}, d: 4};",
        "(declare (struct s) (init x (list (. a) 1 (. b) (at 2) (. c) (list 3) (. d) 4)))",
    );
    check(
        "int a[9] = {[1] = 2, [3 ... 5] = 6, [7] 8};",
        "(declare Int (init (a (array 9)) (list (at 1) 2 (at 3 5) 6 (at 7) 8)))",
    );
    check("int x = {}, y;", "(declare Int (init x (list)) y)");
}

#[test]
fn functions() {
    check(
        "int f(a, b) int a; char *b; { return a; }",
        "(function Int (f (fn-old a b)) (declare Int a) (declare Char (b (ptr))) (block (return a)))",
    );
    check("int *f(void) { return 0; }", "(function Int (f (fn) (ptr)) (block (return 0)))");
    check(
        "int (*f(int x))(void) { return x; }",
        "(function Int (f (fn (param Int x)) (ptr) (fn)) (block (return x)))",
    );
    check(
        "int printf(const char *, ...);",
        "(declare Int (printf (fn (param const Char (ptr)) ...)))",
    );
    check("asm(\"nop\"); ; int x;", "(asm) (declare Int x)");
}

#[test]
fn statements() {
    stmt("if (a) b; else if (c) d; else e;", "(if a b (if c d e))");
    stmt("if (a) if (b) c; else d;", "(if a (if b c d))");
    stmt("while (a) b; do c; while (d);", "(while a b) (do-while d c)");
    stmt(
        "for (;;) ; for (i = 0; i < 3; i++) continue;",
        "(for - - - (empty)) (for (= i 0) (< i 3) (post++ i) (continue))",
    );
    stmt("for (int i = 0, j; i; ) break;", "(for (declare Int (init i 0) j) i - (break))");
    stmt(
        "switch (x) { case 1: case 2 ... 4: y; default: ; }",
        "(switch x (block (case 1 (case 2 4 y)) (default (empty))))",
    );
    stmt("a: b: return; goto a; goto *p;", "(label a (label b (return))) (goto a) (goto* p)");
    stmt("{ int x; x; { } }", "(block (declare Int x) x (block))");
    stmt(
        "x; int y; out: int z; end: }  void g() {",
        "x (declare Int y) (label out (declare Int z)) (label end (empty)))) (function Void (g (fn-old)) (block",
    );
    stmt("__label__ a, b; a: b: ;", "(labels a b) (label a (label b (empty)))");
    stmt(
        "switch (x) { case 1: __attribute__((fallthrough)); default: break; }",
        "(switch x (block (case 1 (attributes (attr fallthrough))) (default (break))))",
    );
    stmt(
        "[[fallthrough]]; __attribute__((unused)) int x;",
        "(attributes (attr fallthrough)) (declare Int (attr unused) x)",
    );
    stmt(
        "out: __attribute__((unused)); if (x) __attribute__((cold)); else y;",
        "(label out (attr unused) (empty)) (if x (attributes (attr cold)) y)",
    );
    stmt(
        "_Static_assert(1, \"\"); struct s { int x; } y;",
        "(static-assert 1 Plain:\"\") (declare (struct s (field Int x)) y)",
    );
}

#[test]
fn assembly() {
    stmt("asm(\"nop\");", "(asm Plain:\"nop\")");
    stmt(
        "__asm__ volatile (\"add %1, %0\" : [r] \"=r\"(x), \"+m\"(y) : \"r\"(1) : \"cc\", \"memory\");",
        "(asm Plain:\"add %1, %0\" volatile (out r Plain:\"=r\" x) (out Plain:\"+m\" y) (in Plain:\"r\" 1) clobbers:Plain:\"cc\" clobbers:Plain:\"memory\")",
    );
    stmt(
        "asm goto (\"jmp %l0\" :: \"r\"(x) :: out); out: ;",
        "(asm Plain:\"jmp %l0\" (in Plain:\"r\" x) out) (label out (empty))",
    );
    stmt(
        "register int x asm(\"eax\") = 1;",
        "(declare register Int (init (x asm:Plain:\"eax\") 1))",
    );
}

#[test]
fn nested_functions_are_read_but_not_supported() {
    let (_, ast, diagnostics) = parse("void f(void) { int g(int x) { return x; } g(1); }");
    assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [codes::NESTED_FUNCTION]);
    assert!(!diagnostics.has_errors());
    assert!(flat(&print(&ast)).contains("(block (function Int (g"));
}

/// A contract before a function.
#[track_caller]
fn contract(text: &str, expect: &str) {
    let unit = format!("#define N 5\n#define ADD(a, b) ((a) + (b))\n/*@ {text} */ void f(void);");
    check(&unit, &format!("(declare Void (f (fn)) (contract {expect}))"));
}

#[test]
fn contract_clauses() {
    contract(
        "requires x > 0; ensures \\result == \\old(x);",
        "(requires (> x 0)) (ensures (== \\result (\\old x)))",
    );
    contract("requires named: x;", "(requires named named x)");
    contract("assigns \\nothing;", "(assigns)");
    contract("assigns *p, a[0 .. n - 1] \\from x;", "(assigns (deref p) (index a (.. 0 (- n 1))))");
    contract(
        "behavior b: assumes x; ensures y; complete behaviors; disjoint behaviors b, c;",
        "(assumes for b x) (ensures for b y) (complete for b) (disjoint for b b c)",
    );
    contract(
        "terminates \\true; decreases n; frees p; allocates \\nothing;",
        "(terminates \\true) (decreases n) (frees p) (allocates)",
    );
    contract("check requires x; admit ensures y;", "(requires x) (ensures y)");
    check(
        "//@ requires x;\n//@ ensures y;\nint f(int x) { return x; }",
        "(function Int (f (fn (param Int x))) (contract (requires x) (ensures y)) (block (return x)))",
    );
    check(
        "/*@ requires x;\n  @ ensures y;\n  @*/ int f();",
        "(declare Int (f (fn-old)) (contract (requires x) (ensures y)))",
    );
}

#[test]
fn contract_terms() {
    contract("requires 0 <= x < N;", "(requires (chain 0 <= x < 5))");
    contract("requires a ==> b ==> c <==> d;", "(requires (<==> (==> a (==> b c)) d))");
    contract("requires a || b ^^ c && !d;", "(requires (|| a (^^ b (&& c (! d)))))");
    contract(
        "requires \\forall integer i, j; 0 <= i < j ==> a[i] != a[j];",
        "(requires (\\forall (integer i integer j) (==> (chain 0 <= i < j) (!= (index a i) (index a j)))))",
    );
    contract(
        "requires \\exists int *p, k; *p == k;",
        "(requires (\\exists ((type Int (p (ptr))) p (type Int k) k) (== (deref p) k)))",
    );
    contract("requires \\let m = x + 1; m > 0;", "(requires (\\let m (+ x 1) (> m 0)))");
    contract(
        "requires \\valid(p + (0 .. n-1)) && \\valid_read{Pre}(q);",
        "(requires (&& (\\valid (+ p (.. 0 (- n 1)))) (\\valid_read { Pre } q)))",
    );
    contract(
        "requires \\separated(a + (..), b + (1 ..));",
        "(requires (\\separated (+ a (.. - -)) (+ b (.. 1 -))))",
    );
    contract(
        "requires p == \\null || \\at(*p, Pre) == (unsigned char)3;",
        "(requires (|| (== p \\null) (== (\\at (deref p) Pre) (cast (type UChar) 3))))",
    );
    contract("requires x ? y : z;", "(requires (? x y z))");
    contract(
        "requires sorted{Here}(a, n) && p->x.y == sizeof(int) + 1;",
        "(requires (&& (call sorted { Here } a n) (== (. (-> p x) y) (+ (sizeof (type Int)) 1))))",
    );
    contract(
        "requires (integer)x + 1 == 'a' && \\abs(x) < 0x10;",
        "(requires (&& (== (+ (cast integer x) 1) Plain:97) (< (\\abs x) 16)))",
    );
    contract(
        "requires (x & 1) == 0 && x << 2 >= -~y % 3;",
        "(requires (&& (== (& x 1) 0) (>= (<< x 2) (% (neg (~ y)) 3))))",
    );
    contract("requires x --> y <--> z | w;", "(requires (<--> (--> x y) (| z w)))");
}

#[test]
fn contract_macros() {
    contract("requires ADD(N, 2) == x;", "(requires (== (+ 5 2) x))");
    let (map, ast, _) = parse("#define LIM (n - 1)\n/*@ requires x < LIM; */ int f(int x);");
    let spans: Vec<_> = ast.logic.values().map(|node| map.slice(node.span)).collect();
    assert_eq!(spans, ["x", "LIM", "LIM", "LIM", "x < LIM"]);
}

#[test]
fn clause_words_are_no_macros() {
    let asserts = "#define assert(e) ((e) ? 0 : 1)\n#define check(e) ((e) + 1)\n";
    let body = |text: &str, expect: &str| {
        let unit = format!("{asserts}void f(int x) {{ {text} x; }}");
        let printed = format!("(function Void (f (fn (param Int x))) (block {expect} x))");
        check(&unit, &printed);
    };
    body("/*@ assert(x); */", "(contract (assert x))");
    body("/*@ assert x; assert (x > 1); */", "(contract (assert x) (assert (> x 1)))");
    body("/*@ assert check(x); */", "(contract (assert (+ x 1)))");
    body(
        "/*@ assert \\forall integer k; check(k); */",
        "(contract (assert (\\forall (integer k) (+ k 1))))",
    );
}

#[test]
fn annotations_in_code() {
    stmt("//@ assert x > 0;\n y;", "(contract (assert (> x 0))) y");
    stmt(
        "/*@ loop invariant i; loop assigns i; loop variant n - i; */ while (x) ;",
        "(while x (contract (loop-invariant i) (loop-assigns i) (loop-variant (- n i))) (empty))",
    );
    stmt(
        "//@ loop invariant a;\n//@ loop invariant b;\n for (;;) { //@ check c;\n }",
        "(for - - - (contract (loop-invariant a) (loop-invariant b)) (block (contract (check c))))",
    );
    stmt(
        "if (x) //@ assert y;\n z; else //@ admit w;\n v;",
        "(if x (block (contract (assert y)) z) (block (contract (admit w)) v))",
    );
}

#[test]
fn global_annotations() {
    check(
        "/*@ predicate pos(integer x) = x > 0; lemma l: pos(1); */",
        "(predicate pos (integer x) (> x 0)) (lemma l (call pos 1))",
    );
    check(
        "//@ logic integer f{L}(int *a, integer n) = n == 0 ? 0 : a[n];\n",
        "(logic f integer { L } ((type Int (a (ptr))) a integer n) (? (== n 0) 0 (index a n)))",
    );
    check(
        "/*@ predicate p = \\true; */ int x; /*@ predicate q(real r); */",
        "(predicate p () \\true) (declare Int x) (predicate q (real r))",
    );
}

#[test]
fn contracts_are_never_dropped_in_silence() {
    errors("/*@ requires x >; ensures y; */ int f();", &["C0201 requires x >;"]);
    errors("/*@ frobnicate; */ int f();", &["C0201 frobnicate;"]);
    errors("void f(void) { x /*@ assert y; */ + 1; }", &["C0202 /*@ assert y; */"]);
    errors("//@ requires x;\n", &["C0202 //@ requires x;"]);
    errors("void f(void) { //@ loop invariant x;\n y; }", &["C0202 //@ loop invariant x;"]);
    errors("/*@ requires x; */ int *x;", &["C0202 /*@ requires x; */"]);
    errors("/*@ axiomatic A { } */ int x;", &["C0201 axiomatic A { }"]);
    let (_, ast, _) = parse("/*@ requires \\forall integer i; bad bad; ensures y; */ int f();");
    assert_eq!(flat(&print(&ast)), "(declare Int (f (fn-old)) (contract (unparsed) (ensures y)))");
}

#[test]
fn errors_and_recovery() {
    errors("int x = ;\nint y = 1 +;\nint z;", &["C0102 ;", "C0102 ;"]);
    errors("void f(void) { a b; c = ; }\nint g(", &["C0105 a", "C0102 ;", "C0104 "]);
    errors("int f(void) { return 1 }\nint y\nint z;", &["C0101 1", "C0101 y"]);
    errors("x; static y; main() { }", &["C0104 x", "C0104 y", "C0104 main"]);
}

#[test]
fn missing_and_unknown_types() {
    errors("static x;", &["C0104 x"]);
    errors("main() { return 0; }", &["C0104 main"]);
    errors("foo_t x; foo_t y; foo_t *f(foo_t);", &["C0105 foo_t"]);
    errors("int f(size_t n) { return n; }", &["C0105 size_t"]);
}

#[test]
fn misplaced_words() {
    errors("} int x;", &["C0111 }"]);
    errors("void f(void) { else x; y = ); z; }", &["C0111 else", "C0102 )"]);
    errors("void f(void) { int 3; }", &["C0110 3"]);
    errors("int a[3; int b;", &["C0101 ;"]);
    errors("void f(void) { if (x { } }", &["C0101 {"]);
    errors("void f(void) {", &["C0101 "]);
    errors("int x = 1 = @ 2;", &["C0001 @"]);
    errors("int x = 09 + 'a; int y;", &["C0004 09", "C0003 'a; int y;"]);
}

#[test]
fn errors_are_limited() {
    let text = "int = ;\n".repeat(100);
    let (_, _, diagnostics) = parse(&text);
    assert_eq!(diagnostics.len(), MAX_ERRORS as usize + 1);
    assert_eq!(diagnostics.iter().last().map(|d| d.code), Some(codes::TOO_MANY));
}

#[test]
fn depth_is_limited() {
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("-", ""),
        ("f(", ")"),
        ("a[", "]"),
        ("({", "})"),
        ("(int)", ""),
        ("sizeof ", ""),
        ("x = ", ""),
        ("x ? ", ": y"),
        ("if (x) ", ""),
        ("while (x) ", ""),
        ("__extension__ ", ""),
        ("struct { ", "} x;"),
        ("int (*", ")(int)"),
        ("int f(", ")"),
        ("typeof(", ")"),
        ("_Generic(", ")"),
        ("enum { A = ", "}"),
        ("switch (1) case 1: ", ""),
    ] {
        for template in ["void f(void) { @ }", "int x = @;", "@ x;"] {
            let inner = format!("{}1{}", open.repeat(20_000), close.repeat(20_000));
            let (_, ast, diagnostics) = parse(&template.replace('@', &inner));
            assert!(diagnostics.has_errors(), "{open} {template}");
            print(&ast);
        }
    }
}

#[test]
fn long_chains_are_no_depth() {
    let chains = [
        ("x = 1", " + 1", ";"),
        ("x = 1", " ? 2 : 3", ";"),
        ("x = ", "a ? b : ", "c;"),
        ("", "if (x) y; else ", "z;"),
        ("switch (x) {", " case 1:", " ; }"),
        ("x", ", x", ";"),
        ("", "l: ", ";"),
        ("int x", ", *x", ";"),
        ("x", "[1]", ";"),
        ("int ", "*", "p;"),
    ];
    for (start, middle, end) in chains {
        let text = format!("void f(void) {{ {start}{}{end} }}", middle.repeat(20_000));
        let (_, ast, diagnostics) = parse(&text);
        assert!(diagnostics.is_empty(), "{middle}: {diagnostics:?}");
        assert!(print(&ast).len() > 20_000);
    }
    let deep = format!("/*@ requires {}x; */ int f();", "! ".repeat(20_000));
    assert_eq!(parse(&deep).2.iter().map(|d| d.code).collect::<Vec<_>>(), [codes::BAD_CLAUSE]);
}

#[test]
fn spans_cut_out_balanced_text() {
    let (map, ast, _) = parse("int v = (a) + b * f(x, (y))[1];");
    let spans: Vec<_> = ast.exprs.values().map(|node| map.slice(node.span)).collect();
    assert_eq!(
        spans,
        [
            "a",
            "(a)",
            "b",
            "f",
            "x",
            "y",
            "(y)",
            "f(x, (y))",
            "1",
            "f(x, (y))[1]",
            "b * f(x, (y))[1]",
            "(a) + b * f(x, (y))[1]"
        ]
    );
}

const SAMPLE: &str = r#"# 1 "s.c"
#define N 5
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef struct node { int v; struct node *next; unsigned f : 3; } node;
/*@ requires \valid(p + (0 .. N - 1)) && 0 <= n < MAX(N, 3);
    requires \forall integer i; 0 <= i < n ==> p[i] >= 0;
    ensures \result >= \old(n); assigns p[..]; */
static int sum(const int *p, int n) {
  int s = 0, a[] = {[0 ... 2] = 1, 2};
  //@ loop invariant 0 <= s;
  for (int i = 0; i < n; i++) { s += p[i] ? a[i % 3] : -1; /*@ assert s; */ }
  switch (s) { case 1 ... 3: s++; case 'x': break; default: goto out; }
  do { s--; } while (s > 10 && !(s & 1));
out: return s ?: sizeof(node) + (long)"str" "ing"[0] + 0x1fULL + 1.5e3f + L'\x41';
}
int (*table[2])(const int *, int) = { sum, &sum }; enum e { A, B = 1 << 2 };
void k(a, b) int a; char b; { __asm__("nop" : "=r"(a) : "r"(b)); typeof(a) c = ({ a; }); (void)c; }
"#;

#[test]
fn the_sample_is_good_c() {
    let (ast, diagnostics) = {
        let unit = crate::pp::read(SAMPLE.to_owned(), &|_| None);
        parse_unit(&unit.map, &unit.macros)
    };
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(ast.items.len(), 5);
}

/// The text of every expression, read on its own, is that expression again: spans are exact.
#[test]
fn spans_can_be_read_back() {
    let unit = crate::pp::read(SAMPLE.to_owned(), &|_| None);
    let (ast, _) = parse_unit(&unit.map, &unit.macros);
    for (id, node) in ast.exprs.iter() {
        let alone = format!("typedef int node; int v = ({});", unit.map.slice(node.span));
        let (_, again, diagnostics) = parse(&alone);
        assert!(diagnostics.is_empty(), "{alone}: {diagnostics:?}");
        let whole = again.exprs.keys().next_back().expect("there is an expression");
        assert_eq!(print_expr(&again, whole), format!("(paren {})", print_expr(&ast, id)));
    }
}

/// Xorshift, so that a failure comes back.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Operators with the level of the grammar of C17 6.5 that they belong to, from comma (0) to multiplication (12).
const LEVELS: [(&str, u8); 22] = [
    (",", 0),
    ("=", 1),
    ("+=", 1),
    ("<<=", 1),
    ("||", 3),
    ("&&", 4),
    ("|", 5),
    ("^", 6),
    ("&", 7),
    ("==", 8),
    ("!=", 8),
    ("<", 9),
    (">", 9),
    ("<=", 9),
    (">=", 9),
    ("<<", 10),
    (">>", 10),
    ("+", 11),
    ("-", 11),
    ("*", 12),
    ("/", 12),
    ("%", 12),
];

/// A random expression: its text with no more parentheses than it needs, its level, and the tree it must give.
fn random_expr(random: &mut Random, depth: u32) -> (String, u8, String) {
    let operand = |random: &mut Random, least: u8| {
        let (text, level, tree) = random_expr(random, depth - 1);
        if level < least { (format!("({text})"), format!("(paren {tree})")) } else { (text, tree) }
    };
    let kind = if depth == 0 { 9 } else { random.below(10) };
    match kind {
        0..=4 => {
            let (op, level) = LEVELS[random.below(LEVELS.len())];
            // Assignment takes a unary expression on its left and associates to the right, all others to the left.
            let (left, right) = if level == 1 { (13, 1) } else { (level, level + 1) };
            let (a, b) = (operand(random, left), operand(random, right));
            (format!("{} {op} {}", a.0, b.0), level, format!("({op} {} {})", a.1, b.1))
        }
        5 => {
            let (c, a, b) = (operand(random, 3), operand(random, 0), operand(random, 2));
            (format!("{} ? {} : {}", c.0, a.0, b.0), 2, format!("(? {} {} {})", c.1, a.1, b.1))
        }
        6 => {
            let (op, name) = [("-", "neg"), ("!", "!"), ("*", "deref"), ("(T)", "cast (type T)")]
                [random.below(4)];
            let a = operand(random, 13);
            (format!("{op} {}", a.0), 13, format!("({name} {})", a.1))
        }
        7 => {
            let (a, b) = (operand(random, 14), operand(random, 0));
            (format!("{}[{}]", a.0, b.0), 14, format!("(index {} {})", a.1, b.1))
        }
        8 => {
            let (a, b, c) = (operand(random, 14), operand(random, 1), operand(random, 1));
            (format!("{}({}, {})", a.0, b.0, c.0), 14, format!("(call {} {} {})", a.1, b.1, c.1))
        }
        _ => {
            let name = ["a", "b", "c", "1", "x"][random.below(5)].to_owned();
            (name.clone(), 15, name)
        }
    }
}

#[test]
fn random_expressions_group_as_the_grammar_says() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..3000 {
        let (text, _, tree) = random_expr(&mut random, round % 6);
        let (_, ast, diagnostics) = parse(&format!("typedef int T; int v = ({text});"));
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
        let whole = ast.exprs.keys().next_back().expect("there is an expression");
        assert_eq!(print_expr(&ast, whole), format!("(paren {tree})"), "{text}");
    }
}

/// Bytes and tokens of a good text are changed at random; nothing may panic or run on.
#[test]
fn mutations_never_panic() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut random = |limit: usize| random.below(limit);
    let words: [&[u8]; 24] = [
        b"(",
        b")",
        b"{",
        b"}",
        b"[",
        b"]",
        b";",
        b"\"",
        b"'",
        b"/*",
        b"*/",
        b"//@",
        b"/*@",
        b"#",
        b"\\",
        b"\n",
        b"struct ",
        b"typedef ",
        b"case ",
        b"\xff",
        b"..",
        b"=",
        b"# 3 \"s.c\" 2\n",
        b"#define N(x) N(x\n",
    ];
    for _ in 0..4000 {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for _ in 0..=random(4) {
            let at = random(bytes.len());
            let end = (at + random(12)).min(bytes.len());
            match random(4) {
                0 => bytes[at] = random(256) as u8,
                1 => drop(bytes.drain(at..end)),
                2 => drop(bytes.splice(at..at, words[random(words.len())].iter().copied())),
                _ => {
                    let copy = bytes[at..end].to_vec();
                    let to = random(bytes.len());
                    bytes.splice(to..to, copy);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let unit = crate::pp::read(text, &|_| Some(SAMPLE.to_owned()));
        let (ast, _) = parse_unit(&unit.map, &unit.macros);
        print(&ast);
        for token in 0..unit.map.text.len() / 8 {
            unit.map.original(Span::new(token as u32 * 8, token as u32 * 8 + 4));
        }
    }
}
