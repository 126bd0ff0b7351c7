// test: world
// Pointers that are ordered, or moved until they meet, lead into one array.
int less(const char *p, const char *q) { if (p < q) return 1; return 0; }
int sum(const int *p, const int *end) { int s = 0; while (p != end) s += *p++; return s; }
struct it { char *base, *cur; };
int ahead(struct it *i) { if (i->cur < i->base) return 1; return 2; }
// expect:
// less
//   p: const char *
//     plain: the start of an array of char
//     plain: the array of q, anywhere; beyond one-array: not so
//     not tried: null, with which nothing compares it
//   q: const char *
//     plain: the start of an array of char
//     plain: the array of p, anywhere; beyond one-array: not so
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     one-array: p and q lead into one array; yours by `--assume one-array`
// sum
//   p: const int *
//     plain: the start of an array of int
//     plain: the array of end, not behind end; beyond one-array: not so
//     not tried: null, with which nothing compares it
//   end: const int *
//     plain: the start of an array of int
//     plain: the array of p, not before p; beyond one-array: not so
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     one-array: p and end lead into one array; yours by `--assume one-array`
// ahead
//   i: struct it *
//     plain: the start of an array of struct it
//     plain: a struct it of others
//     not tried: null, with which nothing compares it
//   pointers inside data
//     plain: struct it.base leads into the array of struct it.cur, anywhere; beyond one-array: not so
