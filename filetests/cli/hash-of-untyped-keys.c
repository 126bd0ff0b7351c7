// test: cli
// A table grows: keys are pointers to whatever, and a member is called with them.
// args: gen {file} -f enlarge --budget 60s --out {tmp}
// exit: 2
// stdout: enlarge, criterion branch: complete
// stdout: objectives      4   4 covered
// no-stdout: unknown
#include <stdlib.h>
struct e { void *key; struct e *next; };
struct t { struct e **tab; unsigned n; unsigned (*hash)(void *); };
int enlarge(struct t *t) {
    struct e **old = t->tab, *r, *nx;
    unsigned n = t->n;
    t->n *= 2;
    t->tab = calloc(t->n, sizeof *t->tab);
    for (unsigned i = 0; i < n; i++)
        for (r = old[i]; r; r = nx) { nx = r->next; unsigned k = t->hash(r->key) % t->n; r->next = t->tab[k]; t->tab[k] = r; }
    free(old);
    return 1;
}
