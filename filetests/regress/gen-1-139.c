// test: gen
// Function 139 of seed 1.
int g0 = 0;
/*@ requires 0 <= x0 <= 0;
    requires 0 <= x1 <= 1;
    requires 2147483644 <= x2 <= 2147483644;
    requires -2147483648 <= x3 <= -2147483648;
    requires -1 <= g0 <= -1; */
int f0(int x0, int x1, int x2, int x3) {
  int x4[2] = {0, x1};
  !x4[1];
  return x4[g0];
}
// gen: f0 branch covered=2
// gen: f0 path feasible=0
