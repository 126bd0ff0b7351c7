// test: world
// A look at what lies before a pointer tells whether it leads to the start of its array.
#include <stddef.h>
int before(const char *s) { if (s[-1] == 'x') return 1; return 0; }
int end(char *r, size_t n) { char *t = r + n - 1; if (n < 2) return 2; return t != r; }
int only_on(const char *s) { if (s[1] == 'x') return 1; return 0; }
// expect:
// before
//   s: const char *
//     plain: the start of an array of char
//     beyond starts-array: any element of its array
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     starts-array: s leads to the start of an array; yours by `--assume starts-array`, where more is touched
// end
//   r: char *
//     plain: the start of an array of char
//     beyond starts-array: any element of its array
//     not tried: null, with which nothing compares it
//   n: size_t
//     plain: any value
//   taken for granted in the plain world
//     starts-array: r leads to the start of an array; yours by `--assume starts-array`, where more is touched
// only_on
//   s: const char *
//     plain: the start of an array of char
//     not tried: null, with which nothing compares it
