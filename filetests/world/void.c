// test: world
// A pointer to void leads to what the code takes it for, and to what others lead to.
struct o { void *self; int x; };
int glob;
int f(void *p, int *q) { if (p == q) return 1; return 0; }
int g(struct o *s) { if (s->self == s) return 1; return 0; }
int h(void *ctx) { if (ctx == &glob) return 1; return 0; }
int taken(void *p) { struct o *o = p; if (o->x) return 1; return 0; }
// expect:
// f
//   p: void *
//     plain: the start of an array of int
//     plain: what others lead to
//     beyond apart: the array of q, at any distance
//     not tried: null, with which nothing compares it
//   q: int *
//     plain: the start of an array of int
//     beyond apart: the array of p, at any distance
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     apart: p and q lie apart; yours by `--assume apart`
// g
//   s: struct o *
//     plain: the start of an array of struct o
//     plain: a struct o of others
//     beyond not-null: null, which what it is compared with may be
//   pointers inside data
//     plain: s may lead to any element of the array of struct o.self
// h
//   ctx: void *
//     plain: the start of an array of int
//     plain: what others lead to
//     not tried: null, with which nothing compares it
//   globals
//     glob: any value
// taken
//   p: void *
//     plain: the start of an array of struct o
//     not tried: null, with which nothing compares it
