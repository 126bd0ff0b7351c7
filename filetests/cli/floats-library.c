// test: cli
// The functions of math.h that IEEE 754 defines, as relations: each outcome as worked out by hand, seen in compiled code.
// args: gen {file} -f by_power --emit none
// stdout: 4   4 covered
// args: gen {file} -f tiny --emit none
// stdout: 4   4 covered
// args: gen {file} -f parts --emit none
// stdout: 4   4 covered
// args: gen {file} -f parts_of_float --emit none
// stdout: 4   4 covered
// args: gen {file} -f split_float --emit none
// stdout: 4   4 covered
// args: gen {file} -f near --emit none
// stdout: 8   6 covered, 2 infeasible
// args: gen {file} -f remainder_of_float --emit none
// stdout: 6   6 covered
// args: gen {file} -f rounded --emit none
// stdout: 4   4 covered
// args: gen {file} -f split --emit none
// stdout: 6   6 covered
// args: gen {file} -f too_small --emit none
// stdout: x < 200.0f  true  infeasible
// stdout: 5 covered, 1 infeasible
#include <math.h>
int by_power(double x, int n) { if (ldexp(x, n) == 96.0 && x == 3.0) return 1; return 0; }
int tiny(double x) { if (scalbn(x, -1074) == 0x1p-1074 && x < 0.75) return 1; return 0; }
int split(double x) {
  int e;
  double f = frexp(x, &e);
  if (e == 10 && f == 0.75) return 1;
  if (e == -1073) return 2;
  return 0;
}
int parts(double x) { double whole, rest = modf(x, &whole); if (whole == -3.0 && rest == -0.25) return 1; return 0; }
int parts_of_float(float x) { float whole, rest = modff(x, &whole); if (whole == 7.0f && rest > 0.5f) return 1; return 0; }
int split_float(float x) { int e; float f = frexpf(x, &e); if (e == 3 && f < -0.9f) return 1; return 0; }
int near(double x) {
  if (nextafter(x, 10.0) == 1.0 && x < 1.0) return 1;
  if (nextafter(x, -1.0) == 0 && x > 0) return 2;
  return 0;
}
int too_small(float x, int n) { if (ldexpf(x, n) > 1000.0f && n < 3 && x < 200.0f) return 1; return 0; }
int remainder_of_float(float x) { if (remainderf(x, 3.0f) == -1.0f && x > 10 && x < 20) return 1; return 0; }
int rounded(float x) { if (lrintf(x) == 4 && x != 4.0f) return 1; return 0; }
