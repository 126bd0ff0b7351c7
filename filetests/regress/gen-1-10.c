// test: gen
// Function 10 of seed 1.
int g0[3] = {3};
static int f0(int x0) {
  int x1 = g0[g0[0] * x0];
  return 0;
}
/*@ requires 0 <= x0 <= 0;
    requires 0 <= x1 <= 2;
    requires 0 <= x2 <= 0;
    requires g0[0] == 3;
    requires g0[1] == 0;
    requires g0[2] == 0; */
int f1(int x0, int x1, int x2) {
  int *x3 = &x1;
  f0(*x3);
  return 0;
}
// gen: f1 branch covered=0
// gen: f1 path feasible=1
