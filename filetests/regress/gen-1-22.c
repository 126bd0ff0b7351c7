// test: gen
// Function 22 of seed 1.
int g0 = 0;
/*@ requires 0 <= x0 <= 0;
    requires 6 <= x1 <= 7;
    requires g0 == 0; */
int f0(int x0, int x1) {
  switch (7 ^ x1) {
    case 0:
    {
    }
  }
  if (x0) {
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
