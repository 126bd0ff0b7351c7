// test: cli
// Functions that no standard says the last digits of: values by execution, and no proof nearer than libraries agree.
// args: gen {file} -f power_of_e -f square -f sine -f hypotenuse -f tangent -f decibel -f angle -f power -f single --emit none
// exit: 0
// stdout: power_of_e, criterion branch: complete
// stdout: square, criterion branch: complete
// stdout: sine, criterion branch: complete
// stdout: hypotenuse, criterion branch: complete
// stdout: tangent, criterion branch: complete
// stdout: decibel, criterion branch: complete
// stdout: angle, criterion branch: complete
// stdout: power, criterion branch: complete
// stdout: single, criterion branch: complete
// no-stdout: true  infeasible
// args: gen {file} -f beyond -f negative -f of_more_than_one -f of_an_angle -f both --emit none
// exit: 0
// stdout: sin(x) > 1.5  true  infeasible
// stdout: exp(x) < 0.0  true  infeasible
// stdout: log(x) < -1e-3  true  infeasible
// stdout: atan2(y, x) > 3.2  true  infeasible
// stdout: cos(x) > 0.9  true  infeasible
// args: gen {file} -f near_the_error -f constant -f same_twice --emit none
// no-stdout: 1 infeasible
// args: prove {file} --check float -f overflows -f no_overflow
// stdout: finite numbers give an infinity in `exp(x)`, with
// stdout: 2 proved, 0 wrong, 0 unknown
// args: reach {file}:b1+ -f square
// stdout: x = 2.0
#include <math.h>
int power_of_e(double x) { if (exp(x) > 10.0) return 1; return 0; }
int square(double x) { if (pow(x, 2.0) == 4.0) return 1; return 0; }
int sine(double x) { if (sin(x) > 0.5) return 1; return 0; }
int hypotenuse(double a, double b) { if (hypot(a, b) < 5) return 1; return 0; }
int tangent(double x) { if (tan(x) > 100.0) return 1; return 0; }
int decibel(double p) { double d = 20.0 * log10(p); if (d > 60.0) return 1; if (d == 0.0) return 2; return 0; }
int angle(double x, double y)
{
    double a = atan2(y, x);
    if (sqrt(x * x + y * y) > 1.0 && a > 1.0 && a < 1.1) return 1;
    return 0;
}
int power(double x, double y) { if (pow(x, y) > 1000.0 && y < 3.0) return 1; if (isnan(acos(x))) return 2; return 0; }
int single(float x) { if (expf(x) > 10.0f) return 1; if (sinf(x) < -0.5f) return 2; if (cbrtf(x) > -0.5f) return 3; return 0; }

int beyond(double x) { if (sin(x) > 1.5) return 1; return 0; }
int negative(double x) { if (exp(x) < 0.0) return 1; return 0; }
int of_more_than_one(double x) { if (x >= 1.0 && log(x) < -1e-3) return 1; return 0; }
int of_an_angle(double x, double y) { if (atan2(y, x) > 3.2) return 1; return 0; }
int both(double x) { if (x > 0.0 && x < 7.0 && sin(x) > 0.9 && cos(x) > 0.9) return 1; return 0; }

// Some library may do so.
int near_the_error(double x) { if (sin(x) > 1.0) return 1; return 0; }
int constant(int n) { if (n == 1 && exp(1.0) != 2.718281828459045) return 1; return 0; }
int same_twice(double x) { if (x > 0.0 && x < 1.0 && sin(x) < sin(nextafter(x, 0.0))) return 1; return 0; }

double overflows(double x) { return exp(x); }
double no_overflow(double x) { return x < 700.0 ? exp(x) : 0.0; }
