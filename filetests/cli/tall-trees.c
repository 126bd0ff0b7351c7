// test: cli
// A precondition that calls itself is followed only so far: what lies beyond is unknown, never infeasible.
// args: gen {file} -f deep --emit none --no-replay --budget 4
// exit: 1
// stdout: d == 7  true  unknown
// no-stdout: infeasible
#include <limits.h>
struct t { int k; struct t *l, *r; };
static int between(const struct t *t, long lo, long hi)
{
  if (!t) return 1;
  if (t->k <= lo || t->k >= hi) return 0;
  return between(t->l, lo, t->k) && between(t->r, t->k, hi);
}
static int is_bst(const struct t *t) { return between(t, LONG_MIN, LONG_MAX); }
/*@ requires is_bst(t); */
int deep(const struct t *t)
{
  int d = 0;
  while (t) { d++; t = t->l; }
  if (d == 7) return 1;
  return 0;
}
