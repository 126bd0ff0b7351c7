// test: gen
// Function 25 of seed 1.
struct S0 { int m0; int m1; };
/*@ requires 0 <= x0 <= 0;
    requires -2147483648 <= x1 <= -2147483646; */
int f0(int x0, int x1) {
  {
    int x3 = x1 & 3;
    do {
      x3--;
    } while (x3 > 0);
  }
  return 0;
}
// gen: f0 branch covered=2
// gen: f0 path feasible=2
