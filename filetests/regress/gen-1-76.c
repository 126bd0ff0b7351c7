// test: gen
// Function 76 of seed 1.
/*@ requires 100 <= x0 <= 100;
    requires 0 <= x1 <= 1;
    requires 100 <= x2 <= 100; */
int f0(int x0, int x1, int x2) {
  if (x1 && 0) {
  }
  else {
    0 || x2;
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
