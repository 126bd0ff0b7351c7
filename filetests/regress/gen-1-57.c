// test: gen
// Function 57 of seed 1.
int g0 = 0;
/*@ requires -280 <= x0 <= -279;
    requires g0 == 0; */
int f0(int x0) {
  int x2 = (x0 % (x0 | 1)) ? 0 : 0;
  switch (g0) {
    case -1:
    {
    }
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
