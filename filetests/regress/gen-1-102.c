// test: gen
// Function 102 of seed 1.
struct S0 { int m0; };
struct S1 { int m0; int m1; int m2; };
int g0[3] = {5, 3};
/*@ requires 38 <= x0 <= 39;
    requires g0[0] == 5;
    requires g0[1] == 3;
    requires g0[2] == 0; */
int f0(int x0) {
  struct S0 x1[4] = {{0}, {0}, {g0[0] + 32}};
  if (x0 <= (g0[1] ^ x1[2].m0)) {
  }
  0 || x0;
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=2
