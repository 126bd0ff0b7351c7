// test: gen
// Function 13 of seed 1.
struct S0 { int m0; int m1; int m2; };
/*@ requires -1 <= x0 <= -1;
    requires -3 <= x1 <= -3;
    requires -2 <= x2 <= -2;
    requires 0 <= x3 <= 1; */
int f0(int x0, int x1, int x2, int x3) {
  switch (x3) {
    case 0:
    {
    }
  }
  1 && x2;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
