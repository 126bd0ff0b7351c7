// test: world
// The address of a pointer tells where in its array it leads.
#include <stdint.h>
int f(const char *p) { if ((uintptr_t)p & 1) return 1; return 0; }
// expect:
// f
//   p: const char *
//     plain: the start of an array of char
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     starts-array: p leads to the start of an array; yours by `--assume starts-array`
