// test: cli
// A structure owns a buffer, which is freed: no finding.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// no-stdout: unknown
// no-stdout: findings
#include <stdlib.h>
struct v { int *d; int n; };
void f(struct v *v) { free(v->d); v->d = NULL; v->n = 0; }
