// test: gen
// Function 185 of seed 1.
/*@ requires -4 <= x0 <= -4;
    requires -2147483648 <= x1 <= -2147483648;
    requires 0 <= x2 <= 2; */
int f0(int x0, int x1, int x2) {
  int x3[5] = {0};
  x1 * x2;
  return x3[x1];
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
