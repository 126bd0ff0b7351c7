// test: gen
// Paths that need a particular structure, as the literature on linked inputs prints them: each ends in an outcome of its own.
#include <stdlib.h>

// Two rings: what the second has is taken out of the first. One round, one node that stays, one that goes.
struct ring { int key; struct ring *prev, *next; };
int subtract(struct ring *a, struct ring *b)
{
    int rounds = 0, kept = 0, gone = 0;
    struct ring *x, *y, *dead;
    for (y = b->next; y != b; y = y->next) {
        rounds++;
        x = a->next;
        while (x != a) {
            if (x->key == y->key) {
                dead = x;
                x = x->next;
                x->prev = dead->prev;
                x->prev->next = x;
                free(dead);
                gone++;
            } else {
                x = x->next;
                kept++;
            }
        }
    }
    if (rounds == 1 && kept == 1 && gone == 1) return 1;
    return 0;
}

// A graph: the third arc leads to the node that is looked for.
struct arc;
struct vertex { int mark; struct arc *arcs; };
struct arc { struct vertex *to; struct arc *next; };
int connect(struct vertex *from, struct vertex *to)
{
    struct arc *a, *last = 0;
    int n = 0;
    for (a = from->arcs; a; a = a->next) {
        if (a->to == to) {
            if (n == 2) return 3;
            return 1;
        }
        n++;
        last = a;
    }
    a = malloc(sizeof *a);
    a->to = to;
    a->next = 0;
    if (last) last->next = a;
    else from->arcs = a;
    return 2;
}

// A sparse matrix of four types: a value in a row that is also the first of a column is taken out of both.
struct data { int value; struct data *in_row, *in_col; };
struct rows { struct data *first; struct rows *next; };
struct cols { struct data *first; struct cols *next; };
struct grid { struct rows *rows; struct cols *cols; };
int erase(struct grid *g, int value)
{
    struct rows *r;
    struct cols *c;
    struct data *d;
    for (r = g->rows; r; r = r->next)
        for (d = r->first; d; d = d->in_row) {
            if (d->value != value) continue;
            for (c = g->cols; c; c = c->next) {
                if (c->first != d) continue;
                c->first = d->in_col;
                if (r->first == d) {
                    r->first = d->in_row;
                    if (d->in_row && d->in_col) return 2;
                    return 1;
                }
                return 3;
            }
        }
    return 0;
}

// A tree, partly of the input and partly allocated.
struct tree { int key; struct tree *left, *right; };
int graft(struct tree *t)
{
    t->left = malloc(sizeof *t);
    t->left->right = t->right;
    t->left->left = 0;
    if (t->right->left->right == 0) {
        t->left->key = 1;
        if (t->left->right == t->right->left) return 2;
        return 1;
    }
    return 0;
}

// Two nodes that turn out to be one after both were written through.
int implicit(struct tree *p, struct tree *q)
{
    struct tree *x = p->left, *y = q->right;
    x->right = y->left;
    y->right = q;
    if (x == y) {
        if (x->right == q && p != q) return 2;
        return 1;
    }
    return 0;
}

// A structure with two links and a number, walked by the number.
int steer(struct tree *p, int n)
{
    struct tree *x, *y;
    if (n < 0) return -1;
    x = p->left;
    if (x->key > n) {
        y = x->right;
        while (y && y->key > n) {
            x->right = y->left;
            y = x->right;
            n++;
        }
        if (y == p) return 2;
    } else {
        p->right = x;
        if (x->left == x->right) return 3;
    }
    return 0;
}
// gen: subtract branch covered=12
// gen: connect branch covered=8
// gen: erase branch covered=16
// gen: graft branch covered=4
// gen: implicit branch covered=5 infeasible=1
// gen: steer branch covered=12
