// test: gen
// Function 8 of seed 1.
struct S0 { int m0; };
int g0 = 0;
/*@ requires -1 <= x0 <= -1;
    requires 0 <= x1 <= 0;
    requires 0 <= x2 <= 1;
    requires 0 <= g0 <= 0; */
int f0(int x0, int x1, int x2) {
  for (int x6 = 0; x6 < (x2 & 1); x6++) {
  }
  !g0;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
