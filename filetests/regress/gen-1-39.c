// test: gen
// Function 39 of seed 1.
int g0 = 0;
int g1 = 0;
/*@ requires -15 <= x0 <= -15;
    requires 2147483645 <= g0 <= 2147483646;
    requires -2 <= g1 <= -2; */
int f0(int x0) {
  (g0 - g1) - x0;
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
