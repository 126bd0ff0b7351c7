// test: cli
// Variable arguments are executed, and are inputs of a function under test.
// args: gen {file} --out {tmp} --criterion branch --overflow wrap -f sum -f caller -f through
// exit: 0
// stdout: sum, criterion branch: complete
// stdout: caller, criterion branch: complete
// stdout: through, criterion branch: complete
// no-stdout: not replayed
#include <stdarg.h>
int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
int caller(int a, int b) { if (sum(2, a, b) == 12345) return 1; return 0; }
static void set(int n, ...) { va_list ap; va_start(ap, n); *va_arg(ap, int *) = n; va_end(ap); }
static int own;
int through(int a) { int mine = 0; own = 0; set(a, &mine); set(a, &own); if (mine == 5 && own == 5) return 1; return 0; }
