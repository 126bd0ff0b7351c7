// test: gen
// Function 18 of seed 1.
struct S0 { int m0; int m1; int m2; };
/*@ requires 2147483640 <= x0 <= 2147483640;
    requires -2 <= x1 <= -2;
    requires 1 <= x2 <= 2; */
int f0(int x0, int x1, int x2) {
  (x2 & 1) && 0;
  0 / 0;
  return 0;
}
// gen: f0 branch covered=2
// gen: f0 path feasible=0
