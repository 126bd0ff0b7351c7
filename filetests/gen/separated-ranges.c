// test: gen
// `\separated` separates the ranges that it names, and nothing else. The truths are found by hand: a comment names the input.
struct s { int x; int y; };
// q == p + 1: what is named, one element each, lies apart; p[1] is q[0].
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p, q);
    ensures p[1] == 1; */
void first_only(int *p, int *q) { p[1] = 1; q[0] = 2; }
// q == p + 3.
/*@ requires \valid(p + (0 .. 3)) && \valid(q + (0 .. 3)); requires \separated(p + (0 .. 1), q + (0 .. 1)); */
int first_half(int *p, int *q) { p[3] = 1; q[0] = 5; if (p[3] == 5) return 1; return 0; }
// All of both: no input makes p[i] and q[j] one.
/*@ requires \valid(p + (0 .. 3)) && \valid(q + (0 .. 3)); requires \separated(p + (0 .. 3), q + (0 .. 3));
    ensures p[3] == 1; */
int all(int *p, int *q) { p[3] = 1; q[0] = 5; if (p[3] == 5) return 1; return 0; }
// The same in another order, with more than is valid.
/*@ requires \separated(q + (0 .. 9), p + (0 .. 3)) && \valid(p + (0 .. 3)) && \valid(q + (0 .. 3)); */
int more(int *p, int *q) { p[3] = 1; q[0] = 5; if (p[3] == 5) return 1; return 0; }
// Without lengths: only p[0] and q[0] are touched, and these lie apart.
/*@ requires \separated(p, q); */
int touched(int *p, int *q) { *p = 1; *q = 5; if (*p == 5) return 1; return 0; }
// q == p + 1.
/*@ requires \separated(p, q); */
int touches_more(int *p, int *q) { p[1] = 1; *q = 5; if (p[1] == 5) return 1; return 0; }
// q == p + n, with n == 1 or n == 2: p[n] is one beyond what is separated.
/*@ requires 1 <= n <= 2 && \valid(p + (0 .. n)) && \valid(q + (0 .. n)); requires \separated(p + (0 .. n - 1), q + (0 .. n - 1)); */
int counted(int *p, int *q, int n) { p[n] = 1; q[0] = 5; if (p[n] == 5) return 1; return 0; }
/*@ requires 1 <= n <= 2 && \valid(p + (0 .. n - 1)) && \valid(q + (0 .. n - 1)); requires \separated(p + (0 .. n - 1), q + (0 .. n - 1)); */
int all_counted(int *p, int *q, int n) { p[n - 1] = 1; q[0] = 5; if (p[n - 1] == 5) return 1; return 0; }
// n == 0 names nothing: then p == q.
/*@ requires 0 <= n <= 1 && \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p + (0 .. n - 1), q + (0 .. 1)); */
int nothing(int *p, int *q, int n) { p[0] = 1; q[0] = 5; if (p[0] == 5) return 1; return 0; }
// p[2] is beyond what is valid, a mistake of the code, unless p leads into an array that goes on: q == p + 2 makes it q[0], and
// q == p + 3 leaves q[0] alone.
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p + (0 .. 1), q + (0 .. 1)); */
int beyond(int *p, int *q) { q[0] = 1; p[2] = 7; if (q[0] == 7) return 1; return 0; }
// Adjacent arrays are told by their addresses: q == p + 2.
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p + (0 .. 1), q + (0 .. 1)); */
int adjacent(int *p, int *q) { if (p + 2 == q) return 1; return 0; }
// p leads to no part of *q; it may lead to a part of what lies behind: p == &q[1].y.
/*@ requires \valid(q + (0 .. 1)) && \valid(p); requires \separated(p, q); */
int member(struct s *q, int *p, int i) { if (i < 0 || i > 1) return -1; *p = 1; q[i].y = 2; if (*p == 2) return 1; return 0; }
/*@ requires \valid(q) && \valid(p); requires \separated(p, q); */
int no_member(struct s *q, int *p) { *p = 1; q->y = 2; if (*p == 2) return 1; return 0; }
// Two null pointers are one address: never null together. p == NULL with q another, and q == NULL with p another, are left.
/*@ requires \separated(p, q); */
int null(struct s *p, struct s *q) { if (p == 0) return 1; if (q == 0) return 2; return 0; }
/*@ requires \separated(p, q); */
int both_null(struct s *p, struct s *q) { if (p == 0) { if (q == 0) return 1; return 2; } return 0; }
// gen: first_only branch findings=1
// gen: first_half branch covered=2 infeasible=0 unknown=0
// gen: all branch covered=1 infeasible=1 unknown=0 findings=0
// gen: more branch covered=1 infeasible=1 unknown=0
// gen: touched branch covered=1 infeasible=1 unknown=0
// gen: touches_more branch covered=2 infeasible=0 unknown=0
// gen: counted branch covered=2 infeasible=0 unknown=0
// gen: all_counted branch covered=1 infeasible=1 unknown=0
// gen: nothing branch covered=2 infeasible=0 unknown=0
// gen: beyond branch covered=2 infeasible=0 unknown=0 findings=1
// gen: adjacent branch covered=2 infeasible=0 unknown=0
// gen: member branch covered=6 infeasible=0 unknown=0
// gen: no_member branch covered=1 infeasible=1 unknown=0
// gen: null branch covered=4 infeasible=0 unknown=0
// gen: both_null branch covered=3 infeasible=1 unknown=0
