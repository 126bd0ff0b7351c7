// test: gen
// Function 570 of seed 41.
struct S0 { int m0; };
struct S1 { int m0; int m1[2]; struct S0 m2; };
struct S1 g0 = {0, {1}};
int g1[2] = {0};
/*@ requires 0 <= x0 <= 1;
    requires 0 <= x1 <= 0;
    requires g0.m0 == 0;
    requires g0.m1[0] == 1;
    requires g0.m1[1] == 0;
    requires g0.m2.m0 == 0;
    requires g1[0] == 0;
    requires g1[1] == 0; */
int f0(int x0, int x1) {
  if (x0) {
    g1[&g1[0] - &g1[g0.m1[0]]] = 0;
  }
  else {
    if (x1) {
    }
  }
  return 0;
}
// gen: f0 branch covered=3
// gen: f0 path feasible=1
