// test: gen
// Function 103 of seed 1.
struct S0 { int m0; int m1; int m2; };
static int f0(int x0, struct S0 x1) {
  int x2;
  return x2;
}
/*@ requires 0 <= x0 <= 0;
    requires -2147483640 <= x1 <= -2147483639; */
int f1(int x0, int x1) {
  struct S0 x3 = {9};
  f0(x1 - x3.m0, x3);
  return 0;
}
// gen: f1 branch covered=0
// gen: f1 path feasible=0
