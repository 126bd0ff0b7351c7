// test: gen
// Function 126 of seed 1.
int g0 = 0;
static int f0(int x0, int x1) {
  int x3 = x0 + g0;
  return 0;
}
/*@ requires -2147483648 <= x0 <= -2147483648;
    requires -4 <= g0 <= 3; */
int f1(int x0) {
  int x1 = f0(x0, 0);
  x0 += (-1);
  return 0;
}
// gen: f1 branch covered=0
// gen: f1 path feasible=0
