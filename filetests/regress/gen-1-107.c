// test: gen
// Function 107 of seed 1.
/*@ requires -4 <= x0 <= -4;
    requires -3 <= x1 <= -2;
    requires -8 <= x2 <= -8; */
int f0(int x0, int x1, int x2) {
  int x3 = 2 + x1;
  if (x3) {
  }
  int x6;
  return x6;
}
// gen: f0 branch covered=2
// gen: f0 path feasible=0
