// test: cli
// The conditions of floats.c on `float`.
// args: gen {file} -f square --emit none
// stdout: x * x == 2.0f  true  infeasible
// args: gen {file} -f third --emit none
// stdout: 2   2 covered
// args: gen {file} -f three_tenths --emit none
// stdout: 2   2 covered
// args: gen {file} -f cubic --emit none
// stdout: 6   6 covered
// args: gen {file} -f accumulated --emit none --exhaust 0
// stdout: 8   8 covered
// args: reach {file}:b1+ -f three_tenths --propagate-only
// stdout: x in 0.2..0.20000002
// args: reach {file}:b1+,b2+ -f absorbed --propagate-only
// stdout: x in 5e-324..9.5367431640625e-7
// args: reach {file}:b1+ -f third_of_double --propagate-only
// stdout: x in 0.3333333333333333..0.33333333333333337
int square(float x) { if (x * x == 2.0f) return 1; return 0; }
int third(float x) { if (x * 3.0f == 1.0f) return 1; return 0; }
int three_tenths(float x) { if (x + 0.1f == 0.3f) return 1; return 0; }
int cubic(float x, float y) {
  if (x * x * x - 3 * x * y == 2.5f && 1.5f < y / x && y / x < 1.6f) return 1;
  return 0;
}
int accumulated(int n) {
  float s = 0.0f;
  if (n < 0 || n > 10) return 0;
  for (int i = 0; i < n; i++) s += 0.1f;
  if (s == 0.3f) return 1;
  return 2;
}
int absorbed(double x) { if (x > 0 && x + 1e10 == 1e10) return 1; return 0; }
int third_of_double(double x) { if (x * 3.0 == 1.0) return 1; return 0; }
