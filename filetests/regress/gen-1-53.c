// test: gen
// Function 53 of seed 1.
/*@ requires 2 <= x0 <= 2;
    requires -4 <= x1 <= -4;
    requires -2147483648 <= x2 <= -2147483647; */
int f0(int x0, int x1, int x2) {
  int x4 = 0 - (x2 - 1);
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
