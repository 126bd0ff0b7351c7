// test: world
// Arrays of one type that are written lie apart in the plain world; restrict, and what a contract separates, keep them so.
void copy(int *to, const int *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }
void kept(int *restrict to, const int *restrict from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }
int only_read(const int *a, const int *b) { if (a[0] == b[0]) return 1; return 0; }
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p + (0 .. 1), q + (0 .. 1)); */
void separated(int *p, int *q) { p[1] = 1; q[0] = 2; }
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p, q); */
void partly(int *p, int *q) { p[1] = 1; q[0] = 2; }
// expect:
// copy
//   to: int *
//     plain: the start of an array of int
//     beyond starts-array: any element of its array
//     beyond apart: the array of from, at any distance
//     not tried: null, with which nothing compares it
//   from: const int *
//     plain: the start of an array of int
//     beyond starts-array: any element of its array
//     beyond apart: the array of to, at any distance
//     not tried: null, with which nothing compares it
//   n: int
//     plain: any value
//   taken for granted in the plain world
//     apart: to and from lie apart; yours by `--assume apart`
//     starts-array: to leads to the start of an array; yours by `--assume starts-array`, where more is touched
//     starts-array: from leads to the start of an array; yours by `--assume starts-array`, where more is touched
// kept
//   to: int *
//     plain: the start of an array of int
//     beyond starts-array: any element of its array
//     plain: nothing that others lead to: `restrict`
//     not tried: null, with which nothing compares it
//   from: const int *
//     plain: the start of an array of int
//     beyond starts-array: any element of its array
//     plain: nothing that others lead to: `restrict`
//     not tried: null, with which nothing compares it
//   n: int
//     plain: any value
//   taken for granted in the plain world
//     starts-array: to leads to the start of an array; yours by `--assume starts-array`, where more is touched
//     starts-array: from leads to the start of an array; yours by `--assume starts-array`, where more is touched
// only_read
//   a: const int *
//     plain: the start of an array of int
//     not tried: null, with which nothing compares it
//   b: const int *
//     plain: the start of an array of int
//     not tried: null, with which nothing compares it
// separated
//   p: int *
//     plain: the start of an array of int
//     beyond apart: the array of q, behind what the contract makes valid
//     not tried: null, with which nothing compares it
//   q: int *
//     plain: the start of an array of int
//     beyond apart: the array of p, behind what the contract makes valid
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     apart: p and q lie apart; yours by `--assume apart`, where more is touched
//     only-valid: p has no elements but those of `\valid`; yours by `--assume only-valid`, where more is touched
//     only-valid: q has no elements but those of `\valid`; yours by `--assume only-valid`, where more is touched
// partly
//   p: int *
//     plain: the start of an array of int
//     beyond apart: the array of q, at any distance
//     not tried: null, with which nothing compares it
//   q: int *
//     plain: the start of an array of int
//     beyond apart: the array of p, at any distance
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     apart: p and q lie apart; yours by `--assume apart`
//     only-valid: p has no elements but those of `\valid`; yours by `--assume only-valid`, where more is touched
//     only-valid: q has no elements but those of `\valid`; yours by `--assume only-valid`, where more is touched
