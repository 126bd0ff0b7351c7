// test: gen
// Function 186 of seed 1.
struct S0 { int m0; int m1; };
static int f0(int x0, int x1) {
  int x4 = (-2);
  return x1 ^ x4;
}
/*@ requires 100 <= x0 <= 100;
    requires 14 <= x1 <= 15; */
int f1(int x0, int x1) {
  int x4 = f0(0, x1);
  if (x4 % x1) {
  }
  0 / 0;
  return 0;
}
// gen: f1 branch covered=2
// gen: f1 path feasible=0
