// test: gen
// Functions as people write them, without contract or harness: rotation with parent pointers, a cache with chains and a list, a
// trie, a rope, a free list, merging and sorting lists, finding the start of a cycle, marks on a graph, a sparse matrix.
#include <stdlib.h>
#include <string.h>

struct avl { int key; int height; struct avl *left, *right, *parent; };
struct avl *rotate_left(struct avl **root, struct avl *x)
{
    struct avl *y = x->right;
    if (!y) return x;
    x->right = y->left;
    if (y->left) y->left->parent = x;
    y->parent = x->parent;
    if (!x->parent) *root = y;
    else if (x == x->parent->left) x->parent->left = y;
    else x->parent->right = y;
    y->left = x;
    x->parent = y;
    return y;
}
struct lru_node { int key, val; struct lru_node *hnext, *prev, *next; };
struct lru { struct lru_node *bucket[2]; struct lru_node *head, *tail; int n; };
int lru_get(struct lru *c, int key, int *out)
{
    struct lru_node *e = c->bucket[key & 1];
    while (e && e->key != key) e = e->hnext;
    if (!e) return 0;
    if (e != c->head) {
        if (e->prev) e->prev->next = e->next;
        if (e->next) e->next->prev = e->prev; else c->tail = e->prev;
        e->prev = NULL;
        e->next = c->head;
        if (c->head) c->head->prev = e;
        c->head = e;
    }
    *out = e->val;
    return 1;
}
struct trie { int terminal; struct trie *kid[4]; };
int trie_has(const struct trie *t, const char *s)
{
    while (t && *s) {
        if (*s < 'a' || *s > 'd') return -1;
        t = t->kid[*s - 'a'];
        s++;
    }
    return t && t->terminal;
}
struct rope { int len; const char *s; struct rope *l, *r; };
int rope_at(const struct rope *r, int i)
{
    while (r) {
        if (r->s) return i >= 0 && i < r->len ? r->s[i] : -1;
        if (r->l && i < r->l->len) r = r->l;
        else { if (r->l) i -= r->l->len; r = r->r; }
    }
    return -1;
}
struct chunk { unsigned size; struct chunk *next; };
struct pool { struct chunk *free; unsigned used; };
struct chunk *pool_take(struct pool *p, unsigned want)
{
    struct chunk **link = &p->free, **best = NULL;
    for (; *link; link = &(*link)->next)
        if ((*link)->size >= want && (!best || (*link)->size < (*best)->size)) best = link;
    if (!best) return NULL;
    struct chunk *c = *best;
    *best = c->next;
    c->next = NULL;
    p->used += c->size;
    return c;
}
struct node { int v; struct node *next; };
struct node *merge(struct node *a, struct node *b)
{
    struct node head, *t = &head;
    head.next = NULL;
    while (a && b) {
        if (a->v <= b->v) { t->next = a; a = a->next; }
        else { t->next = b; b = b->next; }
        t = t->next;
    }
    t->next = a ? a : b;
    return head.next;
}
struct node *msort(struct node *l)
{
    if (!l || !l->next) return l;
    struct node *slow = l, *fast = l->next;
    while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
    struct node *r = slow->next;
    slow->next = NULL;
    return merge(msort(l), msort(r));
}
struct node *partition(struct node *l, int x)
{
    struct node lo = {0, NULL}, hi = {0, NULL}, *a = &lo, *b = &hi;
    for (; l; l = l->next) {
        if (l->v < x) { a->next = l; a = l; }
        else { b->next = l; b = l; }
    }
    b->next = NULL;
    a->next = hi.next;
    return lo.next;
}
int cycle_start(struct node *h)
{
    struct node *s = h, *f = h;
    int n = 0;
    while (f && f->next) {
        s = s->next;
        f = f->next->next;
        if (s == f) {
            for (s = h; s != f; s = s->next, f = f->next) n++;
            return n;
        }
    }
    return -1;
}
struct edge;
struct vert { int id, mark; struct edge *out; };
struct edge { struct vert *to; struct edge *next; };
int reaches(struct vert *v, int id)
{
    struct edge *e;
    if (!v || v->mark) return 0;
    if (v->id == id) return 1;
    v->mark = 1;
    for (e = v->out; e; e = e->next)
        if (reaches(e->to, id)) return 1;
    return 0;
}
struct sc { int col; double val; struct sc *next; };
struct srow { int row; struct sc *cells; struct srow *next; };
int set_cell(struct srow *rows, int r, int c, double v)
{
    while (rows && rows->row < r) rows = rows->next;
    if (!rows || rows->row != r) return -1;
    struct sc **p = &rows->cells;
    while (*p && (*p)->col < c) p = &(*p)->next;
    if (*p && (*p)->col == c) {
        if (v == 0) { struct sc *d = *p; *p = d->next; free(d); return 2; }
        (*p)->val = v;
        return 1;
    }
    return 0;
}
int palin(struct node *h)
{
    struct node *s = h, *f = h, *rev = NULL;
    while (f && f->next) {
        f = f->next->next;
        struct node *n = s->next; s->next = rev; rev = s; s = n;
    }
    if (f) s = s->next;
    while (rev) {
        if (rev->v != s->v) return 0;
        rev = rev->next; s = s->next;
    }
    return 1;
}
struct env { const char *name; int val; const struct env *up; };
int lookup(const struct env *e, const char *n, int *out)
{
    for (; e; e = e->up)
        if (e->name && !strcmp(e->name, n)) { *out = e->val; return 1; }
    return 0;
}
// gen: rotate_left branch covered=8
// gen: lru_get branch covered=14
// gen: trie_has branch covered=12 findings=0
// gen: rope_at branch covered=14
// gen: pool_take branch covered=10
// gen: merge branch covered=8 findings=0
// gen: msort branch covered=16 findings=0
// gen: partition branch covered=4 findings=0
// gen: cycle_start branch covered=8 findings=0
// gen: reaches branch covered=10 findings=0
// gen: set_cell branch covered=18 findings=0
// gen: palin branch covered=10 findings=0
// gen: lookup branch covered=6 findings=0
