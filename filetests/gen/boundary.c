// test: gen
// Each comparison with its sides equal, and one more or less; what types and contracts exclude is proved.
// gen: clamp boundary covered=6 infeasible=0
// gen: narrow boundary covered=2 infeasible=1
// gen: least boundary covered=2 infeasible=1
// gen: loop boundary covered=2 infeasible=1
// gen: bare boundary covered=0 infeasible=0
int clamp(int x, int lo) {
  if (x < lo) return lo;
  if (x > 100) return 100;
  return x;
}
/*@ requires x <= 10; */
int narrow(int x) { return x > 10 ? 1 : 0; }
/* No unsigned number is less than zero. */
int least(unsigned x) { return x <= 0 ? 1 : 0; }
/*@ requires 0 <= n <= 3; */
int loop(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += i;
  return s;
}
int bare(int x) { return x ? 1 : 0; }
