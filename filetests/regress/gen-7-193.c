// test: gen
// Function 193 of seed 7.
/*@ requires 2 <= x1 <= 2; */
int f0(_Bool x0, int x1) {
  int x2 = 1;
  x0 = (-2) ^ (-x0);
  if (x0) {
  }
  return 0;
}
// gen: f0 branch covered=1
// gen: f0 path feasible=1
