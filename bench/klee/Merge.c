/* Inputs of Merge for KLEE: two sorted arrays of at most K elements. */
#include <klee/klee.h>
#include "merge.c"
int main(void) {
  int t1[K], t2[K], t3[2 * K], l1, l2;
  klee_make_symbolic(t1, sizeof t1, "t1");
  klee_make_symbolic(t2, sizeof t2, "t2");
  klee_make_symbolic(&l1, sizeof l1, "l1");
  klee_make_symbolic(&l2, sizeof l2, "l2");
  klee_assume(0 <= l1 & l1 <= K & 0 <= l2 & l2 <= K);
  for (int i = 1; i < K; i++) {
    klee_assume((i >= l1) | (t1[i - 1] <= t1[i]));
    klee_assume((i >= l2) | (t2[i - 1] <= t2[i]));
  }
  Merge(t1, t2, t3, l1, l2);
  return 0;
}
