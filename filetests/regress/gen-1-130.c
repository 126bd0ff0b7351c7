// test: gen
// Function 130 of seed 1.
struct S0 { int m0; };
int g0 = 0;
/*@ requires 0 <= x0 <= 0;
    requires -1 <= x1 <= 0;
    requires -3 <= g0 <= -3; */
int f0(int x0, int x1) {
  struct S0 x2 = {x0};
  (x1 || 1) && x2.m0;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
