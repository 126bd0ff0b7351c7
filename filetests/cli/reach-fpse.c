// test: cli
// The programs of "Symbolic execution of floating-point computations" (Botella, Gotlieb, Michel, STVR 2006), by propagation
// alone: the bounds are those of all solutions, where the paper's are one unit in the last place wider.
// args: reach {file}:42:7 --propagate-only
// stdout: x in 5e-324..6.103515625e-5
// args: reach {file}:50:17 --propagate-only
// stdout: x in 1e-45..32767.998
// args: reach {file}:58:16 --propagate-only
// stdout: x in 6.103515625000001e-5..9999.999999999998
// args: reach {file}:66:16 --propagate-only
// exit: 5
// stdout: propagation alone refutes it
// args: reach {file}:72:33 --propagate-only
// stdout: c in 2.285983606557377..2.285983606557377
// args: reach {file}:77:34 --propagate-only
// stdout: c in 2.2859836..2.2859836
// args: reach {file}:86:7 --propagate-only
// exit: 5
// stdout: propagation alone refutes it
// args: reach {file}:b1+,b2-,b3+ -f power --propagate-only
// exit: 5
// stdout: propagation alone refutes it
// args: reach {file}:b1+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2-,b3+ -f power --propagate-only
// stdout: y in -40.0..-39.00000000000001
// args: reach {file}:b1+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2-,b3+ -f powerf --propagate-only
// stdout: y in -40.0..-39.000004
// args: reach {file}:b1+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2-,b3+ -f power --propagate-only
// stdout: y in -350.0..-349.00000000000006
// args: reach {file}:b1+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2+,b2-,b3+ -f powerf --propagate-only
// stdout: y in -350.0..-349.00003
// args: gen {file} -f g1_is --emit none
// stdout: g1() == -0x1.4484bfeebc2ap-100  false  infeasible
// stdout: 1 covered, 1 infeasible
// args: gen {file} -f g1f_is --emit none
// stdout: g1f() == -0x1.4484cp-100f  false  infeasible
// stdout: 1 covered, 1 infeasible
double foo1(double x) {
  double y = 1.0e12;
  if (x > 0.0) {
    double z = x + y;
    if (z == y)
      return 1.0;
  }
  return 0.0;
}
float foo1f(float x) {
  float y = 1.0e12f;
  if (x > 0.0f) {
    float z = x + y;
    if (z == y) return 1.0f;
  }
  return 0.0f;
}
double foo2(double x) {
  double y = 1.0e12;
  if (x < 10000.0) {
    double z = x + y;
    if (z > y) return 1.0;
  }
  return 0.0;
}
float foo2f(float x) {
  float y = 1.0e12f;
  if (x < 10000.0f) {
    float z = x + y;
    if (z > y) return 1.0f;
  }
  return 0.0f;
}
int g2(double c) {
  double a = 1.22, b = 3.34;
  if (b * b - 4 * a * c == 0.0) return 1;
  return 0;
}
int g2f(float c) {
  float a = 1.22f, b = 3.34f;
  if (b * b - 4 * a * c == 0.0f) return 1;
  return 0;
}
int howden(double a, double b) {
  double x1 = a * b + 2;
  if (x1 > 100) {
    double x2 = 100 - x1;
    double x3 = x2 - 50;
    if (x3 > 50)
      return 1;
  }
  return 0;
}
double power(double x, double y) {
  double w, z;
  if (y < 0) w = -y; else w = y;
  z = 1;
  while (w > 0) {
    z = z * x;
    w = w - 1;
  }
  if (y < 0) z = 1 / z;
  return z;
}
float powerf(float x, float y) {
  float w, z;
  if (y < 0) w = -y; else w = y;
  z = 1;
  while (w > 0) {
    z = z * x;
    w = w - 1;
  }
  if (y < 0) z = 1 / z;
  return z;
}
double g1(void) { return ((2.0e-30 + 1.0e30) - 1.0e30) - 1.0e-30; }
float g1f(void) { return ((2.0e-30f + 1.0e30f) - 1.0e30f) - 1.0e-30f; }
int g1_is(void) { if (g1() == -0x1.4484bfeebc2ap-100) return 1; return 0; }
int g1f_is(void) { if (g1f() == -0x1.4484cp-100f) return 1; return 0; }
