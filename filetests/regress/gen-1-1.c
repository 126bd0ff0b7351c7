// test: gen
// Function 1 of seed 1.
struct S0 { int m0[4]; int m1; };
int g0[3] = {0};
/*@ requires -112 <= x0 <= -111;
    requires 2147483647 <= x1 <= 2147483647;
    requires g0[0] == 0;
    requires g0[1] == 0;
    requires g0[2] == 0; */
int f0(int x0, int x1) {
  struct S0 x3 = {{0}};
  struct S0 x4 = {{0}, g0[0]};
  if (1 != (1000LL % x0)) {
  }
  x3 = x4;
  {
    int x8 = 0;
    while ((&g0[1] <= &g0[x3.m1]) && x8 > 0) {
      x8--;
    }
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
