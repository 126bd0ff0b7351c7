// test: gen
// Function 172 of seed 1.
/*@ requires 5 <= x0 <= 6;
    requires 100 <= x1 <= 100; */
int f0(int x0, int x1) {
  int x2 = 6 - x0;
  if ((0 || x2) < x1) {
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
