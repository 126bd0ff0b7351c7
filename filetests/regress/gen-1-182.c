// test: gen
// Function 182 of seed 1.
struct S0 { int m0[3]; int m1; int m2; };
int g0 = 5;
/*@ requires 0 <= x0 <= 1;
    requires g0 == 5; */
int f0(int x0) {
  int *x1 = &x0;
  (*x1) && 0;
  1 && g0;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
