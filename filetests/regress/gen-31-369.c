// test: gen
// Function 369 of seed 31.
int g0 = 0;
int g1 = 0;
static int f0(int x0, int x1) {
  if (x0 <= 0) {
    return g0;
  }
  return f0(x0 - 1, 0) + (g1 | 2);
}
/*@ requires 2147483643 <= g0 <= 2147483643;
    requires 0 <= g1 <= 1; */
int f1(void) {
  int x0 = f0(4, 0);
  return 0;
}
// gen: f1 branch covered=2
// gen: f1 path feasible=0
