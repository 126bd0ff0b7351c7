/* Paths of any length: how much a path costs as it gets longer. Both functions have few paths of about L outcomes. */
#ifndef L
#define L 100
#endif

/*@ requires 0 <= x <= 8; */
int line(int x) {
  int n = 0;
  for (int i = 0; i < L; i++) n += i & 1;
  if (x > 4) n++;
  if (x > 6) n++;
  for (int i = 0; i < L; i++) n ^= i;
  return n;
}

/*@ requires \valid_read(t + (0 .. L - 1));
    requires L - 8 <= n <= L; */
int scan(const int *t, int n) {
  int most = t[0];
  for (int i = 1; i < n; i++) {
    if (i < L - 6) most += t[i] & 3;
    else if (t[i] > 5) return i;
  }
  return most;
}
