// test: cli
// Values that are easily taken for others: `x ?: y` has the value of x, a pointer with a mark in its low bits is a pointer, lengths
// that are negative are no mistake of ours.
// args: gen {file} -f elvis -f tagged -f halves --out {tmp}
// exit: 0
// stdout: elvis, criterion branch: complete
// stdout: tagged, criterion branch: complete
// stdout: halves, criterion branch: complete
// no-stdout: infeasible, by
// no-stdout: unknown
// args: gen {file} -f rows -f last -f copy --out {tmp}
// exit: 2
// stdout: rows, criterion branch: complete
// stdout: last, criterion branch: complete
// stdout: copy, criterion branch: complete
// no-stdout: unknown
#include <stdint.h>
#include <string.h>

int elvis(int x) {
  int w = (x) ?: 5;
  if (w == 100) return 1;
  return 0;
}

struct n { int v; };
#define IS_LEAF(x) ((uintptr_t)(x) & 1)
#define RAW(x) ((struct n *)((uintptr_t)(x) & ~(uintptr_t)1))
int tagged(struct n *p) {
  if (!p) return -1;
  if (IS_LEAF(p)) return RAW(p)->v;
  if (p->v == 4) return 2;
  return 0;
}

int rows(int m, int n) {
  int dp[m][n];
  for (int c = 0; c < n; c++) dp[0][c] = 1;
  return dp[m - 1][n - 1];
}

int last(int n) {
  char b[n];
  b[n - 1] = 3;
  return b[n - 1];
}

struct h { int len; unsigned char p[10]; };
void copy(struct h *d, const struct h *s) {
  d->len = s->len;
  memcpy(d->p, s->p, s->len < 10 ? s->len : 10);
}

/* What has no name is initialised through what has. */
typedef struct { union { int i; struct { short lo, hi; }; }; int z; } reg;
int halves(reg *a) {
  if (a->lo == 3 && a->hi == -1) return 1;
  return 0;
}
