// test: gen
// Function 92 of seed 1.
struct S0 { int m0; };
/*@ requires 0 <= x0 <= 0;
    requires 100 <= x1 <= 100;
    requires -1 <= x2 <= 0;
    requires 100 <= x3 <= 100; */
int f0(int x0, int x1, int x2, int x3) {
  for (int x5 = 0; x5 < (x2 & 1); x5++) {
  }
  x0 ? 0 : 0;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
