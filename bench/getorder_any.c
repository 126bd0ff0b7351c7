/* getOrder without the clause that makes p a permutation: where p is none, no power of it is the identity and the loop
   goes on until the count overflows. */
#ifndef N
#define N 4
#endif
typedef int map[N];
/*@ requires \valid_read(p + (0 .. N - 1));
    requires \forall integer i; 0 <= i < N ==> 0 <= p[i] < N;
 */
int getOrder(map p) {
  int i, order = 1, isId;
  map power, tmp;
  for (i = 0; i < N; i++)
    power[i] = p[i];
  while (1) {
    for (i = 0, isId = 1; i < N && isId; i++)
      if (power[i] != i) isId = 0;
    if (isId) return order;
    for (i = 0; i < N; i++)
      tmp[i] = power[i];
    for (i = 0; i < N; i++)
      power[i] = tmp[p[i]];
    order++;
  }
}
