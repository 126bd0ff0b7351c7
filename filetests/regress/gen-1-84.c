// test: gen
// Function 84 of seed 1.
struct S0 { int m0; int m1; };
struct S1 { struct S0 m0; int m1; };
/*@ requires 2147483646 <= x0 <= 2147483647; */
int f0(int x0) {
  int x1 = x0;
  int x3 = 1 + x0;
  x0 * x1;
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
