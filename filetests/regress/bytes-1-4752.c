// test: cli
// Mutant 4752 of seed 1 once ended with TooLong.
// args: gen {file} --budget 1s --emit none
// exit: 0..3
#ifndef N
#define N 5
#endif
typedef int perm[N];
/*);
 */
int getOrder(perm p) {
  int i, order = 1, isId;
  perm power, tmp;
  for (i = 0; i < N; i++)
  while (1) {
 power[i] = tmp[p[i]];
  }
}
