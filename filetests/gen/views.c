// test: gen
// What a pointer of the input may lead to beyond its type: views by conversion, unions, functions, links of a structure.
#include <stddef.h>
struct node { int val; struct node *next; };
int vp(void *p) { struct node *n = p; if (!n) return 0; if (n->next == n) return 1; if (n->val == 7) return 2; return 3; }
struct link { struct link *next; };
struct item { int key; struct link link; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
int find(struct link *head, int key)
{
    struct link *l;
    for (l = head->next; l && l != head; l = l->next) {
        struct item *it = container_of(l, struct item, link);
        if (it->key == key) return 1;
    }
    return l == head;
}
struct base { int kind; };
struct circle { struct base b; int r; };
struct rect { struct base b; int w, h; };
int area(struct base *s)
{
    switch (s->kind) {
    case 1: { struct circle *c = (struct circle *)s; if (c->r > 100) return 1; return 0; }
    case 2: { struct rect *r = (struct rect *)s; if (r->w == r->h) return 2; return 3; }
    }
    return -1;
}
struct val { int tag; union { int i; long d; struct val *p; char s[8]; } u; };
int uni(struct val *v)
{
    switch (v->tag) {
    case 0: return v->u.i == 42;
    case 1: if (v->u.d > 15) return 3; return 4;
    case 2: if (v->u.p && v->u.p->tag == 2 && v->u.p->u.p == v) return 5; return 6;
    case 3: if (v->u.s[0] == 'a' && v->u.s[3] == 'b') return 7; return 8;
    }
    return 9;
}
int twice(int x) { return 2 * x; }
int neg(int x) { if (x < 0) return x; return -x; }
int apply(int (*f)(int), int x) { if (!f) return 0; int r = f(x); if (r == 10) return 1; if (r == -3) return 2; return 3; }
struct ops { int (*op)(int); int arg; };
int run(struct ops *o) { if (o->op == twice) return 1; if (o->op && o->op(o->arg) == -5) return 2; return 3; }
void del(struct node **pp, int v)
{
    while (*pp) {
        if ((*pp)->val == v) { *pp = (*pp)->next; return; }
        pp = &(*pp)->next;
    }
}
int self(struct node **pp) { if (*pp && pp == &(*pp)->next) return 1; return 0; }
struct h { struct h *next, **pprev; };
int unh(struct h *n) { if (n->pprev) { *n->pprev = n->next; if (n->next) n->next->pprev = n->pprev; n->next = 0; return 1; } return 0; }
int grid(int a[][3], int n) { for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) if (a[i][j] == i * 3 + j + 100) return i; return -1; }
int words(char **w, int n) { int k = 0; for (int i = 0; i < n; i++) if (w[i] && w[i][0] == 'x' && w[i][1] == 'y' && w[i][2] == 0) k++; return k == 2; }
// gen: vp branch covered=6
// gen: find branch covered=6
// gen: area branch covered=7
// gen: uni branch covered=17
// gen: apply branch covered=6
// gen: run branch covered=6
// gen: del branch covered=4
// gen: self branch covered=4
// gen: unh branch covered=4
// gen: grid branch covered=6
// gen: words branch covered=10
// gen: vp path feasible=4
// gen: apply path feasible=7
// gen: self path feasible=3
