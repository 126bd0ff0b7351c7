// test: gen
// Function 2304 of seed 2026.
struct S0 { int m0; int m1; int m2; };
struct S1 { int m0; int m1; };
int g0 = (-5);
int g1 = 0;
static int f0(int x0, int x1) {
  if (x0 <= 0) {
    return g1 + g0;
  }
  return f0(x0 - 1, 0) + (-1);
}
/*@ requires 2147483640 <= x0 <= 2147483640;
    requires -2 <= x1 <= -2;
    requires -2 <= g1 <= -1;
    requires g0 == -5; */
int f1(int x0, int x1) {
  g0 ^= 0 - (x0 * (1 ^ x1));
  f0(3, 0);
  return 0;
}
// gen: f1 branch covered=2
// gen: f1 path feasible=0 trapped=1
