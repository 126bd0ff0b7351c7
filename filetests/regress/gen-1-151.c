// test: gen
// Function 151 of seed 1.
int g0 = 0;
/*@ requires -2147483648 <= x0 <= -2147483648;
    requires -4 <= x1 <= -4;
    requires -3 <= x2 <= -3;
    requires -2147483648 <= g0 <= -2147483642; */
int f0(int x0, int x1, int x2) {
  (g0 + x1) % 0;
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
