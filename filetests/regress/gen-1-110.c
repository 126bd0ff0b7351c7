// test: gen
// Function 110 of seed 1.
struct S0 { int m0; };
const int g0[3] = {0, (-1)};
/*@ requires 0 <= x0 <= 1; */
int f0(int x0) {
  {
    int x2 = 0;
    if (x0) goto L1;
    while (x2 > 0) {
      x2--;
      {
      }
      L1:;
      {
      }
    }
  }
  g0[g0[1]];
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=0
