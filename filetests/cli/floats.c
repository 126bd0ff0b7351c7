// test: cli
// Floating-point conditions, each with the truth found by trying all floats or by hand.
// args: gen {file} -f square --emit none
// stdout: x * x == 2.0  true  infeasible
// stdout: 1 covered, 1 infeasible
// args: gen {file} -f absorbed --emit none
// stdout: 4   4 covered
// args: gen {file} -f third --emit none
// stdout: 2   2 covered
// args: gen {file} -f third_of_double --emit none
// stdout: x * 3.0 == 1.0  true  infeasible
// args: gen {file} -f cube --emit none
// stdout: 2   2 covered
// args: gen {file} -f sum_and_product --emit none
// stdout: 4   4 covered
// args: gen {file} -f three_tenths --emit none
// stdout: 2   2 covered
// args: gen {file} -f three_tenths_of_double --emit none
// stdout: x + 0.1 == 0.3  true  infeasible
// args: gen {file} -f cubic --emit none
// stdout: 6   6 covered
// args: gen {file} -f tenths --emit none
// stdout: 0.1 * i == 0.3  true  infeasible
// args: gen {file} -f tenths_of_float --emit none
// stdout: 6   6 covered
// args: gen {file} -f accumulated --emit none --exhaust 0
// stdout: s == 0.3  true  infeasible
// args: gen {file} -f converted --emit none
// exit: 2
// stdout: 4   4 covered
// stdout: float-to-int
// args: gen {file} -f library --emit none
// stdout: 8   8 covered
// args: gen {file} -f wide --emit none --no-replay
// stdout: 4   4 covered
// args: gen {file} -f bits_of_nan --emit none --no-replay
// no-stdout: 1 infeasible
// args: gen {file} -f sine --emit none
// no-stdout: true  infeasible
// args: reach {file}:b1+ -f cube
// stdout: x = 3.0
#include <math.h>
#include <string.h>
int square(double x) { if (x * x == 2.0) return 1; return 0; }
int absorbed(double x) { if (x > 0 && x + 1e10 == 1e10) return 1; return 0; }
int third(double x) { if (x * 3.0 == 1.0) return 1; return 0; }
int third_of_double(float x) { if (x * 3.0 == 1.0) return 1; return 0; }
int cube(float x) { if (x * x * x == 27.0f) return 1; return 0; }
int sum_and_product(float x, float y) { if (x * y == 6.25f && x + y == 5.0f) return 1; return 0; }
int three_tenths(double x) { if (x + 0.1 == 0.3) return 1; return 0; }
int three_tenths_of_double(float x) { if (x + 0.1 == 0.3) return 1; return 0; }
int cubic(double x, double y) {
  if (x * x * x - 3 * x * y == 2.5 && 1.5 < y / x && y / x < 1.6) return 1;
  return 0;
}
int tenths(int i) { if (i < 0 || i >= 20) return 0; if (0.1 * i == 0.3) return 1; return 2; }
int tenths_of_float(int i) { if (i < 0 || i >= 20) return 0; if (0.1f * i == 0.3f) return 1; return 2; }
int accumulated(int n) {
  double s = 0.0;
  if (n < 0 || n > 10) return 0;
  for (int i = 0; i < n; i++) s += 0.1;
  if (s == 0.3) return 1;
  return 2;
}
int converted(double x) { int n = (int)x; if (n == 42 && x != 42.0) return 1; return 0; }
int library(double x) {
  if (floor(x) == 7.0 && x > 7.5) return 1;
  if (sqrt(x) == 3.0) return 2;
  if (isnan(x)) return 3;
  return 0;
}
int wide(long double x) { if (x * x == 4.0L && x < 0) return 1; return 0; }
int bits_of_nan(double x) {
  double y = x - x;
  unsigned long bits;
  memcpy(&bits, &y, sizeof bits);
  if (bits >> 63) return 1;
  return 0;
}
int sine(double x) { if (sin(x) == 0.5) return 1; return 0; }
