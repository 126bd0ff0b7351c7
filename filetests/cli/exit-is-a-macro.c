// test: cli
// A macro has the name of a function of the library; the static variable needs three calls or one.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
#include <stdlib.h>
int common_exit(const char *file, int line, int code);
#define exit(code) exit(common_exit(__FILE__, __LINE__, (code)))
int f(int n) { static int k; k += n; if (k == 3) return 1; return 0; }
