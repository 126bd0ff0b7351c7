// test: cli
// `errno` tells a number that is too large from one that is not.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// stdout: objectives      4   4 covered
// no-stdout: unknown
#include <errno.h>
#include <stdlib.h>
int f(const char *s) { errno = 0; long v = strtol(s, 0, 10); if (errno != 0) return -1; return v > 5 ? 1 : 0; }
