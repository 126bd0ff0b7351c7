// test: gen
// Function 73 of seed 1.
/*@ requires -2147483648 <= x0 <= -2147483648;
    requires 0 <= x1 <= 0;
    requires 0 <= x2 <= 1; */
int f0(int x0, int x1, int x2) {
  int x4 = -(x2 | x0);
  int x5[2] = {x4 * x4};
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
