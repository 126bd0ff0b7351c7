// test: gen
// Function 14 of seed 1.
struct S0 { int m0; };
struct S1 { int m0[4]; int m1; int m2; };
int g0 = 0;
/*@ requires 0 <= x0 <= 0;
    requires 0 <= x1 <= 0;
    requires -2 <= g0 <= -1; */
int f0(int x0, int x1) {
  int x4 = x1;
  switch (g0) {
    case -2:
    {
    }
    break;
  }
  x4 ? 0 : 0;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
