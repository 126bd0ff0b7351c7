// test: gen
// Function 7 of seed 1.
struct S0 { int m0; int m1[4]; };
struct S1 { int m0; int m1; };
/*@ requires -16 <= x0 <= -14; */
int f0(int x0) {
  int x1 = x0 * x0;
  x1 = x1 * x1;
  int x6;
  return (x1 * x1) ^ x6;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
