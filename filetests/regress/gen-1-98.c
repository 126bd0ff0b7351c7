// test: gen
// Function 98 of seed 1.
/*@ requires -5 <= x0 <= -5;
    requires 2147483647 <= x1 <= 2147483647;
    requires 0 <= x2 <= 1; */
int f0(int x0, int x1, int x2) {
  int x4 = x2;
  x0 *= x1 + x4;
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
