// test: world
// Functions that are defined elsewhere write what they can reach, and library functions are known.
#include <string.h>
void fill(int *a, int n);
int ready;
void poll_device(void);
int pure(int x);
int f(void) { int a[2] = {0, 0}; fill(a, 2); if (a[1] == 5) return 1; return 0; }
int g(void) { ready = 0; poll_device(); if (ready) return 1; return 0; }
int h(char *p, int n) { if (n > 3) fill(&n, 1); if (strlen(p) > 3 && pure(n)) return 1; return 0; }
int call(int (*f)(int), int x) { if (f(x)) return 1; return 0; }
// expect:
// f
//   code
//     fill: defined elsewhere, and reaches nothing
// g
//   globals
//     ready: any value
//   code
//     poll_device: defined elsewhere; beyond stub-writes-little: writes what it can reach
//   taken for granted in the plain world
//     stub-writes-little: poll_device writes nothing; yours by `--assume stub-writes-little`
// h
//   p: char *
//     plain: the start of an array of char
//     not tried: null, with which nothing compares it
//   n: int
//     plain: any value
//   code
//     strlen: of the library
//     fill: defined elsewhere; beyond stub-writes-little: writes what it can reach
//     pure: defined elsewhere; beyond stub-writes-little: writes what it can reach
//   taken for granted in the plain world
//     stub-writes-little: fill writes nothing; yours by `--assume stub-writes-little`
//     stub-writes-little: pure writes nothing; yours by `--assume stub-writes-little`
// call
//   f: int (*)(int)
//     not modelled: a function pointer of the input whose type no function here has
//     not tried: null, with which nothing compares it
//   x: int
//     plain: any value
//   globals
//     ready: any value
//   code
//     a call through a pointer: every function of the unit is reached
//     strlen: of the library
//     fill: defined elsewhere; beyond stub-writes-little: writes what it can reach
//     poll_device: defined elsewhere; beyond stub-writes-little: writes what it can reach
//     pure: defined elsewhere; beyond stub-writes-little: writes what it can reach
//   taken for granted in the plain world
//     stub-writes-little: fill writes nothing; yours by `--assume stub-writes-little`
//     stub-writes-little: poll_device writes nothing; yours by `--assume stub-writes-little`
//     stub-writes-little: pure writes nothing; yours by `--assume stub-writes-little`
