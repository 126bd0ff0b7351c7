// test: cli
// `exit`, functions that never return, and longjmp end or go on as they do; nothing of that is a mistake, and tests expect it.
// args: gen {file} --out {tmp} --criterion branch
// exit: 1
// stdout: f, criterion branch: complete
// stdout: g, criterion branch: complete
// stdout: leaves, criterion branch: complete
// stdout: jumps, criterion branch: complete
// stdout: deep, criterion branch: complete
// stdout: a longjmp to where the caller was
// no-stdout: missing-return
// no-stdout: not replayed
#include <setjmp.h>
#include <stdlib.h>
__attribute__((noreturn)) void die(const char *m, ...);
int f(int n) { if (n < 0) die("neg %d", n); return n; }
__attribute__((noreturn)) void bye(int code);
int g(int n) { if (n < 0) bye(n); if (n < -5) return 7; return n; }
int leaves(int n) { if (n == 3) exit(7); return n; }
static jmp_buf jb;
int jumps(int x) { if (setjmp(jb)) return 1; if (x > 5) longjmp(jb, 1); return 0; }
static void inner(int x) { if (x == 77) longjmp(jb, x); }
int deep(int x) { int back = setjmp(jb); if (back == 77) return 1; inner(x); return 0; }
