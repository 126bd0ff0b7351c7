// test: cli
// As many variable arguments as the first says.
// args: gen {file} -f sum --budget 60s --out {tmp}
// exit: 2
// stdout: sum, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
#include <stdarg.h>
int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
