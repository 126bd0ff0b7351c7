// test: gen
// Function 42 of seed 1.
int g0[5] = {0};
/*@ requires 0 <= x0 <= 0;
    requires -9 <= x1 <= 0;
    requires g0[0] == 0;
    requires g0[1] == 0;
    requires g0[2] == 0;
    requires g0[3] == 0;
    requires g0[4] == 0; */
int f0(int x0, int x1) {
  &g0[&g0[0] >= &g0[8 % x1]] - &g0[0];
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=1
