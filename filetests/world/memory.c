// test: world
// Memory that is allocated, given back or volatile.
#include <stdlib.h>
struct v { int *d; int n; };
void drop(struct v *v) { free(v->d); v->d = NULL; v->n = 0; }
int *make(size_t n) { int *p = malloc(n * sizeof *p); if (!p) return 0; p[0] = 1; return p; }
volatile int status;
int f(void) { int a = status; if (a != status) return 1; return 0; }
// expect:
// drop
//   v: struct v *
//     plain: the start of an array of struct v
//     plain: a struct v of others
//     not tried: null, with which nothing compares it
//   memory
//     beyond allocated: what pointers lead to is global, or part of something
//   code
//     free: of the library
//   taken for granted in the plain world
//     allocated: what pointers of the input lead to was allocated; yours by `--assume allocated`
// make
//   n: size_t
//     plain: any value
//   memory
//     beyond allocation-succeeds: an allocation finds no memory
//   code
//     malloc: of the library
//   taken for granted in the plain world
//     allocation-succeeds: allocation succeeds; yours by `--assume allocation-succeeds`
// f
//   globals
//     status: any value
//   memory
//     beyond volatile-still: volatile memory changes between two looks
//   taken for granted in the plain world
//     volatile-still: volatile memory stands still; yours by `--assume volatile-still`
