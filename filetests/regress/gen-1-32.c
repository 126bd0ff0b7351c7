// test: gen
// Function 32 of seed 1.
struct S0 { int m0; };
struct S1 { int m0; };
struct S0 g0 = {0};
/*@ requires 0 <= x0 <= 0;
    requires 2147483647 <= x1 <= 2147483647;
    requires 0 <= x2 <= 1;
    requires -4 <= x3 <= -4;
    requires g0.m0 == 0; */
int f0(int x0, int x1, int x2, int x3) {
  if (x2) {
  }
  if (g0.m0) {
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
