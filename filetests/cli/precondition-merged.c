// test: cli
// A precondition that could be left in 128 ways is one constraint: no path of it is walked, and what is found is what running all inputs finds.
// args: gen {file} -f f --pre ok --criterion path --exhaust 0 --emit none --no-replay
// exit: 0
// stdout: 3   feasible, complete
// args: gen {file} -f f --pre ok --criterion path --emit none --no-replay
// exit: 0
// stdout: 3   feasible
// stdout: all 625 admissible inputs were run
// args: gen {file} -f f --pre never --criterion path --exhaust 0 --emit none --no-replay
// exit: 3
// stderr: no input satisfies the precondition of `f`
// stderr: `never` returns 0 on every input that is left
// stderr: requires -2 <= a <= 2
// no-stderr: requires -2 <= b <= 2
// args: gen {file} -f g --pre far --criterion path --emit none --no-replay
// exit: 1
// stderr: whether any input satisfies the precondition of `g` was not decided
// args: gen {file} -f h --pre linked --criterion path --emit none --no-replay --budget 20s
// stdout: 3   feasible
// no-stderr: internal
// args: gen {file} -f h --pre allocating --criterion path --emit none --no-replay --budget 20s
// stdout: 3   feasible
// no-stderr: internal
int ok(int a, int b, int c, int d) {
  int s = 0;
  if (a > 0) s++;
  if (b > 0) s++;
  if (c > 0) s++;
  if (d > 0) s++;
  if (a > b) s += 2;
  if (c > d) s += 3;
  if (s == 100) return 0;
  return s == 5;
}
int never(int a, int b, int c, int d) { return a > 2; }
/*@ requires -2 <= a <= 2;
    requires -2 <= b <= 2;
    requires -2 <= c <= 2;
    requires -2 <= d <= 2; */
int f(int a, int b, int c, int d) {
  if (a > 0) return b > 1;
  if (c - 1 > d) return 5;
  return c + d > 2;
}
// Longer than any array we try at first.
int far(int *t, int n) { return n == 100 && t[99] == 1; }
int g(int *t, int n) { return t[0]; }
struct node { int v; struct node *next; };
// Where it allocates, the paths of the precondition are walked, and each of the function's counts once.
#include <stdlib.h>
int allocating(struct node *l, int x) {
  int *p = malloc(4);
  if (!p) return 0;
  *p = x > 3 || x < -3;
  int ok = *p && (x > 7 || x < 5);
  free(p);
  return ok;
}
int linked(struct node *l, int x) {
  int n = 0;
  for (; l; l = l->next)
    if (l->v < 0 || ++n > 2) return 0;
  return 1;
}
int h(struct node *l, int x) {
  if (!l) return 0;
  if (x > 5) return l->v > 3;
  return 2;
}
