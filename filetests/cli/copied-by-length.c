// test: cli
// A copy whose length may be below zero, which is a very large number.
// args: gen {file} -f copy --budget 60s --out {tmp}
// exit: 0
// stdout: copy, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
#include <string.h>
struct h { int len; unsigned char p[10]; };
void copy(struct h *d, const struct h *s) { d->len = s->len; memcpy(d->p, s->p, s->len < 10 ? s->len : 10); }
