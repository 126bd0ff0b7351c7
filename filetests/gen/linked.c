// test: gen
// Linked structures as inputs, with sharing, aliasing and cycles, and no contract.
struct node { int val; struct node *next; };

int cycle3(struct node *p)
{
    if (p == 0) return 0;
    if (p->next == 0) return 1;
    if (p->next == p) return 2;
    if (p->next->next == 0) return 3;
    if (p->next->next == p) return 4;
    if (p->next->next->next == p
        && p->val < p->next->val
        && p->next->val < p->next->next->val) return 5;
    return 6;
}

int length(const struct node *l)
{
    int n = 0;
    while (l) { n++; l = l->next; }
    if (n == 3) return -1;
    return n;
}

struct node *insert(struct node *l, struct node *n)
{
    struct node *p = l;
    if (!l || n->val <= l->val) { n->next = l; return n; }
    while (p->next && p->next->val < n->val) p = p->next;
    n->next = p->next;
    p->next = n;
    return l;
}

int alias(struct node *p, struct node *q)
{
    if (p->next == q->next && p != q) return 1;
    p->val = 1; q->val = 2;
    if (p->val == 2) return 2;
    return 3;
}

#include <stddef.h>
void deldup(struct node *l)
{
    while (l && l->next) {
        if (l->val == l->next->val) l->next = l->next->next;
        else l = l->next;
    }
}
struct node *reverse(struct node *l)
{
    struct node *r = NULL;
    while (l) { struct node *t = l->next; l->next = r; r = l; l = t; }
    return r;
}
struct node *merge(struct node *a, struct node *b)
{
    struct node head, *t = &head;
    while (a && b) {
        if (a->val <= b->val) { t->next = a; a = a->next; }
        else { t->next = b; b = b->next; }
        t = t->next;
    }
    t->next = a ? a : b;
    return head.next;
}
struct dl { struct dl *prev, *next; int v; };
void dl_insert(struct dl *at, struct dl *n)
{
    if (!at || !n) return;
    n->prev = at;
    n->next = at->next;
    if (at->next) at->next->prev = n;
    at->next = n;
}
void dl_delete(struct dl *n)
{
    if (!n) return;
    if (n->prev) n->prev->next = n->next;
    if (n->next) n->next->prev = n->prev;
    if (n->prev && n->prev->prev == n) n->v = 7;
}
struct tree { int key; struct tree *l, *r; };
struct tree *bst_insert(struct tree *t, struct tree *n)
{
    struct tree **pp = &t;
    while (*pp) {
        if (n->key == (*pp)->key) return t;
        if (n->key < (*pp)->key) pp = &(*pp)->l; else pp = &(*pp)->r;
    }
    *pp = n;
    return t;
}
struct tree *rotate(struct tree *t)
{
    struct tree *r;
    if (!t || !t->r) return t;
    r = t->r; t->r = r->l; r->l = t;
    return r;
}
struct tree *bst_delete(struct tree *t, int key)
{
    struct tree **pp = &t, *d;
    while (*pp && (*pp)->key != key)
        pp = key < (*pp)->key ? &(*pp)->l : &(*pp)->r;
    d = *pp;
    if (!d) return t;
    if (!d->l) { *pp = d->r; return t; }
    if (!d->r) { *pp = d->l; return t; }
    {
        struct tree **m = &d->r;
        struct tree *x;
        while ((*m)->l) m = &(*m)->l;
        x = *m;
        *m = x->r;
        x->l = d->l; x->r = d->r;
        *pp = x;
    }
    return t;
}
struct arc;
struct gnode { int mark; struct arc *arcs; };
struct arc { struct gnode *to; struct arc *next; int w; };
int sum(struct gnode *g)
{
    int s = 0;
    struct arc *a;
    if (!g) return -1;
    g->mark = 1;
    for (a = g->arcs; a; a = a->next) {
        if (!a->to) continue;
        if (a->to == g) return -2;
        if (a->to->mark) s++;
        else if (a->to->arcs && a->to->arcs->to == g) s += 2;
    }
    return s > 3 ? 1 : 0;
}
struct uf { struct uf *parent; int rank; };
struct uf *find(struct uf *x)
{
    while (x->parent && x->parent != x) {
        if (x->parent->parent) x->parent = x->parent->parent;
        x = x->parent;
    }
    return x;
}
void unite(struct uf *a, struct uf *b)
{
    a = find(a); b = find(b);
    if (a == b) return;
    if (a->rank < b->rank) a->parent = b;
    else if (a->rank > b->rank) b->parent = a;
    else { b->parent = a; a->rank++; }
}
struct ent { const char *k; int v; struct ent *next; };
struct ent *tab[4];
int lookup(unsigned h, int v)
{
    struct ent *e;
    for (e = tab[h % 4]; e; e = e->next)
        if (e->v == v) return 1;
    return 0;
}
int delpp(struct node **pp, int v)
{
    while (*pp) {
        if ((*pp)->val == v) { *pp = (*pp)->next; return 1; }
        pp = &(*pp)->next;
    }
    return 0;
}
// gen: cycle3 branch covered=16
// gen: alias branch covered=6
// gen: reverse branch covered=2
// gen: dl_insert branch covered=6
// gen: dl_delete branch covered=10
// gen: rotate branch covered=4
// gen: find branch covered=6
// gen: lookup branch covered=4
// gen: delpp branch covered=4
// gen: cycle3 path feasible=9
// gen: alias path feasible=3
