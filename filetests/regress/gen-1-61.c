// test: gen
// Function 61 of seed 1.
/*@ requires 15 <= x0 <= 15;
    requires 2147483631 <= x1 <= 2147483633; */
int f0(int x0, int x1) {
  int x2 = 1 + (x1 + x0);
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=1
