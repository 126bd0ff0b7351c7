// test: gen
// Function 146 of seed 1.
/*@ requires -3 <= x0 <= -3;
    requires -6 <= x1 <= -6;
    requires 0 <= x2 <= 8; */
int f0(int x0, int x1, int x2) {
  int x4[4] = {0};
  x4[x2] << 0;
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=1
