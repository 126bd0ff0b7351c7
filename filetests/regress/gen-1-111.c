// test: gen
// Function 111 of seed 1.
/*@ requires -4 <= x0 <= -4;
    requires 0 <= x1 <= 0;
    requires 0 <= x2 <= 1; */
int f0(int x0, int x1, int x2) {
  int x4 = !x2;
  0 / 0;
  return 0;
}
// gen: f0 branch covered=2
// gen: f0 path feasible=0
