// test: gen
// Function 62 of seed 1.
/*@ requires -2 <= x0 <= -2;
    requires 2147483641 <= x1 <= 2147483641;
    requires -2147483643 <= x2 <= -2147483642; */
int f0(int x0, int x1, int x2) {
  int x4 = 1 && ((~x2) - x1);
  int x5 = 0 << x1;
  return 0;
}
// gen: f0 branch covered=2
// gen: f0 path feasible=0
