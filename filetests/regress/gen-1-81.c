// test: gen
// Function 81 of seed 1.
struct S0 { int m0; int m1; int m2; };
/*@ requires 4 <= x0 <= 4;
    requires 100 <= x1 <= 100;
    requires 0 <= x2 <= 1; */
int f0(int x0, int x1, int x2) {
  if (x2) {
  }
  x1 || 0;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
