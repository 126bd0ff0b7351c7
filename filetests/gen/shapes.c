// test: gen
// Structures that a contract shapes: predicates in C over lists and trees, `\acyclic` and `\reachable`. Judged by
// `cargo xtask heaps` as well, which varies what the predicates look at.
#include <limits.h>

struct n { int v; struct n *next; };
static int is_sorted(const struct n *l)
{
    for (; l && l->next; l = l->next)
        if (l->v > l->next->v) return 0;
    return 1;
}
/*@ requires is_sorted(l); */
int find(const struct n *l, int x)
{
    while (l && l->v < x) l = l->next;
    return l && l->v == x;
}
/*@ requires is_sorted(l) && e != \null && \separated(l, e); */
struct n *insert(struct n *l, struct n *e)
{
    struct n **at = &l;
    while (*at && (*at)->v < e->v) at = &(*at)->next;
    e->next = *at;
    *at = e;
    return l;
}
struct d { int v; struct d *prev, *next; };
static int is_linked(const struct d *d)
{
    for (; d; d = d->next)
        if (d->next && d->next->prev != d) return 0;
    return 1;
}
/*@ requires d != \null && d->prev == \null && is_linked(d); */
void drop(struct d *d, struct d **head)
{
    if (d->next) {
        if (d->next->prev != d) { *head = 0; return; }
        d->next->prev = d->prev;
    }
    if (d->prev) d->prev->next = d->next; else *head = d->next;
}
struct t { int k; struct t *l, *r; };
static int between(const struct t *t, long lo, long hi)
{
    if (!t) return 1;
    if (t->k <= lo || t->k >= hi) return 0;
    return between(t->l, lo, t->k) && between(t->r, t->k, hi);
}
static int is_search_tree(const struct t *t) { return between(t, LONG_MIN, LONG_MAX); }
/*@ requires is_search_tree(t); */
int member(const struct t *t, int k)
{
    while (t) {
        if (t->k == k) return 1;
        t = k < t->k ? t->l : t->r;
    }
    return 0;
}

/*@ requires \acyclic(l, next); */
int length(struct n *l)
{
    int k = 0;
    for (; l; l = l->next) k++;
    return k == 5;
}
/*@ requires \acyclic(l, next); */
int comes_back(struct n *l)
{
    if (l && l->next == l) return 1;
    if (l && l->next && l->next->next == l) return 2;
    return 0;
}
/*@ requires !\acyclic(l, next); */
int never_ends(struct n *l)
{
    if (!l) return 1;
    if (!l->next) return 2;
    if (l->next == l) return 3;
    return l->next->next == 0 ? 4 : 5;
}
// Six links that end are no cycle, though no more are made for a clause that asks for one.
/*@ requires !\acyclic(l, next); */
int far(struct n *l)
{
    int k = 0;
    while (l && k < 12) { l = l->next; k++; }
    return l == 0;
}
/*@ requires \reachable(l, x, next) && x != \null; */
int within(struct n *l, struct n *x)
{
    if (!l) return 1;
    if (l == x) return 2;
    if (l->next == x) return 3;
    return l->next ? 5 : 4;
}
/*@ requires !\reachable(a, b, next) && b != \null; */
int apart(struct n *a, struct n *b)
{
    if (a == b) return 1;
    if (a && a->next == b) return 2;
    if (a && a->next && a->next->next == b) return 3;
    return 4;
}
/*@ requires \reachable(a, b, next) && \reachable(b, a, next) && a != b; */
int ring(struct n *a, struct n *b)
{
    if (!a || !b) return 1;
    if (a->next == b && b->next == a) return 2;
    if (a->next == a) return 3;
    return b->next == b ? 4 : 0;
}
/*@ requires \acyclic(t, l, r); */
int shares(struct t *t)
{
    if (t && t->l == t) return 1;
    if (t && t->l && t->l->r == t) return 2;
    return t && t->l && t->l == t->r ? 3 : 0;
}
/*@ requires l != \null && (l->v > 3 ==> \acyclic(l, next)); */
int sometimes(struct n *l)
{
    if (l->v > 4 && l->next == l) return 1;
    return l->v < 2 && l->next == l ? 2 : 0;
}
struct g { int v; struct { struct g *next; } link; struct g *other; };
/*@ requires \acyclic(g, link.next); */
int inner(struct g *g)
{
    if (!g) return 0;
    if (g->link.next == g) return 1;
    return g->other == g ? 2 : 3;
}
struct n *all;
/*@ requires \acyclic(all, next); */
int global_list(void)
{
    if (!all) return 0;
    if (all->next == all) return 1;
    return all->next ? 2 : 3;
}
// gen: find branch covered=8
// gen: insert branch covered=4
// gen: drop branch covered=4 infeasible=2
// gen: member branch covered=6
// gen: length branch covered=2
// gen: comes_back branch covered=8 infeasible=2
// gen: never_ends branch covered=5 infeasible=3
// gen: far branch covered=3 unknown=1
// gen: within branch covered=6 infeasible=2
// gen: apart branch covered=9 infeasible=3
// gen: ring branch covered=8 infeasible=4
// gen: shares branch covered=14 infeasible=2
// gen: sometimes branch covered=7 infeasible=1
// gen: inner branch covered=5 infeasible=1
// gen: global_list branch covered=5 infeasible=1
