// test: gen
// Function 214 of seed 501.
struct S0 { int m0; int m1; };
struct S1 { int m0[4]; struct S0 m1; int m2; };
/*@ requires -9223372036854775808 <= x0 <= -9223372036854775808; */
int f0(long x0) {
  long x2 = x0;
  int x3[4] = {0};
  x3[x2];
  return 0;
}
// gen: f0 branch covered=0
// gen: f0 path feasible=0
