// test: gen
// Function 50 of seed 1.
/*@ requires -2147483648 <= x0 <= -2147483648;
    requires 0 <= x1 <= 0;
    requires 5 <= x2 <= 6; */
int f0(int x0, int x1, int x2) {
  int x3 = x2;
  if (1 & x3) {
  }
  if (x1) {
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
