// test: cli
// What floats do that ends no run, on request: each kind once where it happens and once where it cannot.
// args: prove {file} --check float -f overflows
// exit: 2
// stdout: line 53: finite numbers give an infinity in `a * b`, with
// stdout: 1 proved, 1 wrong, 0 unknown
// args: prove {file} --check float -f no_overflow
// exit: 0
// stdout: 2 proved, 0 wrong, 0 unknown
// args: prove {file} --check float -f narrowed -f library -f wide
// exit: 2
// stdout: finite numbers give an infinity in `(float)a`, with
// stdout: numbers give NaN in `sqrt(a)`, with
// stdout: finite numbers give an infinity in `a * a`, with
// args: prove {file} --check float -f no_narrowed -f no_library
// exit: 0
// args: prove {file} --check float -f makes_nan
// exit: 2
// stdout: numbers give NaN in `a - b`, with
// args: prove {file} --check float -f no_nan
// exit: 0
// stdout: 7 proved, 0 wrong, 0 unknown
// args: prove {file} --check float -f divides
// exit: 2
// stdout: a floating-point number is divided by zero in `1.0 / (a - b)`, with
// args: prove {file} --check float -f no_division
// stdout: finite numbers give an infinity in `1.0 / (a - b)`, with
// no-stdout: divided by zero
// no-stdout: unknown:
// args: prove {file} --check float -f absorbs -f no_absorption
// exit: 2
// stdout: a number is absorbed by a larger one in `big + a`, with
// stdout: 2 proved, 1 wrong, 0 unknown
// stdout: 3 proved, 0 wrong, 0 unknown
// args: prove {file} --check float -f cancels -f no_cancellation -f as_given
// exit: 2
// stdout: rounded numbers cancel most of their bits in `a * a - 2.0`, with
// no-stdout: cancel most of their bits in `a / 3.0 + 2.0`
// no-stdout: cancel most of their bits in `a - 2.0`
// args: prove {file} --check float -f equal -f through_callee -f as_given_too -f far_apart
// exit: 2
// stdout: rounded numbers are compared that differ in the last bit in `0.1 * i == 0.3`, with
// stdout: i = 3
// stdout: differ in the last bit in `x == y`, with
// no-stdout: differ in the last bit in `a == b`
// no-stdout: differ in the last bit in `0.5 * i == 1.5`
// args: prove {file} --check float -f sums -f integers
// exit: 0
// stdout: nothing to prove of `integers`: it has no operation that rounds
// args: prove {file} -f overflows
// stdout: nothing to prove of `overflows`
#include <math.h>
double overflows(double a, double b) { return a > 0.0 && b > 0.0 ? a * b : 0.0; }
double no_overflow(double a, double b) { return fabs(a) < 1e150 && fabs(b) < 1e150 ? a * b : 0.0; }
float narrowed(double a) { return (float)a; }
float no_narrowed(double a) { return a > -1e38 && a < 1e38 ? (float)a : 0.0f; }
double library(double a) { return sqrt(a); }
double no_library(double a) { return a >= 0.0 ? sqrt(a) : 0.0; }
long double wide(long double a) { return a > 1.0L ? a * a : 0.0L; }
double makes_nan(double a, double b) { return a - b; }
double no_nan(double a) { return fabs(a) < 1e300 ? a + a / 3.0 : 0.0; }
double divides(double a, double b) { return a != b ? 0.0 : 1.0 / (a - b); }
double no_division(double a, double b) { return a > b ? 1.0 / (a - b) : 1.0; }
float absorbs(float a) { float big = 16777216.0f; return a > 0.0f && a < 10.0f ? big + a : 0.0f; }
float no_absorption(float a) { float big = 8388608.0f; return a >= 1.0f && a < 10.0f ? big + a : 0.0f; }
double cancels(double a) { return a * a - 2.0; }
double no_cancellation(double a) { return a >= 0.0 && a < 10.0 ? a / 3.0 + 2.0 : 0.0; }
double as_given(double a) { return fabs(a) < 10.0 ? a - 2.0 : 0.0; }
int equal(int i) { return i >= 0 && i < 20 && 0.1 * i == 0.3; }
static int same(double x, double y) { return x == y; }
int through_callee(double a) { return same(a * 3.0, 1.0); }
int as_given_too(double a, double b) { return a == b; }
int far_apart(int i) { return i >= 0 && i < 20 && 0.5 * i == 1.5; }
double sums(int n)
{
    double s = 0.0;
    for (int i = 0; i < n && i < 8; i++) s += 0.5;
    return s;
}
int integers(int a) { return a / 2; }
