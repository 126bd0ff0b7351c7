// test: cli
// The remainder of a quotient rounded to the nearest, and the quotient itself as long as it has three bits: beyond that
// libraries differ.
// args: gen {file} -f quarter --emit none
// stdout: 6   6 covered
// args: gen {file} -f tie --emit none
// stdout: r == 1  true  infeasible
// stdout: 7 covered, 1 infeasible
// args: gen {file} -f single --emit none
// stdout: 4   4 covered
#include <math.h>
int quarter(double x) {
  int q;
  double r = remquo(x, 0.5, &q);
  if (q == -3 && r == 0.125) return 1;
  if (q == 7) return 2;
  return 0;
}
/*@ requires 8.9 < x && x < 9.1; */
int tie(double x) {
  int q;
  double r = remquo(x, 2, &q);
  if (q == 5) if (r == 1) return 1;
  if (q == 4 && r == 1) return 2;
  return 0;
}
int single(float x, float y) {
  int q;
  if (y == 3.0f && remquof(x, y, &q) == -1.5f) return q;
  return 0;
}
