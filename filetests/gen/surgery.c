// test: gen
// Structures that are cut, spliced, partitioned, counted and freed; the counts are what `cargo xtask heaps` confirms.
#include <stdlib.h>
#include <string.h>
struct n { int v; struct n *next; };
int has_self_loop(struct n *l) { int k = 0; while (l && k < 6) { if (l->next == l) return k; l = l->next; k++; } return l ? -1 : -2; }
int shared_tail(struct n *a, struct n *b)
{
    int la = 0, lb = 0; struct n *x;
    for (x = a; x && la < 5; x = x->next) la++;
    for (x = b; x && lb < 5; x = x->next) lb++;
    while (la > lb) { a = a->next; la--; }
    while (lb > la) { b = b->next; lb--; }
    while (a && a != b && la-- > 0) { a = a->next; b = b->next; }
    if (!a) return 0;
    if (a == b) return a->v == 4 ? 2 : 1;
    return 3;
}
struct n *remove_all(struct n *l, int v)
{
    struct n **pp = &l;
    while (*pp) {
        if ((*pp)->v == v) { struct n *d = *pp; *pp = d->next; free(d); }
        else pp = &(*pp)->next;
    }
    return l;
}
struct n *swap_pairs(struct n *l)
{
    struct n **pp = &l; int k = 0;
    while (*pp && (*pp)->next && k++ < 3) {
        struct n *a = *pp, *b = a->next;
        a->next = b->next; b->next = a; *pp = b; pp = &a->next;
    }
    return l;
}
int partition(struct n *l, int pivot, struct n **lo, struct n **hi)
{
    int k = 0;
    *lo = 0; *hi = 0;
    while (l && k < 4) {
        struct n *x = l->next;
        if (l->v < pivot) { l->next = *lo; *lo = l; } else { l->next = *hi; *hi = l; }
        l = x; k++;
    }
    return *lo && *hi ? 2 : *lo ? 1 : 0;
}
struct t { int k; struct t *l, *r, *up; };
int flatten(struct t *t)
{
    int c = 0;
    while (t && c < 4) {
        if (t->l) {
            struct t *p = t->l;
            while (p->r && c < 6) { p = p->r; c++; }
            p->r = t->r; t->r = t->l; t->l = 0;
        }
        t = t->r; c++;
    }
    return c;
}
int parent_ok(struct t *t)
{
    if (!t) return 1;
    if (t->l && t->l->up != t) return 2;
    if (t->r && t->r->up != t) return 3;
    if (t->up && t->up->l != t && t->up->r != t) return 4;
    if (t->l && t->l == t->r) return 5;
    if (t->up == t) return 6;
    return 0;
}
struct t *successor(struct t *x)
{
    int g = 0;
    if (x->r) { x = x->r; while (x->l && g++ < 3) x = x->l; return x; }
    while (x->up && x == x->up->r && g++ < 3) x = x->up;
    return x->up;
}
struct ring { int *buf; unsigned cap, head, count; };
int ring_push(struct ring *r, int v)
{
    if (r->cap == 0 || r->cap > 4) return -1;
    if (r->count > r->cap || r->head >= r->cap) return -2;
    if (r->count == r->cap) return 0;
    r->buf[(r->head + r->count) % r->cap] = v;
    r->count++;
    return r->count == r->cap ? 2 : 1;
}
struct hn { struct hn *next, **pprev; int key; };
struct hh { struct hn *first; };
void h_add(struct hh *h, struct hn *n)
{
    struct hn *f = h->first;
    n->next = f;
    if (f) f->pprev = &n->next;
    h->first = n;
    n->pprev = &h->first;
}
int h_del(struct hn *n)
{
    struct hn *next = n->next, **pprev = n->pprev;
    if (!pprev) return 0;
    *pprev = next;
    if (next) { next->pprev = pprev; n->next = 0; n->pprev = 0; return 2; }
    n->next = 0; n->pprev = 0;
    return 1;
}
struct obj { int refs; struct obj *child; };
int put(struct obj *o)
{
    int n = 0;
    while (o && o->refs > 0) {
        struct obj *c = o->child;
        if (--o->refs != 0) return n;
        free(o); n++;
        o = c;
        if (n == 3) return 9;
    }
    return o ? -n - 1 : n;
}
struct e { struct e *prev, *next; int key; };
struct dq { struct e *front, *back; };
int pop_back(struct dq *d)
{
    struct e *x = d->back; int k;
    if (!x) return d->front ? -2 : -1;
    d->back = x->prev;
    if (d->back) d->back->next = 0; else d->front = 0;
    k = x->key;
    free(x);
    return k > 0;
}
struct emb { int a; struct { int b; struct n inner; } in; struct n *link; };
int embedded(struct emb *e)
{
    if (e->link == &e->in.inner) return 1;
    if (e->link && e->link->next == &e->in.inner) return 2;
    if (e->in.inner.next == e->link && e->link) return 3;
    return 0;
}
int table(struct n *tab[3], int i)
{
    if (i < 0 || i > 2) return -1;
    if (!tab[i]) return 0;
    if (tab[i] == tab[(i + 1) % 3]) return 1;
    if (tab[i]->next == tab[(i + 2) % 3] && tab[i]->next) return 2;
    return 3;
}
int leaky(int a, int b)
{
    struct n *x = malloc(sizeof *x), *y;
    x->v = a; x->next = 0;
    y = malloc(sizeof *y);
    y->v = b; y->next = x;
    if (a > b) { y->next = 0; if (a == 77) x = 0; }
    if (y->next) { free(y->next); free(y); return 1; }
    free(x); free(y);
    return 0;
}
// gen: has_self_loop branch covered=8
// gen: shared_tail branch covered=24
// gen: remove_all branch covered=4
// gen: swap_pairs branch covered=6
// gen: partition branch covered=12
// gen: flatten branch covered=10
// gen: parent_ok branch covered=22
// gen: successor branch covered=12
// gen: ring_push branch covered=12
// gen: h_add branch covered=2
// gen: h_del branch covered=4
// gen: put branch covered=10
// gen: pop_back branch covered=6
// gen: embedded branch covered=10
// gen: table branch covered=12
// gen: leaky branch covered=6
