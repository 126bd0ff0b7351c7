// test: cli
// A queue whose room comes from a function of elsewhere.
// args: gen {file} -f put --budget 60s --out {tmp}
// exit: 2
// stdout: put, criterion branch: complete
// stdout: objectives      6   6 covered
// no-stdout: unknown
// args: gen {file} -f mul --budget 60s --out {tmp}
// exit: 2
// stdout: mul, criterion branch: complete
// stdout: objectives      4   4 covered
// no-stdout: unknown
#include <stddef.h>
struct e { unsigned ctr; void *d; };
struct q { struct e *a; size_t nr, alloc; unsigned n; };
void *xrealloc(void *p, size_t n);
static size_t mul(size_t a, size_t b) { if (b && a > (size_t)-1 / b) __builtin_trap(); return a * b; }
void put(struct q *q, void *d) {
    if (q->nr + 1 > q->alloc) { q->alloc = q->nr + 17; q->a = xrealloc(q->a, mul(sizeof *q->a, q->alloc)); }
    q->a[q->nr].ctr = q->n++;
    q->a[q->nr].d = d;
    q->nr++;
}
