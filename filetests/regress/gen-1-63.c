// test: gen
// Function 63 of seed 1.
/*@ requires 0 <= x0 <= 0;
    requires -1 <= x1 <= 0;
    requires -8 <= x2 <= -8; */
int f0(int x0, int x1, int x2) {
  int x3;
  if ((x2 + x1) == x2) {
  }
  return x3;
}
// gen: f0 branch covered=2
// gen: f0 path feasible=0
