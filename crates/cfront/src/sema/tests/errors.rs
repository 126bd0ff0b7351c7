//! Messages: each mistake gives one, and what follows is still checked.

use super::check_messages;
use expect_test::expect;

#[test]
fn names() {
    check_messages(
        "int count; int f(void) { int length; return lenght + conut + zzz + zzz; } int h(void) { unknown(); return T; }",
        expect![[r#"
            C0301 `lenght`: `lenght` is not declared; did you mean `length`?
            C0301 `conut`: `conut` is not declared; did you mean `count`?
            C0301 `zzz`: `zzz` is not declared
            C0302 `unknown`: `unknown` is called but was never declared; declare it, or include its header; taken as `int unknown()`
            C0301 `T`: `T` is not declared
        "#]],
    );
}

#[test]
fn declarations() {
    check_messages(
        "int a; char a; int b = 1; int b = 2; void f(int); int f; int f(int x) { } int f2(int x) { int x; return 0; }
         struct s { int x; }; struct s { int y; }; struct t v; void w; int arr[-1]; int fn(void)[3]; typedef int I; I I2;
         int q[n]; enum { A, A }; struct m { int x; char x; int bits : 40; float fb : 2; int : 3; void v; };
         union s u; _Static_assert(sizeof(int) == 5, \"no\"); _Static_assert(1, \"yes\"); struct e { int a[]; int b; };",
        expect![[r#"
            C0303 `a`: `a` was declared differently before
            C0303 `b`: `b` is defined twice
            C0303 `f`: `f` was declared differently before
            C0303 `f`: `f` was declared differently before
            C0303 `x`: `x` is declared twice in this block
            C0303 `struct s { int y; }`: `struct s` is defined twice
            C0408 `w`: `w` cannot have type `void`
            C0308 `-1`: the length of an array is negative: -1
            C0307 `fn(void)[3]`: a function cannot return `int [3]`; return a pointer to it instead
            C0301 `n`: `n` is not declared
            C0303 `A`: `A` is declared twice
            C0303 `x`: two members are `x`
            C0309 `bits`: `int` has no bit-field of 40 bits
            C0309 `fb`: a bit-field cannot have type `float`
            C0304 `v`: a member cannot have type `void`
            C0303 `s`: `s` is another kind of tag
            C0310 `_Static_assert(sizeof(int) == 5, "no");`: static assertion failed: no
            C0307 `b`: no member can follow a flexible array
            C0304 `v`: `struct t` is never completed
            C0304 `u`: `union s` is never completed
        "#]],
    );
}

#[test]
fn operands() {
    check_messages(
        "struct s { int x; } s; int *p; double d; void v(void); const int k = 1; int a[3];
         void f(int i) {
            s + 1; p * 2; d % 2; *i; s.y; p.x; s->x; i.x; i(); &3; 3 = i; k = 2; a = p; v() + 1; if (s) ; -s; ~d; i++ ++;
            p + p; i[i]; (struct s)i; (int)s; s = 1; i = s; p = d; k++; &f = 0; i << d; p < d; !s; i ? s : 1; sizeof(void());
            struct nothere *z; z->x; *z; z + 1; return 1; }",
        expect![[r#"
            C0401 `s + 1`: `+` does not take `struct s` and `int`
            C0401 `p * 2`: `*` does not take `int *` and `int`
            C0401 `d % 2`: `%` does not take `double` and `int`
            C0401 `*i`: `int` is no pointer
            C0305 `y`: `struct s` has no member `y`
            C0305 `p.x`: `int *` has no members; this is a pointer: use `->`
            C0305 `s->x`: `->` needs a pointer, but this is `struct s`; use `.`
            C0305 `i.x`: `int` has no members
            C0407 `i()`: `int` cannot be called: it is no function
            C0402 `&3`: only an object has an address, and this is a value; store the value in a variable first
            C0402 `3`: a value cannot be assigned to: an object is needed here
            C0403 `k`: `k` is const
            C0402 `a`: an array cannot be assigned to: an object is needed here
            C0401 `v() + 1`: `+` does not take `void` and `int`
            C0409 `s`: a condition cannot have type `struct s`
            C0401 `-s`: `-` does not take `struct s`
            C0401 `~d`: `~` does not take `double`
            C0402 `i++ ++`: a value cannot be assigned to: an object is needed here
            C0401 `p + p`: `+` does not take `int *` and `int *`
            C0401 `i[i]`: `int` cannot be indexed by `int`
            C0404 `(struct s)i`: `int` cannot be cast to `struct s`
            C0404 `(int)s`: `struct s` cannot be cast to `int`
            C0404 `1`: this assignment needs `struct s`, but this is `int`
            C0404 `s`: this assignment needs `int`, but this is `struct s`
            C0404 `d`: this assignment needs `int *`, but this is `double`
            C0403 `k++`: `k` is const
            C0402 `f`: a value cannot be assigned to: an object is needed here
            C0401 `i << d`: `<<` does not take `int` and `double`
            C0401 `p < d`: `<` does not take `int *` and `double`
            C0409 `s`: a condition cannot have type `struct s`
            C0404 `i ? s : 1`: the two sides are `struct s` and `int`, which have no common type
            C0304 `x`: `struct nothere` is incomplete: its members are unknown
            C0304 `z + 1`: a pointer to incomplete `struct nothere` cannot be moved
            C0506 `1`: this function returns `void`, but a value is given here
        "#]],
    );
}

#[test]
fn calls() {
    check_messages(
        "int f(int, char *); void g(void); int v(int, ...); struct s { int x; } s;
         void h(int *p) { f(1); f(1, 2, 3); g(1); v(); f(s, 0); f(p, \"x\"); f(1, p); v(1, g()); f(1, (const char *)0); }",
        expect![[r#"
            C0406 `f(1)`: this call has 1 argument, but the function takes 2
            C0406 `f(1, 2, 3)`: this call has 3 arguments, but the function takes 2
            C0405 `2`: argument 2 makes `char *` from `int` without a cast
            C0406 `g(1)`: this call has 1 argument, but the function takes 0
            C0406 `v()`: this call has 0 arguments, but the function takes at least 1
            C0404 `s`: argument 1 needs `int`, but this is `struct s`
            C0405 `p`: argument 1 makes `int` from `int *` without a cast
            C0405 `p`: argument 2 needs `char *`, but this is `int *`
            C0408 `g()`: a `void` expression has no value for an argument
            C0405 `(const char *)0`: argument 2 discards `const`
        "#]],
    );
}

#[test]
fn statements() {
    check_messages(
        "int f(int x) { break; continue; goto nowhere; case 1: ; default: ;
           switch (x) { case 1: case 2: case 1 ... 3: ; default: ; default: ; case x: ; }
           switch (1.5) { } here: here: ; return; } void g(void) { return 1; } int h(void) { return h; }",
        expect![[r#"
            C0505 `break;`: there is no loop for this `break`
            C0505 `continue;`: there is no loop for this `continue`
            C0502 `case 1`: `case` stands outside any `switch`
            C0502 `default`: `default` stands outside any `switch`
            C0501 `default`: this `switch` has two defaults
            C0410 `x`: the value of a case must be a constant integer
            C0501 `case 1 ... 3`: the value 1 has two cases
            C0501 `case 1 ... 3`: the value 2 has two cases
            C0401 `1.5`: `switch` needs an integer, not `double`
            C0504 `here`: the label `here` is defined twice
            C0506 `return;`: this function returns a value, but none is given here
            C0503 `nowhere`: there is no label `nowhere` in this function
            C0506 `1`: this function returns `void`, but a value is given here
            C0405 `h`: the result of the function makes `int` from `int (*)(void)` without a cast
        "#]],
    );
}

#[test]
fn initialisers() {
    check_messages(
        "int a[2] = { 1, 2, 3 }; int b[2] = 5; int c = { 1, 2 }; struct s { int x; } s = { .y = 1 }; int d[2] = { [5] = 1 };
         int e[] = { [-1] = 1 }; int n; int g = n; int h = { { 1 } }; char t[2] = \"long\"; int i[2] = { .x = 1 };
         void f(int m) { int v[m] = { 1 }; static int k = m; struct s q = 3; int *p = 1; int r = { \"x\" }; }",
        expect![[r#"
            C0601 `3`: this value has no place
            C0404 `5`: an array is initialised by a list in braces; write `{ … }`
            C0601 `{ 1, 2 }`: more than one value is given for a scalar
            C0305 `y`: `struct s` has no member `y`
            C0602 `5`: the array has no element 5
            C0602 `-1`: the array has no element -1
            C0603 `n`: an object with static storage needs a constant initialiser
            C0601 `"long"`: this string is longer than its array
            C0602 `x`: `int [2]` has no member `x`
            C0601 `{ 1 }`: an array of variable length cannot be initialised
            C0603 `m`: an object with static storage needs a constant initialiser
            C0404 `3`: this initialiser needs `struct s`, but this is `int`
            C0405 `1`: this initialiser makes `int *` from `int` without a cast
            C0405 `"x"`: this initialiser makes `int` from `char *` without a cast
        "#]],
    );
}

#[test]
fn builtins_and_generic() {
    check_messages(
        "void f(int x) { _Generic(x, long: 1); __builtin_va_start(x, x); __builtin_add_overflow(x, 1, x);
           __builtin_choose_expr(x, 1, 2); __builtin_offsetof(int, a); __builtin_clz(\"a\"); }",
        expect![[r#"
            C0411 `_Generic(x, long: 1)`: no arm of this selection is for `int`; add a `default:` arm
            C0412 `x`: a `va_list` is needed, but this is `int`
            C0412 `__builtin_add_overflow(x, 1, x)`: this builtin needs integers, and a place for one
            C0410 `x`: the choice must be a constant integer
            C0305 `a`: `int` has no members
            C0405 `"a"`: the argument of this builtin makes `unsigned int` from `char *` without a cast
        "#]],
    );
}
