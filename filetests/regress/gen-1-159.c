// test: gen
// Function 159 of seed 1.
struct S0 { int m0; };
/*@ requires 2147483647 <= x0 <= 2147483647;
    requires 0 <= x1 <= 0;
    requires 2147483647 <= x2 <= 2147483647;
    requires 0 <= x3 <= 1; */
int f0(int x0, int x1, int x2, int x3) {
  if (x3) {
  }
  if (x2) {
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
