// test: heap
// Mistakes that no outcome alone asks for: each is covered by runs that go well, and two of them together go wrong.
#include <stdlib.h>

struct part { int v; struct part *sub; };
struct owner { struct part *a; };

int kept(int make, int give)
{
    struct part *t = 0;
    if (make) t = calloc(1, sizeof *t);
    if (give) free(t);
    return make != give;
}
int kept_right(int make, int give)
{
    struct part *t = 0;
    if (make) t = calloc(1, sizeof *t);
    if (give) { free(t); t = 0; }
    free(t);
    return make != give;
}
int handed_over(struct owner *p, int make, int give)
{
    struct part *t = 0;
    if (!p) return 0;
    if (make) { t = calloc(1, sizeof *t); t->sub = p->a; }
    if (give) p->a = t;
    return t == 0;
}
int handed_over_right(struct owner *p, int make, int give)
{
    struct part *t = 0;
    if (!p) return 0;
    if (make) { t = calloc(1, sizeof *t); t->sub = p->a; }
    if (give) p->a = t;
    else free(t);
    return make;
}
int both(struct owner *p, int first, int second)
{
    if (!p || !p->a) return 0;
    if (first) free(p->a);
    if (second) { free(p->a); p->a = 0; }
    return 1;
}
int both_right(struct owner *p, int first, int second)
{
    if (!p || !p->a) return 0;
    if (first) { free(p->a); p->a = 0; }
    if (second) { free(p->a); p->a = 0; }
    return 1;
}
// heap: kept memory-leak
// heap: kept_right none
// heap: handed_over memory-leak
// heap: handed_over_right none
// heap: both double-free
// heap: both_right none

int left_empty(int k)
{
    struct part *c = 0;
    int n, r;
    for (n = 0; n < 3; n++) {
        free(c);
        c = malloc(sizeof *c);
        if (n == k) break;
        c->v = n;
    }
    r = 0;
    if (c->v == 1) r = 1;
    free(c);
    return r;
}
int left_full(int k)
{
    struct part *c = 0;
    int n, r;
    for (n = 0; n < 3; n++) {
        free(c);
        c = malloc(sizeof *c);
        c->v = n;
        if (n == k) break;
    }
    r = 0;
    if (c->v == 1) r = 1;
    free(c);
    return r;
}
// heap: left_empty uninitialised
// heap: left_full none
