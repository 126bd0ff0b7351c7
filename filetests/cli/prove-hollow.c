// test: cli
// A proof that holds only because every run goes wrong before says so, and is none; nor is it a proof that nothing was looked at.
// args: prove --check assert -f never_written {file}
// exit: 1
// stdout: `assert(0)`: never, but only because every run goes wrong before: line
// stdout: an uninitialised value is read in `a`
// stdout: 0 proved, 0 wrong, 0 unknown, 1 only because every run goes wrong before
// args: prove -f never_written {file}
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown, 1 only because every run goes wrong before
// args: prove --check assert -f on_one_side -f straight -f in_callee -f before_callee -f loops -f promised -f first_fails {file}
// exit: 2
// stdout: `assert(0)`: never, but only because every run goes wrong before
// stdout: `assert(b == 0)`: never, but only because every run goes wrong before
// stdout: `assert(x < x)`: never, but only because every run goes wrong before
// stdout: `ensures \result == 1;`: never, but only because every run goes wrong before
// stdout: `assert(x > 1)`: never, but only because every run goes wrong before
// no-stdout: 1 proved
// args: prove --check assert -f some_overflow -f dead -f turns -f some_divide {file}
// exit: 0
// stdout: 1 proved, 0 wrong, 0 unknown
// no-stdout: only because
// args: prove -f reads {file}
// exit: 1
// stdout: nothing to prove of `reads`: it has no assertion and no postcondition, and nothing that could go wrong by itself
// stdout: while p is not NULL
// no-stdout: 0 proved
// args: prove --check assert -f some_divide -f reads {file}
// exit: 0
// stdout: nothing to prove of `reads`: it has no assertion and no postcondition
#include <assert.h>
int never_written(void) { int a; if (a > 0) return 0; assert(0); return 1; }
int on_one_side(int x) { int a; if (x > 0) { if (a > 0) return 0; assert(0); } return 1; }
int straight(void) { int a; int b = a; assert(b == 0); return b; }
static int inner(int *p) { return *p; }
int in_callee(void) { int a; int b = inner(&a); assert(b == 0); return b; }
static int checks(int x) { assert(x < x); return x; }
int before_callee(void) { int a; int b = a; return checks(b); }
int loops(int n) { int a, i; for (i = 0; i < n; i++) ; if (a) return 1; assert(0); return 0; }
/*@ ensures \result == 1; */
int promised(void) { int a; return a; }
int first_fails(int x) { assert(x != x); assert(x > 1); return x; }

// Runs that do not go wrong come to these.
int some_overflow(int a, int b) { int c = a + b; assert(c >= a || b < 0); return c; }
int dead(int x) { int a, b = 0; if (x < 0) b = a; if (x != x) assert(0); return b; }
int turns(int n) { while (1) { n = n / 3; assert(n <= 715827882); n = 100 / n; } }
int some_divide(int x) { int y = 10 / x; assert(y <= 10); return y; }

int reads(int *p) { return *p; }
