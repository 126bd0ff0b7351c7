// test: cli
// Programs that control things, each outcome as worked out by hand, replayed.
// args: gen {file} -f roots --emit none
// stdout: 6   6 covered
// args: gen {file} -f newton --emit none
// stdout: 8   8 covered
// args: gen {file} -f pid_step --emit none
// stdout: 10   10 covered
// args: gen {file} -f interpolate --emit none
// stdout: 12   12 covered
// args: gen {file} -f kahan --emit none
// stdout: 8   8 covered
// Of all floats 229 141 need 20 turns and none needs more; no gain needs more than 17.
// args: gen {file} -f low_pass --emit none
// stdout: turns < 30  false  infeasible
// stdout: 11 covered, 1 infeasible
// args: gen {file} -f settle --emit none
// stdout: turns > 20  true   infeasible
// stdout: 8 covered, 2 infeasible
// Numbers that a person would write.
// args: reach {file}:b2+ -f roots
// stdout: a = 1.0
// stdout: c = 1.0
// args: reach {file}:b2- -f interpolate
// no-stdout: nan
// args: reach {file}:b4+ -f pid_step
// no-stdout: 0.2499
#include <math.h>
int roots(double a, double b, double c, double *x1, double *x2) {
  double d;
  if (a == 0) return -1;
  d = b * b - 4 * a * c;
  if (d < 0) return 0;
  if (d == 0) { *x1 = -b / (2 * a); return 1; }
  *x1 = (-b - sqrt(d)) / (2 * a); *x2 = (-b + sqrt(d)) / (2 * a);
  return 2;
}
double newton(double x) {
  double r = x, old;
  int i;
  if (!(x > 0) || x > 1e6) return -1;
  for (i = 0; i < 60; i++) {
    old = r; r = 0.5 * (r + x / r);
    if (r == old) return r;
  }
  return r;
}
struct pid { double kp, ki, kd, integral, last; };
//@ requires kp: p->kp >= 0.0 && p->kp <= 10.0 && p->ki >= 0.0 && p->ki <= 10.0 && p->kd >= 0.0 && p->kd <= 1.0;
//@ requires dt >= 0.001 && dt <= 1.0;
//@ requires p->integral >= -100.0 && p->integral <= 100.0;
double pid_step(struct pid *p, double error, double dt) {
  double out;
  if (error != error) return 0;
  p->integral += error * dt;
  if (p->integral > 100.0) p->integral = 100.0;
  else if (p->integral < -100.0) p->integral = -100.0;
  out = p->kp * error + p->ki * p->integral + p->kd * (error - p->last) / dt;
  p->last = error;
  if (out > 100.0) return 100.0;
  if (out < -100.0) return -100.0;
  return out;
}
static const float xs[5] = {0.0f, 1.0f, 2.5f, 4.0f, 8.0f};
static const float ys[5] = {0.0f, 10.0f, 12.0f, 9.0f, -4.0f};
float interpolate(float x) {
  int i;
  float y;
  if (x <= xs[0]) return ys[0];
  if (x >= xs[4]) return ys[4];
  for (i = 0; i < 3; i++) if (x < xs[i + 1]) break;
  y = ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i]);
  if (y > 11.99f) return 99.0f;
  if (y == 10.5f) return 98.0f;
  return y;
}
double kahan(const double *a, int n) {
  double s = 0, c = 0;
  int i;
  if (n < 0 || n > 4) return -1;
  for (i = 0; i < n; i++) { double y = a[i] - c, t = s + y; c = (t - s) - y; s = t; }
  if (c != 0) return s - c;
  return s;
}
int low_pass(float y) {
  int turns = 0;
  if (!(y >= -100.0f && y <= 100.0f)) return -1;
  while (fabsf(20.0f - y) > 0.5f && turns < 30) { y = 0.75f * y + 0.25f * 20.0f; turns++; }
  if (turns >= 20) return 2;
  if (turns == 19) return 1;
  return 0;
}
int settle(double gain) {
  double y = 0.0;
  int turns = 0;
  if (!(gain >= 0.25 && gain <= 1.0)) return -1;
  while (turns < 24 && 1.0 - y > 0.01) { y += gain * (1.0 - y); turns++; }
  if (turns > 20) return 1;
  return 0;
}
