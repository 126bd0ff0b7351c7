// test: cli
// Variable arguments are executed, and are inputs of a function under test.
// args: gen {file} --out {tmp} --criterion branch --overflow wrap
// exit: 0
// stdout: sum, criterion branch: complete
// stdout: caller, criterion branch: complete
// no-stdout: not replayed
#include <stdarg.h>
int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
int caller(int a, int b) { if (sum(2, a, b) == 12345) return 1; return 0; }
