// test: world
// A number behind a parameter may be a member, an element or a global that the code writes.
struct s { int a, b[3]; long c; };
int total;
int member(struct s *s, int *n) { *n = 1; s->a = 2; s->b[1] = 3; if (*n == 2) return 1; return 0; }
int global(int *n) { total = 1; *n = 2; if (total == 2) return 1; return 0; }
int bytes(char *c, long *l) { *l = 0; *c = 1; if (*l) return 1; return 0; }
// expect:
// member
//   s: struct s *
//     plain: the start of an array of struct s
//     plain: a struct s of others
//     not tried: null, with which nothing compares it
//   n: int *
//     plain: the start of an array of int
//     beyond not-inside: .a, .b[0] to .b[2] of a struct s of others
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     not-inside: n leads to no part of other data; yours by `--assume not-inside`
// global
//   n: int *
//     plain: the start of an array of int
//     beyond not-inside: global total
//     not tried: null, with which nothing compares it
//   globals
//     total: any value
//   taken for granted in the plain world
//     not-inside: n leads to no part of other data; yours by `--assume not-inside`
// bytes
//   c: char *
//     plain: the start of an array of char
//     beyond not-inside: nothing is tried, where c leads to no bytes of other types
//     not tried: null, with which nothing compares it
//   l: long *
//     plain: the start of an array of long
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     not-inside: c leads to no bytes of other types; yours by `--assume not-inside`
