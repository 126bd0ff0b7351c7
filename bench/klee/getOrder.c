/* Inputs of getOrder for KLEE: a permutation of N numbers. */
#include <klee/klee.h>
#include "getorder.c"
int main(void) {
  perm p;
  klee_make_symbolic(p, sizeof p, "p");
  for (int i = 0; i < N; i++) {
    klee_assume(0 <= p[i] & p[i] < N);
    for (int j = 0; j < i; j++) klee_assume(p[i] != p[j]);
  }
  return getOrder(p);
}
