// test: gen
// Functions of the kind that the literature on linked inputs prints, each with the path that it prints: `t` is the word of the
// outcomes on the way, so the last condition holds on that path alone; in `strike` it holds on all paths through the second
// line, and is left to `cargo xtask heaps`. What is built must be the printed structure or a smaller one.
#include <stdlib.h>

struct ring { int key; struct ring *prev, *next; };

// Two rings; what the second has goes from the first. One round: the first node stays, the second goes.
int thin_out(struct ring *p, struct ring *q)
{
    struct ring *x = p->next, *y = q->next, *left, *dead;
    unsigned t = 1;
    while (y != q) {
        t = 2 * t + 1;
        while (x != p) {
            t = 2 * t + 1;
            if (x->key == y->key) {
                t = 2 * t + 1;
                left = x->prev;
                dead = x;
                x = x->next;
                left->next = x;
                x->prev = left;
                free(dead);
            } else {
                t = 2 * t;
                x = x->next;
            }
        }
        t = 2 * t;
        x = p->next;
        y = y->next;
    }
    if (t == 0x76) return 1;
    return 0;
}

// A graph; the third arc leads to the node that is looked for.
struct hop;
struct place { struct hop *hops; struct place *other; };
struct hop { struct place *to; struct hop *next; };
int arrive(struct place *from, struct place *to)
{
    struct hop *h = from->hops, *last = 0;
    unsigned t = 1;
    while (h != 0) {
        t = 2 * t + 1;
        if (h->to == to) {
            if (t == 0x35) return 1;
            return 2;
        }
        t = 2 * t;
        last = h;
        h = h->next;
    }
    h = malloc(sizeof *h);
    h->to = to;
    h->next = 0;
    if (last) last->next = h;
    else from->hops = h;
    return 3;
}

// A sparse matrix of four types: the first line is passed, a value of the second is found behind the first of
// a pile.
struct entry { int value; struct entry *in_row, *in_col; };
struct line { struct entry *first; struct line *next; };
struct pile { struct entry *first; struct pile *next; };
struct sheet { struct line *lines; struct pile *piles; };
int strike(struct sheet *s, int value)
{
    struct line *l = s->lines;
    struct pile *c = s->piles;
    struct entry *d, *e, *p;
    int n_lines = 0;
    while (l->next) {
        d = l->first;
        while (d) {
            if (d->value == value)
                while (c->next) {
                    e = c->first;
                    if (d == e) {
                        free(d);
                        return 3;
                    }
                    for (p = e->in_row; p; p = p->in_row)
                        if (p == d && p->in_row) {
                            e->in_row = p->in_row;
                            free(d);
                            if (n_lines == 1) return 1;
                            return 2;
                        }
                    c = c->next;
                }
            d = d->in_col;
        }
        n_lines++;
        l = l->next;
    }
    return 0;
}

// A tree, partly of the input and partly allocated; of what is allocated nothing is set.
struct tree { int key; struct tree *left, *right; };
int mixed(struct tree *y)
{
    y->left = malloc(sizeof *y);
    y->left->right = y->right;
    if (y->right->left->right == 0) {
        free(y->right->left->right);
        return 1;
    }
    return 0;
}
int mixed_further(struct tree *y)
{
    if (mixed(y))
        if (y->left->left->right == 0) return 1;
    return 0;
}

// Two nodes that turn out to be one after both were written through.
int one_of_two(struct tree *p, struct tree *q)
{
    struct tree *x = p->left, *y = q->right;
    x->right = y->left;
    y->right = q;
    if (x == y) return 1;
    return 0;
}

// Numbers say where to go; a link is taken over and a new node put in.
int put_in(struct tree *p, int v)
{
    struct tree *x, *y;
    unsigned t = 1;
    if (p != 0) {
        x = p->left;
        if (x == 0) return 0;
        if (p->key > v) t = 2 * t + 1;
        if (x->key <= v) t = 2 * t + 1;
        y = x->right;
        x->right = y->left;
        y = malloc(sizeof *y);
        if (y != 0) {
            y->left = y->right = 0;
            p->right = y;
        }
        if (t == 7) return 1;
    }
    return 0;
}
// gen: thin_out branch covered=8
// built: thin_out t == 0x76 | p=1 q=4 1.next=3 3.next=8 8.prev=11 8.next=1 4.next=6 6.next=4
// gen: arrive branch covered=8
// built: arrive t == 0x35 | from=1 to=4 1.hops=2 2.to=7 2.next=8 8.to=11 8.next=12 12.to=4
// gen: mixed branch covered=2
// built: mixed y->right->left->right == 0 | y=1 1.right=2 2.left=3
// gen: mixed_further branch covered=4 infeasible=2 findings=4
// gen: one_of_two branch covered=2
// built: one_of_two x == y | p=1 q=2 1.left=3 2.right=3
// gen: put_in branch covered=12
// built: put_in t == 7 | p=1 1.left=2 2.right=5 5.left=6
