// test: gen
// Structures inside structures, places for pointers to nodes, unions, free lists, graphs; the counts are what `cargo xtask heaps` confirms.
#include <stdlib.h>
struct val { int kind; union { struct val *ref; struct pair *pair; long num; char *str; } u; };
struct pair { struct val car, cdr; };
int depth(struct val *v)
{
    int d = 0;
    while (v && d < 3) {
        if (v->kind == 0) return v->u.num == 5 ? 10 : d;
        if (v->kind == 1) { v = v->u.ref; d++; continue; }
        if (v->kind == 2) { if (!v->u.pair) return -2; if (v->u.pair->car.kind == 3) return 7; v = &v->u.pair->cdr; d++; continue; }
        return v->u.str && v->u.str[0] == 'k' ? 8 : 9;
    }
    return -1;
}
struct node { struct node *kids[2]; struct node **slot; int n; };
int slots(struct node *n)
{
    if (!n->slot) return 0;
    if (*n->slot == n) return 1;
    if (n->slot == &n->kids[1]) return 2;
    if (n->kids[0] && n->slot == &n->kids[0]->kids[1]) return 3;
    if (n->kids[0] && n->kids[0]->slot == n->slot) return 4;
    return 5;
}
struct list { struct list *next; };
struct task { int prio; struct list run; struct list wait; };
#define OF(p, m) ((struct task *)((char *)(p) - __builtin_offsetof(struct task, m)))
int two_lists(struct list *run, struct list *wait)
{
    if (!run || !wait) return 0;
    if (OF(run, run) == OF(wait, wait)) return 1;
    if (OF(run, run)->prio > OF(wait, wait)->prio) return 2;
    if (run->next == 0 && wait->next) return OF(wait->next, wait)->prio == 3 ? 3 : 4;
    return 5;
}
struct arena { struct cell { int v; struct cell *next; } cells[3]; struct cell *free; };
int take(struct arena *a)
{
    struct cell *c = a->free;
    if (!c) return -1;
    a->free = c->next;
    if (c == &a->cells[0]) return 0;
    if (c == &a->cells[2]) return 2;
    if (a->free == c) return 4;
    c->next = 0;
    return a->free ? 5 : 6;
}
struct g { int mark; int n; struct g *adj[2]; };
int reach(struct g *s, struct g *t, int fuel)
{
    if (fuel <= 0 || fuel > 3) return -1;
    if (s == t) return 1;
    s->mark = 1;
    for (int i = 0; i < 2; i++)
        if (s->adj[i] && !s->adj[i]->mark && fuel > 1 && reach(s->adj[i], t, fuel - 1) == 1) return 1;
    return 0;
}
struct d { struct d *p, *n; int v; };
int unlink_next(struct d *x)
{
    struct d *y = x->n;
    if (!y) return 0;
    if (y->p != x) return -1;
    x->n = y->n;
    if (y->n) y->n->p = x;
    if (x->n == x) return 2;
    if (y->n == y) return 3;
    return x->n && x->n->p == x ? 1 : 4;
}
struct n { int v; struct n *next; };
struct n *merge_sorted(struct n *a, struct n *b)
{
    struct n head, *t = &head; int g = 0;
    head.next = 0;
    while (a && b && g++ < 4) {
        if (a->v <= b->v) { t->next = a; a = a->next; } else { t->next = b; b = b->next; }
        t = t->next;
    }
    t->next = a ? a : b;
    return head.next;
}
int dedup_free(struct n *l)
{
    int c = 0;
    while (l && l->next && c < 3) {
        if (l->v == l->next->v) { struct n *d = l->next; l->next = d->next; free(d); c++; }
        else l = l->next;
    }
    return c;
}
struct str { char *s; int len; struct str *next; };
int intern(struct str *l, const char *key)
{
    for (int g = 0; l && g < 3; l = l->next, g++) {
        int i = 0;
        while (i < 3 && key[i] && l->s[i] == key[i]) i++;
        if (i < 3 && !key[i] && !l->s[i]) return l->len == i ? 1 : 2;
    }
    return 0;
}
struct stk { int top; struct n *items[3]; };
int push2(struct stk *s, struct n *x)
{
    if (s->top < 0 || s->top > 2) return -1;
    if (s->top > 0 && s->items[s->top - 1] == x) return 0;
    s->items[s->top++] = x;
    if (s->top == 3 && s->items[0] == s->items[2]) return 1;
    return x && x->next == x ? 2 : 3;
}
struct n *clone(struct n *l)
{
    struct n *h = 0, **t = &h; int g = 0;
    for (; l && g < 3; l = l->next, g++) {
        struct n *c = malloc(sizeof *c);
        if (!c) { while (h) { c = h->next; free(h); h = c; } return 0; }
        c->v = l->v; c->next = 0; *t = c; t = &c->next;
    }
    return h;
}
struct base { int type; struct base *parent; };
struct derived { struct base b; int extra; struct base *other; };
int downcast(struct base *b)
{
    if (!b) return 0;
    if (b->type == 1) {
        struct derived *d = (struct derived *)b;
        if (d->other == b) return 1;
        if (d->extra > 3 && d->other && d->other->type == 1) return ((struct derived *)d->other)->extra == 9 ? 2 : 3;
        return 4;
    }
    return b->parent == b ? 5 : 6;
}
// gen: depth branch covered=20
// gen: slots branch covered=14
// gen: two_lists branch covered=14
// gen: take branch covered=10
// gen: reach branch covered=16
// gen: unlink_next branch covered=13 infeasible=1
// gen: merge_sorted branch covered=10
// gen: dedup_free branch covered=8
// gen: intern branch covered=18
// gen: push2 branch covered=16
// gen: clone branch covered=8
// gen: downcast branch covered=16
