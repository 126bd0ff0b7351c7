// test: gen
// Function 198 of seed 1.
unsigned char g0 = 0;
/*@ requires 0 <= x0 <= 0;
    requires 0 <= x1 <= 0;
    requires 0 <= x2 <= 0;
    requires 0 <= g0 <= 1; */
int f0(int x0, int x1, int x2) {
  int *x3 = &g0;
  if (g0) {
  }
  x3[1];
  return 0;
}
// gen: f0 branch covered=2
// gen: f0 path feasible=0
