// test: gen
// Function 137 of seed 1.
/*@ requires 100 <= x0 <= 100;
    requires 1 <= x1 <= 1;
    requires -2147483648 <= x2 <= -2147483647;
    requires -3 <= x3 <= -3; */
int f0(int x0, int x1, int x2, int x3) {
  (0 - x2) + 1;
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
