// test: gen
// Function 171 of seed 1.
int g0 = 0;
static int f0(int x0, int x1) {
  !g0;
  return 0;
}
/*@ requires 0 <= x0 <= 0;
    requires 0 <= x1 <= 0;
    requires 100 <= x2 <= 100;
    requires 0 <= x3 <= 0;
    requires 0 <= g0 <= 1; */
int f1(int x0, int x1, int x2, int x3) {
  int x4;
  f0(0, 0);
  return x4;
}
// gen: f1 branch covered=2
// gen: f1 path feasible=0
