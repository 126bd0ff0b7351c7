// test: gen
// Function 26 of seed 1.
/*@ requires 2147483646 <= x0 <= 2147483647;
    requires 0 <= x1 <= 0; */
int f0(int x0, int x1) {
  int x6 = x0 - (~0);
  (-2) * x0;
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
